// @generated from modes/drone.json by `npm run gen`.
// Do not edit: change the source and generate again.
#pragma once

#include "../mode.h"

namespace ens::modes {

struct Drone {
  static constexpr const char* kModeId = "drone";
  static constexpr const char* kEngineId = "paf_synth";

  static constexpr mode::Channel kChannels[] = {
    mode::Channel::kCv0,
    mode::Channel::kCv1,
    mode::Channel::kCv2,
    mode::Channel::kCv3,
  };
  static constexpr const char* kChannelNames[] = {
    "cv_0",
    "cv_1",
    "cv_2",
    "cv_3",
  };
  static constexpr std::size_t kChannelCount = 4;

  // Inputs, hidden layers, outputs; Shape<Net> is Net of these sizes.
  static constexpr std::uint32_t kLayers[] = {4, 8, 8, 10};
  static constexpr std::size_t kLayerCount = 4;
  template <template <int...> class Net>
  using Shape = Net<4, 8, 8, 10>;
  static constexpr double kDefaultSpread = 0.5;

  enum class ParamId : std::uint8_t {
    kPitchHz,
    kInterval2St,
    kFormantShiftSt,
    kBandwidth1Hz,
    kPulseRateHz,
    kPulseDepthPct,
    kSweepDepthSt,
    kCutoffHz,
    kDriveDb,
    kEchoMixPct,
  };
  static constexpr mode::Param kParams[] = {
    {"pitch_hz", "Root", "Hz", 0, mode::Curve::kExp, 40.0, 880.0, 110.0},
    {"interval_2_st", "Interval", "st", 0, mode::Curve::kLinear, -12.0, 12.0, 7.0},
    {"formant_shift_st", "Vowel", "st", 0, mode::Curve::kLinear, -12.0, 12.0, 0.0},
    {"bandwidth_1_hz", "Focus", "Hz", 0, mode::Curve::kExp, 20.0, 1500.0, 100.0},
    {"pulse_rate_hz", "Pulse rate", "Hz", 1, mode::Curve::kExp, 0.1, 24.0, 3.0},
    {"pulse_depth_pct", "Pulse", "%", 1, mode::Curve::kSigmoid, 0.0, 100.0, 0.0},
    {"sweep_depth_st", "Drift", "st", 1, mode::Curve::kSquare, 0.0, 24.0, 1.0},
    {"cutoff_hz", "Cutoff", "Hz", 2, mode::Curve::kExp, 60.0, 16000.0, 9000.0},
    {"drive_db", "Weight", "dB", 2, mode::Curve::kLinear, 0.0, 30.0, 3.0},
    {"echo_mix_pct", "Distance", "%", 2, mode::Curve::kSquare, 0.0, 100.0, 16.0},
  };
  static constexpr const char* kParamNames[] = {
    "pitch_hz",
    "interval_2_st",
    "formant_shift_st",
    "bandwidth_1_hz",
    "pulse_rate_hz",
    "pulse_depth_pct",
    "sweep_depth_st",
    "cutoff_hz",
    "drive_db",
    "echo_mix_pct",
  };
  static constexpr std::size_t kParamCount = 10;

  static constexpr mode::Text kGroups[] = {
    "Tone",
    "Motion",
    "Space",
  };
  static constexpr std::size_t kGroupCount = 3;

  // The position is the ordinal of the engine's voice space.
  enum class VoiceSpaceId : std::uint8_t {
    kChoir,
    kThroat,
    kGlass,
    kGrowl,
  };
  static constexpr mode::Text kVoiceSpaces[] = {
    "Choir",
    "Throat",
    "Glass",
    "Growl",
  };
  static constexpr std::size_t kVoiceSpaceCount = 4;

  // What each voice space does to each param, defaults and overrides together.
  static constexpr mode::Curve kCurves[kVoiceSpaceCount][kParamCount] = {
    {
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kSigmoid,
      mode::Curve::kSquare,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kSquare,
    },
    {
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kSigmoid,
      mode::Curve::kSquare,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kSquare,
    },
    {
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kSquare,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kSqrt,
    },
    {
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kSigmoid,
      mode::Curve::kSquare,
      mode::Curve::kSquare,
      mode::Curve::kSqrt,
      mode::Curve::kSquare,
    },
  };

  static constexpr bool kMicrophone = false;
  static constexpr mode::Ui kUi = {mode::PrimaryInput::kSliders, true, false};
};

}  // namespace ens::modes
