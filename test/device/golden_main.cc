// Prints the golden hash of every mode and voice space from a Cortex-M33, as
// firmware/golden/main.cc.
#include "board/mps2/semihosting.h"
#include "firmware/golden/timeline.h"

namespace {

alignas(16) unsigned char memory[1 << 20];

void print_hex(std::uint32_t value) {
  char text[9] = {};
  for (int i = 0; i < 8; ++i) text[i] = "0123456789abcdef"[value >> (28 - 4 * i) & 15];
  ens::semihosting::write(text);
}

}  // namespace

int main() {
  for (const ens::mode::Mode& mode : ens::mode::kModes) {
    for (std::uint32_t space = 0; space < mode.voice_space_count; ++space) {
      for (int turn = 0; turn < (ens_test::drones(mode) ? 2 : 1); ++turn) {
        const bool keys = turn == 1;
        const char ordinal[] = {' ', static_cast<char>('0' + space), '\0'};
        ens::semihosting::write(mode.mode_id);
        ens::semihosting::write(ordinal);
        ens::semihosting::write(keys ? "+keys " : " ");
        print_hex(ens_test::golden(mode, space, memory, sizeof memory, keys));
        ens::semihosting::write("\n");
      }
    }
  }
  return 0;
}
