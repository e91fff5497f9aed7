// The voice spaces of polyrhythm.h: what its three lines are made of, and what they play.
#pragma once

#include "dsp/blip.h"
#include "engines/scales.h"

namespace ens {

enum RhythmLine : std::uint8_t { kBassLine, kMiddleLine, kHighLine, kLineCount };

struct RhythmBand {
  Scale scale;
  std::int32_t chords[4];     // degrees, one after the other
  std::uint32_t chord_beats;  // quarter notes of each
  std::uint32_t seed;         // of its melodies
  std::uint32_t swung;        // pairs in a quarter note: 1 swings eighths, 2 sixteenths
  std::int32_t octave[kLineCount];
  std::uint32_t ratchets;  // most strikes of one step
  BlipShape blips[kLineCount];
};

// Wooden bars over a slow minor harmony.
inline constexpr RhythmBand kMallets = {
    .scale = kDorian,
    .chords = {0, 3, 5, 4},
    .chord_beats = 8,
    .seed = 0x6d616c6c,
    .swung = 2,
    .octave = {0, 1, 2},
    .ratchets = 2,
    .blips = {{1.0f, 3.4f, 1.5f, 1.5f, 1.8f, 300, 4, 0.66f, 0.62f},
              {4.0f, 2.8f, 1.0f, 1.0f, 2.0f, 360, 7, 0.60f, 0.30f},
              {4.0f, 2.6f, 0.8f, 0.9f, 2.2f, 400, 9, 0.28f, 0.56f}},
};

// Thumb pianos: five notes that suit any other, a long cycle, buzz on the bass.
inline constexpr RhythmBand kThumbs = {
    .scale = kPentatonic,
    .chords = {0, 0, 3, 4},
    .chord_beats = 6,
    .seed = 0x6b616c69,
    .swung = 1,
    .octave = {0, 1, 2},
    .ratchets = 3,
    .blips = {{2.0f, 4.0f, 1.0f, 1.2f, 2.5f, 340, 3, 0.60f, 0.64f},
              {5.41f, 2.6f, 0.8f, 1.1f, 2.8f, 460, 5, 0.34f, 0.58f},
              {6.27f, 2.2f, 0.6f, 1.0f, 2.5f, 460, 6, 0.56f, 0.30f}},
};

// Bronze keys and a gong, in five nearly equal steps.
inline constexpr RhythmBand kBronze = {
    .scale = kSlendro,
    .chords = {0, 2, 0, 3},
    .chord_beats = 16,
    .seed = 0x62726f6e,
    .swung = 1,
    .octave = {-1, 1, 2},
    .ratchets = 4,
    .blips = {{1.47f, 3.4f, 4.0f, 2.6f, 1.2f, 2400, 11, 0.50f, 0.46f},
              {2.76f, 2.6f, 1.0f, 1.6f, 1.5f, 900, 13, 0.54f, 0.28f},
              {2.76f, 2.4f, 0.8f, 1.4f, 1.6f, 900, 16, 0.30f, 0.54f}},
};

// Pulses of an analogue sequencer: saw-like, short, hard ratchets.
inline constexpr RhythmBand kNeon = {
    .scale = kDorian,
    .chords = {0, 0, 6, 3},
    .chord_beats = 8,
    .seed = 0x6e656f6e,
    .swung = 2,
    .octave = {-1, 0, 1},
    .ratchets = 4,
    .blips = {{1.0f, 9.0f, 1.0f, 1.4f, 0.6f, 60, 8, 0.48f, 0.48f},
              {2.0f, 8.0f, 1.0f, 1.1f, 0.7f, 60, 12, 0.60f, 0.34f},
              {1.0f, 9.0f, 1.0f, 1.0f, 0.8f, 70, 14, 0.34f, 0.60f}},
};

// Glass harps that swell a little and ring on, over a bright scale.
inline constexpr RhythmBand kGlassHarps = {
    .scale = kLydian,
    .chords = {0, 1, 4, 2},
    .chord_beats = 12,
    .seed = 0x676c6173,
    .swung = 1,
    .octave = {0, 1, 2},
    .ratchets = 2,
    .blips = {{0.5f, 2.6f, 24.0f, 2.2f, 0.7f, 1600, 9, 0.56f, 0.52f},
              {3.5f, 2.0f, 9.0f, 1.7f, 1.0f, 1400, 15, 0.52f, 0.28f},
              {7.0f, 1.5f, 5.0f, 1.5f, 1.2f, 1400, 18, 0.26f, 0.48f}},
};

}  // namespace ens
