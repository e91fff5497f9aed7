// Mlp: what an untaught network plays. Included by mlp.h only.
//
// Weights that training starts from are calm, because between taught places they fold least; an
// instrument that nobody has taught yet would hardly move with them. So its network is drawn again,
// with larger weights each time, until its outputs move enough over the corners of its inputs.
#pragma once

#include "core/mlp.h"

namespace ens {

namespace mlp_detail {

// What the first of the draws multiplies, and what each one adds for the next: weights that see the
// inputs, which reach only one half, grow twice as fast.
inline constexpr DrawAmounts kLivelyDraw = {kUnitOne, kUnitOne, kUnitOne / 2};
inline constexpr DrawAmounts kLivelier = {kUnitOne / 4, kUnitOne / 8, 0};
// Draws at most, the last one used as it is.
inline constexpr int kLivelyDraws = 24;
// Least standard deviation and range of an output over the corners, means over the outputs, Q0.12.
inline constexpr std::uint32_t kLeastDeviation = 410;  // 0.10
inline constexpr std::uint32_t kLeastRange = 1434;     // 0.35
// Corners of more inputs than this are tried in part.
inline constexpr int kCornerInputs = 6;
// Bit n is set if an odd number of the bits of n are.
inline constexpr std::uint64_t kOddNumbers = 0x6996966996696996;

// One output over the corners, in Q0.12, so that the squares of 64 corners fit.
struct Movement {
  std::uint32_t sum;
  std::uint32_t squares;
  std::uint16_t low;
  std::uint16_t high;
};

// Whether an input is at its upper end in a corner. Corners of many inputs are rows of a Hadamard
// matrix: each input is up in half of them, any two in a quarter.
constexpr bool upper(int corner, int input, int inputs) {
  const int mask = inputs <= kCornerInputs ? 1 << input : input % 63 + 1;
  return (kOddNumbers >> (corner & mask)) & 1;
}

// Biases of the outputs are found to this bit of Q4.27: their sum then moves an output by 2^-16.
inline constexpr int kLeastBiasBit = 13;

// floor(sqrt(value)), bit by bit.
[[gnu::cold]] ENS_SHARED constexpr std::uint32_t floor_root(std::uint64_t value) {
  std::uint64_t root = 0;
  for (std::uint64_t bit = std::uint64_t{1} << 31; bit != 0; bit >>= 1) {
    if ((root + bit) * (root + bit) <= value) root += bit;
  }
  return static_cast<std::uint32_t>(root);
}

}  // namespace mlp_detail

template <class Store>
void Mlp<Store>::liven() {
  if (state_ == TrainState::kRunning) return;
  std::uint16_t rest[kMaxOutputs];
  infer_rest(rest);
  const Rng after = rng_;
  rng_ = first_;
  mlp_detail::DrawAmounts amounts = mlp_detail::kLivelyDraw;
  for (int draws = 1;; ++draws) {
    draw(amounts, false);
    hold_still();
    rest_at(rest);
    if (draws == mlp_detail::kLivelyDraws || lively()) break;
    amounts.first_weights += mlp_detail::kLivelier.first_weights;
    amounts.weights += mlp_detail::kLivelier.weights;
  }
  rng_ = after;
}

template <class Store>
void Mlp<Store>::infer_rest(std::uint16_t* outputs) {
  std::uint16_t place[kMaxInputs];
  for (int i = 0; i < inputs(); ++i) place[i] = (untaught_.at_bottom >> i) & 1 ? 0 : kUnitOne / 2;
  infer(place, outputs);
}

template <class Store>
void Mlp<Store>::hold_still() {
  store_.for_layers([&](const auto& layer) {
    if (!layer.last) return;
    for (int i = 0; i < layer.outputs; ++i) {
      if (!((untaught_.still[i / 64] >> (i % 64)) & 1)) continue;
      std::int32_t* const row = weights_now() + layer.weights + i * layer.inputs;
      for (int j = 0; j < layer.inputs; ++j) row[j] = 0;
    }
  });
}

// Finds biases of the outputs with which the inputs at rest give these, bit by bit: what is heard
// before anything moves is what calm weights play there, at a loudness that engines know.
template <class Store>
void Mlp<Store>::rest_at(const std::uint16_t* rest) {
  std::uint16_t answer[kMaxOutputs];
  std::int32_t* const biases = weights_now() + weight_count() - outputs();
  for (int i = 0; i < outputs(); ++i) biases[i] = -(1 << plan::kBiasLimit);
  for (int bit = plan::kBiasLimit; bit >= mlp_detail::kLeastBiasBit; --bit) {
    for (int i = 0; i < outputs(); ++i) biases[i] += 1 << bit;
    repack();
    infer_rest(answer);
    for (int i = 0; i < outputs(); ++i) {
      if (answer[i] > rest[i]) biases[i] -= 1 << bit;
    }
  }
  repack();
}

// Whether the outputs move enough. Works where gradients and steps are while nothing trains: there
// are two of each for every output and 16 bytes are enough.
template <class Store>
bool Mlp<Store>::lively() {
  using namespace mlp_detail;
  auto* movements = at<Movement>(store_.layout().gradient);
  static_assert(sizeof(Movement) <= 16);
  for (int i = 0; i < outputs(); ++i) movements[i] = {0, 0, 4096, 0};
  const int corners = 1 << (inputs() < kCornerInputs ? inputs() : kCornerInputs);
  for (int corner = 0; corner < corners; ++corner) {
    std::uint16_t place[kMaxInputs];
    std::uint16_t answer[kMaxOutputs];
    for (int i = 0; i < inputs(); ++i) place[i] = upper(corner, i, inputs()) ? kUnitOne : 0;
    infer(place, answer);
    for (int i = 0; i < outputs(); ++i) {
      const auto value = static_cast<std::uint16_t>(answer[i] >> 3);
      Movement& movement = movements[i];
      movement.sum += value;
      movement.squares += std::uint32_t{value} * value;
      if (value < movement.low) movement.low = value;
      if (value > movement.high) movement.high = value;
    }
  }
  std::uint32_t deviations = 0;  // times the corners
  std::uint32_t ranges = 0;
  for (int i = 0; i < outputs(); ++i) {
    const Movement& movement = movements[i];
    deviations += floor_root(static_cast<std::uint64_t>(corners) * movement.squares -
                             std::uint64_t{movement.sum} * movement.sum);
    ranges += static_cast<std::uint32_t>(movement.high - movement.low);
  }
  const auto count = static_cast<std::uint32_t>(outputs());
  return deviations >= kLeastDeviation * count * static_cast<std::uint32_t>(corners) &&
         ranges >= kLeastRange * count;
}

}  // namespace ens
