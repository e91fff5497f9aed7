// Three singing voices of three formants each, with breath, pulse, drive, filter and a drifting
// echo.
//
// Phase-aligned formants after Puckette (dsp/paf.h). A voice space changes what the formants are
// tied to: fixed frequencies as in a throat, single harmonics as in overtone singing, the pitch as
// in glass. Formants are narrowed and faded out before their skirts reach half the sample rate.
#pragma once

#include "dsp/ceiling.h"
#include "dsp/delay.h"
#include "dsp/half_band.h"
#include "dsp/level.h"
#include "dsp/noise.h"
#include "dsp/one_pole.h"
#include "dsp/paf.h"
#include "dsp/saturator.h"
#include "dsp/svf_eq.h"
#include "engines/engine.h"

namespace ens {

// What a voice space changes beside curves.
struct PafTraits {
  float bandwidth = 1.0f;    // times the bandwidth slots
  float track = 0.0f;        // 0: formants stay, 1: they follow the pitch
  float lock = 0.0f;         // 0: between harmonics, 1: on one
  float sub = 0.0f;          // every second period is softer by this much
  float roam = 0.0f;         // semitones each formant of each voice wanders on its own
  bool whole_steps = false;  // intervals are whole semitones
  float bias = 0.0f;         // of the drive: even harmonics
};

class PafSynth : public Engine {
 public:
  enum Index : std::uint8_t {
    kPitch,
    kInterval2,
    kInterval3,
    kLevel2,
    kLevel3,
    kDetune,
    kFormant1,
    kFormant2,
    kFormant3,
    kBandwidth1,
    kBandwidth2,
    kBandwidth3,
    kGain2,
    kGain3,
    kSkirt,
    kFormantShift,
    kVibratoRate,
    kVibratoDepth,
    kTremor,
    kPulseRate,
    kPulseDepth,
    kSweepRate,
    kSweepDepth,
    kBreath,
    kBreathTone,
    kCutoff,
    kResonance,
    kDrive,
    kWidth,
    kEchoMs,
    kEchoFeedback,
    kEchoMix,
    kLevel,
  };

  static constexpr auto kSlots = slot_table<Index>({
      {kPitch, "pitch_hz", 40, 880, Curve::kExp, 110.02},
      {kInterval2, "interval_2_st", -12, 12, Curve::kLinear, 7.0005},
      {kInterval3, "interval_3_st", -24, 24, Curve::kLinear, 12},
      {kLevel2, "level_2_pct", 0, 100, Curve::kLinear, 50},
      {kLevel3, "level_3_pct", 0, 100, Curve::kLinear, 35},
      {kDetune, "detune_cents", 0, 60, Curve::kSquare, 7.998},
      {kFormant1, "formant_1_hz", 150, 1200, Curve::kExp, 599.97},
      {kFormant2, "formant_2_hz", 400, 4000, Curve::kExp, 1100},
      {kFormant3, "formant_3_hz", 1000, 8000, Curve::kExp, 2599.8},
      {kBandwidth1, "bandwidth_1_hz", 20, 1500, Curve::kExp, 100.01},
      {kBandwidth2, "bandwidth_2_hz", 20, 2000, Curve::kExp, 120.03},
      {kBandwidth3, "bandwidth_3_hz", 20, 2500, Curve::kExp, 199.98},
      {kGain2, "gain_2_db", -36, 6, Curve::kSqrt, -4},
      {kGain3, "gain_3_db", -36, 6, Curve::kSqrt, -12.001},
      {kSkirt, "skirt_pct", 0, 100, Curve::kLinear, 20},
      {kFormantShift, "formant_shift_st", -12, 12, Curve::kLinear, 0},
      {kVibratoRate, "vibrato_rate_hz", 0.1, 10, Curve::kExp, 5},
      {kVibratoDepth, "vibrato_depth_cents", 0, 150, Curve::kCubic, 10},
      {kTremor, "tremor_cents", 0, 80, Curve::kSquare, 5},
      {kPulseRate, "pulse_rate_hz", 0.1, 24, Curve::kExp, 2.9996},
      {kPulseDepth, "pulse_depth_pct", 0, 100, Curve::kSigmoid, 0},
      {kSweepRate, "sweep_rate_hz", 0.03, 8, Curve::kExp, 0.3999},
      {kSweepDepth, "sweep_depth_st", 0, 24, Curve::kSquare, 0.9998},
      {kBreath, "breath_db", -60, -10, Curve::kLog, -30},
      {kBreathTone, "breath_tone_hz", 80, 6000, Curve::kExp, 600.05},
      {kCutoff, "cutoff_hz", 60, 16000, Curve::kExp, 9001},
      {kResonance, "resonance_pct", 0, 100, Curve::kLinear, 15},
      {kDrive, "drive_db", 0, 30, Curve::kLinear, 3},
      {kWidth, "width_pct", 0, 100, Curve::kLinear, 60},
      {kEchoMs, "echo_ms", 20, 340, Curve::kLinear, 280},
      {kEchoFeedback, "echo_feedback_pct", 0, 92, Curve::kLinear, 44.998},
      {kEchoMix, "echo_mix_pct", 0, 100, Curve::kSquare, 16},
      {kLevel, "level_db", -24, 0, Curve::kSqrt, -6},
  });

  static constexpr auto kVoiceSpaces = voice_spaces<Index, PafTraits>(
      kSlots,
      {
          {"Choir", {}, {.whole_steps = true}},
          {"Throat",
           {{kFormant2, Curve::kLinear}, {kBandwidth2, Curve::kSquare}, {kTremor, Curve::kCubic}},
           {.bandwidth = 0.3f, .lock = 1.0f, .whole_steps = true, .bias = 0.1f}},
          {"Glass",
           {{kPulseDepth, Curve::kLinear}, {kDetune, Curve::kLinear}, {kEchoMix, Curve::kSqrt}},
           {.bandwidth = 0.2f, .track = 1.0f, .lock = 0.5f}},
          {"Growl",
           {{kDrive, Curve::kSqrt}, {kSkirt, Curve::kSqrt}, {kCutoff, Curve::kSquare}},
           {.bandwidth = 1.3f, .track = 0.3f, .sub = 0.8f, .whole_steps = true, .bias = 0.3f}},
          {"Swarm",
           {{kDetune, Curve::kExp},
            {kTremor, Curve::kLinear},
            {kSweepDepth, Curve::kLinear},
            {kBreath, Curve::kSigmoid}},
           {.bandwidth = 0.6f, .roam = 7.0f, .bias = 0.05f}},
      });

  static constexpr auto kLiveFields = names({
      "formant_1_now_hz",
      "formant_2_now_hz",
      "formant_3_now_hz",
      "pitch_now_hz",
      "pulse",
  });

  static constexpr EngineInfo kInfo = {
      .engine_id = "paf_synth",
      .slots = kSlots,
      .voice_spaces = kVoiceSpaces,
      .live_fields = kLiveFields,
  };

  PafSynth() : Engine(kInfo) {}
  [[gnu::cold]] float in_use(Index slot) const;

 protected:
  void on_prepare() override;
  void on_reset() override;
  void on_tick() override;
  void render(const StereoBlock& block) override;
  void live_state(float* out) const override;

 private:
  static constexpr int kVoices = 3;
  static constexpr int kFormants = 3;
  static constexpr int kFrames = static_cast<int>(kTickFrames);

  static constexpr float kVoiceGain = 0.5f;
  static constexpr float kHeadroom = 0.36f;     // three driven voices stay below the ceiling's knee
  static constexpr float kMaxEchoSlope = 0.5f;  // samples per sample an echo's length may change

  struct Voice {
    std::uint32_t half_phase = 0;  // of half the pitch, so that every second period can differ
    std::int32_t half_step = 0;
    std::int32_t half_bend = 0;    // change of the step per sample: pitch moves with the centres
    std::int32_t half_target = 0;  // step at the end of this tick

    float interval = 0.0f;          // semitones above voice 1, as asked
    float cents = 0.0f;             // of detuning, vibrato and tremor
    float shift[kFormants] = {};    // what the formants are multiplied by
    float roam[kFormants] = {};     // semitones of it that are chance
    float room[kFormants] = {};     // gain that is left near half the sample rate
    bool narrowed[kFormants] = {};  // so that nothing folds

    bool silent = false;  // in this tick
    Glide level;
    Glide left;
    Glide right;
    PafFormant formants[kFormants];
    OnePole pull[kFormants];  // towards a harmonic, in harmonics
    OnePole wander[kFormants];
    OnePole tremor;
  };

  // What all voices share, sample by sample.
  struct Shared {
    float air[kTickFrames];
    float skirt[kTickFrames];
    float soft[kTickFrames];
  };

  const PafTraits& traits() const { return kVoiceSpaces.traits[voice_space()]; }
  void aim_voice(int index);
  void aim_formant(Voice& voice, int index, float hz, float wanted_hz);
  void render_voice(Voice& voice, const Shared& shared, float* left, float* right, int frames);

  [[gnu::cold]] float pitch_in_use(int voice) const;
  [[gnu::cold]] float interval_in_use(int voice) const;
  [[gnu::cold]] float formant_in_use(int formant) const;
  [[gnu::cold]] float bandwidth_in_use(int formant) const;
  [[gnu::cold]] float gain_in_use(int formant) const;
  float drive_yields() const;
  Drive drive_wanted() const;
  void aim_drive();
  Drive drive(HalfBand& rate, Saturator4& kept, float* samples, int frames) const;
  void drive(float* left, float* right, int frames);
  void echo(float* left, float* right, int frames);

  Voice voices_[kVoices];
  Noise noise_;
  OnePole breath_;
  float breath_share_ = 0.1f;
  Glide breath_gain_;
  Glide skirt_;
  Glide sub_;
  Glide level_;

  float detune_cents_ = 0.0f, vibrato_cents_ = 0.0f, tremor_cents_ = 0.0f;
  float follow_ = 1.0f;  // what the pitch multiplies the formants by
  float sweep_ = 0.0f;   // semitones now
  float pulse_depth_ = 0.0f;
  float echo_wanted_ = 0.0f;   // samples
  float brightest_hz_ = 0.0f;  // centre of the highest formant now
  Drive drive_{0.0f, 0.0f}, drive_step_{0.0f, 0.0f}, drive_target_{0.0f, 0.0f};
  Glide echo_mix_;
  Glide echo_feedback_;
  Glide echo_samples_;
  std::uint32_t vibrato_phase_ = 0;
  std::uint32_t pulse_phase_ = 0;
  std::uint32_t sweep_phase_ = 0;
  float pulse_ = 1.0f;
  float tick_rate_ = 750.0f;
  float live_[kLiveFields.size()] = {};
  HalfBand rate_left_, rate_right_;
  Saturator4 saturator_left_, saturator_right_;
  StereoSvf filter_;
  DcBlocker dc_left_, dc_right_;
  Delay<16384> echo_left_, echo_right_;
  OnePole damp_left_, damp_right_;
  float damp_share_ = 0.5f;
};

}  // namespace ens
