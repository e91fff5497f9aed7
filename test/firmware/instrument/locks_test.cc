// Params kept out of learning, through the C ABI: what moves them, what does not, and what a file
// keeps of them.
#include "firmware/check.h"
#include "firmware/instrument/player.h"

using ens_test::Bytes;
using ens_test::Mode;
using ens_test::Player;
using ens_test::Units;

namespace {

constexpr std::uint32_t kLocked = 4;
constexpr std::uint16_t kValue = 4321;

Mode synth() {
  return {"paf_synth", {"pad_x", "pad_y"}, ens_test::all_slots("paf_synth")};
}

Units locks_of(const Player& player) {
  Units locks(player.params(), 7);
  CHECK_EQUAL(ens_read_locks(*player, locks.data()), ENS_OK);
  return locks;
}

Units no_locks(const Player& player) {
  return Units(player.params(), ENS_NOT_LOCKED);
}

void lock(const Player& player) {
  CHECK_EQUAL(ens_set_param(*player, kLocked, kValue), ENS_OK);
  CHECK_EQUAL(ens_lock_param(*player, kLocked), ENS_OK);
}

void calls_are_checked() {
  const Player player(synth());
  Units locks = no_locks(player);
  const auto beyond = static_cast<std::uint32_t>(player.params());
  CHECK_EQUAL(ens_lock_param(nullptr, 0), ENS_BAD_HANDLE);
  CHECK_EQUAL(ens_unlock_param(nullptr, 0), ENS_BAD_HANDLE);
  CHECK_EQUAL(ens_read_locks(nullptr, locks.data()), ENS_BAD_HANDLE);
  CHECK_EQUAL(ens_set_locks(nullptr, locks.data()), ENS_BAD_HANDLE);
  CHECK_EQUAL(ens_lock_param(*player, beyond), ENS_BAD_VALUE);
  CHECK_EQUAL(ens_unlock_param(*player, beyond), ENS_BAD_VALUE);
  locks[0] = 5;
  locks[1] = ENS_UNIT_ONE + 1;
  CHECK_EQUAL(ens_set_locks(*player, locks.data()), ENS_BAD_VALUE);
  CHECK(locks_of(player) == no_locks(player));
}

void a_param_is_locked_where_it_sounds() {
  Player player(synth());
  const Units before = player.sounding();
  CHECK_EQUAL(ens_lock_param(*player, kLocked), ENS_OK);
  CHECK_EQUAL(locks_of(player)[kLocked], before[kLocked]);
  CHECK_EQUAL(locks_of(player)[0], ENS_NOT_LOCKED);
  ens_set_input(*player, 0, ENS_UNIT_ONE);
  ens_set_input(*player, 1, 0);
  const Units moved = player.sounding();
  CHECK_EQUAL(moved[kLocked], before[kLocked]);
  CHECK(moved[0] != before[0]);
  CHECK_EQUAL(ens_unlock_param(*player, kLocked), ENS_OK);
  CHECK(player.sounding()[kLocked] != before[kLocked]);
  CHECK(locks_of(player) == no_locks(player));
}

void only_a_hand_moves_it() {
  Player player(synth());
  lock(player);
  CHECK_EQUAL(ens_release_params(*player), ENS_OK);
  CHECK_EQUAL(ens_release_param(*player, kLocked), ENS_OK);
  CHECK_EQUAL(player.sounding()[kLocked], kValue);
  CHECK_EQUAL(ens_jitter(*player, ENS_UNIT_ONE), ENS_OK);
  CHECK_EQUAL(player.sounding()[kLocked], kValue);
  CHECK_EQUAL(ens_redraw(*player), ENS_OK);
  CHECK_EQUAL(ens_undo(*player), ENS_OK);
  CHECK_EQUAL(ens_clear_examples(*player), ENS_OK);
  CHECK_EQUAL(ens_set_voice_space(*player, 1), ENS_OK);
  CHECK_EQUAL(player.sounding()[kLocked], kValue);
  CHECK_EQUAL(ens_set_param(*player, kLocked, 99), ENS_OK);
  CHECK_EQUAL(player.sounding()[kLocked], 99);
  CHECK_EQUAL(ens_release_params(*player), ENS_OK);
  CHECK_EQUAL(player.sounding()[kLocked], 99);
  CHECK_EQUAL(locks_of(player)[kLocked], 99);
}

void a_param_held_by_hand_and_not_locked_stays_held() {
  Player player(synth());
  ens_set_param(*player, 3, 77);
  CHECK_EQUAL(ens_unlock_param(*player, 3), ENS_OK);
  CHECK_EQUAL(player.sounding()[3], 77);
}

void exploring_leaves_it_alone() {
  Player player(synth());
  lock(player);
  ens_explore_begin(*player, 5);
  for (std::uint32_t press = 0; press < 12; ++press) {
    ens_explore_move(*player, press % 2 == 0 ? 0 : ENS_UNIT_ONE, ENS_UNIT_ONE);
    CHECK_EQUAL(player.sounding()[kLocked], kValue);
    press % 3 == 0 ? ens_explore_dislike(*player) : ens_explore_like(*player);
  }
  ens_explore_end(*player);
  CHECK_EQUAL(locks_of(player)[kLocked], kValue);
  ens_release_params(*player);
  CHECK_EQUAL(player.sounding()[kLocked], kValue);
}

// So that a group of a plane is not spent on a param that cannot move.
void exploring_moves_others_instead() {
  Player one(synth());
  Player other(synth());
  lock(one);
  ens_set_param(*other, kLocked, kValue);
  const auto corner = [](Player& player) {
    ens_explore_begin(*player, 5);
    ens_explore_move(*player, 0, 0);
    return player.sounding();
  };
  CHECK(corner(one) != corner(other));
}

void an_example_holds_the_value_that_sounds() {
  Player player(synth());
  lock(player);
  CHECK_EQUAL(ens_record_example(*player), ENS_OK);
  Units inputs(2);
  Units params(player.params());
  CHECK_EQUAL(ens_read_example(*player, 0, inputs.data(), params.data()), ENS_OK);
  CHECK_EQUAL(params[kLocked], kValue);
  player.play(48'000);
  ens_unlock_param(*player, kLocked);
  const int away = player.sounding()[kLocked] - kValue;
  CHECK(away >= -8 && away <= 8);
}

void a_file_holds_locks_and_is_as_before_without_any() {
  const Player teacher(synth());
  ens_record_example(*teacher);
  const Bytes without = teacher.saved();
  CHECK_EQUAL(without[4], 1);
  lock(teacher);
  ens_lock_param(*teacher, 0);
  const Bytes with = teacher.saved();
  CHECK_EQUAL(with[4], 2);
  CHECK_EQUAL(with.size(), without.size() + (teacher.params() + 7) / 8 + 4);
  Player pupil(synth());
  ens_lock_param(*pupil, 1);
  CHECK_EQUAL(pupil.load(with), ENS_OK);
  CHECK(locks_of(pupil) == locks_of(teacher));
  CHECK_EQUAL(locks_of(pupil)[1], ENS_NOT_LOCKED);
  CHECK(pupil.saved() == with);
  CHECK_EQUAL(pupil.sounding()[kLocked], kValue);
  CHECK_EQUAL(pupil.load(without), ENS_OK);
  CHECK(locks_of(pupil) == no_locks(pupil));
  CHECK(pupil.saved() == without);
}

void a_damaged_file_leaves_locks_as_they_are() {
  const Player player(synth());
  lock(player);
  const Bytes file = player.saved();
  const Units before = locks_of(player);
  for (std::size_t cut = 1; cut < 12; ++cut) {
    CHECK_EQUAL(player.load(Bytes(file.begin(), file.end() - static_cast<std::ptrdiff_t>(cut))),
                ENS_FILE_DAMAGED);
  }
  Bytes longer = file;
  longer.push_back(0);
  CHECK_EQUAL(player.load(longer), ENS_FILE_DAMAGED);
  CHECK(locks_of(player) == before);
}

}  // namespace

int main() {
  calls_are_checked();
  a_param_is_locked_where_it_sounds();
  only_a_hand_moves_it();
  a_param_held_by_hand_and_not_locked_stays_held();
  exploring_leaves_it_alone();
  exploring_moves_others_instead();
  an_example_holds_the_value_that_sounds();
  a_file_holds_locks_and_is_as_before_without_any();
  a_damaged_file_leaves_locks_as_they_are();
  return ens_test::result();
}
