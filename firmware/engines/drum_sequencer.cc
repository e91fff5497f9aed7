// The drum machine's clock and its mix.
#include "engines/drum_sequencer.h"

#include "dsp/ceiling.h"

namespace ens {

void DrumSequencer::on_reset() {
  pattern_.reset();
  kick_ = {};  // phases and noise too: a reset engine repeats itself bit for bit
  snare_ = {};
  hat_ = {};
  clap_ = {};
  tom_ = {};
  perc_ = {};
  begin_bar();
  stop_voices();
}

void DrumSequencer::begin_bar() {
  eighth_ = 0;
  second_eighth_ = false;
  pull_ticks_ = 0;
  on_beat_due_ = off_beat_due_ = true;
}

// The song begins with the pattern; at later beats the clock runs faster or slower for one quarter
// note, so that the next ones come together.
void DrumSequencer::on_beat(bool is_first) {
  if (is_first) {
    pattern_.reset();
    begin_bar();
    return;
  }
  const float eighths = static_cast<float>(eighth_) * (1.0f / (65536.0f * 65536.0f));
  const float place = 0.5f * (second_eighth_ ? 1.0f + eighths : eighths);
  ahead_ = place < 0.5f ? place : place - 1.0f;
  const float ticks = 60.0f * sample_rate() / (slot(kTempo) * static_cast<float>(kTickFrames));
  pull_ticks_ = static_cast<std::uint32_t>(to_int(ticks, 1, 1 << 16));
}

// The clock runs on through a change of kit.
bool DrumSequencer::on_voice_space() {
  stop_voices();
  return false;
}

void DrumSequencer::stop_voices() {
  kick_.stop();
  snare_.stop();
  hat_.stop();
  clap_.stop();
  tom_.stop();
  perc_.stop();
  rate_left_.reset();
  rate_right_.reset();
  saturator_left_.reset(traits().bias);
  saturator_right_.reset(traits().bias);
  servo_left_.reset();
  servo_right_.reset();
  for (float& level : heard_) level = 0.0f;
  jump_ = true;
}

void DrumSequencer::play_step() {
  const StepHits hits = pattern_.advance(traits().groove, settings_);
  const auto strike = [&](DrumIndex drum, Bus bus, auto&& voice) {
    if (hits.force[drum] == 0) return;
    heard_[bus] = velocity(hits.force[drum]);
    voice(heard_[bus]);
  };
  strike(kKick, kKickBus, [&](float v) { kick_.strike(v); });
  strike(kSnare, kSnareBus, [&](float v) { snare_.strike(v); });
  strike(kHat, kHatBus, [&](float v) { hat_.strike(v, hits.open); });
  strike(kClap, kPercBus, [&](float v) { clap_.strike(v); });
  strike(kTom, kPercBus, [&](float v) { tom_.strike(v); });
  strike(kPerc, kPercBus, [&](float v) { perc_.strike(v); });
}

void DrumSequencer::render(const StereoBlock& block) {
  float left[kTickFrames], right[kTickFrames];
  for (std::size_t i = 0; i < block.frames; ++i) {
    if (on_beat_due_) {
      on_beat_due_ = false;
      play_step();
    }
    if (off_beat_due_ && eighth_ >= swing_) {
      off_beat_due_ = false;
      play_step();
    }
    const std::uint32_t before = eighth_;
    eighth_ += pulled_step_;
    if (eighth_ < before) {
      second_eighth_ = !second_eighth_;
      on_beat_due_ = off_beat_due_ = true;
    }
    mix(&left[i], &right[i]);
  }
  glue(block, left, right);
}

// Kick, snare and clap in the middle; hats a little right, tom and percussion to the sides.
void DrumSequencer::mix(float* left, float* right) {
  const float perc_level = levels_[kPercBus].next();
  const float kick = kick_.step() * levels_[kKickBus].next();
  const float snare = snare_.step() * levels_[kSnareBus].next();
  const float hat = hat_.step() * levels_[kHatBus].next();
  const float clap = clap_.step() * perc_level;
  const float tom = tom_.step() * perc_level;
  const float perc = perc_.step() * perc_level;
  const float middle = kick + snare + 0.8f * clap;
  *left = middle + 0.75f * hat + 0.9f * tom + 0.45f * perc;
  *right = middle + hat + 0.6f * tom + 0.8f * perc;
}

// Saturation and a soft ceiling at twice the rate, with a DC servo around them.
void DrumSequencer::glue(const StereoBlock& block, float* left, float* right) {
  float high_left[2 * kTickFrames], high_right[2 * kTickFrames];
  const int frames = static_cast<int>(block.frames);
  const float bias = traits().bias;
  rate_left_.up(left, high_left, frames);
  rate_right_.up(right, high_right, frames);
  // In registers.
  Saturator of_left = saturator_left_, of_right = saturator_right_;
  DcServo servo_left = servo_left_, servo_right = servo_right_;
  for (int i = 0; i < frames; ++i) {
    const Drive drive(drive_.next(), bias);
    const float gain = output_.next();
    for (int k = 2 * i; k < 2 * i + 2; ++k) {
      high_left[k] =
          servo_left.track(ceiling(of_left.step(high_left[k], drive) * gain - servo_left.bias()));
      high_right[k] = servo_right.track(
          ceiling(of_right.step(high_right[k], drive) * gain - servo_right.bias()));
    }
  }
  saturator_left_ = of_left;
  saturator_right_ = of_right;
  servo_left_ = servo_left;
  servo_right_ = servo_right;
  rate_left_.down(high_left, block.out_left, frames);
  rate_right_.down(high_right, block.out_right, frames);
}

void DrumSequencer::live_state(float* out) const {
  out[0] = static_cast<float>(pattern_.step());
  for (int bus = 0; bus < 4; ++bus) out[1 + bus] = heard_[bus];
}

}  // namespace ens
