// MIDI in and out on a UART at 31,250 baud. Received by interrupt into a ring, because saving to
// flash can hold the control core for a second and the UART buffers only 10 ms.
#pragma once

#include <cstdint>

#include "board/rp2350/pins.h"
#include "device/byte_ring.h"
#include "hardware/gpio.h"
#include "hardware/irq.h"
#include "hardware/timer.h"
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

  // The oldest byte received, or −1.
  int take() { return ring().pop(); }

  // `event` as ens_next_event returns it. Waits for space, a third of a millisecond a byte.
  void send(std::uint32_t event) {
    const auto status = static_cast<std::uint8_t>(event);
    const int size = (status & 0xe0) == 0xc0 ? 2 : 3;
    for (int i = 0; i < size; ++i) uart_putc_raw(uart1, static_cast<char>(event >> (8 * i)));
  }

  // Whether what is sent comes back, as with a cable from the output to the input. Takes 10 ms;
  // what waited in the ring is gone.
  bool comes_back() {
    constexpr std::uint8_t kUndefined = 0xfd;  // a real-time byte without a meaning
    while (take() >= 0) {
    }
    uart_putc_raw(uart1, static_cast<char>(kUndefined));
    busy_wait_us(10'000);
    for (int byte = take(); byte >= 0; byte = take()) {
      if (byte == kUndefined) return true;
    }
    return false;
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
};

}  // namespace ens
