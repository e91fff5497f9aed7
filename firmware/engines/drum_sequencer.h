// A drum machine that plays itself: six synthesised drums and a pattern that thickens, swings,
// varies and fills.
//
// The pattern (drum_pattern.h) is clocked by a 32-bit phase of one eighth note, so tempo is exact
// to a part in four million and hits fall on their sample. Drums: dsp/drum_voices.h. The voice
// space is the kit: its sounds, its groove and its curves. The mix goes through the
// saturator of dsp/saturator.h at twice the rate.
#pragma once

#include "dsp/dc_servo.h"
#include "dsp/drum_voices.h"
#include "dsp/glide.h"
#include "dsp/half_band.h"
#include "dsp/saturator.h"
#include "engines/drum_kits.h"
#include "engines/engine.h"

namespace ens {

class DrumSequencer final : public Engine {
 public:
  enum Index : std::uint8_t {
    kTempo,
    kSwing,
    kKickDensity,
    kSnareDensity,
    kHatDensity,
    kPercDensity,
    kSyncopation,
    kVariation,
    kFill,
    kAccent,
    kOpen,
    kKickHz,
    kKickSweep,
    kKickDecay,
    kKickDrive,
    kSnareHz,
    kSnareDecay,
    kSnareNoise,
    kHatHz,
    kHatDecay,
    kClapDecay,
    kTomHz,
    kPercHz,
    kPercDecay,
    kKickDb,
    kSnareDb,
    kHatDb,
    kPercDb,
    kDrive,
    kOutput,
  };

  static constexpr auto kSlots = slot_table<Index>({
      {kTempo, "tempo_bpm", 60, 200, Curve::kLinear, 120},
      {kSwing, "swing_pct", 50, 75, Curve::kLinear, 54},
      {kKickDensity, "kick_density_pct", 0, 100, Curve::kLinear, 40},
      {kSnareDensity, "snare_density_pct", 0, 100, Curve::kLinear, 30},
      {kHatDensity, "hat_density_pct", 0, 100, Curve::kLinear, 65},
      {kPercDensity, "perc_density_pct", 0, 100, Curve::kLinear, 25},
      {kSyncopation, "syncopation_pct", 0, 100, Curve::kSquare, 4},
      {kVariation, "variation_pct", 0, 100, Curve::kLinear, 25},
      {kFill, "fill_pct", 0, 100, Curve::kLinear, 50},
      {kAccent, "accent_db", 0, 24, Curve::kLinear, 12},
      {kOpen, "open_pct", 0, 100, Curve::kLinear, 30},
      {kKickHz, "kick_hz", 35, 110, Curve::kExp, 40.531},
      {kKickSweep, "kick_sweep_st", 0, 48, Curve::kLinear, 26.4},
      {kKickDecay, "kick_decay_ms", 80, 1500, Curve::kExp, 292.6},
      {kKickDrive, "kick_drive_db", 0, 24, Curve::kLinear, 7.2},
      {kSnareHz, "snare_hz", 110, 340, Curve::kExp, 131.67},
      {kSnareDecay, "snare_decay_ms", 50, 800, Curve::kExp, 139.4},
      {kSnareNoise, "snare_noise_pct", 0, 100, Curve::kSigmoid, 60.005},
      {kHatHz, "hat_hz", 3000, 11000, Curve::kLinear, 7000},
      {kHatDecay, "hat_decay_ms", 20, 400, Curve::kExp, 48.025},
      {kClapDecay, "clap_decay_ms", 60, 900, Curve::kExp, 160.13},
      {kTomHz, "tom_hz", 60, 280, Curve::kExp, 76.225},
      {kPercHz, "perc_hz", 250, 2500, Curve::kExp, 518.2},
      {kPercDecay, "perc_decay_ms", 30, 900, Curve::kExp, 94.16},
      {kKickDb, "kick_db", -36, 6, Curve::kSqrt, -2.139},
      {kSnareDb, "snare_db", -36, 6, Curve::kSqrt, -4.852},
      {kHatDb, "hat_db", -36, 6, Curve::kSqrt, -7.825},
      {kPercDb, "perc_db", -36, 6, Curve::kSqrt, -6.3015},
      {kDrive, "drive_db", 0, 18, Curve::kSquare, 1.62},
      {kOutput, "output_db", -36, 6, Curve::kSqrt, 0.007},
  });

  static constexpr auto kVoiceSpaces = voice_spaces<Index, KitTraits>(
      kSlots,
      {
          {"Eight-O", {}, kEightO},
          {"Nine-O",
           {{kKickDecay, Curve::kSquare}, {kSnareNoise, Curve::kLinear}, {kHatHz, Curve::kSqrt}},
           kNineO},
          {"Studio",
           {{kSyncopation, Curve::kCubic}, {kSnareDecay, Curve::kSquare}, {kTomHz, Curve::kLinear}},
           kStudio},
          {"Breaks",
           {{kTempo, Curve::kSqrt}, {kFill, Curve::kSqrt}, {kKickSweep, Curve::kSquare}},
           kBreaks},
          {"Circuit",
           {{kPercHz, Curve::kLinear},
            {kVariation, Curve::kLog},
            {kPercDecay, Curve::kCubic},
            {kSyncopation, Curve::kLinear}},
           kCircuit},
      });

  static constexpr auto kLiveFields =
      names({"step", "kick_level", "snare_level", "hat_level", "perc_level"});

  static constexpr EngineInfo kInfo = {
      .engine_id = "drum_sequencer",
      .slots = kSlots,
      .voice_spaces = kVoiceSpaces,
      .live_fields = kLiveFields,
  };

  DrumSequencer() : Engine(kInfo) {}
  [[gnu::cold]] float in_use(Index slot) const;

 private:
  void on_reset() override;
  void on_tick() override;
  void on_voice_space() override;
  void render(const StereoBlock& block) override;
  void live_state(float* out) const override;

  enum Bus : std::uint8_t { kKickBus, kSnareBus, kHatBus, kPercBus };

  const KitTraits& traits() const { return kVoiceSpaces.traits[voice_space()]; }
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
  float accent_db_ = 0.0f;  // how much weaker the weakest steps are
  float heard_[4] = {};     // last velocity of kick, snare, hat, perc
  HalfBand rate_left_, rate_right_;
  Saturator saturator_left_, saturator_right_;
  DcServo servo_left_, servo_right_;
};

}  // namespace ens
