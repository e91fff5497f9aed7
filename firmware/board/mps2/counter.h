// Exact instruction counts in the emulator: with `-icount shift=7` an instruction lasts 128 ns of
// virtual time, and SysTick counts the board's 20 MHz, one tick in 50 ns.
#pragma once

#include <cstdint>

namespace ens {

class InstructionCounter {
 public:
  InstructionCounter() {
    reg(kReload) = kMask;
    reg(kCurrent) = 0;
    reg(kControl) = 5;  // processor clock, counting
  }

  void start() { from_ = now(); }

  // Instructions since start(), this pair of calls included; at most about 6.5 million.
  std::uint32_t stop() const {
    const std::uint32_t ticks = (from_ - now()) & kMask;
    return (ticks * 50 + 64) / 128;
  }

 private:
  static constexpr std::uintptr_t kControl = 0xE000E010;
  static constexpr std::uintptr_t kReload = 0xE000E014;
  static constexpr std::uintptr_t kCurrent = 0xE000E018;
  static constexpr std::uint32_t kMask = 0xFFFFFF;

  static volatile std::uint32_t& reg(std::uintptr_t address) {
    return *reinterpret_cast<volatile std::uint32_t*>(address);
  }
  static std::uint32_t now() {
    asm volatile("" ::: "memory");
    const std::uint32_t value = reg(kCurrent);
    asm volatile("" ::: "memory");
    return value;
  }

  std::uint32_t from_ = 0;
};

}  // namespace ens
