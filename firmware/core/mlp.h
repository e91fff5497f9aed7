// The network that players teach: inference, examples, training, exploring, undo.
//
// Integers only, no heap, no globals, no exceptions; the same bits on every target. Formats,
// ranges, rounding and the training rule are in firmware/README.md.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/examples.h"
#include "core/history.h"
#include "core/kernels.h"
#include "core/rng.h"
#include "core/shape.h"
#include "core/status.h"
#include "core/store.h"
#include "core/train_config.h"

// Work done once a pass or less often is compiled for size, not for speed.
#define ENS_COLD [[gnu::cold]]
// The three expensive functions: compiled for speed, wherever they are called from.
#define ENS_HOT [[gnu::hot, gnu::noinline]]

namespace ens {

enum class TrainState : std::uint8_t {
  kIdle,       // nothing was trained since the network was made or loaded
  kRunning,    // started, needs more steps
  kConverged,  // the loss of a whole pass fell below min_error
  kExhausted,  // max_iterations passes did not reach it; see Mlp::worst_example
  kCancelled,
};

struct TrainProgress {
  TrainState state;
  std::uint32_t iterations;  // whole passes over the examples
  std::uint32_t loss;        // mean squared error of the last whole pass, Q0.30 (2^30 is 1.0)
};

// What holds while nothing is taught, see Mlp::liven.
struct Untaught {
  std::uint64_t at_bottom = 0;  // bit i: input i rests at 0; the others in the middle
  std::uint64_t still[kMaxOutputs / 64] = {};  // bit i: output i does not move
};

// What a training or a change of the network starts from.
struct Start {
  std::uint32_t seed;    // of the random stream, for the weights and for jitter
  std::uint16_t spread;  // the mode's default_spread in Q0.15: U[-1,1) * ((1-s) + s/sqrt(inputs))
  TrainConfig config;    // the declared training defaults
  Untaught untaught = {};
};

namespace mlp_detail {

// Multiples of a draw, Q0.15: of the weights that see the inputs, of all others, of the biases.
struct DrawAmounts {
  std::int32_t first_weights;
  std::int32_t weights;
  std::int32_t biases;
};

// All weights by the same amount.
constexpr DrawAmounts equally(std::int32_t amount) {
  return {amount, amount, amount};
}

}  // namespace mlp_detail

// A multi-layer perceptron over a store (FixedStore or ArenaStore, see store.h).
template <class Store>
class Mlp {
 public:
  Mlp() = default;
  Mlp(const Mlp&) = delete;
  Mlp& operator=(const Mlp&) = delete;

  // Initialises the weights. `config` must be valid and spread at most 1.0, otherwise nothing
  // changes. To be called before anything else.
  ENS_COLD Status start(const Start& start);

  Store& store() { return store_; }
  const Store& store() const { return store_; }
  int inputs() const { return store_.layout().inputs; }
  int outputs() const { return store_.layout().outputs; }
  int weight_count() const { return store_.layout().weight_count; }

  // Inputs and outputs are unit values in Q0.15, one per channel and parameter; an input above 1.0
  // counts as 1.0. May be called between the steps of a training.
  void infer(const std::uint16_t* inputs, std::uint16_t* outputs) {
    forward(packed_weights(), inputs, outputs);
  }
  // The same with weights that packed_weights() pointed to at another time, kept by the caller.
  void infer(const std::int16_t* packed, const std::uint16_t* inputs, std::uint16_t* outputs) {
    forward(packed, inputs, outputs);
  }
  // What inference multiplies: rows of (bias, weights, padding), layer by layer.
  const std::int16_t* packed_weights() const { return at<std::int16_t>(store_.layout().packed); }

  // Examples. Not while training runs (kTraining).
  ENS_COLD Status add_example(const std::uint16_t* inputs, const std::uint16_t* outputs);
  ENS_COLD Status
  remove_nearest_example(const std::uint16_t* inputs);  // kNoExamples if there is none
  ENS_COLD Status clear_examples();
  Examples examples() const { return view(); }
  int example_count() const { return example_count_; }

  // Training. The short form uses the configuration; the long form uses its arguments and neither
  // reads nor changes the configuration. Both run to the end: kOk means that training ran,
  // progress() gives its result.
  ENS_COLD Status train();
  ENS_COLD Status train(float learning_rate, std::uint32_t max_iterations, float min_error);

  // The same in slices: begin, then step until the state is no longer kRunning. A unit of the
  // budget is one example or the update of one layer. Slicing never changes the result.
  ENS_COLD Status begin_training();
  ENS_COLD Status begin_training(const TrainConfig& config);
  // A training from the weights of the last start() or redraw(), at most so many passes, by the
  // rest of the configuration: what it gives depends on these weights and the examples alone. There
  // is nothing to undo afterwards. Without examples the weights are just drawn.
  ENS_COLD Status begin_fit(std::uint32_t max_passes);
  Status train_step(std::uint32_t budget);
  ENS_COLD Status cancel_training();  // keeps what was learned so far; undo() reverts it
  TrainProgress progress() const { return {state_, iterations_, loss_}; }
  const LossHistory& history() const { return history_; }

  const TrainConfig& train_config() const { return config_; }
  ENS_COLD Status set_train_config(const TrainConfigChange& change) {
    return apply(change, &config_);
  }

  // Mean squared error of one example now, Q0.30.
  ENS_COLD std::uint32_t example_loss(int index);
  // The example learned worst, -1 if there is none: after kExhausted, the one to teach again or to
  // remove, since it contradicts the others or needs a larger network.
  ENS_COLD int worst_example();

  // Exploring. Not while training runs (kTraining).
  ENS_COLD Status redraw();  // new random weights from the stream
  ENS_COLD Status
  jitter(std::uint16_t amount);  // adds amount (Q0.15) times a new draw to every weight
  ENS_COLD Status undo();  // reverts the last training, redraw or jitter; called again, restores it

  // In place of the weights of the last start() or redraw(), weights that move the outputs enough
  // to be heard between the corners of the inputs: what plays before anything is taught.
  // begin_fit() returns to calm ones. Not while training runs.
  ENS_COLD void liven();

  // Weights in Q4.27, layer by layer, rows (one per output) then biases.
  const std::int32_t* weights() const { return at<std::int32_t>(store_.layout().weights); }
  // Replaces weights and examples together with those of a taught file: little-endian int32 weights
  // in the order of weights(), and `count` examples of uint16 inputs then outputs. All are checked
  // first (kBadValue, kExamplesFull); there is nothing to undo afterwards. Not while training runs.
  ENS_COLD Status replace(const std::uint8_t* weights, const std::uint8_t* examples, int count);
  // True if the core could have written these weights: each within the limit of its layer.
  ENS_COLD bool valid_weight(int index, std::int32_t weight) const;

 private:
  template <class T>
  T* at(std::size_t offset) {
    return reinterpret_cast<T*>(store_.memory() + offset);
  }
  template <class T>
  const T* at(std::size_t offset) const {
    return reinterpret_cast<const T*>(store_.memory() + offset);
  }
  Examples view() const {
    auto* self = const_cast<Mlp*>(this);
    return {self->template at<std::uint16_t>(store_.layout().examples), &self->example_count_,
            store_.capacity(), inputs(), outputs()};
  }
  std::int16_t* packed() { return at<std::int16_t>(store_.layout().packed); }
  std::int32_t* weights_now() { return at<std::int32_t>(store_.layout().weights); }

  ENS_HOT void forward(const std::int16_t* packed, const std::uint16_t* inputs,
                       std::uint16_t* outputs);
  ENS_HOT void learn(int example);
  ENS_HOT void update_layer(int index);
  ENS_COLD void end_of_examples();
  ENS_COLD void end_of_pass();
  ENS_COLD void repack();
  ENS_COLD void keep();
  ENS_COLD void draw(mlp_detail::DrawAmounts amounts, bool add);
  ENS_COLD void draw_first();
  ENS_COLD void infer_rest(std::uint16_t* outputs);
  ENS_COLD void hold_still();
  ENS_COLD void rest_at(const std::uint16_t* rest);
  ENS_COLD bool lively();
  ENS_COLD void begin(const TrainConfig& config);

  Store store_;
  Rng rng_{0};
  Rng first_{0};  // the stream as it was before the last start() or redraw()
  TrainConfig config_{};
  std::uint16_t spread_ = 0;
  Untaught untaught_ = {};
  int example_count_ = 0;
  bool can_undo_ = false;

  // The running training, or the last one.
  TrainState state_ = TrainState::kIdle;
  std::uint32_t iterations_ = 0;
  std::uint32_t max_iterations_ = 0;
  std::uint32_t loss_ = 0;
  std::uint64_t squares_ = 0;    // of this pass so far
  std::uint64_t threshold_ = 0;  // sum of squares that ends the training
  std::int32_t largest_step_ = 0;
  int gradient_shift_ = 0;
  int cursor_ = 0;  // next example, then examples + next layer
  LossHistory history_{nullptr};
};

// A network of a shape known to the compiler, see FixedStore.
template <const auto& kSizes, int kCapacity>
using FixedMlp = Mlp<FixedStore<kSizes, kCapacity>>;

// A network of a shape known at run time: store().open(...) first, then start(). Where the compiler
// knows the shape after all, store().use(&kernel::Compiled<kSizes>::kKernels) after open() makes it
// as fast as a FixedMlp.
using ArenaMlp = Mlp<ArenaStore>;

}  // namespace ens

#include "core/mlp_change.h"
#include "core/mlp_liven.h"
#include "core/mlp_train.h"

#undef ENS_COLD
#undef ENS_HOT
