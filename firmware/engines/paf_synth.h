// Three singing voices of three formants each, with breath, pulse, drive, filter and a drifting
// echo.
//
// Phase-aligned formants after Puckette (dsp/paf_voice.h). A voice space changes what the formants
// are tied to: fixed frequencies as in a throat, single harmonics as in overtone singing, the pitch
// as in glass.
//
// It sounds by itself, as its slots say, until the first note. From then on it sounds only while
// keys are held, and as they end: up to three at once (paf_keys.h), at levels by velocity. Voices
// without a key of their own sing their intervals above the oldest one. Pressure deepens the
// vibrato and brightens, timbre shifts the formants. After all notes off, or a reset, it sounds by
// itself again.
#pragma once

#include "dsp/crossed_echo.h"
#include "dsp/drive_stage.h"
#include "dsp/level.h"
#include "dsp/noise.h"
#include "dsp/one_pole.h"
#include "dsp/paf_voice.h"
#include "dsp/svf_eq.h"
#include "engines/engine.h"
#include "engines/paf_keys.h"
#include "engines/paf_spaces.h"
#include "engines/paf_synth_loudness.h"

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
      {kLevel2, "level_2_pct", 0, 100, Curve::kLinear, 50, Role::kMix},
      {kLevel3, "level_3_pct", 0, 100, Curve::kLinear, 35, Role::kMix},
      {kDetune, "detune_cents", 0, 60, Curve::kSquare, 7.998},
      {kFormant1, "formant_1_hz", 150, 1200, Curve::kExp, 599.97},
      {kFormant2, "formant_2_hz", 400, 4000, Curve::kExp, 1100},
      {kFormant3, "formant_3_hz", 1000, 8000, Curve::kExp, 2599.8},
      {kBandwidth1, "bandwidth_1_hz", 20, 1500, Curve::kExp, 100.01},
      {kBandwidth2, "bandwidth_2_hz", 20, 2000, Curve::kExp, 120.03},
      {kBandwidth3, "bandwidth_3_hz", 20, 2500, Curve::kExp, 199.98},
      {kGain2, "gain_2_db", -36, 6, Curve::kSqrt, -4, Role::kMix},
      {kGain3, "gain_3_db", -36, 6, Curve::kSqrt, -12.001, Role::kMix},
      {kSkirt, "skirt_pct", 0, 100, Curve::kLinear, 20},
      {kFormantShift, "formant_shift_st", -12, 12, Curve::kLinear, 0},
      {kVibratoRate, "vibrato_rate_hz", 0.1, 10, Curve::kExp, 5},
      {kVibratoDepth, "vibrato_depth_cents", 0, 150, Curve::kCubic, 10},
      {kTremor, "tremor_cents", 0, 80, Curve::kSquare, 5},
      {kPulseRate, "pulse_rate_hz", 0.1, 24, Curve::kExp, 2.9996},
      {kPulseDepth, "pulse_depth_pct", 0, 100, Curve::kSigmoid, 0},
      {kSweepRate, "sweep_rate_hz", 0.03, 8, Curve::kExp, 0.3999},
      {kSweepDepth, "sweep_depth_st", 0, 24, Curve::kSquare, 0.9998},
      {kBreath, "breath_db", -60, -10, Curve::kLog, -30, Role::kMix},
      {kBreathTone, "breath_tone_hz", 80, 6000, Curve::kExp, 600.05},
      {kCutoff, "cutoff_hz", 60, 16000, Curve::kExp, 9001, Role::kCutoff},
      {kResonance, "resonance_pct", 0, 100, Curve::kLinear, 15},
      {kDrive, "drive_db", 0, 30, Curve::kLinear, 3},
      {kWidth, "width_pct", 0, 100, Curve::kLinear, 60},
      {kEchoMs, "echo_ms", 20, 340, Curve::kLinear, 280},
      {kEchoFeedback, "echo_feedback_pct", 0, 92, Curve::kLinear, 44.998},
      {kEchoMix, "echo_mix_pct", 0, 100, Curve::kSquare, 16, Role::kMix},
      {kLevel, "level_db", -24, 0, Curve::kSqrt, -6, Role::kLevel},
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
      .plays_notes = true,
      .drones = true,
  };

  PafSynth() : Engine(kInfo) {}
  [[gnu::cold]] float in_use(Index slot) const;

 protected:
  [[gnu::cold]] void on_prepare() override;
  [[gnu::cold]] void on_reset() override;
  void on_tick() override;
  void render(const StereoBlock& block) override;
  void live_state(float* out) const override;
  [[gnu::cold]] void on_note_on(std::uint8_t key, float velocity) override;
  [[gnu::cold]] void on_note_off(std::uint8_t key) override { keys_.end(key); }
  void on_all_notes_off() override { keys_ = PafKeys(); }
  void on_pitch_bend(float bend) override { bend_st_ = 2.0f * bend; }
  void on_mod_wheel(float depth) override { wheel_ = depth; }
  void on_pressure(float pressure) override { pressure_ = pressure; }

 private:
  static constexpr int kVoices = PafKeys::kVoices;
  static constexpr int kFormants = PafVoice::kFormants;
  static constexpr int kFrames = static_cast<int>(kTickFrames);

  static constexpr float kVoiceGain = 0.5f;
  static constexpr float kHeadroom = 0.36f;  // three driven voices stay below the ceiling's knee
  static constexpr float kHighestHz = 4500.0f;
  static constexpr float kHighestKeyHz = 12600.0f;
  static constexpr float kSilence = 5e-6f;  // −100 dB of a voice
  static constexpr float kWheelCents = 50.0f;
  static constexpr float kPressureCents = 25.0f;
  static constexpr float kTimbreSt = 7.0f;  // either way

  struct Voice {
    PafVoice sound;
    float cents = 0.0f;           // of detuning, vibrato and tremor
    float shift[kFormants] = {};  // what the formants are multiplied by
    float roam[kFormants] = {};   // semitones of it that are chance
    OnePole wander[kFormants];
    OnePole tremor;
    float level = 0.0f;
    bool is_moving = false;  // its level, to where it is to be
  };

  // What a key gives to the voices that sing it; before the first, what the slots give to all.
  struct KeyTone {
    float hz = 110.0f;  // without detuning, vibrato and tremor
    float vibrato_cents = 0.0f;
    float bright = 1.0f;    // times the gains of the higher formants
    float shift_st = 0.0f;  // of the formants
    float shift = 1.0f;     // the same as a ratio
    float follow = 1.0f;    // what the pitch multiplies the formants by
  };

  const PafTraits& traits() const { return kVoiceSpaces.traits[voice_space()]; }
  const KeyTone& tone_of(int voice) const { return tones_[keys_.leader_of(voice)]; }
  void aim_tone(int leader);
  void aim_formants(int index);
  void aim_voice(int index);
  void aim_level(int index, float pan);
  [[gnu::cold]] float pitch_in_use(int voice) const;
  [[gnu::cold]] float interval_in_use(int voice) const;
  [[gnu::cold]] float formant_in_use(int formant) const;
  [[gnu::cold]] float bandwidth_in_use(int formant) const;
  [[gnu::cold]] float gain_in_use(int formant) const;
  [[gnu::cold]] float breath_in_use() const;
  float drive_yields() const;
  Drive drive_wanted() const;
  CrossedEcho::Settings echo_wanted() const;

  Voice voices_[kVoices];
  PafKeys keys_;
  KeyTone tones_[kVoices];
  float bend_st_ = 0.0f, wheel_ = 0.0f, pressure_ = 0.0f;
  float opens_ = 1.0f, falls_ = 1.0f;  // shares of its way that a level goes in a tick
  Noise noise_;
  OnePole breath_;
  float breath_share_ = 0.1f;
  Glide breath_gain_;
  Glide skirt_;
  Glide sub_;
  Glide level_;

  float detune_cents_ = 0.0f, vibrato_cents_ = 0.0f, tremor_cents_ = 0.0f;
  float gains_[kFormants] = {1.0f};
  float shifts_st_[kFormants] = {};  // of the formants of all voices
  float shifts_[kFormants] = {};     // the same as ratios
  float sweep_ = 0.0f;               // semitones now
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

inline void PafSynth::aim_tone(int leader) {
  KeyTone& tone = tones_[leader];
  tone = {.hz = slot(kPitch), .vibrato_cents = vibrato_cents_};
  if (keys_.is_played()) {
    const std::uint8_t key = keys_.voice(leader).key;
    const float pressed = clamp(pressure_ + pressure_of(key), 0.0f, 1.0f);
    tone.hz = hz_of_key(static_cast<float>(key) + bend_st_ + bend_of(key));
    tone.vibrato_cents += kWheelCents * wheel_ + kPressureCents * pressed;
    tone.bright += pressed;
    tone.shift_st = kTimbreSt * timbre_of(key);
    if (tone.shift_st != 0.0f) tone.shift = ratio_of_semitones(tone.shift_st);
  }
  tone.follow = 1.0f + traits().track * (tone.hz * (1.0f / 220.0f) - 1.0f);
}

inline void PafSynth::aim_formants(int index) {
  const PafTraits& space = traits();
  const KeyTone& tone = tone_of(index);
  Voice& voice = voices_[index];
  for (int i = 0; i < kFormants; ++i) {
    const auto nth = static_cast<std::size_t>(i);
    const float roam = voice.wander[i].low(noise_.white(), 0.004f) * 20.0f * space.roam;
    const float shift = space.roam == 0.0f
                            ? shifts_[i] * tone.shift
                            : ratio_of_semitones(shifts_st_[i] + (roam + tone.shift_st));
    voice.shift[i] = shift;
    voice.roam[i] = roam;
    const float centre = voice.sound.aim_formant(
        i,
        {slot(kFormant1 + nth) * tone.follow * shift, slot(kBandwidth1 + nth) * space.bandwidth,
         i == 0 ? 1.0f : gains_[i] * tone.bright, space.lock},
        sample_rate());
    if (index == keys_.root()) live_[i] = centre;
    if (centre > brightest_hz_) brightest_hz_ = centre;
  }
}

inline void PafSynth::aim_level(int index, float pan) {
  Voice& voice = voices_[index];
  const auto interval = static_cast<std::size_t>(keys_.interval_of(index));
  float level = kVoiceGain * (interval == 0 ? 1.0f : slot(kLevel2 + interval - 1) * 0.01f);
  if (keys_.is_played()) level *= keys_.velocity_gain_of(index);
  if (voice.is_moving) {
    const float way = level - voice.level;
    if (magnitude(way) > kSilence) {
      level = voice.level + way * (way > 0.0f ? opens_ : falls_);
    } else {
      keys_.settled(index);
      voice.is_moving = keys_.is_played();
    }
  }
  voice.level = level;
  voice.sound.aim_level(level, pan);
}

inline void PafSynth::aim_voice(int index) {
  const KeyTone& tone = tone_of(index);
  Voice& voice = voices_[index];
  const float shaky = voice.tremor.low(noise_.white(), 0.02f) * 9.0f;
  const auto interval = static_cast<std::size_t>(keys_.interval_of(index));
  const float above_st = interval == 0 ? 0.0f : slot(kInterval2 + interval - 1);
  const float side = static_cast<float>(index - 1);  // −1, 0, 1
  const float vibrato = sine(vibrato_phase_ + static_cast<std::uint32_t>(index) * 0x0aaaaaaau);
  const float cents = side * detune_cents_ + vibrato * tone.vibrato_cents + shaky * tremor_cents_;
  voice.cents = cents;
  const float highest = keys_.is_played() ? kHighestKeyHz : kHighestHz;
  const float hz = clamp(tone.hz * ratio_of_semitones(above_st + cents * 0.01f), 10.0f, highest);
  voice.sound.aim_pitch(hz, sample_rate());
  if (index == keys_.root()) live_[3] = hz;
  aim_formants(index);
  aim_level(index, side * 0.5f * slot(kWidth) * 0.01f);
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
  for (int i = 0; i < kFormants; ++i) {
    shifts_st_[i] = slot(kFormantShift) + sweep_ * (i == 0 ? 0.4f : 1.0f);
    shifts_[i] = ratio_of_semitones(shifts_st_[i]);
    if (i > 0) gains_[i] = gain_of_db(slot(kGain2 + static_cast<std::size_t>(i) - 1));
  }
  for (int i = 0; i < kVoices; ++i) {
    if (keys_.leader_of(i) == i) aim_tone(i);
  }
  brightest_hz_ = 0.0f;
  for (int i = kVoices; i-- > 0;) aim_voice(i);
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

}  // namespace ens

#include "engines/paf_synth_in_use.h"
