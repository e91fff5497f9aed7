// The golden runs as a program: the network by run-time shapes, by constant ones, the learner, and
// exploring by ear.
//
// On a host and in the emulator it is a main(); in WebAssembly it exports golden_arena,
// golden_fixed, golden_learner and golden_explore, which give the address of the text.
#include "firmware/core/explore_golden.h"
#include "firmware/core/golden.h"
#include "firmware/core/learner_golden.h"

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

[[maybe_unused]] const char* learner() {
  ens_golden::Text text(buffer, sizeof buffer);
  return ens_golden::write_learner_golden(memory, &text) ? buffer : "no memory\n";
}

[[maybe_unused]] const char* explore() {
  ens_golden::Text text(buffer, sizeof buffer);
  ens_golden::write_explore_golden(&text);
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
extern "C" __attribute__((export_name("golden_learner"))) const char* golden_learner() {
  return learner();
}
extern "C" __attribute__((export_name("golden_explore"))) const char* golden_explore() {
  return explore();
}

#elif defined(__arm__)

#include "board/mps2/semihosting.h"

int main() {
  ens::semihosting::write(arena());
  ens::semihosting::write("--\n");
  ens::semihosting::write(fixed());
  ens::semihosting::write("--\n");
  ens::semihosting::write(learner());
  ens::semihosting::write("--\n");
  ens::semihosting::write(explore());
  return 0;
}

#else

#include <cstdio>

int main() {
#if defined(ENS_GOLDEN_LEARNER_ONLY)
  std::fputs(learner(), stdout);
  return 0;
#endif
  std::fputs(arena(), stdout);
#if !defined(ENS_GOLDEN_ARENA_ONLY)
  std::fputs("--\n", stdout);
  std::fputs(fixed(), stdout);
  std::fputs("--\n", stdout);
  std::fputs(learner(), stdout);
  std::fputs("--\n", stdout);
  std::fputs(explore(), stdout);
#endif
  return 0;
}

#endif
