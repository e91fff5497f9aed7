// Instructions of every mode and voice space on a Cortex-M33: `mode ordinal mean worst bytes`, mean
// over all ticks and worst tick, both for 64 samples, and the bytes of the instrument.
#include "bench/engines/performance.h"
#include "board/mps2/counter.h"
#include "board/mps2/semihosting.h"
#include "device/image.h"

namespace {

constexpr std::uint32_t kTicks = 900;  // four keys in

alignas(16) unsigned char memory[1 << 20];

}  // namespace

int main() {
  ens::InstructionCounter counter;
  counter.start();
  const std::uint32_t overhead = counter.stop();
  for (std::size_t index = 0; index < ens::image::kModes.count; ++index) {
    const ens::mode::Mode& mode = ens::image::kModes.modes[index];
    for (std::uint32_t space = 0; space < mode.voice_space_count; ++space) {
      ens_bench::Performance performance(mode, space, memory, sizeof memory);
      if (!performance.instrument()->network.use(ens::image::kModes.kernels[index])) return 1;
      std::uint64_t sum = 0;
      std::uint32_t worst = 0;
      for (std::uint32_t tick = 0; tick < kTicks; ++tick) {
        performance.prepare(tick);
        counter.start();
        performance.sound();
        const std::uint32_t spent = counter.stop() - overhead;
        performance.end();
        if (tick == 0) continue;  // the first tick also resets the engine
        sum += spent;
        if (spent > worst) worst = spent;
      }
      ens::semihosting::write(mode.mode_id);
      ens::semihosting::write_number(space);
      ens::semihosting::write_number(static_cast<std::uint32_t>(sum / (kTicks - 1)));
      ens::semihosting::write_number(worst);
      const EnsConfig config = ens_test::golden_config(mode);
      ens::semihosting::write_number(ens_instance_bytes(&config, nullptr));
      ens::semihosting::write("\n");
    }
  }
  return 0;
}
