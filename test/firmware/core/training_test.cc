// Training as the owner specified it: which settings count, what is refused, slices, cancel,
// history.
#include <cmath>
#include <cstring>
#include <initializer_list>
#include <limits>

#include "core/mlp.h"
#include "firmware/check.h"

namespace {

inline constexpr int kSizes[] = {3, 6, 5, 4};
constexpr ens::TrainConfig kDefaults{1.0f, 1000, 0.001f};
using Net = ens::FixedMlp<kSizes, 8>;

void teach(Net* net, int count, std::uint32_t seed) {
  ens::Rng random(seed);
  for (int e = 0; e < count; ++e) {
    std::uint16_t in[3];
    std::uint16_t out[4];
    for (auto& value : in) value = static_cast<std::uint16_t>(random.next() >> 17);
    for (auto& value : out) value = static_cast<std::uint16_t>(random.next() >> 17);
    CHECK(net->add_example(in, out) == ens::Status::kOk);
  }
}

bool same_weights(const Net& a, const Net& b) {
  return std::memcmp(a.weights(), b.weights(),
                     sizeof(std::int32_t) * static_cast<std::size_t>(a.weight_count())) == 0;
}

void prepare(Net* net) {
  CHECK(net->start({7, 16384, kDefaults}) == ens::Status::kOk);
  teach(net, 5, 11);
}

void train_without_arguments_uses_the_configuration() {
  Net net;
  prepare(&net);
  CHECK(net.set_train_config({.max_iterations = 3u, .min_error = 0.0f}) == ens::Status::kOk);
  CHECK(net.train() == ens::Status::kOk);
  CHECK_EQUAL(net.progress().iterations, 3u);
  CHECK(net.progress().state == ens::TrainState::kExhausted);
}

void train_with_arguments_ignores_the_configuration() {
  Net net;
  prepare(&net);
  CHECK(net.set_train_config({.max_iterations = 3u}) == ens::Status::kOk);
  CHECK(net.train(0.5f, 5, 0.0f) == ens::Status::kOk);
  CHECK_EQUAL(net.progress().iterations, 5u);
  CHECK_EQUAL(net.train_config().max_iterations, 3u);
  CHECK(net.train_config().learning_rate == 1.0f);
}

void defaults_converge_and_stop_early() {
  Net net;
  prepare(&net);
  CHECK(net.train() == ens::Status::kOk);
  CHECK(net.progress().state == ens::TrainState::kConverged);
  CHECK(net.progress().loss < 1073742u);
  CHECK(net.progress().iterations < 1000u);
}

void a_bad_configuration_is_refused_whole() {
  Net net;
  prepare(&net);
  const float infinity = std::numeric_limits<float>::infinity();
  const ens::TrainConfigChange bad[] = {
      {.learning_rate = 0.0f},
      {.learning_rate = -1.0f},
      {.learning_rate = 100.1f},
      {.learning_rate = NAN},
      {.learning_rate = infinity},
      {.max_iterations = 0u},
      {.max_iterations = 1000001u},
      {.max_iterations = 4294967295u},
      {.min_error = -0.001f},
      {.min_error = 1.001f},
      {.min_error = NAN},
      {.learning_rate = 2.0f, .max_iterations = 5u, .min_error = 2.0f},
  };
  for (const auto& change : bad) {
    CHECK(net.set_train_config(change) == ens::Status::kBadConfig);
    CHECK(net.train_config().learning_rate == 1.0f);
    CHECK_EQUAL(net.train_config().max_iterations, 1000u);
    CHECK(net.train_config().min_error == 0.001f);
  }
  CHECK(net.train(0.0f, 10, 0.0f) == ens::Status::kBadConfig);
  CHECK(net.train(1.0f, 0, 0.0f) == ens::Status::kBadConfig);
  CHECK(net.train(1.0f, 10, 1.5f) == ens::Status::kBadConfig);
  CHECK(net.progress().state == ens::TrainState::kIdle);
}

void the_ends_of_the_ranges_are_accepted() {
  Net net;
  prepare(&net);
  CHECK(net.set_train_config({100.0f, 1000000u, 1.0f}) == ens::Status::kOk);
  CHECK(net.train() == ens::Status::kOk);  // any loss is below 1
  CHECK_EQUAL(net.progress().iterations, 1u);
  CHECK(net.set_train_config({1e-30f, 1u, 0.0f}) == ens::Status::kOk);
  CHECK(net.train() == ens::Status::kOk);
  CHECK(net.progress().state == ens::TrainState::kExhausted);
}

void training_on_nothing_is_a_status() {
  Net net;
  CHECK(net.start({7, 16384, kDefaults}) == ens::Status::kOk);
  CHECK(net.train() == ens::Status::kNoExamples);
  CHECK(net.begin_training() == ens::Status::kNoExamples);
  CHECK(net.train_step(1) == ens::Status::kNotTraining);
  CHECK(net.cancel_training() == ens::Status::kNotTraining);
  CHECK_EQUAL(net.worst_example(), -1);
}

void slices_of_any_size_give_the_same_weights() {
  Net whole;
  prepare(&whole);
  CHECK(whole.train(1.0f, 40, 0.0f) == ens::Status::kOk);
  for (const std::uint32_t budget : {1u, 2u, 3u, 7u, 8u, 1000u}) {
    Net sliced;
    prepare(&sliced);
    CHECK(sliced.begin_training({1.0f, 40, 0.0f}) == ens::Status::kOk);
    int calls = 0;
    const std::uint16_t in[3] = {1, 20000, 32768};
    std::uint16_t out[4];
    while (sliced.progress().state == ens::TrainState::kRunning && calls < 10000) {
      CHECK(sliced.train_step(budget) == ens::Status::kOk);
      sliced.infer(in, out);  // playing on while it learns changes nothing
      ++calls;
    }
    CHECK_EQUAL(calls, static_cast<int>((40 * 8 + budget - 1) / budget));
    CHECK(same_weights(whole, sliced));
  }
}

void nothing_else_may_change_while_it_runs() {
  Net net;
  prepare(&net);
  CHECK(net.begin_training() == ens::Status::kOk);
  const std::uint16_t in[3] = {};
  const std::uint16_t out[4] = {};
  CHECK(net.add_example(in, out) == ens::Status::kTraining);
  CHECK(net.remove_nearest_example(in) == ens::Status::kTraining);
  CHECK(net.clear_examples() == ens::Status::kTraining);
  CHECK(net.begin_training() == ens::Status::kTraining);
  CHECK(net.train() == ens::Status::kTraining);
  CHECK(net.jitter(100) == ens::Status::kTraining);
  CHECK(net.redraw() == ens::Status::kTraining);
  CHECK(net.undo() == ens::Status::kTraining);
  CHECK(net.cancel_training() == ens::Status::kOk);
  CHECK(net.progress().state == ens::TrainState::kCancelled);
  CHECK(net.train_step(1) == ens::Status::kNotTraining);
  CHECK(net.add_example(in, out) == ens::Status::kOk);
}

void undo_takes_back_training_jitter_and_redraw() {
  Net before;
  prepare(&before);
  Net net;
  prepare(&net);
  CHECK(net.undo() == ens::Status::kNothingToUndo);
  CHECK(net.train() == ens::Status::kOk);
  CHECK(!same_weights(before, net));
  CHECK(net.undo() == ens::Status::kOk);
  CHECK(same_weights(before, net));
  CHECK(net.jitter(3000) == ens::Status::kOk);
  CHECK(!same_weights(before, net));
  CHECK(net.undo() == ens::Status::kOk);
  CHECK(same_weights(before, net));
  CHECK(net.undo() == ens::Status::kOk);  // takes the undo back
  CHECK(!same_weights(before, net));
  CHECK(net.undo() == ens::Status::kOk);
  CHECK(net.redraw() == ens::Status::kOk);
  CHECK(!same_weights(before, net));
  CHECK(net.undo() == ens::Status::kOk);
  CHECK(same_weights(before, net));
  CHECK(net.begin_training() == ens::Status::kOk);
  CHECK(net.train_step(20) == ens::Status::kOk);
  CHECK(net.cancel_training() == ens::Status::kOk);
  CHECK(net.undo() == ens::Status::kOk);
  CHECK(same_weights(before, net));
}

void history_covers_a_training_of_any_length() {
  Net net;
  prepare(&net);
  for (const std::uint32_t passes : {1u, 2u, 127u, 128u, 129u, 1000u}) {
    CHECK(net.train(1.0f, passes, 0.0f) == ens::Status::kOk);
    const ens::LossHistory& history = net.history();
    CHECK(history.count() >= 1 && history.count() <= ens::kHistoryLength);
    CHECK_EQUAL((passes - 1) / history.stride(), static_cast<std::uint32_t>(history.count() - 1));
    CHECK(passes <= 128 || history.count() > ens::kHistoryLength / 2);
  }
}

}  // namespace

int main() {
  train_without_arguments_uses_the_configuration();
  train_with_arguments_ignores_the_configuration();
  defaults_converge_and_stop_early();
  a_bad_configuration_is_refused_whole();
  the_ends_of_the_ranges_are_accepted();
  training_on_nothing_is_a_status();
  slices_of_any_size_give_the_same_weights();
  nothing_else_may_change_while_it_runs();
  undo_takes_back_training_jitter_and_redraw();
  history_covers_a_training_of_any_length();
  return ens_test::result();
}
