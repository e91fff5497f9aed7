// Params whose engine reads steps, through the C ABI: wherever a value comes from, it is read back,
// taught and heard on a step.
#include "core/steps.h"

#include <cmath>

#include "firmware/check.h"
#include "firmware/instrument/player.h"
#include "instrument/unit_bits.h"

using ens_test::Mode;
using ens_test::Player;
using ens_test::Units;

namespace {

constexpr std::uint32_t kPitch = 0;
constexpr std::uint32_t kInterval2 = 1;
constexpr std::uint32_t kInterval3 = 2;
constexpr std::uint32_t kBassRate = 3;  // of the polyrhythm
constexpr std::uint32_t kGlass = 2;     // the voice space that reads any interval
constexpr std::uint32_t kFrame = 64;

Mode synth() {
  return {"paf_synth", {"pad_x", "pad_y"}, ens_test::all_slots("paf_synth")};
}

// The step of a linear param, or −1 between two.
int step_of(std::uint16_t unit, int count) {
  const int step = (unit * (count - 1) + 16384) / 32768;
  const auto there =
      ens::unit_of_step(ens::Curve::kLinear, {static_cast<ens::StepCount>(count)}, step);
  return ens::UnitBits::q15(there) == unit ? step : -1;
}

void the_catalogue_counts_the_steps_of_each_voice_space() {
  const std::uint32_t paf = ens_test::engine_index("paf_synth");
  CHECK_EQUAL(ens_engine_slot_steps(paf, 0, kPitch), 0u);
  CHECK_EQUAL(ens_engine_slot_steps(paf, 0, kInterval2), 25u);
  CHECK_EQUAL(ens_engine_slot_steps(paf, 0, kInterval3), 49u);
  CHECK_EQUAL(ens_engine_slot_steps(paf, kGlass, kInterval3), 0u);
  CHECK_EQUAL(ens_engine_slot_steps(paf, 0, 99), 0u);
  CHECK_EQUAL(ens_engine_slot_steps(99, 0, 0), 0u);
  CHECK(ens_engine_slot_step(paf, 0, kInterval2, 19) == 7.0f);
  CHECK(ens_engine_slot_step(paf, 0, kInterval2, 25) == 0.0f);
  const std::uint32_t rhythm = ens_test::engine_index("polyrhythm");
  CHECK_EQUAL(ens_engine_slot_steps(rhythm, 0, kBassRate), 8u);
  CHECK(ens_engine_slot_step(rhythm, 0, kBassRate, 2) == 1.5f);
  const std::uint32_t analysis = ens_test::engine_index("sound_analysis");
  for (std::uint32_t i = 0; i < ens_engine_slot_count(analysis); ++i) {
    CHECK_EQUAL(ens_engine_slot_steps(analysis, 0, i), 128u);
  }
}

void wherever_a_gesture_leads_a_param_is_on_a_step() {
  Player player(synth());
  bool moved = false;
  std::uint16_t last = 0;
  for (std::uint32_t i = 0; i <= 200; ++i) {
    ens_set_input(*player, 0, i * ENS_UNIT_ONE / 200);
    ens_set_input(*player, 1, (200 - i) * ENS_UNIT_ONE / 200);
    const Units params = player.sounding();
    CHECK(step_of(params[kInterval2], 25) >= 0);
    CHECK(step_of(params[kInterval3], 49) >= 0);
    moved = moved || (i > 0 && params[kInterval3] != last);
    last = params[kInterval3];
  }
  CHECK(moved);
}

void a_hand_puts_it_on_the_nearest_step_and_the_engine_hears_that() {
  Player player(synth());
  std::vector<float> state(ens_engine_state_count(ens_test::engine_index("paf_synth")));
  for (std::uint32_t step = 0; step < 25; ++step) {
    const std::uint32_t on = step * ENS_UNIT_ONE / 24;
    for (const int off : {-300, 0, 300}) {
      const int asked = static_cast<int>(on) + off;
      if (asked < 0 || asked > 32768) continue;
      ens_set_param(*player, kInterval2, static_cast<std::uint32_t>(asked));
      CHECK_EQUAL(step_of(player.sounding()[kInterval2], 25), static_cast<int>(step));
      player.play(2 * kFrame);
      ens_read_state(*player, state.data());
      const float whole = static_cast<float>(step) - 12.0f;
      CHECK(std::fabs(state[kInterval2] - whole) < 1e-3f);
    }
  }
}

void a_value_at_a_border_does_not_flutter() {
  Player player(synth());
  const std::uint32_t border = 13 * ENS_UNIT_ONE / 48;  // of 25 steps, between two of them
  int changes = 0;
  std::uint16_t last = 0;
  for (int i = 0; i < 200; ++i) {
    ens_set_param(*player, kInterval2, border + (i % 2 == 0 ? 60 : 0) - 30);
    const std::uint16_t now = player.sounding()[kInterval2];
    changes += i > 0 && now != last ? 1 : 0;
    last = now;
  }
  CHECK_EQUAL(changes, 0);
}

void another_voice_space_may_read_any_value() {
  Player player(synth());
  ens_set_param(*player, kInterval2, 10'001);
  CHECK_EQUAL(step_of(player.sounding()[kInterval2], 25), 7);
  ens_set_voice_space(*player, kGlass);
  CHECK_EQUAL(player.sounding()[kInterval2], 10'001);
  ens_set_voice_space(*player, 0);
  CHECK_EQUAL(step_of(player.sounding()[kInterval2], 25), 7);
}

void an_example_and_a_lock_hold_the_step() {
  Player player(synth());
  ens_set_param(*player, kInterval2, 10'001);
  CHECK_EQUAL(ens_record_example(*player), ENS_OK);
  Units inputs(2);
  Units params(player.params());
  ens_read_example(*player, 0, inputs.data(), params.data());
  CHECK_EQUAL(step_of(params[kInterval2], 25), 7);
  ens_lock_param(*player, kInterval2);
  Units locks(player.params());
  ens_read_locks(*player, locks.data());
  CHECK_EQUAL(step_of(locks[kInterval2], 25), 7);
  ens_unlock_param(*player, kInterval2);
  player.play(48'000);
  CHECK_EQUAL(step_of(player.sounding()[kInterval2], 25), 7);
}

void exploring_hears_steps_alone() {
  Player player(synth());
  player.sounding();
  ens_explore_begin(*player, 3);
  for (std::uint32_t i = 0; i < 30; ++i) {
    ens_explore_move(*player, i * 1'000, 30'000 - i * 1'000);
    CHECK(step_of(player.sounding()[kInterval3], 49) >= 0);
    if (i % 5 == 0) ens_explore_like(*player);
  }
}

void a_reset_repeats_every_bit() {
  Player player(synth());
  const std::uint32_t border = 13 * ENS_UNIT_ONE / 48;
  const auto ends_at_the_border_from = [&](std::uint32_t from) {
    ens_set_param(*player, kInterval2, from);
    player.play(kFrame);
    ens_set_param(*player, kInterval2, border + 40);
    player.play(kFrame);
    ens_reset(*player);
    return player.play(960);
  };
  CHECK(ends_at_the_border_from(border - 500) == ends_at_the_border_from(border + 500));
}

}  // namespace

int main() {
  the_catalogue_counts_the_steps_of_each_voice_space();
  wherever_a_gesture_leads_a_param_is_on_a_step();
  a_hand_puts_it_on_the_nearest_step_and_the_engine_hears_that();
  a_value_at_a_border_does_not_flutter();
  another_voice_space_may_read_any_value();
  an_example_and_a_lock_hold_the_step();
  exploring_hears_steps_alone();
  a_reset_repeats_every_bit();
  return ens_test::result();
}
