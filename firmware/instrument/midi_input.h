// MIDI as it arrives on the wire, as notes for the engine and as unit values for the midi_*
// channels; also MIDI Polyphonic Expression (MPE), where each note has a channel of its own.
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

// Which registered parameter (RPN) data entry sets: CC 101 and 100 name it, CC 99 and 98 another
// kind of parameter.
class RegisteredParameter {
 public:
  constexpr void read(std::uint8_t controller, std::uint8_t value) {
    if (controller == 98 || controller == 99) high_ = low_ = kNone;
    if (controller == 100) low_ = value & 0x7f;
    if (controller == 101) high_ = value & 0x7f;
  }
  constexpr bool is(std::uint8_t number) const { return high_ == 0 && low_ == number; }

 private:
  static constexpr std::uint8_t kNone = 0x7f;
  std::uint8_t high_ = kNone;
  std::uint8_t low_ = kNone;
};

// The range of the pitch bend, which RPN 0 sets: CC 6 and 38 give semitones and cents.
class BendRangeReader {
 public:
  // What was set last.
  constexpr std::uint32_t cents() const { return cents_; }

  // True if this controller sets it, to `*event`.
  constexpr bool read(std::uint8_t controller, std::uint8_t value, NoteEvent* event) {
    parameter_.read(controller, value);
    if (!parameter_.is(0) || (controller != 6 && controller != 38)) return false;
    if (controller == 6) semitones_ = value & 0x7f;
    cents_ = 100u * semitones_ + (controller == 38 ? value & 0x7fu : 0u);
    *event = {NoteEvent::Kind::kBendRange, 0, unit_of_bend_range(cents_)};
    return true;
  }

 private:
  RegisteredParameter parameter_;
  std::uint8_t semitones_ = 2;
  std::uint32_t cents_ = 200;
};

// The range of the bend of single notes as a unit value of 96 semitones; 4800 cents exactly ½.
constexpr Unit unit_of_note_bend_range(std::uint32_t cents) {
  const std::uint32_t most = cents < 9600 ? cents : 9600;
  return Unit::from_q15(static_cast<std::uint16_t>((most * Unit::kOne + 4800) / 9600));
}

// Which channels carry one note each: those of two zones, one from the second channel upwards and
// one from the fifteenth downwards, whose sizes RPN 6 sets on the first and on the last channel
// (MPE specification 1.0, "MPE Configuration Message").
class MpeZones {
 public:
  // True if this controller sets the size of a zone. `channel` is from 0.
  constexpr bool read(std::uint8_t channel, std::uint8_t controller, std::uint8_t value) {
    constexpr std::uint8_t kConfiguration = 6;
    parameter_.read(controller, value);
    if (controller != 6 || !parameter_.is(kConfiguration)) return false;
    if (channel == 0) set(&lower_, &upper_, value);
    if (channel == 15) set(&upper_, &lower_, value);
    return channel == 0 || channel == 15;
  }

  // The channel, 1…14 or 15, if it carries single notes; else 0.
  constexpr std::uint8_t member(std::uint8_t channel) const {
    const bool is_lower = channel >= 1 && channel <= lower_;
    const bool is_upper = channel < 15 && channel + upper_ >= 15;
    return is_lower || is_upper ? channel : 0;
  }

 private:
  // The zone that was set last keeps its size; the other gives way.
  static constexpr void set(std::uint8_t* zone, std::uint8_t* other, std::uint8_t size) {
    *zone = size < 15 ? size : 15;
    const int left = *zone < 14 ? 14 - *zone : 0;
    if (*other > left) *other = static_cast<std::uint8_t>(left);
  }

  RegisteredParameter parameter_;
  std::uint8_t lower_ = 0;
  std::uint8_t upper_ = 0;
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
    constexpr std::uint8_t kTimbre = 74;
    using Kind = NoteEvent::Kind;
    const bool controller = (status & 0xf0) == 0xb0;
    const std::uint8_t channel = status & 0x0f;
    if (controller && zones_.read(channel, data1, data2)) {
      *event = {Kind::kNoteBendRange, 0, unit_of_note_bend_range(kMpeBendCents)};
      return true;
    }
    const std::uint8_t member = zones_.member(channel);
    if (controller && range_.read(data1, data2, event)) {
      if (member != 0) *event = {Kind::kNoteBendRange, 0, unit_of_note_bend_range(range_.cents())};
      return true;
    }
    if (member != 0 && controller && data1 == kTimbre) {
      *event = {Kind::kTimbre, 0, unit_of_bend(centred_14_bits(data2)), member};
      return true;
    }
    if (member != 0) {
      // What is for all notes comes on the first channel of a zone, and means nothing on others.
      if (controller) return false;
      if (!read_midi(status, data1, data2, event)) return false;
      event->channel = member;
      return true;
    }
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
  // Of notes, until RPN 0 sets another.
  static constexpr std::uint32_t kMpeBendCents = 4800;

  // 0…127 as 0…16383, 64 exactly the centre.
  static constexpr std::uint32_t centred_14_bits(std::uint8_t value) {
    const std::uint32_t seven = value & 0x7fu;
    return seven <= 64 ? seven << 7 : 8192 + (seven - 64) * 8191 / 63;
  }

  BendRangeReader range_;
  MpeZones zones_;
  std::uint8_t high_ = 0;
  bool is_fine_ = false;
};

}  // namespace ens
