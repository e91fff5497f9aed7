// One instrument inside a plugin host: any sample rate, any block size, and a taught file that can
// be saved while it plays.
//
// Everything else goes to the C ABI through instrument(). Calls marked (play) belong to the audio
// thread: they allocate nothing, take no lock and make no system call. No other call may run at the
// same time as one of these, except read_published().
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "abi/abi.h"
#include "abi/held_notes.h"
#include "host/block.h"
#include "host/rate.h"
#include "host/resampler.h"
#include "host/snapshot.h"
#include "mode.h"

namespace ens::host {

// Units of training at every tick: training stays below a tenth of the time of a tick (64 frames).
inline constexpr std::uint32_t kTrainBudget = 64;

struct PlayerOptions {
  double rate_hz = 48000.0;
  std::uint32_t seed = ENS_FIRST_SEED;
  // Publishes the taught file while playing, for read_published().
  bool publishes = false;
};

class Player {
 public:
  // Null, with *status saying why, if the mode cannot be made: a missing engine, no memory.
  static std::unique_ptr<Player> open(const mode::Mode& mode, const PlayerOptions& options,
                                      EnsStatus* status);

  const mode::Mode& mode() const { return mode_; }
  EnsInstrument* instrument() const { return block_.instrument(); }
  const RatePlan& rate() const { return rate_; }
  std::uint32_t seed() const { return seed_; }
  // True if what arrives at the inputs is heard.
  bool listens() const { return listens_; }
  // Frames from an input to the output it causes; 0 at a base rate.
  std::uint32_t latency_frames() const;

  // What is set by hand, kept over a change of the rate (play).
  EnsStatus set_input(std::uint32_t index, std::uint32_t unit);
  EnsStatus release_input(std::uint32_t index);
  EnsStatus set_param(std::uint32_t param, std::uint32_t unit);
  EnsStatus release_param(std::uint32_t param);
  EnsStatus release_params();
  // Keeps a param out of learning, where it is; part of the taught file (play).
  EnsStatus lock_param(std::uint32_t param);
  EnsStatus unlock_param(std::uint32_t param);
  // Writes what was set by hand over `inputs`, which ens_read_inputs gave as of the last tick.
  void read_hand(std::uint16_t* inputs) const;
  // Exploring, kept over a change of the rate as the sound that is heard (play).
  EnsStatus begin_exploring(std::uint32_t seed);
  EnsStatus end_exploring();
  EnsStatus set_train_budget(std::uint32_t budget);
  std::uint32_t train_budget() const { return train_budget_; }

  // Makes the instrument again at another rate, with its examples, network, training configuration,
  // voice space and everything set by hand. Training that was running begins again from what it had
  // learned; there is nothing to undo. If that fails nothing has changed.
  EnsStatus set_rate(double rate_hz);
  // Makes it again from another seed: a new network and the same examples.
  EnsStatus set_seed(std::uint32_t seed);

  // Silence, as after opening; what was taught, set or selected stays.
  EnsStatus reset();

  // Sound (play). Inputs may be null (silence) and may be the outputs, left with left and right
  // with right. Blocks of any size give the same samples.
  void process(const float* in_left, const float* in_right, float* out_left, float* out_right,
               std::uint32_t frames);
  // Host frames to the end of the running tick, 1…256. What is set during a tick counts from the
  // next one (play).
  std::uint32_t frames_to_tick() const;
  // Ticks begun so far (play).
  std::uint64_t ticks() const { return ticks_; }

  // Says that examples or network were changed through instrument() (play).
  void touch() { changed_ = true; }

  // The taught file as it is now; for the thread that plays, or while none does. Empty if that
  // fails.
  std::vector<std::uint8_t> save() const;
  // Loads one, cancelling training for it; one that is refused changes nothing else.
  EnsStatus load(const std::uint8_t* file, std::size_t bytes);
  // Plays what a new instrument would that learned this preset, the same bits as everywhere:
  // nothing is held any more, locks and scale stay, the sound goes on. If that fails nothing has
  // changed.
  EnsStatus choose(const mode::Preset& preset);
  // The newest published file. Any thread, at any time, but one at a time.
  std::vector<std::uint8_t> read_published();
  // How many files were published: grows when examples or network changed (play).
  std::uint64_t publications() const { return publications_; }
  // Room that the largest published file takes; 0 where none is.
  std::size_t published_capacity() const {
    return snapshot_ == nullptr ? 0 : snapshot_->capacity();
  }

 private:
  Player(const mode::Mode& mode, std::uint32_t seed) : mode_(mode), seed_(seed) {}
  EnsStatus begin(const PlayerOptions& options);
  EnsStatus remake(const RatePlan& rate, std::uint32_t seed, bool keep_network);
  void hold_again(EnsInstrument* instrument) const;
  // Where a hand put what was locked, given what was, and no longer is.
  void forget_unlocked(const std::uint16_t* before);
  void clear_buffers();
  void play(const float* in_left, const float* in_right, float* out_left, float* out_right,
            std::uint32_t frames);
  void play_resampled(const float* const* in, float* const* out, std::uint32_t frames);
  void publish_if_due();
  void publish();

  static constexpr std::uint32_t kMaxHostFrames = Resampler::kMaxFrames * Resampler::kMaxFactor;
  static constexpr std::uint16_t kFree = 0xffff;  // not set by hand

  const mode::Mode& mode_;
  std::uint32_t seed_;
  RatePlan rate_;
  Block block_;
  bool listens_ = false;
  std::uint32_t train_budget_ = kTrainBudget;
  std::uint16_t inputs_[ENS_MAX_INPUTS];
  std::uint16_t params_[ENS_MAX_OUTPUTS];

  std::uint64_t ticks_ = 0;
  std::uint32_t phase_ = 0;  // frames of the running tick that were played, at the base rate

  std::unique_ptr<Snapshot> snapshot_;
  bool changed_ = true;
  bool was_training_ = false;
  std::uint64_t published_at_ = 0;  // tick
  std::uint64_t publications_ = 0;

  // Behind half-band filters. Host frames that do not make a frame of the base rate yet wait, as do
  // results whose time has not come.
  Resampler down_[2];
  Resampler up_[2];
  float waiting_[2][Resampler::kMaxFactor] = {};
  float ready_[2][Resampler::kMaxFactor] = {};
  std::uint32_t waiting_count_ = 0;
};

}  // namespace ens::host
