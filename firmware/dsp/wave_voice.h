// Two detuned readers of one cycle, left and right, and a sine an octave below: what a voice of a
// wavetable sounds. A new cycle fades in over the old one, in phase.
//
// Readers take the cubic through four samples (Hermite): a cycle has at least four samples for each
// period of its highest harmonic, so what that adds is below −85 dB of the fundamental.
#pragma once

#include "dsp/cycle.h"
#include "dsp/glide.h"

namespace ens {

class WaveVoice {
 public:
  // Both readers begin where every cycle is zero.
  void restart() {
    left_.phase = right_.phase = sub_phase_ = 0;
    left_.gain.reset(0.0f);
    right_.gain.reset(0.0f);
    sub_.reset(0.0f);
    way_ = 1.0f;
    way_step_ = 0.0f;
  }

  // Once a tick: frequencies in Hz of the readers and gains of what they read.
  struct Aim {
    float left_hz, right_hz, sub_hz;
    float left, right, sub;
  };
  void aim(const Aim& to, float sample_rate, int frames) {
    left_.step = phase_step(to.left_hz, sample_rate);
    right_.step = phase_step(to.right_hz, sample_rate);
    sub_step_ = phase_step(to.sub_hz, sample_rate);
    left_.gain.aim(to.left, frames);
    right_.gain.aim(to.right, frames);
    sub_.aim(to.sub, frames);
  }

  // As of the last aim(), for reading settings back.
  float left_hz(float sample_rate) const { return hz_of_step(left_.step, sample_rate); }
  float right_hz(float sample_rate) const { return hz_of_step(right_.step, sample_rate); }
  float left_gain() const { return left_.gain.target; }
  float right_gain() const { return right_.gain.target; }
  float sub_gain() const { return sub_.target; }

  // True once the newest cycle is all that sounds: then there may be another.
  bool is_settled() const { return way_ >= 1.0f; }
  // The cycle to write next, of CycleMaker::kStored samples; turn_to_it() then leads there.
  float* next_cycle() { return cycles_[newest_ ^ 1]; }
  void turn_to_it(int frames) {
    newest_ ^= 1;
    way_ = frames > 0 ? 0.0f : 1.0f;
    way_step_ = frames > 0 ? 1.0f / static_cast<float>(frames) : 0.0f;
  }

  // Adds to the outputs.
  void render(float* out_left, float* out_right, std::size_t frames) {
    const float* const to = cycles_[newest_];
    const float* const from = cycles_[newest_ ^ 1];
    Reader left = left_, right = right_;
    Glide sub = sub_;
    std::uint32_t sub_phase = sub_phase_;
    float way = way_;
    for (std::size_t i = 0; i < frames; ++i) {
      float left_sample, right_sample;
      if (way < 1.0f) {
        way += way_step_;
        left_sample = left.between(from, to, way);
        right_sample = right.between(from, to, way);
      } else {
        left_sample = left.at(to);
        right_sample = right.at(to);
      }
      const float below = sine(sub_phase += sub_step_) * sub.next();
      out_left[i] += left_sample * left.gain.next() + below;
      out_right[i] += right_sample * right.gain.next() + below;
    }
    left_ = left;
    right_ = right;
    sub_ = sub;
    sub_phase_ = sub_phase;
    way_ = way < 1.0f ? way : 1.0f;
  }

 private:
  struct Reader {
    std::uint32_t phase = 0;
    std::uint32_t step = 0;
    Glide gain;

    static constexpr int kFractionBits = 23;

    float at(const float* cycle) {
      phase += step;
      return cubic(cycle + (phase >> kFractionBits), fraction());
    }
    float between(const float* from, const float* to, float way) {
      phase += step;
      const std::size_t index = phase >> kFractionBits;
      const float one[4] = {mixed(from, to, way, index), mixed(from, to, way, index + 1),
                            mixed(from, to, way, index + 2), mixed(from, to, way, index + 3)};
      return cubic(one, fraction());
    }
    float fraction() const {
      constexpr std::uint32_t kMask = (1u << kFractionBits) - 1;
      return static_cast<float>(phase & kMask) * (1.0f / (1u << kFractionBits));
    }
    static float mixed(const float* from, const float* to, float way, std::size_t i) {
      return from[i] + (to[i] - from[i]) * way;
    }
    // Through x[1] at 0 and x[2] at 1.
    static float cubic(const float* x, float t) {
      const float slope = 0.5f * (x[2] - x[0]);
      const float gap = x[1] - x[2];
      const float sum = slope + gap;
      const float bend = sum + gap + 0.5f * (x[3] - x[1]);
      return ((bend * t - (sum + bend)) * t + slope) * t + x[1];
    }
  };

  Reader left_, right_;
  Glide sub_;
  std::uint32_t sub_phase_ = 0;
  std::uint32_t sub_step_ = 0;
  std::size_t newest_ = 0;
  float way_ = 1.0f;
  float way_step_ = 0.0f;
  float cycles_[2][CycleMaker::kStored] = {};
};

}  // namespace ens
