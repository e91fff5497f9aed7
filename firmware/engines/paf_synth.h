// Three singing voices of three formants each, with breath, pulse, drive, filter and a drifting
// echo.
//
// Phase-aligned formants after Puckette (dsp/paf.h). A voice space changes what the formants hold
// on to: fixed frequencies as in a throat, single harmonics as in overtone singing, the pitch as in
// glass. Formants are narrowed and faded out before their skirts reach half the sample rate.
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
    kShift,
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
    kEchoTime,
    kEchoFeedback,
    kEchoMix,
    kLevel,
  };

  static constexpr Slot kSlots[] = {
      {"pitch_hz", 40.0f, 880.0f, Curve::exp, Unit::nearest(0.4247f)},
      {"interval_2_st", -12.0f, 12.0f, Curve::linear, Unit::nearest(0.7917f)},
      {"interval_3_st", -24.0f, 24.0f, Curve::linear, Unit::nearest(0.75f)},
      {"level_2_pct", 0.0f, 100.0f, Curve::linear, Unit::nearest(0.5f)},
      {"level_3_pct", 0.0f, 100.0f, Curve::linear, Unit::nearest(0.35f)},
      {"detune_cents", 0.0f, 60.0f, Curve::square, Unit::nearest(0.3651f)},
      {"formant_1_hz", 150.0f, 1200.0f, Curve::exp, Unit::nearest(0.7942f)},
      {"formant_2_hz", 400.0f, 4000.0f, Curve::exp, Unit::nearest(0.6089f)},
      {"formant_3_hz", 1000.0f, 8000.0f, Curve::exp, Unit::nearest(0.6460f)},
      {"bandwidth_1_hz", 20.0f, 1500.0f, Curve::exp, Unit::nearest(0.3401f)},
      {"bandwidth_2_hz", 20.0f, 2000.0f, Curve::exp, Unit::nearest(0.3276f)},
      {"bandwidth_3_hz", 20.0f, 2500.0f, Curve::exp, Unit::nearest(0.3968f)},
      {"gain_2_db", -36.0f, 6.0f, Curve::sqrt, Unit::nearest(0.5805f)},
      {"gain_3_db", -36.0f, 6.0f, Curve::sqrt, Unit::nearest(0.3265f)},
      {"skirt_pct", 0.0f, 100.0f, Curve::linear, Unit::nearest(0.2f)},
      {"formant_shift_st", -12.0f, 12.0f, Curve::linear, Unit::nearest(0.5f)},
      {"vibrato_rate_hz", 0.1f, 10.0f, Curve::exp, Unit::nearest(0.8288f)},
      {"vibrato_depth_cents", 0.0f, 150.0f, Curve::cubic, Unit::nearest(0.4055f)},
      {"tremor_cents", 0.0f, 80.0f, Curve::square, Unit::nearest(0.25f)},
      {"pulse_rate_hz", 0.1f, 24.0f, Curve::exp, Unit::nearest(0.5038f)},
      {"pulse_depth_pct", 0.0f, 100.0f, Curve::sigmoid, Unit::nearest(0.0f)},
      {"sweep_rate_hz", 0.03f, 8.0f, Curve::exp, Unit::nearest(0.3123f)},
      {"sweep_depth_st", 0.0f, 24.0f, Curve::square, Unit::nearest(0.2041f)},
      {"breath_db", -60.0f, -10.0f, Curve::log, Unit::nearest(0.1870f)},
      {"breath_tone_hz", 80.0f, 6000.0f, Curve::exp, Unit::nearest(0.4355f)},
      {"cutoff_hz", 60.0f, 16000.0f, Curve::exp, Unit::nearest(0.8590f)},
      {"resonance_pct", 0.0f, 100.0f, Curve::linear, Unit::nearest(0.15f)},
      {"drive_db", 0.0f, 30.0f, Curve::linear, Unit::nearest(0.1f)},
      {"width_pct", 0.0f, 100.0f, Curve::linear, Unit::nearest(0.6f)},
      {"echo_ms", 20.0f, 340.0f, Curve::linear, Unit::nearest(0.8125f)},
      {"echo_feedback_pct", 0.0f, 92.0f, Curve::linear, Unit::nearest(0.4891f)},
      {"echo_mix_pct", 0.0f, 100.0f, Curve::square, Unit::nearest(0.4000f)},
      {"level_db", -24.0f, 0.0f, Curve::sqrt, Unit::nearest(0.5625f)},
  };
  static constexpr std::size_t kSlotCount = sizeof(kSlots) / sizeof(kSlots[0]);

  static constexpr VoiceSpace kVoiceSpaces[] = {
      {"Choir", {}},
      {"Throat",
       {{kFormant2, Curve::linear}, {kBandwidth2, Curve::square}, {kTremor, Curve::cubic}}},
      {"Glass", {{kPulseDepth, Curve::linear}, {kDetune, Curve::linear}, {kEchoMix, Curve::sqrt}}},
      {"Growl", {{kDrive, Curve::sqrt}, {kSkirt, Curve::sqrt}, {kCutoff, Curve::square}}},
      {"Swarm",
       {{kDetune, Curve::exp},
        {kTremor, Curve::linear},
        {kSweepDepth, Curve::linear},
        {kBreath, Curve::sigmoid}}},
  };

  static constexpr const char* kLiveFields[] = {
      "formant_1_now_hz", "formant_2_now_hz", "formant_3_now_hz", "pitch_now_hz", "pulse",
  };

  static constexpr EngineInfo kInfo = {
      .engine_id = "paf_synth",
      .slots = kSlots,
      .slot_count = kSlotCount,
      .voice_spaces = kVoiceSpaces,
      .voice_space_count = 5,
      .live_fields = kLiveFields,
      .live_field_count = 5,
      .plays_notes = false,
      .driver = {},
  };

  PafSynth() : Engine(kInfo) {}

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
  static constexpr float kHeadroom = 0.36f;  // three driven voices stay below the ceiling's knee
  static constexpr float kFastest = 0.5f;    // samples per sample an echo's length may change

  // What a voice space changes beside curves.
  struct Character {
    float bandwidth;    // of the bandwidth slots
    float track;        // 0: formants stay, 1: they follow the pitch
    float lock;         // 0: between harmonics, 1: on one
    float sub;          // every second period is softer by this much
    float roam;         // semitones each formant of each voice wanders by itself
    float whole_steps;  // 1: intervals are whole semitones
    float bias;         // of the drive: even harmonics
  };
  static constexpr Character kCharacters[] = {
      {1.0f, 0.0f, 0.0f, 0.0f, 0.0f, 1.0f, 0.0f},   // Choir
      {0.3f, 0.0f, 1.0f, 0.0f, 0.0f, 1.0f, 0.1f},   // Throat
      {0.2f, 1.0f, 0.5f, 0.0f, 0.0f, 0.0f, 0.0f},   // Glass
      {1.3f, 0.3f, 0.0f, 0.8f, 0.0f, 1.0f, 0.3f},   // Growl
      {0.6f, 0.0f, 0.0f, 0.0f, 7.0f, 0.0f, 0.05f},  // Swarm
  };

  struct Voice {
    std::uint32_t half_phase = 0;  // of half the pitch, so that every second period can differ
    std::int32_t half_step = 0;
    std::int32_t half_bend = 0;    // change of the step per sample: pitch moves with the centres
    std::int32_t half_target = 0;  // step at the end of this tick

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

  const Character& character() const { return kCharacters[voice_space()]; }
  void aim_voice(int index, float sweep);
  void aim_formant(Voice& voice, int index, float hz, float wanted_hz);
  void sing(Voice& voice, const Shared& shared, float* left, float* right, int frames);

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
  float live_[5] = {};
  HalfBand rate_left_, rate_right_;
  Saturator4 saturator_left_, saturator_right_;
  StereoSvf filter_;
  DcBlocker dc_left_, dc_right_;
  Delay<16384> echo_left_, echo_right_;
  OnePole damp_left_, damp_right_;
  float damp_share_ = 0.5f;
};

}  // namespace ens
