// What makes one voice space of the vocoder unlike another, beside curves.
#pragma once

namespace ens {

struct VocoderTraits {
  float resonance;      // times the slot
  float noise;          // least share of noise in the carrier
  float blur;           // share of a band's level that its neighbours give
  float detune;         // times the slot
  bool is_odd;          // a carrier of odd harmonics, hollow as a clarinet
  bool is_mirrored;     // low bands of the voice are the high ones of the carrier
  float slope_octaves;  // of the level, from the lowest band to the highest
};

// Every word clear.
inline constexpr VocoderTraits kRobotBands = {1.0f, 0.0f, 0.0f, 1.0f, false, false, 0.0f};
// Many at once, further from the microphone.
inline constexpr VocoderTraits kChoirBands = {0.8f, 0.04f, 0.5f, 2.0f, false, false, 0.0f};
// Almost only breath.
inline constexpr VocoderTraits kWhisperBands = {1.3f, 0.75f, 0.0f, 1.0f, false, false, 0.0f};
// Bands that ring, of a hollow carrier.
inline constexpr VocoderTraits kGlassBands = {3.0f, 0.0f, 0.0f, 0.5f, true, false, 0.0f};
// The spectrum upside down.
inline constexpr VocoderTraits kMirrorBands = {1.0f, 0.0f, 0.0f, 1.0f, false, true, -3.0f};

}  // namespace ens
