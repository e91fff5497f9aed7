// The engine interface: what every sound engine offers and the one place where curves are applied.
//
// A derived class gives a constexpr EngineInfo and four functions: on_prepare, on_reset, on_tick,
// render. The base turns unit parameters into smoothed engine values (curve of the voice space,
// range, smoothing), cuts blocks at ticks of 64 samples, cleans the input, fades around a change of
// voice space, and bounds the output. Nothing here allocates, locks or loops without bound; one
// thread calls everything.
#pragma once

#include "engines/engine_info.h"

namespace ens {

inline constexpr std::size_t kTickFrames = 64;

// A value that moves in a straight line through one tick.
struct Ramp {
  float value;
  float step;
  float next() { return value += step; }
};

// Up to one tick of stereo audio. `in` may be the same memory as `out`.
struct StereoBlock {
  const float* in_left;
  const float* in_right;
  float* out_left;
  float* out_right;
  std::size_t frames;
};

// A MIDI message an engine sends, as its bytes on the wire.
struct MidiEvent {
  std::uint8_t status;
  std::uint8_t data1;
  std::uint8_t data2;
};

class Engine {
 public:
  const EngineInfo& info() const { return info_; }

  // Sample rate in Hz, one of 24000, 32000, 44100, 48000. Ends in reset().
  void prepare(float sample_rate_hz);
  // Silence; every slot at its target at once, the chosen voice space in force.
  void reset();

  // Chooses a voice space; the sound fades out and in around it (4 ms each) unless reset() or
  // prepare() was the last call. False, and nothing changes, if there is no such ordinal (0 always
  // is).
  bool set_voice_space(std::size_t ordinal);
  std::size_t voice_space() const { return voice_space_; }

  // One unit value for each of info().slot_count slots.
  void set_params(const Unit* params);
  void set_param(std::size_t slot, Unit param);

  // Notes for engines that play them (info().plays_notes); key 0…127. ½ is no bend.
  virtual void note_on(std::uint8_t /*key*/, Unit /*velocity*/) {}
  virtual void note_off(std::uint8_t /*key*/) {}
  virtual void all_notes_off() {}
  virtual void pitch_bend(Unit /*bend*/) {}
  virtual void mod_wheel(Unit /*depth*/) {}
  virtual void pressure(Unit /*pressure*/) {}

  // Renders any number of frames. Input pointers may be null (silence) and may equal the outputs.
  void process(const float* in_left, const float* in_right, float* out_left, float* out_right,
               std::size_t frames);

  // Writes info().state_count() values: the engine value of each slot, then the live fields.
  void read_state(float* out) const;
  // Takes the oldest message the engine has sent; false if there is none. Read after each tick.
  bool next_event(MidiEvent* event);

 protected:
  explicit Engine(const EngineInfo& info);
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  ~Engine() = default;

  // sample_rate() is known; on_reset() follows.
  virtual void on_prepare() {}
  // Clears every sound, filter and phase. Slots are settled; on_tick() has not run.
  virtual void on_reset() {}
  // Control rate, before each 64 samples: reads slots, computes coefficients and ramps.
  virtual void on_tick() {}
  // Audio rate: block.frames ≤ 64 samples, several calls a tick when a host's blocks cut it.
  // Writes every frame of both outputs; this one writes silence. (No function is pure: a build
  // without a C++ run time has nothing to call for one.)
  virtual void render(const StereoBlock& block);
  // At silence, after the voice space changed and slots have jumped to its values.
  virtual void on_voice_space() {}
  // Writes info().live_field_count values.
  virtual void live_state(float* /*out*/) const {}

  float sample_rate() const { return sample_rate_; }
  // Smoothed engine value of a slot at the end of this tick.
  float slot(std::size_t index) const { return value_[index]; }
  // The same as a line from the end of the last tick to the end of this.
  Ramp ramp(std::size_t index) const {
    return {previous_[index], (value_[index] - previous_[index]) * (1.0f / kTickFrames)};
  }
  // Queues a message; the oldest is dropped when 64 wait.
  void emit(MidiEvent event);

 private:
  static constexpr std::size_t kEventCapacity = 64;
  static constexpr std::int32_t kFadeFrames = 3 * kTickFrames;

  void retarget(std::size_t slot);
  void settle();
  void begin_tick();
  void take_input(const float* left, const float* right, std::size_t frames);
  void finish(float* samples, std::size_t frames, std::int32_t fade) const;

  const EngineInfo& info_;
  float sample_rate_ = 48000.0f;
  float smoothing_ = 0.0f;  // share of the way to the target per tick
  std::size_t voice_space_ = 0;
  std::size_t wanted_space_ = 0;
  std::size_t frames_left_ = 0;      // in this tick
  std::int32_t fade_ = kFadeFrames;  // 0 silent … kFadeFrames full
  std::int32_t fade_step_ = 0;
  bool fresh_ = true;  // nothing rendered since reset
  Unit params_[kMaxSlots] = {};
  float target_[kMaxSlots] = {};
  float value_[kMaxSlots] = {};
  float previous_[kMaxSlots] = {};
  float in_left_[kTickFrames] = {};
  float in_right_[kTickFrames] = {};
  MidiEvent events_[kEventCapacity] = {};
  std::size_t event_first_ = 0;
  std::size_t event_count_ = 0;
};

}  // namespace ens
