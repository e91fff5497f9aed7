// The generative piece: in tune, moving, never stuck, never the same minute twice.
#include <algorithm>
#include <string_view>

#include "dsp/hall.h"
#include "dsp/plucked_string.h"
#include "engines/wander_score.h"
#include "firmware/check.h"
#include "firmware/effects/measure.h"
#include "firmware/engines/rig.h"

namespace {

using ens_test::Rig;
using ens_test::Stereo;

constexpr ens::Scale kMajor = {{0, 200, 400, 500, 700, 900, 1100}, 7, 1200, {3, 4, -2, 1, 5, 2}};
constexpr float kTick = 64.0f / 48000.0f;

struct Tally {
  int plucks = 0;
  int chimes = 0;
  int chords = 0;
  int lowest = 1000;
  int highest = -1000;
  std::uint64_t line = 1469598103934665603u;  // of degrees in order
};

Tally listen(ens::WanderScore& score, const ens::ScoreSettings& settings, float seconds) {
  Tally tally;
  for (float at = 0.0f; at < seconds; at += kTick) {
    const ens::ScoreEvents events = score.tick(kMajor, settings, kTick);
    tally.chords += events.chord ? 1 : 0;
    tally.chimes += events.chime ? 1 : 0;
    CHECK(events.chord_degree >= 0 && events.chord_degree < kMajor.count);
    if (!events.pluck) continue;
    ++tally.plucks;
    tally.lowest = std::min(tally.lowest, static_cast<int>(events.pluck_degree));
    tally.highest = std::max(tally.highest, static_cast<int>(events.pluck_degree));
    CHECK(events.pluck_velocity > 0.0f && events.pluck_velocity <= 1.0f);
    tally.line = (tally.line ^ static_cast<std::uint32_t>(events.pluck_degree)) * 1099511628211u;
  }
  return tally;
}

void density_reveals_more_notes_and_none_at_zero() {
  int before = -1;
  for (const float density : {0.0f, 0.3f, 0.6f, 1.0f}) {
    ens::WanderScore score;
    score.reset(5);
    const Tally tally = listen(score, {80.0f, density, 0.1f, 0.2f, 10, 8.0f}, 40.0f);
    CHECK(tally.plucks > before);
    if (density == 0.0f) CHECK_EQUAL(tally.plucks + tally.chimes, 0);
    before = tally.plucks;
  }
}

void without_surprise_the_motif_repeats_and_with_it_it_varies() {
  const auto four_phrases = [](float surprise) {
    ens::WanderScore score;
    score.reset(11);
    const ens::ScoreSettings settings{120.0f, 0.7f, surprise, 0.0f, 9, 1e6f};  // one chord
    listen(score, settings, 16.0f);  // the arc takes eight bars of 2 s
    const std::uint64_t first = listen(score, settings, 16.0f).line;
    return first == listen(score, settings, 16.0f).line;
  };
  CHECK(four_phrases(0.0f));
  CHECK(!four_phrases(0.5f));
}

void a_melody_keeps_its_range_and_chords_their_time() {
  ens::WanderScore score;
  score.reset(3);
  const Tally tally = listen(score, {100.0f, 0.8f, 0.6f, 0.5f, 7, 5.0f}, 120.0f);
  CHECK(tally.lowest >= -2 && tally.highest <= 7 + 2);  // chord tones may lie just outside
  CHECK(tally.highest - tally.lowest >= 4);
  CHECK(tally.chords >= 18 && tally.chords <= 25);
}

void any_settings_are_taken() {
  ens::WanderScore score;
  score.reset(1);
  for (const float bpm : {0.0f, 1e9f, -5.0f}) {
    listen(score, {bpm, 9.0f, 9.0f, 9.0f, 2, 0.0f}, 2.0f);
  }
}

// The strongest frequency near `hz`, by the phase-free centre of its peak.
double pitch_near(const std::vector<float>& x, double hz) {
  const std::vector<double> power = ens_test::spectrum(x);
  const double bin = 48000.0 / static_cast<double>(x.size());
  const auto from = static_cast<std::size_t>(hz * 0.95 / bin);
  const auto to = static_cast<std::size_t>(hz * 1.05 / bin) + 1;
  std::size_t best = from;
  for (std::size_t i = from; i <= to; ++i) best = power[i] > power[best] ? i : best;
  const double a = std::log(power[best - 1]), b = std::log(power[best]),
               c = std::log(power[best + 1]);
  return (static_cast<double>(best) + 0.5 * (a - c) / (a - 2 * b + c)) * bin;
}

void strings_are_in_tune_within_three_cents() {
  static ens::PluckedString string;
  for (const float hz : {55.0f, 110.0f, 247.3f, 440.0f, 987.7f, 1975.0f}) {
    for (const float tone : {0.2f, 1.0f}) {
      string.reset(9);
      string.start({hz, 0.8f, 9000.0f, tone, 0.13f}, 48000.0f);
      std::vector<float> sound(65536);
      for (float& sample : sound) sample = string.next();
      const double cents =
          1200.0 * std::log2(pitch_near(sound, static_cast<double>(hz)) / static_cast<double>(hz));
      if (!CHECK(std::fabs(cents) < 3.0)) {
        std::printf("%f Hz, tone %f: %f cents\n", static_cast<double>(hz),
                    static_cast<double>(tone), cents);
      }
    }
  }
}

void a_string_dies_in_its_time() {
  static ens::PluckedString string;
  string.reset(2);
  string.start({220.0f, 0.9f, 1000.0f, 1.0f, 0.2f}, 48000.0f);
  std::vector<float> early, late;
  for (int i = 0; i < 48000; ++i) {
    const float sample = string.next();
    if (i >= 2400 && i < 7200) early.push_back(sample);
    if (i >= 43200) late.push_back(sample);
  }
  // 0.85 s apart at 60 dB a second.
  const double fall = 20.0 * std::log10(ens_test::rms(early) / ens_test::rms(late));
  CHECK(fall > 45.0 && fall < 60.0);
  for (int i = 0; i < 96000; ++i) string.next();
  CHECK(!string.sounding());
}

void the_hall_decays_by_60_db_in_its_time() {
  static ens::Hall hall;
  for (const float seconds : {0.5f, 2.0f, 6.0f}) {
    hall.reset();
    std::vector<float> early, late;
    const int length = static_cast<int>(seconds * 48000.0f);
    for (int i = 0; i < length + 4800; ++i) {
      if (i % 64 == 0) hall.tick(seconds, 20000.0f, 48000.0f, 64);
      float left = 0.0f, right = 0.0f;
      hall.step(i == 0 ? 1.0f : 0.0f, i == 0 ? 1.0f : 0.0f, &left, &right);
      if (i >= 4800 && i < 9600) early.push_back(left);
      if (i >= length) late.push_back(left);
    }
    const double want = 60.0 * (static_cast<double>(length) - 4800.0) / length;
    const double fall = 20.0 * std::log10(ens_test::rms(early) / ens_test::rms(late));
    if (!CHECK(std::fabs(fall - want) < 0.15 * want)) {
      std::printf("%f s: %f dB, wanted %f\n", static_cast<double>(seconds), fall, want);
    }
  }
}

void every_minute_differs_and_none_is_silent_or_loud() {
  for (std::size_t space = 0; space < 5; ++space) {
    Rig rig(*ens::find_engine("wanderer"));
    rig->set_voice_space(space);
    rig.render(5 * 48000);
    std::uint64_t before = 0;
    for (int minute = 0; minute < 2; ++minute) {
      const Stereo sound = rig.render(30 * 48000);
      const double level = 20.0 * std::log10(ens_test::rms(sound.left));
      if (!CHECK(level > -34.0 && level < -12.0)) std::printf("space %zu: %f dB\n", space, level);
      CHECK(ens_test::largest(sound.left) < 0.93f);
      CHECK(std::fabs(ens_test::mean(sound.left)) < 1e-3);
      CHECK(ens_test::hash(sound) != before);
      before = ens_test::hash(sound);
    }
  }
}

// No slot may click: pads and room alone, since strings and chimes are steps of their own.
void no_slot_clicks_under_the_pads() {
  const ens::EngineKind& kind = *ens::find_engine("wanderer");
  for (std::size_t slot = 0; slot < kind.info->slots.size(); ++slot) {
    for (const bool up : {false, true}) {
      Rig rig(kind);
      rig.set("density_pct", 0.0f);
      rig.set("chord_s", 1.0f);
      const std::string_view name = kind.info->slots[slot].name;
      if (name == "density_pct" || name == "chord_s") continue;
      rig->set_param(slot, ens::Unit::from_ratio(up ? 0.0f : 1.0f));
      rig.render(96000);
      const float before = ens_test::largest_step(rig.render(24000).left);
      rig->set_param(slot, ens::Unit::from_ratio(up ? 1.0f : 0.0f));
      const float jump = ens_test::largest_step(rig.render(4800).left);
      const float after = ens_test::largest_step(rig.render(48000).left);
      if (!CHECK(jump <= 1.5f * std::fmax(before, after) + 0.005f)) {
        std::printf("%s %s: %f, %f, %f\n", kind.info->slots[slot].name, up ? "up" : "down",
                    static_cast<double>(before), static_cast<double>(jump),
                    static_cast<double>(after));
      }
    }
  }
}

}  // namespace

int main() {
  density_reveals_more_notes_and_none_at_zero();
  without_surprise_the_motif_repeats_and_with_it_it_varies();
  a_melody_keeps_its_range_and_chords_their_time();
  any_settings_are_taken();
  strings_are_in_tune_within_three_cents();
  a_string_dies_in_its_time();
  the_hall_decays_by_60_db_in_its_time();
  every_minute_differs_and_none_is_silent_or_loud();
  no_slot_clicks_under_the_pads();
  return ens_test::result();
}
