// The signal path of the echoes.
#include "engines/echo_bank.h"

#include "dsp/ceiling.h"

namespace ens {

void EchoBank::on_reset() {
  if (!is_clear()) line_.clear();
  for (EchoBand& band : bands_) band.reset();
  last_right_.reset();
  for (int side = 0; side < 2; ++side) {
    damped_[side].reset();
    low_[side].reset();
    tape_[side].reset();
  }
  wow_phase_ = flutter_phase_ = sweep_phase_ = 0;
  input_peak_ = wet_peak_ = 0.0f;
  jump_ = true;
}

void EchoBank::read_taps(const Back& back, float* left, float* right, int frames) {
  for (int i = 0; i < kEchoTaps - 1; ++i) {
    float heard[EchoLine::kBlock] = {};
    const bool is_left = kEchoSide[i] == 0;
    taps_[i].read(line_, kEchoSide[i], own_, heard, frames);
    bands_[i].process(heard, own_, is_left ? left : right, is_left ? right : left, frames);
  }
  bands_[kEchoTaps - 1].process(back[0], own_, left, right, frames);
  last_right_.process(back[1], own_, right, left, frames);
}

// Crossed sides bounce: the more they do, the more of what comes in goes to the left, and each pass
// to the other side.
void EchoBank::feed_back(const Back& back, const float* in_left, const float* in_right,
                         int frames) {
  float held[2][EchoLine::kBlock] = {};
  if (fresh_.value != 1.0f || fresh_.step != 0.0f) plain_.read(line_, held[0], held[1], frames);
  for (int n = 0; n < frames; ++n) {
    const float fresh = fresh_.next();
    const float cross = cross_.next();
    const float feedback = feedback_.next();
    const float drive = drive_.next();
    const float bias = cross * cross;
    const float middle = 0.6f * (in_left[n] + in_right[n]);
    const float entering[2] = {in_left[n] + bias * (middle - in_left[n]),
                               in_right[n] * (1.0f - 0.9f * bias)};
    const float turned[2] = {back[0][n] + cross * (back[1][n] - back[0][n]),
                             back[1][n] + cross * (back[0][n] - back[1][n])};
    for (int side = 0; side < 2; ++side) {
      const float dulled = damped_[side].low(turned[side], damping_share_);
      const float kept = low_[side].high(dulled, low_share_);
      const float echo = tape_[side].step(drive * entering[side] + feedback * kept);
      held[side][n] = fresh * echo + (1.0f - fresh) * held[side][n];
    }
  }
  line_.write(held[0], held[1], frames);
}

void EchoBank::render(const StereoBlock& block) {
  float wet_left[kTickFrames] = {}, wet_right[kTickFrames] = {};
  const int frames = static_cast<int>(block.frames);
  for (int i = 0; i < frames; i += EchoLine::kBlock) {
    const int part = frames - i < EchoLine::kBlock ? frames - i : EchoLine::kBlock;
    Back back = {};
    loop_.read(line_, back[0], back[1], part);
    read_taps(back, wet_left + i, wet_right + i, part);
    for (int n = 0; n < part; ++n) own_.next();
    feed_back(back, block.in_left + i, block.in_right + i, part);
  }
  mix_down(block, wet_left, wet_right);
}

void EchoBank::mix_down(const StereoBlock& block, const float* wet_left, const float* wet_right) {
  for (std::size_t i = 0; i < block.frames; ++i) {
    const float output = output_.next();
    const float wet = wet_.next() * duck_.next() * undrive_.next() * output;
    const float dry = dry_.next() * output;
    const float left = wet_left[i] * wet;
    const float right = wet_right[i] * wet;
    const float in = magnitude(block.in_left[i] + block.in_right[i]);
    const float peak = magnitude(left) + magnitude(right);
    input_peak_ = in > input_peak_ ? in : input_peak_;
    wet_peak_ = peak > wet_peak_ ? peak : wet_peak_;
    block.out_left[i] = ceiling(block.in_left[i] * dry + left);
    block.out_right[i] = ceiling(block.in_right[i] * dry + right);
  }
}

void EchoBank::live_state(float* out) const {
  out[0] = db_of_gain(0.5f * input_peak_ + 1e-6f);
  out[1] = db_of_gain(wet_peak_ + 1e-6f);
  out[2] = loop_samples_ * 1000.0f / sample_rate();
}

}  // namespace ens
