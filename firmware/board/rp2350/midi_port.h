// MIDI in and out on a UART at 31,250 baud. Received by interrupt into a ring, because saving to
// flash can hold the control core for a second and the UART buffers only 10 ms.
#pragma once

#include <cstdint>

#include "board/rp2350/pins.h"
#include "device/byte_ring.h"
#include "device/midi_parser.h"
#include "hardware/gpio.h"
#include "hardware/irq.h"
#include "hardware/uart.h"

namespace ens {

class MidiPort {
 public:
  // Call once, on the core that is to take the interrupts.
  void begin() {
    uart_init(uart1, 31'250);
    gpio_set_function(pins::kMidiTx, GPIO_FUNC_UART);
    gpio_set_function(pins::kMidiRx, GPIO_FUNC_UART);
    gpio_pull_up(pins::kMidiRx);  // silent while no input circuit is fitted
    irq_set_exclusive_handler(UART1_IRQ, on_received);
    irq_set_enabled(UART1_IRQ, true);
    uart_set_irqs_enabled(uart1, true, false);
  }

  // True when a whole message was received.
  bool take(MidiMessage& message) {
    for (int byte = ring().pop(); byte >= 0; byte = ring().pop()) {
      if (parser_.take(static_cast<std::uint8_t>(byte), message)) return true;
    }
    return false;
  }

  // `event` as ens_next_event returns it. Waits for space, a third of a millisecond a byte.
  void send(std::uint32_t event) {
    const auto status = static_cast<std::uint8_t>(event);
    const int size = (status & 0xe0) == 0xc0 ? 2 : 3;
    for (int i = 0; i < size; ++i) uart_putc_raw(uart1, static_cast<char>(event >> (8 * i)));
  }

  std::uint32_t lost() const { return ring().lost(); }

 private:
  // 1.3 s of the fastest stream.
  using Ring = ByteRing<4096>;
  static Ring& ring() {
    static constinit Ring ring;
    return ring;
  }

  static void on_received() {
    while (uart_is_readable(uart1)) ring().push(static_cast<std::uint8_t>(uart_getc(uart1)));
  }

  MidiParser parser_;
};

}  // namespace ens
