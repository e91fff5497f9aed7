// How the hardware is configured for a mode before it sounds, and which sample rates it supports.
#pragma once

#include <cstdint>

#include "engines/engine_info.h"

namespace ens {

inline constexpr std::uint32_t kFallbackSampleRateHz = 48000;

// The given rate if the hardware can run it, else 48000: an unsupported rate is fatal once the
// clock is set. A NaN, an infinity or a negative compares equal to none of the four.
constexpr std::uint32_t select_sample_rate(double sample_rate_hz) {
  constexpr std::uint32_t kRates[] = {24000, 32000, 44100, 48000};
  for (const std::uint32_t rate : kRates) {
    if (sample_rate_hz == static_cast<double>(rate)) return rate;
  }
  return kFallbackSampleRateHz;
}

// What an engine asks for, brought into the ranges hardware has: line level 0…15, microphone gain
// 0…52 dB, volume 0…1 (NaN becomes the default 0.8). A mode that listens uses the microphone.
constexpr DriverConfig driver_config(const DriverConfig& wanted, bool mode_listens) {
  constexpr std::uint8_t kMaxLineLevel = 15;
  constexpr std::uint8_t kMaxMicrophoneGainDb = 52;
  DriverConfig config = wanted;
  if (mode_listens) config.input = AudioInput::kMicrophone;
  if (config.line_level > kMaxLineLevel) config.line_level = kMaxLineLevel;
  if (config.microphone_gain_db > kMaxMicrophoneGainDb) {
    config.microphone_gain_db = kMaxMicrophoneGainDb;
  }
  if (config.output_volume != config.output_volume)
    config.output_volume = DriverConfig{}.output_volume;
  config.output_volume = clamp(config.output_volume, 0.0f, 1.0f);
  config.sample_rate_hz = select_sample_rate(static_cast<double>(config.sample_rate_hz));
  return config;
}

}  // namespace ens
