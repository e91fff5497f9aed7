// A string between two ends: waves that travel along it, lose their treble and come back, plucked
// or bowed anywhere.
//
// J. O. Smith, "Physical Modeling Using Digital Waveguides", CMJ 16(4), 1992: both directions of
// travel in one loop, tuned by what its filters delay the pitch; stiffness is a chain of all-passes
// after D. Jaffe, J. O. Smith, "Extensions of the Karplus-Strong Plucked-String Algorithm", CMJ
// 7(2), 1983. The bow pulls once in each
// period, as in Helmholtz motion, with a pulse between samples (a cubic B-spline, whose images are
// 80 dB down): friction in the loop would fold at high notes, and stick or flatten where it is
// strong.
#pragma once

#include <cstddef>
#include <new>

#include "dsp/glide.h"
#include "dsp/level.h"
#include "dsp/noise.h"
#include "dsp/one_pole.h"
#include "dsp/sine.h"

namespace ens {

// atan of x ≥ 0 in radians, error below 2e-5 (Abramowitz and Stegun 4.4.47).
constexpr float arctan(float x) {
  const float in = x > 1.0f ? 1.0f / x : x;
  const float z = in * in;
  const float low =
      in * (0.9998660f + z * (-0.3302995f + z * (0.1801410f + z * (-0.0851330f + z * 0.0208351f))));
  return x > 1.0f ? 1.57079633f - low : low;
}

class Waveguide {
 public:
  static constexpr std::size_t kLength = 2048;  // lowest note 23.5 Hz at 48 kHz
  static constexpr float kTrebleHz = 4000.0f;
  static constexpr float kMinPeriod = 9.0f;  // samples

  struct Settings {
    float hz;
    float decay_s;    // to fall 60 dB
    float treble_s;   // the same for what the loop filter takes at kTrebleHz, on top
    float stiffness;  // 0…0.5: share of the period that disperses
    float place;      // 0.02…0.5 of the string: where it is plucked and bowed
    float strength;   // 0…1 of a pluck
    float cutoff_hz;  // of what a pluck is made of
    float noise;      // 0 a pulse … 1 noise
    float bow_speed;  // 0…1; 0 lifts the bow
    float bow_hz;     // cutoff of the bow's pulses
    float rosin;      // 0…1: noise of the bow
  };

  // Equal seeds, equal noise. `is_clear`: never started since the last reset.
  void reset(std::uint32_t seed, bool is_clear = false) {
    if (!is_clear)
      new (this) Waveguide;  // in place: a temporary would take 8 KB of the audio stack
    noise_.reseed(seed);
  }

  // Plucks it at the next tick.
  void pluck() {
    is_struck_ = true;
    silent_for_ = 0;
    sounding_ = true;
  }

  // Once a tick, over `frames` samples. False once it has died away.
  bool aim(const Settings& to, float sample_rate, int frames) {
    const float most = static_cast<float>(kLength - 4);
    const float period = clamp(sample_rate / to.hz, kMinPeriod, most);
    const float turn = 1.0f / period;
    const auto phase = static_cast<std::uint32_t>(turn * 4294967296.0f);
    const float room = (period - 5.0f) * (1.0f / kSections);
    const float each = clamp(1.0f + to.stiffness * period * (1.0f / kSections), 1.0f, room);
    const float allpass = (1.0f - each) / (1.0f + each);
    const float damping = damping_for(to.treble_s, period, sample_rate);
    // The bow holds the string, which so answers it at once.
    const bool is_held = to.bow_speed > 0.0f && kBowedS < to.decay_s;
    const float lost = passed(damping, phase);
    free_ = clamp(keep_for(to.decay_s, period, sample_rate) / lost, 0.0f, kMostKept);
    const float keep = is_held ? keep_for(kBowedS, period, sample_rate) / lost : free_;
    const float read = period - delay_of(allpass, phase, turn) - delay_by(damping, phase, turn);
    const float place = clamp(to.place * period, 1.0f, read - 2.0f);
    if (!was_aimed_) {
      read_.reset(read);
      place_.reset(place);
      allpass_.reset(allpass);
      damping_.reset(damping);
      keep_.reset(keep < kMostKept ? keep : kMostKept);
    }
    was_aimed_ = true;
    period_ = period;
    read_.aim(read, frames);
    place_.aim(place, frames);
    allpass_.aim(allpass, frames);
    damping_.aim(damping, frames);
    keep_.aim(keep < kMostKept ? keep : kMostKept, frames);
    strength_ = to.strength;
    softness_ = one_pole_coefficient(to.cutoff_hz, sample_rate);
    noisiness_ = to.noise;
    aim_bow(to, sample_rate, frames);
    strike();
    silent_for_ = peak_ < kSilence && !is_bowed_ && burst_left_ == 0
                      ? silent_for_ + static_cast<std::uint32_t>(frames)
                      : 0;
    peak_ = 0.0f;
    if (silent_for_ > 2 * kLength) sounding_ = false;
    return sounding_;
  }
  bool sounding() const { return sounding_; }

  // The largest sample of this tick.
  float peak() const { return peak_; }

  // What the last tick set, for reading settings back; the questions tell whether a limit holds it.
  [[gnu::cold]] float hz(float sample_rate) const {
    const float turn = 1.0f / period_;
    const auto phase = static_cast<std::uint32_t>(turn * 4294967296.0f);
    return sample_rate / (read_.target + delay_of(allpass_.target, phase, turn) +
                          delay_by(damping_.target, phase, turn));
  }
  // Once no bow holds it.
  [[gnu::cold]] float decay_s(float sample_rate) const {
    const auto phase = static_cast<std::uint32_t>(4294967296.0f / period_);
    return -9.96578f * period_ / (log2(free_ * passed(damping_.target, phase)) * sample_rate);
  }
  bool decays_as_asked() const { return free_ < kMostKept; }
  [[gnu::cold]] float treble_s(float sample_rate) const {
    const float kept = passed(damping_.target, treble_phase(sample_rate));
    return -9.96578f * period_ / (log2(kept) * sample_rate);
  }
  float stiffness() const {
    const float each = (1.0f - allpass_.target) / (1.0f + allpass_.target);
    return (each - 1.0f) * kSections / period_;
  }
  bool stiffens_as_asked() const {
    const float each = (1.0f - allpass_.target) / (1.0f + allpass_.target);
    return each < 0.999f * (period_ - 5.0f) * (1.0f / kSections);
  }
  float place() const { return place_.target / period_; }
  bool is_placed_as_asked() const {
    return place_.target > 1.001f && place_.target < read_.target - 2.01f;
  }
  float cutoff_hz(float sample_rate) const { return one_pole_cutoff(softness_, sample_rate); }
  float strength() const { return strength_; }
  float noise() const { return noisiness_; }
  float bow_speed() const { return bow_.target / (kBowGain * lost_); }
  float bow_hz(float sample_rate) const { return one_pole_cutoff(pull_share_, sample_rate); }

  // Adds what the bridge hears, at a gain for each side.
  void render(float gain_left, float gain_right, float* left, float* right, std::size_t frames) {
    Loop now = loop_;  // in registers
    Glide read = read_, place = place_, allpass = allpass_, damping = damping_, keep = keep_;
    float peak = peak_;
    const bool is_driven = is_bowed_ || burst_left_ > 0;
    for (std::size_t i = 0; i < frames; ++i) {
      const float at = read.next();
      const float where = place.next();
      const float heard = keep.next() * now.pass(between(at), damping.next(), allpass.next());
      float in = 0.0f;
      if (is_driven) in = driven(where);
      line_[write_++ & kMask] = flush(heard + in);
      const float size = magnitude(heard);
      if (size > peak) peak = size;
      left[i] += heard * gain_left;
      right[i] += heard * gain_right;
    }
    loop_ = now;
    read_ = read, place_ = place, allpass_ = allpass, damping_ = damping, keep_ = keep;
    peak_ = peak;
  }

 private:
  static constexpr std::uint32_t kMask = kLength - 1;
  static constexpr int kSections = 4;
  static constexpr float kMostKept = 0.99999f;
  static constexpr float kSilence = 1e-5f;  // −100 dB
  static constexpr float kBowedS = 0.3f;    // to fall 60 dB under the bow
  static constexpr float kBowGain = 1.5f;
  static constexpr float kPluckGain = 1.7f;

  // The filters in the loop.
  struct Loop {
    float low = 0.0f;
    float x[kSections] = {};
    float y[kSections] = {};

    // A one-pole low-pass, then the all-passes.
    float pass(float heard, float damping, float allpass) {
      low = heard + damping * (low - heard);
      float now = low;
      for (int i = 0; i < kSections; ++i) {
        const float out = allpass * (now - y[i]) + x[i];
        x[i] = now;
        y[i] = out;
        now = out;
      }
      return now;
    }
  };

  static constexpr std::uint32_t treble_phase(float sample_rate) {
    return phase_step(kTrebleHz < 0.4f * sample_rate ? kTrebleHz : 0.4f * sample_rate, sample_rate);
  }
  // What one turn leaves of what falls 60 dB in `seconds`.
  static constexpr float keep_for(float seconds, float period, float sample_rate) {
    return exp2(-9.96578f * period / (seconds * sample_rate));
  }
  // 1 − cos of a phase, exact for small ones.
  static constexpr float versed(std::uint32_t phase) {
    const float half = sine(phase >> 1);
    return 2.0f * half * half;
  }
  // Coefficient of the low-pass that leaves as much of the treble in one turn.
  static constexpr float damping_for(float seconds, float period, float sample_rate) {
    const float kept = keep_for(0.5f * seconds, period, sample_rate);  // of its power
    const float ratio = 1.0f + kept * versed(treble_phase(sample_rate)) / (1.0f - kept);
    return 1.0f / (ratio + sqrt(ratio * ratio - 1.0f));
  }
  // What the low-pass leaves of this frequency in one turn.
  static constexpr float passed(float damping, std::uint32_t phase) {
    const float open = 1.0f - damping;
    return open / sqrt(open * open + 2.0f * damping * versed(phase));
  }
  // Its phase delay in samples there; `turn` is the phase as a share of a turn.
  static constexpr float delay_by(float damping, std::uint32_t phase, float turn) {
    const float bend = arctan(damping * sine(phase) / (1.0f - damping + damping * versed(phase)));
    return bend * (0.5f / 3.14159265f) / turn;
  }
  // The same of all sections of the all-pass.
  static constexpr float delay_of(float allpass, std::uint32_t phase, float turn) {
    const float bend = arctan(-allpass * sine(phase) / (1.0f + allpass * cosine(phase)));
    return kSections * (1.0f + bend * (1.0f / 3.14159265f) / turn);
  }

  void aim_bow(const Settings& to, float sample_rate, int frames) {
    const bool is_bowed = to.bow_speed > 0.0f;
    pull_share_ = one_pole_coefficient(to.bow_hz, sample_rate);
    pull_step_ = static_cast<std::uint32_t>(4294967296.0f / period_);
    // As loud for any number of partials.
    const float partials = to.bow_hz * period_ / sample_rate;
    pull_ = period_ * sqrt(0.5f / (1.0f + partials));
    // What a turn loses is what the bow puts in.
    lost_ = 1.0f - keep_for(kBowedS, period_, sample_rate);
    bow_.aim(kBowGain * to.bow_speed * lost_, frames);
    rosin_ = to.rosin;
    is_bowed_ = is_bowed || bow_.value > 0.0f;
    if (is_bowed) sounding_ = true;
  }

  // Begins the burst of a pluck: one pulse and noise for one period, as loud in any octave.
  void strike() {
    if (!is_struck_) return;
    is_struck_ = false;
    burst_left_ = static_cast<std::uint32_t>(period_) + 200;
    noise_left_ = static_cast<std::uint32_t>(period_);
    pulse_ = strength_ * (1.0f - noisiness_) * sqrt(period_) * kPluckGain;
  }

  float between(float samples) const {
    const auto whole = static_cast<std::uint32_t>(samples);
    const float d = samples - static_cast<float>(whole);
    const std::uint32_t here = write_ - whole;
    // Lagrange through the samples whole − 1 … whole + 2 ago, in Farrow's form.
    const float a = line_[(here + 1) & kMask], b = line_[here & kMask];
    const float c = line_[(here - 1) & kMask], e = line_[(here - 2) & kMask];
    const float half = 0.5f * (a + c);
    const float c3 = (1.0f / 6.0f) * (e - a) + 0.5f * (b - c);
    const float c1 = c - (1.0f / 3.0f) * a - 0.5f * b - (1.0f / 6.0f) * e;
    return ((c3 * d + (half - b)) * d + c1) * d + b;
  }

  // One sample of the bow's pulses.
  float pulled() {
    const std::uint32_t before = pull_phase_;
    pull_phase_ += pull_step_;
    if (pull_phase_ < before) {
      // How far into this sample the period ended, as a share.
      const float t = static_cast<float>(pull_phase_) / static_cast<float>(pull_step_);
      const float u = 1.0f - t;
      const float sixth = pull_ * (1.0f / 6.0f);
      pulse_ahead_[0] += t * t * t * sixth;
      pulse_ahead_[1] += (1.0f + 3.0f * t * (1.0f + t * u)) * sixth;
      pulse_ahead_[2] += (1.0f + 3.0f * u * (1.0f + u * t)) * sixth;
      pulse_ahead_[3] = u * u * u * sixth;
    }
    const float raw = pulse_ahead_[0];
    pulse_ahead_[0] = pulse_ahead_[1];
    pulse_ahead_[1] = pulse_ahead_[2];
    pulse_ahead_[2] = pulse_ahead_[3];
    pulse_ahead_[3] = 0.0f;
    pull_soft_ += (raw - pull_soft_) * pull_share_;
    pull_softer_ += (pull_soft_ - pull_softer_) * pull_share_;
    return pull_softer_;
  }

  // What the pluck and the bow add to a wave that arrives at their place; the wave that left it
  // towards the other end takes the same.
  float driven(float where) {
    const auto whole = static_cast<std::uint32_t>(where);
    const float part = where - static_cast<float>(whole);
    float& near = line_[(write_ - whole) & kMask];
    float& far = line_[(write_ - whole - 1) & kMask];
    float in = 0.0f;
    if (burst_left_ > 0) {
      --burst_left_;
      float raw = pulse_;
      pulse_ = 0.0f;
      if (noise_left_ > 0) {
        --noise_left_;
        raw += noise_.white() * noisiness_ * strength_ * kPluckGain;
      }
      soft_ += (raw - soft_) * softness_;
      softer_ += (soft_ - softer_) * softness_;
      in = softer_;
    }
    if (is_bowed_) in += bow_.next() * (pulled() + rosin_ * noise_.white());
    near = flush(near - in * (1.0f - part));
    far = flush(far - in * part);
    return in;
  }

  float line_[kLength] = {};
  Noise noise_;
  std::uint32_t write_ = 0;
  Loop loop_;
  Glide read_, place_, allpass_, damping_, keep_;
  Glide bow_;
  float rosin_ = 0.0f;
  float free_ = 0.0f;  // what a turn would keep without the bow
  float lost_ = 1.0f;  // by a turn under the bow
  std::uint32_t pull_phase_ = 0;
  std::uint32_t pull_step_ = 0;
  float pull_ = 0.0f;  // of a pulse
  float pull_share_ = 0.5f;
  float pull_soft_ = 0.0f;
  float pull_softer_ = 0.0f;
  float pulse_ahead_[4] = {};
  float period_ = 100.0f;
  float peak_ = 0.0f;
  std::uint32_t silent_for_ = 0;
  std::uint32_t burst_left_ = 0;
  std::uint32_t noise_left_ = 0;
  float pulse_ = 0.0f;
  float soft_ = 0.0f;
  float softer_ = 0.0f;
  float strength_ = 0.0f;
  float softness_ = 0.5f;
  float noisiness_ = 0.0f;
  bool is_struck_ = false;
  bool is_bowed_ = false;
  bool sounding_ = false;
  bool was_aimed_ = false;
};

}  // namespace ens
