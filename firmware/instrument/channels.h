// The named input channels of an instrument and where each gets its value from.
//
// The order is the order the C ABI enumerates them in; names are what modes and taught files use.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ens {

inline constexpr std::size_t kMaxChannels = 64;  // inputs of one mode

// Who writes a channel: the host (set_input), MIDI messages, the ear (analysis of the microphone),
// or the instrument's own slow movement.
enum class ChannelSource : std::uint8_t { host, midi, ear, wander };

struct Channel {
  const char* name;
  ChannelSource source;
};

// What a MIDI channel carries; the position among the midi_* names.
enum class MidiChannel : std::uint8_t { note, velocity, bend, mod, pressure };
inline constexpr std::size_t kMidiChannelCount = 5;
inline constexpr std::size_t kEarChannelCount = 5;
inline constexpr std::size_t kWanderChannelCount = 4;

inline constexpr Channel kChannels[] = {
    {"joy_x", ChannelSource::host},
    {"joy_y", ChannelSource::host},
    {"joy_z", ChannelSource::host},
    {"joy_w", ChannelSource::host},
    {"pad_x", ChannelSource::host},
    {"pad_y", ChannelSource::host},
    {"slider_0", ChannelSource::host},
    {"slider_1", ChannelSource::host},
    {"slider_2", ChannelSource::host},
    {"slider_3", ChannelSource::host},
    {"slider_4", ChannelSource::host},
    {"slider_5", ChannelSource::host},
    {"slider_6", ChannelSource::host},
    {"slider_7", ChannelSource::host},
    {"midi_note", ChannelSource::midi},
    {"midi_velocity", ChannelSource::midi},
    {"midi_bend", ChannelSource::midi},
    {"midi_mod", ChannelSource::midi},
    {"midi_pressure", ChannelSource::midi},
    {"audio_pitch", ChannelSource::ear},
    {"audio_aperiodicity", ChannelSource::ear},
    {"audio_energy", ChannelSource::ear},
    {"audio_attack", ChannelSource::ear},
    {"audio_brightness", ChannelSource::ear},
    {"cv_0", ChannelSource::host},
    {"cv_1", ChannelSource::host},
    {"cv_2", ChannelSource::host},
    {"cv_3", ChannelSource::host},
    {"cv_4", ChannelSource::host},
    {"cv_5", ChannelSource::host},
    {"cv_6", ChannelSource::host},
    {"cv_7", ChannelSource::host},
    {"wander_0", ChannelSource::wander},
    {"wander_1", ChannelSource::wander},
    {"wander_2", ChannelSource::wander},
    {"wander_3", ChannelSource::wander},
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
