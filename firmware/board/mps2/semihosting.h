// Arm semihosting: the calls by which a program in an emulator prints and ends with an exit code.
// Source: Arm "Semihosting for AArch32 and AArch64", operations SYS_WRITE0 and SYS_EXIT_EXTENDED.
#pragma once

#include <cstdint>

namespace ens::semihosting {

inline std::int32_t call(std::int32_t operation, const void* argument) {
  register std::int32_t r0 asm("r0") = operation;
  register const void* r1 asm("r1") = argument;
  asm volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
  return r0;
}

// Prints text that ends with NUL.
inline void write(const char* text) {
  call(0x04, text);
}

// Ends the program; the emulator exits with `code`.
[[noreturn]] inline void exit(std::int32_t code) {
  struct Block {
    std::uint32_t reason;
    std::int32_t code;
  };
  const Block block{0x20026, code};  // ADP_Stopped_ApplicationExit
  call(0x20, &block);
  while (true) {
  }
}

}  // namespace ens::semihosting
