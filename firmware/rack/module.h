// A module of VCV Rack: a mode with up to sixteen voices. Rack calls process() for every frame on
// its audio threads, the menu and saving come from another; what those set waits in atomics until
// the next tick, so nothing here takes a lock.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <rack.hpp>
#include <vector>

#include "host/actions.h"
#include "host/frames.h"
#include "host/train_values.h"
#include "host/voices.h"
#include "host/volts.h"
#include "rack_panels.h"

namespace ens::rack_host {

// What the buttons with triggers do, in the order of their numbers.
inline constexpr std::array<host::Action, 5> kActions = {host::kTeach, host::kTrain, host::kUndo,
                                                         host::kLike, host::kDislike};

using Training = std::array<std::atomic<float>, host::kTrainValues>;

struct Module : rack::engine::Module {
  explicit Module(std::size_t place);

  void process(const ProcessArgs& args) override;
  json_t* dataToJson() override;
  void dataFromJson(json_t* root) override;
  void onReset(const ResetEvent& event) override;
  void onRandomize(const RandomizeEvent& event) override;
  void onSampleRateChange(const SampleRateChangeEvent& event) override;

  // From any thread: done at the next tick.
  void request(std::uint32_t actions) { requests_.fetch_or(actions); }
  EnsStatus last_status() const { return status_.load(); }

  const mode::Mode& mode;
  const Panel& panel;
  std::atomic<std::uint32_t> voice_space{0};
  // Places in host::scale_choices() and host::root_names().
  std::atomic<std::uint32_t> scale{host::kScaleAsTaught}, scale_root{0};
  // Which of host::kClockTriggers a beat has.
  std::atomic<std::uint32_t> clock{0};
  // The training configuration, and the values of Train once.
  Training training, once;
  std::array<std::atomic<bool>, ENS_MAX_INPUTS> bipolar;

 private:
  void configure();
  void configure(const Part& part);
  void set_defaults();
  void make_voices(double rate_hz);
  void choose(std::uint64_t preset);

  // Every frame.
  void watch();
  void hear();
  // At the beginning of a tick.
  void begin_tick();
  std::uint32_t wanted_voices();
  void set_channel(std::uint32_t index);
  void explore();
  void hold_params();
  void take_settings();
  void act(std::uint32_t actions);
  void report();

  std::unique_ptr<host::Voices> voices_;
  std::array<host::Edge, kActions.size()> buttons_, triggers_;
  std::array<host::NoteOfVolts, host::Voices::kMost> notes_;
  host::ClockOfVolts clock_;
  host::Frames frames_;
  std::uint32_t pressed_ = 0;
  // Which channels move by themselves now.
  std::array<bool, ENS_MAX_INPUTS> free_ = {};
  std::atomic<std::uint32_t> requests_{0};
  std::atomic<EnsStatus> status_{ENS_OK};
};

}  // namespace ens::rack_host
