// What an instrument learns with: the network, and anchors that give back each taught sound
// exactly.
//
// Every change of the examples starts a fit of its own: first weights, a few passes, anchors. So
// the map follows from the seed and the examples alone, whatever was taught in between, and every
// device that has them computes the same bits. train() goes on from the weights there are, by the
// configuration, and anchors again. While either runs, infer() answers with the map from before, so
// nothing is heard until the new one is whole.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/anchors.h"
#include "core/mlp.h"

// Once in a program and compiled for size: called once a change or once a unit of work.
#define ENS_COLD [[gnu::cold]] ENS_SHARED inline

namespace ens {

// Passes of a fit. With the anchors, eight already keep most of what the network adds between and
// beyond the taught places; more make the map swing between them (see BENCHMARKS.md, learning).
inline constexpr std::uint32_t kFitPasses = 8;

class Learner {
 public:
  // Bytes of memory, aligned to 16, for a shape and a number of examples; 0 outside the limits.
  [[gnu::cold]] static constexpr std::size_t bytes(const Shape& shape, int capacity) {
    const std::size_t network = network_bytes(shape, capacity);
    if (network == 0) return 0;
    const Parts parts(shape, capacity);
    return network + parts.packed + 2 * parts.map;
  }

  Learner() = default;
  Learner(const Learner&) = delete;
  Learner& operator=(const Learner&) = delete;

  // Takes the memory; kBadShape or kNoMemory leave everything as it was.
  ENS_COLD Status open(const Shape& shape, int capacity, void* memory, std::size_t size) {
    const std::size_t need = bytes(shape, capacity);
    if (need == 0) return Status::kBadShape;
    if (size < need) return Status::kNoMemory;
    const std::size_t network = network_bytes(shape, capacity);
    const Status opened =
        network_.store().open(shape, capacity, memory, network, AnchorSolver::bytes(capacity));
    if (opened != Status::kOk) return opened;
    const Parts parts(shape, capacity);
    std::uint8_t* at = static_cast<std::uint8_t*>(memory) + network;
    packed_ = reinterpret_cast<std::int16_t*>(at);
    packed_count_ = parts.packed_count;
    at += parts.packed;
    for (AnchorMap& map : maps_) {
      map.open(inputs(), outputs(), capacity, at);
      at += parts.map;
    }
    solver_.open(network_.store().memory() + network_.store().layout().gradient);
    return Status::kOk;
  }

  // First weights and no examples, see Mlp::start. As long as there are none the network is a
  // livelier one, see Mlp::liven.
  ENS_COLD Status start(const Start& start) {
    const Status started = network_.start(start);
    if (started != Status::kOk) return started;
    network_.liven();
    solver_.cancel();
    for (AnchorMap& map : maps_) map.resize(0);
    fitted_ = false;
    publish();
    return Status::kOk;
  }

  const ArenaMlp& network() const { return network_; }
  const ArenaStore& store() const { return network_.store(); }
  // For kernels compiled for this shape; see ArenaStore::use.
  bool use(const Kernels* kernels) { return network_.store().use(kernels); }
  int inputs() const { return network_.inputs(); }
  int outputs() const { return network_.outputs(); }
  int weight_count() const { return network_.weight_count(); }
  int capacity() const { return network_.store().capacity(); }
  Examples examples() const { return network_.examples(); }
  int example_count() const { return network_.example_count(); }

  // Unit values in Q0.15, one per channel and parameter. At any time.
  void infer(const std::uint16_t* inputs, std::uint16_t* outputs) {
    network_.infer(packed_, inputs, outputs);
    maps_[live_].add(inputs, outputs);
  }

  // Examples. A change begins a fit, in place of one that runs; a training refuses (kTraining).
  ENS_COLD Status add_example(const std::uint16_t* inputs, const std::uint16_t* outputs) {
    return change([&] { return network_.add_example(inputs, outputs); });
  }
  ENS_COLD Status remove_nearest_example(const std::uint16_t* inputs) {
    return change([&] { return network_.remove_nearest_example(inputs); });
  }
  ENS_COLD Status clear_examples() {
    return change([&] { return network_.clear_examples(); });
  }

  // Training by the configuration, or by arguments that ignore it and leave it as it is.
  Status train() { return finish(begin_training()); }
  Status train(float learning_rate, std::uint32_t max_iterations, float min_error) {
    return finish(begin_training({learning_rate, max_iterations, min_error}));
  }
  Status begin_training() { return begin_training(network_.train_config()); }
  ENS_COLD Status begin_training(const TrainConfig& config) {
    if (work_ == Work::kTrain) return Status::kTraining;
    if (!ens::valid(config)) return Status::kBadConfig;
    if (example_count() == 0) return Status::kNoExamples;
    settle();
    const Status begun = network_.begin_training(config);
    if (begun == Status::kOk) work_ = Work::kTrain;
    return begun;
  }
  // A unit of the budget is one example, the update of one layer or a unit of AnchorSolver.
  ENS_COLD Status train_step(std::uint32_t budget) {
    if (work_ == Work::kNone) return Status::kNotTraining;
    for (; budget > 0 && work_ != Work::kNone; --budget) step();
    return Status::kOk;
  }
  // What was learned so far stays and is anchored; a fit is brought to its end.
  ENS_COLD Status cancel_training() {
    if (work_ == Work::kNone) return Status::kNotTraining;
    if (work_ == Work::kTrain) {
      network_.cancel_training();
      begin_anchors();
    }
    settle();
    return Status::kOk;
  }
  // A slice of what is done without being asked: a fit, anchors. A training waits for train_step().
  ENS_COLD void work(std::uint32_t budget) {
    for (; budget > 0 && works_by_itself(); --budget) step();
  }
  // All of that, so that infer() answers with what was taught. Leaves a training where it is.
  ENS_COLD void settle() {
    while (works_by_itself()) step();
  }
  // True if nothing is left to do; false during a training.
  bool settled() const { return work_ == Work::kNone; }

  // Of the training that runs or ran last. A fit and anchors count as running; after a fit of its
  // own the state is kIdle.
  TrainProgress progress() const {
    TrainProgress progress = network_.progress();
    if (work_ != Work::kNone) {
      progress.state = TrainState::kRunning;
    } else if (fitted_) {
      progress.state = TrainState::kIdle;
    }
    return progress;
  }
  const LossHistory& history() const { return network_.history(); }
  const TrainConfig& train_config() const { return network_.train_config(); }
  Status set_train_config(const TrainConfigChange& change) {
    return network_.set_train_config(change);
  }
  // Mean squared error of the network alone at an example, Q0.30: how much is left to the anchors.
  std::uint32_t example_loss(int index) { return network_.example_loss(index); }
  int worst_example() { return network_.worst_example(); }

  // Exploring: the network moves, the taught places stay. Anchored at once, which takes
  // examples + 2 * outputs units; not while training runs (kTraining).
  ENS_COLD Status redraw() {
    return reshape([this] {
      const Status drawn = network_.redraw();
      if (drawn == Status::kOk && example_count() == 0) network_.liven();
      return drawn;
    });
  }
  ENS_COLD Status jitter(std::uint16_t amount) {
    return reshape([this, amount] { return network_.jitter(amount); });
  }
  // Takes back the last training, redraw or jitter since the examples changed.
  ENS_COLD Status undo() {
    return reshape([this] { return network_.undo(); });
  }
  // Weights and examples of a taught file, see Mlp::replace.
  ENS_COLD Status replace(const std::uint8_t* weights, const std::uint8_t* examples, int count) {
    return reshape([=, this] { return network_.replace(weights, examples, count); });
  }

 private:
  enum class Work : std::uint8_t { kNone, kFit, kTrain, kAnchor };

  template <class Change>
  Status change(Change&& change_examples) {
    if (work_ == Work::kTrain) return Status::kTraining;
    if (work_ == Work::kFit) network_.cancel_training();
    const Status changed = change_examples();
    if (changed == Status::kOk || work_ == Work::kFit) begin_fit();
    return changed;
  }

  template <class Change>
  Status reshape(Change&& change_weights) {
    if (work_ == Work::kTrain) return Status::kTraining;
    settle();
    const Status changed = change_weights();
    if (changed != Status::kOk) return changed;
    begin_anchors();
    settle();
    return Status::kOk;
  }

  ENS_COLD void begin_fit() {
    fitted_ = true;
    solver_.cancel();
    network_.begin_fit(kFitPasses);
    work_ = Work::kFit;
    if (example_count() > 0) return;
    network_.liven();
    begin_anchors();
  }

  ENS_COLD void begin_anchors() {
    solver_.begin(&maps_[1 - live_], examples());
    work_ = Work::kAnchor;
  }

  ENS_COLD void step() {
    if (work_ == Work::kAnchor) {
      if (solver_.running()) {
        solver_.step(examples(), [this](const std::uint16_t* inputs, std::uint16_t* outputs) {
          network_.infer(inputs, outputs);
        });
      }
      if (!solver_.running()) publish();
      return;
    }
    network_.train_step(1);
    if (network_.progress().state != TrainState::kRunning) {
      if (work_ == Work::kTrain) fitted_ = false;
      begin_anchors();
    }
  }

  ENS_COLD void publish() {
    const std::int16_t* from = network_.packed_weights();
    for (std::size_t i = 0; i < packed_count_; ++i) packed_[i] = from[i];
    live_ = 1 - live_;
    work_ = Work::kNone;
  }

  bool works_by_itself() const { return work_ == Work::kFit || work_ == Work::kAnchor; }

  ENS_COLD Status finish(Status begun) {
    while (begun == Status::kOk && work_ != Work::kNone) step();
    return begun;
  }

  struct Parts {
    [[gnu::cold]] constexpr Parts(const Shape& shape, int capacity)
        : packed_count(count_packed(shape)),
          packed((2 * packed_count + 15) / 16 * 16),
          map(AnchorMap::bytes(shape.sizes[0], shape.sizes[shape.count - 1], capacity)) {}
    static constexpr std::size_t count_packed(const Shape& shape) {
      const LayerPlan last = plan::layer(shape.sizes, shape.count, shape.count - 2);
      return static_cast<std::size_t>(last.packed + last.outputs * last.row);
    }
    std::size_t packed_count;  // int16 values
    std::size_t packed;
    std::size_t map;
  };

  // Nothing trains while anchors are solved, so their factor lies where gradients and steps do.
  [[gnu::cold]] static constexpr std::size_t network_bytes(const Shape& shape, int capacity) {
    return ArenaStore::bytes(shape, capacity, AnchorSolver::bytes(capacity));
  }

  ArenaMlp network_;
  AnchorMap maps_[2];
  AnchorSolver solver_;
  std::int16_t* packed_ = nullptr;  // the network that infer() reads
  std::size_t packed_count_ = 0;
  int live_ = 0;  // the map that infer() reads
  Work work_ = Work::kNone;
  bool fitted_ = false;
};

}  // namespace ens

#undef ENS_COLD
