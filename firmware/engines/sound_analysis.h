// Sound analysis: measures pitch, aperiodicity, energy, attack and brightness of the microphone,
// and sends its slots as MIDI controllers. It makes no sound.
//
// The measurements are its first five live fields, 0…1 as the audio_* channels carry them, so an
// instrument can also run it beside another engine. A slot is a controller's value, a whole number;
// a message goes out when it changes, one a tick at most (a MIDI cable carries one in 0.96 ms, a
// tick lasts 1.33).
#pragma once

#include "dsp/loudness.h"
#include "dsp/pitch_tracker.h"
#include "engines/engine.h"

namespace ens {

// The MIDI controller a slot is sent as: MIDI 1.0 Detailed Specification (1995), table 3, and
// RP-021.
struct MidiController {
  std::uint8_t number;
};

class SoundAnalysis final : public Engine {
 public:
  enum Index : std::uint8_t {
    kModWheel,
    kBreath,
    kVolume,
    kPan,
    kExpression,
    kEffect1,
    kEffect2,
    kGeneral1,
    kGeneral2,
    kVariation,
    kResonance,
    kRelease,
    kAttack,
    kCutoff,
    kVibrato,
    kReverb,
  };

  static constexpr auto kSlots = slot_table<Index, MidiController>({
      {kModWheel, "mod_wheel", 0, 127, Curve::kLinear, 0, kWholeNumbers, {1}},
      {kBreath, "breath", 0, 127, Curve::kSqrt, 0, kWholeNumbers, {2}},
      {kVolume, "volume", 0, 127, Curve::kSqrt, 99.219, kWholeNumbers, {7}},
      {kPan, "pan", 0, 127, Curve::kLinear, 63.5, kWholeNumbers, {10}},
      {kExpression, "expression", 0, 127, Curve::kLog, 127, kWholeNumbers, {11}},
      {kEffect1, "effect_1", 0, 127, Curve::kLinear, 0, kWholeNumbers, {12}},
      {kEffect2, "effect_2", 0, 127, Curve::kLinear, 0, kWholeNumbers, {13}},
      {kGeneral1, "general_1", 0, 127, Curve::kLinear, 0, kWholeNumbers, {16}},
      {kGeneral2, "general_2", 0, 127, Curve::kLinear, 0, kWholeNumbers, {17}},
      {kVariation, "variation", 0, 127, Curve::kSigmoid, 63.5, kWholeNumbers, {70}},
      {kResonance, "resonance", 0, 127, Curve::kSquare, 0, kWholeNumbers, {71}},
      {kRelease, "release", 0, 127, Curve::kLinear, 63.5, kWholeNumbers, {72}},
      {kAttack, "attack", 0, 127, Curve::kSquare, 0, kWholeNumbers, {73}},
      {kCutoff, "cutoff", 0, 127, Curve::kLinear, 127, kWholeNumbers, {74}},
      {kVibrato, "vibrato", 0, 127, Curve::kCubic, 0, kWholeNumbers, {77}},
      {kReverb, "reverb", 0, 127, Curve::kLinear, 31.75, kWholeNumbers, {91}},
  });

  static constexpr auto kLiveFields =
      names({"audio_pitch", "audio_aperiodicity", "audio_energy", "audio_attack",
             "audio_brightness", "pitch_hz", "level_db", "brightness_hz"});

  static constexpr EngineInfo kInfo = {
      .engine_id = "sound_analysis",
      .slots = kSlots,
      .live_fields = kLiveFields,
      .sends_midi = true,
      .driver = {.input = AudioInput::kMicrophone, .microphone_gain_db = 30, .output_volume = 0.0f},
  };

  SoundAnalysis() : Engine(kInfo) {}
  // As the next message of the controller rounds it.
  float in_use(Index slot) const { return controller_[slot]; }

 private:
  [[gnu::cold]] void on_prepare() override;
  void on_reset() override;
  void on_tick() override;
  void render(const StereoBlock& block) override;
  void live_state(float* out) const override;

  void measure();
  void send_controllers();

  PitchTracker pitch_;
  Loudness loudness_;
  float tick_ms_ = 1.0f;
  // The values of the audio_* channels, in the order of kLiveFields.
  enum Measured : std::uint8_t {
    kMeasuredPitch,
    kMeasuredAperiodicity,
    kMeasuredEnergy,
    kMeasuredAttack,
    kMeasuredBrightness,
    kMeasuredCount
  };
  float measured_[kMeasuredCount] = {};
  float controller_[kSlots.size()] = {};   // what the controllers should say
  std::uint8_t sent_[kSlots.size()] = {};  // last value of each controller
  std::size_t next_ = 0;                   // the controller to try next
};

}  // namespace ens
