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

// A controller of 14 bits 0…16383 as a unit value, 16383 exactly 1.
constexpr Unit unit_of_14_bits(std::uint32_t value) {
  return Unit::from_q15(static_cast<std::uint16_t>((value * Unit::kOne + 8191u) / 16383u));
}

// A channel message as a note event. False for messages an instrument has no use for.
constexpr bool read_midi(std::uint8_t status, std::uint8_t data1, std::uint8_t data2,
                         NoteEvent* event) {
  constexpr std::uint8_t kModWheel = 1;
  constexpr std::uint8_t kSustain = 64;
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
      if (key == kSustain) *event = {Kind::kSustain, 0, data2 < 64 ? Unit() : unit_of_7_bits(127)};
      if (key == kAllSoundOff || key == kAllNotesOff) *event = {Kind::kAllOff, 0, Unit()};
      return key == kModWheel || key == kSustain || key == kAllSoundOff || key == kAllNotesOff;
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

// Hundredths of a semitone, up to two octaves, as a unit value of 32 semitones; 200 exactly 1/16.
constexpr Unit unit_of_bend_range(std::uint32_t cents) {
  const std::uint32_t most = cents < 2400 ? cents : 2400;
  return Unit::from_q15(static_cast<std::uint16_t>((most * 1024 + 50) / 100));
}

// The range of the pitch bend, which RPN 0 sets: CC 101 and 100 name a registered parameter, CC 6
// and 38 give it a value, here semitones and cents; CC 99 and 98 name another kind of parameter.
class BendRangeReader {
 public:
  // True if this controller sets it, to `*event`.
  constexpr bool read(std::uint8_t controller, std::uint8_t value, NoteEvent* event) {
    switch (controller) {
      case 98:
      case 99:
        high_ = low_ = kNone;
        return false;
      case 100:
        low_ = value & 0x7f;
        return false;
      case 101:
        high_ = value & 0x7f;
        return false;
      case 6:
        if (high_ == 0 && low_ == 0) semitones_ = value & 0x7f;
        return set(0, event);
      case 38:
        return set(value & 0x7f, event);
      default:
        return false;
    }
  }

 private:
  constexpr bool set(std::uint32_t cents, NoteEvent* event) const {
    if (high_ != 0 || low_ != 0) return false;
    *event = {NoteEvent::Kind::kBendRange, 0, unit_of_bend_range(100u * semitones_ + cents)};
    return true;
  }

  static constexpr std::uint8_t kNone = 0x7f;
  std::uint8_t high_ = kNone;
  std::uint8_t low_ = kNone;
  std::uint8_t semitones_ = 2;
};

// Reads channel messages, and the modulation wheel in 14 bits where it has them: CC 33 brings the
// lower seven bits, CC 1 sets them to 0 (MIDI 1.0 Detailed Specification, "Control Change"). A
// wheel that never sends CC 33 has 7 bits, and reaches 1 with 127.
class MidiReader {
 public:
  // False for messages an instrument has no use for.
  constexpr bool read(std::uint8_t status, std::uint8_t data1, std::uint8_t data2,
                      NoteEvent* event) {
    constexpr std::uint8_t kModWheel = 1;
    constexpr std::uint8_t kModWheelLow = 33;
    const bool controller = (status & 0xf0) == 0xb0;
    if (controller && range_.read(data1, data2, event)) return true;
    if (controller && data1 == kModWheel) high_ = data2 & 0x7f;
    if (controller && data1 == kModWheelLow) is_fine_ = true;
    if (!controller || !is_fine_ || (data1 != kModWheel && data1 != kModWheelLow)) {
      return read_midi(status, data1, data2, event);
    }
    const std::uint32_t low = data1 == kModWheelLow ? data2 & 0x7fu : 0u;
    *event = {NoteEvent::Kind::kMod, 0, unit_of_14_bits(std::uint32_t{high_} << 7 | low)};
    return true;
  }

 private:
  BendRangeReader range_;
  std::uint8_t high_ = 0;
  bool is_fine_ = false;
};

}  // namespace ens
