// What makes one voice space of the granular looper unlike another, beside curves.
#pragma once

namespace ens {

struct GrainTraits {
  float flat;             // share of a grain at full level
  float walk;             // times the scan
  int repeats;            // grains that begin at the same place
  bool turned;            // grains play backwards, and Reverse turns them forwards
  float regeneration;     // times the feedback
  float intervals_st[4];  // of the harmony
};

// Soft grains, an octave to either side.
inline constexpr GrainTraits kCloudGrains = {0.0f, 1.0f, 1, false, 0.9f, {12, -12, 12, 0}};
// The same slice again and again, with hard edges; fifths and octaves.
inline constexpr GrainTraits kStutterGrains = {0.8f, 1.0f, 6, false, 0.8f, {12, 7, -12, -5}};
// Recorded time passes four times more slowly.
inline constexpr GrainTraits kStretchGrains = {0.15f, 0.25f, 1, false, 0.85f, {-12, 7, 12, -12}};
// Each pass through the feedback climbs.
inline constexpr GrainTraits kShimmerGrains = {0.0f, 1.0f, 1, false, 0.97f, {12, 12, 19, 24}};
// Everything runs back.
inline constexpr GrainTraits kRewindGrains = {0.35f, -1.0f, 1, true, 0.9f, {-12, 7, 12, 0}};

}  // namespace ens
