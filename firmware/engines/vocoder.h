// A channel vocoder for a microphone: speech and song take the pitch of a keyboard, of a chord of
// three notes, or of the voice itself.
//
// Signal path, a tick at a time, at half the rate (dsp/half_band.h): eighteen bands of the voice
// (dsp/vocoder_band.h), followed and gated; a carrier of pulse trains (dsp/pulse_train.h), and
// noise where the voice has no pitch; the same bands of the carrier, each brought to the level of
// the voice, whatever the carrier has there; up again, with consonants of the voice itself, an
// equal-power mix and a soft ceiling.
#pragma once

#include "dsp/half_band.h"
#include "dsp/noise.h"
#include "dsp/one_pole.h"
#include "dsp/pulse_train.h"
#include "dsp/vocoder_band.h"
#include "dsp/voice_pitch.h"
#include "engines/engine.h"
#include "engines/pitch_wheel.h"
#include "engines/vocoder_loudness.h"
#include "engines/vocoder_spaces.h"

namespace ens {

class Vocoder final : public Engine {
 public:
  enum Index : std::uint8_t {
    kPitch,
    kInterval2,
    kInterval3,
    kFollow,
    kGlide,
    kDetune,
    kVibratoRate,
    kVibratoDepth,
    kBendRange,
    kNoise,
    kUnvoiced,
    kSibilance,
    kAttack,
    kRelease,
    kGate,
    kFreeze,
    kFormant,
    kResonance,
    kContrast,
    kTilt,
    kSpread,
    kMix,
    kOutput,
  };

  static constexpr auto kSlots = slot_table<Index>({
      {kPitch, "pitch_hz", 40, 640, Curve::kExp, 110, kPitchInHz},
      {kInterval2, "interval_2_st", -12, 12, Curve::kLinear, 7, kWholeNumbers},
      {kInterval3, "interval_3_st", -24, 24, Curve::kLinear, 12, kWholeNumbers},
      {kFollow, "follow_pct", 0, 100, Curve::kLinear, 0},
      {kGlide, "glide_ms", 1, 1000, Curve::kExp, 25},
      {kDetune, "detune_cents", 0, 50, Curve::kSquare, 8},
      {kVibratoRate, "vibrato_rate_hz", 0.5, 9, Curve::kExp, 5},
      {kVibratoDepth, "vibrato_depth_cents", 0, 100, Curve::kCubic, 3},
      {kBendRange, "bend_range_st", 0, 24, Curve::kSquare, 2},
      {kNoise, "noise_pct", 0, 100, Curve::kSquare, 4},
      {kUnvoiced, "unvoiced_pct", 0, 100, Curve::kLinear, 80},
      {kSibilance, "sibilance_pct", 0, 100, Curve::kLinear, 30},
      {kAttack, "attack_ms", 1, 100, Curve::kExp, 4},
      {kRelease, "release_ms", 5, 2000, Curve::kExp, 45},
      {kGate, "gate_db", -80, -20, Curve::kLinear, -62},
      {kFreeze, "freeze_pct", 0, 100, Curve::kCubic, 0},
      {kFormant, "formant_st", -12, 12, Curve::kLinear, 0},
      {kResonance, "resonance_x", 0.5, 4, Curve::kExp, 1},
      {kContrast, "contrast_pct", 0, 100, Curve::kLinear, 15},
      {kTilt, "tilt_db", -12, 12, Curve::kLinear, 3},
      {kSpread, "spread_pct", 0, 100, Curve::kSqrt, 60},
      {kMix, "mix_pct", 0, 100, Curve::kSqrt, 95, Role::kMix},
      {kOutput, "output_db", -12, 12, Curve::kLinear, 0, Role::kLevel},
  });

  static constexpr auto kVoiceSpaces = voice_spaces<Index, VocoderTraits>(
      kSlots,
      {
          {"Robot", {}, kRobotBands},
          {"Choir",
           {{kRelease, Curve::kSqrt}, {kDetune, Curve::kLinear}, {kVibratoDepth, Curve::kSquare}},
           kChoirBands},
          {"Whisper", {{kNoise, Curve::kSqrt}, {kSibilance, Curve::kSqrt}}, kWhisperBands},
          {"Glass",
           {{kRelease, Curve::kLinear}, {kResonance, Curve::kSquare}, {kContrast, Curve::kSqrt}},
           kGlassBands},
          {"Mirror", {{kFormant, Curve::kSigmoid}, {kTilt, Curve::kSigmoid}}, kMirrorBands},
      });

  static constexpr auto kLiveFields =
      names({"input_db", "voice_hz", "unvoiced_now", "voices_sounding"});

  static constexpr EngineInfo kInfo = {
      .engine_id = "vocoder",
      .slots = kSlots,
      .voice_spaces = kVoiceSpaces,
      .live_fields = kLiveFields,
      .loudness = kVocoderLoudness,
      .plays_notes = true,
      .driver = {.input = AudioInput::kMicrophone, .microphone_gain_db = 30},
  };

  Vocoder() : Engine(kInfo) {}
  [[gnu::cold]] float in_use(Index slot) const;

 private:
  static constexpr int kFrames = static_cast<int>(kTickFrames);
  static constexpr int kHalf = kFrames / 2;  // of a tick, at the rate of the bands
  static constexpr int kBands = 18;
  static constexpr int kMiddleBand = 8;
  static constexpr float kLowestHz = 110.0f;
  static constexpr float kBandRatio = 1.2999f;  // so the highest is at 9.5 kHz
  static constexpr float kQ = 2.447f;           // neighbours meet at −3 dB
  static constexpr float kHighestBand = 0.45f;  // of the rate of the bands
  static constexpr int kVoices = 6;
  static constexpr int kChord = 3;
  static constexpr float kSibilanceHz = 5000.0f;

  struct Voice {
    PulseTrain pulses[2];
    Glide gain;
    float key = 57.0f;  // where it is going
    float now = 57.0f;
    float touch = 1.0f;
    std::uint32_t age = 0;
    bool held = false;
  };
  struct Band {
    VocoderBand filters;
    float hz = kLowestHz;
    float level = 0.0f;    // of the voice, followed
    float power = 1.0f;    // of the carrier, smoothed, in what it usually has
    float usual = 0.0f;    // of a carrier that is even
    float fastest = 1.0f;  // share of the way to its level in a tick
    float tilt = 1.0f;
    float to_left = 0.70710678f, to_right = 0.70710678f;
    Glide gain;
  };

  void on_prepare() override;
  void on_reset() override;
  void on_tick() override {
    aim_followers();
    aim_bands();
    aim_pitch();
    aim_mix();
    listen();
    sound();
    speak();
    jump_ = false;
  }
  // What is heard and what rings go on.
  bool on_voice_space() override {
    jump_ = true;
    return false;
  }
  void render(const StereoBlock& block) override;
  void live_state(float* out) const override;

  void on_note_on(std::uint8_t key, float velocity) override;
  void on_note_off(std::uint8_t key) override;
  void on_all_notes_off() override;
  void on_pitch_bend(float bend) override { wheel_.bend(bend); }
  void on_mod_wheel(float depth) override { wheel_.deepen(depth); }

  const VocoderTraits& traits() const { return kVoiceSpaces.traits[voice_space()]; }
  float band_rate() const { return 0.5f * sample_rate(); }
  void move(Glide& glide, float to, int frames) {
    if (jump_) glide.reset(to);
    glide.aim(to, frames);
  }
  // The share of its way that a time constant goes in a tick, and back.
  float share_of(float ms) const { return 1.0f - exp2(-1.44269504f * tick_ms_ / ms); }
  float ms_of(float share) const { return -1.44269504f * tick_ms_ / log2(1.0f - share); }
  void aim_followers();
  void aim_bands();
  void aim_pitch();
  void aim_mix();
  void listen();
  void follow(const float* heard, float power);
  void sing_vowel();
  void sound();
  void speak();
  void aim_gains();
  void aim_voice(Voice& voice, int nth, bool any_held);
  float shaped_level(int band, float highest) const;

  bool jump_ = true;
  float tick_ms_ = 1.333f;
  HalfBand half_[2];
  float heard_[kFrames] = {};  // of the last tick
  float carrier_[kHalf] = {};
  float wet_[2][kFrames] = {};  // of this tick
  int at_ = 0;                  // in both
  Band bands_[kBands];
  Voice voices_[kVoices];
  VoicePitch voice_pitch_;
  PitchWheel wheel_;
  Noise random_;
  bool has_keys_ = false;  // or else plays its chord
  std::uint32_t clock_ = 0;
  float root_key_ = 45.0f;  // of the chord, as it is set
  float chord_st_[kChord] = {};
  float follow_ = 0.0f;
  float glide_share_ = 1.0f;
  float detune_ = 1.0f;  // ratio of the two trains of a voice
  float noise_ = 0.0f, unvoiced_ = 0.0f;
  float attack_share_ = 1.0f, release_share_ = 1.0f, fresh_ = 1.0f;
  float held_ = 1.0f;  // gain that makes up for the release
  float gate_db_ = -80.0f;
  float gate_ = 0.0f;    // 0 shut … 1 open
  float rustle_ = 0.0f;  // 0 voiced … 1 not
  float open_ = 0.0f;    // 0 no key … 1
  float contrast_ = 0.0f;
  float spread_ = 0.0f;
  float level_db_ = -120.0f;  // of what is heard
  Glide tone_, hiss_;
  Glide sibilance_, dry_, wet_gain_, output_;
  float consonant_share_ = 0.5f;
  OnePole consonants_[2];
};

inline void Vocoder::aim_followers() {
  attack_share_ = share_of(slot(kAttack));
  release_share_ = share_of(slot(kRelease));
  // What a long release holds would be louder than the voice: 1.5 dB for each doubling, as
  // measured.
  held_ = exp2(-0.25f * log2(slot(kRelease) * (1.0f / 45.0f)));
  gate_db_ = slot(kGate);
  const float open = 1.0f - slot(kFreeze) * 0.01f;
  fresh_ = open * open * open;
  contrast_ = slot(kContrast) * 0.01f;
  noise_ = slot(kNoise) * 0.01f;
  unvoiced_ = slot(kUnvoiced) * 0.01f;
}

inline void Vocoder::aim_bands() {
  const float shift = ratio_of_semitones(slot(kFormant)) / band_rate();
  const float q = kQ * slot(kResonance) * traits().resonance;
  spread_ = slot(kSpread) * 0.01f;
  for (int i = 0; i < kBands; ++i) {
    Band& band = bands_[i];
    const float frequency = band.hz * shift;
    band.filters.speak_at(frequency < kHighestBand ? frequency : kHighestBand, q);
    // White noise of power 1 through two such filters in a row: (π/4)·f/Q of the rate.
    band.usual = 1.5707963f * frequency / q;
    const float place = static_cast<float>(i) / (kBands - 1);
    band.tilt = gain_of_db(slot(kTilt) * (2.0f * place - 1.0f));
    const float side = spread_ * (i % 2 == 0 ? -1.0f : 1.0f) * (i < 3 ? 0.25f : 0.9f);
    band.to_left = sqrt(0.5f - 0.5f * side);
    band.to_right = sqrt(0.5f + 0.5f * side);
  }
}

inline void Vocoder::aim_pitch() {
  wheel_.tick({slot(kVibratoRate), slot(kVibratoDepth), slot(kBendRange)}, sample_rate());
  root_key_ = 69.0f + semitones_of_ratio(slot(kPitch) * (1.0f / 440.0f));
  chord_st_[1] = slot(kInterval2);
  chord_st_[2] = slot(kInterval3);
  follow_ = slot(kFollow) * 0.01f;
  glide_share_ = share_of(slot(kGlide));
  detune_ = exp2(slot(kDetune) * traits().detune * (1.0f / 2400.0f));
}

inline void Vocoder::aim_mix() {
  const float mix = slot(kMix) * 0.01f;
  move(dry_, sqrt(1.0f - mix), kFrames);
  move(wet_gain_, sqrt(mix), kFrames);
  move(sibilance_, slot(kSibilance) * 0.01f, kFrames);
  move(output_, gain_of_db(slot(kOutput)), kFrames);
}

inline float Vocoder::in_use(Index slot) const {
  const Band& middle = bands_[kMiddleBand];
  switch (slot) {
    case kPitch:
      return hz_of_key(root_key_);
    case kInterval2:
      return chord_st_[1];
    case kInterval3:
      return chord_st_[2];
    case kFollow:
      return 100.0f * follow_;
    case kGlide:
      return ms_of(glide_share_);
    case kDetune: {
      const PulseTrain* const pulses = voices_[0].pulses;
      return 1200.0f * log2(pulses[0].hz(band_rate()) / pulses[1].hz(band_rate())) /
             traits().detune;
    }
    case kVibratoRate:
      return wheel_.vibrato_hz(sample_rate());
    case kVibratoDepth:
      return wheel_.vibrato_cents();
    case kBendRange:
      return wheel_.bend_range_st();
    case kNoise:
      return 100.0f * noise_;
    case kUnvoiced:
      return 100.0f * unvoiced_;
    case kSibilance:
      return 100.0f * sibilance_.target;
    case kAttack:
      return ms_of(attack_share_);
    case kRelease:
      return ms_of(release_share_);
    case kGate:
      return gate_db_;
    case kFreeze:
      return 100.0f - 100.0f * exp2(log2(fresh_) * (1.0f / 3.0f));
    case kFormant:
      return semitones_of_ratio(middle.filters.spoken_frequency() * band_rate() / middle.hz);
    case kResonance:
      return middle.filters.spoken_q() / (kQ * traits().resonance);
    case kContrast:
      return 100.0f * contrast_;
    case kTilt:
      return 0.5f * db_of_gain(bands_[kBands - 1].tilt / bands_[0].tilt);
    case kSpread:
      return 100.0f * spread_;
    case kMix:
      return 100.0f * wet_gain_.target * wet_gain_.target;
    case kOutput:
      return db_of_gain(output_.target);
  }
  return kUnheard;
}

}  // namespace ens
