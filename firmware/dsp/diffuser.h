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

  // Lengths in samples, each ≥ 1, together at most kPool. `is_clear`: the memory is empty.
  void lay_out(const int* lengths, bool is_clear = false) {
    int start = 0;
    for (int i = 0; i < kStages; ++i) {
      const int room = kPool - start;
      stages_[i] = {pool_ + start, lengths[i] < room ? lengths[i] : room, 0};
      start += stages_[i].length;
    }
    if (!is_clear) clear();
  }

  void clear() {
    for (float& sample : pool_) sample = 0.0f;
  }

  // In place; g 0 (plain delays) … 0.8, moving by g_step a sample. Gives g after the last.
  float process(float* samples, int frames, float g, float g_step) {
    float now = g;
    for (Stage& stage : stages_) {
      now = g;
      for (int done = 0; done < frames;) {
        const int room = stage.length - stage.at;
        const int run = room < frames - done ? room : frames - done;
        float* memory = stage.memory + stage.at;
        float* x = samples + done;
        for (int n = 0; n < run; ++n) {
          now += g_step;
          const float delayed = memory[n];
          const float into = flush(x[n] - now * delayed);
          x[n] = delayed + now * into;
          memory[n] = into;
        }
        done += run;
        stage.at = run == room ? 0 : stage.at + run;
      }
    }
    return now;
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
