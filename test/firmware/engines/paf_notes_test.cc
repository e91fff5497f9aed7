// paf_synth under a keyboard: it sounds by itself until the first note, keys are in tune, three of
// them sound at once, they end in silence and without clicks, and reset lets it sound by itself
// again.
#include "firmware/check.h"
#include "firmware/engines/note.h"
#include "firmware/engines/still.h"

namespace {

using ens_test::cents_off;
using ens_test::hz_of;
using ens_test::largest;
using ens_test::level_db;
using ens_test::Rig;
using ens_test::Stereo;
using ens_test::strike;

constexpr double kRate = 48000.0;
constexpr std::size_t kSpaces = 5;

// Voices without a key are silent; formants are as wide as they can be.
std::unique_ptr<Rig> still(std::size_t space) {
  auto rig = ens_test::still_paf(space);
  for (const char* name : {"bandwidth_1_hz", "bandwidth_2_hz", "cutoff_hz"}) rig->set(name, 1.0f);
  return rig;
}

double level_of(const std::vector<float>& x, double hz) {
  return 20.0 * std::log10(std::abs(ens_test::component(x, 0, x.size(), hz, kRate)) + 1e-9);
}

void release(Rig& rig, int key) {
  rig->note_off(static_cast<std::uint8_t>(key));
}

void every_key_is_in_tune() {
  for (std::size_t space = 0; space < kSpaces; ++space) {
    for (int key = 21; key <= 108; key += 3) {
      const auto rig = still(space);
      strike(*rig, key);
      rig->render(4800);
      const double off = cents_off(rig->render(48000).left, hz_of(key));
      if (!CHECK(std::fabs(off) < 1.0)) {
        std::printf("voice space %zu, key %d: %f cents\n", space, key, off);
      }
    }
  }
}

void voices_sing_their_intervals_above_the_key() {
  const auto rig = still(0);
  rig->set("level_2_pct", 1.0f), rig->set("level_3_pct", 1.0f);
  strike(*rig, 57);
  rig->render(9600);
  // A fifth and an octave, unless a slot says otherwise.
  for (const int key : {57, 64, 69}) {
    const double off = cents_off(rig->render(48000).left, hz_of(key));
    if (!CHECK(std::fabs(off) < 1.0)) std::printf("key %d: %f cents\n", key, off);
  }
}

// No overtone of one is the fundamental of another.
constexpr int kChord[] = {57, 64, 68, 75};

std::vector<double> chord_levels(Rig& rig) {
  rig.render(48000);
  const Stereo sound = rig.render(48000);
  std::vector<float> both(sound.left.size());
  for (std::size_t i = 0; i < both.size(); ++i) both[i] = sound.left[i] + sound.right[i];
  std::vector<double> levels;
  for (const int key : kChord) levels.push_back(level_of(both, hz_of(key)));
  return levels;
}

void three_keys_sound_and_a_fourth_takes_the_oldest() {
  const auto rig = still(0);
  rig->set("interval_2_st", 0.0f), rig->set("interval_3_st", 0.0f);
  for (int i = 0; i < 3; ++i) strike(*rig, kChord[i]);
  std::vector<double> three = chord_levels(*rig);
  for (int i = 0; i < 3; ++i) CHECK(three[static_cast<std::size_t>(i)] > -50.0);
  CHECK(three[3] < -80.0);
  strike(*rig, kChord[3]);
  const std::vector<double> next = chord_levels(*rig);
  for (std::size_t i = 1; i < 4; ++i) CHECK(next[i] > -50.0);
  CHECK(next[0] < -80.0);
}

// A released key rings on by itself; then its voice sings with the key that is left.
void released_voices_return_to_the_harmony() {
  const auto rig = still(0);
  rig->set("level_2_pct", 0.8f);
  strike(*rig, 57);
  rig->render(9600);
  strike(*rig, 68);
  rig->render(24000);
  CHECK(level_of(rig->render(24000).left, hz_of(64)) < -80.0);
  release(*rig, 68);
  rig->render(48000);
  const Stereo after = rig->render(48000);
  CHECK(level_of(after.left, hz_of(68)) < -80.0);
  CHECK(std::fabs(cents_off(after.left, hz_of(64))) < 1.0);
  // The same where the first key is the one that ends.
  strike(*rig, 61);
  rig->render(9600);
  release(*rig, 57);
  rig->render(48000);
  const Stereo last = rig->render(48000);
  CHECK(level_of(last.left, hz_of(57)) < -80.0);
  CHECK(std::fabs(cents_off(last.left, hz_of(61))) < 1.0);
  CHECK(std::fabs(cents_off(last.right, hz_of(68))) < 1.0);
}

void releases_end_in_silence() {
  for (std::size_t space = 0; space < kSpaces; ++space) {
    Rig rig(*ens::find_engine("paf_synth"));
    rig->set_voice_space(space);
    rig.set("echo_mix_pct", 0.0f);
    rig.render(4800);
    for (const int key : kChord) strike(rig, key);
    CHECK(largest(rig.render(24000).left) > 0.05f);
    for (const int key : kChord) release(rig, key);
    const double before = level_db(rig.render(2400));
    rig.render(7200);
    const double after = level_db(rig.render(2400));
    // By 60 dB in 300 ms; a saturator holds up.
    if (!CHECK(before - after > 20.0 && before - after < 44.0)) {
      std::printf("voice space %zu falls by %f dB in 0.2 s\n", space, before - after);
    }
    rig.render(2 * 48000);
    if (!CHECK(largest(rig.render(48000).left) == 0.0f)) std::printf("voice space %zu\n", space);
  }
}

void the_pedal_holds_keys() {
  const auto rig = still(0);
  (*rig)->sustain(true);
  strike(*rig, 57);
  rig->render(4800);
  const double held = level_db(rig->render(4800));
  release(*rig, 57);
  rig->render(48000);
  CHECK(std::fabs(level_db(rig->render(4800)) - held) < 0.1);
  (*rig)->sustain(false);
  rig->render(48000);
  CHECK(largest(rig->render(4800).left) == 0.0f);
}

// At velocity 100 of 127, of the key that its pitch is.
void a_key_is_about_as_loud_as_without() {
  for (std::size_t space = 0; space < kSpaces; ++space) {
    const auto level = [space](bool is_key) {
      Rig rig(*ens::find_engine("paf_synth"));
      rig->set_voice_space(space);
      rig->even_loudness();
      if (is_key) rig->note_on(45, ens::Unit::from_ratio(100.0f / 127.0f));
      rig.render(24000);
      return level_db(rig.render(4 * 48000));
    };
    const double by = level(true) - level(false);
    if (!CHECK(std::fabs(by) < 2.0)) std::printf("voice space %zu: %f dB\n", space, by);
  }
}

void velocity_sets_the_level() {
  const auto level = [](float velocity) {
    const auto rig = still(0);
    (*rig)->note_on(57, ens::Unit::from_ratio(velocity));
    rig->render(24000);
    return level_db(rig->render(24000));
  };
  CHECK(level(1.0f) - level(0.5f) > 3.0);
  CHECK(level(0.5f) - level(0.1f) > 3.0);
}

// Nothing but a note begins to play keys; until then no message of a keyboard changes a bit.
void it_sounds_by_itself_until_the_first_note() {
  for (std::size_t space = 0; space < kSpaces; ++space) {
    Rig plain(*ens::find_engine("paf_synth")), moved(*ens::find_engine("paf_synth"));
    plain->set_voice_space(space), moved->set_voice_space(space);
    moved->pitch_bend(ens::Unit::from_ratio(1.0f));
    moved->mod_wheel(ens::Unit::from_ratio(1.0f));
    moved->pressure(ens::Unit::from_ratio(1.0f));
    moved->sustain(true);
    release(moved, 57);
    moved->sustain(false);
    moved->all_notes_off();
    const Stereo sound = plain.render(24000);
    CHECK(ens_test::hash(sound) == ens_test::hash(moved.render(24000)));
    CHECK(largest(sound.left) > 0.02f);
  }
}

void a_reset_lets_it_sound_by_itself_again() {
  for (std::size_t space = 0; space < kSpaces; ++space) {
    Rig rig(*ens::find_engine("paf_synth"));
    rig->set_voice_space(space);
    rig->reset();
    const std::uint64_t before = ens_test::hash(rig.render(24000));
    for (const int key : kChord) strike(rig, key);
    rig.render(9600);
    rig->reset();
    if (!CHECK(ens_test::hash(rig.render(24000)) == before)) std::printf("space %zu\n", space);
  }
  const auto rig = still(0);
  rig->render(24000);
  const double alone = level_db(rig->render(24000));
  strike(*rig, 81);
  release(*rig, 81);
  rig->render(48000);
  CHECK(largest(rig->render(4800).left) == 0.0f);
  (*rig)->all_notes_off();
  rig->render(24000);
  CHECK(std::fabs(level_db(rig->render(24000)) - alone) < 0.1);
}

// Beginning, releasing, stealing and stopping: no step is much larger than those of the sound held.
void nothing_a_keyboard_does_clicks() {
  for (std::size_t space = 0; space < kSpaces; ++space) {
    Rig rig(*ens::find_engine("paf_synth"));
    rig->set_voice_space(space);
    float held = 0.0f, changing = 0.0f;
    const auto hold = [&] {
      rig.render(4800);
      held = std::fmax(held, ens_test::largest_step(rig.render(4800).left));
    };
    const auto change = [&] {
      changing = std::fmax(changing, ens_test::largest_step(rig.render(2400).left));
    };
    hold();
    for (const int key : {57, 64, 68, 75, 52, 60}) strike(rig, key), change(), hold();
    for (const int key : {60, 75}) release(rig, key), change(), hold();
    release(rig, 52), change();
    strike(rig, 62), change(), hold();
    rig->all_notes_off(), change(), hold();
    if (!CHECK(changing <= 1.5f * held + 0.02f)) {
      std::printf("voice space %zu: %f, held %f\n", space, static_cast<double>(changing),
                  static_cast<double>(held));
    }
  }
}

// In Glass formants follow the pitch: an octave higher it is the same timbre, an octave higher.
void formants_follow_the_key_where_they_follow_the_pitch() {
  const auto centre = [](int key) {
    const auto rig = still(2);
    strike(*rig, key);
    rig->render(24000);
    const ens::EngineInfo& info = (*rig)->info();
    std::vector<float> state(info.state_count());
    (*rig)->read_state(state.data());
    return static_cast<double>(state[info.slots.size()]);
  };
  CHECK(std::fabs(centre(69) / centre(57) - 2.0) < 0.02);
}

void bends_are_of_their_own_key() {
  const auto rig = still(0);
  (*rig)->note_bend(1, ens::Unit::from_ratio(0.5f + 7.0f / 96.0f));
  (*rig)->note_on(57, ens::Unit::from_ratio(0.8f), 1);
  (*rig)->note_on(68, ens::Unit::from_ratio(0.8f), 2);
  rig->render(9600);
  const Stereo sound = rig->render(48000);
  CHECK(std::fabs(cents_off(sound.left, hz_of(64))) < 1.0);
  CHECK(std::fabs(cents_off(sound.right, hz_of(68))) < 1.0);
  (*rig)->bend_range(ens::Unit::from_ratio(12.0f / 32.0f));
  (*rig)->pitch_bend(ens::Unit::from_ratio(1.0f));
  rig->render(9600);
  CHECK(std::fabs(cents_off(rig->render(48000).right, hz_of(80))) < 1.0);
}

}  // namespace

int main() {
  every_key_is_in_tune();
  voices_sing_their_intervals_above_the_key();
  three_keys_sound_and_a_fourth_takes_the_oldest();
  released_voices_return_to_the_harmony();
  releases_end_in_silence();
  the_pedal_holds_keys();
  a_key_is_about_as_loud_as_without();
  velocity_sets_the_level();
  it_sounds_by_itself_until_the_first_note();
  a_reset_lets_it_sound_by_itself_again();
  nothing_a_keyboard_does_clicks();
  formants_follow_the_key_where_they_follow_the_pitch();
  bends_are_of_their_own_key();
  return ens_test::result();
}
