// Nanoseconds a sample of every mode and voice space on this machine: `mode ordinal ns`.
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "bench/engines/performance.h"

namespace {

alignas(16) unsigned char memory[1 << 20];

}  // namespace

int main(int count, char** arguments) {
  const auto ticks = static_cast<std::uint32_t>(count > 1 ? std::atoi(arguments[1]) : 750);
  for (const ens::mode::Mode& mode : ens::mode::kModes) {
    for (std::uint32_t space = 0; space < mode.voice_space_count; ++space) {
      ens_bench::Performance performance(mode, space, memory, sizeof memory);
      std::chrono::nanoseconds spent{0};
      for (std::uint32_t tick = 0; tick < ticks; ++tick) {
        performance.prepare(tick);
        const auto start = std::chrono::steady_clock::now();
        performance.sound();
        spent += std::chrono::steady_clock::now() - start;
        performance.end();
      }
      const double samples = static_cast<double>(ticks) * ENS_TICK_FRAMES;
      std::printf("%s %u %.3f\n", mode.mode_id, static_cast<unsigned>(space),
                  static_cast<double>(spent.count()) / samples);
    }
  }
  return 0;
}
