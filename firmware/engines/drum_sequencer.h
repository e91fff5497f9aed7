// A drum machine that plays itself: six synthesised drums and a pattern that thickens, swings,
// varies and fills.
//
// The pattern (drum_pattern.h) is clocked by a 32-bit phase of one eighth note, so tempo is exact
// to a part in four million and hits fall on their sample. Drums: dsp/drum_voices.h. The voice
// space is the kit: its sounds, its groove and how its knobs bend. The mix goes through the
// saturator of dsp/saturator.h at twice the rate.
#pragma once

#include "dsp/dc_servo.h"
#include "dsp/drum_voices.h"
#include "dsp/glide.h"
#include "dsp/half_band.h"
#include "dsp/saturator.h"
#include "engines/drum_pattern.h"
#include "engines/engine.h"

namespace ens {

class DrumSequencer final : public Engine {
 public:
  enum SlotIndex : std::uint8_t {
    kTempoBpm,
    kSwingPct,
    kKickDensity,
    kSnareDensity,
    kHatDensity,
    kPercDensity,
    kSyncopation,
    kVariation,
    kFill,
    kAccentDb,
    kOpenPct,
    kKickHz,
    kKickSweepSt,
    kKickDecayMs,
    kKickDriveDb,
    kSnareHz,
    kSnareDecayMs,
    kSnareNoisePct,
    kHatHz,
    kHatDecayMs,
    kClapDecayMs,
    kTomHz,
    kPercHz,
    kPercDecayMs,
    kKickDb,
    kSnareDb,
    kHatDb,
    kPercDb,
    kDriveDb,
    kOutputDb,
    kSlotCount
  };

  static constexpr Slot kSlots[kSlotCount] = {
      {"tempo_bpm", 60.0f, 200.0f, Curve::linear, Unit::from_q15(14043)},
      {"swing_pct", 50.0f, 75.0f, Curve::linear, Unit::from_q15(5243)},
      {"kick_density_pct", 0.0f, 100.0f, Curve::linear, Unit::from_q15(13107)},
      {"snare_density_pct", 0.0f, 100.0f, Curve::linear, Unit::from_q15(9830)},
      {"hat_density_pct", 0.0f, 100.0f, Curve::linear, Unit::from_q15(21299)},
      {"perc_density_pct", 0.0f, 100.0f, Curve::linear, Unit::from_q15(8192)},
      {"syncopation_pct", 0.0f, 100.0f, Curve::square, Unit::from_q15(6554)},
      {"variation_pct", 0.0f, 100.0f, Curve::linear, Unit::from_q15(8192)},
      {"fill_pct", 0.0f, 100.0f, Curve::linear, Unit::from_q15(16384)},
      {"accent_db", 0.0f, 24.0f, Curve::linear, Unit::from_q15(16384)},
      {"open_pct", 0.0f, 100.0f, Curve::linear, Unit::from_q15(9830)},
      {"kick_hz", 35.0f, 110.0f, Curve::exp, Unit::from_q15(13107)},
      {"kick_sweep_st", 0.0f, 48.0f, Curve::linear, Unit::from_q15(18022)},
      {"kick_decay_ms", 80.0f, 1500.0f, Curve::exp, Unit::from_q15(18022)},
      {"kick_drive_db", 0.0f, 24.0f, Curve::linear, Unit::from_q15(9830)},
      {"snare_hz", 110.0f, 340.0f, Curve::exp, Unit::from_q15(14746)},
      {"snare_decay_ms", 50.0f, 800.0f, Curve::exp, Unit::from_q15(16384)},
      {"snare_noise_pct", 0.0f, 100.0f, Curve::sigmoid, Unit::from_q15(17695)},
      {"hat_hz", 3000.0f, 11000.0f, Curve::linear, Unit::from_q15(16384)},
      {"hat_decay_ms", 20.0f, 400.0f, Curve::exp, Unit::from_q15(13107)},
      {"clap_decay_ms", 60.0f, 900.0f, Curve::exp, Unit::from_q15(16384)},
      {"tom_hz", 60.0f, 280.0f, Curve::exp, Unit::from_q15(13107)},
      {"perc_hz", 250.0f, 2500.0f, Curve::exp, Unit::from_q15(16384)},
      {"perc_decay_ms", 30.0f, 900.0f, Curve::exp, Unit::from_q15(13107)},
      {"kick_db", -36.0f, 6.0f, Curve::sqrt, Unit::from_q15(21299)},
      {"snare_db", -36.0f, 6.0f, Curve::sqrt, Unit::from_q15(18022)},
      {"hat_db", -36.0f, 6.0f, Curve::sqrt, Unit::from_q15(14746)},
      {"perc_db", -36.0f, 6.0f, Curve::sqrt, Unit::from_q15(16384)},
      {"drive_db", 0.0f, 18.0f, Curve::square, Unit::from_q15(9830)},
      {"output_db", -36.0f, 6.0f, Curve::sqrt, Unit::from_q15(24084)},
  };

  static constexpr VoiceSpace kVoiceSpaces[] = {
      {"Eight-O", {}},
      {"Nine-O",
       {{kKickDecayMs, Curve::square}, {kSnareNoisePct, Curve::linear}, {kHatHz, Curve::sqrt}}},
      {"Studio",
       {{kSyncopation, Curve::cubic}, {kSnareDecayMs, Curve::square}, {kTomHz, Curve::linear}}},
      {"Breaks", {{kTempoBpm, Curve::sqrt}, {kFill, Curve::sqrt}, {kKickSweepSt, Curve::square}}},
      {"Circuit",
       {{kPercHz, Curve::linear},
        {kVariation, Curve::log},
        {kPercDecayMs, Curve::cubic},
        {kSyncopation, Curve::linear}}},
  };

  static constexpr const char* kLiveFields[] = {"step", "kick_level", "snare_level", "hat_level",
                                                "perc_level"};

  static constexpr EngineInfo kInfo = {
      .engine_id = "drum_sequencer",
      .slots = kSlots,
      .slot_count = kSlotCount,
      .voice_spaces = kVoiceSpaces,
      .voice_space_count = 5,
      .live_fields = kLiveFields,
      .live_field_count = 5,
      .plays_notes = false,
      .driver = {},
  };

  DrumSequencer() : Engine(kInfo) {}

  // What a kit's sounds are made of, beyond what the slots say.
  struct Kit {
    float kick_sweep_ms, kick_click;
    float snare_ratio, snare_noise_hz;
    float hat_tune, hat_noise, hat_ring;  // ring: open decay to closed
    float clap_hz, clap_spread_ms;
    float tom_index, tom_sweep_st, tom_decay_ms;
    float perc_ratio, perc_index, perc_sweep_st, perc_noise;
    float bias;
    Groove groove;
  };
  static const Kit kKits[5];

 private:
  void on_prepare() override {}
  void on_reset() override;
  void on_tick() override;
  void on_voice_space() override;
  void render(const StereoBlock& block) override;
  void live_state(float* out) const override;

  void stop_voices();
  void set_voices();
  void set_pattern();
  void set_levels();
  void play_step();
  float velocity(std::uint8_t force) const;
  void mix(float* left, float* right);
  void glue(const StereoBlock& block, float* left, float* right);

  DrumPattern pattern_;
  PatternSettings settings_ = {};
  KickVoice kick_;
  SnareVoice snare_;
  HatVoice hat_;
  ClapVoice clap_;
  PingVoice tom_, perc_;
  std::uint32_t eighth_ = 0;  // phase of the clock
  std::uint32_t eighth_step_ = 0;
  std::uint32_t swing_ = 0;  // where in an eighth its second half begins
  bool on_beat_due_ = true, off_beat_due_ = true;
  bool jump_ = true;
  Glide levels_[4], drive_, output_;
  float heard_[4] = {};  // last velocity of kick, snare, hat, perc
  HalfBand rate_left_, rate_right_;
  Saturator saturator_left_, saturator_right_;
  DcServo servo_left_, servo_right_;
};

}  // namespace ens
