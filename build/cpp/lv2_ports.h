// @generated from modes/ by `npm run gen`.
// Do not edit: change the source and generate again.
#pragma once

#include <cstdint>

#include "lv2/ports.h"

namespace ens::lv2 {

// Ports that every plugin has.
enum Port : std::uint32_t {
  kLeftOut,
  kRightOut,
  kLatency,
  kStatus,
  kTraining,
  kIterations,
  kError,
  kExamples,
  kTeach,
  kForget,
  kClear,
  kTrain,
  kCancel,
  kUndo,
  kRedraw,
  kJitter,
  kJitterAmount,
  kLearningRate,
  kMaxIterations,
  kMinError,
  kTrainOnce,
  kOnceLearningRate,
  kOnceMaxIterations,
  kOnceMinError,
  kExplore,
  kExploreX,
  kExploreY,
  kLike,
  kDislike,
  kExploreUndo,
  kHold,
};

inline constexpr std::uint32_t kChannelStripChannels[] = {34, 35, 36, 37};
inline constexpr std::uint32_t kDroneChannels[] = {35, 36, 37, 38};
inline constexpr std::uint32_t kDrumSequencerChannels[] = {35, 36};
inline constexpr std::uint32_t kEchoBankChannels[] = {35, 36, 37};
inline constexpr std::uint32_t kFmVoiceChannels[] = {kNoPort, kNoPort, kNoPort, kNoPort, kNoPort};
inline constexpr std::uint32_t kGranularChannels[] = {34, 35, 36};
inline constexpr std::uint32_t kPafSynthChannels[] = {35, 36, 37, 38};
inline constexpr std::uint32_t kPolyrhythmChannels[] = {34, 35, 36};
inline constexpr std::uint32_t kSoundAnalysisChannels[] = {kNoPort, kNoPort, kNoPort, kNoPort, kNoPort};
inline constexpr std::uint32_t kSpaceReverbChannels[] = {34, 35, 36};
inline constexpr std::uint32_t kStringsChannels[] = {kNoPort, kNoPort, kNoPort, kNoPort};
inline constexpr std::uint32_t kVocoderChannels[] = {37, 38, 39};
inline constexpr std::uint32_t kWandererChannels[] = {kNoPort, kNoPort, kNoPort, kNoPort};
inline constexpr std::uint32_t kWavetableChannels[] = {kNoPort, kNoPort, kNoPort, kNoPort};

// In the order of mode::kModes.
inline constexpr Ports kPorts[] = {
    {"urn:ensemble:mode:channel_strip", 84, kChannelStripChannels, 31, 32, kNoPort, kNoPort, 33, kNoPort, kNoPort, 38, 61},
    {"urn:ensemble:mode:drone", 59, kDroneChannels, kNoPort, kNoPort, 31, kNoPort, 32, 33, 34, 39, 49},
    {"urn:ensemble:mode:drum_sequencer", 97, kDrumSequencerChannels, kNoPort, kNoPort, 31, kNoPort, 32, 33, 34, 37, 67},
    {"urn:ensemble:mode:echo_bank", 84, kEchoBankChannels, 31, 32, 33, kNoPort, 34, kNoPort, kNoPort, 38, 61},
    {"urn:ensemble:mode:fm_voice", 77, kFmVoiceChannels, kNoPort, kNoPort, 31, kNoPort, 32, kNoPort, kNoPort, 33, 55},
    {"urn:ensemble:mode:granular", 75, kGranularChannels, 31, 32, kNoPort, kNoPort, 33, kNoPort, kNoPort, 37, 56},
    {"urn:ensemble:mode:paf_synth", 105, kPafSynthChannels, kNoPort, kNoPort, 31, kNoPort, 32, 33, 34, 39, 72},
    {"urn:ensemble:mode:polyrhythm", 85, kPolyrhythmChannels, kNoPort, kNoPort, 31, 32, 33, kNoPort, kNoPort, 37, 61},
    {"urn:ensemble:mode:sound_analysis", 62, kSoundAnalysisChannels, 31, 32, kNoPort, 33, kNoPort, kNoPort, kNoPort, 34, 48},
    {"urn:ensemble:mode:space_reverb", 73, kSpaceReverbChannels, 31, 32, kNoPort, kNoPort, 33, kNoPort, kNoPort, 37, 55},
    {"urn:ensemble:mode:strings", 71, kStringsChannels, kNoPort, kNoPort, 31, kNoPort, 32, kNoPort, kNoPort, 33, 52},
    {"urn:ensemble:mode:vocoder", 86, kVocoderChannels, 31, 32, 33, kNoPort, 34, 35, 36, 40, 63},
    {"urn:ensemble:mode:wanderer", 85, kWandererChannels, kNoPort, kNoPort, 31, kNoPort, 32, 33, 34, 35, 60},
    {"urn:ensemble:mode:wavetable", 79, kWavetableChannels, kNoPort, kNoPort, 31, kNoPort, 32, kNoPort, kNoPort, 33, 56},
};

}  // namespace ens::lv2
