// Frames, slices and the choice of a period.
#include "dsp/voice_pitch.h"

namespace ens {
namespace {

// A peak this near the highest is the period; later ones are multiples of it.
constexpr float kNearHighest = 0.9f;
// With a lower one nothing repeats.
constexpr float kLeastAlike = 0.6f;
// Mean square of silence, −70 dB.
constexpr float kSilence = 1e-7f;

}  // namespace

void VoicePitch::prepare(float sample_rate_hz) {
  rate_ = sample_rate_hz / kFactor;
  smoothing_ = one_pole_coefficient(900.0f, sample_rate_hz);
  shortest_ = to_int(rate_ / kHighestHz, 4, kMostLag / 2);
  longest_ = to_int(rate_ / kLowestHz + 1.0f, shortest_ + 4, kMostLag - 2);
  reset();
}

void VoicePitch::reset() {
  first_.reset();
  second_.reset();
  for (float& x : ring_) x = 0.0f;
  for (float& x : frame_) x = 0.0f;
  for (float& x : alike_) x = 0.0f;
  slice_ = at_ = 0;
  power_ = hz_ = 0.0f;
  is_voiced_ = false;
}

void VoicePitch::hear(const float* in, int frames) {
  for (int n = 0; n < frames; n += kFactor) {
    float low = 0.0f;
    for (int k = 0; k < kFactor; ++k)
      low = second_.low(first_.low(in[n + k], smoothing_), smoothing_);
    ring_[at_] = low;
    at_ = at_ + 1 == kFrame ? 0 : at_ + 1;
  }
  if (slice_ == 0) take_frame();
  const int lags = longest_ + 2 - shortest_ + 1;
  const int each = (lags + kSlices - 1) / kSlices;
  for (int i = 0; i < each; ++i) {
    const int lag = shortest_ - 1 + slice_ * each + i;
    if (lag <= longest_ + 1) compare(lag);
  }
  if (++slice_ < kSlices) return;
  slice_ = 0;
  choose();
}

void VoicePitch::take_frame() {
  power_ = 0.0f;
  for (int i = 0; i < kFrame; ++i) {
    const int from = at_ + i;
    frame_[i] = ring_[from < kFrame ? from : from - kFrame];
    if (i < kWindow) power_ += frame_[i] * frame_[i];
  }
}

void VoicePitch::compare(int lag) {
  float product = 0.0f, power = 0.0f;
  for (int i = 0; i < kWindow; ++i) {
    const float later = frame_[i + lag];
    product += frame_[i] * later;
    power += later * later;
  }
  alike_[lag] = 2.0f * product / (power + power_ + 1e-12f);
}

void VoicePitch::choose() {
  is_voiced_ = false;
  const auto is_peak = [this](int lag) {
    return alike_[lag] >= alike_[lag - 1] && alike_[lag] > alike_[lag + 1];
  };
  float highest = 0.0f;
  for (int lag = shortest_; lag <= longest_; ++lag) {
    if (is_peak(lag) && alike_[lag] > highest) highest = alike_[lag];
  }
  if (power_ < kSilence * kWindow || highest < kLeastAlike) return;
  for (int lag = shortest_; lag <= longest_; ++lag) {
    if (!is_peak(lag) || alike_[lag] < kNearHighest * highest) continue;
    const float before = alike_[lag - 1], here = alike_[lag], after = alike_[lag + 1];
    const float bend = 2.0f * here - before - after;
    const float off = bend > 1e-6f ? 0.5f * (after - before) / bend : 0.0f;
    hz_ = rate_ / (static_cast<float>(lag) + off);
    is_voiced_ = true;
    return;
  }
}

}  // namespace ens
