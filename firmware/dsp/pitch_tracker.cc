// The tracker's slices and its final choice.
#include "dsp/pitch_tracker.h"

namespace ens {
namespace {

// A dip this much above the deepest one still counts as the period: the first such is taken, so
// that a multiple of the period, which noise can make a little deeper, is not.
constexpr float kTolerance = 0.1f;
// More of the power than this does not repeat: no pitch.
constexpr float kNoiseShare = 0.45f;
// Frames weaker than this (mean square, −80 dB) have no pitch.
constexpr float kSilence = 1e-8f;
// A leap over this ratio (three semitones) must be seen twice.
constexpr float kLeap = 1.19f;

}  // namespace

void PitchTracker::prepare(float sample_rate_hz, int tick_frames) {
  decimator_.prepare(sample_rate_hz);
  rate_ = sample_rate_hz / static_cast<float>(decimator_.factor());
  shortest_ = to_int(rate_ / kMaxHz * 0.97f, 3, kMaxLag / 2);
  longest_ = to_int(rate_ / kMinHz * 1.03f, shortest_ + 8, kMaxLag - 8);
  window_ = to_int(rate_ * 0.034f, 64, kMaxWindow);
  const float ticks = sample_rate_hz * 0.0107f / static_cast<float>(tick_frames);
  slices_ = to_int(ticks + 0.5f, 1, 64);
  const int lags = longest_ + 8;
  per_slice_ = (lags / slices_ / kLanes + 1) * kLanes;
  reset();
}

void PitchTracker::reset() {
  decimator_.reset();
  for (float& sample : ring_) sample = 0.0f;
  for (float& sample : frame_) sample = 0.0f;
  at_ = slice_ = 0;
  energy_ = pending_hz_ = 0.0f;
  estimate_ = Estimate();
}

bool PitchTracker::tick() {
  if (slice_ == 0) take_frame();
  const int first = slice_ * per_slice_;
  for (int lag = first; lag < first + per_slice_ && lag < longest_ + 8; lag += kLanes)
    correlate(lag);
  if (++slice_ < slices_) return false;
  slice_ = 0;
  choose();
  return true;
}

// The newest window_ + longest_ + 8 samples, newest first: every lag then compares the newest
// window with an older one, and short periods are followed with little delay. Pitch is the same
// backwards.
void PitchTracker::take_frame() {
  const int length = window_ + longest_ + 8;
  int from = at_;
  for (int i = 0; i < length; ++i) {
    from = from == 0 ? kFrame - 1 : from - 1;
    frame_[i] = ring_[from];
  }
}

void PitchTracker::correlate(int first) {
  const float* x = frame_;
  const float* y = frame_ + first;
  float a = 0.0f, b = 0.0f, c = 0.0f, d = 0.0f;
  float y0 = y[0], y1 = y[1], y2 = y[2];
  for (int i = 0; i < window_; ++i) {
    const float y3 = y[i + 3];
    a += x[i] * y0;
    b += x[i] * y1;
    c += x[i] * y2;
    d += x[i] * y3;
    y0 = y1;
    y1 = y2;
    y2 = y3;
  }
  product_[first] = a;
  product_[first + 1] = b;
  product_[first + 2] = c;
  product_[first + 3] = d;
}

// From products to differences: the window's energy slides along with the lag.
void PitchTracker::choose() {
  energy_ = product_[0];
  float slid = energy_;
  float sum = 0.0f;
  const float floor = kSilence * static_cast<float>(window_);
  if (!(energy_ > floor)) {
    judge(1.0f, 0.0f);
    return;
  }
  dip_[0] = 1.0f;
  for (int lag = 1; lag <= longest_ + 4; ++lag) {
    const float gone = frame_[lag - 1];
    const float come = frame_[lag - 1 + window_];
    slid += come * come - gone * gone;
    const float total = energy_ + (slid > floor ? slid : floor);
    const float raw = total - 2.0f * product_[lag];
    const float difference = raw > 0.0f ? raw : 0.0f;
    sum += difference;
    dip_[lag] = sum > floor * 1e-6f ? difference * static_cast<float>(lag) / sum : 1.0f;
    product_[lag] = 1.0f - difference / total;
  }
  product_[0] = 1.0f;
  float similarity;
  const float lag = sharpen(first_dip(), &similarity);
  judge(lag, similarity);
}

int PitchTracker::first_dip() const {
  float deepest = dip_[shortest_];
  int at = shortest_;
  for (int lag = shortest_; lag <= longest_; ++lag) {
    if (dip_[lag] < deepest) {
      deepest = dip_[lag];
      at = lag;
    }
  }
  for (int lag = shortest_; lag <= at; ++lag) {
    const bool valley = dip_[lag] <= dip_[lag - 1] && dip_[lag] <= dip_[lag + 1];
    if (valley && dip_[lag] <= deepest + kTolerance) return lag;
  }
  return at;
}

// The top of the similarity near `lag` (samples), by trisection of its band-limited interpolation.
float PitchTracker::sharpen(int lag, float* height) const {
  while (lag > shortest_ && product_[lag - 1] > product_[lag]) --lag;
  while (lag < longest_ && product_[lag + 1] > product_[lag]) ++lag;
  float low = -1.0f, high = 1.0f;
  for (int i = 0; i < 14; ++i) {
    const float third = (high - low) * (1.0f / 3.0f);
    if (interpolate(lag, low + third) < interpolate(lag, high - third)) {
      low += third;
    } else {
      high -= third;
    }
  }
  // Near the top the function is flat to float precision: a parabola over half a sample either
  // side.
  const float middle = 0.5f * (low + high);
  const float left = interpolate(lag, middle - 0.5f);
  const float top = interpolate(lag, middle);
  const float right = interpolate(lag, middle + 0.5f);
  const float bend = left - 2.0f * top + right;
  const float shift = bend < -1e-7f ? clamp(0.25f * (left - right) / bend, -0.25f, 0.25f) : 0.0f;
  *height = clamp(top, 0.0f, 1.0f);
  return static_cast<float>(lag) + middle + shift;
}

// Lagrange's polynomial through the six lags around lag + offset, offset −1.5…1.5.
float PitchTracker::interpolate(int lag, float offset) const {
  constexpr int kPoints = 6;
  const int base = lag + (offset < 0.0f ? -3 : -2);
  const float x = offset + static_cast<float>(lag - base);  // 2…3.5 within 0…5
  constexpr float kScale[kPoints] = {-1.0f / 120.0f, 1.0f / 24.0f,  -1.0f / 12.0f,
                                     1.0f / 12.0f,   -1.0f / 24.0f, 1.0f / 120.0f};
  float sum = 0.0f;
  for (int i = 0; i < kPoints; ++i) {
    float weight = kScale[i];
    for (int k = 0; k < kPoints; ++k) {
      if (k != i) weight *= x - static_cast<float>(k);
    }
    const int at = base + i;
    // The similarity is even in the lag.
    sum += weight * product_[at < 0 ? -at : at];
  }
  return sum;
}

void PitchTracker::judge(float lag, float similarity) {
  estimate_.aperiodicity = 1.0f - similarity;
  const float hz = rate_ / lag;
  estimate_.periodic =
      estimate_.aperiodicity < kNoiseShare && hz > 0.97f * kMinHz && hz < 1.03f * kMaxHz;
  if (!estimate_.periodic) {
    pending_hz_ = 0.0f;
    return;
  }
  const auto near = [](float a, float b) { return a < b * kLeap && b < a * kLeap; };
  const bool leap = estimate_.hz > 0.0f && !near(hz, estimate_.hz);
  if (leap && !near(hz, pending_hz_)) {
    pending_hz_ = hz;
    estimate_.periodic = false;
    return;
  }
  pending_hz_ = 0.0f;
  estimate_.hz = hz;
}

}  // namespace ens
