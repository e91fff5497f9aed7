// Where the ports of a plugin are: the form of the table that is generated from the modes.
#pragma once

#include <cstdint>

namespace ens::lv2 {

inline constexpr std::uint32_t kNoPort = 0xffffffffu;

// Beside those that every plugin has; kNoPort where a mode has none.
struct Ports {
  const char* uri;
  std::uint32_t count;
  const std::uint32_t* channels;  // one for each channel of the mode
  std::uint32_t left_in;
  std::uint32_t right_in;
  std::uint32_t midi_in;
  std::uint32_t midi_out;
  std::uint32_t voice_space;
  std::uint32_t scale;
  std::uint32_t scale_root;
  std::uint32_t first_hand;  // inputs, one for each param
  std::uint32_t first_now;   // outputs, one for each param
};

}  // namespace ens::lv2
