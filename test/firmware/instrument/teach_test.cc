// Teaching through the C ABI: examples, training whole and in slices, exploring, undo.
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

// What a host without ticks in between sends: a place, a param, teach, again and again.
Units record_two(Player& player, std::uint32_t frames_between) {
  for (std::uint16_t turn = 0; turn < 3; ++turn) {
    ens_set_input(*player, 0, static_cast<std::uint16_t>(1000 + 9000 * turn));
    ens_set_input(*player, 1, static_cast<std::uint16_t>(30000 - 7000 * turn));
    ens_set_param(*player, 0, static_cast<std::uint16_t>(29491 - 5000 * turn));
    CHECK_EQUAL(ens_record_example(*player), ENS_OK);
    if (frames_between > 0) player.play(frames_between);
  }
  Units all;
  for (std::uint32_t index = 0; index < 3; ++index) {
    Units inputs(2);
    Units params(player.params());
    ens_read_example(*player, index, inputs.data(), params.data());
    all.insert(all.end(), inputs.begin(), inputs.end());
    all.insert(all.end(), params.begin(), params.end());
  }
  return all;
}

void what_was_set_is_recorded_before_any_tick() {
  Player player(synth());
  const Units recorded = record_two(player, 0);
  CHECK(recorded[0] == 1000 && recorded[1] == 30000 && recorded[2] == 29491);
  const std::size_t third = 2 * (2 + player.params());
  CHECK(recorded[third] == 19000 && recorded[third + 1] == 16000 && recorded[third + 2] == 19491);
  for (const std::uint32_t frames : {64u, 200u, 20'000u}) {
    Player slower(synth());
    CHECK(record_two(slower, frames) == recorded);
    CHECK(slower.read_params()[0] == 19491);
  }
  ens_train_begin(*player);
  CHECK_EQUAL(ens_record_example(*player), ENS_TRAINING);
}

void teaching_is_learned_between_ticks_without_being_asked() {
  Player player(synth());
  const Units untaught = player.map(kHere);
  teach_two(player);
  CHECK(player.map(kHere) == untaught);  // until the new map is whole
  std::uint32_t ticks = 0;
  EnsTrainProgress progress = {ENS_TRAIN_RUNNING, 0, 0.0f};
  for (; progress.state == ENS_TRAIN_RUNNING && ticks < 100; ++ticks) {
    player.play(64);
    ens_train_progress(*player, &progress);
  }
  CHECK_EQUAL(progress.state, ENS_TRAIN_IDLE);
  CHECK(ticks <= 10);
  CHECK(worst_distance(player.map(kHere), filled(player, 100)) <= 8);
  CHECK(worst_distance(player.map(kThere), filled(player, 20000)) <= 8);
  const Units map = player.map(kThere);
  Player at_once(synth());
  teach_two(at_once);
  CHECK_EQUAL(ens_train_cancel(*at_once), ENS_OK);  // no training: does what is left
  CHECK(at_once.map(kThere) == map);
  CHECK_EQUAL(ens_remove_nearest(*player, kHere.data()), ENS_OK);
  player.play(6400);
  CHECK(worst_distance(player.map(kThere), filled(player, 20000)) <= 8);
  CHECK(worst_distance(player.map(kHere), filled(player, 100)) > 3000);
  ens_clear_examples(*player);
  player.play(64);
  CHECK(player.map(kHere) == untaught);
}

void a_refused_change_leaves_what_was_trained() {
  Mode mode = synth();
  mode.example_capacity = 2;
  const Player player(mode);
  teach_two(player);
  ens_train_begin(*player);
  finish(player, 1000);
  const Units map = player.map(kHere);
  CHECK_EQUAL(ens_add_example(*player, kHere.data(), filled(player, 0).data()), ENS_EXAMPLES_FULL);
  EnsTrainProgress progress = {};
  ens_train_progress(*player, &progress);
  CHECK_EQUAL(progress.state, ENS_TRAIN_CONVERGED);
  CHECK(player.map(kHere) == map);
  CHECK_EQUAL(ens_undo(*player), ENS_OK);
}

void training_learns_and_slices_do_not_matter() {
  const Player whole(synth());
  teach_two(whole);
  CHECK_EQUAL(ens_train_begin(*whole), ENS_OK);
  CHECK_EQUAL(ens_train_begin(*whole), ENS_TRAINING);
  CHECK_EQUAL(ens_jitter(*whole, 1000), ENS_TRAINING);
  finish(whole, 1'000'000);
  CHECK(worst_distance(whole.map(kHere), filled(whole, 100)) <= 8);
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

void errors_name_the_sounds_that_contradict_each_other() {
  const Player player(synth());
  teach_two(player);
  const Units beside = {kHere[0], static_cast<std::uint16_t>(kHere[1] + 30)};
  ens_add_example(*player, beside.data(), filled(player, 16000).data());
  EnsTrainConfig config = {1.0f, 300, 0.0f};
  CHECK_EQUAL(ens_train_begin_with(*player, &config), ENS_OK);
  ens_train_step(*player, 1'000'000);
  float errors[3];
  for (std::uint32_t i = 0; i < 3; ++i) errors[i] = ens_example_error(*player, i);
  CHECK(errors[0] > 0.01f && errors[2] > 0.01f);
  CHECK(errors[1] < errors[0] / 10 && errors[1] < errors[2] / 10);
  CHECK_EQUAL(ens_worst_example(*player), errors[0] >= errors[2] ? 0u : 2u);
  CHECK(ens_example_error(*player, 3) == 0.0f);
  CHECK(ens_example_error(nullptr, 0) == 0.0f);
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
  const Units between = {16000, 16000};
  const Units trained = player.map(between);
  CHECK_EQUAL(ens_undo(*player), ENS_OK);
  CHECK(player.map(between) != trained);
  CHECK(worst_distance(player.map(kHere), filled(player, 100)) <= 8);
  CHECK_EQUAL(ens_undo(*player), ENS_OK);
  CHECK(player.map(between) == trained);
  ens_clear_examples(*player);
  CHECK_EQUAL(ens_undo(*player), ENS_NOTHING_TO_UNDO);
}

}  // namespace

int main() {
  examples_come_and_go();
  what_sounds_is_recorded();
  what_was_set_is_recorded_before_any_tick();
  teaching_is_learned_between_ticks_without_being_asked();
  a_refused_change_leaves_what_was_trained();
  training_learns_and_slices_do_not_matter();
  a_budget_trains_between_ticks();
  history_is_the_whole_training();
  errors_name_the_sounds_that_contradict_each_other();
  explicit_settings_leave_the_configuration();
  configuration_changes_whole_or_not();
  changes_are_taken_back();
  return ens_test::result();
}
