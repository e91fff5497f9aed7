// The signal path of the granular looper.
#include "engines/granular.h"

#include "dsp/ceiling.h"

namespace ens {
namespace {

constexpr std::uint32_t kSeed = 0x6b43a9b5u;

}  // namespace

void Granular::on_reset() {
  if (!is_clear()) memory_.clear();
  cloud_.reset(kSeed);
  for (int side = 0; side < 2; ++side) {
    half_[side].reset();
    low_[side].reset();
    damped_[side].reset();
    for (float& x : wet_[side]) x = 0.0f;
  }
  for (float& x : heard_) x = 0.0f;
  for (float& x : back_) x = 0.0f;
  at_ = 0;
  runs_ = false;
  open_.reset(0.0f);
  input_peak_ = wet_peak_ = 0.0f;
  jump_ = true;
}

// The last tick. The head starts and stops in silence, so that no grain reads a step there.
void Granular::record() {
  const bool is_open = fresh_.target >= kFrozen;
  const bool was_closed = open_.target == 0.0f;
  if (is_open && was_closed) cloud_.rewind();
  const float way = is_open ? 0.0625f : -0.0625f;  // in 16 ticks, 21 ms
  open_.aim(clamp(open_.target + way, 0.0f, 1.0f), kHalf);
  runs_ = is_open || !was_closed;
  float in[kHalf];
  half_[0].down(heard_, in, kHalf);
  at_ = 0;
  if (!runs_) return;
  for (int n = 0; n < kHalf; ++n) {
    const float fresh = fresh_.next();
    const float entering = ceiling(in[n] + feedback_.next() * back_[n]);
    const float kept = memory_.oldest(n);
    in[n] = open_.next() * (kept + fresh * (entering - kept));
  }
  memory_.write(in, kHalf);
}

void Granular::play() {
  float cloud[2][kHalf] = {};
  cloud_.play(memory_, runs_, cloud[0], cloud[1]);
  for (int n = 0; n < kHalf; ++n) {
    for (int side = 0; side < 2; ++side) {
      const float dulled = damped_[side].low(cloud[side][n], damping_share_);
      cloud[side][n] = low_[side].high(dulled, low_share_);
    }
    back_[n] = 0.5f * (cloud[0][n] + cloud[1][n]);
  }
  for (int side = 0; side < 2; ++side) half_[side].up(cloud[side], wet_[side], kHalf);
}

void Granular::render(const StereoBlock& block) {
  for (std::size_t i = 0; i < block.frames; ++i, ++at_) {
    const float output = output_.next();
    const float wet = wet_gain_.next() * output;
    const float dry = dry_.next() * output;
    heard_[at_] = 0.5f * (block.in_left[i] + block.in_right[i]);
    const float left = wet_[0][at_] * wet;
    const float right = wet_[1][at_] * wet;
    const float in = magnitude(heard_[at_]);
    const float peak = magnitude(left) + magnitude(right);
    input_peak_ = in > input_peak_ ? in : input_peak_;
    wet_peak_ = peak > wet_peak_ ? peak : wet_peak_;
    block.out_left[i] = ceiling(block.in_left[i] * dry + left);
    block.out_right[i] = ceiling(block.in_right[i] * dry + right);
  }
}

void Granular::live_state(float* out) const {
  out[0] = db_of_gain(input_peak_ + 1e-6f);
  out[1] = db_of_gain(wet_peak_ + 1e-6f);
  out[2] = static_cast<float>(cloud_.sounding());
  out[3] = cloud_.place() * 1000.0f / memory_rate();
}

}  // namespace ens
