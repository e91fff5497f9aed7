// Six strings on a body, plucked, struck or bowed by keys: guitars, harps, fiddles, dulcimers and
// bowls.
//
// Each string is a waveguide (dsp/waveguide.h) that a pluck and a bow share, so a gesture can lead
// from one to the other; all of them sound through the resonances of one body
// (dsp/resonant_body.h). The voice space is that body and what it is played with.
#pragma once

#include "dsp/envelope.h"
#include "dsp/one_pole.h"
#include "dsp/resonant_body.h"
#include "dsp/waveguide.h"
#include "engines/engine.h"
#include "engines/pitch_wheel.h"
#include "engines/strings_loudness.h"

namespace ens {

// What a voice space changes beside curves.
struct StringsTraits {
  BodyMode body[ResonantBody::kModes];
  float pluck = 1.0f;      // times the pluck slot
  float least_bow = 0.0f;  // what the bow slot adds to
  float treble = 1.0f;     // times the treble slot
  float stiffness = 0.0f;  // share of the period that disperses, beside the slot's
};

class Strings : public Engine {
 public:
  enum Index : std::uint8_t {
    kPluck,
    kPlace,
    kHardness,
    kNoise,
    kVelocityTone,
    kDecay,
    kTreble,
    kRelease,
    kStiffness,
    kBow,
    kBowTone,
    kBowAttack,
    kVibratoRate,
    kVibratoDepth,
    kBendRange,
    kBody,
    kBodySize,
    kWidth,
    kLevel,
  };

  static constexpr auto kSlots = slot_table<Index>({
      {kPluck, "pluck_pct", 0, 100, Curve::kSqrt, 90, Role::kMix},
      {kPlace, "place_pct", 3, 50, Curve::kExp, 14},
      {kHardness, "hardness_hz", 300, 12000, Curve::kExp, 3000, Role::kCutoff},
      {kNoise, "noise_pct", 0, 100, Curve::kSquare, 15},
      {kVelocityTone, "velocity_tone_pct", 0, 100, Curve::kLinear, 50},
      {kDecay, "decay_s", 0.2, 20, Curve::kExp, 5},
      {kTreble, "treble_s", 0.03, 5, Curve::kExp, 0.6},
      {kRelease, "release_ms", 30, 6000, Curve::kExp, 250},
      {kStiffness, "stiffness_pct", 0, 40, Curve::kSquare, 0},
      {kBow, "bow_pct", 0, 100, Curve::kSquare, 0, Role::kMix},
      {kBowTone, "bow_tone_hz", 200, 4000, Curve::kExp, 1000},
      {kBowAttack, "bow_attack_ms", 5, 1500, Curve::kExp, 70},
      {kVibratoRate, "vibrato_rate_hz", 0.5, 9, Curve::kExp, 5.2},
      {kVibratoDepth, "vibrato_depth_cents", 0, 100, Curve::kCubic, 3},
      {kBendRange, "bend_range_st", 0, 24, Curve::kSquare, 2},
      {kBody, "body_pct", 0, 100, Curve::kLinear, 45, Role::kMix},
      {kBodySize, "body_size_x", 0.4, 2.5, Curve::kExp, 1},
      {kWidth, "width_pct", 0, 100, Curve::kLinear, 50},
      {kLevel, "level_db", -18, 0, Curve::kSqrt, -5, Role::kLevel},
  });

  static constexpr auto kVoiceSpaces = voice_spaces<Index, StringsTraits>(
      kSlots,
      {
          {"Guitar",
           {},
           {.body = {{98, 12, 0.9f},
                     {205, 14, 1.0f},
                     {270, 16, 0.6f},
                     {410, 18, 0.7f},
                     {590, 18, 0.5f},
                     {1150, 6, 0.5f}}}},
          {"Harp",
           {{kHardness, Curve::kSquare}, {kDecay, Curve::kLog}, {kNoise, Curve::kCubic}},
           {.body = {{160, 5, 0.7f},
                     {310, 6, 0.6f},
                     {520, 6, 0.5f},
                     {880, 7, 0.5f},
                     {1500, 5, 0.6f},
                     {2600, 3, 0.7f}}}},
          {"Fiddle",  // bowed without a gesture, too
           {{kBow, Curve::kLinear}, {kBowTone, Curve::kSigmoid}, {kVibratoDepth, Curve::kSquare}},
           {.body = {{275, 14, 0.8f},
                     {460, 16, 1.0f},
                     {550, 18, 0.9f},
                     {750, 9, 0.5f},
                     {1400, 6, 0.6f},
                     {2600, 3, 1.1f}},
            .pluck = 0.3f,
            .least_bow = 0.4f,
            .treble = 2.0f}},
          {"Dulcimer",  // struck wire
           {{kPlace, Curve::kLog}, {kHardness, Curve::kLog}, {kStiffness, Curve::kLinear}},
           {.body = {{145, 8, 0.6f},
                     {290, 8, 0.7f},
                     {470, 9, 0.6f},
                     {730, 9, 0.6f},
                     {1250, 7, 0.6f},
                     {3100, 4, 0.8f}},
            .stiffness = 0.04f}},
          {"Bowl",  // metal, of partials far from whole numbers
           {{kTreble, Curve::kSigmoid}, {kBody, Curve::kSqrt}, {kDecay, Curve::kSigmoid}},
           {.body = {{222, 24, 1.4f},
                     {604, 30, 1.2f},
                     {1160, 30, 1.0f},
                     {1850, 28, 0.8f},
                     {2690, 25, 0.7f},
                     {3620, 22, 0.6f}},
            .stiffness = 0.3f}},
      });

  static constexpr auto kLiveFields = names({"strings_sounding", "last_key", "vibration"});

  static constexpr EngineInfo kInfo = {
      .engine_id = "strings",
      .slots = kSlots,
      .voice_spaces = kVoiceSpaces,
      .live_fields = kLiveFields,
      .loudness = kStringsLoudness,
      .plays_notes = true,
  };

  Strings() : Engine(kInfo) {}
  // Of a string that sounds; most slots are unheard while none does.
  [[gnu::cold]] float in_use(Index slot) const;

 protected:
  [[gnu::cold]] void on_prepare() override;
  void on_reset() override;
  bool on_voice_space() override;

  void on_tick() override {
    pitch_.tick({slot(kVibratoRate), slot(kVibratoDepth), slot(kBendRange)}, sample_rate());
    side_ = 0.5f * slot(kWidth) * 0.01f;
    gain_.aim(kVoiceGain * gain_of_db(slot(kLevel)), kFrames);
    body_.aim(traits().body, 1.0f / slot(kBodySize), slot(kBody) * 0.01f, sample_rate(), kFrames);
    for (Voice& voice : voices_) {
      if (voice.string.sounding()) control(voice);
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
  static constexpr float kVoiceGain = 0.8f;
  static constexpr float kBowReleaseMs = 120.0f;
  static constexpr float kTonePerVelocity = 4.0f;  // octaves

  struct Voice {
    Waveguide string;
    Envelope bow;
    std::uint8_t key = 0;
    bool held = false;
    float velocity = 0.0f;
    std::uint32_t age = 0;
    float hold = 0.0f;       // of the bow: what its envelope and the touch leave
    float softness = 0.0f;   // octaves that velocity takes off the pluck's cutoff
    float slide = 0.0f;      // and that the note's timbre adds to it
    float release_s = 0.1f;  // once it is let go
  };

  const StringsTraits& traits() const { return kVoiceSpaces.traits[voice_space()]; }
  Voice& choose(std::uint8_t key);
  void control(Voice& voice);
  const Voice* sounding_voice() const;
  [[gnu::cold]] float string_in_use(const Voice& voice, Index slot) const;
  [[gnu::cold]] float bow_in_use(const Voice& voice, Index slot) const;

  Voice voices_[kVoices];
  ResonantBody body_;
  Glide gain_;
  std::uint32_t clock_ = 0;
  PitchWheel pitch_;
  float side_ = 0.0f;
  float velocity_tone_ = 0.0f;
  float tick_ms_ = 1.0f;
  float last_key_ = -1.0f;
  float pressure_ = 0.0f;
  DcBlocker dc_left_, dc_right_;
};

inline void Strings::control(Voice& voice) {
  const StringsTraits& space = traits();
  velocity_tone_ = slot(kVelocityTone) * 0.01f;
  const float bow = voice.bow.tick({slot(kBowAttack), 100.0f, 1.0f, kBowReleaseMs}, tick_ms_);
  const float pressed = pressure_ + pressure_of(voice.key);
  const float touch =
      (0.4f + 0.6f * voice.velocity) * (1.0f + 0.5f * (pressed < 1.0f ? pressed : 1.0f));
  voice.hold = bow * (touch < 1.0f ? touch : 1.0f);
  voice.slide = 2.0f * timbre_of(voice.key);
  voice.softness = kTonePerVelocity * velocity_tone_ * (1.0f - voice.velocity);
  const float asked = slot(kBow) * 0.01f;
  const float speed = space.least_bow + (1.0f - space.least_bow) * asked;
  voice.release_s = 0.001f * slot(kRelease);
  const bool rings = voice.held || slot(kDecay) < voice.release_s;
  voice.string.aim(
      {.hz = hz_of_key(static_cast<float>(voice.key) + pitch_.shift_st() + bend_of(voice.key)),
       .decay_s = rings ? slot(kDecay) : voice.release_s,
       .treble_s = slot(kTreble) * space.treble,
       .stiffness = space.stiffness + slot(kStiffness) * 0.01f,
       .place = slot(kPlace) * 0.01f,
       .strength =
           slot(kPluck) * 0.01f * space.pluck * (0.1f + 0.9f * voice.velocity * voice.velocity),
       .cutoff_hz = slot(kHardness) * exp2(voice.slide - voice.softness),
       .noise = slot(kNoise) * 0.01f,
       .bow_speed = speed > 0.002f ? speed * voice.hold : 0.0f,
       .bow_hz = slot(kBowTone),
       .rosin = slot(kNoise) * 0.01f},
      sample_rate(), kFrames);
}

// Of the string itself, and of the pluck.
inline float Strings::string_in_use(const Voice& voice, Index slot) const {
  const Waveguide& string = voice.string;
  const float rate = sample_rate();
  const StringsTraits& space = traits();
  switch (slot) {
    case kPluck:
      return 100.0f * string.strength() /
             (space.pluck * (0.1f + 0.9f * voice.velocity * voice.velocity));
    case kPlace:
      return string.is_placed_as_asked() ? 100.0f * string.place() : kUnheard;
    case kHardness:
      return string.cutoff_hz(rate) * exp2(voice.softness - voice.slide);
    case kNoise:
      return 100.0f * string.noise();
    case kVelocityTone:
      return voice.velocity < 1.0f
                 ? 100.0f * voice.softness / (kTonePerVelocity * (1.0f - voice.velocity))
                 : kUnheard;
    case kDecay:
      return voice.held && string.decays_as_asked() ? string.decay_s(rate) : kUnheard;
    case kTreble:
      return string.treble_s(rate) / space.treble;
    case kRelease:
      return 1000.0f * voice.release_s;
    case kStiffness:
      return string.stiffens_as_asked() ? 100.0f * (string.stiffness() - space.stiffness)
                                        : kUnheard;
    default:
      return bow_in_use(voice, slot);
  }
}

inline float Strings::bow_in_use(const Voice& voice, Index slot) const {
  if (slot == kBowAttack) return voice.bow.shape().attack_ms;
  const float speed = voice.string.bow_speed();
  if (!(speed > 0.0f)) return kUnheard;
  if (slot == kBowTone) return voice.string.bow_hz(sample_rate());
  const float least = traits().least_bow;
  return 100.0f * (speed / voice.hold - least) / (1.0f - least);
}

inline float Strings::in_use(Index slot) const {
  switch (slot) {
    case kVibratoRate:
      return pitch_.vibrato_hz(sample_rate());
    case kVibratoDepth:
      return pitch_.vibrato_cents();
    case kBendRange:
      return pitch_.bend_range_st();
    case kBody:
      return 100.0f * body_.amount();
    case kBodySize:
      return 1.0f / body_.pitch(traits().body, sample_rate());
    case kWidth:
      return 200.0f * side_;
    case kLevel:
      return db_of_gain(gain_.target / kVoiceGain);
    default: {
      const Voice* voice = sounding_voice();
      return voice == nullptr ? kUnheard : string_in_use(*voice, slot);
    }
  }
}

}  // namespace ens
