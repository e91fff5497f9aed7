// The channel strip's signal path.
#include "engines/channel_strip.h"

#include "dsp/ceiling.h"

namespace ens {

void ChannelStrip::on_reset() {
  const DeskTraits& desk = traits();
  jump_ = true;
  high_pass_ = key_ = iron_in_ = iron_out_ = StereoPole();
  servo_left_.reset();
  servo_right_.reset();
  compressor_.reset();
  rate_left_.reset();
  rate_right_.reset();
  const Drive drive(Drive::amount(slot(kDrive)), desk.bias);
  saturator_left_.reset(drive);
  saturator_right_.reset(drive);
  peak_ = 0.0f;
}

void ChannelStrip::render(const StereoBlock& block) {
  float left[kTickFrames], right[kTickFrames];
  const int frames = static_cast<int>(block.frames);
  for (int i = 0; i < frames; ++i) {
    const float gain = input_.next();
    left[i] = block.in_left[i] * gain;
    right[i] = block.in_right[i] * gain;
  }
  equalise(left, right, frames);
  compress(left, right, frames);
  finish_stage(left, right, frames);
  for (int i = 0; i < frames; ++i) {
    const float a = magnitude(left[i]);
    const float b = magnitude(right[i]);
    const float peak = a > b ? a : b;
    peak_ = peak > peak_ ? peak : peak_;
    block.out_left[i] = left[i];
    block.out_right[i] = right[i];
  }
}

void ChannelStrip::equalise(float* left, float* right, int frames) {
  for (int i = 0; i < frames; ++i) {
    high_pass_.step(first_order_.next(), left[i], right[i]);
    left[i] -= high_pass_.left;
    right[i] -= high_pass_.right;
  }
  for (StereoSvf& band : bands_) band.process(left, right, frames);
}

void ChannelStrip::compress(float* left, float* right, int frames) {
  for (int i = 0; i < frames; ++i) {
    key_.step(key_share_, left[i], right[i]);
    const float gain = compressor_.gain(left[i] - key_.left, right[i] - key_.right);
    const float total = dry_.next() + wet_.next() * gain;
    left[i] *= total;
    right[i] *= total;
  }
}

// Nonlinear stages, and what lies between them, run at twice the rate.
void ChannelStrip::finish_stage(float* left, float* right, int frames) {
  float high_left[2 * kTickFrames], high_right[2 * kTickFrames];
  const float bias = traits().bias;
  rate_left_.up(left, high_left, frames);
  rate_right_.up(right, high_right, frames);
  for (int i = 0; i < frames; ++i) {
    const Drive drive(drive_.next(), bias);
    const float width = width_.next();
    const float gain = output_.next();
    for (int k = 2 * i; k < 2 * i + 2; ++k) {
      saturate(high_left[k], high_right[k], drive);
      const float mid = 0.5f * (high_left[k] + high_right[k]);
      const float side = 0.5f * (high_left[k] - high_right[k]) * width;
      high_left[k] = servo_left_.track(ceiling((mid + side) * gain - servo_left_.bias()));
      high_right[k] = servo_right_.track(ceiling((mid - side) * gain - servo_right_.bias()));
    }
  }
  rate_left_.down(high_left, left, frames);
  rate_right_.down(high_right, right, frames);
}

// Low frequencies are raised before the saturator and lowered again after it, as a transformer's
// core saturates: flux goes with the integral of the voltage.
void ChannelStrip::saturate(float& left, float& right, const Drive& drive) {
  const float iron = traits().iron;
  iron_in_.step(iron_share_, left, right);
  const float l = saturator_left_.step(left + iron * iron_in_.left, drive);
  const float r = saturator_right_.step(right + iron * iron_in_.right, drive);
  // The inverse: x from y = x + iron·(s + share·(x − s)), s being the low-pass's state before.
  const float back = iron * (1.0f - iron_share_);
  left = (l - back * iron_out_.left) * iron_scale_;
  right = (r - back * iron_out_.right) * iron_scale_;
  iron_out_.step(iron_share_, left, right);
}

void ChannelStrip::live_state(float* out) const {
  out[0] = compressor_.reduction_db();
  out[1] = db_of_gain(peak_ > 1e-6f ? peak_ : 1e-6f);
}

}  // namespace ens
