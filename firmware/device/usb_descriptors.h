// What a board says it is on USB: a serial port (CDC-ACM) for the wire, and a MIDI port beside it.
//
// USB 2.0 chapter 9; CDC PSTN 1.2; USB Device Class Definition for MIDI Devices 1.0, appendix B.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace ens::usb {

enum Interface : std::uint8_t { kSerialControl, kSerialData, kAudioControl, kMidi, kInterfaces };
enum Endpoint : std::uint8_t {
  kNotifyIn = 0x81,
  kSerialOut = 0x02,
  kSerialIn = 0x82,
  kMidiOut = 0x03,
  kMidiIn = 0x83,
};
enum String : std::uint8_t { kLanguages, kMaker, kProduct, kSerialNumber, kPort, kMidiPort };

// By String; the serial number is the chip's own.
inline constexpr const char* kStrings[] = {
    "", "Ensemble", "Ensemble instrument", nullptr, "Ensemble serial port", "Ensemble MIDI"};

inline constexpr std::array<std::uint8_t, 18> kDevice = {
    18,     0x01,                           // device
    0x00,   0x02,                           // USB 2.0
    0xef,   0x02,     0x01,                 // functions of several interfaces
    64,                                     // endpoint 0
    0x8a,   0x2e,     0x09,          0x00,  // Raspberry Pi, a serial port of the Pico SDK
    0x10,   0x01,                           // 1.10: with MIDI
    kMaker, kProduct, kSerialNumber,
    1,  // configuration
};

inline constexpr std::size_t kConfigurationBytes = 9 + 66 + 92;
inline constexpr std::array<std::uint8_t, kConfigurationBytes> kConfiguration = {
    9, 0x02, kConfigurationBytes & 0xff, kConfigurationBytes >> 8, kInterfaces, 1, 0, 0x80,
    125,  // at most 250 mA

    // Serial port: control interface, its functions and notifications, then data.
    8, 0x0b, kSerialControl, 2, 0x02, 0x02, 0x00, 0,  // association
    9, 0x04, kSerialControl, 0, 1, 0x02, 0x02, 0x00, kPort, 5, 0x24, 0x00, 0x20, 0x01,  // CDC 1.20
    5, 0x24, 0x01, 0x00, kSerialData,                                                   // no calls
    4, 0x24, 0x02, 0x06,                         // line coding, break
    5, 0x24, 0x06, kSerialControl, kSerialData,  // union
    7, 0x05, kNotifyIn, 0x03, 8, 0, 16, 9, 0x04, kSerialData, 0, 2, 0x0a, 0x00, 0x00, 0, 7, 0x05,
    kSerialOut, 0x02, 64, 0, 0, 7, 0x05, kSerialIn, 0x02, 64, 0, 0,

    // MIDI: an audio control interface that only names the streaming one, then one cable each way.
    9, 0x04, kAudioControl, 0, 0, 0x01, 0x01, 0x00, 0, 9, 0x24, 0x01, 0x00, 0x01, 9, 0, 1, kMidi, 9,
    0x04, kMidi, 0, 2, 0x01, 0x03, 0x00, kMidiPort, 7, 0x24, 0x01, 0x00, 0x01, 65,
    0,                                   // 65 bytes from here to the end
    6, 0x24, 0x02, 0x01, 1, 0,           // jack 1: in, embedded
    6, 0x24, 0x02, 0x02, 2, 0,           // jack 2: in, external
    9, 0x24, 0x03, 0x01, 3, 1, 2, 1, 0,  // jack 3: out, embedded, from jack 2
    9, 0x24, 0x03, 0x02, 4, 1, 1, 1, 0,  // jack 4: out, external, from jack 1
    9, 0x05, kMidiOut, 0x02, 64, 0, 0, 0, 0, 5, 0x25, 0x01, 1, 1,  // into jack 1
    9, 0x05, kMidiIn, 0x02, 64, 0, 0, 0, 0, 5, 0x25, 0x01, 1, 3,   // out of jack 3
};

inline constexpr std::size_t kStringUnits = 32;

// The string descriptor of ASCII text in UTF-16, cut to what fits; English for kLanguages.
constexpr void write_string(String which, const char* text, std::uint16_t (&to)[kStringUnits]) {
  std::size_t count = 0;
  if (which == kLanguages) {
    to[++count] = 0x0409;
  } else {
    for (; text[count] != '\0' && count + 1 < kStringUnits; ++count) {
      to[count + 1] = static_cast<std::uint8_t>(text[count]);
    }
  }
  to[0] = static_cast<std::uint16_t>(0x0300 | (2 * count + 2));
}

}  // namespace ens::usb
