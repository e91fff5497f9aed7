// Measures what the training settings change: 10 random sounds are taught, then trained with one
// setting other than its default. One line a setting:
//
//     <name> <value> <passes, median> <share of runs that reached the error> <RMS error of the
//     network alone> <lines turning back by 5 %> <slope p99> <change of the map by Train>
//
// Usage: settings <seeds> <learning_rate | max_iterations | min_error>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "bench/learning/measures.h"

namespace {

using namespace learning;

constexpr int kInputs = 2;
constexpr int kExamples = 10;

double network_error(ens::Learner& learner) {
  double sum = 0.0;
  for (int i = 0; i < kExamples; ++i) sum += learner.example_loss(i) / 1073741824.0;
  return sum / kExamples;
}

void print(const char* name, double value, const ens::TrainConfig& config, int seeds) {
  Lines all;
  std::vector<double> slopes, passes;
  double squares = 0.0, reached = 0.0, changed = 0.0, count = 0.0;
  for (int turn = 1; turn <= seeds; ++turn) {
    const auto seed = static_cast<std::uint32_t>(turn);
    const Task task = random_task(seed, kInputs, kExamples);
    Ours model(seed, kInputs, false);
    model.train(task);
    const std::vector<Place> places = probes(seed, kInputs);
    std::vector<std::vector<double>> before;
    for (const Place& place : places) before.push_back(model.at(place));
    model.train_with(config);
    const ens::TrainProgress progress = model.learner().progress();
    passes.push_back(progress.iterations);
    if (progress.state == ens::TrainState::kConverged) reached += 1.0 / seeds;
    squares += network_error(model.learner()) / seeds;
    const Lines lines = lines_of(model, task);
    all.count += lines.count;
    all.back_5 += lines.back_5;
    for (std::size_t p = 0; p < places.size(); ++p) {
      add_slopes(model, places[p], &slopes);
      const std::vector<double> after = model.at(places[p]);
      for (std::size_t o = 0; o < kOutputs; ++o) changed += std::fabs(after[o] - before[p][o]);
      count += kOutputs;
    }
  }
  std::printf("%s %g %.0f %.0f %.2f %.1f %.2f %.1f\n", name, value, percentile(passes, 0.5),
              100.0 * reached, 100.0 * std::sqrt(squares), 100.0 * all.back_5 / all.count,
              percentile(slopes, 0.99), 100.0 * changed / count);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const int seeds = std::atoi(argv[1]);
  const char* name = argv[2];
  if (std::strcmp(name, "learning_rate") == 0) {
    for (const float rate : {0.001f, 0.01f, 0.03f, 0.1f, 0.3f, 1.0f, 3.0f, 10.0f, 30.0f, 100.0f}) {
      print(name, rate, {rate, kDefaults.max_iterations, kDefaults.min_error}, seeds);
    }
  }
  if (std::strcmp(name, "max_iterations") == 0) {
    for (const std::uint32_t most : {1u, 3u, 10u, 30u, 100u, 300u, 1000u, 3000u, 10000u}) {
      print(name, most, {kDefaults.learning_rate, most, 0.0f}, seeds);
    }
  }
  if (std::strcmp(name, "min_error") == 0) {
    for (const float error :
         {1.0f, 0.1f, 0.05f, 0.03f, 0.01f, 0.003f, 0.001f, 1e-4f, 1e-5f, 0.0f}) {
      print(name, error, {kDefaults.learning_rate, kDefaults.max_iterations, error}, seeds);
    }
  }
}
