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

  static constexpr bool kMicrophone = false;
  static constexpr mode::Ui kUi = {mode::PrimaryInput::kXyPad, true, true};
};

}  // namespace ens::modes
