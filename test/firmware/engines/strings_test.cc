// What a player listens for in the strings: pitch within a cent on every body, plucked and bowed,
// aliases, how long notes ring, what the pedal and the hand leave, and that a gesture leads from
// the pluck to the bow.
#include "firmware/check.h"
#include "firmware/engines/note.h"
#include "firmware/engines/still.h"

namespace {

using ens_test::cents_off;
using ens_test::hz_of;
using ens_test::level_db;
using ens_test::Rig;
using ens_test::Stereo;
using ens_test::still_strings;
using ens_test::strike;

constexpr double kRate = 48000.0;
constexpr std::size_t kFiddle = 2;
constexpr std::size_t kSpaces = 5;

void every_key_is_in_tune() {
  for (std::size_t space = 0; space < kSpaces; ++space) {
    for (int key = 28; key <= 108; key += 8) {
      const auto rig = still_strings(space);
      strike(*rig, key);
      rig->render(12000);
      const double cents = cents_off(rig->render(24000).left, hz_of(key));
      if (!CHECK(std::fabs(cents) < 0.5)) std::printf("%zu, key %d: %f cents\n", space, key, cents);
    }
  }
}

void the_bend_range_is_in_semitones() {
  const auto rig = still_strings(0);
  rig->set("bend_range_st", 0.5f);  // of its square, of 24: 6
  (*rig)->pitch_bend(ens::Unit::from_ratio(1.0f));
  strike(*rig, 52);
  rig->render(12000);
  CHECK(std::fabs(cents_off(rig->render(24000).left, hz_of(58))) < 0.5);
  // A keyboard that bends twice as far as usual bends twice as far here.
  (*rig)->bend_range(ens::Unit::from_ratio(4.0f / 32.0f));
  rig->render(12000);
  CHECK(std::fabs(cents_off(rig->render(24000).left, hz_of(64))) < 0.5);
}

// With everything bright.
void a_bowed_note_has_no_aliases() {
  for (const int key : {60, 77, 96}) {
    const auto rig = still_strings(kFiddle);
    for (const char* bright : {"bow_tone_hz", "treble_s", "hardness_hz", "decay_s"}) {
      rig->set(bright, 1.0f);
    }
    rig->set("pluck_pct", 0.0f);
    strike(*rig, key);
    rig->render(48000);
    const double between = ens_test::between_db(rig->render(24000).left, hz_of(key));
    const double alias = ens_test::alias_db(rig->render(ens_test::kFrame).left, hz_of(key));
    if (!CHECK(between < -70.0) || !CHECK(alias < -60.0)) {
      std::printf("key %d: %f dB between partials, %f at worst\n", key, between, alias);
    }
  }
}

void a_note_rings_as_long_as_its_decay() {
  for (const float unit : {0.5f, 0.7f}) {
    const auto rig = still_strings(1);
    rig->set("decay_s", unit);
    rig->set("treble_s", 1.0f);
    rig->set("level_db", 0.0f);  // far below the ceiling
    const ens::EngineInfo& info = *ens::find_engine("strings")->info;
    const std::size_t slot = 5;
    CHECK(ens::same_text(info.slots[slot].name, "decay_s"));
    const float seconds = ens::Range(info.slots[slot].min, info.slots[slot].max)
                              .at(ens::shape(info.curve(1, slot), ens::Unit::from_ratio(unit)));
    strike(*rig, 52);
    rig->render(24000);
    const auto at = [&] {
      const std::vector<float> x = rig->render(12000).left;
      return 20.0 * std::log10(std::abs(ens_test::component(x, 0, x.size(), hz_of(52), kRate)));
    };
    const double before = at();
    rig->render(12000);
    const double fallen = before - at();
    const double wanted = 60.0 * 0.5 / static_cast<double>(seconds);
    if (!CHECK(std::fabs(fallen - wanted) < 0.1 * wanted)) {
      std::printf("%f dB, declared %f\n", fallen, wanted);
    }
  }
}

void a_hand_damps_and_the_pedal_holds() {
  double level[3];
  for (int way = 0; way < 3; ++way) {
    const auto rig = still_strings(0);
    rig->set("release_ms", 0.2f);
    strike(*rig, 52);
    rig->render(12000);
    (*rig)->sustain(way == 2);
    if (way > 0) (*rig)->note_off(52);
    rig->render(12000);
    level[way] = level_db(rig->render(4800));
  }
  CHECK(level[1] < level[0] - 40.0);
  CHECK(level[2] == level[0]);
}

void the_bow_sustains_and_a_pluck_fades() {
  const auto fall = [](float bow) {
    const auto rig = still_strings(0);
    rig->set("bow_pct", bow);
    rig->set("pluck_pct", bow > 0.0f ? 0.0f : 1.0f);
    strike(*rig, 60);
    rig->render(48000);
    const double early = level_db(rig->render(12000));
    rig->render(96000);
    return early - level_db(rig->render(12000));
  };
  CHECK(fall(0.0f) > 15.0);
  CHECK(std::fabs(fall(0.8f)) < 1.0);
}

void a_seventh_key_takes_the_string_let_go_longest() {
  const auto rig = still_strings(0);
  for (int key = 50; key < 57; ++key) {
    strike(*rig, key);
    rig->render(640);
    if (key < 53) (*rig)->note_off(static_cast<std::uint8_t>(key));
  }
  rig->render(24000);
  const std::vector<float> x = rig->render(24000).left;
  const auto loud = [&](int key) {
    return std::abs(ens_test::component(x, 0, x.size(), hz_of(key), kRate));
  };
  CHECK(loud(56) > 20.0 * loud(50));
  CHECK(loud(54) > 20.0 * loud(50));
}

void it_is_silent_and_idle_once_it_has_died_away() {
  const auto rig = still_strings(3);
  rig->set("release_ms", 0.0f);
  strike(*rig, 60);
  rig->render(4800);
  (*rig)->all_notes_off();
  rig->render(48000);
  for (const float sample : rig->render(4800).left) CHECK(std::fabs(sample) < 1e-4f);
  float state[ens::kMaxStateFields];
  (*rig)->read_state(state);
  CHECK(state[(*rig)->info().slots.size()] == 0.0f);  // strings_sounding
}

}  // namespace

int main() {
  every_key_is_in_tune();
  the_bend_range_is_in_semitones();
  a_bowed_note_has_no_aliases();
  a_note_rings_as_long_as_its_decay();
  a_hand_damps_and_the_pedal_holds();
  the_bow_sustains_and_a_pluck_fades();
  a_seventh_key_takes_the_string_let_go_longest();
  it_is_silent_and_idle_once_it_has_died_away();
  return ens_test::result();
}
