// A stereo saturator at four times the rate whose drive is set once a tick and ramped between.
#pragma once

#include "dsp/half_band.h"
#include "dsp/saturator.h"

namespace ens {

class DriveStage {
 public:
  // Silence, at rest under this drive.
  void reset(const Drive& at) {
    now_ = target_ = at;
    step_ = {};
    rate_left_.reset();
    rate_right_.reset();
    left_.reset(at);
    right_.reset(at);
  }

  // Ramps to `to` over `frames` samples. What follows from the amount of a drive costs roots: once
  // a tick, and straight lines between.
  void aim(const Drive& to, int frames) {
    const float part = 1.0f / static_cast<float>(frames);
    now_ = target_;
    target_ = to;
    step_ = {(to.d2 - now_.d2) * part, (to.half - now_.half) * part, (to.bias - now_.bias) * part,
             (to.rest - now_.rest) * part};
  }

  // Where aim() leads.
  const Drive& target() const { return target_; }

  // At most HalfBand::kMaxFrames frames.
  void process(float* left, float* right, int frames) {
    process(rate_left_, left_, left, frames);
    now_ = process(rate_right_, right_, right, frames);
  }

 private:
  // One channel at a time: what the saturator remembers then stays in registers. Gives the drive
  // at the end.
  Drive process(HalfBand& rate, Saturator4& kept, float* samples, int frames) const {
    float doubled[2 * HalfBand::kMaxFrames];
    rate.up(samples, doubled, frames);
    Saturator4 saturator = kept;
    Drive drive = now_;
    const Step step = step_;
    for (int i = 0; i < frames; ++i) {
      drive.d2 += step.d2;
      drive.half += step.half;
      drive.bias += step.bias;
      drive.rest += step.rest;
      doubled[2 * i] = saturator.step(doubled[2 * i], drive);
      doubled[2 * i + 1] = saturator.step(doubled[2 * i + 1], drive);
    }
    kept = saturator;
    rate.down(doubled, samples, frames);
    return drive;
  }

  // What a drive changes by, per sample. (Saturator4 does not use its gain.)
  struct Step {
    float d2, half, bias, rest;
  };

  Drive now_{0.0f, 0.0f}, target_{0.0f, 0.0f};
  Step step_ = {};
  HalfBand rate_left_, rate_right_;
  Saturator4 left_, right_;
};

}  // namespace ens
