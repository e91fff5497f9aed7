// The engine interface: what every sound engine offers and the one place where curves are applied.
//
// A derived class has a constexpr EngineInfo, kInfo, a function in_use that reads each slot back
// from the signal processing (the registry demands it), and overrides what it needs of on_prepare,
// on_reset, on_voice_space, on_tick, render, live_state and the on_… of notes. The base turns unit
// parameters into smoothed engine values (curve of the voice space, range, smoothing), cuts blocks
// at ticks of 64 samples, cleans the input, fades around a change of voice space, and limits
// the output to −1 dBFS (dsp/limiter.h). Nothing here allocates, locks or loops without bound; one
// thread calls everything.
#pragma once

#include "dsp/glide.h"
#include "dsp/limiter.h"
#include "engines/engine_info.h"

namespace ens {

inline constexpr std::size_t kTickFrames = 64;

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

// What an engine's in_use() answers for a slot that has no effect at present: its level is silence,
// or a limit holds it.
inline constexpr float kUnheard = std::bit_cast<float>(0x7fc00000u);
// The same for a slot that this voice space has no use for: moving it changes no sample.
inline constexpr float kUnused = std::bit_cast<float>(0x7f800000u);

// Two places that use one slot, read back from each: the first while they agree within 0.2 %, else
// something neither right nor near it, whichever of them is wrong.
[[gnu::cold, gnu::noinline]] constexpr float agreed(float one, float other) {
  const float gap = one > other ? one - other : other - one;
  const float size = one > 0.0f ? one : -one;
  return gap <= 0.002f * size + 1e-6f ? one : one + 2.0f * (one - other) + gap;
}

class Engine {
 public:
  const EngineInfo& info() const { return info_; }

  // Sample rate in Hz, one of 24000, 32000, 44100, 48000. Ends in reset(). (Cold, as what engines
  // do in it: small rather than fast, for boards run their code from RAM.)
  [[gnu::cold]] void prepare(float sample_rate_hz);
  // Silence; every slot jumps to its target and the selected voice space takes effect.
  void reset();

  // Selects a voice space; the sound fades out and in around the change (16 ms each) unless reset()
  // or prepare() was the last call. False, and nothing changes, if there is no such ordinal (0
  // always exists).
  bool set_voice_space(std::size_t ordinal);
  std::size_t voice_space() const { return voice_space_; }

  // Silence in this voice space and with these params, where the sound then begins.
  void start(std::size_t voice_space, const Unit* params);

  // One unit value for each of info().slots.
  void set_params(const Unit* params);
  void set_param(std::size_t slot, Unit param);

  // The next changes are another sound, not a gesture: for 60 ms slots move half as fast, so that
  // they glide there in 45 ms.
  void glide() { gliding_ = glide_ticks_; }

  // From now on the finished sound is brought to the reference loudness, as info().loudness
  // estimates it from the slots (engines/loudness.h). Off at first, for tests and tools that
  // measure an engine by itself.
  void even_loudness() {
    is_even_ = true;
    settle();
  }

  // Notes for engines that play them (info().plays_notes). Keys above 127 count as 127; velocity 0
  // is a note off, as in MIDI; ½ is no bend. `channel` is one of MPE, 1…15, or 0.
  void note_on(std::uint8_t key, Unit velocity, std::uint8_t channel = 0);
  void note_off(std::uint8_t key);
  void all_notes_off();
  // While the pedal is down, keys that are let go sound on; they end when it comes up.
  void sustain(bool is_down);
  void pitch_bend(Unit bend);
  // How far it goes, in 32 semitones; 2 semitones at first.
  void bend_range(Unit range);
  void mod_wheel(Unit depth);
  void pressure(Unit pressure);
  // The same for the notes of one channel of MPE, 1…15; ½ is no bend, and the timbre as it is.
  void note_bend(std::uint8_t channel, Unit bend);
  void note_pressure(std::uint8_t channel, Unit pressure);
  void note_timbre(std::uint8_t channel, Unit timbre);
  // How far these bends go, in 96 semitones; 48 semitones at first.
  void note_bend_range(Unit range);
  // A quarter note of the clock that leads begins, the first of the song or another.
  void beat(bool is_first) { on_beat(is_first); }

  // Renders any number of frames. Input pointers may be null (silence) and may equal the outputs.
  void process(const float* in_left, const float* in_right, float* out_left, float* out_right,
               std::size_t frames);

  // The same without what makes any sound safe (bounds, silence for what is no number, fades), for
  // tests: as the engine's render() made it.
  void process_unfinished(const float* in_left, const float* in_right, float* out_left,
                          float* out_right, std::size_t frames);

  // Writes info().state_count() values: the engine value of each slot, then the live fields.
  void read_state(float* out) const;
  // Writes what in_use(engine, slot) gives for each slot while the table of slots is hidden from
  // it, so that only what the sound is made of can answer.
  void read_in_use(float (*in_use)(const Engine&, std::size_t slot), float* out);
  // Takes the oldest message the engine has sent; false if there is none. Read after each tick.
  bool next_event(MidiEvent* event);

 protected:
  explicit Engine(const EngineInfo& info);
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  ~Engine() = default;

  // sample_rate() is known; on_reset() follows.
  virtual void on_prepare() {}
  // Clears every sound, filter and phase. Slots are settled; on_tick() has not run. Where
  // is_clear(), nothing sounded since the last on_reset(): long memories are still empty.
  virtual void on_reset() {}
  // Control rate, before each 64 samples: reads slots, computes coefficients and ramps.
  virtual void on_tick() {}
  // Audio rate: block.frames ≤ 64 samples, several calls a tick when a host's blocks cut it.
  // Writes every frame of both outputs; this one writes silence. (No function is pure virtual: a
  // build without the C++ run time has no handler for one.)
  virtual void render(const StereoBlock& block);
  // At silence, after the voice space changed and slots have jumped to its values. True if that
  // took a good part of a tick: the engine then rests until the next.
  virtual bool on_voice_space() { return false; }
  // Writes one value for each of info().live_fields.
  virtual void live_state(float* /*out*/) const {}

  // Notes, with key 0…127; velocity (above 0), depth and pressure 0…1; bend −1…1 at a range of two
  // semitones, in proportion at others.
  virtual void on_note_on(std::uint8_t /*key*/, float /*velocity*/) {}
  virtual void on_note_off(std::uint8_t /*key*/) {}
  virtual void on_all_notes_off() {}
  virtual void on_pitch_bend(float /*bend*/) {}
  virtual void on_mod_wheel(float /*depth*/) {}
  virtual void on_pressure(float /*pressure*/) {}
  virtual void on_beat(bool /*is_first*/) {}

  float sample_rate() const { return sample_rate_; }
  bool is_clear() const { return is_clear_; }
  // Smoothed engine value of a slot at the end of this tick.
  float slot(std::size_t index) const { return value_[index]; }
  // What moves the note of a key alone, by MPE: semitones, no further than the keys 0…127; 0…1;
  // −1…1.
  float bend_of(std::uint8_t key) const;
  float pressure_of(std::uint8_t key) const { return expression_of(key).pressure; }
  float timbre_of(std::uint8_t key) const { return expression_of(key).timbre; }
  // Queues a message; the oldest is dropped when 64 wait.
  void emit(MidiEvent event);

 private:
  static constexpr std::size_t kEventCapacity = 64;
  static constexpr std::int32_t kFadeFrames = 12 * kTickFrames;

  static constexpr std::size_t kKeys = 128;
  static constexpr std::size_t kChannels = 16;

  struct Expression {
    float bend = 0.0f;  // −1…1
    float pressure = 0.0f;
    float timbre = 0.0f;
  };
  static constexpr std::uint32_t bit_of(std::uint8_t key) { return std::uint32_t{1} << (key % 32); }
  const Expression& expression_of(std::uint8_t key) const { return expression_[channel_of_[key]]; }

  void aim(std::size_t slot);
  void retarget(std::size_t slot);
  float makeup() const;
  void settle();
  void begin_tick();
  void take_input(const float* left, const float* right, std::size_t frames);
  template <bool kFinished>
  void run(const float* in_left, const float* in_right, float* out_left, float* out_right,
           std::size_t frames);
  void fade(float* samples, std::size_t frames) const;
  void finish(float* left, float* right, std::size_t frames);

  const EngineInfo& info_;
  float sample_rate_ = 48000.0f;
  float smoothing_ = 0.0f;  // share of the way to the target per tick
  float gliding_smoothing_ = 0.0f;
  std::int32_t glide_ticks_ = 0;
  std::int32_t gliding_ = 0;  // ticks left
  std::size_t voice_space_ = 0;
  std::size_t wanted_space_ = 0;
  std::size_t frames_left_ = 0;      // in this tick
  std::int32_t fade_ = kFadeFrames;  // 0 silent … kFadeFrames full
  std::int32_t fade_step_ = 0;
  bool fresh_ = true;        // nothing rendered since reset
  bool is_clear_ = false;    // and no note begun
  bool is_resting_ = false;  // in this tick
  bool is_even_ = false;
  float bend_ = 0.0f;
  float bend_scale_ = 1.0f;
  bool is_sustained_ = false;              // the pedal is down
  std::uint32_t let_go_[kKeys / 32] = {};  // while it is, a bit of each key
  bool is_moved_ = true;                   // slots have new targets since makeup_ was found
  float makeup_ = 1.0f;
  Glide gain_;
  Limiter limiter_;
  StepCount steps_[kMaxSlots] = {};  // in the voice space that sounds
  Unit params_[kMaxSlots] = {};
  float target_[kMaxSlots] = {};
  float value_[kMaxSlots] = {};
  float previous_[kMaxSlots] = {};
  float in_left_[kTickFrames] = {};
  float in_right_[kTickFrames] = {};
  MidiEvent events_[kEventCapacity] = {};
  std::size_t event_first_ = 0;
  std::size_t event_count_ = 0;
  // Last, so that the others are near enough for instructions to reach.
  float note_bend_range_st_ = 48.0f;
  std::uint8_t channel_of_[kKeys] = {};    // of MPE, of the note that a key began last
  Expression expression_[kChannels] = {};  // the first moves nothing
};

}  // namespace ens
