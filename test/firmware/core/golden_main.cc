// The golden run as a program: prints the text, once by run-time shapes and once by constant ones.
//
// On a host and in the emulator it is a main(); in WebAssembly it exports golden_arena and
// golden_fixed, which give the address of the text.
#include "firmware/core/golden.h"

namespace {

alignas(16) unsigned char memory[ens_golden::kMemorySize];
char buffer[ens_golden::kTextSize];

const char* arena() {
  ens_golden::Text text(buffer, sizeof buffer);
  return ens_golden::write_golden(memory, &text) ? buffer : "no memory\n";
}

[[maybe_unused]] const char* fixed() {
  ens_golden::Text text(buffer, sizeof buffer);
  ens_golden::write_golden_fixed(&text);
  return buffer;
}

}  // namespace

#if defined(__wasm__)

extern "C" __attribute__((export_name("golden_arena"))) const char* golden_arena() {
  return arena();
}
extern "C" __attribute__((export_name("golden_fixed"))) const char* golden_fixed() {
  return fixed();
}

#elif defined(__arm__)

#include "board/mps2/semihosting.h"

int main() {
  ens::semihosting::write(arena());
  ens::semihosting::write("--\n");
  ens::semihosting::write(fixed());
  return 0;
}

#else

#include <cstdio>

int main() {
  std::fputs(arena(), stdout);
#if !defined(ENS_GOLDEN_ARENA_ONLY)
  std::fputs("--\n", stdout);
  std::fputs(fixed(), stdout);
#endif
  return 0;
}

#endif
