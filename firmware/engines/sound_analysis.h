// The ear: hears pitch, aperiodicity, energy, attack and brightness in the microphone, and sends
// its slots as MIDI controllers. It makes no sound.
//
// What it hears are its first five live fields, 0…1 as the audio_* channels carry them, so an
// instrument can also use it beside another engine. A slot is a controller's value; a message goes
// out when the whole number changes, one a tick at most (a MIDI cable carries one in 0.96 ms, a
// tick lasts 1.33).
#pragma once

#include "dsp/loudness.h"
#include "dsp/pitch_tracker.h"
#include "engines/engine.h"

namespace ens {

class SoundAnalysis final : public Engine {
 public:
  static constexpr Slot kSlots[] = {
      {"mod_wheel", 0.0f, 127.0f, Curve::linear, Unit::from_q15(0)},
      {"breath", 0.0f, 127.0f, Curve::sqrt, Unit::from_q15(0)},
      {"volume", 0.0f, 127.0f, Curve::sqrt, Unit::from_q15(20000)},
      {"pan", 0.0f, 127.0f, Curve::linear, Unit::from_q15(16384)},
      {"expression", 0.0f, 127.0f, Curve::log, Unit::from_q15(32768)},
      {"effect_1", 0.0f, 127.0f, Curve::linear, Unit::from_q15(0)},
      {"effect_2", 0.0f, 127.0f, Curve::linear, Unit::from_q15(0)},
      {"general_1", 0.0f, 127.0f, Curve::linear, Unit::from_q15(0)},
      {"general_2", 0.0f, 127.0f, Curve::linear, Unit::from_q15(0)},
      {"variation", 0.0f, 127.0f, Curve::sigmoid, Unit::from_q15(16384)},
      {"resonance", 0.0f, 127.0f, Curve::square, Unit::from_q15(0)},
      {"release", 0.0f, 127.0f, Curve::linear, Unit::from_q15(16384)},
      {"attack", 0.0f, 127.0f, Curve::square, Unit::from_q15(0)},
      {"cutoff", 0.0f, 127.0f, Curve::linear, Unit::from_q15(32768)},
      {"vibrato", 0.0f, 127.0f, Curve::cubic, Unit::from_q15(0)},
      {"reverb", 0.0f, 127.0f, Curve::linear, Unit::from_q15(8192)},
  };
  static constexpr std::size_t kSlotCount = sizeof(kSlots) / sizeof(kSlots[0]);
  // Controller numbers of the slots: MIDI 1.0 Detailed Specification (1995), table 3, and RP-021.
  static constexpr std::uint8_t kControllers[kSlotCount] = {1,  2,  7,  10, 11, 12, 13, 16,
                                                            17, 70, 71, 72, 73, 74, 77, 91};

  static constexpr const char* kLiveFields[] = {
      "audio_pitch",      "audio_aperiodicity", "audio_energy", "audio_attack",
      "audio_brightness", "pitch_hz",           "level_db",     "brightness_hz"};

  static constexpr EngineInfo kInfo = {
      .engine_id = "sound_analysis",
      .slots = kSlots,
      .slot_count = kSlotCount,
      .voice_spaces = nullptr,
      .voice_space_count = 0,
      .live_fields = kLiveFields,
      .live_field_count = sizeof(kLiveFields) / sizeof(kLiveFields[0]),
      .plays_notes = false,
      .driver = {.input = AudioInput::microphone, .microphone_gain_db = 30, .output_volume = 0.0f},
  };

  SoundAnalysis() : Engine(kInfo) {}

 private:
  void on_prepare() override;
  void on_reset() override;
  void on_tick() override;
  void render(const StereoBlock& block) override;
  void live_state(float* out) const override;

  void hear();
  void send_controllers();

  PitchTracker pitch_;
  Loudness loudness_;
  float tick_ms_ = 1.0f;
  float heard_[5] = {};  // the audio_* channels
  std::uint8_t sent_[kSlotCount] = {};
  std::size_t next_ = 0;  // whose turn it is to send
};

}  // namespace ens
