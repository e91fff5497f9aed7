// A polyphonic wavetable synthesiser: pads, plucks, basses and leads whose colour moves.
//
// Eight spectra lie in a row for each voice space (wave_tables.h). A position between them, the
// filter and the formants make the spectrum of a voice, and an inverse transform its cycle, one
// voice at each tick; so every note has just the harmonics that fit below half the sample rate.
#pragma once

#include "dsp/cycle.h"
#include "dsp/envelope.h"
#include "dsp/one_pole.h"
#include "dsp/wave_frames.h"
#include "dsp/wave_voice.h"
#include "engines/engine.h"
#include "engines/pitch_wheel.h"
#include "engines/wave_tables.h"
#include "engines/wavetable_loudness.h"

namespace ens {

class Wavetable : public Engine {
 public:
  enum Index : std::uint8_t {
    kPosition,
    kPositionEnvelope,
    kSweepRate,
    kSweepDepth,
    kFormant,
    kHollow,
    kCutoff,
    kResonance,
    kCutoffEnvelope,
    kKeyFollow,
    kVelocityTone,
    kToneDecay,
    kAttack,
    kDecay,
    kSustain,
    kRelease,
    kDetune,
    kSub,
    kVibratoRate,
    kVibratoDepth,
    kBendRange,
    kWidth,
    kLevel,
  };

  static constexpr auto kSlots = slot_table<Index>({
      {kPosition, "position_pct", 0, 100, Curve::kLinear, 35},
      {kPositionEnvelope, "position_envelope_pct", -100, 100, Curve::kLinear, 0},
      {kSweepRate, "sweep_rate_hz", 0.03, 12, Curve::kExp, 0.3},
      {kSweepDepth, "sweep_depth_pct", 0, 100, Curve::kSquare, 8},
      {kFormant, "formant_st", -12, 12, Curve::kLinear, 0},
      {kHollow, "hollow_pct", 0, 100, Curve::kLinear, 0},
      {kCutoff, "cutoff_hz", 80, 16000, Curve::kExp, 2000, Role::kCutoff},
      {kResonance, "resonance_pct", 0, 100, Curve::kLinear, 15},
      {kCutoffEnvelope, "cutoff_envelope_st", 0, 72, Curve::kLinear, 24},
      {kKeyFollow, "key_follow_pct", 0, 100, Curve::kLinear, 50},
      {kVelocityTone, "velocity_tone_pct", 0, 100, Curve::kLinear, 40},
      {kToneDecay, "tone_decay_ms", 20, 8000, Curve::kExp, 900},
      {kAttack, "attack_ms", 1, 3000, Curve::kExp, 6},
      {kDecay, "decay_ms", 40, 12000, Curve::kExp, 4000},
      {kSustain, "sustain_pct", 0, 100, Curve::kSqrt, 60},
      {kRelease, "release_ms", 10, 8000, Curve::kExp, 400},
      {kDetune, "detune_cents", 0, 40, Curve::kSquare, 7},
      {kSub, "sub_pct", 0, 100, Curve::kSquare, 0, Role::kMix},
      {kVibratoRate, "vibrato_rate_hz", 0.5, 9, Curve::kExp, 5},
      {kVibratoDepth, "vibrato_depth_cents", 0, 100, Curve::kCubic, 2},
      {kBendRange, "bend_range_st", 0, 24, Curve::kSquare, 2},
      {kWidth, "width_pct", 0, 100, Curve::kLinear, 60},
      {kLevel, "level_db", -18, 0, Curve::kSqrt, -5, Role::kLevel},
  });

  static constexpr auto kVoiceSpaces = voice_spaces<Index, WavetableTraits>(
      kSlots,
      {
          {"Analogue", {}, kAnalogueWaves},
          {"Vowels", {{kSweepDepth, Curve::kLinear}, {kResonance, Curve::kSquare}}, kVowelWaves},
          {"Pipes", {{kCutoffEnvelope, Curve::kSquare}, {kSustain, Curve::kSigmoid}}, kPipeWaves},
          {"Glass",
           {{kDecay, Curve::kLog}, {kDetune, Curve::kCubic}, {kRelease, Curve::kLog}},
           kGlassWaves},
          {"Sync", {{kPosition, Curve::kSigmoid}, {kSub, Curve::kLinear}}, kSyncWaves},
      });

  static constexpr auto kLiveFields = names({"voices_sounding", "last_key", "loudness"});

  static constexpr EngineInfo kInfo = {
      .engine_id = "wavetable",
      .slots = kSlots,
      .voice_spaces = kVoiceSpaces,
      .live_fields = kLiveFields,
      .loudness = kWavetableLoudness,
      .plays_notes = true,
  };

  Wavetable() : Engine(kInfo) {}
  // Of a voice that sounds; most slots are unheard while none does.
  [[gnu::cold]] float in_use(Index slot) const;

 protected:
  void on_prepare() override;
  void on_reset() override;
  bool on_voice_space() override;

  void on_tick() override {
    pitch_.tick({slot(kVibratoRate), slot(kVibratoDepth), slot(kBendRange)}, sample_rate());
    sweep_phase_ += phase_step(slot(kSweepRate) * kTickFrames, sample_rate());
    position_ = slot(kPosition) * 0.01f;
    sweep_ = slot(kSweepDepth) * 0.01f;
    lean_ = slot(kPositionEnvelope) * 0.01f;
    follow_ = slot(kKeyFollow) * 0.01f;
    side_.aim(slot(kWidth) * 0.01f, kFrames);
    gain_ = kVoiceGain * gain_of_db(slot(kLevel));
    detune_ = ratio_of_semitones(slot(kDetune) * 0.01f);
    // A tick fills a frame or builds a cycle; the first, when nothing else sounds, may do both.
    Voice* const voice = frames_.is_whole() || is_first_ ? next_to_build() : nullptr;
    is_first_ = false;
    if (voice != nullptr) {
      build(*voice);
    } else if (!frames_.is_whole()) {
      frames_.fill_next();
    }
    for (Voice& each : voices_) {
      if (each.sounding) control(each);
    }
  }

  void render(const StereoBlock& block) override;
  void live_state(float* out) const override;

  void on_note_on(std::uint8_t key, float velocity) override;
  void on_note_off(std::uint8_t key) override;
  void on_all_notes_off() override;
  void on_pitch_bend(float bend) override { pitch_.bend(bend); }
  void on_mod_wheel(float depth) override { pitch_.deepen(depth); }
  void on_pressure(float pressure) override { pressure_ = pressure; }

 private:
  static constexpr std::size_t kVoices = 6;
  static constexpr int kFrames = static_cast<int>(kTickFrames);
  static constexpr float kVoiceGain = 0.35f;
  static constexpr float kTonePerVelocity = 4;  // octaves
  static constexpr float kPressureTone = 2;     // octaves
  static constexpr float kMiddleHz = 261.63f;   // where the key does not move the cutoff
  static constexpr float kLastFrame = WaveFrames::kFrames - 1;
  static constexpr float kMostDamping = 2.0f;  // of a filter without a peak
  static constexpr float kLeastDamping = 0.05f;

  struct Voice {
    WaveVoice waves;
    WaveShape shape;  // of the newest cycle
    Envelope amp;
    Envelope tone;
    bool sounding = false;
    bool waiting = false;  // for the first cycle of a key
    bool held = false;
    std::uint8_t key = 0;
    std::uint8_t next_key = 0;
    float velocity = 0.0f;
    float next_velocity = 0.0f;
    std::uint32_t age = 0;
    std::uint32_t built = 0;
    float dulled = 0.0f;   // octaves that velocity takes off the cutoff
    float opened = 0.0f;   // octaves that envelope, key and pressure add to it
    float lift_st = 0.0f;  // of the envelope, at its highest
    float touch = 1.0f;    // gain of its velocity
  };

  const WavetableTraits& traits() const { return kVoiceSpaces.traits[voice_space()]; }
  float hz_of(const Voice& voice) const {
    return hz_of_key(static_cast<float>(voice.key) + traits().transpose_st + pitch_.shift_st() +
                     bend_of(voice.key));
  }
  // Places of the table from one harmonic to the next, where formants are not moved.
  float plain_stride(float hz) const {
    return traits().fixed_formants ? hz * (1.0f / WaveFrames::kBandHz) : 1.0f;
  }
  Voice& choose(std::uint8_t key);
  Voice* next_to_build();
  void begin(Voice& voice);
  std::size_t sounding_voices() const;
  void build(Voice& voice);
  void control(Voice& voice);
  const Voice* sounding_voice() const;
  [[gnu::cold]] float shape_in_use(const Voice& voice, Index slot) const;
  [[gnu::cold]] float voice_in_use(const Voice& voice, Index slot) const;

  Voice voices_[kVoices];
  WaveFrames frames_;
  CycleMaker maker_;
  float levels_[CycleMaker::kHarmonics] = {};
  bool is_first_ = true;  // tick since the reset
  std::uint32_t clock_ = 0;
  std::uint32_t builds_ = 0;
  PitchWheel pitch_;
  std::uint32_t sweep_phase_ = 0;
  float position_ = 0.0f;
  float sweep_ = 0.0f;
  float lean_ = 0.0f;
  float gain_ = 0.0f;
  float follow_ = 0.0f;
  Glide side_;
  float detune_ = 1.0f;
  float tick_ms_ = 1.0f;
  float last_key_ = -1.0f;
  float pressure_ = 0.0f;
  DcBlocker dc_left_, dc_right_;
};

// The spectrum of a voice as it is now, and its cycle.
inline void Wavetable::build(Voice& voice) {
  const bool is_first = !voice.sounding;
  if (voice.waiting) begin(voice);
  WaveShape& shape = voice.shape;
  shape.hz = hz_of(voice);
  const float moved = lean_ * voice.tone.level() + sweep_ * 0.5f * sine(sweep_phase_);
  shape.position = kLastFrame * clamp(position_ + moved, 0.0f, 1.0f);
  shape.stride = plain_stride(shape.hz) * exp2(slot(kFormant) * (-1.0f / 12.0f));
  shape.even = 1.0f - slot(kHollow) * 0.01f;
  voice.dulled = kTonePerVelocity * slot(kVelocityTone) * 0.01f * (1.0f - voice.velocity);
  const float pressed = pressure_ + pressure_of(voice.key);
  voice.lift_st = slot(kCutoffEnvelope);
  voice.opened = voice.tone.level() * voice.lift_st * (1.0f / 12.0f) +
                 follow_ * log2(shape.hz * (1.0f / kMiddleHz)) +
                 (pressed < 1.0f ? pressed : 1.0f) * kPressureTone + 2.0f * timbre_of(voice.key);
  shape.cutoff_hz = slot(kCutoff) * traits().brightness * exp2(voice.opened - voice.dulled);
  const float peak = slot(kResonance) * 0.01f;
  shape.damping = kMostDamping + (kLeastDamping - kMostDamping) * sqrt(peak);
  frames_.fill_around(shape.position);
  frames_.levels(shape, sample_rate(), levels_);
  maker_.make(levels_, voice.waves.next_cycle());
  voice.waves.turn_to_it(is_first ? 0 : kFrames * static_cast<int>(sounding_voices()));
  voice.built = ++builds_;
}

inline void Wavetable::control(Voice& voice) {
  const float level = voice.amp.tick(
      {slot(kAttack), slot(kDecay), slot(kSustain) * 0.01f, slot(kRelease)}, tick_ms_);
  voice.tone.tick({slot(kAttack), slot(kToneDecay), 0.0f, slot(kRelease)}, tick_ms_);
  if (!voice.held && voice.amp.held()) {
    voice.amp.release();
    voice.tone.release();
  }
  // Its gain has reached zero once it is idle.
  if (voice.amp.idle() && voice.waves.left_gain() == 0.0f) {
    voice.sounding = false;
    return;
  }
  const float hz = hz_of(voice);
  const float loud = flush(level * gain_ * voice.touch);
  voice.waves.aim({.left_hz = hz * detune_,
                   .right_hz = hz / detune_,
                   .sub_hz = 0.5f * hz,
                   .left = loud,
                   .right = loud,
                   .sub = loud * slot(kSub) * 0.01f},
                  sample_rate(), kFrames);
}

// From the spectrum of its newest cycle.
inline float Wavetable::shape_in_use(const Voice& voice, Index slot) const {
  const WaveShape& shape = voice.shape;
  switch (slot) {
    case kFormant:
      return -12.0f * log2(shape.stride / plain_stride(shape.hz));
    case kHollow:
      return 100.0f * (1.0f - shape.even);
    case kCutoff:
      return shape.cutoff_hz / (traits().brightness * exp2(voice.opened - voice.dulled));
    case kResonance: {
      const float root = (shape.damping - kMostDamping) / (kLeastDamping - kMostDamping);
      return 100.0f * root * root;
    }
    case kCutoffEnvelope:
      return voice.lift_st;
    case kVelocityTone:
      return voice.velocity < 1.0f
                 ? 100.0f * voice.dulled / (kTonePerVelocity * (1.0f - voice.velocity))
                 : kUnheard;
    default:
      return voice_in_use(voice, slot);
  }
}

// From its envelopes and readers.
inline float Wavetable::voice_in_use(const Voice& voice, Index slot) const {
  const EnvelopeShape& amp = voice.amp.shape();
  const EnvelopeShape& tone = voice.tone.shape();
  const float rate = sample_rate();
  const float full = voice.amp.level() * voice.touch * kVoiceGain;
  const float loud = voice.waves.left_gain();
  switch (slot) {
    case kToneDecay:
      return tone.decay_ms;
    case kAttack:
      return agreed(amp.attack_ms, tone.attack_ms);
    case kDecay:
      return amp.decay_ms;
    case kSustain:
      return 100.0f * amp.sustain;
    case kRelease:
      return agreed(amp.release_ms, tone.release_ms);
    case kDetune:
      return 600.0f * log2(voice.waves.left_hz(rate) / voice.waves.right_hz(rate));
    case kSub:
      return loud > 0.0f ? 100.0f * voice.waves.sub_gain() / loud : kUnheard;
    case kLevel:
      return full > 1e-6f ? db_of_gain(agreed(loud, voice.waves.right_gain()) / full) : kUnheard;
    default:
      return kUnheard;
  }
}

inline float Wavetable::in_use(Index slot) const {
  switch (slot) {
    case kPosition:
      return 100.0f * position_;
    case kPositionEnvelope:
      return 100.0f * lean_;
    case kSweepRate:
      return hz_of_step(sweep_phase_, sample_rate()) / kTickFrames;
    case kSweepDepth:
      return 100.0f * sweep_;
    case kKeyFollow:
      return 100.0f * follow_;
    case kVibratoRate:
      return pitch_.vibrato_hz(sample_rate());
    case kVibratoDepth:
      return pitch_.vibrato_cents();
    case kBendRange:
      return pitch_.bend_range_st();
    case kWidth:
      return 100.0f * side_.target;
    default: {
      const Voice* voice = sounding_voice();
      return voice == nullptr ? kUnheard : shape_in_use(*voice, slot);
    }
  }
}

}  // namespace ens
