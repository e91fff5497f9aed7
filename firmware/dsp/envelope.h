// Attack, decay, sustain, release: moved once a tick, a straight line within it.
#pragma once

#include "core/approx.h"

namespace ens {

// Times of an envelope in ms. Attack is the whole way up; decay and release are the time to fall 60
// dB.
struct EnvelopeShape {
  float attack_ms;
  float decay_ms;
  float sustain;  // 0…1
  float release_ms;
};

class Envelope {
 public:
  void reset() {
    stage_ = Stage::kIdle;
    level_ = 0.0f;
  }
  void start() { stage_ = Stage::kAttack; }
  void release() {
    if (stage_ != Stage::kIdle) stage_ = Stage::kRelease;
  }
  bool idle() const { return stage_ == Stage::kIdle; }
  bool held() const { return stage_ == Stage::kAttack || stage_ == Stage::kDecay; }
  float level() const { return level_; }

  // The shape it moved by last.
  const EnvelopeShape& shape() const { return shape_; }

  // Advances by tick_ms and returns the level reached.
  float tick(const EnvelopeShape& shape, float tick_ms) {
    shape_ = shape;
    return tick(tick_ms);
  }

 private:
  enum class Stage : unsigned char { kIdle, kAttack, kDecay, kRelease };
  static constexpr float kEnd = 1e-5f;  // −100 dB
  static constexpr float kNothing = 1e-30f;

  float tick(float tick_ms) {
    switch (stage_) {
      case Stage::kIdle:
        break;
      case Stage::kAttack:
        level_ += tick_ms / (shape_.attack_ms > tick_ms ? shape_.attack_ms : tick_ms);
        if (level_ >= 1.0f) {
          level_ = 1.0f;
          stage_ = Stage::kDecay;
        }
        break;
      case Stage::kDecay:
        level_ = shape_.sustain + (level_ - shape_.sustain) * fall(shape_.decay_ms, tick_ms);
        if (level_ < kNothing) level_ = 0.0f;  // before denormals
        break;
      case Stage::kRelease:
        level_ *= fall(shape_.release_ms, tick_ms);
        if (level_ < kEnd) reset();
        break;
    }
    return level_;
  }

  // What is left of a distance after tick_ms when it falls 60 dB in `ms`.
  static float fall(float ms, float tick_ms) { return exp2(-9.96578f * tick_ms / ms); }

  Stage stage_ = Stage::kIdle;
  float level_ = 0.0f;
  EnvelopeShape shape_ = {};
};

}  // namespace ens
