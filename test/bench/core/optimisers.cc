// Compares training rules on the same tasks, seeds and first weights: plain SGD and SGD with
// momentum in double precision, and the core's iRprop- in fixed point. Prints one line of numbers
// per case.
//
//     uniform <rule> <rate> <examples> <converged> <median> <p90>
//     teacher <rule> <rate> <points> <lines> <back by 1 %> <back by 5 %> <median passes>
//     retention <rule> <rate> <examples> <error of the old before> <after> <passes>
//     capacity <examples> <converged> <median loss>
//     losses <rate> <loss after 1, 2, 5, 10, 20, 50, 100, 200 passes>
//
// Usage: optimisers [seeds]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include "core/mlp.h"

namespace {

inline constexpr int kSizes[] = {4, 10, 10, 14, 33};
constexpr int kLayers = 4;
constexpr int kInputs = 4;
constexpr int kOutputs = 33;
constexpr int kCapacity = 32;
constexpr int kMaxPasses = 1000;
constexpr double kMinError = 0.001;
constexpr std::uint16_t kSpread = 16384;
using Core = ens::FixedMlp<kSizes, kCapacity>;

struct Example {
  std::uint16_t in[kInputs];
  std::uint16_t out[kOutputs];
};
using Task = std::vector<Example>;

double unit(std::uint16_t value) {
  return value / 32768.0;
}

// One net under one rule.
class Learner {
 public:
  virtual ~Learner() = default;
  // Passes until the loss of a whole pass was below the threshold, kMaxPasses + 1 if never.
  virtual int train(const Task& task) = 0;
  virtual void infer(const std::uint16_t* in, double* out) = 0;
};

class CoreLearner : public Learner {
 public:
  CoreLearner(std::uint32_t seed, double rate) : rate_(static_cast<float>(rate)) {
    net_.start({seed, kSpread, {1.0f, kMaxPasses, static_cast<float>(kMinError)}});
  }
  int train(const Task& task) override {
    net_.clear_examples();
    for (const Example& example : task) net_.add_example(example.in, example.out);
    net_.train(rate_, kMaxPasses, static_cast<float>(kMinError));
    const bool converged = net_.progress().state == ens::TrainState::kConverged;
    return converged ? static_cast<int>(net_.progress().iterations) : kMaxPasses + 1;
  }
  void infer(const std::uint16_t* in, double* out) override {
    std::uint16_t values[kOutputs];
    net_.infer(in, values);
    for (int i = 0; i < kOutputs; ++i) out[i] = unit(values[i]);
  }

 private:
  Core net_;
  float rate_;
};

// The same network in double precision, trained example by example on the mean squared
// error over its outputs.
class SgdLearner : public Learner {
 public:
  SgdLearner(std::uint32_t seed, double rate, double momentum) : rate_(rate), momentum_(momentum) {
    Core net;
    net.start({seed, kSpread, {1.0f, kMaxPasses, static_cast<float>(kMinError)}});
    for (int i = 0; i < net.weight_count(); ++i) {
      weights_.push_back(net.weights()[i] / 134217728.0);
    }
    moves_.assign(weights_.size(), 0.0);
  }

  int train(const Task& task) override {
    std::fill(moves_.begin(), moves_.end(), 0.0);
    for (int pass = 1; pass <= kMaxPasses; ++pass) {
      double squares = 0.0;
      for (const Example& example : task) squares += learn(example);
      if (squares / static_cast<double>(task.size() * kOutputs) < kMinError) return pass;
    }
    return kMaxPasses + 1;
  }

  void infer(const std::uint16_t* in, double* out) override {
    forward(in);
    std::copy_n(values_[kLayers], kOutputs, out);
  }

 private:
  void forward(const std::uint16_t* in) {
    for (int i = 0; i < kInputs; ++i) values_[0][i] = unit(in[i]) - 0.5;
    const double* weight = weights_.data();
    for (int layer = 0; layer < kLayers; ++layer) {
      const int inputs = kSizes[layer];
      const int outputs = kSizes[layer + 1];
      const double* bias = weight + inputs * outputs;
      for (int i = 0; i < outputs; ++i) {
        double sum = bias[i];
        for (int j = 0; j < inputs; ++j) sum += *weight++ * values_[layer][j];
        values_[layer + 1][i] =
            layer == kLayers - 1 ? 1.0 / (1.0 + std::exp(-sum)) : std::tanh(sum);
      }
      weight = bias + outputs;
    }
  }

  double learn(const Example& example) {
    forward(example.in);
    double delta[kOutputs];
    double squares = 0.0;
    for (int i = 0; i < kOutputs; ++i) {
      const double y = values_[kLayers][i];
      const double error = y - unit(example.out[i]);
      squares += error * error;
      delta[i] = 2.0 / kOutputs * error * y * (1.0 - y);
    }
    std::size_t end = weights_.size();
    for (int layer = kLayers - 1; layer >= 0; --layer) {
      const int inputs = kSizes[layer];
      const int outputs = kSizes[layer + 1];
      const std::size_t begin = end - static_cast<std::size_t>((inputs + 1) * outputs);
      double before[kOutputs] = {};
      for (int i = 0; i < outputs; ++i) {
        for (int j = 0; j < inputs; ++j) {
          const std::size_t k = begin + static_cast<std::size_t>(i * inputs + j);
          before[j] += weights_[k] * delta[i];
          move(k, delta[i] * values_[layer][j]);
        }
        move(begin + static_cast<std::size_t>(inputs * outputs + i), delta[i]);
      }
      for (int j = 0; j < inputs; ++j) {
        delta[j] = before[j] * (1.0 - values_[layer][j] * values_[layer][j]);
      }
      end = begin;
    }
    return squares;
  }

  void move(std::size_t k, double gradient) {
    moves_[k] = momentum_ * moves_[k] - rate_ * gradient;
    weights_[k] += moves_[k];
  }

  std::vector<double> weights_;
  std::vector<double> moves_;
  double values_[kLayers + 1][kOutputs] = {};
  double rate_;
  double momentum_;
};

struct Rule {
  const char* name;
  double rate;
};

constexpr Rule kRules[] = {{"sgd", 1.0}, {"sgd", 3.0}, {"momentum", 1.0}, {"irprop", 1.0}};

std::unique_ptr<Learner> make(const Rule& rule, std::uint32_t seed) {
  if (rule.name[0] == 's') return std::make_unique<SgdLearner>(seed, rule.rate, 0.0);
  if (rule.name[0] == 'm') return std::make_unique<SgdLearner>(seed, rule.rate, 0.5);
  return std::make_unique<CoreLearner>(seed, rule.rate);
}

std::uint16_t random_unit(ens::Rng* random) {
  return static_cast<std::uint16_t>(random->next() >> 17);
}

Task uniform_task(std::uint32_t seed, int count) {
  ens::Rng random(seed + 100000);
  Task task(static_cast<std::size_t>(count));
  for (Example& example : task) {
    for (auto& value : example.in) value = random_unit(&random);
    for (auto& value : example.out) value = random_unit(&random);
  }
  return task;
}

// Outputs logistic(A(x - 1/2) + b) with entries of A uniform in +-kTeacherGain and of b in +-1:
// every output rises or falls steadily along any line, as a player expects of a gesture.
constexpr double kTeacherGain = 3.0;
Task teacher_task(std::uint32_t seed, int count) {
  ens::Rng random(seed + 200000);
  const auto draw = [&random] { return random.next_signed() / 2147483648.0; };
  double a[kOutputs][kInputs];
  double b[kOutputs];
  for (int i = 0; i < kOutputs; ++i) {
    for (double& entry : a[i]) entry = kTeacherGain * draw();
    b[i] = draw();
  }
  Task task(static_cast<std::size_t>(count));
  for (Example& example : task) {
    for (auto& value : example.in) value = random_unit(&random);
    for (int i = 0; i < kOutputs; ++i) {
      double sum = b[i];
      for (int j = 0; j < kInputs; ++j) sum += a[i][j] * (unit(example.in[j]) - 0.5);
      example.out[i] = static_cast<std::uint16_t>(32768.0 / (1.0 + std::exp(-sum)) + 0.5);
    }
  }
  return task;
}

struct Lines {
  int lines = 0;
  int by_1_percent = 0;
  int by_5_percent = 0;
};

// Walks from one point to the other in 100 steps and counts the outputs that turn back on the way.
void walk(Learner* net, const Example& from, const Example& to, Lines* lines) {
  constexpr int kSteps = 100;
  double low[kOutputs];
  double high[kOutputs];
  double first[kOutputs];
  double rise[kOutputs] = {};
  double fall[kOutputs] = {};
  double out[kOutputs];
  for (int step = 0; step <= kSteps; ++step) {
    std::uint16_t in[kInputs];
    for (int i = 0; i < kInputs; ++i) {
      in[i] = static_cast<std::uint16_t>((from.in[i] * (kSteps - step) + to.in[i] * step) / kSteps);
    }
    net->infer(in, out);
    for (int i = 0; i < kOutputs; ++i) {
      if (step == 0) first[i] = low[i] = high[i] = out[i];
      low[i] = std::min(low[i], out[i]);
      high[i] = std::max(high[i], out[i]);
      rise[i] = std::max(rise[i], out[i] - low[i]);
      fall[i] = std::max(fall[i], high[i] - out[i]);
    }
  }
  for (int i = 0; i < kOutputs; ++i) {
    const double back = out[i] >= first[i] ? fall[i] : rise[i];
    ++lines->lines;
    if (back > 0.01) ++lines->by_1_percent;
    if (back > 0.05) ++lines->by_5_percent;
  }
}

void uniform(const Rule& rule, int count, int seeds) {
  std::vector<int> passes;
  int converged = 0;
  for (int seed = 1; seed <= seeds; ++seed) {
    const auto s = static_cast<std::uint32_t>(seed);
    passes.push_back(make(rule, s)->train(uniform_task(s, count)));
    if (passes.back() <= kMaxPasses) ++converged;
  }
  std::sort(passes.begin(), passes.end());
  const auto at = [&passes](int percent) {
    return passes[(passes.size() - 1) * static_cast<std::size_t>(percent) / 100];
  };
  std::printf("uniform %s %g %d %d %d %d\n", rule.name, rule.rate, count, converged, at(50),
              at(90));
}

void teacher(const Rule& rule, int count, int seeds) {
  std::vector<int> passes;
  Lines lines;
  for (int seed = 1; seed <= seeds; ++seed) {
    const auto s = static_cast<std::uint32_t>(seed);
    const auto net = make(rule, s);
    const Task task = teacher_task(s, count);
    passes.push_back(net->train(task));
    for (std::size_t i = 0; i < task.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) walk(net.get(), task[i], task[j], &lines);
    }
  }
  std::sort(passes.begin(), passes.end());
  std::printf("teacher %s %g %d %d %.2f %.2f %d\n", rule.name, rule.rate, count, lines.lines,
              100.0 * lines.by_1_percent / lines.lines, 100.0 * lines.by_5_percent / lines.lines,
              passes[(passes.size() - 1) / 2]);
}

double error_of(Learner* net, const Task& task, std::size_t count) {
  double squares = 0.0;
  for (std::size_t e = 0; e < count; ++e) {
    double out[kOutputs];
    net->infer(task[e].in, out);
    for (int i = 0; i < kOutputs; ++i) squares += std::pow(out[i] - unit(task[e].out[i]), 2.0);
  }
  return squares / static_cast<double>(count * kOutputs);
}

// Trains on all examples but the last, then on all: what becomes of the earlier ones?
void retention(const Rule& rule, int count, int seeds) {
  double before = 0.0;
  double after = 0.0;
  double passes = 0.0;
  for (int seed = 1; seed <= seeds; ++seed) {
    const auto s = static_cast<std::uint32_t>(seed);
    const auto net = make(rule, s);
    const Task all = uniform_task(s, count);
    const Task old(all.begin(), all.end() - 1);
    net->train(old);
    before += error_of(net.get(), all, old.size());
    passes += net->train(all);
    after += error_of(net.get(), all, old.size());
  }
  std::printf("retention %s %g %d %.6f %.6f %.1f\n", rule.name, rule.rate, count, before / seeds,
              after / seeds, passes / seeds);
}

// Mean loss of 10 uniform examples after so many passes, by learning rate.
void losses(double rate, int seeds) {
  std::printf("losses %g", rate);
  for (const unsigned passes : {1u, 2u, 5u, 10u, 20u, 50u, 100u, 200u}) {
    double sum = 0.0;
    for (int seed = 1; seed <= seeds; ++seed) {
      const auto s = static_cast<std::uint32_t>(seed);
      Core net;
      net.start({s, kSpread, {1.0f, kMaxPasses, 0.0f}});
      for (const Example& example : uniform_task(s, 10)) net.add_example(example.in, example.out);
      net.train(static_cast<float>(rate), passes, 0.0f);
      sum += net.progress().loss / 1073741824.0;
    }
    std::printf(" %.5f", sum / seeds);
  }
  std::printf("\n");
}

// How many examples of pure noise the net learns in 1,000 passes, and what is left of the error.
void capacity(int count, int seeds) {
  std::vector<double> left;
  int converged = 0;
  for (int seed = 1; seed <= seeds; ++seed) {
    const auto s = static_cast<std::uint32_t>(seed);
    Core net;
    net.start({s, kSpread, {1.0f, kMaxPasses, static_cast<float>(kMinError)}});
    for (const Example& example : uniform_task(s, count)) net.add_example(example.in, example.out);
    net.train();
    if (net.progress().state == ens::TrainState::kConverged) ++converged;
    left.push_back(net.progress().loss / 1073741824.0);
  }
  std::sort(left.begin(), left.end());
  std::printf("capacity %d %d %.4f\n", count, converged, left[left.size() / 2]);
}

}  // namespace

int main(int argc, char** argv) {
  const int seeds = argc > 1 ? std::atoi(argv[1]) : 100;
  if (seeds < 1) return 2;
  for (const Rule& rule : kRules) {
    for (const int count : {4, 10}) uniform(rule, count, seeds);
    for (const int count : {2, 4, 10}) teacher(rule, count, seeds);
    for (const int count : {4, 10}) retention(rule, count, seeds);
  }
  for (const double rate : {0.03, 0.1, 0.3, 1.0, 3.0, 10.0}) losses(rate, seeds);
  for (const int count : {5, 10, 12, 15, 20, 30}) capacity(count, seeds);
  return 0;
}
