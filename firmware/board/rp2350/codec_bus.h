// The codec's I2C bus, at 100 kHz, and its 12 MHz master clock.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "board/rp2350/pins.h"
#include "hardware/clocks.h"
#include "hardware/gpio.h"
#include "hardware/i2c.h"
#include "pico/time.h"

namespace ens {

class CodecBus {
 public:
  void begin() {
    clock_gpio_init(pins::kMasterClock, CLOCKS_CLK_GPOUT0_CTRL_AUXSRC_VALUE_XOSC_CLKSRC, 1.0f);
    i2c_init(i2c0, 100'000);
    for (const uint pin : {pins::kCodecSda, pins::kCodecScl}) {
      gpio_set_function(pin, GPIO_FUNC_I2C);
      gpio_pull_up(pin);
    }
  }

  // False when nothing acknowledges within 10 ms.
  bool write(std::uint8_t address, const std::uint8_t* bytes, std::size_t size) {
    const int sent = i2c_write_timeout_us(i2c0, address, bytes, size, false, 10'000);
    return sent == static_cast<int>(size);
  }
  // Reads the two bytes of the register `reg`.
  bool read(std::uint8_t address, const std::uint8_t* reg, std::uint8_t* to) {
    return i2c_write_timeout_us(i2c0, address, reg, 2, true, 10'000) == 2 &&
           i2c_read_timeout_us(i2c0, address, to, 2, false, 10'000) == 2;
  }
  void wait_ms(std::uint32_t time_ms) { sleep_ms(time_ms); }
};

}  // namespace ens
