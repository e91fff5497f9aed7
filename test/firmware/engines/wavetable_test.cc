// What a player listens for in the wavetable synthesiser: pitch within a cent, no aliases, cycles
// of exactly the harmonics asked for, envelope, pedal, bend, and that every table is another sound.
#include "dsp/cycle.h"
#include "firmware/check.h"
#include "firmware/engines/note.h"
#include "firmware/engines/still.h"

namespace {

using ens_test::cents_off;
using ens_test::hz_of;
using ens_test::level_db;
using ens_test::Rig;
using ens_test::Stereo;
using ens_test::still_wavetable;
using ens_test::strike;

constexpr double kRate = 48000.0;
constexpr std::size_t kSpaces = 5;

double level_of(const std::vector<float>& x, double hz) {
  return std::abs(ens_test::component(x, 0, x.size(), hz, kRate));
}

void a_cycle_has_exactly_its_harmonics() {
  static ens::CycleMaker maker;
  maker.prepare();
  float levels[ens::CycleMaker::kHarmonics];
  double sum = 0.0;
  ens::Noise random(5);
  for (float& level : levels) {
    level = 2.0f * random.share() - 1.0f;
    sum += std::fabs(static_cast<double>(level));
  }
  float cycle[ens::CycleMaker::kStored];
  maker.make(levels, cycle);
  for (std::size_t n = 0; n < ens::CycleMaker::kStored; ++n) {
    double wanted = 0.0;
    for (std::size_t k = 1; k <= ens::CycleMaker::kHarmonics; ++k) {
      const double turn = static_cast<double>(k) * (static_cast<double>(n) - 1.0) / 512.0;
      wanted += static_cast<double>(levels[k - 1]) * std::sin(2.0 * ens_test::kPi * turn);
    }
    CHECK(std::fabs(static_cast<double>(cycle[n]) - wanted) < 1e-6 * sum);
  }
}

void every_key_is_in_tune() {
  for (std::size_t space = 0; space < kSpaces; ++space) {
    for (int key = 28; key <= 108; key += 8) {
      const auto rig = still_wavetable(space);
      rig->set("position_pct", 0.3f);
      strike(*rig, key);
      rig->render(12000);
      const double cents = cents_off(rig->render(24000).left, hz_of(key));
      if (!CHECK(std::fabs(cents) < 0.2)) std::printf("%zu, key %d: %f cents\n", space, key, cents);
    }
  }
}

// With everything bright.
void no_note_has_aliases() {
  for (std::size_t space = 0; space < kSpaces; ++space) {
    for (const int key : {36, 60, 84, 96, 108}) {
      for (const float position : {0.45f, 1.0f}) {
        const auto rig = still_wavetable(space);
        rig->set("position_pct", position);
        rig->set("key_follow_pct", 1.0f);
        strike(*rig, key);
        rig->render(24000);
        const std::vector<float> sound = rig->render(96000).left;
        const double between = ens_test::between_db(sound, hz_of(key));
        const double alias = ens_test::alias_db(sound, hz_of(key));
        if (!CHECK(between < (key < 60 ? -70.0 : -90.0)) ||
            !CHECK(alias < (key < 84 ? -65.0 : -90.0))) {
          std::printf("%zu, key %d: %f dB between harmonics, %f at worst\n", space, key, between,
                      alias);
        }
      }
    }
  }
}

// The third frame of the analogue table is a saw: its harmonics fall as 1/k.
void a_saw_is_a_saw() {
  const auto rig = still_wavetable(0);
  rig->set("position_pct", 3.0f / 7.0f);
  strike(*rig, 45);
  rig->render(24000);
  const std::vector<float> x = rig->render(48000).left;
  const double first = level_of(x, hz_of(45));
  for (const int nth : {2, 3, 5, 8}) {
    const double fallen = 20.0 * std::log10(first / level_of(x, nth * hz_of(45)));
    const double wanted = 20.0 * std::log10(nth);
    if (!CHECK(std::fabs(fallen - wanted) < 0.3)) std::printf("%d: %f dB\n", nth, fallen);
  }
}

void hollow_takes_even_harmonics_away() {
  const auto rig = still_wavetable(0);
  rig->set("position_pct", 3.0f / 7.0f);
  rig->set("hollow_pct", 1.0f);
  strike(*rig, 57);
  rig->render(24000);
  const std::vector<float> x = rig->render(24000).left;
  CHECK(level_of(x, 2 * hz_of(57)) < 1e-4 * level_of(x, 3 * hz_of(57)));
}

// Formants stay where they are in Hz, against the falling spectrum of a saw.
void formants_stay_when_the_key_moves() {
  const auto loudest = [](int key) {
    const auto rig = still_wavetable(1);
    rig->set("position_pct", 3.0f / 7.0f);
    strike(*rig, key);
    rig->render(24000);
    const std::vector<float> x = rig->render(24000).left;
    double best = 0.0, at = 0.0;
    for (int nth = 1; nth * hz_of(key) < 1000.0; ++nth) {
      const double level = nth * hz_of(key) * level_of(x, nth * hz_of(key));
      if (level > best) best = level, at = nth * hz_of(key);
    }
    return at;
  };
  CHECK(std::fabs(loudest(40) - 750.0) < 150.0);
  CHECK(std::fabs(loudest(52) - 750.0) < 150.0);
}

void the_pedal_holds_and_a_release_ends() {
  double level[3];
  for (int way = 0; way < 3; ++way) {
    const auto rig = still_wavetable(0);
    rig->set("release_ms", 0.2f);
    strike(*rig, 57);
    rig->render(12000);
    (*rig)->sustain(way == 2);
    if (way > 0) (*rig)->note_off(57);
    rig->render(12000);
    level[way] = level_db(rig->render(4800));
  }
  CHECK(level[1] < level[0] - 50.0);
  CHECK(std::fabs(level[2] - level[0]) < 1e-9);
}

void the_bend_range_is_in_semitones() {
  const auto rig = still_wavetable(0);
  rig->set("bend_range_st", 0.5f);  // of its square, of 24: 6
  (*rig)->pitch_bend(ens::Unit::from_ratio(1.0f));
  strike(*rig, 52);
  rig->render(12000);
  CHECK(std::fabs(cents_off(rig->render(24000).left, hz_of(58))) < 0.2);
}

void six_keys_sound_and_a_seventh_takes_the_oldest() {
  const auto rig = still_wavetable(0);
  for (int key = 50; key < 57; ++key) strike(*rig, key);
  rig->render(24000);
  const std::vector<float> x = rig->render(48000).left;
  CHECK(level_of(x, hz_of(50)) < 0.01 * level_of(x, hz_of(56)));
  for (int key = 51; key < 57; ++key) CHECK(level_of(x, hz_of(key)) > 0.02);
}

void a_key_struck_and_let_go_at_once_still_sounds_and_ends() {
  const auto rig = still_wavetable(0);
  rig->set("attack_ms", 0.0f);
  rig->set("release_ms", 0.4f);
  strike(*rig, 60);
  (*rig)->note_off(60);
  CHECK(level_db(rig->render(2400)) > -70.0);
  rig->render(96000);
  CHECK(level_db(rig->render(2400)) < -150.0);
  float state[ens::kMaxStateFields];
  (*rig)->read_state(state);
  CHECK(state[(*rig)->info().slots.size()] == 0.0f);  // voices_sounding
}

void detuned_readers_are_wide_and_width_is_in_between() {
  const auto apart = [](float width) {
    const auto rig = still_wavetable(0);
    rig->set("detune_cents", 0.7f);
    rig->set("width_pct", width);
    strike(*rig, 57);
    rig->render(24000);
    const Stereo x = rig->render(48000);
    double side = 0.0, all = 0.0;
    for (std::size_t i = 0; i < x.left.size(); ++i) {
      const double l = static_cast<double>(x.left[i]), r = static_cast<double>(x.right[i]);
      side += (l - r) * (l - r);
      all += l * l + r * r;
    }
    return side / all;
  };
  CHECK(apart(0.0f) == 0.0);
  CHECK(apart(1.0f) > 2.0 * apart(0.5f));
  CHECK(apart(1.0f) > 0.5);
}

}  // namespace

int main() {
  a_cycle_has_exactly_its_harmonics();
  every_key_is_in_tune();
  no_note_has_aliases();
  a_saw_is_a_saw();
  hollow_takes_even_harmonics_away();
  formants_stay_when_the_key_moves();
  the_pedal_holds_and_a_release_ends();
  the_bend_range_is_in_semitones();
  six_keys_sound_and_a_seventh_takes_the_oldest();
  a_key_struck_and_let_go_at_once_still_sounds_and_ends();
  detuned_readers_are_wide_and_width_is_in_between();
  return ens_test::result();
}
