// A sequencer of three lines in three metres, which plays itself and the synths it is connected to.
//
// Each line is a cycle of steps with a Euclidean pattern (rhythm_line.h) on one song position
// (song_position.h), so all lines meet again however they are moved. Notes go out as MIDI, the bass
// on channel 1, the middle line on 2 and the high one on 3, and four slots as controllers on all of
// them; every line also has notes of its own (dsp/blip.h). The voice space is the band
// (rhythm_bands.h): its scale, its harmony and its sounds.
#pragma once

#include "dsp/one_pole.h"
#include "dsp/svf_eq.h"
#include "engines/engine.h"
#include "engines/polyrhythm_loudness.h"
#include "engines/rhythm_bands.h"
#include "engines/rhythm_line.h"

namespace ens {

// How a slot goes out: MIDI 1.0 Detailed Specification (1995), table 3, and RP-021.
struct SentAs {
  std::uint8_t controller = 0;  // 0: not at all
  bool is_log = false;          // in octaves of the range
};

class Polyrhythm : public Engine {
 public:
  enum Index : std::uint8_t {
    kTempo,
    kSwing,
    kBassSteps,
    kBassRate,
    kBassFill,
    kMiddleSteps,
    kMiddleRate,
    kMiddleFill,
    kMiddleTurn,
    kHighSteps,
    kHighRate,
    kHighFill,
    kHighTurn,
    kRoot,
    kRange,
    kChance,
    kRatchet,
    kGate,
    kAccent,
    kCutoff,
    kResonance,
    kDecay,
    kBite,
    kLevel,
  };

  // The range is whole degrees of the scale: 2 to 18 of seven notes, 1 to 13 of five.
  static constexpr auto kSlots = slot_table<Index, SentAs>({
      {kTempo, "tempo_bpm", 40, 220, Curve::kLinear, 104},
      {kSwing, "swing_pct", 50, 75, Curve::kLinear, 54},
      {kBassSteps, "bass_steps", 2, 16, Curve::kLinear, 8, kWholeNumbers},
      {kBassRate, "bass_rate_x", 0.5, 8, Curve::kExp, 2, kListedValues},
      {kBassFill, "bass_fill_pct", 0, 100, Curve::kLinear, 38},
      {kMiddleSteps, "middle_steps", 2, 16, Curve::kLinear, 5, kWholeNumbers},
      {kMiddleRate, "middle_rate_x", 0.5, 8, Curve::kExp, 4, kListedValues},
      {kMiddleFill, "middle_fill_pct", 0, 100, Curve::kLinear, 60},
      {kMiddleTurn, "middle_turn_pct", 0, 100, Curve::kLinear, 0},
      {kHighSteps, "high_steps", 2, 16, Curve::kLinear, 7, kWholeNumbers},
      {kHighRate, "high_rate_x", 0.5, 8, Curve::kExp, 4, kListedValues},
      {kHighFill, "high_fill_pct", 0, 100, Curve::kLinear, 57},
      {kHighTurn, "high_turn_pct", 0, 100, Curve::kLinear, 30},
      {kRoot, "root_key", 33, 57, Curve::kLinear, 45, kWholeNumbers},
      {kRange, "range_st", 3, 30, Curve::kLinear, 14, in_steps(17)},
      {kChance, "chance_pct", 25, 100, Curve::kSqrt, 94},
      {kRatchet, "ratchet_pct", 0, 100, Curve::kSquare, 6},
      {kGate, "gate_pct", 5, 100, Curve::kLinear, 70},
      {kAccent, "accent_pct", 0, 100, Curve::kLinear, 55},
      {kCutoff, "cutoff_hz", 200, 10000, Curve::kExp, 5600, Role::kCutoff, {74, true}},
      {kResonance, "resonance_pct", 0, 100, Curve::kLinear, 15, kAnyValue, {71, false}},
      {kDecay, "decay_ms", 80, 4000, Curve::kExp, 900, kAnyValue, {75, true}},
      {kBite, "bite_pct", 0, 100, Curve::kLinear, 50, kAnyValue, {1, false}},
      {kLevel, "level_db", -18, 0, Curve::kSqrt, -5, Role::kLevel},
  });

  static constexpr auto kVoiceSpaces = voice_spaces<Index, RhythmBand>(
      kSlots,
      {
          {"Mallets", {}, kMallets},
          {"Thumbs",
           {{kSwing, Curve::kSigmoid}, {kBite, Curve::kSquare}, {kRange, in_steps(13)}},
           kThumbs},
          {"Bronze",
           {{kTempo, Curve::kExp}, {kDecay, Curve::kLog}, {kRange, in_steps(13)}},
           kBronze},
          {"Neon",
           {{kRatchet, Curve::kLinear}, {kResonance, Curve::kSqrt}, {kGate, Curve::kSquare}},
           kNeon},
          {"Glass Harps", {{kChance, Curve::kLinear}, {kBite, Curve::kCubic}}, kGlassHarps},
      });

  static constexpr auto kLiveFields =
      names({"bass_step", "middle_step", "high_step", "bass_level", "middle_level", "high_level"});

  static constexpr EngineInfo kInfo = {
      .engine_id = "polyrhythm",
      .slots = kSlots,
      .voice_spaces = kVoiceSpaces,
      .live_fields = kLiveFields,
      .loudness = kPolyrhythmLoudness,
      .step_values = kRates,
      .sends_midi = true,
  };

  Polyrhythm() : Engine(kInfo) {}
  [[gnu::cold]] float in_use(Index slot) const;

 protected:
  void on_prepare() override;
  void on_reset() override;
  bool on_voice_space() override;
  void on_tick() override;
  void on_beat(bool is_first) override;
  void on_all_notes_off() override { end_notes(); }
  void render(const StereoBlock& block) override;
  void live_state(float* out) const override;

 private:
  static constexpr int kFrames = static_cast<int>(kTickFrames);
  static constexpr std::size_t kBlips = 3;  // of a line: one is struck while others fade
  static constexpr std::size_t kMostEvents = 8 * kLineCount;
  static constexpr std::uint8_t kNoKey = 255;
  static constexpr float kLeastDamping = 0.16f;
  static constexpr float kDampingOctaves = 3.3f;

  // What holds for all lines while a tick lasts.
  struct Play {
    float root_key;
    float range_st;
    float chance;
    float ratchet;
    float gate;
    float accent;
  };

  struct Line {
    LineSettings settings = {};
    Blip blips[kBlips];
    std::uint8_t key = kNoKey;       // that sounds at the end of what is planned
    std::uint64_t ends_at = 0;       // the key, in straight positions
    std::uint32_t strikes_left = 0;  // of a ratchet
    std::uint64_t strikes_at = 0;    // the next of them
    std::uint64_t apart = 0;         // one strike from the next
    std::uint8_t strike_key = 0;
    float strike_velocity = 0.0f;
    std::uint32_t step = 0;  // in its cycle, the last that was due
  };

  // A note begins or ends in this tick.
  struct Event {
    std::uint8_t frame;
    std::uint8_t line;
    std::uint8_t key;  // kNoKey: it ends
    float velocity;
  };

  const RhythmBand& band() const { return kVoiceSpaces.traits[voice_space()]; }
  void set_lines();
  void set_sound();
  void plan_line(std::uint8_t which);
  void take_step(std::uint8_t which, std::uint64_t step, std::uint32_t per_half);
  void strike(std::uint8_t which);
  void plan(std::uint64_t position, std::uint8_t line, std::uint8_t key, float velocity);
  std::uint8_t key_of(std::uint8_t which, const Euclid& cycle, std::uint64_t step) const;
  std::int32_t degree_of(std::uint8_t which, const Euclid& cycle, std::uint64_t step) const;
  float velocity_of(const Euclid& cycle, std::uint64_t step, std::uint32_t per_half) const;
  void play(const Event& event);
  void end_note(std::uint8_t which);
  void end_notes();
  void send_controllers();
  void mix(float* left, float* right, std::size_t frames);
  void finish_mix(float* left, float* right, std::size_t frames);

  SongPosition song_;
  Play play_ = {};
  Line lines_[kLineCount];
  std::uint8_t sounding_[kLineCount] = {kNoKey, kNoKey, kNoKey};  // as MIDI was told
  Event events_[kMostEvents] = {};
  std::size_t event_count_ = 0;
  std::size_t next_event_ = 0;
  std::uint8_t frame_ = 0;  // of the tick
  StereoSvf filter_;
  bool is_fresh_ = true;  // the filter begins where it is
  Glide level_;
  DcBlocker dc_left_, dc_right_;
  std::uint8_t sent_[kSlots.size()][kLineCount] = {};  // last value of each controller
  std::size_t next_controller_ = 0;
  std::uint32_t quiet_ticks_ = 0;  // since something was sent
};

inline void Polyrhythm::set_lines() {
  lines_[kBassLine].settings = {slot(kBassSteps), slot(kBassRate), slot(kBassFill), 0.0f};
  lines_[kMiddleLine].settings = {slot(kMiddleSteps), slot(kMiddleRate), slot(kMiddleFill),
                                  slot(kMiddleTurn)};
  lines_[kHighLine].settings = {slot(kHighSteps), slot(kHighRate), slot(kHighFill),
                                slot(kHighTurn)};
  play_ = {slot(kRoot),         slot(kRange),         slot(kChance) * 0.01f, slot(kRatchet) * 0.01f,
           slot(kGate) * 0.01f, slot(kAccent) * 0.01f};
}

inline void Polyrhythm::set_sound() {
  const float loss = Blip::loss_of(slot(kDecay), sample_rate());
  for (Line& line : lines_) {
    for (Blip& blip : line.blips) blip.tick(slot(kBite) * 0.01f, loss, kFrames);
  }
  const float open = 1.0f - slot(kResonance) * 0.01f;
  const float damping = kLeastDamping * exp2(kDampingOctaves * open);
  const SvfCoefficients to = svf_low_pass(slot(kCutoff) / sample_rate(), 1.0f / damping);
  if (is_fresh_) filter_.reset(to);
  is_fresh_ = false;
  filter_.aim(to, kFrames);
  level_.aim(gain_of_db(slot(kLevel)), kFrames);
}

inline void Polyrhythm::on_tick() {
  Swing swing;
  swing.pair = kQuarter / band().swung;
  const float half = clamp(slot(kSwing) * 0.01f, 0.5f, 0.75f);
  swing.half = static_cast<std::uint64_t>(to_int(half * 65536.0f, 32768, 49152)) * swing.pair >> 16;
  song_.tick(slot(kTempo), swing, sample_rate());
  set_lines();
  set_sound();
  event_count_ = next_event_ = 0;
  frame_ = 0;
  for (std::uint8_t which = 0; which < kLineCount; ++which) plan_line(which);
  send_controllers();
}

inline float Polyrhythm::in_use(Index slot) const {
  const LineSettings& bass = lines_[kBassLine].settings;
  const LineSettings& middle = lines_[kMiddleLine].settings;
  const LineSettings& high = lines_[kHighLine].settings;
  const Blip& blip = lines_[kBassLine].blips[0];
  const float rate = sample_rate();
  switch (slot) {
    case kTempo:
      return song_.bpm(rate);
    case kSwing:
      return song_.swing().pct();
    case kBassSteps:
      return bass.steps;
    case kBassRate:
      return bass.per_beat;
    case kBassFill:
      return bass.fill_pct;
    case kMiddleSteps:
      return middle.steps;
    case kMiddleRate:
      return middle.per_beat;
    case kMiddleFill:
      return middle.fill_pct;
    case kMiddleTurn:
      return middle.turn_pct;
    case kHighSteps:
      return high.steps;
    case kHighRate:
      return high.per_beat;
    case kHighFill:
      return high.fill_pct;
    case kHighTurn:
      return high.turn_pct;
    case kRoot:
      return play_.root_key;
    case kRange:
      return play_.range_st;
    case kChance:
      return 100.0f * play_.chance;
    case kRatchet:
      return 100.0f * play_.ratchet;
    case kGate:
      return 100.0f * play_.gate;
    case kAccent:
      return 100.0f * play_.accent;
    case kCutoff:
      return filter_.target().frequency() * rate;
    case kResonance:
      return 100.0f * (1.0f - log2(filter_.target().damping() / kLeastDamping) / kDampingOctaves);
    case kDecay:
      return Blip::decay_ms_of(blip.loss(), rate);
    case kBite:
      return 100.0f * blip.bite();
    case kLevel:
      return db_of_gain(level_.target);
  }
  return kUnheard;
}

}  // namespace ens
