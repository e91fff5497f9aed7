// The named input channels of an instrument and where each gets its value from.
//
// The order is the order the C ABI enumerates them in; names are what modes and taught files use.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/curves.h"
#include "core/same_text.h"

namespace ens {

inline constexpr std::size_t kMaxChannels = 64;  // inputs of one mode

// Who writes a channel: the host (set_input), MIDI messages, the analyser of the microphone, or the
// instrument's own slow movement.
enum class ChannelSource : std::uint8_t { kHost, kMidi, kAnalyser, kWander };

struct Channel {
  const char* name;
  ChannelSource source;
  Unit rest;  // the value while nothing moves it
};

inline constexpr Unit kUnitZero = Unit::from_q15(0);
inline constexpr Unit kUnitHalf = Unit::from_q15(Unit::kOne / 2);

// What a MIDI channel carries; the position among the midi_* names.
enum class MidiChannel : std::uint8_t { kNote, kVelocity, kBend, kMod, kPressure };
inline constexpr std::size_t kMidiChannelCount = 5;
inline constexpr std::size_t kAnalyserChannelCount = 5;
inline constexpr std::size_t kWanderChannelCount = 4;

inline constexpr Channel kChannels[] = {
    {"joy_x", ChannelSource::kHost, kUnitHalf},
    {"joy_y", ChannelSource::kHost, kUnitHalf},
    {"joy_z", ChannelSource::kHost, kUnitHalf},
    {"joy_w", ChannelSource::kHost, kUnitHalf},
    {"pad_x", ChannelSource::kHost, kUnitHalf},
    {"pad_y", ChannelSource::kHost, kUnitHalf},
    {"slider_0", ChannelSource::kHost, kUnitZero},
    {"slider_1", ChannelSource::kHost, kUnitZero},
    {"slider_2", ChannelSource::kHost, kUnitZero},
    {"slider_3", ChannelSource::kHost, kUnitZero},
    {"slider_4", ChannelSource::kHost, kUnitZero},
    {"slider_5", ChannelSource::kHost, kUnitZero},
    {"slider_6", ChannelSource::kHost, kUnitZero},
    {"slider_7", ChannelSource::kHost, kUnitZero},
    {"midi_note", ChannelSource::kMidi, kUnitZero},
    {"midi_velocity", ChannelSource::kMidi, kUnitZero},
    {"midi_bend", ChannelSource::kMidi, kUnitHalf},
    {"midi_mod", ChannelSource::kMidi, kUnitZero},
    {"midi_pressure", ChannelSource::kMidi, kUnitZero},
    {"audio_pitch", ChannelSource::kAnalyser, kUnitZero},
    {"audio_aperiodicity", ChannelSource::kAnalyser, kUnitZero},
    {"audio_energy", ChannelSource::kAnalyser, kUnitZero},
    {"audio_attack", ChannelSource::kAnalyser, kUnitZero},
    {"audio_brightness", ChannelSource::kAnalyser, kUnitZero},
    {"cv_0", ChannelSource::kHost, kUnitHalf},
    {"cv_1", ChannelSource::kHost, kUnitHalf},
    {"cv_2", ChannelSource::kHost, kUnitHalf},
    {"cv_3", ChannelSource::kHost, kUnitHalf},
    {"cv_4", ChannelSource::kHost, kUnitHalf},
    {"cv_5", ChannelSource::kHost, kUnitHalf},
    {"cv_6", ChannelSource::kHost, kUnitHalf},
    {"cv_7", ChannelSource::kHost, kUnitHalf},
    {"wander_0", ChannelSource::kWander, kUnitHalf},
    {"wander_1", ChannelSource::kWander, kUnitHalf},
    {"wander_2", ChannelSource::kWander, kUnitHalf},
    {"wander_3", ChannelSource::kWander, kUnitHalf},
};
inline constexpr std::size_t kChannelCount = sizeof(kChannels) / sizeof(kChannels[0]);
inline constexpr std::uint8_t kNoChannel = 255;

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

// Whether a channel is at 0 until a hand moves it. Every note moves its pitch and velocity.
constexpr bool rests_at_bottom(std::size_t channel) {
  const ChannelSource source = kChannels[channel].source;
  const bool by_note = source == ChannelSource::kMidi &&
                       place_in_source(channel) <= static_cast<std::size_t>(MidiChannel::kVelocity);
  const bool by_hand = source == ChannelSource::kHost || source == ChannelSource::kMidi;
  return kChannels[channel].rest == kUnitZero && by_hand && !by_note;
}

}  // namespace ens
