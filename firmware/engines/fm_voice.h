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

  static constexpr Slot kSlots[] = {
      {"ratio_b_x", 0.25f, 14.0f, Curve::exp, Unit::nearest(0.3417f)},
      {"ratio_c_x", 0.25f, 14.0f, Curve::exp, Unit::nearest(0.3417f)},
      {"ratio_d_x", 0.25f, 14.0f, Curve::exp, Unit::nearest(0.5142f)},
      {"ratio_snap_pct", 0.0f, 100.0f, Curve::sqrt, Unit::nearest(1.0f)},
      {"index_b_x", 0.0f, 9.0f, Curve::square, Unit::nearest(0.4944f)},
      {"index_c_x", 0.0f, 9.0f, Curve::square, Unit::nearest(0.2981f)},
      {"index_d_x", 0.0f, 9.0f, Curve::square, Unit::nearest(0.2981f)},
      {"feedback_pct", 0.0f, 100.0f, Curve::linear, Unit::nearest(0.2f)},
      {"attack_ms", 1.0f, 1000.0f, Curve::exp, Unit::nearest(0.0255f)},
      {"decay_ms", 30.0f, 12000.0f, Curve::exp, Unit::nearest(0.7014f)},
      {"sustain_pct", 0.0f, 100.0f, Curve::linear, Unit::nearest(0.3f)},
      {"release_ms", 20.0f, 8000.0f, Curve::exp, Unit::nearest(0.3971f)},
      {"index_decay_ms", 20.0f, 8000.0f, Curve::exp, Unit::nearest(0.5065f)},
      {"index_sustain_pct", 0.0f, 100.0f, Curve::linear, Unit::nearest(0.4f)},
      {"velocity_tone_pct", 0.0f, 100.0f, Curve::linear, Unit::nearest(0.6f)},
      {"detune_cents", 0.0f, 40.0f, Curve::square, Unit::nearest(0.25f)},
      {"vibrato_rate_hz", 0.2f, 12.0f, Curve::exp, Unit::nearest(0.7817f)},
      {"vibrato_depth_cents", 0.0f, 120.0f, Curve::cubic, Unit::nearest(0.0f)},
      {"tremolo_pct", 0.0f, 100.0f, Curve::square, Unit::nearest(0.0f)},
      {"glide_ms", 0.0f, 600.0f, Curve::cubic, Unit::nearest(0.0f)},
      {"width_pct", 0.0f, 100.0f, Curve::linear, Unit::nearest(0.5f)},
      {"level_db", -18.0f, 0.0f, Curve::sqrt, Unit::nearest(0.5216f)},
  };
  static constexpr std::size_t kSlotCount = sizeof(kSlots) / sizeof(kSlots[0]);

  static constexpr VoiceSpace kVoiceSpaces[] = {
      {"Tines", {}},
      {"Bells", {{kRatioB, Curve::linear}, {kRatioC, Curve::linear}, {kDecay, Curve::log}}},
      {"Brass",
       {{kAttack, Curve::square}, {kIndexB, Curve::sigmoid}, {kVibratoDepth, Curve::square}}},
      {"Bass", {{kFeedback, Curve::sqrt}, {kIndexB, Curve::linear}, {kDecay, Curve::square}}},
      {"Organ", {{kIndexB, Curve::linear}, {kIndexC, Curve::linear}, {kIndexD, Curve::linear}}},
  };

  static constexpr const char* kLiveFields[] = {"voices_sounding", "last_key", "loudness"};

  static constexpr EngineInfo kInfo = {
      .engine_id = "fm_voice",
      .slots = kSlots,
      .slot_count = kSlotCount,
      .voice_spaces = kVoiceSpaces,
      .voice_space_count = 5,
      .live_fields = kLiveFields,
      .live_field_count = 3,
      .plays_notes = true,
      .driver = {},
  };

  FmVoice() : Engine(kInfo) {}

  void note_on(std::uint8_t key, Unit velocity) override {
    if (velocity.q15() == 0) return note_off(key);
    Voice& voice = choose(key);
    voice.key = static_cast<std::uint8_t>(key > 127 ? 127 : key);
    voice.velocity = static_cast<float>(velocity.q15()) * (1.0f / 32768.0f);
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

  void note_off(std::uint8_t key) override {
    for (Voice& voice : voices_) {
      if (voice.key != key || !voice.amp.held()) continue;
      voice.amp.release();
      voice.tone.release();
    }
  }

  void all_notes_off() override {
    for (Voice& voice : voices_) {
      voice.amp.release();
      voice.tone.release();
    }
  }

  void pitch_bend(Unit bend) override {
    bend_semitones_ = (static_cast<float>(bend.q15()) - 16384.0f) * (2.0f / 16384.0f);
  }
  void mod_wheel(Unit depth) override {
    wheel_ = static_cast<float>(depth.q15()) * (1.0f / 32768.0f);
  }
  void pressure(Unit depth) override {
    pressure_ = static_cast<float>(depth.q15()) * (1.0f / 32768.0f);
  }

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
    const float tremble = slot(kTremolo) * 0.01f * (0.5f + 0.5f * lfo_);
    gain_ = gain * (1.0f - tremble);
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

  // What a voice space changes beside curves and algorithm.
  struct Character {
    float transpose_st;
    float snap;         // of the snap slot
    float stretch;      // of the ratios, off the whole numbers
    float index;        // of the index slots
    float tone_attack;  // of the attack slot, for the indices
    float hold;         // least sustain
  };
  static constexpr Character kCharacters[] = {
      {0.0f, 1.0f, 1.0f, 1.0f, 1.0f, 0.0f},    // Tines
      {0.0f, 0.0f, 1.19f, 1.4f, 1.0f, 0.0f},   // Bells: ratios of no harmonic
      {0.0f, 1.0f, 1.0f, 1.5f, 9.0f, 0.5f},    // Brass: brightness comes late
      {-12.0f, 1.0f, 1.0f, 1.8f, 0.5f, 0.2f},  // Bass
      {0.0f, 1.0f, 1.0f, 1.0f, 1.0f, 0.85f},   // Organ
  };
  const Character& character() const { return kCharacters[voice_space()]; }

  // Which operators (bits; 1 is B, 2 is C, 3 is D) modulate each of A, B, C; and which are heard.
  struct Algorithm {
    std::uint8_t into_a;
    std::uint8_t into_b;
    std::uint8_t into_c;
    std::uint8_t heard;
  };
  static constexpr std::uint8_t kB = 2, kC = 4, kD = 8;
  static constexpr Algorithm kAlgorithms[] = {
      {kB, 0, kD, 1 | kC},          // two pairs
      {kB | kC, 0, kD, 1},          // one carrier, a pair and a single above it
      {kB | kC | kD, 0, 0, 1},      // three modulators side by side
      {kB, kC, kD, 1},              // a stack
      {0, 0, 0, 1 | kB | kC | kD},  // four sines, D with feedback
  };

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
    float share = 1.0f;      // of the indices, that fits below half the rate
    std::uint32_t turn = 0;  // when to look at it again
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
    return (free + (whole - free) * slot(kRatioSnap) * 0.01f * character().snap) *
           character().stretch;
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

  template <int kAlgorithm, std::size_t kOp>
  static float step(Operators& now, float* out);
  template <int kAlgorithm>
  void run(Voice& voice, const StereoBlock& block) const;

  Voice voices_[kVoices];
  std::uint32_t clock_ = 0;
  std::uint32_t lfo_phase_ = 0;
  float lfo_ = 0.0f;
  float gain_ = 0.0f;
  float tick_ms_ = 1.0f;
  float last_key_ = -1.0f;
  float bend_semitones_ = 0.0f;
  float wheel_ = 0.0f;
  float pressure_ = 0.0f;

  DcBlocker dc_left_, dc_right_;
};

}  // namespace ens
