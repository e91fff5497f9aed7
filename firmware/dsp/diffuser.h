// Four all-passes in a row: turns a click into a short burst of noise without colouring it.
//
// M. R. Schroeder, "Natural sounding artificial reverberation", J. Audio Eng. Soc. 10(3), 1962;
// lengths in the proportions of J. Dattorro, "Effect design, part 1: reverberator and other
// filters", JAES 45(9), 1997.
#pragma once

#include "dsp/level.h"

namespace ens {

class Diffuser {
 public:
  static constexpr int kStages = 4;
  static constexpr int kPool = 1536;  // samples of all stages together

  // Lengths in samples, each ≥ 1, together at most kPool.
  void lay_out(const int* lengths) {
    int start = 0;
    for (int i = 0; i < kStages; ++i) {
      const int room = kPool - start;
      stages_[i] = {pool_ + start, lengths[i] < room ? lengths[i] : room, 0};
      start += stages_[i].length;
    }
    clear();
  }

  void clear() {
    for (float& sample : pool_) sample = 0.0f;
  }

  // g 0 (a plain delay) … 0.8.
  float step(float x, float g) {
    for (Stage& stage : stages_) {
      const float delayed = stage.memory[stage.at];
      const float into = flush(x - g * delayed);
      x = delayed + g * into;
      stage.memory[stage.at] = into;
      stage.at = stage.at + 1 == stage.length ? 0 : stage.at + 1;
    }
    return x;
  }

 private:
  struct Stage {
    float* memory = nullptr;
    int length = 1;
    int at = 0;
  };

  float pool_[kPool] = {};
  Stage stages_[kStages];
};

}  // namespace ens
