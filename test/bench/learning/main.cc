// Measures how learners reproduce and join what they were taught; prints one line of numbers a
// case:
//
//     taught <model> <inputs> <n> <mean error> <worst error> <cents, median> <cents, p95>
//     random <model> <inputs> <n> <lines turning back by 5 %> <slope p99> <moved by one more
//     example> apart <model> <inputs> <n> <the same, of examples apart and lines whose ends are>
//     smooth <model> <inputs> <n> <RMSE at length 0.3> <0.5> <0.8>
//     monotone <model> <inputs> <n> <lines turning back by 1 %> <5 %> <RMSE>
//
// Usage: main <seeds> <model> <inputs>: seeds 1 to that number. One model a call, so that a call
// ends in time on a busy machine.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "bench/learning/measures.h"

namespace {

using namespace learning;

using Make = std::function<std::unique_ptr<Model>(std::uint32_t seed, int inputs)>;
struct Kind {
  const char* name;
  Make make;
};

Kind core(const char* name, const CoreOptions& options) {
  return {name, [options](std::uint32_t seed, int inputs) {
            return std::make_unique<Core>(seed, inputs, options);
          }};
}

Kind net(const char* name, int hidden, double decay, bool anchors) {
  return {name, [=](std::uint32_t seed, int inputs) {
            return std::make_unique<FloatMlp>(seed, inputs, hidden == 0 ? inputs : hidden, decay,
                                              anchors);
          }};
}

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {
      {"ours", [](auto seed, int in) { return std::make_unique<Ours>(seed, in, false); }},
      {"ours-trained", [](auto seed, int in) { return std::make_unique<Ours>(seed, in, true); }},
      core("network", {.passes = 1000, .anchors = false}),
      core("lively", {.lively = true}),
      core("pseudo", {.passes = 60, .pseudo = 2}),
      core("wide", {.hidden = {40}}),
      core("ensemble", {.members = 4}),
      net("decay", 10, 0.001, true),
      net("rapidlib", 0, 0.0, false),
      {"nearest", [](auto, int) { return std::make_unique<Nearest>(); }},
      {"rbf", [](auto, int) { return std::make_unique<PureRbf>(); }},
  };
  return all;
}

void print_taught(const Kind& kind, int inputs, int count, int seeds) {
  double sum = 0.0, worst = 0.0;
  std::vector<double> cents;
  for (int seed = 1; seed <= seeds; ++seed) {
    const Task task = random_task(static_cast<std::uint32_t>(seed), inputs, count);
    const auto model = kind.make(static_cast<std::uint32_t>(seed), inputs);
    model->train(task);
    for (const Example& example : task) {
      const std::vector<double> values = model->at(example.in);
      for (std::size_t o = 0; o < kOutputs; ++o) {
        const double error = std::fabs(values[o] - unit(example.out[o]));
        sum += error / (kOutputs * count * seeds);
        worst = std::max(worst, error);
        if (o == 0) cents.push_back(error * 6000.0);  // a pitch over five octaves
      }
    }
  }
  std::printf("taught %s %d %d %.5f %.5f %.2f %.2f\n", kind.name, inputs, count, sum, worst,
              percentile(cents, 0.5), percentile(cents, 0.95));
}

void print_random(const Kind& kind, int inputs, int count, int seeds, Places layout) {
  Lines all;
  std::vector<double> slopes;
  double moved = 0.0, far = 0.0;
  for (int turn = 1; turn <= seeds; ++turn) {
    const auto seed = static_cast<std::uint32_t>(turn);
    Task task = random_task(seed, inputs, count, layout);
    const auto model = kind.make(seed, inputs);
    model->train(task);
    const Lines lines = lines_of(*model, task);
    const bool apart = layout == Places::kApart;
    all.count += apart ? lines.far_count : lines.count;
    all.back_5 += apart ? lines.far_back_5 : lines.back_5;
    const std::vector<Place> places = probes(seed, inputs);
    std::vector<std::vector<double>> before;
    for (const Place& place : places) {
      add_slopes(*model, place, &slopes);
      before.push_back(model->at(place));
    }
    task.push_back(random_task(seed + 5000, inputs, 1).front());
    model->train(task);
    for (std::size_t p = 0; p < places.size(); ++p) {
      if (distance(places[p], task.back().in) <= 0.35) continue;
      const std::vector<double> after = model->at(places[p]);
      for (std::size_t o = 0; o < kOutputs; ++o) moved += std::fabs(after[o] - before[p][o]);
      far += kOutputs;
    }
  }
  std::printf("%s %s %d %d %.1f %.2f %.4f\n", layout == Places::kApart ? "apart" : "random",
              kind.name, inputs, count, 100.0 * all.back_5 / all.count, percentile(slopes, 0.99),
              moved / far);
}

double squared_error(Model& model, const Teacher& teacher, std::uint32_t seed, int inputs) {
  double sum = 0.0, count = 0.0;
  for (const Place& place : probes(seed, inputs)) {
    const std::vector<double> right = teacher.at(place), values = model.at(place);
    for (std::size_t o = 0; o < kOutputs; ++o) sum += std::pow(values[o] - right[o], 2.0);
    count += kOutputs;
  }
  return sum / count;
}

void print_smooth(const Kind& kind, int inputs, int count, int seeds) {
  std::printf("smooth %s %d %d", kind.name, inputs, count);
  for (const double length : {0.3, 0.5, 0.8}) {
    double sum = 0.0;
    for (int turn = 1; turn <= seeds; ++turn) {
      const auto seed = static_cast<std::uint32_t>(turn);
      const Smooth teacher(seed, inputs, length);
      const auto model = kind.make(seed, inputs);
      model->train(teacher.task(seed, inputs, count));
      sum += squared_error(*model, teacher, seed, inputs);
    }
    std::printf(" %.4f", std::sqrt(sum / seeds));
  }
  std::printf("\n");
}

void print_monotone(const Kind& kind, int inputs, int count, int seeds) {
  Lines all;
  double sum = 0.0;
  for (int turn = 1; turn <= seeds; ++turn) {
    const auto seed = static_cast<std::uint32_t>(turn);
    const Monotone teacher(seed, inputs);
    const Task task = teacher.task(seed, inputs, count);
    const auto model = kind.make(seed, inputs);
    model->train(task);
    const Lines lines = lines_of(*model, task);
    all.count += lines.count;
    all.back_1 += lines.back_1;
    all.back_5 += lines.back_5;
    sum += squared_error(*model, teacher, seed, inputs);
  }
  std::printf("monotone %s %d %d %.1f %.1f %.4f\n", kind.name, inputs, count,
              100.0 * all.back_1 / all.count, 100.0 * all.back_5 / all.count,
              std::sqrt(sum / seeds));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const int seeds = std::atoi(argv[1]);
  const int inputs = std::atoi(argv[3]);
  for (const Kind& kind : kinds()) {
    if (std::strcmp(kind.name, argv[2]) != 0) continue;
    for (const int count : {1, 15, 60, 64}) print_taught(kind, inputs, count, seeds);
    for (const Places layout : {Places::kAnywhere, Places::kApart}) {
      for (const int count : {5, 8, 15, 30}) print_random(kind, inputs, count, seeds, layout);
    }
    print_smooth(kind, inputs, 10, seeds);
    print_monotone(kind, inputs, 10, seeds);
  }
  return 0;
}
