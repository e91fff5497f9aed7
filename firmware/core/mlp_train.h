// Mlp: training, as steps over examples and layers that can stop anywhere. Included by mlp.h only.
#pragma once

#include "core/mlp.h"

namespace ens {

template <class Store>
Status Mlp<Store>::train() {
  return train(config_.learning_rate, config_.max_iterations, config_.min_error);
}

template <class Store>
Status Mlp<Store>::train(float learning_rate, std::uint32_t max_iterations, float min_error) {
  const Status begun = begin_training({learning_rate, max_iterations, min_error});
  if (begun != Status::kOk) return begun;
  while (state_ == TrainState::kRunning) train_step(~std::uint32_t{0});
  return Status::kOk;
}

template <class Store>
Status Mlp<Store>::begin_training() {
  return begin_training(config_);
}

template <class Store>
Status Mlp<Store>::begin_training(const TrainConfig& config) {
  if (state_ == TrainState::kRunning) return Status::kTraining;
  if (!ens::valid(config)) return Status::kBadConfig;
  if (example_count_ == 0) return Status::kNoExamples;
  keep();
  begin(config);
  return Status::kOk;
}

template <class Store>
Status Mlp<Store>::begin_fit(std::uint32_t max_passes) {
  if (state_ == TrainState::kRunning) return Status::kTraining;
  const Rng now = rng_;
  rng_ = first_;
  draw(mlp_detail::equally(kUnitOne), false);
  rng_ = now;
  can_undo_ = false;
  state_ = TrainState::kIdle;
  if (example_count_ == 0) return Status::kNoExamples;
  TrainConfig config = config_;
  if (config.max_iterations > max_passes) config.max_iterations = max_passes;
  begin(config);
  return Status::kOk;
}

// Starts the walk over examples and layers; there are examples, and the configuration is valid.
template <class Store>
void Mlp<Store>::begin(const TrainConfig& config) {
  const StepRange range = step_range(config.learning_rate);
  std::int32_t* gradient = at<std::int32_t>(store_.layout().gradient);
  std::int32_t* steps = at<std::int32_t>(store_.layout().steps);
  for (int i = 0; i < weight_count(); ++i) {
    gradient[i] = 0;
    steps[i] = range.first & ~kRemembers;
  }
  largest_step_ = range.largest;
  gradient_shift_ = 0;
  while ((8 << gradient_shift_) < example_count_) ++gradient_shift_;
  const auto error = static_cast<std::uint32_t>(config.min_error * 1073741824.0f);
  threshold_ = std::uint64_t{error} * static_cast<std::uint32_t>(example_count_ * outputs());
  max_iterations_ = config.max_iterations;
  iterations_ = 0;
  cursor_ = 0;
  squares_ = 0;
  history_.clear();
  state_ = TrainState::kRunning;
}

template <class Store>
Status Mlp<Store>::train_step(std::uint32_t budget) {
  if (state_ != TrainState::kRunning) return Status::kNotTraining;
  for (; budget > 0 && state_ == TrainState::kRunning; --budget) {
    if (cursor_ < example_count_) {
      learn(cursor_);
      if (++cursor_ == example_count_) end_of_examples();
    } else {
      update_layer(cursor_ - example_count_);
      if (++cursor_ == example_count_ + store_.layout().layers) end_of_pass();
    }
  }
  return Status::kOk;
}

template <class Store>
Status Mlp<Store>::cancel_training() {
  if (state_ != TrainState::kRunning) return Status::kNotTraining;
  state_ = TrainState::kCancelled;
  return Status::kOk;
}

// Adds one example to the gradients and its squared errors to the loss.
template <class Store>
void Mlp<Store>::learn(int example) {
  const std::uint16_t* const inputs = view().inputs(example);
  const std::uint16_t* const targets = view().outputs(example);
  if (const Kernels* compiled = store_.kernels()) {
    squares_ += compiled->learn(store_.memory(), inputs, targets, gradient_shift_);
    return;
  }
  std::uint16_t outputs[kMaxOutputs];
  forward(packed_weights(), inputs, outputs);
  squares_ += kernel::backward(store_, outputs, targets, gradient_shift_);
}

template <class Store>
void Mlp<Store>::update_layer(int index) {
  if (const Kernels* compiled = store_.kernels()) {
    return compiled->update_layer(store_.memory(), index, largest_step_);
  }
  kernel::update_layer(store_, index, largest_step_);
}

// The loss of the pass is known: stop here if it is small enough, without moving the weights.
template <class Store>
void Mlp<Store>::end_of_examples() {
  const auto terms =
      static_cast<std::uint64_t>(example_count_) * static_cast<std::uint64_t>(outputs());
  loss_ = static_cast<std::uint32_t>(squares_ / terms);
  history_.add(iterations_, loss_);
  ++iterations_;
  if (squares_ < threshold_) state_ = TrainState::kConverged;
  squares_ = 0;
}

template <class Store>
void Mlp<Store>::end_of_pass() {
  cursor_ = 0;
  if (iterations_ >= max_iterations_) state_ = TrainState::kExhausted;
}

template <class Store>
std::uint32_t Mlp<Store>::example_loss(int index) {
  std::uint16_t outputs[kMaxOutputs];
  infer(view().inputs(index), outputs);
  std::uint64_t squares = 0;
  for (int i = 0; i < this->outputs(); ++i) {
    const std::int32_t error = std::int32_t{outputs[i]} - view().outputs(index)[i];
    squares += static_cast<std::uint32_t>(error * error);
  }
  return static_cast<std::uint32_t>(squares / static_cast<std::uint64_t>(this->outputs()));
}

template <class Store>
int Mlp<Store>::worst_example() {
  int worst = -1;
  std::uint32_t worst_loss = 0;
  for (int i = 0; i < example_count_; ++i) {
    const std::uint32_t loss = example_loss(i);
    if (worst < 0 || loss > worst_loss) {
      worst = i;
      worst_loss = loss;
    }
  }
  return worst;
}

}  // namespace ens
