// A stereo echo whose repeats walk from side to side and lose their treble.
//
// Each line is fed by its own channel and by what the other line gives back. Its length moves as on
// tape: a jump bends the pitch of the repeats for a moment instead of clicking.
#pragma once

#include "dsp/ceiling.h"
#include "dsp/delay.h"
#include "dsp/glide.h"
#include "dsp/one_pole.h"

namespace ens {

class CrossedEcho {
 public:
  struct Settings {
    float samples;   // from one repeat to the next, held within 1…16382
    float feedback;  // 0…1: what a repeat leaves to the next
    float mix;       // 0…1
  };

  void prepare(float sample_rate) { damp_share_ = one_pole_coefficient(kDampHz, sample_rate); }

  // Silence at these settings. `is_clear`: nothing was heard since the last reset, so that the
  // lines are empty.
  void reset(const Settings& settings, bool is_clear = false) {
    samples_.reset(held(settings.samples));
    feedback_.reset(settings.feedback);
    mix_.reset(settings.mix);
    if (!is_clear) {
      left_.reset();
      right_.reset();
    }
    damp_left_.reset();
    damp_right_.reset();
  }

  // Ramps over `frames` samples: feedback and mix the whole way, the length a part of it.
  void aim(const Settings& settings, int frames) {
    mix_.aim(settings.mix, frames);
    feedback_.aim(settings.feedback, frames);
    wanted_ = held(settings.samples);
    const float max_way = kMaxSlope * static_cast<float>(frames);
    const float way = clamp((wanted_ - samples_.target) * 0.05f, -max_way, max_way);
    samples_.aim(samples_.target + way, frames);
  }

  // Where aim() leads in the end.
  Settings target() const { return {wanted_, feedback_.target, mix_.target}; }

  void process(float* left, float* right, int frames) {
    Glide length = samples_, back = feedback_, wet = mix_;  // in registers
    OnePole damp_left = damp_left_, damp_right = damp_right_;
    const float share = damp_share_;
    for (int i = 0; i < frames; ++i) {
      const float samples = length.next();
      const float feedback = back.next();
      const float mix = wet.next();
      const float heard_left = damp_left.low(left_.between(samples), share);
      const float heard_right = damp_right.low(right_.between(samples), share);
      const float dry_left = left[i];
      const float dry_right = right[i];
      // The ceiling bounds what feeds back.
      left_.write(flush(ceiling(dry_left + heard_right * feedback)));
      right_.write(flush(ceiling(dry_right * 0.4f + heard_left * feedback)));
      left[i] = ceiling(dry_left + (heard_left - 0.3f * dry_left) * mix);
      right[i] = ceiling(dry_right + (heard_right - 0.3f * dry_right) * mix);
    }
    samples_ = length;
    feedback_ = back;
    mix_ = wet;
    damp_left_ = damp_left;
    damp_right_ = damp_right;
  }

 private:
  using Line = Delay<16384>;
  static constexpr float kDampHz = 4500.0f;
  static constexpr float kMaxSlope = 0.5f;  // samples per sample the length may change

  static float held(float samples) { return clamp(samples, 1.0f, Line::kMaxDelay); }

  Line left_, right_;
  OnePole damp_left_, damp_right_;
  float damp_share_ = 0.5f;
  float wanted_ = 0.0f;  // samples
  Glide samples_, feedback_, mix_;
};

}  // namespace ens
