// Four sine operators that modulate each other's phase, and how far their sidebands reach.
//
// J. M. Chowning, "The Synthesis of Complex Audio Spectra by Means of Frequency Modulation", JAES
// 21(7), 1973; feedback as in N. Tomisawa, US patent 4,249,447 (two samples averaged so that it
// does not hunt).
#pragma once

#include <cstddef>
#include <cstdint>

#include "dsp/glide.h"
#include "dsp/sine.h"

namespace ens {

inline constexpr std::size_t kFmOperators = 4;

// Which operators (bits; 1 is A, 2 is B, 4 is C, 8 is D) modulate A, B and C, and which are heard.
struct FmAlgorithm {
  static constexpr std::uint8_t kA = 1, kB = 2, kC = 4, kD = 8;
  std::uint8_t into_a = 0;
  std::uint8_t into_b = 0;
  std::uint8_t into_c = 0;
  std::uint8_t heard = kA;

  constexpr std::uint8_t into(std::size_t op) const {
    return op == 0 ? into_a : op == 1 ? into_b : op == 2 ? into_c : std::uint8_t{0};
  }
  constexpr bool is_heard(std::size_t op) const { return ((heard >> op) & 1) != 0; }
  constexpr float carriers() const {
    float count = 0.0f;
    for (std::size_t op = 0; op < kFmOperators; ++op) count += is_heard(op) ? 1.0f : 0.0f;
    return count;
  }
};

// The share of all indices, 0…1, at which nothing above −60 dB passes half the rate. Frequencies in
// Hz, indices in radians (A's is not read), feedback of D 0…1.
float fm_index_share(const FmAlgorithm& algorithm, const float* hertz, const float* index,
                     float feedback, float half_rate);

// The most feedback an operator of this frequency bears: feedback makes a sawtooth, and the nearer
// to 1, the slower its harmonics fall.
constexpr float fm_max_feedback(float hertz, float half_rate) {
  const float orders = half_rate / hertz;
  return orders / (orders + 22.0f);
}

class FmOperators {
 public:
  // From phase 0, without what fed back.
  void restart() {
    for (std::uint32_t& phase : phase_) phase = 0;
    fed_[0] = fed_[1] = 0.0f;
  }
  // Depths rise from 0 at the next aim().
  void silence() {
    for (Glide& depth : depth_) depth.value = 0.0f;
  }

  // Once a tick. Depth is the amplitude of a carrier, the index in cycles of a modulator; it ramps
  // from where it is over `frames` samples.
  void aim(std::size_t op, float hertz, float depth, float sample_rate, int frames) {
    step_[op] = phase_step(hertz, sample_rate);
    depth_[op].target = depth;
    depth_[op].step = (depth - depth_[op].value) / static_cast<float>(frames);
  }
  // Of D, 0…1.
  void set_feedback(float feedback) { feedback_depth_ = 0.5f * feedback * kCyclesPerRadian; }

  // What the last tick set, for reading settings back.
  float hertz(std::size_t op, float sample_rate) const {
    return hz_of_step(step_[op], sample_rate);
  }
  float depth(std::size_t op) const { return depth_[op].target; }
  float feedback() const { return 2.0f * feedback_depth_ / kCyclesPerRadian; }

  // Adds what is heard of kRoute, at a gain for each side.
  template <FmAlgorithm kRoute>
  void render(float gain_left, float gain_right, float* left, float* right, std::size_t frames) {
    FmOperators now = *this;  // in registers
    for (std::size_t i = 0; i < frames; ++i) {
      float out[kFmOperators];
      const float heard = now.next<kRoute, kFmOperators - 1>(out);
      left[i] += heard * gain_left;
      right[i] += heard * gain_right;
    }
    *this = now;
  }

 private:
  // One sample of operator kOp and of those below it; `out` holds the outputs of those above. Gives
  // the audible sum. Recursive, so that every route is resolved at compile time.
  template <FmAlgorithm kRoute, std::size_t kOp>
  [[gnu::always_inline]] float next(float* out) {
    constexpr std::uint8_t kInto = kRoute.into(kOp);
    std::uint32_t phase = phase_[kOp];
    if constexpr (kOp == 3) phase += phase_offset((fed_[0] + fed_[1]) * feedback_depth_);
    if constexpr (kInto != 0) {
      float cycles = 0.0f;  // phase_offset() takes up to 64
      if constexpr ((kInto & FmAlgorithm::kB) != 0) cycles += out[1];
      if constexpr ((kInto & FmAlgorithm::kC) != 0) cycles += out[2];
      if constexpr ((kInto & FmAlgorithm::kD) != 0) cycles += out[3];
      phase += phase_offset(cycles);
    }
    const float raw = sine(phase);
    phase_[kOp] += step_[kOp];
    if constexpr (kOp == 3) {
      fed_[1] = fed_[0];
      fed_[0] = raw;
    }
    out[kOp] = raw * depth_[kOp].next();
    float heard = kRoute.is_heard(kOp) ? out[kOp] : 0.0f;
    if constexpr (kOp > 0) heard += next<kRoute, kOp - 1>(out);
    return heard;
  }

  std::uint32_t phase_[kFmOperators] = {};
  std::uint32_t step_[kFmOperators] = {};
  Glide depth_[kFmOperators];
  float fed_[2] = {};
  float feedback_depth_ = 0.0f;  // cycles, of each of the two
};

}  // namespace ens
