// Exact instruction counts in the emulator: with `-icount shift=7` an instruction lasts 128 ns of
// virtual time, and SysTick counts at the board's 20 MHz, once in 50 ns.
#pragma once

#include <cstdint>

#include "board/mps2/registers.h"

namespace ens {

class InstructionCounter {
 public:
  InstructionCounter() {
    reg(systick::kReload) = kMask;
    reg(systick::kValue) = 0;
    reg(systick::kControl) = 5;  // processor clock, counting
  }

  void start() { from_ = now(); }

  // Instructions since start(), including the two calls; at most about 6.5 million.
  std::uint32_t stop() const {
    const std::uint32_t ticks = (from_ - now()) & kMask;
    return (ticks * 50 + 64) / 128;
  }

 private:
  static constexpr std::uint32_t kMask = 0xFFFFFF;

  static std::uint32_t now() {
    asm volatile("" ::: "memory");
    const std::uint32_t value = reg(systick::kValue);
    asm volatile("" ::: "memory");
    return value;
  }

  std::uint32_t from_ = 0;
};

}  // namespace ens
