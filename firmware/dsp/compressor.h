// A stereo-linked feed-forward compressor that works in decibels.
//
// D. Giannoulis, M. Massberg, J. Reiss, "Digital Dynamic Range Compressor Design: A Tutorial and
// Analysis", J. Audio Eng. Soc. 60(6), 2012: soft-knee gain computer (eq. 4) and the branching
// smoother placed after it in the log domain (eq. 17). Release memory after the T4 optical cell as
// described by D. Self ("Small Signal Audio Design"): part of a long reduction releases slowly.
#pragma once

#include "dsp/svf_eq.h"

namespace ens {

// 1 − e^(−1/(time · rate)): the coefficient of a one-pole that covers 63 % of a step in time_ms.
constexpr float smoothing_coefficient(float time_ms, float rate_hz) {
  return 1.0f - exp2(-1442.69504f / (time_ms * rate_hz));
}

// The inverse, for reading settings back.
constexpr float smoothing_time(float coefficient, float rate_hz) {
  return -1442.69504f / (log2(1.0f - coefficient) * rate_hz);
}

class Compressor {
 public:
  struct Settings {
    float threshold_db;
    float ratio;       // ≥ 1, input dB for one output dB over the threshold
    float knee_db;     // ≥ 0.1, width of the bend
    float attack_ms;   // 63 % of a step towards more reduction
    float release_ms;  // 63 % of a step back
    float memory;      // 0…0.9: share of a held reduction that releases five times slower
    bool mean_square;  // measures power over 5 ms instead of peaks
  };

  void reset() { *this = Compressor(); }

  // Once a tick.
  void set(const Settings& settings, float sample_rate_hz) {
    threshold_ = settings.threshold_db / kDbPerOctave;
    slope_ = 1.0f / settings.ratio - 1.0f;
    knee_ = settings.knee_db / kDbPerOctave;
    bend_ = slope_ / (2.0f * knee_);
    attack_ = smoothing_coefficient(settings.attack_ms, sample_rate_hz);
    release_ = smoothing_coefficient(settings.release_ms, sample_rate_hz);
    forget_ = smoothing_coefficient(5.0f * settings.release_ms, sample_rate_hz);
    learn_ = smoothing_coefficient(200.0f, sample_rate_hz);
    memory_share_ = settings.memory;
    mean_square_ = settings.mean_square;
    window_ = smoothing_coefficient(5.0f, sample_rate_hz);
  }

  // What it does now, for reading settings back.
  float threshold_db() const { return threshold_ * kDbPerOctave; }
  float ratio() const { return 1.0f / (slope_ + 1.0f); }
  float attack_ms(float sample_rate_hz) const { return smoothing_time(attack_, sample_rate_hz); }
  float release_ms(float sample_rate_hz) const { return smoothing_time(release_, sample_rate_hz); }

  // Gain (0…1) for the sample whose key signals are given.
  float gain(float key_left, float key_right) {
    const float wanted = reduction(level(key_left, key_right));
    const float held = memory_share_ * memory_;
    const float target = wanted < held ? wanted : held;
    now_ = flush(now_ + (target < now_ ? attack_ : release_) * (target - now_));
    const float lesson = now_ < memory_ ? learn_ * (now_ - memory_) : forget_ * (wanted - memory_);
    memory_ = flush(memory_ + lesson);
    return exp2(now_);
  }

  // Reduction in force in dB, ≥ 0.
  float reduction_db() const { return -kDbPerOctave * now_; }

 private:
  // In octaves of amplitude; −20 (−120 dB) and below is silence.
  float level(float left, float right) {
    constexpr float kFloor = 9.5367432e-7f;  // 2^-20
    if (mean_square_) {
      const float power = 0.5f * (left * left + right * right);
      power_ = flush(power_ + window_ * (power - power_));
      // A sine reads as its peak: +3 dB.
      const float doubled = 2.0f * power_;
      return 0.5f * log2(doubled > kFloor * kFloor ? doubled : kFloor * kFloor);
    }
    const float a = left < 0.0f ? -left : left;
    const float b = right < 0.0f ? -right : right;
    const float peak = a > b ? a : b;
    return log2(peak > kFloor ? peak : kFloor);
  }

  // The static curve: octaves of level in, octaves of gain (≤ 0) out.
  float reduction(float level) const {
    const float over = level - threshold_;
    if (2.0f * over <= -knee_) return 0.0f;
    if (2.0f * over >= knee_) return slope_ * over;
    const float in = over + 0.5f * knee_;
    return bend_ * (in * in);
  }

  float threshold_ = 0.0f, slope_ = 0.0f, knee_ = 1.0f, bend_ = 0.0f;
  float attack_ = 1.0f, release_ = 1.0f, forget_ = 1.0f, learn_ = 1.0f, window_ = 1.0f;
  float memory_share_ = 0.0f;
  bool mean_square_ = false;
  float now_ = 0.0f, memory_ = 0.0f, power_ = 0.0f;
};

}  // namespace ens
