// Start-up of the emulated board (MPS2 AN505, Cortex-M33): vectors, FPU, memory, main, exit code.
#include <cstdint>

#include "board/mps2/registers.h"
#include "board/mps2/semihosting.h"

// The program's main by its symbol: C++ does not let a program call its own.
int program_main() asm("main");

extern "C" {
// Set by link.ld.
extern std::uint32_t ens_data_from[];
extern std::uint32_t ens_data_begin[];
extern std::uint32_t ens_data_end[];
extern std::uint32_t ens_bss_begin[];
extern std::uint32_t ens_bss_end[];
using Constructor = void (*)();
extern Constructor ens_constructors_begin[];
extern Constructor ens_constructors_end[];
extern std::uint32_t ens_stack_top[];

[[noreturn]] void ens_board_reset();
[[noreturn]] void ens_board_fault();
// SysTick; a program that uses it defines this.
[[gnu::weak]] void ens_board_tick() {
  ens_board_fault();
}
}

namespace {

constexpr std::uintptr_t kCpacr = 0xE000ED88;  // coprocessor access control

}  // namespace

void ens_board_reset() {
  ens::reg(kCpacr) = ens::reg(kCpacr) | (0xFu << 20);  // FPU on
  asm volatile("dsb\n isb" ::: "memory");
  const std::uint32_t* from = ens_data_from;
  for (std::uint32_t* to = ens_data_begin; to < ens_data_end; ++to) *to = *from++;
  for (std::uint32_t* to = ens_bss_begin; to < ens_bss_end; ++to) *to = 0;
  for (Constructor* each = ens_constructors_begin; each < ens_constructors_end; ++each) (*each)();
  ens::semihosting::exit(program_main());
}

void ens_board_fault() {
  ens::semihosting::write("fault\n");
  ens::semihosting::exit(101);
}

namespace {

struct Vectors {
  std::uint32_t* stack;
  void (*handlers[15])();
};

[[gnu::section(".vectors"), gnu::used]] const Vectors kVectors = {
    ens_stack_top,
    {ens_board_reset, ens_board_fault, ens_board_fault, ens_board_fault, ens_board_fault,
     ens_board_fault, ens_board_fault, ens_board_fault, ens_board_fault, ens_board_fault,
     ens_board_fault, ens_board_fault, ens_board_fault, ens_board_fault, ens_board_tick},
};

}  // namespace
