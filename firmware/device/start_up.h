// Starts the hardware for a mode, the same on every board. The order matters: the sample rate is
// made a supported one before any clock is set, because an unsupported rate is fatal there.
#pragma once

#include <cstdint>

#include "abi/abi.h"

namespace ens {

// Hardware: void set_clock(std::uint32_t rate_hz), which may panic on any rate but the four;
//   bool begin_codec(std::uint32_t rate_hz), false when no codec answers;
//   void select_line(std::uint8_t level), void select_microphone(std::uint8_t gain_db);
//   void set_output_volume(std::uint16_t thousandths); void start_audio().
// Returns whether there will be sound. Called again for each mode.
template <typename Hardware>
[[gnu::cold]] bool start_up(Hardware& hardware, const EnsDriverConfig& driver) {
  const std::uint32_t rate_hz = ens_select_sample_rate(static_cast<double>(driver.sample_rate_hz));
  hardware.set_clock(rate_hz);
  if (!hardware.begin_codec(rate_hz)) return false;
  if (driver.input == ENS_INPUT_MICROPHONE) {
    hardware.select_microphone(static_cast<std::uint8_t>(driver.microphone_gain_db));
  } else {
    const std::uint32_t level = driver.line_level > 15 ? 15 : driver.line_level;
    hardware.select_line(static_cast<std::uint8_t>(level));
  }
  const bool loud = driver.output_volume > 1.0f;
  const float volume = loud ? 1.0f : driver.output_volume > 0.0f ? driver.output_volume : 0.0f;
  hardware.set_output_volume(static_cast<std::uint16_t>(volume * 1000.0f + 0.5f));
  hardware.start_audio();
  return true;
}

}  // namespace ens
