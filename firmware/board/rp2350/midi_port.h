// MIDI in and out on a UART at 31,250 baud.
#pragma once

#include <cstdint>

#include "board/rp2350/pins.h"
#include "device/midi_parser.h"
#include "hardware/gpio.h"
#include "hardware/uart.h"

namespace ens {

class MidiPort {
 public:
  void begin() {
    uart_init(uart1, 31'250);
    gpio_set_function(pins::kMidiTx, GPIO_FUNC_UART);
    gpio_set_function(pins::kMidiRx, GPIO_FUNC_UART);
  }

  // True if a whole message has come in. The UART holds 32 bytes, ten milliseconds of the fastest
  // stream.
  bool take(MidiMessage& message) {
    while (uart_is_readable(uart1)) {
      if (parser_.take(static_cast<std::uint8_t>(uart_getc(uart1)), message)) return true;
    }
    return false;
  }

  // `event` as ens_next_event gives it. Waits for room, a third of a millisecond a byte.
  void send(std::uint32_t event) {
    const auto status = static_cast<std::uint8_t>(event);
    const int size = (status & 0xe0) == 0xc0 ? 2 : 3;
    for (int i = 0; i < size; ++i) uart_putc_raw(uart1, static_cast<char>(event >> (8 * i)));
  }

 private:
  MidiParser parser_;
};

}  // namespace ens
