// The teaching calls of the C ABI: examples, training, exploring.
#include "abi/handle.h"

using ens::code;
using ens::is_alive;

namespace {

// Losses of the core are Q0.30.
float error_of(std::uint32_t loss) {
  return static_cast<float>(loss) * (1.0f / 1073741824.0f);
}

}  // namespace

EnsStatus ens_add_example(EnsInstrument* instrument, const uint16_t* inputs,
                          const uint16_t* params) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  return code(instrument->network.add_example(inputs, params));
}

EnsStatus ens_record_example(EnsInstrument* instrument) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  ens::Learner& network = instrument->network;
  network.settle();
  if (!network.settled()) return ENS_TRAINING;
  auto& control = instrument->control();
  control.answer();
  return code(network.add_example(control.inputs(), control.params()));
}

EnsStatus ens_remove_nearest(EnsInstrument* instrument, const uint16_t* inputs) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  return code(instrument->network.remove_nearest_example(inputs));
}

EnsStatus ens_clear_examples(EnsInstrument* instrument) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  return code(instrument->network.clear_examples());
}

uint32_t ens_example_count(const EnsInstrument* instrument) {
  return is_alive(instrument) ? static_cast<uint32_t>(instrument->network.example_count()) : 0;
}

uint32_t ens_example_capacity(const EnsInstrument* instrument) {
  return is_alive(instrument) ? static_cast<uint32_t>(instrument->network.capacity()) : 0;
}

EnsStatus ens_read_example(const EnsInstrument* instrument, uint32_t index, uint16_t* inputs,
                           uint16_t* params) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  const ens::Learner& network = instrument->network;
  if (index >= static_cast<uint32_t>(network.example_count())) return ENS_BAD_VALUE;
  const ens::Examples examples = network.examples();
  const int at = static_cast<int>(index);
  for (int i = 0; i < network.inputs(); ++i) inputs[i] = examples.inputs(at)[i];
  for (int i = 0; i < network.outputs(); ++i) params[i] = examples.outputs(at)[i];
  return ENS_OK;
}

EnsStatus ens_set_train_config(EnsInstrument* instrument, const EnsTrainConfig* config,
                               uint32_t fields) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  constexpr uint32_t kAll =
      ENS_TRAIN_LEARNING_RATE | ENS_TRAIN_MAX_ITERATIONS | ENS_TRAIN_MIN_ERROR;
  if ((fields & ~kAll) != 0) return ENS_BAD_VALUE;
  ens::TrainConfigChange change;
  if ((fields & ENS_TRAIN_LEARNING_RATE) != 0) change.learning_rate = config->learning_rate;
  if ((fields & ENS_TRAIN_MAX_ITERATIONS) != 0) change.max_iterations = config->max_iterations;
  if ((fields & ENS_TRAIN_MIN_ERROR) != 0) change.min_error = config->min_error;
  return code(instrument->network.set_train_config(change));
}

EnsStatus ens_train_config(const EnsInstrument* instrument, EnsTrainConfig* out) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  const ens::TrainConfig& config = instrument->network.train_config();
  *out = {config.learning_rate, config.max_iterations, config.min_error};
  return ENS_OK;
}

EnsStatus ens_train_begin(EnsInstrument* instrument) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  return code(instrument->network.begin_training());
}

EnsStatus ens_train_begin_with(EnsInstrument* instrument, const EnsTrainConfig* config) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  return code(instrument->network.begin_training(
      {config->learning_rate, config->max_iterations, config->min_error}));
}

EnsStatus ens_train_step(EnsInstrument* instrument, uint32_t budget) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  return code(instrument->network.train_step(budget));
}

EnsStatus ens_train_cancel(EnsInstrument* instrument) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  return code(instrument->network.cancel_training());
}

EnsStatus ens_set_train_budget(EnsInstrument* instrument, uint32_t budget) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  instrument->control().set_train_budget(budget);
  return ENS_OK;
}

EnsStatus ens_train_progress(const EnsInstrument* instrument, EnsTrainProgress* out) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  const ens::TrainProgress progress = instrument->network.progress();
  *out = {code(progress.state), progress.iterations, error_of(progress.loss)};
  return ENS_OK;
}

uint32_t ens_train_history(const EnsInstrument* instrument, float* out, uint32_t capacity,
                           uint32_t* stride) {
  if (!is_alive(instrument)) return 0;
  const ens::LossHistory& history = instrument->network.history();
  const auto there = static_cast<uint32_t>(history.count());
  const uint32_t count = there < capacity ? there : capacity;
  for (uint32_t i = 0; i < count; ++i) out[i] = error_of(history.points()[i]);
  if (stride != nullptr) *stride = history.stride();
  return count;
}

uint32_t ens_worst_example(EnsInstrument* instrument) {
  if (!is_alive(instrument)) return UINT32_MAX;
  return static_cast<uint32_t>(instrument->network.worst_example());  // −1 becomes UINT32_MAX
}

float ens_example_error(EnsInstrument* instrument, uint32_t index) {
  if (!is_alive(instrument) || index >= ens_example_count(instrument)) return 0.0f;
  return error_of(instrument->network.example_loss(static_cast<int>(index)));
}

EnsStatus ens_jitter(EnsInstrument* instrument, uint32_t amount) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  if (amount > ens::Unit::kOne) return ENS_BAD_VALUE;
  return code(instrument->network.jitter(static_cast<std::uint16_t>(amount)));
}

EnsStatus ens_redraw(EnsInstrument* instrument) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  return code(instrument->network.redraw());
}

EnsStatus ens_undo(EnsInstrument* instrument) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  return code(instrument->network.undo());
}
