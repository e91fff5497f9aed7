// The codec's I2C bus, at 100 kHz, and its master clock.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "board/rp2350/pins.h"
#include "hardware/clocks.h"
#include "hardware/gpio.h"
#include "hardware/i2c.h"
#include "hardware/pwm.h"
#include "pico/time.h"

namespace ens {

class CodecBus {
 public:
  void begin() {
    if constexpr (pins::kMasterClockByPwm) {
      static_assert(
          !pins::kMasterClockByPwm || pins::kSystemKhz * 1000 == 12 * pins::kMasterClockHz,
          "twelve cycles of the system clock are one of the master clock");
      pwm_config config = pwm_get_default_config();
      pwm_config_set_wrap(&config, 11);
      gpio_set_function(pins::kMasterClock, GPIO_FUNC_PWM);
      pwm_set_gpio_level(pins::kMasterClock, 6);
      pwm_init(pwm_gpio_to_slice_num(pins::kMasterClock), &config, true);
    } else {
      static_assert(pins::kMasterClockByPwm || pins::kMasterClockHz == XOSC_HZ);
      clock_gpio_init(pins::kMasterClock, CLOCKS_CLK_GPOUT0_CTRL_AUXSRC_VALUE_XOSC_CLKSRC, 1.0f);
    }
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
