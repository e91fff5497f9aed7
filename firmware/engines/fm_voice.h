// Eight voices of four sine operators that modulate each other's phase: pianos, bells, brass,
// basses.
//
// J. M. Chowning, "The Synthesis of Complex Audio Spectra by Means of Frequency Modulation", JAES
// 21(7), 1973; feedback as in N. Tomisawa, US patent 4,249,447 (two samples averaged so that it
// does not hunt). The voice space is the algorithm. Where
// sidebands would pass half the sample rate the indices are cut back together, by the order at
// which Bessel functions fall below −60 dB.
#pragma once

#include "dsp/ceiling.h"
#include "dsp/envelope.h"
#include "dsp/level.h"
#include "dsp/one_pole.h"
#include "dsp/sine.h"
#include "engines/engine.h"

namespace ens {

// Which operators (bits; 1 is A, 2 is B, 4 is C, 8 is D) modulate A, B and C, and which are heard.
struct FmAlgorithm {
  static constexpr std::uint8_t kA = 1, kB = 2, kC = 4, kD = 8;
  std::uint8_t into_a = 0;
  std::uint8_t into_b = 0;
  std::uint8_t into_c = 0;
  std::uint8_t heard = kA;
};

// What a voice space changes beside curves.
struct FmTraits {
  FmAlgorithm algorithm;
  float transpose_st = 0.0f;
  float snap = 1.0f;         // times the snap slot
  float stretch = 1.0f;      // of the ratios, away from whole numbers
  float index = 1.0f;        // times the index slots
  float tone_attack = 1.0f;  // times the attack slot, for the indices
  float hold = 0.0f;         // least sustain
  bool drawbars = false;     // the indices are the levels of the carriers B, C and D
};

class FmVoice : public Engine {
 public:
  enum Index : std::uint8_t {
    kRatioB,
    kRatioC,
    kRatioD,
    kRatioSnap,
    kIndexB,
    kIndexC,
    kIndexD,
    kFeedback,
    kAttack,
    kDecay,
    kSustain,
    kRelease,
    kIndexDecay,
    kIndexSustain,
    kVelocityTone,
    kDetune,
    kVibratoRate,
    kVibratoDepth,
    kTremolo,
    kGlide,
    kWidth,
    kLevel,
  };

  static constexpr auto kSlots = slot_table<Index>({
      {kRatioB, "ratio_b_x", 0.25, 14, Curve::kExp, 0.9998},
      {kRatioC, "ratio_c_x", 0.25, 14, Curve::kExp, 0.9998},
      {kRatioD, "ratio_d_x", 0.25, 14, Curve::kExp, 1.9998},
      {kRatioSnap, "ratio_snap_pct", 0, 100, Curve::kSqrt, 100},
      {kIndexB, "index_b_x", 0, 9, Curve::kSquare, 2.1997},
      {kIndexC, "index_c_x", 0, 9, Curve::kSquare, 0.7997},
      {kIndexD, "index_d_x", 0, 9, Curve::kSquare, 0.7997},
      {kFeedback, "feedback_pct", 0, 100, Curve::kLinear, 20},
      {kAttack, "attack_ms", 1, 1000, Curve::kExp, 3.003},
      {kDecay, "decay_ms", 30, 12000, Curve::kExp, 3499.6},
      {kSustain, "sustain_pct", 0, 100, Curve::kLinear, 30},
      {kRelease, "release_ms", 20, 8000, Curve::kExp, 600},
      {kIndexDecay, "index_decay_ms", 20, 8000, Curve::kExp, 1000.2},
      {kIndexSustain, "index_sustain_pct", 0, 100, Curve::kLinear, 40},
      {kVelocityTone, "velocity_tone_pct", 0, 100, Curve::kLinear, 60},
      {kDetune, "detune_cents", 0, 40, Curve::kSquare, 2.5},
      {kVibratoRate, "vibrato_rate_hz", 0.2, 12, Curve::kExp, 5},
      {kVibratoDepth, "vibrato_depth_cents", 0, 120, Curve::kCubic, 0},
      {kTremolo, "tremolo_pct", 0, 100, Curve::kSquare, 0},
      {kGlide, "glide_ms", 0, 600, Curve::kCubic, 0},
      {kWidth, "width_pct", 0, 100, Curve::kLinear, 50},
      {kLevel, "level_db", -18, 0, Curve::kSqrt, -5},
  });

  using Algorithm = FmAlgorithm;
  static constexpr std::uint8_t kA = Algorithm::kA, kB = Algorithm::kB, kC = Algorithm::kC,
                                kD = Algorithm::kD;
  static constexpr Algorithm kTwoPairs = {.into_a = kB, .into_c = kD, .heard = kA | kC};
  static constexpr Algorithm kPairAndSingle = {.into_a = kB | kC, .into_c = kD};
  static constexpr Algorithm kThreeModulators = {.into_a = kB | kC | kD};
  static constexpr Algorithm kStack = {.into_a = kB, .into_b = kC, .into_c = kD};
  static constexpr Algorithm kFourCarriers = {.heard = kA | kB | kC | kD};  // D has feedback

  static constexpr auto kVoiceSpaces = voice_spaces<Index, FmTraits>(
      kSlots,
      {
          {"Tines", {}, {.algorithm = kTwoPairs}},
          {"Bells",  // ratios of no harmonic
           {{kRatioB, Curve::kLinear}, {kRatioC, Curve::kLinear}, {kDecay, Curve::kLog}},
           {.algorithm = kPairAndSingle, .snap = 0.0f, .stretch = 1.19f, .index = 1.4f}},
          {"Brass",  // brightness comes late
           {{kAttack, Curve::kSquare}, {kIndexB, Curve::kSigmoid}, {kVibratoDepth, Curve::kSquare}},
           {.algorithm = kThreeModulators, .index = 1.5f, .tone_attack = 9.0f, .hold = 0.5f}},
          {"Bass",
           {{kFeedback, Curve::kSqrt}, {kIndexB, Curve::kLinear}, {kDecay, Curve::kSquare}},
           {.algorithm = kStack,
            .transpose_st = -12.0f,
            .index = 1.8f,
            .tone_attack = 0.5f,
            .hold = 0.2f}},
          {"Organ",
           {{kIndexB, Curve::kLinear}, {kIndexC, Curve::kLinear}, {kIndexD, Curve::kLinear}},
           {.algorithm = kFourCarriers, .hold = 0.85f, .drawbars = true}},
      });

  static constexpr auto kLiveFields = names({"voices_sounding", "last_key", "loudness"});

  static constexpr EngineInfo kInfo = {
      .engine_id = "fm_voice",
      .slots = kSlots,
      .voice_spaces = kVoiceSpaces,
      .live_fields = kLiveFields,
      .plays_notes = true,
  };

  FmVoice() : Engine(kInfo) {}
  // Of a voice that sounds; all slots are unheard while none does.
  [[gnu::cold]] float in_use(Index slot) const;

  void on_note_on(std::uint8_t key, float velocity) override {
    Voice& voice = choose(key);
    voice.key = key;
    voice.velocity = velocity;
    if (voice.amp.idle()) {
      for (std::uint32_t& phase : voice.operators.phase) phase = 0;
      voice.pitch = last_key_ < 0.0f ? static_cast<float>(voice.key) : last_key_;
      voice.operators.feedback[0] = voice.operators.feedback[1] = 0.0f;
    }

    voice.age = ++clock_;
    voice.turn = clock_;  // voices take turns
    voice.amp.start();
    voice.tone.start();
    last_key_ = static_cast<float>(voice.key);
  }

  void on_note_off(std::uint8_t key) override {
    for (Voice& voice : voices_) {
      if (voice.key != key || !voice.amp.held()) continue;
      voice.amp.release();
      voice.tone.release();
    }
  }

  void on_all_notes_off() override {
    for (Voice& voice : voices_) {
      voice.amp.release();
      voice.tone.release();
    }
  }

  void on_pitch_bend(float position) override { bend_semitones_ = 2.0f * position; }
  void on_mod_wheel(float depth) override { wheel_ = depth; }
  void on_pressure(float pressure) override { pressure_ = pressure; }

 protected:
  void on_prepare() override {
    tick_ms_ = 1000.0f * kTickFrames / sample_rate();
    dc_left_.prepare(sample_rate());
    dc_right_.prepare(sample_rate());
  }

  void on_reset() override {
    for (Voice& voice : voices_) voice = Voice{};
    lfo_phase_ = 0;
    last_key_ = -1.0f;
    clock_ = 0;

    dc_left_.reset();
    dc_right_.reset();
  }

  void on_tick() override {
    lfo_phase_ += phase_step(slot(kVibratoRate) * kTickFrames, sample_rate());
    lfo_ = sine(lfo_phase_);
    const float gain = gain_of_db(slot(kLevel)) * kVoiceGain;
    tremble_ = slot(kTremolo) * 0.01f * (0.5f + 0.5f * lfo_);
    gain_ = gain * (1.0f - tremble_);
    snap_pct_ = slot(kRatioSnap);
    detune_ = ratio_of_semitones(slot(kDetune) * 0.01f);
    vibrato_cents_ = slot(kVibratoDepth);
    const float glide = slot(kGlide);
    glide_share_ = 1.0f - exp2(-4.0f * tick_ms_ / (glide > 0.1f ? glide : 0.1f));
    for (Voice& voice : voices_) {
      if (voice.amp.idle()) {
        voice.sounding = false;
      } else {
        control(voice);
      }
    }
  }

  void render(const StereoBlock& block) override;
  void live_state(float* out) const override;

 private:
  static constexpr std::size_t kVoices = 8;
  static constexpr std::size_t kOperators = 4;
  static constexpr float kVoiceGain = 0.9f;

  struct Operators {
    std::uint32_t phase[kOperators] = {};
    std::uint32_t step[kOperators] = {};
    Ramp depth[kOperators] = {};  // amplitude of a carrier, index in cycles of a modulator
    float feedback[2] = {};
    float feedback_depth = 0.0f;  // cycles, of each of the two
  };

  struct Voice {
    std::uint8_t key = 0;
    bool sounding = false;
    float velocity = 0.0f;
    float pitch = 60.0f;  // key, gliding
    std::uint32_t age = 0;
    Envelope amp;
    Envelope tone;
    Operators operators;
    float touch = 1.0f;              // what velocity leaves of the indices
    float bright = 0.0f;             // what the slots' indices are multiplied by
    float reached[kOperators] = {};  // where the operators' depths lead
    float share = 1.0f;              // of the indices, that fits below half the rate
    std::uint32_t turn = 0;          // when to look at it again
    float pan_left = 0.7f;
    float pan_right = 0.7f;
  };

  Voice& choose(std::uint8_t key) {
    Voice* oldest = &voices_[0];
    Voice* free = nullptr;
    for (Voice& voice : voices_) {
      if (voice.key == key && !voice.amp.idle()) return voice;
      if (voice.amp.idle() && !voice.sounding) free = &voice;
      if (voice.age < oldest->age) oldest = &voice;
    }
    return free != nullptr ? *free : *oldest;
  }

  // A ratio drawn towards the nearest whole number (½ below 1) by the snap slot.
  float ratio(std::size_t index) const {
    const float free = slot(index);
    const float whole = free < 0.75f ? 0.5f : static_cast<float>(to_int(free + 0.5f, 1, 16));
    return (free + (whole - free) * snap_pct_ * 0.01f * traits().snap) * traits().stretch;
  }

  // Orders of sidebands above −60 dB for an index, J_{n+1}(index) < 0.001, and one more: the count
  // of orders that fit is no whole number, and the first that does not must be weak already.
  static float orders_of_index(float index) {
    if (index <= 0.002f) return 0.0f;
    if (index >= 1.216f) return 5.0f + (index - 1.216f) * (1.0f / 0.61f);
    return 1.0f + sqrt(index * (1.0f / 0.076f));
  }
  // The highest frequency above −60 dB that any operator reaches with all indices times `share`.
  static float reach(const Algorithm& algorithm, const float* hertz, const float* index, float beta,
                     float share);

  static float room_for(const Algorithm& algorithm, const float* hertz, const float* index,
                        float beta, float half_rate);
  void control(Voice& voice);
  const Voice* sounding_voice() const;
  [[gnu::cold]] float ratio_in_use(const Voice& voice, std::size_t op) const;
  [[gnu::cold]] float index_in_use(const Voice& voice, std::size_t op) const;
  [[gnu::cold]] float level_in_use(const Voice& voice) const;

  const FmTraits& traits() const { return kVoiceSpaces.traits[voice_space()]; }

  template <std::size_t kSpace, std::size_t kOp>
  static float step(Operators& now, float* out);
  template <std::size_t kSpace>
  void run(Voice& voice, const StereoBlock& block) const;
  template <std::size_t kSpace = 0>
  void run_voice_space(Voice& voice, const StereoBlock& block) const;

  Voice voices_[kVoices];
  std::uint32_t clock_ = 0;
  std::uint32_t lfo_phase_ = 0;
  float lfo_ = 0.0f;
  float gain_ = 0.0f;
  float tremble_ = 0.0f;  // share of the level that the tremolo takes
  float snap_pct_ = 0.0f;
  float detune_ = 1.0f;  // ratio by which C is above and D below
  float vibrato_cents_ = 0.0f;
  float glide_share_ = 1.0f;  // of the way to a key, in a tick
  float tick_ms_ = 1.0f;
  float last_key_ = -1.0f;
  float bend_semitones_ = 0.0f;
  float wheel_ = 0.0f;
  float pressure_ = 0.0f;

  DcBlocker dc_left_, dc_right_;
};

}  // namespace ens
