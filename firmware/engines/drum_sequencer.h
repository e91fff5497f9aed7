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
#include "engines/drum_sequencer_loudness.h"
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
      {kKickHz, "kick_hz", 35, 110, Curve::kExp, 40.531, kPitchInHz},
      {kKickSweep, "kick_sweep_st", 0, 48, Curve::kLinear, 26.4},
      {kKickDecay, "kick_decay_ms", 80, 1500, Curve::kExp, 292.6},
      {kKickDrive, "kick_drive_db", 0, 24, Curve::kLinear, 7.2},
      {kSnareHz, "snare_hz", 110, 340, Curve::kExp, 131.67, kPitchInHz},
      {kSnareDecay, "snare_decay_ms", 50, 800, Curve::kExp, 139.4},
      {kSnareNoise, "snare_noise_pct", 0, 100, Curve::kSigmoid, 60.005},
      {kHatHz, "hat_hz", 3000, 11000, Curve::kLinear, 7000},
      {kHatDecay, "hat_decay_ms", 20, 400, Curve::kExp, 48.025},
      {kClapDecay, "clap_decay_ms", 60, 900, Curve::kExp, 160.13},
      {kTomHz, "tom_hz", 60, 280, Curve::kExp, 76.225, kPitchInHz},
      {kPercHz, "perc_hz", 250, 2500, Curve::kExp, 518.2, kPitchInHz},
      {kPercDecay, "perc_decay_ms", 30, 900, Curve::kExp, 94.16},
      {kKickDb, "kick_db", -36, 6, Curve::kSqrt, -2.139, Role::kMix},
      {kSnareDb, "snare_db", -36, 6, Curve::kSqrt, -4.852, Role::kMix},
      {kHatDb, "hat_db", -36, 6, Curve::kSqrt, -7.825, Role::kMix},
      {kPercDb, "perc_db", -36, 6, Curve::kSqrt, -6.3015, Role::kMix},
      {kDrive, "drive_db", 0, 18, Curve::kSquare, 1.62},
      {kOutput, "output_db", -36, 6, Curve::kSqrt, 0.007, Role::kLevel},
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
      .loudness = kDrumSequencerLoudness,
  };

  DrumSequencer() : Engine(kInfo) {}
  [[gnu::cold]] float in_use(Index slot) const;

 private:
  void on_reset() override;
  void on_tick() override;
  bool on_voice_space() override;
  void on_beat(bool is_first) override;
  void render(const StereoBlock& block) override;
  void live_state(float* out) const override;

  enum Bus : std::uint8_t { kKickBus, kSnareBus, kHatBus, kPercBus };

  const KitTraits& traits() const { return kVoiceSpaces.traits[voice_space()]; }
  // A share of 255 for per cent, and back.
  static std::uint8_t share(float pct) {
    return static_cast<std::uint8_t>(to_int(pct * 2.55f + 0.5f, 0, 255));
  }
  static float pct(std::uint8_t share) { return static_cast<float>(share) * (100.0f / 255.0f); }

  void move(Glide& glide, float to);
  void begin_bar();
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
  std::uint32_t pulled_step_ = 0;  // the same, towards the beats of a clock that leads
  float ahead_ = 0.0f;             // of the last such beat, in quarter notes, −½…½
  std::uint32_t pull_ticks_ = 0;   // left to make up for it
  bool second_eighth_ = false;     // of a quarter note
  std::uint32_t swing_ = 0;        // where in an eighth its second half begins
  bool on_beat_due_ = true, off_beat_due_ = true;
  bool jump_ = true;
  Glide levels_[4], drive_, output_;
  float accent_db_ = 0.0f;  // how much weaker the weakest steps are
  float heard_[4] = {};     // last velocity of kick, snare, hat, perc
  HalfBand rate_left_, rate_right_;
  Saturator saturator_left_, saturator_right_;
  DcServo servo_left_, servo_right_;
};

inline void DrumSequencer::move(Glide& glide, float to) {
  if (jump_) glide.reset(to);
  glide.aim(to, kTickFrames);
}

inline void DrumSequencer::on_tick() {
  // Two eighths a beat; one eighth is 2^32.
  const float cycles = slot(kTempo) * (2.0f / 60.0f) / sample_rate();
  eighth_step_ = static_cast<std::uint32_t>(to_int(cycles * 65536.0f * 65536.0f, 1, 1 << 30));
  pulled_step_ = eighth_step_;
  if (pull_ticks_ > 0) {
    --pull_ticks_;
    const float pull = ahead_ * static_cast<float>(eighth_step_);
    pulled_step_ -= static_cast<std::uint32_t>(to_int(pull, -(1 << 29), 1 << 29));
  }
  const float half = clamp(slot(kSwing) * 0.01f, 0.5f, 0.75f);
  swing_ = static_cast<std::uint32_t>(to_int(half * 65536.0f, 0, 65535)) << 16;
  set_voices();
  set_pattern();
  set_levels();
  servo_left_.set(2.0f * sample_rate());
  servo_right_.set(2.0f * sample_rate());
  jump_ = false;
}

inline void DrumSequencer::set_voices() {
  const KitTraits& kit = traits();
  const float rate = sample_rate();
  kick_.set({slot(kKickHz), slot(kKickSweep), kit.kick_sweep_ms, slot(kKickDecay), slot(kKickDrive),
             kit.kick_click},
            rate, kTickFrames);
  snare_.set({slot(kSnareHz), kit.snare_ratio, slot(kSnareDecay), slot(kSnareNoise) * 0.01f,
              kit.snare_noise_hz},
             rate, kTickFrames);
  hat_.set(
      {kit.hat_tune, slot(kHatHz), slot(kHatDecay), slot(kHatDecay) * kit.hat_ring, kit.hat_noise},
      rate);
  clap_.set({kit.clap_hz, slot(kClapDecay), kit.clap_spread_ms}, rate);
  tom_.set({slot(kTomHz), 1.5f, kit.tom_index, kit.tom_sweep_st, kit.tom_decay_ms, 0.2f}, rate);
  perc_.set({slot(kPercHz), kit.perc_ratio, kit.perc_index, kit.perc_sweep_st, slot(kPercDecay),
             kit.perc_noise},
            rate);
}

inline void DrumSequencer::set_pattern() {
  accent_db_ = slot(kAccent);
  const std::uint8_t perc = share(slot(kPercDensity));
  settings_ = {{share(slot(kKickDensity)), share(slot(kSnareDensity)), share(slot(kHatDensity)),
                perc, perc, perc},
               share(slot(kOpen)),
               share(slot(kSyncopation)),
               share(slot(kVariation)),
               share(slot(kFill))};
}

inline void DrumSequencer::set_levels() {
  for (int bus = 0; bus < 4; ++bus) {
    const std::size_t db = static_cast<std::size_t>(kKickDb) + static_cast<std::size_t>(bus);
    move(levels_[bus], gain_of_db(slot(db)));
  }
  move(drive_, Drive::amount(slot(kDrive)));
  move(output_, gain_of_db(slot(kOutput)));
}

// Steps a drummer leans on are full, the others up to accent_db weaker.
inline float DrumSequencer::velocity(std::uint8_t force) const {
  return gain_of_db(-accent_db_ * (1.0f - static_cast<float>(force) * (1.0f / 255.0f)));
}

inline float DrumSequencer::in_use(Index slot) const {
  const float rate = sample_rate();
  const auto& density = settings_.density;
  switch (slot) {
    case kTempo:
      return 30.0f * hz_of_step(eighth_step_, rate);
    case kSwing:
      return hz_of_step(swing_, 100.0f);
    case kKickDensity:
      return pct(density[kKick]);
    case kSnareDensity:
      return pct(density[kSnare]);
    case kHatDensity:
      return pct(density[kHat]);
    case kPercDensity:
      return agreed(pct(density[kPerc]), agreed(pct(density[kClap]), pct(density[kTom])));
    case kSyncopation:
      return pct(settings_.syncopation);
    case kVariation:
      return pct(settings_.variation);
    case kFill:
      return pct(settings_.fill);
    case kAccent:
      return -db_of_gain(velocity(0));
    case kOpen:
      return pct(settings_.open);
    case kKickHz:
      return kick_.settings(rate).hz;
    case kKickSweep:
      return kick_.settings(rate).sweep_st;
    case kKickDecay:
      return kick_.settings(rate).decay_ms;
    case kKickDrive:
      return kick_.settings(rate).drive_db;
    case kSnareHz:
      return snare_.settings(rate).hz;
    case kSnareDecay:
      return snare_.settings(rate).decay_ms;
    case kSnareNoise:
      return 100.0f * snare_.settings(rate).noise;
    case kHatHz:
      return hat_.settings(rate).hz;
    case kHatDecay:
      return agreed(hat_.settings(rate).decay_ms, hat_.settings(rate).open_ms / traits().hat_ring);
    case kClapDecay:
      return clap_.decay_ms(rate);
    case kTomHz:
      return tom_.hz(rate);
    case kPercHz:
      return perc_.hz(rate);
    case kPercDecay:
      return perc_.decay_ms(rate);
    case kKickDb:
      return db_of_gain(levels_[kKickBus].target);
    case kSnareDb:
      return db_of_gain(levels_[kSnareBus].target);
    case kHatDb:
      return db_of_gain(levels_[kHatBus].target);
    case kPercDb:
      return db_of_gain(levels_[kPercBus].target);
    case kDrive:
      return Drive::db(drive_.target);
    case kOutput:
      return db_of_gain(output_.target);
  }
  return kUnheard;
}

}  // namespace ens
