// The pitch of a voice or an instrument and how periodic it is, at a bounded cost per tick.
//
// A. de Cheveigné, H. Kawahara, "YIN, a fundamental frequency estimator for speech and music", JASA
// 111(4), 2002 (cumulative mean normalised difference, first dip under a threshold) for the choice
// of period; P. McLeod, G. Wyvill, "A smarter way to find pitch", ICMC 2005 (normalised square
// difference, sharpened by interpolation) for its exact place and for aperiodicity: at the period,
// one minus that function is the share of the power that does not repeat.
//
// The signal is brought down to about 12 kHz. A frame is taken every 11 ms and its lags are worked
// through in equal slices, one a tick, so no tick costs more than another by more than the final
// choice (3,000 operations).
#pragma once

#include "dsp/decimator.h"

namespace ens {

class PitchTracker {
 public:
  static constexpr float kMinHz = 41.2f;    // E1
  static constexpr float kMaxHz = 2093.0f;  // C7

  struct Estimate {
    float hz = 0.0f;            // 0 until something periodic was heard, then the last such pitch
    float aperiodicity = 1.0f;  // 0…1, share of the power that does not repeat
    bool periodic = false;      // hz is of this frame
  };

  // Any rate from 8 to 192 kHz; tick_frames is how many samples pass between calls of tick().
  void prepare(float sample_rate_hz, int tick_frames);
  void reset();

  void step(float sample) {
    float low;
    if (!decimator_.step(sample, &low)) return;
    ring_[at_] = low;
    at_ = at_ + 1 == kFrame ? 0 : at_ + 1;
  }

  // One slice of work; true when it finished a frame and estimate() is new.
  bool tick();
  const Estimate& estimate() const { return estimate_; }

 private:
  static constexpr int kMaxLag = 448;
  static constexpr int kMaxWindow = 640;
  static constexpr int kFrame = kMaxWindow + kMaxLag + 8;
  static constexpr int kLanes = 4;  // lags summed side by side

  void take_frame();
  void correlate(int first);
  void choose();
  int first_dip() const;
  float sharpen(int lag, float* height) const;
  float interpolate(int lag, float offset) const;
  void judge(float lag, float similarity);

  Decimator decimator_;
  float rate_ = 12000.0f;
  int shortest_ = 5, longest_ = 290, window_ = 400;
  int slices_ = 8, per_slice_ = 40, slice_ = 0;
  int at_ = 0;
  float energy_ = 0.0f;  // of the frame's first window
  float ring_[kFrame] = {};
  float frame_[kFrame] = {};
  float product_[kMaxLag + kLanes] = {};  // sum of x[i] x[i + lag], then similarity
  float dip_[kMaxLag + kLanes] = {};      // YIN's d'
  float pending_hz_ = 0.0f;               // a leap that waits for a second frame to agree
  Estimate estimate_;
};

}  // namespace ens
