// The pitch of a speaking or singing voice, 70 to 500 Hz, for little work at each tick.
//
// P. McLeod, G. Wyvill, "A smarter way to find pitch", ICMC 2005: the normalised square difference
// of a window of 27 ms, its first high peak, sharpened by a parabola. The signal is brought down to
// about 6 kHz; a frame is taken every eight ticks and its lags are worked through in equal slices.
// (pitch_tracker.h is for all instruments, and takes ten times as much.)
#pragma once

#include "dsp/one_pole.h"

namespace ens {

class VoicePitch {
 public:
  static constexpr float kLowestHz = 70.0f;
  static constexpr float kHighestHz = 500.0f;

  // The rate of the signal given to hear().
  void prepare(float sample_rate_hz);
  void reset();

  // A tick of samples, a multiple of four.
  void hear(const float* in, int frames);

  // The last pitch heard, in Hz; 0 before the first.
  float hz() const { return hz_; }
  // Whether the newest frame has a pitch.
  bool is_voiced() const { return is_voiced_; }

 private:
  static constexpr int kFactor = 4;
  static constexpr int kSlices = 8;
  static constexpr int kWindow = 160;
  static constexpr int kMostLag = 96;
  static constexpr int kFrame = kWindow + kMostLag;

  void take_frame();
  void compare(int lag);
  void choose();

  float rate_ = 6000.0f;
  float smoothing_ = 0.2f;
  int shortest_ = 12, longest_ = 86;
  int slice_ = 0, at_ = 0;
  OnePole first_, second_;
  float ring_[kFrame] = {};
  float frame_[kFrame] = {};
  float alike_[kMostLag] = {};
  float power_ = 0.0f;
  float hz_ = 0.0f;
  bool is_voiced_ = false;
};

}  // namespace ens
