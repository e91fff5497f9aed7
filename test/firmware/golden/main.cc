// Prints the golden hash of every mode and voice space: `mode ordinal hash`, and with keys where
// they are not needed, `mode ordinal+keys hash`. With the argument `ftz` the host flushes denormals
// to zero (FTZ and DAZ), as plugin hosts do.
#include <cstdio>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "firmware/golden/timeline.h"

namespace {

alignas(16) unsigned char memory[1 << 20];

void flush_denormals(bool flush) {
#if defined(__x86_64__)
  constexpr unsigned kFlushToZero = 0x8000;
  constexpr unsigned kDenormalsAreZero = 0x0040;
  if (flush) _mm_setcsr(_mm_getcsr() | kFlushToZero | kDenormalsAreZero);
#else
  static_cast<void>(flush);
#endif
}

}  // namespace

int main(int count, char**) {
  flush_denormals(count > 1);
  for (const ens::mode::Mode& mode : ens::mode::kModes) {
    for (std::uint32_t space = 0; space < mode.voice_space_count; ++space) {
      for (int turn = 0; turn < (ens_test::drones(mode) ? 2 : 1); ++turn) {
        const bool keys = turn == 1;
        const std::uint32_t hash = ens_test::golden(mode, space, memory, sizeof memory, keys);
        std::printf("%s %u%s %08lx\n", mode.mode_id, static_cast<unsigned>(space),
                    keys ? "+keys" : "", static_cast<unsigned long>(hash));
      }
    }
  }
  return 0;
}
