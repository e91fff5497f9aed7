// Saving and loading through the C ABI: completely, or an error and nothing changed.
#include "firmware/check.h"
#include "firmware/instrument/player.h"

using ens_test::Bytes;
using ens_test::Mode;
using ens_test::Player;
using ens_test::Units;

namespace {

Mode synth() {
  return {"paf_synth", {"pad_x", "pad_y"}, ens_test::all_slots("paf_synth")};
}

const Units kHere = {3000, 30000};

void teach(const Player& player) {
  const Units params(player.params(), 22222);
  ens_add_example(*player, kHere.data(), params.data());
  ens_train_begin(*player);
  ens_train_step(*player, 100'000);
}

void a_lesson_moves_to_another_instrument() {
  const Player teacher(synth());
  teach(teacher);
  const Bytes file = teacher.saved();
  Mode mode = synth();
  mode.seed = 99;
  Player pupil(mode);
  CHECK(pupil.map(kHere) != teacher.map(kHere));
  CHECK_EQUAL(pupil.load(file), ENS_OK);
  CHECK(pupil.map(kHere) == teacher.map(kHere));
  CHECK_EQUAL(ens_example_count(*pupil), 1u);
  CHECK(pupil.saved() == file);
  Player again(synth());
  again.load(file);
  Player fresh(synth());
  teach(fresh);
  CHECK(again.play(2000) == fresh.play(2000));
}

void a_file_is_saved_as_if_all_was_learned() {
  const Units params(Player(synth()).params(), 22222);
  const Player early(synth());
  ens_add_example(*early, kHere.data(), params.data());
  const Bytes file = early.saved();
  Player late(synth());
  ens_add_example(*late, kHere.data(), params.data());
  late.play(48'000);
  CHECK(late.saved() == file);
  const Player pupil(synth());
  pupil.load(file);
  CHECK(pupil.map(kHere) == late.map(kHere));
  CHECK(pupil.map({30000, 200}) == late.map({30000, 200}));
}

void files_of_others_change_nothing() {
  const Player teacher(synth());
  teach(teacher);
  const Bytes file = teacher.saved();
  const std::vector<Mode> others = {
      {"paf_synth", {"joy_x", "pad_y"}, ens_test::all_slots("paf_synth")},
      {"paf_synth", {"pad_x", "pad_y"}, {"pitch_hz"}},
      {"fm_voice", {"pad_x", "pad_y"}, ens_test::all_slots("fm_voice")},
  };
  for (const Mode& mode : others) {
    const Player other(mode);
    CHECK_EQUAL(other.status(), ENS_OK);
    const Units before = other.map(kHere);
    CHECK_EQUAL(other.load(file), ENS_FILE_MISMATCH);
    CHECK(other.map(kHere) == before);
  }
}

void damaged_files_change_nothing() {
  const Player player(synth());
  teach(player);
  const Bytes file = player.saved();
  const Units before = player.map(kHere);
  for (std::size_t size = 0; size < file.size(); size += 7) {
    CHECK(player.load(Bytes(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size))) !=
          ENS_OK);
  }
  for (std::size_t at = 0; at < file.size(); at += 5) {
    Bytes flipped = file;
    flipped[at] = static_cast<std::uint8_t>(flipped[at] ^ (1u << (at % 8)));
    CHECK(player.load(flipped) != ENS_OK);
  }
  CHECK_EQUAL(player.load({'R', 'I', 'F', 'F'}), ENS_FILE_FOREIGN);
  CHECK(player.map(kHere) == before);
}

void room_and_moment_are_checked() {
  const Player player(synth());
  teach(player);
  Bytes file = player.saved();
  std::uint32_t written = 9;
  const auto less = static_cast<std::uint32_t>(file.size() - 1);
  CHECK_EQUAL(ens_save(*player, file.data(), less, &written), ENS_BUFFER_TOO_SMALL);
  CHECK_EQUAL(written, 0u);
  ens_jitter(*player, 5000);  // a training in the middle of which nothing may be loaded
  ens_train_begin(*player);
  CHECK_EQUAL(player.load(file), ENS_TRAINING);
  CHECK_EQUAL(ens_save(nullptr, file.data(), less, &written), ENS_BAD_HANDLE);
  CHECK_EQUAL(ens_load(nullptr, file.data(), less), ENS_BAD_HANDLE);
  CHECK_EQUAL(ens_save_bytes(nullptr), 0u);
}

}  // namespace

int main() {
  a_lesson_moves_to_another_instrument();
  a_file_is_saved_as_if_all_was_learned();
  files_of_others_change_nothing();
  damaged_files_change_nothing();
  room_and_moment_are_checked();
  return ens_test::result();
}
