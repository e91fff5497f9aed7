// @generated from modes/granular.json by `npm run gen`.
// Do not edit: change the source and generate again.
#pragma once

#include "../mode.h"

namespace ens::modes {

struct Granular {
  static constexpr const char* kModeId = "granular";
  static constexpr const char* kEngineId = "granular";

  static constexpr mode::Channel kChannels[] = {
    mode::Channel::kPadX,
    mode::Channel::kPadY,
    mode::Channel::kSlider0,
  };
  static constexpr const char* kChannelNames[] = {
    "pad_x",
    "pad_y",
    "slider_0",
  };
  static constexpr std::size_t kChannelCount = 3;

  // Inputs, hidden layers, outputs; Shape<Net> is Net of these sizes.
  static constexpr std::uint32_t kLayers[] = {3, 10, 14, 19};
  static constexpr std::size_t kLayerCount = 4;
  template <template <int...> class Net>
  using Shape = Net<3, 10, 14, 19>;
  static constexpr double kDefaultSpread = 0.6;

  enum class ParamId : std::uint8_t {
    kPositionPct,
    kMemoryMs,
    kScanPct,
    kSprayMs,
    kGrainMs,
    kDensityHz,
    kJitterPct,
    kPeakPct,
    kPitchSt,
    kScatterSt,
    kHarmonyPct,
    kReversePct,
    kFreezePct,
    kFeedbackPct,
    kLowCutHz,
    kDampingHz,
    kSpreadPct,
    kMixPct,
    kOutputDb,
  };
  static constexpr mode::Param kParams[] = {
    {"position_pct", "Position", "%", 0, mode::Curve::kLinear, 0.0, 100.0, 12.0},
    {"memory_ms", "Memory", "ms", 0, mode::Curve::kExp, 200.0, 4000.0, 2000.0},
    {"scan_pct", "Scan", "%", 0, mode::Curve::kLinear, -100.0, 200.0, 100.0},
    {"spray_ms", "Spray", "ms", 0, mode::Curve::kSquare, 0.0, 1000.0, 60.0},
    {"grain_ms", "Grain size", "ms", 1, mode::Curve::kExp, 5.0, 500.0, 140.0},
    {"density_hz", "Density", "Hz", 1, mode::Curve::kExp, 1.0, 100.0, 18.0},
    {"jitter_pct", "Jitter", "%", 1, mode::Curve::kLinear, 0.0, 100.0, 60.0},
    {"peak_pct", "Window peak", "%", 1, mode::Curve::kLinear, 0.0, 100.0, 50.0},
    {"pitch_st", "Pitch", "st", 2, mode::Curve::kLinear, -24.0, 24.0, 0.0},
    {"scatter_st", "Pitch scatter", "st", 2, mode::Curve::kCubic, 0.0, 12.0, 0.08},
    {"harmony_pct", "Harmony", "%", 2, mode::Curve::kLinear, 0.0, 100.0, 15.0},
    {"reverse_pct", "Reverse", "%", 2, mode::Curve::kLinear, 0.0, 100.0, 10.0},
    {"freeze_pct", "Freeze", "%", 3, mode::Curve::kCubic, 0.0, 100.0, 0.0},
    {"feedback_pct", "Feedback", "%", 3, mode::Curve::kLinear, 0.0, 100.0, 25.0},
    {"low_cut_hz", "Low cut", "Hz", 3, mode::Curve::kExp, 20.0, 1000.0, 60.0},
    {"damping_hz", "Damping", "Hz", 3, mode::Curve::kExp, 500.0, 11000.0, 9000.0},
    {"spread_pct", "Stereo spread", "%", 4, mode::Curve::kSqrt, 0.0, 100.0, 75.0},
    {"mix_pct", "Mix", "%", 4, mode::Curve::kLinear, 0.0, 100.0, 60.0},
    {"output_db", "Output", "dB", 4, mode::Curve::kLinear, -12.0, 12.0, 0.0},
  };
  static constexpr const char* kParamNames[] = {
    "position_pct",
    "memory_ms",
    "scan_pct",
    "spray_ms",
    "grain_ms",
    "density_hz",
    "jitter_pct",
    "peak_pct",
    "pitch_st",
    "scatter_st",
    "harmony_pct",
    "reverse_pct",
    "freeze_pct",
    "feedback_pct",
    "low_cut_hz",
    "damping_hz",
    "spread_pct",
    "mix_pct",
    "output_db",
  };
  static constexpr std::size_t kParamCount = 19;

  static constexpr mode::Text kGroups[] = {
    "Place",
    "Grains",
    "Pitch",
    "Loop",
    "Levels",
  };
  static constexpr std::size_t kGroupCount = 5;

  // The position is the ordinal of the engine's voice space.
  enum class VoiceSpaceId : std::uint8_t {
    kCloud,
    kStutter,
    kStretch,
    kShimmer,
    kRewind,
  };
  static constexpr mode::Text kVoiceSpaces[] = {
    "Cloud",
    "Stutter",
    "Stretch",
    "Shimmer",
    "Rewind",
  };
  static constexpr std::size_t kVoiceSpaceCount = 5;

  // What each voice space does to each param, defaults and overrides together.
  static constexpr mode::Curve kCurves[kVoiceSpaceCount][kParamCount] = {
    {
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kSquare,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kCubic,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kCubic,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kSqrt,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
    },
    {
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kSquare,
      mode::Curve::kSquare,
      mode::Curve::kSquare,
      mode::Curve::kCubic,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kCubic,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kCubic,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kSqrt,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
    },
    {
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kCubic,
      mode::Curve::kSqrt,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kCubic,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kCubic,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kSqrt,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
    },
    {
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kCubic,
      mode::Curve::kSqrt,
      mode::Curve::kLinear,
      mode::Curve::kCubic,
      mode::Curve::kSqrt,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kSqrt,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
    },
    {
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kSigmoid,
      mode::Curve::kSquare,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kCubic,
      mode::Curve::kLinear,
      mode::Curve::kSquare,
      mode::Curve::kCubic,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kSqrt,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
    },
  };

  static constexpr std::uint16_t kPresetExamples[] = {
    16384, 16384, 0, 5898, 26812, 21845, 15370, 27474, 21926, 26214, 16384, 16384, 6167, 3932, 4915, 0, 13107, 15295, 27606, 26542, 19005, 16384,
    0, 0, 0, 5898, 26812, 21845, 15370, 24520, 10733, 26214, 16384, 16384, 6167, 3932, 4915, 0, 6554, 15295, 27606, 26542, 13763, 16384,
    32768, 0, 0, 5898, 26812, 21845, 23170, 30542, 28629, 26214, 16384, 16384, 6167, 3932, 4915, 0, 21299, 15295, 27606, 26542, 23593, 16384,
    0, 32768, 0, 5898, 26812, 21845, 15370, 27474, 12833, 26214, 16384, 16384, 6167, 18022, 4915, 0, 13107, 15295, 31530, 26542, 14746, 16384,
    32768, 32768, 0, 5898, 26812, 21845, 15370, 29151, 27927, 26214, 16384, 16384, 6167, 21299, 4915, 0, 19661, 15295, 32376, 26542, 22938, 16384,
    16384, 16384, 32768, 5898, 26812, 13107, 15370, 27474, 21926, 26214, 16384, 16384, 6167, 3932, 4915, 32768, 13107, 15295, 27606, 26542, 24576, 16384,
    16384, 16384, 0, 2621, 22241, 21845, 13107, 10240, 21292, 29491, 2621, 16384, 9581, 8192, 0, 0, 9830, 21369, 32376, 32768, 20316, 16384,
    0, 0, 0, 2621, 22241, 21845, 13107, 10240, 11850, 29491, 2621, 16384, 0, 0, 0, 0, 9830, 21369, 32376, 32768, 20316, 16384,
    32768, 0, 0, 2621, 22241, 21845, 13107, 12833, 30957, 29491, 2621, 16384, 0, 3277, 0, 0, 9830, 21369, 32376, 32768, 20316, 16384,
    0, 32768, 0, 2621, 22241, 21845, 13107, 13710, 13710, 29491, 2621, 16384, 24474, 13107, 0, 0, 9830, 21369, 32376, 32768, 20316, 16384,
    32768, 32768, 0, 2621, 22241, 21845, 13107, 10733, 31449, 29491, 2621, 16384, 29772, 16384, 0, 0, 14746, 21369, 32376, 32768, 20316, 16384,
    16384, 16384, 32768, 2621, 22241, 21845, 20724, 10240, 21292, 29491, 2621, 16384, 9581, 8192, 0, 32768, 9830, 21369, 32376, 32768, 26214, 16384,
    16384, 16384, 0, 3277, 20548, 21845, 11351, 15092, 9315, 0, 11469, 16384, 0, 0, 3277, 0, 3277, 12898, 31964, 6636, 22938, 16384,
    0, 0, 0, 3277, 20548, 21845, 11351, 22092, 5704, 0, 11469, 8192, 0, 0, 3277, 0, 3277, 12898, 31964, 6636, 22938, 16384,
    32768, 0, 0, 3277, 20548, 21845, 11351, 8067, 17735, 0, 11469, 8192, 0, 0, 3277, 0, 3277, 12898, 31964, 6636, 22938, 16384,
    0, 32768, 0, 3277, 20548, 21845, 11351, 20032, 6587, 0, 11469, 21163, 0, 0, 14746, 0, 3277, 12898, 31964, 6636, 22938, 16384,
    32768, 32768, 0, 3277, 20548, 21845, 11351, 6073, 21845, 0, 11469, 24576, 0, 9830, 3277, 0, 3277, 12898, 31964, 6636, 22938, 16384,
    16384, 16384, 32768, 3277, 20548, 21845, 23170, 15092, 9315, 0, 11469, 16384, 0, 0, 3277, 32768, 3277, 12898, 31964, 6636, 29491, 16384,
    16384, 16384, 0, 8192, 26812, 21845, 0, 22578, 5704, 0, 6554, 16384, 0, 0, 0, 0, 0, 6054, 32768, 1311, 24576, 13653,
    0, 0, 0, 8192, 26812, 21845, 0, 31760, 3293, 0, 6554, 16384, 0, 0, 0, 0, 0, 6054, 32768, 1311, 24576, 13653,
    32768, 0, 0, 8192, 26812, 21845, 0, 10923, 12755, 0, 6554, 16384, 0, 0, 0, 0, 0, 6054, 32768, 1311, 24576, 13653,
    0, 32768, 0, 8192, 26812, 21845, 0, 31760, 3293, 0, 6554, 16384, 0, 0, 32768, 0, 0, 6054, 32768, 1311, 24576, 13653,
    32768, 32768, 0, 8192, 26812, 21845, 0, 10923, 12755, 0, 6554, 16384, 0, 14746, 22938, 0, 0, 6054, 32768, 1311, 24576, 13653,
    16384, 16384, 32768, 8192, 26812, 21845, 0, 22578, 5704, 0, 6554, 16384, 0, 0, 0, 32768, 0, 6054, 32768, 1311, 32768, 13653,
    16384, 16384, 0, 1638, 31874, 21845, 8588, 6182, 12909, 18022, 16384, 16384, 5603, 2621, 0, 0, 4915, 10794, 31072, 20972, 25559, 16384,
    0, 0, 0, 1638, 31874, 21845, 5954, 6182, 12909, 18022, 16384, 8192, 5603, 2621, 0, 0, 4915, 10794, 31072, 2949, 25559, 16384,
    32768, 0, 0, 1638, 31874, 21845, 16163, 23032, 12909, 18022, 16384, 8192, 5603, 2621, 0, 0, 14746, 10794, 31072, 32768, 25559, 16384,
    0, 32768, 0, 1638, 31874, 21845, 5202, 6182, 12909, 18022, 16384, 16384, 5603, 2621, 0, 0, 4915, 10794, 32768, 4014, 25559, 16384,
    32768, 32768, 0, 1638, 31874, 21845, 17411, 20866, 12909, 18022, 16384, 24576, 5603, 2621, 0, 0, 16384, 10794, 31072, 32768, 25559, 16384,
    16384, 16384, 32768, 1638, 31874, 14199, 8588, 6182, 12909, 18022, 16384, 16384, 5603, 2621, 0, 32768, 4915, 10794, 31072, 20972, 30147, 16384,
    16384, 16384, 0, 9830, 30320, 10923, 10182, 20866, 9599, 22938, 16384, 16384, 6643, 6554, 9830, 0, 0, 11914, 30071, 29573, 26214, 20480,
    0, 0, 0, 1638, 30320, 10923, 10182, 20866, 9599, 22938, 16384, 16384, 6643, 0, 9830, 0, 0, 11914, 30071, 29573, 26214, 20480,
    32768, 0, 0, 31130, 30320, 10923, 10182, 20866, 9599, 22938, 16384, 16384, 6643, 0, 9830, 0, 0, 11914, 30071, 29573, 26214, 20480,
    0, 32768, 0, 1638, 30320, 10923, 10182, 20866, 9599, 22938, 16384, 16384, 6643, 26214, 9830, 0, 0, 11914, 32376, 29573, 26214, 20480,
    32768, 32768, 0, 31130, 30320, 10923, 10182, 20866, 9599, 22938, 16384, 16384, 6643, 26214, 9830, 0, 0, 11914, 32376, 29573, 26214, 20480,
    16384, 16384, 32768, 9830, 30320, 10923, 10182, 20866, 9599, 22938, 16384, 16384, 6643, 6554, 9830, 32768, 0, 11914, 30071, 29573, 31130, 20480,
    16384, 16384, 0, 4588, 27644, 21845, 12261, 15557, 20605, 21299, 14746, 16384, 5273, 8192, 1638, 0, 8192, 20314, 30071, 29573, 18022, 16384,
    0, 0, 0, 4588, 27644, 21845, 12261, 5627, 20605, 21299, 14746, 16384, 5273, 2949, 1638, 0, 737, 20314, 30071, 29573, 18022, 16384,
    32768, 0, 0, 4588, 27644, 21845, 12261, 6951, 20605, 21299, 14746, 16384, 5273, 18432, 1638, 0, 23675, 20314, 30071, 29573, 18022, 16384,
    0, 32768, 0, 4588, 27644, 21845, 12261, 29458, 20605, 21299, 14746, 16384, 5273, 8192, 1638, 0, 1311, 20314, 30071, 29573, 15729, 16384,
    32768, 32768, 0, 4588, 27644, 21845, 12261, 31444, 20605, 21299, 14746, 16384, 5273, 20972, 1638, 0, 25376, 20314, 32376, 29573, 22282, 16384,
    16384, 16384, 32768, 4588, 27644, 15292, 12261, 15557, 20605, 21299, 14746, 16384, 5273, 8192, 1638, 32768, 8192, 20314, 30071, 29573, 24576, 16384,
    16384, 16384, 0, 6554, 25886, 18622, 4634, 28629, 17074, 6554, 22938, 16384, 5273, 1638, 0, 0, 11469, 11914, 30587, 16056, 21299, 16384,
    0, 0, 0, 6554, 15511, 18622, 4634, 23579, 19854, 6554, 22938, 12971, 5273, 1638, 0, 0, 11469, 11914, 30587, 16056, 21299, 16384,
    32768, 0, 0, 6554, 32333, 18622, 4634, 28629, 17074, 6554, 22938, 8192, 5273, 1638, 0, 0, 19661, 11914, 30587, 16056, 21299, 16384,
    0, 32768, 0, 6554, 15511, 18622, 4634, 22515, 21292, 6554, 22938, 21163, 5273, 9830, 0, 0, 11469, 11914, 30587, 16056, 21299, 16384,
    32768, 32768, 0, 6554, 31874, 18622, 4634, 28629, 17074, 6554, 22938, 24576, 5273, 13107, 0, 0, 19661, 11914, 32376, 16056, 21299, 16384,
    16384, 16384, 32768, 6554, 25886, 18622, 4634, 28629, 17074, 6554, 22938, 16384, 5273, 1638, 0, 32768, 11469, 11914, 30587, 16056, 27853, 16384,
  };
  static constexpr mode::Preset kPresets[] = {
    {"Morning Fog", 0, 6, kPresetExamples + 0},
    {"Bead Curtain", 0, 6, kPresetExamples + 132},
    {"Broken Radio", 1, 6, kPresetExamples + 264},
    {"Beat Repeat", 1, 6, kPresetExamples + 396},
    {"Slow Light", 2, 6, kPresetExamples + 528},
    {"Standing Still", 2, 6, kPresetExamples + 660},
    {"Stair of Bells", 3, 6, kPresetExamples + 792},
    {"Tide Going Out", 4, 6, kPresetExamples + 924},
  };
  static constexpr std::size_t kPresetCount = 8;

  static constexpr bool kMicrophone = false;
  static constexpr mode::Ui kUi = {mode::PrimaryInput::kXyPad, true, true};
};

}  // namespace ens::modes
