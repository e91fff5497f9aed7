// MIDI as it arrives on the wire, as notes for the engine and as unit values for the midi_*
// channels.
#pragma once

#include "instrument/frames.h"

namespace ens {

// 0…127 as a unit value, 127 exactly 1.
constexpr Unit unit_of_7_bits(std::uint8_t value) {
  const std::uint32_t seven = value & 0x7fu;
  return Unit::from_q15(static_cast<std::uint16_t>((seven * Unit::kOne + 63u) / 127u));
}

// Pitch bend 0…16383 as a unit value: 8192, the centre, is exactly ½; 16383 exactly 1.
constexpr Unit unit_of_bend(std::uint32_t bend) {
  if (bend <= 8192) return Unit::from_q15(static_cast<std::uint16_t>(2 * bend));
  return Unit::from_q15(static_cast<std::uint16_t>(16384 + ((bend - 8192) * 16384 + 4095) / 8191));
}

// A channel message as a note event. False for messages an instrument has no use for.
constexpr bool read_midi(std::uint8_t status, std::uint8_t data1, std::uint8_t data2,
                         NoteEvent* event) {
  constexpr std::uint8_t kModWheel = 1;
  constexpr std::uint8_t kAllSoundOff = 120;
  constexpr std::uint8_t kAllNotesOff = 123;
  using Kind = NoteEvent::Kind;
  const std::uint8_t key = data1 & 0x7f;
  switch (status & 0xf0) {
    case 0x80:
      *event = {Kind::kOff, key, Unit()};
      return true;
    case 0x90:
      *event = {data2 == 0 ? Kind::kOff : Kind::kOn, key, unit_of_7_bits(data2)};
      return true;
    case 0xa0:
      *event = {Kind::kPressure, 0, unit_of_7_bits(data2)};
      return true;
    case 0xb0:
      if (key == kModWheel) *event = {Kind::kMod, 0, unit_of_7_bits(data2)};
      if (key == kAllSoundOff || key == kAllNotesOff) *event = {Kind::kAllOff, 0, Unit()};
      return key == kModWheel || key == kAllSoundOff || key == kAllNotesOff;
    case 0xd0:
      *event = {Kind::kPressure, 0, unit_of_7_bits(data1)};
      return true;
    case 0xe0:
      *event = {Kind::kBend, 0, unit_of_bend(static_cast<std::uint32_t>(data2 & 0x7f) << 7 | key)};
      return true;
    default:
      return false;
  }
}

}  // namespace ens
