// What makes one voice space of the echoes unlike another, beside curves; and the note values that
// an echo may last.
#pragma once

#include <cstdint>

#include "dsp/level.h"

namespace ens {

inline constexpr int kEchoTaps = 8;

enum class EchoMotion : std::uint8_t { kTape, kFade, kGrain };

struct EchoTraits {
  EchoMotion motion;       // how echoes reach another time
  float speed;             // tape: fastest, in samples a sample; grains: their slope
  float grain;             // length of a grain, as a share of the loop
  float resonance;         // times the slot
  float regeneration;      // times the feedback: above 1 it may howl, softly
  float wow;               // times the slot
  float damping;           // times the slot
  float order[kEchoTaps];  // place of each tap's band in the bank, 0…1
};

// Rising, as on a worn machine that brightens from head to head.
inline constexpr EchoTraits kTapeEchoes = {
    EchoMotion::kTape,
    0.4f,
    0.0f,
    1.0f,
    0.98f,
    1.0f,
    1.0f,
    {0.0f, 1.0f / 7, 2.0f / 7, 3.0f / 7, 4.0f / 7, 5.0f / 7, 6.0f / 7, 1.0f}};
// Leaping between bands that ring.
inline constexpr EchoTraits kGlassEchoes = {
    EchoMotion::kFade,
    0.0f,
    0.0f,
    4.0f,
    0.99f,
    0.3f,
    1.0f,
    {1.0f / 7, 4.0f / 7, 0.0f, 5.0f / 7, 2.0f / 7, 6.0f / 7, 3.0f / 7, 1.0f}};
// Each echo backwards; what feeds back turns round at every pass.
inline constexpr EchoTraits kReverseEchoes = {
    EchoMotion::kGrain,
    2.0f,
    0.25f,
    1.0f,
    0.95f,
    1.0f,
    1.0f,
    {0.0f, 2.0f / 7, 4.0f / 7, 6.0f / 7, 1.0f, 5.0f / 7, 3.0f / 7, 1.0f / 7}};
// Falling into the dark, fast to follow, and loud enough to feed itself.
inline constexpr EchoTraits kDubEchoes = {
    EchoMotion::kTape,
    1.2f,
    0.0f,
    1.6f,
    1.15f,
    1.6f,
    0.6f,
    {1.0f, 6.0f / 7, 5.0f / 7, 4.0f / 7, 3.0f / 7, 2.0f / 7, 1.0f / 7, 0.0f}};
// Each pass an octave up.
inline constexpr EchoTraits kAscentEchoes = {
    EchoMotion::kGrain,
    -1.0f,
    0.2f,
    1.3f,
    0.9f,
    1.0f,
    1.0f,
    {0.0f, 3.0f / 7, 1.0f / 7, 4.0f / 7, 2.0f / 7, 5.0f / 7, 6.0f / 7, 1.0f}};

// In quarter notes: sixteenths, triplets, dotted notes, up to a bar.
inline constexpr float kEchoBeats[] = {0.25f, 1.0f / 3, 0.375f, 0.5f, 2.0f / 3, 0.75f,
                                       1.0f,  4.0f / 3, 1.5f,   2.0f, 3.0f,     4.0f};

// The one nearest to a step of the slot, which unit values round.
constexpr float note_near(float beats) {
  float nearest = kEchoBeats[0];
  for (const float each : kEchoBeats) {
    if (magnitude(each - beats) < magnitude(nearest - beats)) nearest = each;
  }
  return nearest;
}

// The order in which taps appear as the pattern thickens: on the beat first, then between.
inline constexpr int kEchoRank[kEchoTaps] = {7, 3, 5, 1, 6, 2, 4, 0};
// The side of each but the last, which has both: early and late ones, low and high bands on each.
inline constexpr int kEchoSide[kEchoTaps - 1] = {1, 0, 0, 1, 0, 1, 1};

}  // namespace ens
