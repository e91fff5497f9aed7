// Up to sixteen instruments of one mode that know the same: the first is taught, the others play
// what it has learned at places and with notes of their own.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "host/player.h"
#include "host/scales.h"
#include "host/volts.h"

namespace ens::host {

class Voices {
 public:
  static constexpr std::uint32_t kMost = 16;

  // Null, with *status saying why, if the mode cannot be made.
  static std::unique_ptr<Voices> open(const mode::Mode& mode, double rate_hz, EnsStatus* status);

  Player& operator[](std::uint32_t voice) { return *players_[voice]; }
  // The one that is taught; it publishes its taught file.
  Player& first() { return *players_[0]; }
  std::uint32_t count() const { return count_; }

  // How many play, 1…16, from the tick that begins now. A voice that joins starts from silence and
  // knows what the first does (play, at the beginning of a tick).
  void set_count(std::uint32_t count);
  // Hands what the first has learned to the others that play, one of them each time, since a voice
  // with 64 lessons takes a tenth of a tick; nothing while it trains, when it still plays what it
  // knew before (play, at the beginning of a tick).
  void follow();

  // For all voices, those that do not play too (play). What is as it was costs nothing, so that
  // hosts may set everything at every tick.
  void set_voice_space(std::uint32_t voice_space);
  void set_scale(const ScaleChoice& choice);
  EnsStatus set_training(const EnsTrainConfig& config);
  void release_input(std::uint32_t index);
  void release_params();
  // While it is on, all params are at these unit values, whatever the network says (play).
  void hold(bool on, const std::uint16_t* units);
  // The tempo and the beats of all (play).
  void follow_clock(const ClockOfVolts::Due& due);
  // While it is on, all play a plane of sounds around the one that the first plays, at (x, y), unit
  // values (play).
  EnsStatus explore(bool on, std::uint32_t x, std::uint32_t y);
  bool explores() const { return explores_; }

  EnsStatus set_rate(double rate_hz);
  // A taught file for all. One that is refused changes nothing.
  EnsStatus load(const std::uint8_t* file, std::size_t bytes);
  // A preset for all, see Player::choose.
  EnsStatus choose(const mode::Preset& preset);

 private:
  void teach(std::uint32_t voice);
  void teach_next();
  EnsStatus set_exploring(bool on);

  std::array<std::unique_ptr<Player>, kMost> players_;
  std::uint32_t count_ = 1;
  // The first's newest file that is shared, which of its publications it is, and which each voice
  // has.
  std::vector<std::uint8_t> file_;
  std::uint32_t bytes_ = 0;
  std::uint64_t shared_ = 0;
  std::array<std::uint64_t, kMost> known_ = {};
  std::uint32_t voice_space_ = 0;
  EnsTrainConfig training_ = {};
  bool holds_ = false;
  bool explores_ = false;
  std::uint32_t spot_[2] = {};
};

}  // namespace ens::host
