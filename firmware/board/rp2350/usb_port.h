// USB of a board: the serial wire and MIDI (device/usb_descriptors.h).
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/usb_midi.h"

namespace ens {

class UsbPort {
 public:
  void begin();
  // Call in every turn of the main loop.
  void turn();

  // The next byte of the wire, or −1.
  int read();
  // Waits while the host reads, at most 300 ms; what no host reads is dropped.
  void write(const std::uint8_t* bytes, std::size_t size);

  bool take_midi(usb_midi::Packet& packet);
  // Dropped while no host takes it.
  void send_midi(const usb_midi::Packet& packet);
};

}  // namespace ens
