// A stack that grows below its memory is caught by the processor: the push that would leave it
// faults, nothing below changes, the core stops, and the watchdog restarts the board.
#pragma once

namespace ens {

// Call once on each core, from its first function. `bottom`: the lowest address of the stack that
// this core runs on, a multiple of 8. Handlers of interrupts share it.
inline void guard_stack([[maybe_unused]] const void* bottom) {
#if defined(__ARM_ARCH_8M_MAIN__)
  asm volatile("msr msplim, %0\n isb" : : "r"(bottom) : "memory");
#endif
}

}  // namespace ens
