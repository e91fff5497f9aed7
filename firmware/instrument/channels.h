// The named input channels of an instrument and where each gets its value from.
//
// The order is the order the C ABI enumerates them in; names are what modes and taught files use.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/curves.h"

namespace ens {

inline constexpr std::size_t kMaxChannels = 64;  // inputs of one mode

// Who writes a channel: the host (set_input), MIDI messages, the ear (analysis of the microphone),
// or the instrument's own slow movement.
enum class ChannelSource : std::uint8_t { host, midi, ear, wander };

struct Channel {
  const char* name;
  ChannelSource source;
  Unit rest;  // the value nobody touching gives
};

inline constexpr Unit kUnitZero = Unit::from_q15(0);
inline constexpr Unit kUnitHalf = Unit::from_q15(Unit::kOne / 2);

// What a MIDI channel carries; the position among the midi_* names.
enum class MidiChannel : std::uint8_t { note, velocity, bend, mod, pressure };
inline constexpr std::size_t kMidiChannelCount = 5;
inline constexpr std::size_t kEarChannelCount = 5;
inline constexpr std::size_t kWanderChannelCount = 4;

inline constexpr Channel kChannels[] = {
    {"joy_x", ChannelSource::host, kUnitHalf},
    {"joy_y", ChannelSource::host, kUnitHalf},
    {"joy_z", ChannelSource::host, kUnitHalf},
    {"joy_w", ChannelSource::host, kUnitHalf},
    {"pad_x", ChannelSource::host, kUnitHalf},
    {"pad_y", ChannelSource::host, kUnitHalf},
    {"slider_0", ChannelSource::host, kUnitZero},
    {"slider_1", ChannelSource::host, kUnitZero},
    {"slider_2", ChannelSource::host, kUnitZero},
    {"slider_3", ChannelSource::host, kUnitZero},
    {"slider_4", ChannelSource::host, kUnitZero},
    {"slider_5", ChannelSource::host, kUnitZero},
    {"slider_6", ChannelSource::host, kUnitZero},
    {"slider_7", ChannelSource::host, kUnitZero},
    {"midi_note", ChannelSource::midi, kUnitZero},
    {"midi_velocity", ChannelSource::midi, kUnitZero},
    {"midi_bend", ChannelSource::midi, kUnitHalf},
    {"midi_mod", ChannelSource::midi, kUnitZero},
    {"midi_pressure", ChannelSource::midi, kUnitZero},
    {"audio_pitch", ChannelSource::ear, kUnitZero},
    {"audio_aperiodicity", ChannelSource::ear, kUnitZero},
    {"audio_energy", ChannelSource::ear, kUnitZero},
    {"audio_attack", ChannelSource::ear, kUnitZero},
    {"audio_brightness", ChannelSource::ear, kUnitZero},
    {"cv_0", ChannelSource::host, kUnitHalf},
    {"cv_1", ChannelSource::host, kUnitHalf},
    {"cv_2", ChannelSource::host, kUnitHalf},
    {"cv_3", ChannelSource::host, kUnitHalf},
    {"cv_4", ChannelSource::host, kUnitHalf},
    {"cv_5", ChannelSource::host, kUnitHalf},
    {"cv_6", ChannelSource::host, kUnitHalf},
    {"cv_7", ChannelSource::host, kUnitHalf},
    {"wander_0", ChannelSource::wander, kUnitHalf},
    {"wander_1", ChannelSource::wander, kUnitHalf},
    {"wander_2", ChannelSource::wander, kUnitHalf},
    {"wander_3", ChannelSource::wander, kUnitHalf},
};
inline constexpr std::size_t kChannelCount = sizeof(kChannels) / sizeof(kChannels[0]);
inline constexpr std::uint8_t kNoChannel = 255;

constexpr bool same_text(const char* a, const char* b) {
  while (*a != '\0' && *a == *b) {
    ++a;
    ++b;
  }
  return *a == *b;
}

// Position in kChannels; kNoChannel if there is no such name.
constexpr std::uint8_t find_channel(const char* name) {
  for (std::uint8_t i = 0; i < kChannelCount; ++i) {
    if (same_text(kChannels[i].name, name)) return i;
  }
  return kNoChannel;
}

// Position of a channel among those of its own source: 2 for wander_2.
constexpr std::size_t place_in_source(std::size_t channel) {
  std::size_t place = 0;
  for (std::size_t i = 0; i < channel; ++i) {
    if (kChannels[i].source == kChannels[channel].source) ++place;
  }
  return place;
}

}  // namespace ens
