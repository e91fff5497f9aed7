// Exploring by ear through the C ABI: what sounds, what is held, what can be undone and kept.
#include "firmware/check.h"
#include "firmware/instrument/player.h"

using ens_test::Mode;
using ens_test::Player;

namespace {

using Units = std::vector<std::uint16_t>;

constexpr std::uint32_t kHalf = ENS_UNIT_ONE / 2;

Mode synth() {
  return {"paf_synth", {"pad_x", "pad_y"}, ens_test::all_slots("paf_synth")};
}

std::uint32_t level_of(const Player&) {
  const std::vector<const char*> names = ens_test::all_slots("paf_synth");
  for (std::uint32_t i = 0; i < names.size(); ++i) {
    if (std::string(names[i]) == "level_db") return i;
  }
  return 0;
}

Units explored(const Player& player) {
  Units params(player.params());
  CHECK_EQUAL(ens_explore_params(*player, params.data()), ENS_OK);
  return params;
}

Units at(const Player& player, std::uint32_t x, std::uint32_t y) {
  CHECK_EQUAL(ens_explore_move(*player, x, y), ENS_OK);
  return explored(player);
}

EnsExploreState state_of(const Player& player) {
  EnsExploreState state{};
  CHECK_EQUAL(ens_explore_state(*player, &state), ENS_OK);
  return state;
}

void without_a_begin_there_is_nothing_to_do() {
  const Player player(synth());
  Units params(player.params());
  CHECK_EQUAL(ens_explore_move(*player, kHalf, kHalf), ENS_NOT_EXPLORING);
  CHECK_EQUAL(ens_explore_like(*player), ENS_NOT_EXPLORING);
  CHECK_EQUAL(ens_explore_dislike(*player), ENS_NOT_EXPLORING);
  CHECK_EQUAL(ens_explore_undo(*player), ENS_NOT_EXPLORING);
  CHECK_EQUAL(ens_explore_end(*player), ENS_NOT_EXPLORING);
  CHECK_EQUAL(ens_explore_params(*player, params.data()), ENS_NOT_EXPLORING);
  CHECK_EQUAL(state_of(player).active, 0u);
  CHECK_EQUAL(ens_explore_begin(nullptr, 1), ENS_BAD_HANDLE);
  EnsExploreState state{};
  CHECK_EQUAL(ens_explore_state(nullptr, &state), ENS_BAD_HANDLE);
}

void the_sound_that_was_heard_is_in_the_middle() {
  Player player(synth());
  ens_set_param(*player, 3, 1111);
  player.play(64);
  const Units before = player.read_params();
  CHECK_EQUAL(ens_explore_begin(*player, 5), ENS_OK);
  CHECK(explored(player) == before);
  player.play(64);
  CHECK(player.read_params() == before);
  const Units corner = at(player, 0, ENS_UNIT_ONE);
  CHECK(corner != before);
  CHECK_EQUAL(corner[level_of(player)], before[level_of(player)]);
  player.play(64);
  CHECK(player.read_params() == corner);
  CHECK_EQUAL(ens_explore_move(*player, ENS_UNIT_ONE + 1, 0), ENS_BAD_VALUE);
  CHECK(explored(player) == corner);
}

void a_param_that_is_held_stays() {
  Player player(synth());
  ens_explore_begin(*player, 5);
  ens_set_param(*player, 4, 4321);
  CHECK_EQUAL(at(player, 0, 0)[4], 4321);
  ens_explore_like(*player);
  CHECK_EQUAL(at(player, ENS_UNIT_ONE, 0)[4], 4321);
}

void like_goes_on_from_a_sound_and_dislike_does_not() {
  Player player(synth());
  ens_explore_begin(*player, 9);
  const Units start = explored(player);
  const std::uint32_t reach = state_of(player).reach;
  const Units liked = at(player, 3000, 30000);
  CHECK_EQUAL(ens_explore_like(*player), ENS_OK);
  CHECK(explored(player) == liked);
  CHECK(state_of(player).reach < reach);
  CHECK_EQUAL(state_of(player).presses, 1u);
  const Units corner = at(player, 0, 0);
  CHECK_EQUAL(ens_explore_dislike(*player), ENS_OK);
  CHECK(explored(player) == liked);
  CHECK(at(player, 0, 0) != corner);
  CHECK_EQUAL(ens_explore_undo(*player), ENS_OK);
  CHECK(at(player, 0, 0) == corner);
  CHECK_EQUAL(ens_explore_undo(*player), ENS_OK);
  CHECK(explored(player) == start);
  CHECK_EQUAL(ens_explore_undo(*player), ENS_NOTHING_TO_UNDO);
}

// Later planes move some of the params only.
void planes_narrow_to_groups() {
  Player player(synth());
  ens_explore_begin(*player, 3);
  const auto moved = [&] {
    const Units middle = at(player, kHalf, kHalf);
    const Units corner = at(player, ENS_UNIT_ONE, ENS_UNIT_ONE);
    std::size_t count = 0;
    for (std::size_t i = 0; i < middle.size(); ++i) count += middle[i] != corner[i] ? 1 : 0;
    return count;
  };
  CHECK(moved() > player.params() / 2);
  for (int press = 0; press < 4; ++press) ens_explore_dislike(*player);
  const std::size_t first = moved();
  CHECK(first > player.params() / 5 && first <= player.params() / 2);
}

void only_so_many_presses_are_undone_and_the_first_of_them_stay() {
  Player player(synth());
  ens_explore_begin(*player, 11);
  for (std::uint32_t press = 0; press < 40; ++press) {
    ens_explore_move(*player, press * 800, 30000 - press * 700);
    ens_explore_like(*player);
  }
  std::uint32_t undone = 0;
  while (ens_explore_undo(*player) == ENS_OK) ++undone;
  CHECK_EQUAL(undone, 32u);
  Player other(synth());
  ens_explore_begin(*other, 11);
  for (std::uint32_t press = 0; press < 8; ++press) {
    ens_explore_move(*other, press * 800, 30000 - press * 700);
    ens_explore_like(*other);
  }
  CHECK(explored(player) == explored(other));
}

void teaching_keeps_it_and_the_end_holds_it() {
  Player player(synth());
  ens_set_input(*player, 0, 1234);
  ens_explore_begin(*player, 2);
  const Units liked = at(player, 100, 200);
  CHECK_EQUAL(ens_record_example(*player), ENS_OK);
  Units inputs(2);
  Units params(player.params());
  ens_read_example(*player, 0, inputs.data(), params.data());
  CHECK_EQUAL(inputs[0], 1234);
  CHECK(params == liked);
  CHECK_EQUAL(ens_explore_end(*player), ENS_OK);
  CHECK_EQUAL(ens_explore_like(*player), ENS_NOT_EXPLORING);
  ens_set_input(*player, 0, 30000);
  player.play(64 * 60);
  CHECK(player.read_params() == liked);
  ens_release_params(*player);
  player.play(64);
  CHECK(player.read_params() != liked);
}

void the_same_seed_gives_the_same_planes_and_another_does_not() {
  const auto corner = [](std::uint32_t seed) {
    Player player(synth());
    ens_explore_begin(*player, seed);
    return at(player, 0, 0);
  };
  CHECK(corner(1) == corner(1));
  CHECK(corner(1) != corner(2));
}

}  // namespace

int main() {
  without_a_begin_there_is_nothing_to_do();
  the_sound_that_was_heard_is_in_the_middle();
  a_param_that_is_held_stays();
  like_goes_on_from_a_sound_and_dislike_does_not();
  planes_narrow_to_groups();
  only_so_many_presses_are_undone_and_the_first_of_them_stay();
  teaching_keeps_it_and_the_end_holds_it();
  the_same_seed_gives_the_same_planes_and_another_does_not();
  return ens_test::result();
}
