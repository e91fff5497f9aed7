// A piece that plays itself and never quite repeats: pads, a bass, plucked strings and chimes in a
// hall.
//
// Notes come from wander_score.h. Pads and bass are band-limited harmonics (dsp/harmonics.h) under
// slow envelopes, strings are Karplus–Strong (dsp/plucked_string.h), chimes are FM bells (Chowning
// 1973), the room is a feedback delay network (dsp/hall.h). The voice space is the scale and its
// temper.
#pragma once

#include "dsp/envelope.h"
#include "dsp/hall.h"
#include "dsp/harmonics.h"
#include "dsp/one_pole.h"
#include "dsp/plucked_string.h"
#include "engines/engine.h"
#include "engines/wander_score.h"

namespace ens {

class Wanderer : public Engine {
 public:
  enum Index : std::uint8_t {
    kTonic,
    kTempo,
    kDensity,
    kSurprise,
    kSwing,
    kRange,
    kChordTime,
    kPadLevel,
    kPadAttack,
    kPadBrightness,
    kBassLevel,
    kPluckLevel,
    kPluckDecay,
    kPluckTone,
    kPluckPlace,
    kChimeLevel,
    kChimeDecay,
    kChimeRatio,
    kChimeIndex,
    kDrift,
    kSpaceTime,
    kSpaceMix,
    kSpaceTone,
    kWidth,
    kLevel,
  };

  static constexpr Slot kSlots[] = {
      {"tonic_hz", 49.0f, 147.0f, Curve::exp, Unit::nearest(0.3636f)},
      {"tempo_bpm", 24.0f, 140.0f, Curve::linear, Unit::nearest(0.3621f)},
      {"density_pct", 0.0f, 100.0f, Curve::linear, Unit::nearest(0.55f)},
      {"surprise_pct", 0.0f, 100.0f, Curve::square, Unit::nearest(0.3464f)},
      {"swing_pct", 0.0f, 100.0f, Curve::linear, Unit::nearest(0.25f)},
      {"range_st", 5.0f, 36.0f, Curve::linear, Unit::nearest(0.45f)},
      {"chord_s", 2.0f, 60.0f, Curve::exp, Unit::nearest(0.4514f)},
      {"pad_db", -40.0f, 0.0f, Curve::sqrt, Unit::nearest(0.4900f)},
      {"pad_attack_ms", 30.0f, 8000.0f, Curve::exp, Unit::nearest(0.6521f)},
      {"pad_brightness_pct", 0.0f, 100.0f, Curve::sigmoid, Unit::nearest(0.5f)},
      {"bass_db", -40.0f, 0.0f, Curve::sqrt, Unit::nearest(0.4556f)},
      {"pluck_db", -40.0f, 0.0f, Curve::sqrt, Unit::nearest(0.6006f)},
      {"pluck_decay_ms", 120.0f, 9000.0f, Curve::exp, Unit::nearest(0.7195f)},
      {"pluck_tone_pct", 0.0f, 100.0f, Curve::log, Unit::nearest(0.3561f)},
      {"pluck_place_pct", 3.0f, 50.0f, Curve::linear, Unit::nearest(0.4043f)},
      {"chime_db", -40.0f, 0.0f, Curve::sqrt, Unit::nearest(0.3906f)},
      {"chime_decay_ms", 200.0f, 12000.0f, Curve::exp, Unit::nearest(0.7000f)},
      {"chime_ratio_x", 1.0f, 9.0f, Curve::linear, Unit::nearest(0.3125f)},
      {"chime_index_x", 0.0f, 5.0f, Curve::square, Unit::nearest(0.6000f)},
      {"drift_cents", 0.0f, 40.0f, Curve::cubic, Unit::nearest(0.5593f)},
      {"space_s", 0.3f, 20.0f, Curve::exp, Unit::nearest(0.6010f)},
      {"space_mix_pct", 0.0f, 100.0f, Curve::linear, Unit::nearest(0.45f)},
      {"space_tone_hz", 600.0f, 14000.0f, Curve::exp, Unit::nearest(0.5493f)},
      {"width_pct", 0.0f, 100.0f, Curve::linear, Unit::nearest(0.75f)},
      {"level_db", -18.0f, 0.0f, Curve::sqrt, Unit::nearest(0.6049f)},
  };
  static constexpr std::size_t kSlotCount = sizeof(kSlots) / sizeof(kSlots[0]);

  static constexpr VoiceSpace kVoiceSpaces[] = {
      {"Dawn", {}},
      {"Dusk", {{kDensity, Curve::square}, {kPadBrightness, Curve::square}}},
      {"Rain", {{kDensity, Curve::sqrt}, {kPluckDecay, Curve::square}, {kSwing, Curve::sigmoid}}},
      {"Gamelan", {{kChimeIndex, Curve::linear}, {kPluckTone, Curve::linear}}},
      {"Deep", {{kTempo, Curve::square}, {kDrift, Curve::exp}, {kSpaceMix, Curve::log}}},
  };

  static constexpr const char* kLiveFields[] = {
      "step", "chord_degree", "melody_degree", "pad_loudness", "pluck_loudness", "chime_loudness",
  };

  static constexpr EngineInfo kInfo = {
      .engine_id = "wanderer",
      .slots = kSlots,
      .slot_count = kSlotCount,
      .voice_spaces = kVoiceSpaces,
      .voice_space_count = 5,
      .live_fields = kLiveFields,
      .live_field_count = 6,
      .plays_notes = false,
      .driver = {},
  };

  Wanderer() : Engine(kInfo) {}

 protected:
  void on_prepare() override;
  void on_reset() override;
  void on_voice_space() override;
  void on_tick() override;
  void render(const StereoBlock& block) override;
  void live_state(float* out) const override;

 private:
  static constexpr int kFrames = static_cast<int>(kTickFrames);
  static constexpr std::size_t kPads = 6;  // three sound, three fade
  static constexpr std::size_t kStrings = 5;
  static constexpr std::size_t kChimes = 4;

  struct Mood {
    Scale scale;
    float pad_octave;     // of the pads above the tonic
    float string_octave;  // of the strings
    float chime_octave;
    float chime_stretch;  // of the chime's ratio
    float pace;           // of the tempo
    float fill;           // of the density
  };
  static constexpr Scale kLydian = {
      {0, 200, 400, 600, 700, 900, 1100}, 7, 1200, {4, 1, 3, -2, 4, 5}};
  static constexpr Scale kDorian = {
      {0, 200, 300, 500, 700, 900, 1000}, 7, 1200, {3, -1, 3, 4, -2, 6}};
  static constexpr Scale kPentatonic = {{0, 200, 400, 700, 900}, 5, 1200, {2, 3, -1, 1, 2, 3}};
  // Five nearly equal steps of a stretched octave, as slendro has them.
  static constexpr Scale kSlendro = {{0, 231, 474, 717, 955}, 5, 1208, {2, 1, 3, -1, 2, 4}};
  // Partials 8 to 14 of one low tone.
  static constexpr Scale kPartials = {
      {0, 203.91f, 386.31f, 551.32f, 701.96f, 840.53f, 968.83f}, 7, 1200, {2, 2, 4, -2, 4, 1}};

  static constexpr Mood kMoods[] = {
      {kLydian, 1, 2, 3, 1.0f, 1.0f, 1.0f},      // Dawn
      {kDorian, 1, 1, 3, 1.0f, 0.8f, 1.8f},      // Dusk
      {kPentatonic, 1, 3, 4, 1.0f, 1.6f, 0.9f},  // Rain
      {kSlendro, 0, 2, 2, 1.37f, 1.1f, 1.0f},    // Gamelan
      {kPartials, 0, 1, 2, 1.0f, 0.5f, 1.4f},    // Deep
  };

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

  struct Chime {
    std::uint32_t carrier = 0;
    std::uint32_t modulator = 0;
    std::uint32_t carrier_step = 0;
    std::uint32_t modulator_step = 0;
    float level = 0.0f;
    float tone = 0.0f;
    float reach = 0.0f;  // largest index that stays in band
    float pan = 0.0f;
    Glide gain;
    Glide index;  // cycles
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

  const Mood& mood() const { return kMoods[voice_space()]; }
  float ratio_of(std::int32_t degree, float octave) const;
  void play(const ScoreEvents& events);
  void start_chord(std::int32_t degree);
  void start_string(std::int32_t degree, float velocity);
  void start_chime(std::int32_t degree, float velocity);
  void aim_pads(float tick_ms);
  void aim_strings();
  void aim_chimes(float tick_ms);
  void aim_sides(float pan, float gain, Glide* left, Glide* right) const;

  WanderScore score_;
  Noise noise_;
  Pad pads_[kPads];
  Harmonics bass_;
  Envelope bass_envelope_;
  Glide bass_gain_;
  float bass_ratio_ = 1.0f;
  float bass_now_ = 1.0f;
  String strings_[kStrings];
  Chime chimes_[kChimes];
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

}  // namespace ens
