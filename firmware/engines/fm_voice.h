// Eight voices of four sine operators that modulate each other's phase: pianos, bells, brass,
// basses.
//
// The voice space is the algorithm. Where sidebands would pass half the sample rate the indices are
// cut back together, by the order at which Bessel functions fall below −60 dB
// (dsp/fm_operators.h).
#pragma once

#include "dsp/envelope.h"
#include "dsp/fm_operators.h"
#include "dsp/level.h"
#include "dsp/one_pole.h"
#include "engines/engine.h"
#include "engines/fm_voice_loudness.h"

namespace ens {

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
      {kLevel, "level_db", -18, 0, Curve::kSqrt, -5, Role::kLevel},
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
      .loudness = kFmVoiceLoudness,
      .plays_notes = true,
  };

  FmVoice() : Engine(kInfo) {}
  // Of a voice that sounds; all slots are unheard while none does.
  [[gnu::cold]] float in_use(Index slot) const;

  void on_note_on(std::uint8_t key, float velocity) override;
  void on_note_off(std::uint8_t key) override;
  void on_all_notes_off() override;
  void on_pitch_bend(float position) override { bend_semitones_ = 2.0f * position; }
  void on_mod_wheel(float depth) override { wheel_ = depth; }
  void on_pressure(float pressure) override { pressure_ = pressure; }

 protected:
  [[gnu::cold]] void on_prepare() override;
  void on_reset() override;

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
  static constexpr std::size_t kOperators = kFmOperators;
  static constexpr float kVoiceGain = 0.9f;

  struct Voice {
    std::uint8_t key = 0;
    bool sounding = false;
    float velocity = 0.0f;
    float pitch = 60.0f;  // key, gliding
    std::uint32_t age = 0;
    Envelope amp;
    Envelope tone;
    FmOperators operators;
    float touch = 1.0f;      // what velocity leaves of the indices
    float bright = 0.0f;     // what the slots' indices are multiplied by
    float share = 1.0f;      // of the indices, that fits below half the rate
    std::uint32_t turn = 0;  // when to look at it again
    float pan_left = 0.7f;
    float pan_right = 0.7f;
  };

  Voice& choose(std::uint8_t key);

  static float nearest_whole(float ratio) {
    return ratio < 0.75f ? 0.5f : static_cast<float>(to_int(ratio + 0.5f, 1, 16));
  }
  // A ratio drawn towards the nearest whole number (½ below 1) by the snap slot.
  float ratio(std::size_t index) const {
    const float free = slot(index);
    return (free + (nearest_whole(free) - free) * snap_pct_ * 0.01f * traits().snap) *
           traits().stretch;
  }

  void control(Voice& voice);
  const Voice* sounding_voice() const;
  [[gnu::cold]] float ratio_in_use(const Voice& voice, std::size_t op) const;
  [[gnu::cold]] float index_in_use(const Voice& voice, std::size_t op) const;
  [[gnu::cold]] float level_in_use(const Voice& voice) const;

  const FmTraits& traits() const { return kVoiceSpaces.traits[voice_space()]; }

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

inline void FmVoice::control(Voice& voice) {
  const FmTraits& space = traits();
  const float hold = space.hold;
  const float level = voice.amp.tick(
      {slot(kAttack), slot(kDecay), hold + (1.0f - hold) * slot(kSustain) * 0.01f, slot(kRelease)},
      tick_ms_);
  const float tone = voice.tone.tick({slot(kAttack) * space.tone_attack, slot(kIndexDecay),
                                      slot(kIndexSustain) * 0.01f, slot(kRelease)},
                                     tick_ms_);
  voice.pitch += (static_cast<float>(voice.key) - voice.pitch) * glide_share_;
  const float cents = lfo_ * (vibrato_cents_ + 60.0f * wheel_);
  const float hz = hz_of_key(voice.pitch + space.transpose_st + bend_semitones_ +
                             bend_of(voice.key) + cents * 0.01f);
  const float hertz[kOperators] = {hz, hz * ratio(kRatioB), hz * ratio(kRatioC) * detune_,
                                   hz * ratio(kRatioD) / detune_};
  voice.touch = 1.0f - slot(kVelocityTone) * 0.01f * (1.0f - voice.velocity);
  const float pressed = pressure_ + pressure_of(voice.key);
  const float bright = tone * voice.touch * space.index *
                       (1.0f + 0.5f * (pressed < 1.0f ? pressed : 1.0f)) *
                       (1.0f + 0.75f * timbre_of(voice.key));
  voice.bright = bright;
  const float want[kOperators] = {0.0f, slot(kIndexB) * bright, slot(kIndexC) * bright,
                                  slot(kIndexD) * bright};
  const Algorithm& algorithm = space.algorithm;
  const float half_rate = 0.5f * sample_rate();
  const float max_beta = fm_max_feedback(hertz[3], half_rate);
  const float asked = slot(kFeedback) * 0.01f;
  const float beta = asked < max_beta ? asked : max_beta;
  voice.operators.set_feedback(beta);
  // Two voices per tick recompute their reach: it is expensive and changes slowly.
  if (!voice.sounding || (voice.turn++ & 3) == 0) {
    voice.share = fm_index_share(algorithm, hertz, want, beta, half_rate);
  }
  const float loud = level * gain_ * (0.25f + 0.75f * voice.velocity);
  if (!voice.sounding) voice.operators.silence();
  for (std::size_t op = 0; op < kOperators; ++op) {
    float to = want[op] * voice.share * kCyclesPerRadian;
    if (algorithm.is_heard(op)) {
      // Organ: the indices are drawbars. Elsewhere carriers share the level.
      to = op > 0 && space.drawbars ? loud * slot(kIndexB + op - 1) * (1.0f / 18.0f)
                                    : loud / algorithm.carriers();
      if (hertz[op] > 0.45f * sample_rate()) to = 0.0f;
    }
    voice.operators.aim(op, hertz[op], to, sample_rate(), kTickFrames);
  }
  const float side = ((voice.age & 1) != 0 ? 0.35f : -0.35f) * slot(kWidth) * 0.01f;
  voice.pan_left = 0.7f - side;
  voice.pan_right = 0.7f + side;
  voice.sounding = true;
}

// From the operator's frequency against A's: without detuning, stretch, and what snap has drawn
// away.
inline float FmVoice::ratio_in_use(const Voice& voice, std::size_t op) const {
  const float off = op == 2 ? detune_ : op == 3 ? 1.0f / detune_ : 1.0f;
  const float rate = sample_rate();
  const float heard =
      voice.operators.hertz(op, rate) / (voice.operators.hertz(0, rate) * off * traits().stretch);
  const float snap = snap_pct_ * 0.01f * traits().snap;
  if (snap > 0.98f) return kUnheard;
  return (heard - nearest_whole(heard) * snap) / (1.0f - snap);
}

// From the operator's depth. A carrier's is the level, where it is not a drawbar.
inline float FmVoice::index_in_use(const Voice& voice, std::size_t op) const {
  const bool is_heard = traits().algorithm.is_heard(op);
  const float depth = voice.operators.depth(op);
  if (is_heard && !traits().drawbars) return kUnused;
  if (is_heard) {
    const float loud = voice.amp.level() * gain_ * (0.25f + 0.75f * voice.velocity);
    return depth * 18.0f / loud;
  }
  const float per_index = voice.share * kCyclesPerRadian * voice.bright;
  return per_index > 0.0f ? depth / per_index : kUnheard;
}

inline float FmVoice::level_in_use(const Voice& voice) const {
  const float full = voice.amp.level() * (0.25f + 0.75f * voice.velocity) * (1.0f - tremble_);
  return db_of_gain(voice.operators.depth(0) * traits().algorithm.carriers() / (full * kVoiceGain));
}

inline float FmVoice::in_use(Index slot) const {
  const Voice* voice = sounding_voice();
  if (voice == nullptr) return kUnheard;
  const EnvelopeShape& amp = voice->amp.shape();
  const EnvelopeShape& tone = voice->tone.shape();
  switch (slot) {
    case kRatioB:
      return ratio_in_use(*voice, 1);
    case kRatioC:
      return ratio_in_use(*voice, 2);
    case kRatioD:
      return ratio_in_use(*voice, 3);
    case kRatioSnap:
      return traits().snap == 0.0f ? kUnused : snap_pct_;
    case kIndexB:
      return index_in_use(*voice, 1);
    case kIndexC:
      return index_in_use(*voice, 2);
    case kIndexD:
      return index_in_use(*voice, 3);
    case kFeedback: {
      const float beta = voice->operators.feedback();
      const float hz = voice->operators.hertz(3, sample_rate());
      return beta < 0.999f * fm_max_feedback(hz, 0.5f * sample_rate()) ? 100.0f * beta : kUnheard;
    }
    case kAttack:
      return agreed(amp.attack_ms, tone.attack_ms / traits().tone_attack);
    case kDecay:
      return amp.decay_ms;
    case kSustain:
      return 100.0f * (amp.sustain - traits().hold) / (1.0f - traits().hold);
    case kRelease:
      return agreed(amp.release_ms, tone.release_ms);
    case kIndexDecay:
      return tone.decay_ms;
    case kIndexSustain:
      return 100.0f * tone.sustain;
    case kVelocityTone:
      return 100.0f * (1.0f - voice->touch) / (1.0f - voice->velocity);
    case kDetune:
      return 1200.0f * log2(detune_);
    case kVibratoRate:
      return hz_of_step(lfo_phase_, sample_rate()) / kTickFrames;
    case kVibratoDepth:
      return vibrato_cents_;
    case kTremolo:
      return 100.0f * tremble_ / (0.5f + 0.5f * lfo_);
    case kGlide:
      return -4.0f * tick_ms_ / log2(1.0f - glide_share_);
    case kWidth: {
      const float side = 0.7f - voice->pan_left;
      return 100.0f * (side < 0.0f ? -side : side) / 0.35f;
    }
    case kLevel:
      return level_in_use(*voice);
  }
  return kUnheard;
}

}  // namespace ens
