// What the engine benches play: a mode with all its channels moving, notes where it has them, noise
// in.
#pragma once

#include "firmware/golden/timeline.h"

namespace ens_bench {

// One instrument playing the golden performance, tick by tick.
class Performance {
 public:
  Performance(const ens::mode::Mode& mode, std::uint32_t voice_space, void* memory,
              std::uint32_t bytes)
      : mode_(mode) {
    const EnsConfig config = ens_test::golden_config(mode);
    if (ens_create(&config, memory, bytes, &instrument_) != ENS_OK) return;
    ens_set_voice_space(instrument_, voice_space);
  }

  EnsInstrument* instrument() const { return instrument_; }

  // Moves inputs and plays keys: what a host does between ticks, not counted.
  void prepare(std::uint32_t tick) {
    for (std::uint32_t i = 0; i < mode_.channel_count; ++i) {
      if (ens_test::moves_itself(mode_.channel_names[i])) continue;
      ens_set_input(instrument_, i, ens_test::channel_at(tick, i));
    }
    // A key every 300 ms, held: every voice an engine has sounds before long.
    if (tick % 225 == 0) ens_note_on(instrument_, 48 + tick / 225 * 7 % 24, 30000);
    for (float& x : left_) x = signal_.next();
  }

  // 64 frames: network, control rate, sound.
  void sound() { ens_process(instrument_, left_, left_, left_, right_, ENS_TICK_FRAMES); }

  void end() {
    while (ens_next_event(instrument_) != 0) {
    }
  }

 private:
  const ens::mode::Mode& mode_;
  EnsInstrument* instrument_ = nullptr;
  ens_test::Signal signal_;
  float left_[ENS_TICK_FRAMES] = {};
  float right_[ENS_TICK_FRAMES] = {};
};

}  // namespace ens_bench
