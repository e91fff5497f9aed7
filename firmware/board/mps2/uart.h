// UART0 of the MPS2 (Arm CMSDK APB UART), polled: the wire of the emulated device.
#pragma once

#include <cstddef>
#include <cstdint>

#include "board/mps2/registers.h"

namespace ens {

class Uart {
 public:
  void begin() {
    reg(kDivider) = 16;
    reg(kControl) = 3;  // transmitter and receiver on
  }
  // The next byte received, or −1.
  int read() const {
    if ((reg(kState) & kReceived) == 0) return -1;
    return static_cast<int>(reg(kData) & 0xff);
  }
  void write(const std::uint8_t* bytes, std::size_t size) const {
    for (std::size_t i = 0; i < size; ++i) {
      while ((reg(kState) & kFull) != 0) {
      }
      reg(kData) = bytes[i];
    }
  }

 private:
  static constexpr std::uintptr_t kData = 0x50200000;  // secure alias
  static constexpr std::uintptr_t kState = kData + 4;
  static constexpr std::uintptr_t kControl = kData + 8;
  static constexpr std::uintptr_t kDivider = kData + 16;
  static constexpr std::uint32_t kFull = 1;
  static constexpr std::uint32_t kReceived = 2;
};

}  // namespace ens
