// Splits a MIDI byte stream into channel messages. Handles running status and real-time bytes
// anywhere, and skips system exclusive. MIDI 1.0 Detailed Specification 4.2, "Data Format".
#pragma once

#include <cstdint>

namespace ens {

struct MidiMessage {
  std::uint8_t status;  // 0x80…0xef, channel in the low four bits
  std::uint8_t data1;   // 0…127
  std::uint8_t data2;   // 0…127, 0 when the message has one data byte
};

class MidiParser {
 public:
  // Takes one byte. True when it completed a channel message, which is then in `message`.
  bool take(std::uint8_t byte, MidiMessage& message) {
    if (byte >= 0xf8) return false;  // real time: allowed anywhere, changes nothing
    if (byte >= 0x80) {
      status_ = byte < 0xf0 ? byte : std::uint8_t{0};  // system messages end running status
      count_ = 0;
      return false;
    }
    if (status_ == 0) return false;  // data of a system message, or its status was missed
    data_[count_++] = byte;
    if (count_ < length()) return false;
    count_ = 0;
    message = {status_, data_[0], length() == 2 ? data_[1] : std::uint8_t{0}};
    return true;
  }

 private:
  // Data bytes of the running message: program change and channel pressure have one.
  std::uint8_t length() const {
    const std::uint8_t kind = status_ & 0xf0;
    return kind == 0xc0 || kind == 0xd0 ? 1 : 2;
  }

  std::uint8_t status_ = 0;
  std::uint8_t count_ = 0;
  std::uint8_t data_[2] = {};
};

}  // namespace ens
