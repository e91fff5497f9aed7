// Mlp: everything but training that reads or changes the network. Included by mlp.h only.
#pragma once

#include "core/little_endian.h"
#include "core/mlp.h"

namespace ens {

namespace mlp_detail {

// floor(2^16 / sqrt(count)), Q0.16, bit by bit: done once per draw, so size matters more than
// speed.
constexpr std::int32_t inverse_root(int count) {
  std::uint32_t root = 0;
  for (std::uint32_t bit = 65536; bit != 0; bit >>= 1) {
    const std::uint64_t more = root + bit;
    if (more * more * static_cast<std::uint32_t>(count) <= std::uint64_t{1} << 32) root += bit;
  }
  return static_cast<std::int32_t>(root);
}

// (1 - s) + s / sqrt(inputs), in Q0.15.
constexpr std::int32_t draw_scale(std::int32_t spread, int inputs) {
  return 32768 - spread + ((spread * (inverse_root(inputs) >> 1)) >> 15);
}

// Draws each weight in turn from the random stream.
struct Drawing {
  Rng* rng;
  std::int32_t spread;  // Q0.15
  DrawAmounts amounts;
  bool add;              // to what is there, or in its place
  std::int32_t* weight;  // the next one

  // `amount` is a multiple of a draw, Q0.15.
  [[gnu::cold]] ENS_SHARED void range(std::int32_t scale, std::int32_t amount, int limit,
                                      int count) {
    // A row wider than its limit allows is drawn to the limit, not cut at it.
    const std::int32_t room = limit >= kWeightBits ? scale : scale >> (kWeightBits - limit);
    for (const std::int32_t* end = weight + count; weight != end; ++weight) {
      const std::int64_t wide = std::int64_t{rng->next_signed()} * room;  // Q1.46
      const auto drawn = static_cast<std::int32_t>(((wide >> 15) * amount) >> 19);
      *weight = saturate((add ? *weight : 0) + drawn, limit);
    }
  }
};

// Draws the weights and then the biases of the next layer; `limit` is where weights are cut.
[[gnu::cold]] ENS_SHARED inline void draw_layer(Drawing* drawing, bool first, int inputs,
                                                int outputs, int limit) {
  const std::int32_t scale = draw_scale(drawing->spread, inputs);
  const DrawAmounts& amounts = drawing->amounts;
  drawing->range(scale, first ? amounts.first_weights : amounts.weights, limit, inputs * outputs);
  drawing->range(scale, amounts.biases, plan::kBiasLimit, outputs);
}

}  // namespace mlp_detail

template <class Store>
Status Mlp<Store>::start(const Start& start) {
  if (store_.memory() == nullptr) return Status::kNoMemory;
  if (!ens::valid(start.config)) return Status::kBadConfig;
  if (start.spread > kUnitOne) return Status::kBadValue;
  config_ = start.config;
  spread_ = start.spread;
  untaught_ = start.untaught;
  rng_ = Rng(start.seed);
  example_count_ = 0;
  state_ = TrainState::kIdle;
  iterations_ = 0;
  loss_ = 0;
  history_ = LossHistory(at<std::uint32_t>(store_.layout().history));
  draw_first();
  can_undo_ = false;
  return Status::kOk;
}

template <class Store>
void Mlp<Store>::forward(const std::int16_t* packed, const std::uint16_t* inputs,
                         std::uint16_t* outputs) {
  if (const Kernels* compiled = store_.kernels()) {
    return compiled->forward(store_.memory(), packed, inputs, outputs);
  }
  kernel::forward(store_, packed, inputs, outputs);
}

template <class Store>
Status Mlp<Store>::add_example(const std::uint16_t* inputs, const std::uint16_t* outputs) {
  if (state_ == TrainState::kRunning) return Status::kTraining;
  return view().add(inputs, outputs);
}

template <class Store>
Status Mlp<Store>::remove_nearest_example(const std::uint16_t* inputs) {
  if (state_ == TrainState::kRunning) return Status::kTraining;
  if (example_count_ == 0) return Status::kNoExamples;
  view().remove(view().nearest(inputs));
  return Status::kOk;
}

template <class Store>
Status Mlp<Store>::clear_examples() {
  if (state_ == TrainState::kRunning) return Status::kTraining;
  view().clear();
  return Status::kOk;
}

template <class Store>
void Mlp<Store>::repack() {
  store_.for_layers(
      [this](const auto& layer) { pack(layer, weights_now(), packed() + layer.packed); });
}

// Saves the weights for undo().
template <class Store>
void Mlp<Store>::keep() {
  std::int32_t* backup = at<std::int32_t>(store_.layout().backup);
  for (int i = 0; i < weight_count(); ++i) backup[i] = weights()[i];
  can_undo_ = true;
}

// Sets every weight to a draw from the stream times an amount, or adds that to it.
template <class Store>
void Mlp<Store>::draw(mlp_detail::DrawAmounts amounts, bool add) {
  mlp_detail::Drawing drawing{&rng_, spread_, amounts, add, weights_now()};
  store_.for_layers([&](const auto& layer) {
    mlp_detail::draw_layer(&drawing, layer.first, layer.inputs, layer.outputs, layer.weight_limit);
  });
  repack();
}

// What training starts from: calm weights, so that nothing folds between taught places, from where
// the stream is; begin_fit() returns to them.
template <class Store>
void Mlp<Store>::draw_first() {
  first_ = rng_;
  draw(mlp_detail::equally(kUnitOne), false);
}

template <class Store>
Status Mlp<Store>::redraw() {
  if (state_ == TrainState::kRunning) return Status::kTraining;
  keep();
  draw_first();
  return Status::kOk;
}

template <class Store>
Status Mlp<Store>::jitter(std::uint16_t amount) {
  if (state_ == TrainState::kRunning) return Status::kTraining;
  if (amount > kUnitOne) return Status::kBadValue;
  keep();
  draw(mlp_detail::equally(amount), true);
  return Status::kOk;
}

template <class Store>
Status Mlp<Store>::undo() {
  if (state_ == TrainState::kRunning) return Status::kTraining;
  if (!can_undo_) return Status::kNothingToUndo;
  std::int32_t* backup = at<std::int32_t>(store_.layout().backup);
  for (int i = 0; i < weight_count(); ++i) {
    const std::int32_t now = weights()[i];
    weights_now()[i] = backup[i];
    backup[i] = now;
  }
  repack();
  return Status::kOk;
}

template <class Store>
bool Mlp<Store>::valid_weight(int index, std::int32_t weight) const {
  bool valid = false;
  store_.for_layers([&](const auto& layer) {
    if (index < layer.weights || index >= layer.biases + layer.outputs) return;
    const int limit = index < layer.biases ? layer.weight_limit : plan::kBiasLimit;
    valid = weight == saturate(weight, limit);
  });
  return valid;
}

template <class Store>
Status Mlp<Store>::replace(const std::uint8_t* weights, const std::uint8_t* examples, int count) {
  if (state_ == TrainState::kRunning) return Status::kTraining;
  if (count < 0 || count > store_.capacity()) return Status::kExamplesFull;
  for (int i = 0; i < weight_count(); ++i) {
    if (!valid_weight(i, static_cast<std::int32_t>(get_u32(weights + 4 * i))))
      return Status::kBadValue;
  }
  const int values = count * (inputs() + outputs());
  for (int i = 0; i < values; ++i) {
    if (get_u16(examples + 2 * i) > kUnitOne) return Status::kBadValue;
  }
  for (int i = 0; i < weight_count(); ++i) {
    weights_now()[i] = static_cast<std::int32_t>(get_u32(weights + 4 * i));
  }
  std::uint16_t* to = at<std::uint16_t>(store_.layout().examples);
  for (int i = 0; i < values; ++i) to[i] = get_u16(examples + 2 * i);
  example_count_ = count;
  can_undo_ = false;
  state_ = TrainState::kIdle;
  repack();
  return Status::kOk;
}

}  // namespace ens
