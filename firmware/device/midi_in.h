// MIDI of a board, from its socket and from USB, played on the selected mode. Each has a parser of
// its own, so that a message of one never continues in the other.
#pragma once

#include "device/device.h"
#include "device/midi_parser.h"
#include "device/usb_midi.h"

namespace ens {

class MidiIn {
 public:
  explicit MidiIn(Device& device) : device_(device) {}

  // A byte from the socket.
  void take(std::uint8_t byte) { take(socket_, byte); }
  // A packet from USB.
  void take(const usb_midi::Packet& packet) {
    const std::size_t count = usb_midi::midi_bytes(packet);
    for (std::size_t i = 1; i <= count; ++i) take(usb_, packet[i]);
  }

 private:
  void take(MidiParser& parser, std::uint8_t byte) {
    // Messages of a clock are one byte, and come in the middle of others too.
    if (byte >= 0xf8) {
      ens_midi_in(device_.instrument(), byte, 0, 0);
      return;
    }
    MidiMessage message{};
    if (!parser.take(byte, message)) return;
    ens_midi_in(device_.instrument(), message.status, message.data1, message.data2);
  }

  Device& device_;
  MidiParser socket_;
  MidiParser usb_;
};

}  // namespace ens
