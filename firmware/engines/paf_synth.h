// Three singing voices of three formants each, with breath, pulse, drive, filter and a drifting
// echo.
//
// Phase-aligned formants after Puckette (dsp/paf_voice.h). A voice space changes what the formants
// are tied to: fixed frequencies as in a throat, single harmonics as in overtone singing, the pitch
// as in glass.
#pragma once

#include "dsp/crossed_echo.h"
#include "dsp/drive_stage.h"
#include "dsp/level.h"
#include "dsp/noise.h"
#include "dsp/one_pole.h"
#include "dsp/paf_voice.h"
#include "dsp/svf_eq.h"
#include "engines/engine.h"
#include "engines/paf_synth_loudness.h"

namespace ens {

// What a voice space changes beside curves.
struct PafTraits {
  float bandwidth = 1.0f;  // times the bandwidth slots
  float track = 0.0f;      // 0: formants stay, 1: they follow the pitch
  float lock = 0.0f;       // 0: between harmonics, 1: on one
  float sub = 0.0f;        // every second period is softer by this much
  float roam = 0.0f;       // semitones each formant of each voice wanders on its own
  float bias = 0.0f;       // of the drive: even harmonics
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
      {kPitch, "pitch_hz", 40, 880, Curve::kExp, 110.02, kPitchInHz},
      {kInterval2, "interval_2_st", -12, 12, Curve::kLinear, 7, kWholeNumbers},
      {kInterval3, "interval_3_st", -24, 24, Curve::kLinear, 12, kWholeNumbers},
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
          {"Choir"},
          {"Throat",
           {{kFormant2, Curve::kLinear}, {kBandwidth2, Curve::kSquare}, {kTremor, Curve::kCubic}},
           {.bandwidth = 0.3f, .lock = 1.0f, .bias = 0.1f}},
          {"Glass",
           {{kPulseDepth, Curve::kLinear},
            {kDetune, Curve::kLinear},
            {kEchoMix, Curve::kSqrt},
            {kInterval2, kAnyValue},
            {kInterval3, kAnyValue}},
           {.bandwidth = 0.2f, .track = 1.0f, .lock = 0.5f}},
          {"Growl",
           {{kDrive, Curve::kSqrt}, {kSkirt, Curve::kSqrt}, {kCutoff, Curve::kSquare}},
           {.bandwidth = 1.3f, .track = 0.3f, .sub = 0.8f, .bias = 0.3f}},
          {"Swarm",
           {{kDetune, Curve::kExp},
            {kTremor, Curve::kLinear},
            {kSweepDepth, Curve::kLinear},
            {kBreath, Curve::kSigmoid},
            {kInterval2, kAnyValue},
            {kInterval3, kAnyValue}},
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
      .loudness = kPafSynthLoudness,
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
  static constexpr int kFormants = PafVoice::kFormants;
  static constexpr int kFrames = static_cast<int>(kTickFrames);

  static constexpr float kVoiceGain = 0.5f;
  static constexpr float kHeadroom = 0.36f;  // three driven voices stay below the ceiling's knee

  struct Voice {
    PafVoice sound;
    float cents = 0.0f;           // of detuning, vibrato and tremor
    float shift[kFormants] = {};  // what the formants are multiplied by
    float roam[kFormants] = {};   // semitones of it that are chance
    OnePole wander[kFormants];
    OnePole tremor;
  };

  const PafTraits& traits() const { return kVoiceSpaces.traits[voice_space()]; }
  void aim_voice(int index);
  [[gnu::cold]] float pitch_in_use(int voice) const;
  [[gnu::cold]] float interval_in_use(int voice) const;
  [[gnu::cold]] float formant_in_use(int formant) const;
  [[gnu::cold]] float bandwidth_in_use(int formant) const;
  [[gnu::cold]] float gain_in_use(int formant) const;
  float drive_yields() const;
  Drive drive_wanted() const;
  CrossedEcho::Settings echo_wanted() const;

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
  float brightest_hz_ = 0.0f;  // centre of the highest formant now
  std::uint32_t vibrato_phase_ = 0;
  std::uint32_t pulse_phase_ = 0;
  std::uint32_t sweep_phase_ = 0;
  float pulse_ = 1.0f;
  float tick_rate_ = 750.0f;
  float live_[kLiveFields.size()] = {};
  DriveStage drive_;
  StereoSvf filter_;
  DcBlocker dc_left_, dc_right_;
  CrossedEcho echo_;
};

inline void PafSynth::aim_voice(int index) {
  const PafTraits& space = traits();
  Voice& voice = voices_[index];
  const float shaky = voice.tremor.low(noise_.white(), 0.02f) * 9.0f;
  const float interval = index == 0 ? 0.0f : slot(static_cast<std::size_t>(kInterval2 + index - 1));
  const float side = static_cast<float>(index - 1);  // −1, 0, 1
  const float vibrato = sine(vibrato_phase_ + static_cast<std::uint32_t>(index) * 0x0aaaaaaau);
  const float cents = side * detune_cents_ + vibrato * vibrato_cents_ + shaky * tremor_cents_;
  voice.cents = cents;
  const float hz =
      clamp(slot(kPitch) * ratio_of_semitones(interval + cents * 0.01f), 10.0f, 4500.0f);
  voice.sound.aim_pitch(hz, sample_rate(), kFrames);
  for (int i = 0; i < kFormants; ++i) {
    const auto nth = static_cast<std::size_t>(i);
    const float roam = voice.wander[i].low(noise_.white(), 0.004f) * 20.0f * space.roam;
    const float shift =
        ratio_of_semitones(slot(kFormantShift) + sweep_ * (i == 0 ? 0.4f : 1.0f) + roam);
    voice.shift[i] = shift;
    voice.roam[i] = roam;
    live_[i] = voice.sound.aim_formant(
        i,
        {slot(kFormant1 + nth) * follow_ * shift, slot(kBandwidth1 + nth) * space.bandwidth,
         i == 0 ? 1.0f : gain_of_db(slot(kGain2 + nth - 1)), space.lock},
        sample_rate(), kFrames);
    if (live_[i] > brightest_hz_) brightest_hz_ = live_[i];
  }
  const float loud =
      kVoiceGain *
      (index == 0 ? 1.0f : slot(static_cast<std::size_t>(kLevel2 + index - 1)) * 0.01f);
  voice.sound.aim_level(loud, side * 0.5f * slot(kWidth) * 0.01f, kFrames);
  if (index == 0) live_[3] = hz;
}

// The harder the drive, the smaller the bias that leaves room on both sides. Formants so high that
// their overtones would fold past what the saturator's rate holds back are driven less: 40 % of the
// dB at 18 kHz.
inline float PafSynth::drive_yields() const {
  return clamp(1.0f - (brightest_hz_ - 8000.0f) * (0.6f / 10000.0f), 0.4f, 1.0f);
}

inline Drive PafSynth::drive_wanted() const {
  const float amount = Drive::amount(slot(kDrive) * drive_yields());
  return Drive(amount, traits().bias / sqrt(1.0f + amount));
}

inline CrossedEcho::Settings PafSynth::echo_wanted() const {
  return {slot(kEchoMs) * 0.001f * sample_rate(), slot(kEchoFeedback) * 0.01f,
          slot(kEchoMix) * 0.01f};
}

inline void PafSynth::on_tick() {
  vibrato_phase_ += phase_step(slot(kVibratoRate), tick_rate_);
  pulse_phase_ += phase_step(slot(kPulseRate), tick_rate_);
  sweep_phase_ += phase_step(slot(kSweepRate), tick_rate_);
  sweep_ = sine(sweep_phase_) * slot(kSweepDepth);
  detune_cents_ = slot(kDetune);
  vibrato_cents_ = slot(kVibratoDepth);
  tremor_cents_ = slot(kTremor);
  follow_ = 1.0f + traits().track * (slot(kPitch) * (1.0f / 220.0f) - 1.0f);
  brightest_hz_ = 0.0f;
  for (int i = kVoices; i-- > 0;) aim_voice(i);  // voice 1 last: the live fields show it
  const float swell = 0.5f + 0.5f * cosine(pulse_phase_);
  pulse_depth_ = slot(kPulseDepth) * 0.01f;
  pulse_ = 1.0f - pulse_depth_ * (1.0f - swell * swell);
  live_[4] = pulse_;
  // Silence at the very bottom of the breath slot.
  const float breath = slot(kBreath) > -59.5f ? gain_of_db(slot(kBreath)) : 0.0f;
  breath_share_ = one_pole_coefficient(slot(kBreathTone), sample_rate());
  // White noise through a one-pole loses √(share/2) of its RMS; give that back.
  breath_gain_.aim(breath * sqrt(1.5f / breath_share_), kFrames);
  skirt_.aim(slot(kSkirt) * 0.01f, kFrames);
  sub_.aim(0.5f * traits().sub, kFrames);
  level_.aim(gain_of_db(slot(kLevel)) * pulse_ * kHeadroom, kFrames);

  drive_.aim(drive_wanted(), kFrames);
  const float open = 1.0f - slot(kResonance) * 0.01f;
  filter_.aim(svf_low_pass(slot(kCutoff) / sample_rate(), 1.0f / (0.08f + 1.33f * open * open)),
              kFrames);
  echo_.aim(echo_wanted(), kFrames);
}

// Of a voice, without detuning, vibrato and tremor; hz.
inline float PafSynth::pitch_in_use(int voice) const {
  const Voice& of = voices_[voice];
  return of.sound.pitch_hz(sample_rate()) / ratio_of_semitones(of.cents * 0.01f);
}

inline float PafSynth::interval_in_use(int voice) const {
  return semitones_of_ratio(pitch_in_use(voice) / pitch_in_use(0));
}

inline float PafSynth::formant_in_use(int formant) const {
  const Voice& of = voices_[0];
  const float hz = of.sound.centre(formant) * of.sound.pitch_hz(sample_rate());
  return hz / (follow_ * of.shift[formant]);
}

inline float PafSynth::bandwidth_in_use(int formant) const {
  const PafVoice& of = voices_[0].sound;
  const float hz = of.bandwidth(formant) * of.pitch_hz(sample_rate());
  return hz > 0.0f ? hz / traits().bandwidth : kUnheard;
}

inline float PafSynth::gain_in_use(int formant) const {
  const float gain = voices_[0].sound.gain(formant);
  return gain > 0.0f ? db_of_gain(gain) : kUnheard;
}

inline float PafSynth::in_use(Index slot) const {
  const float rate = sample_rate();
  switch (slot) {
    case kPitch: {
      const float hz = pitch_in_use(0);
      if (traits().track == 0.0f) return hz;
      return agreed(hz, 220.0f * (1.0f + (follow_ - 1.0f) / traits().track));
    }
    case kInterval2:
    case kInterval3:
      return interval_in_use(1 + slot - kInterval2);
    case kLevel2:
    case kLevel3:
      return 100.0f * voices_[1 + slot - kLevel2].sound.level() / kVoiceGain;
    case kDetune:
      return detune_cents_;
    case kFormant1:
    case kFormant2:
    case kFormant3:
      return formant_in_use(slot - kFormant1);
    case kBandwidth1:
    case kBandwidth2:
    case kBandwidth3:
      return bandwidth_in_use(slot - kBandwidth1);
    case kGain2:
    case kGain3:
      return gain_in_use(1 + slot - kGain2);
    case kSkirt:
      return 100.0f * skirt_.target;
    case kFormantShift:
      return semitones_of_ratio(voices_[0].shift[0]) - 0.4f * sweep_ - voices_[0].roam[0];
    case kVibratoRate:
      return hz_of_step(vibrato_phase_, tick_rate_);
    case kVibratoDepth:
      return vibrato_cents_;
    case kTremor:
      return tremor_cents_;
    case kPulseRate:
      return hz_of_step(pulse_phase_, tick_rate_);
    case kPulseDepth:
      return 100.0f * pulse_depth_;
    case kSweepRate:
      return hz_of_step(sweep_phase_, tick_rate_);
    case kSweepDepth:
      return sweep_ / sine(sweep_phase_);
    case kBreath:
      return breath_gain_.target > 0.0f
                 ? db_of_gain(breath_gain_.target / sqrt(1.5f / breath_share_))
                 : kUnheard;
    case kBreathTone:
      return one_pole_cutoff(breath_share_, rate);
    case kCutoff:
      return filter_.target().frequency() * rate;
    case kResonance:
      return 100.0f * (1.0f - sqrt(0.7518797f * (filter_.target().damping() - 0.08f)));
    case kDrive:
      return Drive::db(drive_.target().d2) / drive_yields();
    case kWidth:
      return -200.0f * voices_[0].sound.pan();
    case kEchoMs:
      return echo_.target().samples * 1000.0f / rate;
    case kEchoFeedback:
      return 100.0f * echo_.target().feedback;
    case kEchoMix:
      return 100.0f * echo_.target().mix;
    case kLevel:
      return db_of_gain(level_.target / (pulse_ * kHeadroom));
  }
  return kUnheard;
}

}  // namespace ens
