// The control side of an instrument: channels, network, params set by hand, teaching. One thread
// calls it.
//
#pragma once

#include "core/explore.h"
#include "core/learner.h"
#include "core/locks.h"
#include "instrument/clocked_tempo.h"
#include "instrument/frames.h"
#include "instrument/midi_input.h"
#include "instrument/param_set.h"
#include "instrument/unit_bits.h"
#include "instrument/wander.h"
#include "instrument/wiring.h"

namespace ens {

template <class Network>
class ControlSide {
 public:
  // `network` is started and of the wiring's sizes; everything given outlives this.
  ControlSide(Network* network, const Wiring& wiring, const EngineInfo& engine, Link* link)
      : network_(network), wiring_(wiring), engine_(engine), link_(link), tempo_(engine, wiring) {
    for (std::size_t i = 0; i < kChannelCount; ++i) moved_[i] = kChannels[i].rest;
    for (std::size_t i = 0; i < wiring_.channel_count; ++i) {
      inputs_[i] = UnitBits::q15(kChannels[wiring_.channels[i]].rest);
    }
    // Slots no param drives rest in every frame from here on.
    ParamFrame resting = {};
    for (std::size_t i = 0; i < engine_.slots.size(); ++i)
      resting.slots[i] = engine_.slots[i].default_unit;
    link_->params.fill(resting);
    begin_steps();
  }

  // Sample rate in Hz and the seed of the wander_* channels.
  void prepare(std::uint32_t sample_rate_hz, std::uint32_t seed) {
    wander_.prepare(sample_rate_hz, kTickFrames, seed);
    tempo_.prepare(sample_rate_hz);
  }

  std::size_t channel_count() const { return wiring_.channel_count; }
  std::size_t param_count() const { return wiring_.param_count; }
  Network& network() { return *network_; }
  const Network& network() const { return *network_; }

  // Sets channel `index` of the mode; one that moves by itself stays there until released.
  bool set_input(std::size_t index, std::uint16_t unit) {
    if (index >= wiring_.channel_count || unit > Unit::kOne) return false;
    inputs_[index] = unit;
    is_set_[index] = true;
    return true;
  }
  bool release_input(std::size_t index) {
    if (index >= wiring_.channel_count) return false;
    is_set_[index] = false;
    return true;
  }

  // Holds a param at a value until it is released, whatever the network says.
  bool set_param(std::size_t param, std::uint16_t unit) {
    if (param >= wiring_.param_count || unit > Unit::kOne) return false;
    held_value_[param] = unit;
    held_.add(param);
    return true;
  }
  // A locked one stays.
  bool release_param(std::size_t param) {
    if (param >= wiring_.param_count) return false;
    if (!locked_.has(param)) held_.remove(param);
    return true;
  }
  void release_params() { held_ = locked_; }

  // Keeps a param out of learning, where it is now or where a hand puts it, until it is unlocked.
  bool lock_param(std::size_t param) {
    if (param >= wiring_.param_count) return false;
    answer();
    set_param(param, params_[param]);
    locked_.add(param);
    return true;
  }
  bool unlock_param(std::size_t param) {
    if (param >= wiring_.param_count) return false;
    if (locked_.has(param)) held_.remove(param);
    locked_.remove(param);
    return true;
  }
  // The value of each param that is locked; kNotLocked for the others.
  void read_locks(std::uint16_t* out) const {
    for (std::size_t i = 0; i < wiring_.param_count; ++i) {
      out[i] = locked_.has(i) ? held_value_[i] : kNotLocked;
    }
  }
  // Makes the locks these, which read_locks() gave.
  void set_locks(const std::uint16_t* locks) {
    for (std::size_t i = 0; i < wiring_.param_count; ++i) {
      unlock_param(i);
      if (locks[i] == kNotLocked) continue;
      set_param(i, locks[i]);
      locked_.add(i);
    }
  }

  // Params with steps in this voice space, and pitches while there is a scale: each belongs to the
  // step or note nearest to it, wherever it was.
  [[gnu::noinline]] void begin_steps() {
    for (std::size_t i = 0; i < wiring_.param_count; ++i) {
      const std::size_t slot = wiring_.slots[i];
      holds_[i].forget();
      stepped_.remove(i);
      if (is_tuned(slot) || engine_.steps(voice_space_, slot).count != 0) stepped_.add(i);
    }
  }

  // The scale whose notes the pitches settle on; off: none.
  void set_scale(PitchScale scale) {
    if (scale.bits() == scale_.bits()) return;
    scale_ = scale;
    begin_steps();
  }
  PitchScale scale() const { return scale_; }

  // Puts unit values, one for each param, on the step or note nearest to each, as they would sound.
  void settle_units(std::uint16_t* units) const {
    for (std::size_t i = 0; i < wiring_.param_count; ++i) {
      StepHold nearest;
      if (stepped_.has(i)) units[i] = settled(nearest, i, units[i]);
    }
  }

  // False if the engine has no such voice space; 0 always is one.
  bool set_voice_space(std::size_t ordinal) {
    if (ordinal != 0 && ordinal >= engine_.voice_spaces.size()) return false;
    if (ordinal == voice_space_) return true;
    voice_space_ = static_cast<std::uint8_t>(ordinal);
    begin_steps();
    return true;
  }
  std::size_t voice_space() const { return voice_space_; }

  // Plays on the engine and moves the midi_* channels. False when more notes wait than a tick
  // takes.
  bool play(const NoteEvent& event) {
    using Kind = NoteEvent::Kind;
    if (!link_->notes.push(event)) return false;
    switch (event.kind) {
      case Kind::kOn:
        move(MidiChannel::kNote, unit_of_7_bits(event.key));
        move(MidiChannel::kVelocity, event.value);
        break;
      case Kind::kBend:
        // That of one note is none of the instrument.
        if (event.channel == 0) move(MidiChannel::kBend, event.value);
        break;
      case Kind::kMod:
        move(MidiChannel::kMod, event.value);
        break;
      case Kind::kPressure:
        move(MidiChannel::kPressure, event.value);
        break;
      case Kind::kOff:
      case Kind::kAllOff:
      case Kind::kBendRange:
      case Kind::kTimbre:
      case Kind::kNoteBendRange:
      case Kind::kSustain:
      case Kind::kFirstBeat:
      case Kind::kBeat:
        break;
    }
    return true;
  }

  // A MIDI channel message or a message of a clock as its bytes; one of no use is ignored. False as
  // in play().
  bool play_midi(std::uint8_t status, std::uint8_t data1, std::uint8_t data2) {
    NoteEvent event;
    if (status >= 0xf8) return !tempo_.take(status, &event) || play(event);
    return !midi_.read(status, data1, data2, &event) || play(event);
  }

  // The oldest MIDI message the engine sent; false if there is none.
  bool next_event(MidiEvent* event) { return link_->events.pop(event); }

  // channels → network → params → the audio side; then a slice of learning.
  void tick() {
    link_->sound.take();
    tempo_.tick(voice_space_);
    answer();
    if (is_another_sound()) ++sounds_;
    ParamFrame& frame = link_->params.draft();
    for (std::size_t i = 0; i < wiring_.param_count; ++i) {
      frame.slots[wiring_.slots[i]] = Unit::from_q15(params_[i]);
    }
    frame.voice_space = voice_space_;
    frame.sounds = sounds_;
    link_->params.publish();
    network_->work(kOwnBudget);
    if (train_budget_ > 0) network_->train_step(train_budget_);
  }

  // channels → network → params: inputs(), outputs() and params() follow what was set and held
  // since the last tick. The sound follows at the next one.
  void answer() {
    read_channels();
    network_->infer(inputs_, outputs_);
    const std::uint16_t* const from = sounding();
    for (std::size_t i = 0; i < wiring_.param_count; ++i) {
      params_[i] = tempo_.holds(i) ? tempo_.unit() : held_.has(i) ? held_value_[i] : from[i];
      if (stepped_.has(i)) params_[i] = settled(holds_[i], i, params_[i]);
    }
  }

  // Exploring: around params() of answer(), until end_exploring(). A plane takes the place of the
  // network; params held from then on stay held, and those that are locked or set the level stay
  // where they are.
  void begin_exploring(std::uint32_t seed) {
    bool fixed[kMaxSlots];
    for (std::size_t i = 0; i < wiring_.param_count; ++i) {
      fixed[i] = locked_.has(i) || engine_.slots[wiring_.slots[i]].role == Role::kLevel;
    }
    answer();
    explorer_.begin(params_, fixed, static_cast<int>(wiring_.param_count), seed);
    release_params();
  }
  // Holds what is heard.
  void end_exploring() {
    answer();
    for (std::size_t i = 0; i < wiring_.param_count; ++i) set_param(i, params_[i]);
    explorer_.end();
  }
  Explorer& explorer() { return explorer_; }
  const Explorer& explorer() const { return explorer_; }

  // Units of train_step's budget at every tick; 0 leaves stepping to the host.
  void set_train_budget(std::uint32_t budget) { train_budget_ = budget; }

  // As of the last tick, in Q0.15.
  const std::uint16_t* inputs() const { return inputs_; }
  const std::uint16_t* outputs() const { return outputs_; }
  const std::uint16_t* params() const { return params_; }

  std::size_t state_count() const { return engine_.state_count(); }
  // The newest state fields of the engine.
  const float* state() {
    link_->sound.take();
    return link_->sound.value().state;
  }

 private:
  bool is_tuned(std::size_t slot) const { return scale_.on() && engine_.is_pitch(slot); }

  // A value of a param in stepped_ on a step or note. Once in memory: boards keep code in RAM.
  [[gnu::noinline]] std::uint16_t settled(StepHold& hold, std::size_t param,
                                          std::uint16_t q15) const {
    const std::size_t slot = wiring_.slots[param];
    const Curve curve = engine_.curve(voice_space_, slot);
    const Unit unit = Unit::from_q15(q15);
    return UnitBits::q15(is_tuned(slot)
                             ? hold.settle(curve, engine_.notes(scale_, slot), unit)
                             : hold.settle(curve, engine_.steps(voice_space_, slot), unit));
  }

  // The params where none is held.
  const std::uint16_t* sounding() {
    if (!explorer_.active()) return outputs_;
    explorer_.sound(explored_);
    return explored_;
  }

  // Units of what is learned without being asked, at every tick: on a Cortex-M33 about 150,000
  // instructions, so that 60 sounds are learned 40 ticks after the last of them was taught.
  static constexpr std::uint32_t kOwnBudget = 16;

  // How far something moves in a tick that no hand does.
  static constexpr std::int32_t kParamJump = Unit::kOne / 16;
  static constexpr std::int32_t kHandsStep = Unit::kOne / 64;

  static bool is_apart(std::uint16_t a, std::uint16_t b, std::int32_t by) {
    return a > b ? a - b > by : b - a > by;
  }

  // Several params jump while no channel moves: a random sound, a preset or what was just learned
  // was chosen. A gesture moves channels, and a knob moves one param.
  bool is_another_sound() {
    bool gesture = false;
    for (std::size_t i = 0; i < wiring_.channel_count; ++i) {
      gesture = gesture || is_apart(inputs_[i], last_inputs_[i], kHandsStep);
      last_inputs_[i] = inputs_[i];
    }
    int jumps = 0;
    for (std::size_t i = 0; i < wiring_.param_count; ++i) {
      jumps += is_apart(params_[i], last_params_[i], kParamJump) ? 1 : 0;
      last_params_[i] = params_[i];
    }
    return jumps >= 2 && !gesture;
  }

  void move(MidiChannel channel, Unit value) {
    moved_[kFirstMidi + static_cast<std::size_t>(channel)] = value;
  }

  void read_channels() {
    const SoundFrame& sound = link_->sound.value();
    for (std::size_t i = 0; i < wiring_.channel_count; ++i) {
      const std::size_t channel = wiring_.channels[i];
      if (is_set_[i]) continue;
      switch (kChannels[channel].source) {
        case ChannelSource::kHost:
          break;
        case ChannelSource::kMidi:
          inputs_[i] = UnitBits::q15(moved_[channel]);
          break;
        case ChannelSource::kAnalyser:
          inputs_[i] = UnitBits::q15(sound.analyser[channel - kFirstAnalyser]);
          break;
        case ChannelSource::kWander:
          inputs_[i] = UnitBits::q15(wander_.value(channel - kFirstWander, sound.ticks));
          break;
      }
    }
  }

  static constexpr std::size_t kFirstMidi = find_channel("midi_note");
  static constexpr std::size_t kFirstAnalyser = find_channel("audio_pitch");
  static constexpr std::size_t kFirstWander = find_channel("wander_0");

  Network* network_;
  Wiring wiring_;
  const EngineInfo& engine_;
  Link* link_;
  Wander wander_;
  MidiReader midi_;
  ClockedTempo tempo_;
  Explorer explorer_;
  std::uint32_t train_budget_ = 0;
  std::uint8_t voice_space_ = 0;
  std::uint8_t sounds_ = 0;         // chosen at once so far
  Unit moved_[kChannelCount] = {};  // what MIDI said last
  bool is_set_[kMaxChannels] = {};  // inputs set by the host
  ParamSet held_;                   // params set by hand, or locked
  ParamSet locked_;                 // kept out of learning
  std::uint16_t inputs_[kMaxChannels] = {};
  std::uint16_t outputs_[kMaxOutputs] = {};
  std::uint16_t params_[kMaxOutputs] = {};
  std::uint16_t explored_[kMaxSlots] = {};
  std::uint16_t held_value_[kMaxSlots] = {};
  ParamSet stepped_;  // params with steps in this voice space, or on a scale
  PitchScale scale_;
  StepHold holds_[kMaxSlots];
  std::uint16_t last_inputs_[kMaxChannels] = {};  // of the last tick
  std::uint16_t last_params_[kMaxSlots] = {};
};

}  // namespace ens
