// The wavetables of wavetable.h: eight spectra in a row for each voice space.
#pragma once

#include "dsp/wave_frames.h"

namespace ens {

// What a voice space changes beside curves.
struct WavetableTraits {
  WaveFrame frames[WaveFrames::kFrames];
  bool fixed_formants = false;  // places of the table are bands of 100 Hz, not harmonics
  float transpose_st = 0.0f;
  float brightness = 1.0f;  // times the cutoff
};

// Sine, triangle, ever more of a saw, then pulses that grow thin.
inline constexpr WavetableTraits kAnalogueWaves = {.frames = {
                                                       {.top = 1},
                                                       {.tilt = 1, .even = 0},
                                                       {.tilt = 0.5f, .even = 0.4f},
                                                       {},
                                                       {.even = 0},
                                                       {.pulse = 0.3f},
                                                       {.pulse = 0.14f},
                                                       {.pulse = 0.05f},
                                                   }};

// A throat that opens: u, o, ɔ, a, æ, e, i and a bright edge.
inline constexpr WavetableTraits kVowelWaves = {
    .frames =
        {
            {.tilt = 1, .floor = 0.6f, .peaks = {{3, 1.1f, 3}, {7, 1.2f, 0.9f}, {23, 3, 0.3f}}},
            {.tilt = 1, .floor = 0.5f, .peaks = {{4, 1.2f, 3}, {8, 1.4f, 1.6f}, {25, 3, 0.5f}}},
            {.tilt = 1, .floor = 0.5f, .peaks = {{6, 1.4f, 3.4f}, {9, 1.6f, 2.4f}, {26, 3, 1}}},
            {.tilt = 1, .floor = 0.5f, .peaks = {{8, 1.5f, 4}, {12, 1.8f, 3.2f}, {27, 3, 2.2f}}},
            {.tilt = 1, .floor = 0.5f, .peaks = {{7, 1.5f, 3.6f}, {17, 2, 3}, {26, 3, 2.4f}}},
            {.tilt = 1, .floor = 0.6f, .peaks = {{4, 1.2f, 3}, {21, 2, 3}, {28, 3, 3}}},
            {.tilt = 1, .floor = 0.6f, .peaks = {{3, 1, 3}, {23, 2, 3.2f}, {32, 3, 3.4f}}},
            {.tilt = 0.6f, .floor = 0.6f, .peaks = {{3, 1, 2}, {31, 3, 5}, {46, 6, 4}}},
        },
    .fixed_formants = true,
    .brightness = 1.6f,
};

// Drawbars: a flute, an octave, a twelfth, then more and more pipes, reeds at the end.
inline constexpr WavetableTraits kPipeWaves = {
    .frames = {
        {.tilt = 3, .floor = 0.25f, .top = 3, .peaks = {{1, 0.3f, 1}}},
        {.floor = 0, .peaks = {{1, 0.3f, 1}, {2, 0.3f, 1.2f}}},
        {.floor = 0, .peaks = {{1, 0.3f, 1}, {3, 0.3f, 2}}},
        {.floor = 0.1f, .top = 8, .peaks = {{1, 0.3f, 1}, {2, 0.3f, 1.6f}, {4, 0.3f, 3}}},
        {.floor = 0.2f, .top = 8, .peaks = {{2, 0.3f, 1.6f}, {4, 0.3f, 3}, {8, 0.3f, 5}}},
        {.floor = 0.3f, .top = 16, .peaks = {{4, 0.3f, 3}, {8, 0.3f, 5}, {16, 0.3f, 9}}},
        {.tilt = 0.3f, .even = 0.25f, .top = 40, .peaks = {{5, 2, 2}, {9, 2, 2}}},
        {.tilt = 0.2f, .top = 60, .peaks = {{7, 3, 2}, {13, 3, 3}, {2, 0.3f, 1}}},
    }};

// Few partials far apart, as of glasses and bars; each frame strikes another one.
inline constexpr WavetableTraits kGlassWaves = {
    .frames =
        {
            {.floor = 0, .peaks = {{1, 0.3f, 1}}},
            {.floor = 0, .peaks = {{1, 0.3f, 1}, {5, 0.3f, 2}}},
            {.floor = 0, .peaks = {{1, 0.3f, 1}, {7, 0.3f, 3.5f}, {4, 0.3f, 1}}},
            {.floor = 0, .peaks = {{1, 0.3f, 1}, {9, 0.3f, 4}, {6, 0.3f, 2}}},
            {.floor = 0, .peaks = {{2, 0.3f, 1.5f}, {11, 0.3f, 6}, {7, 0.3f, 2}}},
            {.floor = 0, .peaks = {{3, 0.3f, 2}, {13, 0.4f, 7}, {19, 0.4f, 6}}},
            {.floor = 0.02f, .peaks = {{1, 0.3f, 1}, {17, 0.5f, 9}, {29, 0.5f, 9}}},
            {.floor = 0.05f, .peaks = {{1, 0.3f, 1}, {23, 1, 9}, {41, 1, 12}}},
        },
    .brightness = 2.0f,
};

// One cluster of harmonics that climbs, as when an oscillator is synchronised to a slower one.
inline constexpr WavetableTraits kSyncWaves = {
    .frames =
        {
            {.tilt = 0.6f, .peaks = {{2, 1, 1}}},
            {.tilt = 0.6f, .peaks = {{3, 1, 2.5f}}},
            {.tilt = 0.7f, .peaks = {{5, 1.2f, 4}, {10, 1.5f, 1}}},
            {.tilt = 0.8f, .peaks = {{7, 1.5f, 6}, {14, 2, 2}}},
            {.tilt = 0.9f, .peaks = {{10, 1.8f, 8}, {20, 2.5f, 3}}},
            {.tilt = 1, .peaks = {{14, 2.2f, 10}, {28, 3, 5}}},
            {.tilt = 1, .peaks = {{20, 2.6f, 13}, {40, 4, 7}}},
            {.tilt = 1, .peaks = {{28, 3, 16}, {56, 5, 10}}},
        },
    .brightness = 1.3f,
};

}  // namespace ens
