// The channel strip's signal path and its control rate.
#include "engines/channel_strip.h"

#include "dsp/ceiling.h"
#include "dsp/one_pole.h"

namespace ens {
namespace {

constexpr int kFrames = static_cast<int>(kTickFrames);
float magnitude(float x) {
  return x < 0.0f ? -x : x;
}

void move(Glide& glide, float to, bool jump) {
  if (jump) glide.reset(to);
  glide.aim(to, kFrames);
}

void move(StereoSvf& band, const SvfCoefficients& to, bool jump) {
  if (jump) band.reset(to);
  band.aim(to, kFrames);
}

}  // namespace

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

void ChannelStrip::on_tick() {
  const DeskTraits& desk = traits();
  aim_equaliser(desk);
  aim_dynamics(desk);
  move(input_, gain_of_db(slot(kInput)), jump_);
  move(drive_, Drive::amount(slot(kDrive)), jump_);
  move(width_, slot(kWidth) * 0.01f, jump_);
  move(output_, gain_of_db(slot(kOutput)), jump_);
  iron_share_ = one_pole_coefficient(90.0f, 2.0f * sample_rate());
  iron_scale_ = 1.0f / (1.0f + desk.iron * iron_share_);
  servo_left_.set(2.0f * sample_rate());
  servo_right_.set(2.0f * sample_rate());
  peak_ *= 0.97f;
  jump_ = false;
}

SvfCoefficients ChannelStrip::bell(const DeskTraits& desk, std::size_t hz, std::size_t db,
                                   std::size_t q) const {
  const float narrowing = 1.0f + desk.proportional * magnitude(slot(db)) * (1.0f / 15.0f);
  return svf_bell(slot(hz) / sample_rate(), slot(q) * desk.bell_q * narrowing, slot(db));
}

void ChannelStrip::aim_equaliser(const DeskTraits& desk) {
  const float per_hz = 1.0f / sample_rate();
  const float high_pass = slot(kHighPassHz) * per_hz;
  move(first_order_,
       desk.steep_high_pass ? one_pole_coefficient(slot(kHighPassHz), sample_rate()) : 0.0f, jump_);
  move(bands_[kHighPass], svf_high_pass(high_pass, desk.high_pass_q), jump_);
  move(bands_[kLowPass], svf_low_pass(slot(kLowPassHz) * per_hz, 0.7071f), jump_);
  move(bands_[kLow], svf_low_shelf(slot(kLowHz) * per_hz, desk.shelf_q, slot(kLowDb)), jump_);
  move(bands_[kLowMid], bell(desk, kLowMidHz, kLowMidDb, kLowMidQ), jump_);
  move(bands_[kHighMid], bell(desk, kHighMidHz, kHighMidDb, kHighMidQ), jump_);
  move(bands_[kHigh], svf_high_shelf(slot(kHighHz) * per_hz, desk.shelf_q, slot(kHighDb)), jump_);
}

void ChannelStrip::aim_dynamics(const DeskTraits& desk) {
  compressor_.set({slot(kThreshold), slot(kRatio), desk.knee_db, slot(kAttack), slot(kRelease),
                   desk.memory, desk.mean_square},
                  sample_rate());
  const float mix = slot(kMix) * 0.01f;
  move(wet_, mix * gain_of_db(slot(kMakeup)), jump_);
  move(dry_, 1.0f - mix, jump_);
  key_share_ = one_pole_coefficient(slot(kKey), sample_rate());
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
