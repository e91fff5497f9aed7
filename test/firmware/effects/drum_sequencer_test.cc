// The drum machine against a clock and a meter: tempo, swing, density, fills, levels, silence.
#include "engines/drum_sequencer.h"

#include "dsp/square.h"
#include "firmware/check.h"
#include "firmware/effects/measure.h"

namespace {

using namespace ens_test;

constexpr std::size_t kKits = 5;

Rig drums(std::size_t kit, float rate = 48000.0f) {
  Rig rig(*ens::find_engine("drum_sequencer"), rate);
  CHECK(rig->set_voice_space(kit));
  return rig;
}

// One dry hit where `density` says, nothing else: onsets are sharp and apart.
Rig lone_kick(float bpm, float rate = 48000.0f) {
  Rig rig = drums(1, rate);
  for (const char* name :
       {"snare_density_pct", "hat_density_pct", "perc_density_pct", "syncopation_pct",
        "variation_pct", "fill_pct", "accent_db", "drive_db", "kick_drive_db"}) {
    rig.set(name, 0.0f);
  }
  set_value(rig, "kick_density_pct", 12.0f);  // four to the floor
  set_value(rig, "kick_decay_ms", 80.0f), set_value(rig, "swing_pct", 50.0f);
  set_value(rig, "tempo_bpm", bpm);
  rig->reset();
  return rig;
}

// Where a sound rises over `level` after at least `quiet` samples under it.
std::vector<std::size_t> onsets(const std::vector<float>& x, float level, std::size_t quiet) {
  std::vector<std::size_t> out;
  std::size_t last = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (std::fabs(x[i]) < level) continue;
    if (out.empty() || i - last > quiet) out.push_back(i);
    last = i;
  }
  return out;
}

void keeps_its_tempo() {
  for (const float rate : {24000.0f, 44100.0f, 48000.0f}) {
    for (const float bpm : {60.0f, 97.0f, 120.0f, 174.0f, 200.0f}) {
      Rig rig = lone_kick(bpm, rate);
      const float unit = unit_for(ens::DrumSequencer::kInfo, 1, "tempo_bpm", bpm);
      const double exact = 60.0 + 140.0 * static_cast<double>(unit);
      const std::vector<float> out = rig.render(static_cast<std::size_t>(rate) * 15).left;
      const std::vector<std::size_t> at = onsets(out, 0.02f, static_cast<std::size_t>(rate) / 10);
      const double beat = static_cast<double>(rate) * 60.0 / exact;
      const std::size_t beats = static_cast<std::size_t>(std::ceil(15.0 * exact / 60.0 - 1e-3));
      if (!CHECK(at.size() == beats)) {
        std::printf("%zu hits, expected %zu\n", at.size(), beats);
        continue;
      }
      double worst = 0.0;
      for (std::size_t i = 1; i < at.size(); ++i) {
        const double due = static_cast<double>(at[0]) + beat * static_cast<double>(i);
        worst = std::max(worst, std::fabs(static_cast<double>(at[i]) - due));
      }
      // The click that starts a kick is noise: its edge is found within half a millisecond.
      if (!CHECK(worst < 0.0005 * static_cast<double>(rate) + 1.0)) {
        std::printf("%g BPM at %g Hz: %.1f samples off\n", exact, static_cast<double>(rate), worst);
      }
    }
  }
}

void swing_delays_the_offbeats() {
  for (const float swing : {50.0f, 58.0f, 66.0f, 75.0f}) {
    Rig rig = lone_kick(120.0f);
    rig.set("kick_density_pct", 0.0f);
    rig.set("hat_density_pct", 1.0f), rig.set("open_pct", 0.0f), rig.set("hat_decay_ms", 0.0f);
    set_value(rig, "swing_pct", swing);
    rig->reset();
    const std::vector<float> out = rig.render(48000 * 4).left;
    const std::vector<std::size_t> at = onsets(out, 0.003f, 1200);
    if (!CHECK(at.size() >= 31)) {
      std::printf("%zu hats\n", at.size());
      continue;
    }
    double late = 0.0;
    for (std::size_t i = 0; i + 2 < at.size(); i += 2) {
      late += static_cast<double>(at[i + 1] - at[i]) / static_cast<double>(at[i + 2] - at[i]);
    }
    late *= 100.0 / static_cast<double>((at.size() - 1) / 2);
    if (!CHECK(std::fabs(late - static_cast<double>(swing)) < 1.0)) {
      std::printf("swing %g: %.2f\n", static_cast<double>(swing), late);
    }
  }
}

// Hits of one drum in a phrase of four bars.
int hits(const ens::Groove& groove, int drum, std::uint8_t density, std::uint8_t fill, int from,
         int to) {
  ens::DrumPattern pattern;
  ens::PatternSettings settings = {};
  settings.density[drum] = density;
  settings.fill = fill;
  int count = 0;
  for (int step = 0; step < 64; ++step) {
    const bool hit = pattern.advance(groove, settings).force[drum] > 0;
    count += step >= from && step < to && hit ? 1 : 0;
  }
  return count;
}

void density_adds_hits_and_never_takes_one() {
  for (const ens::KitTraits& kit : ens::DrumSequencer::kVoiceSpaces.traits) {
    for (int drum = 0; drum < ens::kDrumCount; ++drum) {
      CHECK_EQUAL(hits(kit.groove, drum, 0, 0, 0, 64), 0);
      CHECK(hits(kit.groove, drum, 255, 0, 0, 64) >= 40);
      int before = 0;
      for (int density = 0; density < 256; density += 5) {
        const int now = hits(kit.groove, drum, static_cast<std::uint8_t>(density), 0, 0, 64);
        CHECK(now >= before);
        before = now;
      }
    }
    CHECK(hits(kit.groove, ens::kKick, 10, 0, 0, 16) >= 1);  // the first beat comes first
    CHECK(hits(kit.groove, ens::kSnare, 30, 0, 0, 16) == 2 ||
          hits(kit.groove, ens::kSnare, 30, 0, 0, 16) == 1);
  }
}

void fills_come_at_the_end_of_four_bars() {
  for (const ens::KitTraits& kit : ens::DrumSequencer::kVoiceSpaces.traits) {
    const auto snare = [&](std::uint8_t fill, int from, int to) {
      return hits(kit.groove, ens::kSnare, 90, fill, from, to);
    };
    CHECK_EQUAL(snare(255, 0, 56), snare(0, 0, 56));
    CHECK(snare(255, 56, 64) > snare(0, 56, 64));
  }
}

void variation_changes_bars_and_a_reset_repeats_them() {
  const ens::Groove& groove = ens::DrumSequencer::kVoiceSpaces.traits[0].groove;
  ens::PatternSettings settings = {};
  settings.density[ens::kHat] = 128;
  settings.variation = 255;
  ens::DrumPattern pattern;
  std::vector<int> first, second, again;
  for (int step = 0; step < 64; ++step)
    first.push_back(pattern.advance(groove, settings).force[ens::kHat] > 0);
  for (int step = 0; step < 64; ++step)
    second.push_back(pattern.advance(groove, settings).force[ens::kHat] > 0);
  pattern.reset();
  for (int step = 0; step < 64; ++step)
    again.push_back(pattern.advance(groove, settings).force[ens::kHat] > 0);
  CHECK(first != second);
  CHECK(first == again);
}

void every_kit_is_loud_enough_clean_and_its_own() {
  std::vector<Stereo> played;
  for (std::size_t kit = 0; kit < kKits; ++kit) {
    Rig rig = drums(kit);
    played.push_back(rig.render(48000 * 8));
    const Stereo& out = played.back();
    const double level = to_db(rms(out.left, 0, out.left.size()));
    CHECK(level > -22.0 && level < -9.0);
    CHECK(largest(out.left) <= 1.0f && largest(out.left) > 0.5f);
    CHECK(std::fabs(mean(out.left)) < 1e-3 && std::fabs(mean(out.right)) < 1e-3);
    for (std::size_t other = 0; other < kit; ++other) CHECK(played[other].left != out.left);
  }
}

void the_hats_metal_does_not_alias() {
  for (const double hz : {807.0, 1007.0, 1760.5, 5000.0}) {
    std::uint32_t phase = 0;
    const std::uint32_t step = ens::phase_step(static_cast<float>(hz), 48000.0f);
    std::vector<float> out(48000);
    for (float& sample : out) {
      phase += step;
      sample = ens::band_limited_square(phase, step, 1.0f / static_cast<float>(step));
    }
    const double alias = alias_db(out, hz, 20000.0);
    if (!CHECK(alias < -63.0)) std::printf("square at %g Hz: %.1f dB\n", hz, alias);
  }
}

void no_density_is_silence() {
  for (std::size_t kit = 0; kit < kKits; ++kit) {
    Rig rig = drums(kit);
    rig.render(48000);
    for (const char* name :
         {"kick_density_pct", "snare_density_pct", "hat_density_pct", "perc_density_pct"}) {
      rig.set(name, 0.0f);
    }
    rig.render(48000 * 5);
    CHECK(largest(rig.render(4800).left) == 0.0f);
  }
}

// All drums are struck at once and ring, slots jump before the next sixteenth: only what the slot
// does may be heard.
void jumps_do_not_click_between_hits() {
  const ens::EngineInfo& info = ens::DrumSequencer::kInfo;
  for (std::size_t kit = 0; kit < kKits; ++kit) {
    for (std::size_t slot = 0; slot < info.slots.size(); ++slot) {
      for (const bool up : {false, true}) {
        Rig rig = drums(kit);
        for (const char* name :
             {"kick_density_pct", "snare_density_pct", "hat_density_pct", "perc_density_pct",
              "kick_decay_ms", "snare_decay_ms", "perc_decay_ms"}) {
          rig.set(name, 1.0f);
        }
        rig.set("tempo_bpm", 0.0f), rig.set("variation_pct", 0.0f), rig.set("hat_decay_ms", 0.0f);
        rig.set("clap_decay_ms", 0.0f), rig.set("snare_noise_pct", 0.0f);
        rig->set_param(slot, ens::Unit::from_ratio(up ? 0.0f : 1.0f));
        rig->reset();
        rig.render(6400);
        const float before = largest_step(rig.render(1600).left);
        rig->set_param(slot, ens::Unit::from_ratio(up ? 1.0f : 0.0f));
        const float jump = largest_step(rig.render(1600).left);
        const float after = largest_step(rig.render(1600).left);
        if (!CHECK(jump < 1.5f * std::max(before, after) + 0.03f)) {
          std::printf("%s %s, kit %zu: %f between %f and %f\n", info.slots[slot].name,
                      up ? "up" : "down", kit, static_cast<double>(jump),
                      static_cast<double>(before), static_cast<double>(after));
        }
      }
    }
  }
}

void the_clock_runs_on_through_a_change_of_kit() {
  Rig rig = lone_kick(120.0f);
  rig.render(84000);
  CHECK(rig->set_voice_space(0));
  rig.render(12000 - 480);
  const std::vector<float> out = rig.render(4800).left;
  const std::vector<std::size_t> at = onsets(out, 0.02f, 2000);
  CHECK(at.size() == 1 && at[0] > 400 && at[0] < 700);
}

}  // namespace

int main() {
  keeps_its_tempo();
  swing_delays_the_offbeats();
  density_adds_hits_and_never_takes_one();
  fills_come_at_the_end_of_four_bars();
  variation_changes_bars_and_a_reset_repeats_them();
  every_kit_is_loud_enough_clean_and_its_own();
  the_hats_metal_does_not_alias();
  no_density_is_silence();
  jumps_do_not_click_between_hits();
  the_clock_runs_on_through_a_change_of_kit();
  return ens_test::result();
}
