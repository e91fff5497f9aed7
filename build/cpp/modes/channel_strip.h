// @generated from modes/channel_strip.json by `npm run gen`.
// Do not edit: change the source and generate again.
#pragma once

#include "../mode.h"

namespace ens::modes {

struct ChannelStrip {
  static constexpr const char* kModeId = "channel_strip";
  static constexpr const char* kEngineId = "channel_strip";

  static constexpr mode::Channel kChannels[] = {
    mode::Channel::kSlider0,
    mode::Channel::kSlider1,
    mode::Channel::kSlider2,
    mode::Channel::kSlider3,
  };
  static constexpr const char* kChannelNames[] = {
    "slider_0",
    "slider_1",
    "slider_2",
    "slider_3",
  };
  static constexpr std::size_t kChannelCount = 4;

  // Inputs, hidden layers, outputs; Shape<Net> is Net of these sizes.
  static constexpr std::uint32_t kLayers[] = {4, 12, 16, 23};
  static constexpr std::size_t kLayerCount = 4;
  template <template <int...> class Net>
  using Shape = Net<4, 12, 16, 23>;
  static constexpr double kDefaultSpread = 0.6;

  enum class ParamId : std::uint8_t {
    kInputDb,
    kHighPassHz,
    kLowPassHz,
    kLowHz,
    kLowDb,
    kLowMidHz,
    kLowMidDb,
    kLowMidQ,
    kHighMidHz,
    kHighMidDb,
    kHighMidQ,
    kHighHz,
    kHighDb,
    kThresholdDb,
    kRatioX,
    kAttackMs,
    kReleaseMs,
    kKeyHz,
    kMakeupDb,
    kMixPct,
    kDriveDb,
    kWidthPct,
    kOutputDb,
  };
  static constexpr mode::Param kParams[] = {
    {"input_db", "Input", "dB", 0, mode::Curve::kLinear, -12.0, 12.0, 0.0},
    {"high_pass_hz", "High-pass", "Hz", 1, mode::Curve::kExp, 20.0, 500.0, 20.0},
    {"low_pass_hz", "Low-pass", "Hz", 1, mode::Curve::kExp, 2000.0, 20000.0, 20000.0},
    {"low_hz", "Low frequency", "Hz", 2, mode::Curve::kExp, 30.0, 450.0, 100.0},
    {"low_db", "Low gain", "dB", 2, mode::Curve::kLinear, -15.0, 15.0, 0.0},
    {"low_mid_hz", "Low-mid frequency", "Hz", 2, mode::Curve::kExp, 200.0, 2500.0, 500.0},
    {"low_mid_db", "Low-mid gain", "dB", 2, mode::Curve::kLinear, -15.0, 15.0, 0.0},
    {"low_mid_q", "Low-mid Q", "", 2, mode::Curve::kSquare, 0.3, 5.0, 0.9},
    {"high_mid_hz", "High-mid frequency", "Hz", 2, mode::Curve::kExp, 600.0, 7000.0, 2500.0},
    {"high_mid_db", "High-mid gain", "dB", 2, mode::Curve::kLinear, -15.0, 15.0, 0.0},
    {"high_mid_q", "High-mid Q", "", 2, mode::Curve::kSquare, 0.3, 5.0, 0.9},
    {"high_hz", "High frequency", "Hz", 2, mode::Curve::kExp, 1500.0, 16000.0, 8000.0},
    {"high_db", "High gain", "dB", 2, mode::Curve::kLinear, -15.0, 15.0, 0.0},
    {"threshold_db", "Threshold", "dB", 3, mode::Curve::kLinear, -50.0, 0.0, -18.0},
    {"ratio_x", "Ratio", "\303\227", 3, mode::Curve::kCubic, 1.0, 20.0, 3.0},
    {"attack_ms", "Attack", "ms", 3, mode::Curve::kExp, 0.1, 100.0, 10.0},
    {"release_ms", "Release", "ms", 3, mode::Curve::kExp, 20.0, 2000.0, 150.0},
    {"key_hz", "Key high-pass", "Hz", 3, mode::Curve::kSquare, 20.0, 400.0, 60.0},
    {"makeup_db", "Make-up", "dB", 3, mode::Curve::kSquare, 0.0, 18.0, 3.0},
    {"mix_pct", "Blend", "%", 3, mode::Curve::kLinear, 0.0, 100.0, 100.0},
    {"drive_db", "Drive", "dB", 4, mode::Curve::kSquare, 0.0, 24.0, 3.0},
    {"width_pct", "Width", "%", 5, mode::Curve::kSigmoid, 0.0, 200.0, 100.0},
    {"output_db", "Output", "dB", 5, mode::Curve::kLinear, -12.0, 12.0, 0.0},
  };
  static constexpr const char* kParamNames[] = {
    "input_db",
    "high_pass_hz",
    "low_pass_hz",
    "low_hz",
    "low_db",
    "low_mid_hz",
    "low_mid_db",
    "low_mid_q",
    "high_mid_hz",
    "high_mid_db",
    "high_mid_q",
    "high_hz",
    "high_db",
    "threshold_db",
    "ratio_x",
    "attack_ms",
    "release_ms",
    "key_hz",
    "makeup_db",
    "mix_pct",
    "drive_db",
    "width_pct",
    "output_db",
  };
  static constexpr std::size_t kParamCount = 23;

  static constexpr mode::Text kGroups[] = {
    "Input",
    "Filters",
    "Equaliser",
    "Compressor",
    "Colour",
    "Output",
  };
  static constexpr std::size_t kGroupCount = 6;

  // The position is the ordinal of the engine's voice space.
  enum class VoiceSpaceId : std::uint8_t {
    kSsl4kGIst,
    k80,
    k550Punch,
    kOptoValve,
    kClean,
  };
  static constexpr mode::Text kVoiceSpaces[] = {
    "SSL 4K G-ist",
    "80",
    "550 Punch",
    "Opto Valve",
    "Clean",
  };
  static constexpr std::size_t kVoiceSpaceCount = 5;

  // What each voice space does to each param, defaults and overrides together.
  static constexpr mode::Curve kCurves[kVoiceSpaceCount][kParamCount] = {
    {
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kSquare,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kSquare,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kCubic,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kSquare,
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kSquare,
      mode::Curve::kSigmoid,
      mode::Curve::kLinear,
    },
    {
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kSquare,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kSquare,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kSquare,
      mode::Curve::kSquare,
      mode::Curve::kExp,
      mode::Curve::kSquare,
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kSigmoid,
      mode::Curve::kLinear,
    },
    {
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kSigmoid,
      mode::Curve::kExp,
      mode::Curve::kSigmoid,
      mode::Curve::kSquare,
      mode::Curve::kExp,
      mode::Curve::kSigmoid,
      mode::Curve::kSquare,
      mode::Curve::kExp,
      mode::Curve::kSigmoid,
      mode::Curve::kLinear,
      mode::Curve::kCubic,
      mode::Curve::kCubic,
      mode::Curve::kExp,
      mode::Curve::kSquare,
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kSquare,
      mode::Curve::kSigmoid,
      mode::Curve::kLinear,
    },
    {
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kSquare,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kSquare,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kSqrt,
      mode::Curve::kSquare,
      mode::Curve::kExp,
      mode::Curve::kSquare,
      mode::Curve::kSquare,
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kSigmoid,
      mode::Curve::kLinear,
    },
    {
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kSquare,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kSquare,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kSquare,
      mode::Curve::kSquare,
      mode::Curve::kSqrt,
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
    },
  };

  static constexpr bool kMicrophone = false;
  static constexpr mode::Ui kUi = {mode::PrimaryInput::kSliders, true, true};
};

}  // namespace ens::modes
