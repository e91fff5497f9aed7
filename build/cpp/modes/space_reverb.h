// @generated from modes/space_reverb.json by `npm run gen`.
// Do not edit: change the source and generate again.
#pragma once

#include "../mode.h"

namespace ens::modes {

struct SpaceReverb {
  static constexpr const char* kModeId = "space_reverb";
  static constexpr const char* kEngineId = "space_reverb";

  static constexpr mode::Channel kChannels[] = {
    mode::Channel::kPadX,
    mode::Channel::kPadY,
    mode::Channel::kCv0,
  };
  static constexpr const char* kChannelNames[] = {
    "pad_x",
    "pad_y",
    "cv_0",
  };
  static constexpr std::size_t kChannelCount = 3;

  // Inputs, hidden layers, outputs; Shape<Net> is Net of these sizes.
  static constexpr std::uint32_t kLayers[] = {3, 10, 14, 18};
  static constexpr std::size_t kLayerCount = 4;
  template <template <int...> class Net>
  using Shape = Net<3, 10, 14, 18>;
  static constexpr double kDefaultSpread = 0.6;

  enum class ParamId : std::uint8_t {
    kPredelayMs,
    kSizePct,
    kDiffusionPct,
    kDecayS,
    kBassX,
    kTrebleX,
    kDampingHz,
    kFreezePct,
    kModRateHz,
    kModDepthMs,
    kEarlyDb,
    kLateDb,
    kLowCutHz,
    kHighCutHz,
    kDuckDb,
    kWidthPct,
    kMixPct,
    kOutputDb,
  };
  static constexpr mode::Param kParams[] = {
    {"predelay_ms", "Pre-delay", "ms", 0, mode::Curve::kSquare, 0.0, 120.0, 15.0},
    {"size_pct", "Size", "%", 0, mode::Curve::kLinear, 25.0, 100.0, 75.0},
    {"diffusion_pct", "Diffusion", "%", 0, mode::Curve::kSqrt, 0.0, 100.0, 85.0},
    {"decay_s", "Decay", "s", 1, mode::Curve::kExp, 0.2, 30.0, 2.2},
    {"bass_x", "Bass decay", "\303\227", 1, mode::Curve::kLinear, 0.4, 1.6, 1.0},
    {"treble_x", "Treble decay", "\303\227", 1, mode::Curve::kLog, 0.1, 1.0, 0.5},
    {"damping_hz", "Damping from", "Hz", 1, mode::Curve::kExp, 1000.0, 12000.0, 4500.0},
    {"freeze_pct", "Freeze", "%", 1, mode::Curve::kCubic, 0.0, 100.0, 0.0},
    {"mod_rate_hz", "Drift rate", "Hz", 2, mode::Curve::kCubic, 0.05, 4.0, 0.5},
    {"mod_depth_ms", "Drift depth", "ms", 2, mode::Curve::kSquare, 0.0, 2.0, 0.4},
    {"early_db", "Early reflections", "dB", 3, mode::Curve::kLog, -40.0, 6.0, -9.0},
    {"late_db", "Reverberation", "dB", 3, mode::Curve::kLog, -40.0, 6.0, 0.0},
    {"low_cut_hz", "Low cut", "Hz", 4, mode::Curve::kExp, 20.0, 1000.0, 60.0},
    {"high_cut_hz", "High cut", "Hz", 4, mode::Curve::kExp, 1000.0, 20000.0, 14000.0},
    {"duck_db", "Ducking", "dB", 3, mode::Curve::kCubic, 0.0, 24.0, 0.0},
    {"width_pct", "Width", "%", 3, mode::Curve::kLinear, 0.0, 150.0, 100.0},
    {"mix_pct", "Mix", "%", 3, mode::Curve::kLinear, 0.0, 100.0, 35.0},
    {"output_db", "Output", "dB", 3, mode::Curve::kLinear, -12.0, 12.0, 0.0},
  };
  static constexpr const char* kParamNames[] = {
    "predelay_ms",
    "size_pct",
    "diffusion_pct",
    "decay_s",
    "bass_x",
    "treble_x",
    "damping_hz",
    "freeze_pct",
    "mod_rate_hz",
    "mod_depth_ms",
    "early_db",
    "late_db",
    "low_cut_hz",
    "high_cut_hz",
    "duck_db",
    "width_pct",
    "mix_pct",
    "output_db",
  };
  static constexpr std::size_t kParamCount = 18;

  static constexpr mode::Text kGroups[] = {
    "Space",
    "Decay",
    "Movement",
    "Levels",
    "Tone",
  };
  static constexpr std::size_t kGroupCount = 5;

  // The position is the ordinal of the engine's voice space.
  enum class VoiceSpaceId : std::uint8_t {
    kChamber,
    kPlate,
    kHall,
    kCathedral,
    kNebula,
  };
  static constexpr mode::Text kVoiceSpaces[] = {
    "Chamber",
    "Plate",
    "Hall",
    "Cathedral",
    "Nebula",
  };
  static constexpr std::size_t kVoiceSpaceCount = 5;

  // What each voice space does to each param, defaults and overrides together.
  static constexpr mode::Curve kCurves[kVoiceSpaceCount][kParamCount] = {
    {
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kSqrt,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kLog,
      mode::Curve::kExp,
      mode::Curve::kCubic,
      mode::Curve::kCubic,
      mode::Curve::kSquare,
      mode::Curve::kLog,
      mode::Curve::kLog,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kCubic,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
    },
    {
      mode::Curve::kCubic,
      mode::Curve::kLinear,
      mode::Curve::kSqrt,
      mode::Curve::kCubic,
      mode::Curve::kLinear,
      mode::Curve::kSqrt,
      mode::Curve::kLog,
      mode::Curve::kCubic,
      mode::Curve::kCubic,
      mode::Curve::kSquare,
      mode::Curve::kLog,
      mode::Curve::kLog,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kCubic,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
    },
    {
      mode::Curve::kSquare,
      mode::Curve::kSqrt,
      mode::Curve::kSqrt,
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kLog,
      mode::Curve::kExp,
      mode::Curve::kCubic,
      mode::Curve::kCubic,
      mode::Curve::kLinear,
      mode::Curve::kLog,
      mode::Curve::kLog,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kCubic,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
    },
    {
      mode::Curve::kLinear,
      mode::Curve::kSqrt,
      mode::Curve::kSqrt,
      mode::Curve::kLinear,
      mode::Curve::kSigmoid,
      mode::Curve::kLog,
      mode::Curve::kExp,
      mode::Curve::kCubic,
      mode::Curve::kCubic,
      mode::Curve::kSquare,
      mode::Curve::kLog,
      mode::Curve::kLog,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kCubic,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
    },
    {
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kLog,
      mode::Curve::kSigmoid,
      mode::Curve::kLinear,
      mode::Curve::kLog,
      mode::Curve::kExp,
      mode::Curve::kCubic,
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kLog,
      mode::Curve::kLog,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kCubic,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
    },
  };

  static constexpr std::uint16_t kPresetExamples[] = {
    0, 0, 16384, 5983, 5680, 23675, 3535, 16384, 876, 17345, 0, 15885, 8974, 14650, 16037, 9497, 29728, 0, 21845, 5898, 15019,
    32768, 0, 16384, 5983, 15292, 23675, 10305, 16384, 876, 17345, 0, 15885, 8974, 14650, 16037, 9497, 29728, 0, 21845, 14746, 15019,
    0, 32768, 16384, 5983, 5680, 23675, 3535, 16384, 13111, 30215, 0, 15885, 8974, 14650, 16037, 9497, 29728, 0, 21845, 5898, 15019,
    32768, 32768, 16384, 5983, 15292, 23675, 10305, 16384, 13111, 30215, 0, 15885, 8974, 14650, 16037, 9497, 29728, 0, 21845, 14746, 15019,
    16384, 16384, 32768, 23170, 5680, 23675, 12496, 16384, 3006, 23702, 0, 15885, 8974, 14650, 16037, 9497, 29728, 0, 21845, 16384, 15019,
    0, 0, 16384, 20173, 21845, 32768, 10205, 16384, 6473, 1209, 0, 15885, 16384, 847, 19199, 15295, 30871, 0, 21845, 6554, 15701,
    32768, 0, 16384, 20173, 21845, 32768, 15575, 16384, 6473, 1209, 0, 15885, 16384, 847, 19199, 15295, 30871, 0, 21845, 13763, 15701,
    0, 32768, 16384, 20173, 21845, 32768, 10205, 16384, 29228, 22592, 0, 15885, 16384, 847, 19199, 21032, 30871, 0, 21845, 6554, 15701,
    32768, 32768, 16384, 20173, 21845, 32768, 15575, 16384, 29228, 22592, 0, 15885, 16384, 847, 19199, 21032, 30871, 0, 21845, 13763, 15701,
    16384, 16384, 32768, 31831, 21845, 32768, 13316, 16384, 6473, 1572, 0, 15885, 16384, 847, 19199, 9497, 30871, 0, 30583, 16384, 15701,
    0, 0, 16384, 14030, 17622, 23675, 6844, 24576, 876, 17812, 0, 15885, 6554, 10167, 19199, 9497, 29728, 0, 21845, 8192, 19115,
    32768, 0, 16384, 14030, 32768, 23675, 12447, 24576, 876, 17812, 0, 15885, 6554, 10167, 19199, 9497, 29728, 0, 21845, 18022, 19115,
    0, 32768, 16384, 14030, 17622, 23675, 6844, 16384, 10377, 29151, 0, 15885, 6554, 10167, 19199, 9497, 29728, 0, 21845, 8192, 19115,
    32768, 32768, 16384, 14030, 32768, 23675, 12447, 16384, 10377, 29151, 0, 15885, 6554, 10167, 19199, 9497, 29728, 0, 21845, 18022, 19115,
    16384, 16384, 32768, 28378, 17622, 23675, 8489, 16384, 3006, 23702, 0, 15885, 6554, 19199, 19199, 9497, 29728, 0, 21845, 19661, 19115,
    0, 0, 16384, 10923, 32768, 23675, 4178, 18622, 152, 11198, 0, 11014, 14654, 5252, 19199, 9497, 17088, 0, 21845, 11469, 13653,
    32768, 0, 16384, 10923, 32768, 23675, 15174, 18622, 152, 11198, 0, 11014, 14654, 5252, 19199, 9497, 17088, 0, 21845, 22938, 13653,
    0, 32768, 16384, 10923, 32768, 23675, 4178, 18622, 5030, 26487, 0, 11014, 14654, 5252, 19199, 9497, 29728, 0, 21845, 11469, 13653,
    32768, 32768, 16384, 10923, 32768, 23675, 15174, 18622, 5030, 26487, 0, 11014, 14654, 5252, 19199, 9497, 29728, 0, 21845, 22938, 13653,
    16384, 16384, 32768, 32768, 32768, 23675, 2199, 24009, 3006, 23702, 0, 11014, 14654, 5252, 19199, 9497, 29728, 0, 21845, 26214, 13653,
    0, 0, 16384, 11585, 32768, 32768, 11815, 16384, 1708, 19452, 0, 8244, 26214, 0, 19199, 9497, 29728, 0, 32768, 14746, 13653,
    32768, 0, 16384, 11585, 32768, 32768, 24716, 16384, 1708, 19452, 29095, 8244, 26214, 0, 19199, 9497, 29728, 0, 32768, 29491, 13653,
    0, 32768, 16384, 11585, 32768, 32768, 11815, 16384, 20791, 32002, 0, 23023, 26214, 0, 19199, 9497, 29728, 0, 32768, 14746, 13653,
    32768, 32768, 16384, 11585, 32768, 32768, 24716, 16384, 20791, 32002, 29095, 23023, 26214, 0, 19199, 9497, 29728, 0, 32768, 29491, 13653,
    16384, 16384, 32768, 11585, 32768, 32768, 8052, 16384, 3006, 23702, 32768, 8244, 26214, 0, 19199, 9497, 29728, 0, 32768, 31130, 13653,
    0, 0, 16384, 11585, 20972, 23675, 7593, 16384, 1246, 19452, 0, 15885, 9830, 4316, 19199, 9497, 29728, 20643, 21845, 16384, 19797,
    32768, 0, 16384, 11585, 20972, 23675, 13151, 16384, 1246, 19452, 0, 15885, 9830, 4316, 19199, 9497, 29728, 31831, 21845, 24576, 19797,
    0, 32768, 16384, 11585, 20972, 23675, 7593, 16384, 13111, 30215, 0, 15885, 9830, 4316, 19199, 9497, 29728, 20643, 21845, 16384, 19797,
    32768, 32768, 16384, 11585, 20972, 23675, 13151, 16384, 13111, 30215, 0, 15885, 9830, 4316, 19199, 9497, 29728, 31831, 21845, 24576, 19797,
    16384, 16384, 32768, 11585, 20972, 23675, 8489, 16384, 3006, 23702, 0, 15885, 24576, 4316, 19199, 9497, 29728, 32768, 21845, 27853, 19797,
  };
  static constexpr mode::Preset kPresets[] = {
    {"Small Chamber", 0, 5, kPresetExamples + 0},
    {"Vocal Plate", 1, 5, kPresetExamples + 105},
    {"Concert Hall", 2, 5, kPresetExamples + 210},
    {"Cathedral at Night", 3, 5, kPresetExamples + 315},
    {"Frozen Cloud", 4, 5, kPresetExamples + 420},
    {"Breathing Room", 2, 5, kPresetExamples + 525},
  };
  static constexpr std::size_t kPresetCount = 6;

  static constexpr bool kMicrophone = false;
  static constexpr mode::Ui kUi = {mode::PrimaryInput::kXyPad, true, true};
};

}  // namespace ens::modes
