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
  kHold,
};

inline constexpr std::uint32_t kChannelStripChannels[] = {28, 29, 30, 31};
inline constexpr std::uint32_t kDroneChannels[] = {26, 27, 28, 29};
inline constexpr std::uint32_t kDrumSequencerChannels[] = {26, 27};
inline constexpr std::uint32_t kFmVoiceChannels[] = {kNoPort, kNoPort, kNoPort, kNoPort, kNoPort};
inline constexpr std::uint32_t kPafSynthChannels[] = {26, 27, 28, 29};
inline constexpr std::uint32_t kSoundAnalysisChannels[] = {kNoPort, kNoPort, kNoPort, kNoPort, kNoPort};
inline constexpr std::uint32_t kSpaceReverbChannels[] = {28, 29, 30};
inline constexpr std::uint32_t kWandererChannels[] = {kNoPort, kNoPort, kNoPort, kNoPort};

// In the order of mode::kModes.
inline constexpr Ports kPorts[] = {
    {"urn:ensemble:mode:channel_strip", 78, kChannelStripChannels, 25, 26, kNoPort, kNoPort, 27, 32, 55},
    {"urn:ensemble:mode:drone", 50, kDroneChannels, kNoPort, kNoPort, kNoPort, kNoPort, 25, 30, 40},
    {"urn:ensemble:mode:drum_sequencer", 88, kDrumSequencerChannels, kNoPort, kNoPort, kNoPort, kNoPort, 25, 28, 58},
    {"urn:ensemble:mode:fm_voice", 71, kFmVoiceChannels, kNoPort, kNoPort, 25, kNoPort, 26, 27, 49},
    {"urn:ensemble:mode:paf_synth", 96, kPafSynthChannels, kNoPort, kNoPort, kNoPort, kNoPort, 25, 30, 63},
    {"urn:ensemble:mode:sound_analysis", 56, kSoundAnalysisChannels, 25, 26, kNoPort, 27, kNoPort, 28, 42},
    {"urn:ensemble:mode:space_reverb", 67, kSpaceReverbChannels, 25, 26, kNoPort, kNoPort, 27, 31, 49},
    {"urn:ensemble:mode:wanderer", 76, kWandererChannels, kNoPort, kNoPort, kNoPort, kNoPort, 25, 26, 51},
};

}  // namespace ens::lv2
