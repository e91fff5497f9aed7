// What learns: ours, and what else there is to take or could have been taken.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "bench/learning/tasks.h"
#include "core/learner.h"

namespace learning {

class Model {
 public:
  virtual ~Model() = default;
  // From anew, or for ours as an instrument does it.
  virtual void train(const Task& task) = 0;
  virtual std::vector<double> at(const Place& place) = 0;
};

inline constexpr std::uint16_t kSpread = 16384;
inline constexpr ens::TrainConfig kDefaults = {1.0f, 1000, 0.001f};

class Memory {
 public:
  explicit Memory(std::size_t bytes) : bytes_(bytes), block_(bytes + 16) {}
  void* data() {
    const auto at = reinterpret_cast<std::uintptr_t>(block_.data());
    return block_.data() + (16 - at % 16) % 16;
  }
  std::size_t size() const { return bytes_; }

 private:
  std::size_t bytes_;
  std::vector<std::uint8_t> block_;
};

inline ens::Shape shape_of(int inputs, const std::vector<int>& hidden) {
  std::vector<int> sizes = {inputs};
  sizes.insert(sizes.end(), hidden.begin(), hidden.end());
  sizes.push_back(kOutputs);
  return ens::Shape::of(sizes.data(), static_cast<int>(sizes.size()));
}

// As instruments learn: each example taught in turn, then a training if `train_after`.
class Ours : public Model {
 public:
  Ours(std::uint32_t seed, int inputs, bool train_after)
      : train_after_(train_after),
        memory_(ens::Learner::bytes(shape_of(inputs, {10, 10, 14}), 65)) {
    learner_.open(shape_of(inputs, {10, 10, 14}), 65, memory_.data(), memory_.size());
    learner_.start({seed, kSpread, kDefaults});
  }
  void train(const Task& task) override {
    for (std::size_t i = static_cast<std::size_t>(learner_.example_count()); i < task.size(); ++i) {
      learner_.add_example(task[i].in.data(), task[i].out.data());
    }
    learner_.settle();
    if (train_after_) learner_.train();
  }
  // Train pressed with these settings.
  void train_with(const ens::TrainConfig& config) {
    learner_.train(config.learning_rate, config.max_iterations, config.min_error);
  }
  ens::Learner& learner() { return learner_; }
  std::vector<double> at(const Place& place) override {
    std::uint16_t out[kOutputs];
    learner_.infer(place.data(), out);
    std::vector<double> values;
    for (const std::uint16_t value : out) values.push_back(unit(value));
    return values;
  }

 private:
  bool train_after_;
  Memory memory_;
  ens::Learner learner_;
};

// The linear-kernel radial basis function interpolator in double precision.
class Rbf {
 public:
  void fit(const Task& task, const std::vector<std::vector<double>>& values) {
    places_.clear();
    for (const Example& example : task) places_.push_back(example.in);
    weights_ = values;
    const std::size_t n = task.size();
    const double diagonal = std::sqrt(static_cast<double>(task.front().in.size()));
    std::vector<std::vector<double>> matrix(n, std::vector<double>(n));
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        matrix[i][j] = diagonal - distance(places_[i], places_[j]);
      }
    }
    eliminate(matrix);
  }
  void add(const Place& place, std::vector<double>* values) const {
    const double diagonal = std::sqrt(static_cast<double>(place.size()));
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const double kernel = diagonal - distance(place, places_[i]);
      for (std::size_t o = 0; o < kOutputs; ++o) (*values)[o] += kernel * weights_[i][o];
    }
  }

 private:
  void eliminate(std::vector<std::vector<double>>& matrix) {
    const std::size_t n = matrix.size();
    for (std::size_t c = 0; c < n; ++c) {
      for (std::size_t r = 0; r < n; ++r) {
        if (r == c) continue;
        const double factor = matrix[r][c] / matrix[c][c];
        for (std::size_t j = c; j < n; ++j) matrix[r][j] -= factor * matrix[c][j];
        for (std::size_t o = 0; o < kOutputs; ++o) weights_[r][o] -= factor * weights_[c][o];
      }
    }
    for (std::size_t c = 0; c < n; ++c) {
      for (double& weight : weights_[c]) weight /= matrix[c][c];
    }
  }

  std::vector<Place> places_;
  std::vector<std::vector<double>> weights_;
};

// Anything that gives `base` plus, if asked for, anchors for what it misses.
class Anchored : public Model {
 public:
  explicit Anchored(bool anchors) : anchors_(anchors) {}
  void train(const Task& task) override {
    learn(task);
    if (!anchors_) return;
    std::vector<std::vector<double>> misses;
    for (const Example& example : task) {
      std::vector<double> miss = base(example.in);
      for (std::size_t o = 0; o < kOutputs; ++o) miss[o] = unit(example.out[o]) - miss[o];
      misses.push_back(miss);
    }
    rbf_.fit(task, misses);
  }
  std::vector<double> at(const Place& place) override {
    std::vector<double> values = base(place);
    if (anchors_) rbf_.add(place, &values);
    for (double& value : values) value = std::clamp(value, 0.0, 1.0);
    return values;
  }

 protected:
  virtual void learn(const Task& task) = 0;
  virtual std::vector<double> base(const Place& place) = 0;

 private:
  bool anchors_;
  Rbf rbf_;
};

// Anchors and nothing else.
class PureRbf : public Anchored {
 public:
  PureRbf() : Anchored(true) {}

 protected:
  void learn(const Task&) override {}
  std::vector<double> base(const Place&) override { return std::vector<double>(kOutputs, 0.5); }
};

// The four nearest examples, weighted by 1 / distance.
class Nearest : public Anchored {
 public:
  Nearest() : Anchored(false) {}

 protected:
  void learn(const Task& task) override { task_ = task; }
  std::vector<double> base(const Place& place) override {
    std::vector<std::pair<double, const Example*>> near;
    for (const Example& example : task_) near.emplace_back(distance(place, example.in), &example);
    std::sort(near.begin(), near.end());
    if (near.size() > 4) near.resize(4);
    std::vector<double> values(kOutputs, 0.0);
    double total = 0.0;
    for (const auto& [apart, example] : near) {
      const double weight = 1.0 / (apart + 1e-6);
      total += weight;
      for (std::size_t o = 0; o < kOutputs; ++o) values[o] += weight * unit(example->out[o]);
    }
    for (double& value : values) value /= total;
    return values;
  }

 private:
  Task task_;
};

struct CoreOptions {
  std::uint32_t passes = 8;
  bool anchors = true;
  int pseudo = 0;  // pseudo-examples on each line between neighbours
  std::vector<int> hidden = {10, 10, 14};
  int members = 1;      // networks whose mean it is
  bool lively = false;  // training starts from what untaught instruments play
};

// The fixed-point network in other ways than instruments use it.
class Core : public Anchored {
 public:
  Core(std::uint32_t seed, int inputs, const CoreOptions& options)
      : Anchored(options.anchors), options_(options) {
    const ens::Shape shape = shape_of(inputs, options.hidden);
    for (int i = 0; i < options.members; ++i) {
      memories_.push_back(std::make_unique<Memory>(ens::ArenaStore::bytes(shape, kCapacity)));
      networks_.push_back(std::make_unique<ens::ArenaMlp>());
      Memory& memory = *memories_.back();
      networks_.back()->store().open(shape, kCapacity, memory.data(), memory.size());
      networks_.back()->start({seed + 1000 * static_cast<std::uint32_t>(i), kSpread, kDefaults});
      if (options.lively) networks_.back()->liven();
    }
  }

 protected:
  void learn(const Task& task) override {
    const Task all = with_pseudo_examples(task);
    for (auto& network : networks_) {
      network->clear_examples();
      for (const Example& example : all)
        network->add_example(example.in.data(), example.out.data());
      network->train(1.0f, options_.passes, 0.001f);
    }
  }
  std::vector<double> base(const Place& place) override {
    std::vector<double> values(kOutputs, 0.0);
    for (auto& network : networks_) {
      std::uint16_t out[kOutputs];
      network->infer(place.data(), out);
      for (std::size_t o = 0; o < kOutputs; ++o) values[o] += unit(out[o]);
    }
    for (double& value : values) value /= static_cast<double>(networks_.size());
    return values;
  }

 private:
  static constexpr int kCapacity = 1024;

  Task with_pseudo_examples(const Task& task) const {
    Task all = task;
    if (options_.pseudo == 0) return all;
    for (const auto& [i, j] : neighbours(task)) {
      for (int step = 1; step <= options_.pseudo; ++step) {
        const double share = step / (options_.pseudo + 1.0);
        all.push_back({mix(task[i].in, task[j].in, share), mix(task[i].out, task[j].out, share)});
      }
    }
    return all;
  }
  static Place mix(const Place& a, const Place& b, double share) {
    Place mixed;
    for (std::size_t i = 0; i < a.size(); ++i) {
      mixed.push_back(q15(unit(a[i]) * (1.0 - share) + unit(b[i]) * share));
    }
    return mixed;
  }

  CoreOptions options_;
  std::vector<std::unique_ptr<Memory>> memories_;
  std::vector<std::unique_ptr<ens::ArenaMlp>> networks_;
};

// A network in double precision as RapidLib makes it (regression, defaults: one for each output,
// one hidden layer as wide as the inputs, sigmoid, linear output, rate 0.3, momentum 0.2, 500
// epochs), with as many hidden neurons and as much weight decay as wanted.
class FloatMlp : public Anchored {
 public:
  FloatMlp(std::uint32_t seed, int inputs, int hidden, double decay, bool anchors)
      : Anchored(anchors), random_(seed), inputs_(inputs), hidden_(hidden), decay_(decay) {}

 protected:
  void learn(const Task& task) override {
    nets_.assign(kOutputs, Net(static_cast<std::size_t>(hidden_ * (inputs_ + 2) + 1)));
    for (std::size_t o = 0; o < kOutputs; ++o) {
      for (double& weight : nets_[o].weights) weight = random_.uniform() - 0.5;
      for (int epoch = 0; epoch < 500; ++epoch) {
        for (const Example& example : task)
          step(nets_[o], example.in, 2 * unit(example.out[o]) - 1);
      }
    }
  }
  std::vector<double> base(const Place& place) override {
    std::vector<double> values;
    for (const Net& net : nets_) values.push_back((forward(net, place) + 1) / 2);
    return values;
  }

 private:
  struct Net {
    explicit Net(std::size_t size) : weights(size), moved(size) {}
    std::vector<double> weights;
    std::vector<double> moved;
  };

  double forward(const Net& net, const Place& place) {
    active_.clear();
    auto weight = net.weights.begin();
    double out = 0.0;
    for (int h = 0; h < hidden_; ++h) {
      double sum = *weight++;
      for (const std::uint16_t value : place) sum += *weight++ * (2 * unit(value) - 1);
      active_.push_back(1.0 / (1.0 + std::exp(-sum)));
      out += *weight++ * active_.back();
    }
    return out + *weight;
  }
  void step(Net& net, const Place& place, double target) {
    const double error = target - forward(net, place);
    std::size_t at = 0;
    const auto move = [&](double gradient) {
      net.moved[at] = kRate * (gradient - decay_ * net.weights[at]) + kMomentum * net.moved[at];
      net.weights[at] += net.moved[at];
      ++at;
    };
    for (const double active : active_) {
      const double outgoing = net.weights[at + place.size() + 1];
      const double delta = error * outgoing * active * (1.0 - active);
      move(delta);
      for (const std::uint16_t value : place) move(delta * (2 * unit(value) - 1));
      move(error * active);
    }
    move(error);
  }

  static constexpr double kRate = 0.3;
  static constexpr double kMomentum = 0.2;
  Random random_;
  int inputs_;
  int hidden_;
  double decay_;
  std::vector<Net> nets_;
  std::vector<double> active_;
};

}  // namespace learning
