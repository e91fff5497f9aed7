// What evens engines out: the gain follows the table of the voice space, moves without a click, and
// is off until it is asked for.
#include "dsp/level.h"
#include "firmware/check.h"
#include "firmware/engines/rig.h"

namespace {

using ens_test::Rig;
using ens_test::Stereo;

Stereo line_in(std::size_t frames) {
  Stereo in{std::vector<float>(frames), std::vector<float>(frames)};
  for (std::size_t i = 0; i < frames; ++i) {
    const auto phase = static_cast<std::uint32_t>(i) * ens::phase_step(220.0f, 48000.0f);
    in.left[i] = in.right[i] = 0.1f * ens::sine(phase);
  }
  return in;
}

// In dB, from the table as it is written.
double makeup_db(const ens::EngineInfo& info, std::size_t space, const std::vector<float>& units) {
  const ens::SpaceLoudness& row = info.loudness[space];
  double thirds = row.at_zero;
  for (std::size_t i = 0; i < info.slots.size(); ++i) {
    const double x = static_cast<double>(units[i]);
    thirds += (row.slots[i].line + row.slots[i].bend * x) * x;
  }
  for (const ens::PairLoudness& pair : row.pairs) {
    thirds +=
        pair.weight * static_cast<double>(units[pair.one]) * static_cast<double>(units[pair.other]);
  }
  return std::fmin(18.0, std::fmax(-18.0, -20.0 - thirds / 3.0));
}

void start(Rig& rig, std::size_t space, const std::vector<float>& units) {
  rig->set_voice_space(space);
  for (std::size_t i = 0; i < units.size(); ++i) {
    rig->set_param(i, ens::Unit::from_ratio(units[i]));
  }
  rig->reset();
  if (rig->info().plays_notes) rig->note_on(57, ens::Unit::from_ratio(0.5f));
}

std::vector<float> settings(const ens::EngineInfo& info, std::uint32_t seed) {
  ens::Noise random(seed);
  std::vector<float> units;
  for (std::size_t i = 0; i < info.slots.size(); ++i) {
    units.push_back(static_cast<float>(random.below(257)) / 256.0f);
  }
  return units;
}

// Where the limiter leaves both alone, the one sound is the other times the gain of the table.
void the_gain_is_that_of_the_table(const ens::EngineKind& kind, std::size_t space) {
  const Stereo in = line_in(9600);
  const std::vector<float> units = settings(*kind.info, 3 + static_cast<std::uint32_t>(space));
  Rig plain(kind), even(kind);
  even->even_loudness();
  start(plain, space, units);
  start(even, space, units);
  const Stereo before = plain.render_unfinished(9600, &in);
  const Stereo after = even.render(9600, &in);
  const double gain = std::pow(10.0, makeup_db(*kind.info, space, units) / 20.0);
  for (std::size_t i = 0; i < before.left.size(); ++i) {
    const double want = gain * static_cast<double>(before.left[i]);
    const double right = gain * static_cast<double>(before.right[i]);
    if (std::fabs(want) > 0.7 || std::fabs(right) > 0.7) return;
    const double got = static_cast<double>(after.left[i]);
    if (!CHECK(std::fabs(got - want) < 1e-4 * std::fabs(want) + 1e-6)) {
      std::printf("%s, voice space %zu: %g, not %g\n", kind.info->engine_id, space, got, want);
      return;
    }
  }
}

// After all slots jumped, the gain is there within 60 ms, in steps of less than 0.1 dB a sample.
void the_gain_moves_without_a_click(const ens::EngineKind& kind, std::size_t space) {
  const Stereo in = line_in(4800);
  const std::vector<float> from = settings(*kind.info, 21);
  const std::vector<float> to = settings(*kind.info, 22);
  Rig plain(kind), even(kind);
  even->even_loudness();
  for (Rig* rig : {&plain, &even}) {
    start(*rig, space, from);
    const Stereo first = rig->render(4800, &in);
    if (ens_test::largest(first.left) > 0.7f || ens_test::largest(first.right) > 0.7f) return;
    for (std::size_t i = 0; i < to.size(); ++i) {
      (*rig)->set_param(i, ens::Unit::from_ratio(to[i]));
    }
  }
  const Stereo before = plain.render_unfinished(4800, &in);
  const Stereo after = even.render(4800, &in);
  double last = makeup_db(*kind.info, space, from);
  for (std::size_t i = 0; i < before.left.size(); ++i) {
    const double size = std::fabs(static_cast<double>(before.left[i]));
    const double sound = std::fabs(static_cast<double>(after.left[i]));
    if (sound > 0.7 || std::fabs(after.right[i]) > 0.7f)
      return;  // the limiter turns down from here
    if (size < 0.01) continue;
    const double db = 20.0 * std::log10(sound / size);
    const double end = makeup_db(*kind.info, space, to);
    const double low = std::fmin(last, end) - 0.1;
    const double high = std::fmax(last, end) + 0.1;
    if (!CHECK(db > low && db < high)) {
      std::printf("%s, voice space %zu, frame %zu: %g, not %g to %g\n", kind.info->engine_id, space,
                  i, db, last, end);
      return;
    }
    if (i >= 2880 && !CHECK(std::fabs(db - end) < 0.1)) return;
  }
}

void blocks_and_resets_change_no_bit(const ens::EngineKind& kind, std::size_t space) {
  const Stereo in = line_in(6400);
  std::uint64_t first = 0;
  Rig rig(kind);
  rig->even_loudness();
  for (const std::size_t block : {6400u, 37u, 64u}) {
    start(rig, space, settings(*kind.info, 5));
    rig.render(640, &in);
    rig->set_param(0, ens::Unit::from_ratio(0.9f));
    const std::uint64_t hash = ens_test::hash(rig.render(6400, &in, block));
    if (first == 0) first = hash;
    CHECK(hash == first);
    rig->set_param(0, ens::Unit::from_ratio(0.1f));
  }
}

void a_slot_that_sets_the_level_is_left_to_the_player(const ens::EngineInfo& info) {
  for (std::size_t i = 0; i < info.slots.size(); ++i) {
    const bool is_level = ens::same_text(info.slots[i].name, "level_db") ||
                          ens::same_text(info.slots[i].name, "output_db");
    if (!is_level) continue;
    for (const ens::SpaceLoudness& row : info.loudness) {
      CHECK(row.slots[i].line == 0 && row.slots[i].bend == 0);
    }
  }
}

}  // namespace

int main() {
  for (std::size_t e = 0; e < ens::engine_count(); ++e) {
    const ens::EngineKind& kind = ens::engine_at(e);
    const std::size_t rows = kind.info->loudness.size();
    // Silent engines have no table, all others one row for each voice space.
    CHECK(rows == kind.info->voice_spaces.size() || rows == 0);
    CHECK((rows == 0) == ens::same_text(kind.info->engine_id, "sound_analysis"));
    a_slot_that_sets_the_level_is_left_to_the_player(*kind.info);
    for (std::size_t space = 0; space < rows; ++space) {
      the_gain_is_that_of_the_table(kind, space);
      the_gain_moves_without_a_click(kind, space);
      blocks_and_resets_change_no_bit(kind, space);
    }
  }
  return ens_test::result();
}
