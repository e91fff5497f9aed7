// A piece that plays itself and never quite repeats: pads, a bass, plucked strings and chimes in a
// hall.
//
// Notes come from wander_score.h. Pads and bass are band-limited harmonics (dsp/harmonics.h) under
// slow envelopes, strings are Karplus–Strong (dsp/plucked_string.h), chimes are FM bells
// (dsp/chime.h), the room is a feedback delay network (dsp/hall.h). The voice space is the scale
// (scales.h) and its mood.
#pragma once

#include "dsp/chime.h"
#include "dsp/envelope.h"
#include "dsp/hall.h"
#include "dsp/harmonics.h"
#include "dsp/one_pole.h"
#include "dsp/plucked_string.h"
#include "engines/engine.h"
#include "engines/wander_score.h"
#include "engines/wanderer_loudness.h"

namespace ens {

// What a voice space changes beside curves: the scale and its mood.
struct WandererTraits {
  Scale scale;
  float pad_octave = 1.0f;  // of the pads above the tonic
  float string_octave = 2.0f;
  float chime_octave = 3.0f;
  float chime_stretch = 1.0f;  // times the chime ratio slot
  float pace = 1.0f;           // times the tempo slot
  float fill = 1.0f;           // times the density slot
};

class Wanderer : public Engine {
 public:
  enum Index : std::uint8_t {
    kTonic,
    kTempo,
    kDensity,
    kSurprise,
    kSwing,
    kRange,
    kChord,
    kPadDb,
    kPadAttack,
    kPadBrightness,
    kBassDb,
    kPluckDb,
    kPluckDecay,
    kPluckTone,
    kPluckPlace,
    kChimeDb,
    kChimeDecay,
    kChimeRatio,
    kChimeIndex,
    kDrift,
    kSpace,
    kSpaceMix,
    kSpaceTone,
    kWidth,
    kLevel,
  };

  // The melody spans whole degrees of the scale: 3 to 21 of seven notes, 2 to 15 of five.
  static constexpr Reading kSevenNotes = in_steps(19);
  static constexpr Reading kFiveNotes = in_steps(14);

  static constexpr auto kSlots = slot_table<Index>({
      {kTonic, "tonic_hz", 49, 147, Curve::kExp, 55, kPitchInHz},
      {kTempo, "tempo_bpm", 24, 140, Curve::kLinear, 66.003},
      {kDensity, "density_pct", 0, 100, Curve::kLinear, 55},
      {kSurprise, "surprise_pct", 0, 100, Curve::kSquare, 12},
      {kSwing, "swing_pct", 0, 100, Curve::kLinear, 25},
      {kRange, "range_st", 5, 36, Curve::kLinear, 18.95, kSevenNotes},
      {kChord, "chord_s", 2, 60, Curve::kExp, 7.501},
      {kPadDb, "pad_db", -40, 0, Curve::kSqrt, -12, Role::kMix},
      {kPadAttack, "pad_attack_ms", 30, 8000, Curve::kExp, 1900.2},
      {kPadBrightness, "pad_brightness_pct", 0, 100, Curve::kSigmoid, 50},
      {kBassDb, "bass_db", -40, 0, Curve::kSqrt, -13.001, Role::kMix},
      {kPluckDb, "pluck_db", -40, 0, Curve::kSqrt, -9.001, Role::kMix},
      {kPluckDecay, "pluck_decay_ms", 120, 9000, Curve::kExp, 2900},
      {kPluckTone, "pluck_tone_pct", 0, 100, Curve::kLog, 75.002},
      {kPluckPlace, "pluck_place_pct", 3, 50, Curve::kLinear, 22.002},
      {kChimeDb, "chime_db", -40, 0, Curve::kSqrt, -15.001, Role::kMix},
      {kChimeDecay, "chime_decay_ms", 200, 12000, Curve::kExp, 3600.4},
      {kChimeRatio, "chime_ratio_x", 1, 9, Curve::kLinear, 3.5},
      {kChimeIndex, "chime_index_x", 0, 5, Curve::kSquare, 1.8},
      {kDrift, "drift_cents", 0, 40, Curve::kCubic, 6.998},
      {kSpace, "space_s", 0.3, 20, Curve::kExp, 4.0005},
      {kSpaceMix, "space_mix_pct", 0, 100, Curve::kLinear, 45, Role::kMix},
      {kSpaceTone, "space_tone_hz", 600, 14000, Curve::kExp, 2600},
      {kWidth, "width_pct", 0, 100, Curve::kLinear, 75},
      {kLevel, "level_db", -18, 0, Curve::kSqrt, -4.0006, Role::kLevel},
  });

  static constexpr auto kVoiceSpaces = voice_spaces<Index, WandererTraits>(
      kSlots,
      {
          {"Dawn", {}, {.scale = kLydian}},
          {"Dusk",
           {{kDensity, Curve::kSquare}, {kPadBrightness, Curve::kSquare}},
           {.scale = kDorian, .string_octave = 1.0f, .pace = 0.8f, .fill = 1.8f}},
          {"Rain",
           {{kDensity, Curve::kSqrt},
            {kPluckDecay, Curve::kSquare},
            {kSwing, Curve::kSigmoid},
            {kRange, kFiveNotes}},
           {.scale = kPentatonic,
            .string_octave = 3.0f,
            .chime_octave = 4.0f,
            .pace = 1.6f,
            .fill = 0.9f}},
          {"Gamelan",
           {{kChimeIndex, Curve::kLinear}, {kPluckTone, Curve::kLinear}, {kRange, kFiveNotes}},
           {.scale = kSlendro,
            .pad_octave = 0.0f,
            .chime_octave = 2.0f,
            .chime_stretch = 1.37f,
            .pace = 1.1f}},
          {"Deep",
           {{kTempo, Curve::kSquare}, {kDrift, Curve::kExp}, {kSpaceMix, Curve::kLog}},
           {.scale = kPartials,
            .pad_octave = 0.0f,
            .string_octave = 1.0f,
            .chime_octave = 2.0f,
            .pace = 0.5f,
            .fill = 1.4f}},
      });

  static constexpr auto kLiveFields = names({
      "step",
      "chord_degree",
      "melody_degree",
      "pad_loudness",
      "pluck_loudness",
      "chime_loudness",
  });

  static constexpr EngineInfo kInfo = {
      .engine_id = "wanderer",
      .slots = kSlots,
      .voice_spaces = kVoiceSpaces,
      .live_fields = kLiveFields,
      .loudness = kWandererLoudness,
  };

  Wanderer() : Engine(kInfo) {}
  [[gnu::cold]] float in_use(Index slot) const;

 protected:
  [[gnu::cold]] void on_prepare() override;
  void on_reset() override;
  bool on_voice_space() override;
  void on_tick() override;
  void render(const StereoBlock& block) override;
  void live_state(float* out) const override;

 private:
  static constexpr int kFrames = static_cast<int>(kTickFrames);
  static constexpr std::size_t kPads = 6;  // three sound, three fade
  static constexpr std::size_t kStrings = 5;
  static constexpr std::size_t kChimes = 4;
  static constexpr float kPadGain = 0.6f;
  static constexpr float kBassGain = 0.65f;
  static constexpr float kStringGain = 4.0f;
  static constexpr float kChimeGain = 1.3f;

  struct Pad {
    Harmonics oscillator;
    Envelope envelope;
    OnePole drift;
    float ratio = 1.0f;
    float pan = 0.0f;
    bool active = false;  // in this tick
    Glide left;
    Glide right;
  };

  struct Bell {
    Chime chime;
    float pan = 0.0f;
    Glide left;
    Glide right;
  };

  struct String {
    PluckedString string;
    float pan = 0.0f;
    bool active = false;  // in this tick
    Glide left;
    Glide right;
  };

  const WandererTraits& traits() const { return kVoiceSpaces.traits[voice_space()]; }
  float ratio_of(std::int32_t degree, float octave) const {
    return traits().scale.ratio(degree, octave);
  }
  void play(const ScoreEvents& events);
  void start_chord(std::int32_t degree);
  void start_string(std::int32_t degree, float velocity);
  void start_chime(std::int32_t degree, float velocity);
  const Pad& loudest_pad() const;
  const Pad& most_strayed_pad() const;
  [[gnu::cold]] float range_in_use() const;
  [[gnu::cold]] float drift_in_use() const;
  [[gnu::cold]] float width_in_use() const;
  // Silence at the very bottom of a level slot.
  static float gain_of_slot(float db) { return db > -39.5f ? gain_of_db(db) : 0.0f; }
  void set_notes(float tick_ms);
  void aim_pads(float tick_ms);
  void aim_strings();
  void aim_chimes();
  void aim_sides(float pan, float gain, Glide* left, Glide* right) const;

  WanderScore score_;
  ScoreSettings score_settings_ = {};
  float tonic_hz_ = 55.0f;
  float drift_cents_ = 0.0f;
  PluckedString::Pluck next_pluck_ = {};  // decay, tone and place of the next string
  float chime_ratio_ = 1.0f;              // of the next chime
  float chime_index_ = 0.0f;
  float chime_fall_ = 0.0f;  // what a tick leaves of a chime
  Noise noise_;
  Pad pads_[kPads];
  Harmonics bass_;
  Envelope bass_envelope_;
  Glide bass_gain_;
  float bass_ratio_ = 1.0f;
  float bass_now_ = 1.0f;
  String strings_[kStrings];
  Bell chimes_[kChimes];
  std::size_t next_pad_ = 0;
  std::size_t next_string_ = 0;
  std::size_t next_chime_ = 0;
  std::int32_t melody_ = 0;
  float pluck_loudness_ = 0.0f;
  Hall hall_;
  Glide wet_;
  Glide level_;
  DcBlocker dc_left_, dc_right_;
};

inline void Wanderer::aim_sides(float pan, float gain, Glide* left, Glide* right) const {
  const float side = 0.5f * pan * slot(kWidth) * 0.01f;
  left->aim(gain * (0.7f - side), kFrames);
  right->aim(gain * (0.7f + side), kFrames);
}

inline void Wanderer::aim_pads(float tick_ms) {
  const float attack = slot(kPadAttack);
  const EnvelopeShape shape{attack, 4000.0f, 0.85f, 2.5f * attack + 300.0f};
  const float bright = slot(kPadBrightness) * 0.0085f;
  const float gain = gain_of_slot(slot(kPadDb)) * kPadGain;
  for (Pad& pad : pads_) {
    pad.active = !pad.envelope.idle();  // the tick in which it ends still sounds
    const float level = pad.envelope.tick(shape, tick_ms);
    const float cents = pad.drift.low(noise_.white(), 0.003f) * 25.0f * drift_cents_;
    const float hz = tonic_hz_ * pad.ratio * exp2(cents * (1.0f / 1200.0f));
    // Opens as it swells: brightness follows the envelope a little.
    pad.oscillator.tick(hz, bright * (0.6f + 0.4f * level), sample_rate(), kTickFrames);
    aim_sides(pad.pan, level * level * gain, &pad.left, &pad.right);
  }
  const float low = bass_envelope_.tick({attack * 0.5f, 6000.0f, 0.6f, 2000.0f}, tick_ms);
  bass_now_ += (bass_ratio_ - bass_now_) * 0.04f;  // slides in about 30 ms
  bass_.tick(tonic_hz_ * bass_now_, 0.45f * bright + 0.15f, sample_rate(), kTickFrames);
  bass_gain_.aim(low * gain_of_slot(slot(kBassDb)) * kBassGain, kFrames);
}

inline void Wanderer::aim_strings() {
  const float gain = gain_of_slot(slot(kPluckDb)) * kStringGain;

  for (String& string : strings_) {
    string.active = string.string.sounding();
    aim_sides(string.pan, gain, &string.left, &string.right);
  }
  pluck_loudness_ *= 0.995f;
}

inline void Wanderer::aim_chimes() {
  const float gain = gain_of_slot(slot(kChimeDb)) * kChimeGain;
  for (Bell& bell : chimes_) {
    bell.chime.tick(chime_index_, chime_fall_, kFrames);
    aim_sides(bell.pan, gain, &bell.left, &bell.right);
  }
}

// What notes are made of from now on.
inline void Wanderer::set_notes(float tick_ms) {
  tonic_hz_ = slot(kTonic);
  drift_cents_ = slot(kDrift);
  next_pluck_ = {0.0f, 0.0f, slot(kPluckDecay), slot(kPluckTone) * 0.01f,
                 slot(kPluckPlace) * 0.01f};
  chime_ratio_ = slot(kChimeRatio);
  chime_index_ = slot(kChimeIndex);
  chime_fall_ = exp2(-9.96578f * tick_ms / slot(kChimeDecay));
}

inline void Wanderer::on_tick() {
  const float tick_ms = 1000.0f * kTickFrames / sample_rate();
  set_notes(tick_ms);
  score_settings_ = {
      slot(kTempo) * traits().pace, slot(kDensity) * 0.01f * traits().fill, slot(kSurprise) * 0.01f,
      slot(kSwing) * 0.01f,         traits().scale.degrees(slot(kRange)),   slot(kChord)};
  play(score_.tick(traits().scale, score_settings_, tick_ms * 0.001f));
  aim_pads(tick_ms);
  aim_strings();
  aim_chimes();
  hall_.tick(slot(kSpace), slot(kSpaceTone), sample_rate(), kFrames);
  wet_.aim(slot(kSpaceMix) * 0.01f, kFrames);
  level_.aim(gain_of_db(slot(kLevel)), kFrames);
}

// From a pad's frequency and how far chance has carried it.
inline float Wanderer::drift_in_use() const {
  const Pad& pad = most_strayed_pad();
  const float ratio = pad.oscillator.frequency_hz(sample_rate()) / (tonic_hz_ * pad.ratio);
  return 1200.0f * log2(ratio) / (25.0f * pad.drift.value());
}

inline float Wanderer::width_in_use() const {
  for (const Pad& pad : pads_) {
    const float sum = pad.left.target + pad.right.target;
    if (pad.pan < 0.1f || sum <= 0.0f) continue;
    return 140.0f * (pad.right.target - pad.left.target) / (sum * pad.pan);
  }
  return kUnheard;
}

inline float Wanderer::in_use(Index slot) const {
  const float rate = sample_rate();
  const Pad& pad = loudest_pad();
  const float swell = pad.envelope.level();
  // The level of a pair of sides, without what stands before it; silence at the bottom is unheard.
  const auto level = [](const Glide& left, const Glide& right, float full) {
    const float both = left.target + right.target;
    return both > 0.0f ? db_of_gain(both / (1.4f * full)) : kUnheard;
  };
  switch (slot) {
    case kTonic:
      return agreed(bass_.frequency_hz(rate) / bass_now_, tonic_hz_);
    case kTempo:
      return score_settings_.bpm / traits().pace;
    case kDensity:
      return 100.0f * score_settings_.density / traits().fill;
    case kSurprise:
      return 100.0f * score_settings_.surprise;
    case kSwing:
      return 100.0f * score_settings_.swing;
    case kRange:
      return range_in_use();
    case kChord:
      return score_settings_.chord_seconds;
    case kPadDb:
      return level(pad.left, pad.right, swell * swell * kPadGain);
    case kPadAttack:
      return agreed(pad.envelope.shape().attack_ms, 2.0f * bass_envelope_.shape().attack_ms);
    case kPadBrightness:
      return pad.oscillator.brightness() / (0.0085f * (0.6f + 0.4f * swell));
    case kBassDb:
      return level(bass_gain_, bass_gain_, bass_envelope_.level() * kBassGain / 0.7f);
    case kPluckDb:
      return level(strings_[0].left, strings_[0].right, kStringGain);
    case kPluckDecay:
      return next_pluck_.decay_ms;
    case kPluckTone:
      return 100.0f * next_pluck_.tone;
    case kPluckPlace:
      return 100.0f * next_pluck_.place;
    case kChimeDb:
      return level(chimes_[0].left, chimes_[0].right, kChimeGain);
    case kChimeDecay:
      return -9965.78f * kTickFrames / (log2(chime_fall_) * rate);
    case kChimeRatio:
      return chime_ratio_;
    case kChimeIndex:
      return chime_index_;
    case kDrift:
      return drift_in_use();
    case kSpace:
      return hall_.seconds(rate);
    case kSpaceMix:
      return 100.0f * wet_.target;
    case kSpaceTone:
      return hall_.tone_hz(rate);
    case kWidth:
      return width_in_use();
    case kLevel:
      return db_of_gain(level_.target);
  }
  return kUnheard;
}

}  // namespace ens
