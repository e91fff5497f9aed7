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
    stage_ = Stage::idle;
    level_ = 0.0f;
  }
  void start() { stage_ = Stage::attack; }
  void release() {
    if (stage_ != Stage::idle) stage_ = Stage::release;
  }
  bool idle() const { return stage_ == Stage::idle; }
  bool held() const { return stage_ == Stage::attack || stage_ == Stage::decay; }
  float level() const { return level_; }

  // Advances by tick_ms and returns the level reached.
  float tick(const EnvelopeShape& shape, float tick_ms) {
    switch (stage_) {
      case Stage::idle:
        break;
      case Stage::attack:
        level_ += tick_ms / (shape.attack_ms > tick_ms ? shape.attack_ms : tick_ms);
        if (level_ >= 1.0f) {
          level_ = 1.0f;
          stage_ = Stage::decay;
        }
        break;
      case Stage::decay:
        level_ = shape.sustain + (level_ - shape.sustain) * fall(shape.decay_ms, tick_ms);
        break;
      case Stage::release:
        level_ *= fall(shape.release_ms, tick_ms);
        if (level_ < kEnd) reset();
        break;
    }
    return level_;
  }

 private:
  enum class Stage : unsigned char { idle, attack, decay, release };
  static constexpr float kEnd = 1e-5f;  // −100 dB

  // What is left of a distance after tick_ms when it falls 60 dB in `ms`.
  static float fall(float ms, float tick_ms) { return exp2(-9.96578f * tick_ms / ms); }

  Stage stage_ = Stage::idle;
  float level_ = 0.0f;
};

}  // namespace ens
