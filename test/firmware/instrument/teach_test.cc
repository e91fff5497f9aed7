// Teaching through the C ABI: examples, training whole and in slices, exploring, taking back.
#include "firmware/check.h"
#include "firmware/instrument/player.h"

using ens_test::Mode;
using ens_test::Player;

namespace {

using Units = std::vector<std::uint16_t>;

Mode synth() {
  return {"paf_synth", {"pad_x", "pad_y"}, ens_test::all_slots("paf_synth")};
}

Units filled(const Player& player, std::uint16_t first) {
  Units params(player.params());
  for (std::size_t i = 0; i < params.size(); ++i) {
    params[i] = static_cast<std::uint16_t>((first + i * 2713) % 32769);
  }
  return params;
}

const Units kHere = {3000, 30000};
const Units kThere = {29000, 2000};

void teach_two(const Player& player) {
  ens_add_example(*player, kHere.data(), filled(player, 100).data());
  ens_add_example(*player, kThere.data(), filled(player, 20000).data());
}

void finish(const Player& player, std::uint32_t budget) {
  EnsTrainProgress progress = {ENS_TRAIN_RUNNING, 0, 0.0f};
  for (int i = 0; i < 1'000'000 && progress.state == ENS_TRAIN_RUNNING; ++i) {
    CHECK_EQUAL(ens_train_step(*player, budget), ENS_OK);
    ens_train_progress(*player, &progress);
  }
  CHECK_EQUAL(progress.state, ENS_TRAIN_CONVERGED);
  CHECK(progress.error < 0.001f);
}

int worst_distance(const Units& a, const Units& b) {
  int worst = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const int distance = a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];
    if (distance > worst) worst = distance;
  }
  return worst;
}

void examples_come_and_go() {
  Mode mode = synth();
  mode.example_capacity = 2;
  const Player player(mode);
  CHECK_EQUAL(ens_example_capacity(*player), 2u);
  CHECK_EQUAL(ens_remove_nearest(*player, kHere.data()), ENS_NO_EXAMPLES);
  CHECK_EQUAL(ens_train_begin(*player), ENS_NO_EXAMPLES);
  teach_two(player);
  CHECK_EQUAL(ens_add_example(*player, kHere.data(), filled(player, 0).data()), ENS_EXAMPLES_FULL);
  CHECK_EQUAL(ens_example_count(*player), 2u);
  CHECK_EQUAL(ens_remove_nearest(*player, kThere.data()), ENS_OK);
  Units inputs(2);
  Units params(player.params());
  CHECK_EQUAL(ens_read_example(*player, 0, inputs.data(), params.data()), ENS_OK);
  CHECK(inputs == kHere && params == filled(player, 100));
  CHECK_EQUAL(ens_read_example(*player, 1, inputs.data(), params.data()), ENS_BAD_VALUE);
  inputs[0] = 32769;
  CHECK_EQUAL(ens_add_example(*player, inputs.data(), params.data()), ENS_BAD_VALUE);
  CHECK_EQUAL(ens_clear_examples(*player), ENS_OK);
  CHECK_EQUAL(ens_example_count(*player), 0u);
}

void what_sounds_is_recorded() {
  Player player(synth());
  ens_set_input(*player, 0, 1234);
  ens_set_param(*player, 5, 4321);
  player.play(64);
  CHECK_EQUAL(ens_record_example(*player), ENS_OK);
  Units inputs(2);
  Units params(player.params());
  ens_read_example(*player, 0, inputs.data(), params.data());
  CHECK(inputs == player.read_inputs() && params == player.read_params());
  CHECK_EQUAL(inputs[0], 1234);
  CHECK_EQUAL(params[5], 4321);
}

void training_learns_and_slices_do_not_matter() {
  const Player whole(synth());
  teach_two(whole);
  CHECK_EQUAL(ens_train_begin(*whole), ENS_OK);
  CHECK_EQUAL(ens_train_begin(*whole), ENS_TRAINING);
  CHECK_EQUAL(ens_jitter(*whole, 1000), ENS_TRAINING);
  finish(whole, 1'000'000);
  CHECK(worst_distance(whole.map(kHere), filled(whole, 100)) < 6000);
  CHECK_EQUAL(ens_train_step(*whole, 1), ENS_NOT_TRAINING);
  for (const std::uint32_t budget : {1u, 2u, 7u}) {
    Player sliced(synth());
    teach_two(sliced);
    ens_train_begin(*sliced);
    sliced.play(200);  // sound goes on meanwhile
    finish(sliced, budget);
    CHECK(sliced.map(kHere) == whole.map(kHere));
    CHECK(sliced.map(kThere) == whole.map(kThere));
  }
}

void a_budget_trains_between_ticks() {
  Player by_hand(synth());
  teach_two(by_hand);
  ens_train_begin(*by_hand);
  finish(by_hand, 3);
  std::vector<float> first;
  for (const std::uint32_t block : {64u, 37u}) {
    Player player(synth());
    teach_two(player);
    ens_set_train_budget(*player, 3);
    ens_train_begin(*player);
    const std::vector<float> sound = player.play(48000, block);
    CHECK(player.map(kHere) == by_hand.map(kHere));
    if (first.empty()) first = sound;
    CHECK(sound == first);  // training falls between the same samples however blocks are cut
  }
}

void history_is_the_whole_training() {
  const Player player(synth());
  teach_two(player);
  ens_train_begin(*player);
  finish(player, 1000);
  EnsTrainProgress progress = {};
  ens_train_progress(*player, &progress);
  float errors[128];
  std::uint32_t stride = 0;
  const std::uint32_t count = ens_train_history(*player, errors, 128, &stride);
  CHECK(count >= 1 && stride >= 1);
  CHECK(count * stride >= progress.iterations);
  CHECK(errors[count - 1] < errors[0]);
  CHECK_EQUAL(ens_train_history(*player, errors, 1, nullptr), 1u);
  CHECK(ens_worst_example(*player) < 2u);
}

void explicit_settings_leave_the_configuration() {
  const Player player(synth());
  teach_two(player);
  const EnsTrainConfig once = {1.0f, 2, 0.0f};
  CHECK_EQUAL(ens_train_begin_with(*player, &once), ENS_OK);
  ens_train_step(*player, 1000);
  EnsTrainProgress progress = {};
  ens_train_progress(*player, &progress);
  CHECK_EQUAL(progress.state, ENS_TRAIN_EXHAUSTED);
  CHECK_EQUAL(progress.iterations, 2u);
  EnsTrainConfig config = {};
  ens_train_config(*player, &config);
  CHECK(config.learning_rate == 1.0f && config.max_iterations == 1000 &&
        config.min_error == 0.001f);
  const EnsTrainConfig wrong = {0.0f, 2, 0.0f};
  CHECK_EQUAL(ens_train_begin_with(*player, &wrong), ENS_BAD_CONFIG);
}

void configuration_changes_whole_or_not() {
  const Player player(synth());
  EnsTrainConfig config = {2.0f, 50, 5.0f};
  CHECK_EQUAL(ens_set_train_config(*player, &config, 7), ENS_BAD_CONFIG);
  CHECK_EQUAL(ens_set_train_config(*player, &config, 8), ENS_BAD_VALUE);
  EnsTrainConfig now = {};
  ens_train_config(*player, &now);
  CHECK(now.learning_rate == 1.0f && now.max_iterations == 1000);
  CHECK_EQUAL(ens_set_train_config(*player, &config, ENS_TRAIN_MAX_ITERATIONS), ENS_OK);
  ens_train_config(*player, &now);
  CHECK(now.learning_rate == 1.0f && now.max_iterations == 50 && now.min_error == 0.001f);
}

void changes_are_taken_back() {
  const Player player(synth());
  CHECK_EQUAL(ens_undo(*player), ENS_NOTHING_TO_UNDO);
  const Units start = player.map(kHere);
  CHECK_EQUAL(ens_jitter(*player, 32769), ENS_BAD_VALUE);
  CHECK_EQUAL(ens_jitter(*player, 3000), ENS_OK);
  const Units moved = player.map(kHere);
  CHECK(moved != start);
  CHECK_EQUAL(ens_undo(*player), ENS_OK);
  CHECK(player.map(kHere) == start);
  CHECK_EQUAL(ens_undo(*player), ENS_OK);
  CHECK(player.map(kHere) == moved);
  CHECK_EQUAL(ens_redraw(*player), ENS_OK);
  CHECK(player.map(kHere) != moved);
  ens_undo(*player);
  CHECK(player.map(kHere) == moved);
  teach_two(player);
  ens_train_begin(*player);
  ens_train_step(*player, 30);
  CHECK_EQUAL(ens_train_cancel(*player), ENS_OK);
  CHECK_EQUAL(ens_train_cancel(*player), ENS_NOT_TRAINING);
  ens_undo(*player);
  CHECK(player.map(kHere) == moved);
}

}  // namespace

int main() {
  examples_come_and_go();
  what_sounds_is_recorded();
  training_learns_and_slices_do_not_matter();
  a_budget_trains_between_ticks();
  history_is_the_whole_training();
  explicit_settings_leave_the_configuration();
  configuration_changes_whole_or_not();
  changes_are_taken_back();
  return ens_test::result();
}
