// USB-MIDI: messages in packets of four bytes. USB Device Class Definition for MIDI Devices 1.0,
// section 4: cable and code index number, then up to three bytes of MIDI.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ens::usb_midi {

inline constexpr std::size_t kPacketBytes = 4;
using Packet = std::uint8_t[kPacketBytes];

// How many of the three bytes behind the first are MIDI: 0 for a packet that is reserved or whose
// bytes are not what its code index number says.
constexpr std::size_t midi_bytes(const Packet& packet) {
  constexpr std::uint8_t kBytes[16] = {0, 0, 2, 3, 3, 1, 2, 3, 3, 3, 3, 3, 2, 2, 3, 1};
  const std::uint8_t index = packet[0] & 0x0f;
  const std::size_t count = kBytes[index];
  // Channel messages: the status says the same kind, and data follow.
  if (index >= 0x8 && index <= 0xe) {
    if (packet[1] >> 4 != index) return 0;
    for (std::size_t i = 2; i <= count; ++i) {
      if (packet[i] > 0x7f) return 0;
    }
  }
  return count;
}

// A channel message (status | data1 << 8 | data2 << 16, as ens_next_event returns it) for cable 0.
constexpr void write_packet(std::uint32_t event, Packet& packet) {
  const auto status = static_cast<std::uint8_t>(event);
  packet[0] = static_cast<std::uint8_t>(status >> 4);
  packet[1] = status;
  packet[2] = static_cast<std::uint8_t>(event >> 8 & 0x7f);
  // Program change and channel pressure have one data byte.
  packet[3] =
      (status & 0xe0) == 0xc0 ? std::uint8_t{0} : static_cast<std::uint8_t>(event >> 16 & 0x7f);
}

}  // namespace ens::usb_midi
