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

  static constexpr std::uint16_t kPresetExamples[] = {
    0, 0, 0, 0, 16384, 18334, 32768, 24599, 16384, 13497, 13653, 11708, 26729, 18022, 11708, 29383, 18569, 17039, 15472, 13566, 10733, 10631, 15447, 32768, 9459, 16384, 17067,
    32768, 0, 0, 0, 16384, 13915, 32768, 24599, 21845, 13497, 13653, 11708, 26729, 18022, 11708, 29383, 18569, 17039, 15472, 13566, 10733, 10631, 15447, 32768, 9459, 16384, 17067,
    0, 32768, 0, 0, 16384, 18334, 32768, 24599, 16384, 13497, 13653, 11708, 26729, 21845, 11708, 29383, 22938, 17039, 15472, 13566, 10733, 10631, 15447, 32768, 9459, 16384, 17067,
    0, 0, 32768, 0, 16384, 18334, 32768, 24599, 16384, 13497, 13653, 11708, 26729, 18022, 11708, 29383, 18569, 9175, 20999, 9248, 10733, 10631, 23170, 32768, 9459, 16384, 17067,
    0, 0, 0, 32768, 16384, 18334, 32768, 24599, 16384, 13497, 13653, 11708, 26729, 18022, 11708, 29383, 18569, 17039, 15472, 13566, 10733, 10631, 15447, 32768, 21152, 16384, 15701,
    32768, 32768, 32768, 32768, 16384, 18334, 32768, 24599, 20753, 13497, 13653, 11708, 26729, 20753, 11708, 29383, 21845, 10486, 19493, 13566, 10733, 10631, 21845, 32768, 18919, 16384, 14336,
    0, 0, 0, 0, 16384, 5229, 32768, 16375, 17251, 14849, 15074, 11708, 28806, 16384, 11708, 27506, 17033, 19661, 17711, 21919, 8708, 10631, 13377, 32768, 11585, 17033, 16384,
    32768, 0, 0, 0, 16384, 5229, 32768, 13915, 19119, 14849, 15074, 11708, 28806, 16384, 11708, 27506, 17033, 19661, 17711, 21919, 8708, 10631, 13377, 32768, 11585, 17033, 16384,
    0, 32768, 0, 0, 16384, 5229, 32768, 16375, 17251, 14849, 15074, 11708, 28806, 18150, 11708, 27506, 18622, 19661, 17711, 21919, 8708, 10631, 13377, 32768, 11585, 17033, 16384,
    0, 0, 32768, 0, 16384, 5229, 32768, 16375, 17251, 14849, 15074, 11708, 28806, 16384, 11708, 27506, 17033, 7864, 27310, 19137, 6011, 10631, 24424, 19661, 11585, 17033, 16384,
    0, 0, 0, 32768, 16384, 5229, 32768, 16375, 17251, 14849, 15074, 11708, 28806, 16384, 11708, 27506, 17033, 19661, 17711, 21919, 8708, 10631, 13377, 32768, 26755, 17033, 3413,
    32768, 32768, 32768, 32768, 16384, 5229, 32768, 16375, 18622, 14849, 15074, 11708, 28806, 17694, 11708, 27506, 18150, 9175, 25543, 21919, 8708, 10631, 21845, 22938, 23170, 17033, 2048,
    0, 0, 0, 0, 16384, 6143, 25263, 17681, 19115, 20790, 16384, 11708, 19680, 16384, 11708, 26378, 16384, 7550, 13021, 17994, 11168, 10631, 15447, 32768, 6827, 13649, 13653,
    32768, 0, 0, 0, 16384, 6143, 25263, 17681, 24030, 20790, 16384, 11708, 19680, 16384, 11708, 26378, 16384, 7550, 13021, 17994, 11168, 10631, 15447, 32768, 6827, 13649, 13653,
    0, 32768, 0, 0, 16384, 6143, 25263, 17681, 19115, 20790, 20753, 11708, 19680, 21845, 11708, 26378, 16384, 7550, 13021, 17994, 11168, 10631, 15447, 32768, 6827, 13649, 13653,
    0, 0, 32768, 0, 16384, 6143, 25263, 17681, 19115, 20790, 16384, 11708, 19680, 16384, 11708, 26378, 16384, 1311, 19889, 17994, 11168, 10631, 24424, 32768, 6827, 13649, 13653,
    0, 0, 0, 32768, 16384, 6143, 25263, 17681, 19115, 20790, 16384, 11708, 19680, 16384, 11708, 26378, 16384, 7550, 13021, 17994, 11168, 10631, 15447, 32768, 24576, 13649, 8875,
    32768, 32768, 32768, 32768, 16384, 6143, 25263, 17681, 21845, 20790, 19661, 11708, 19680, 20753, 11708, 26378, 16384, 2569, 19889, 17994, 11168, 10631, 21845, 32768, 16384, 13649, 7509,
    0, 0, 0, 0, 16384, 10918, 29521, 19798, 18569, 12727, 15292, 11708, 25605, 18022, 11708, 30181, 18569, 20972, 8235, 11309, 17608, 10631, 10923, 32768, 10923, 16384, 15019,
    32768, 0, 0, 0, 16384, 10918, 29521, 19798, 21845, 12727, 17476, 11708, 25605, 18022, 11708, 30181, 18569, 20972, 8235, 11309, 17608, 10631, 10923, 32768, 10923, 16384, 15019,
    0, 32768, 0, 0, 16384, 10918, 29521, 19798, 18569, 12727, 15292, 11708, 25605, 20753, 11708, 30181, 19661, 20972, 8235, 11309, 17608, 10631, 10923, 32768, 10923, 16384, 15019,
    0, 0, 32768, 0, 16384, 10918, 29521, 19798, 18569, 12727, 15292, 11708, 25605, 18022, 11708, 30181, 18569, 11796, 15035, 11309, 17608, 10631, 18919, 32768, 10923, 16384, 15019,
    0, 0, 0, 32768, 16384, 10918, 25263, 19798, 18569, 12727, 15292, 11708, 25605, 18022, 11708, 30181, 18569, 20972, 8235, 11309, 17608, 10631, 10923, 32768, 24576, 16384, 8875,
    32768, 32768, 32768, 32768, 16384, 10918, 29521, 19798, 20753, 12727, 15292, 11708, 25605, 19661, 11708, 30181, 18569, 13107, 13021, 11309, 17608, 10631, 17270, 32768, 19115, 16384, 8875,
    0, 0, 0, 0, 16384, 31304, 12454, 18808, 16384, 26138, 21845, 14339, 21850, 24030, 16557, 26378, 16384, 11796, 24841, 15093, 12356, 10631, 21845, 32768, 23170, 0, 6827,
    32768, 0, 0, 0, 16384, 24063, 20956, 18808, 16384, 26138, 21845, 14339, 21850, 24030, 16557, 26378, 16384, 11796, 24841, 15093, 12356, 10631, 21845, 32768, 23170, 0, 6827,
    0, 32768, 0, 0, 16384, 31304, 12454, 18808, 16384, 26138, 21845, 14339, 21850, 30583, 24836, 26378, 16384, 11796, 24841, 15093, 12356, 10631, 21845, 32768, 23170, 0, 6827,
    0, 0, 32768, 0, 16384, 31304, 12454, 18808, 16384, 26138, 21845, 14339, 21850, 24030, 16557, 26378, 16384, 3277, 30871, 15093, 12356, 10631, 28899, 32768, 23170, 0, 6827,
    0, 0, 0, 32768, 16384, 31304, 12454, 18808, 16384, 26138, 21845, 14339, 21850, 24030, 16557, 26378, 16384, 11796, 24841, 15093, 12356, 10631, 21845, 32768, 32768, 0, 0,
    32768, 32768, 32768, 32768, 16384, 26903, 12454, 18808, 16384, 26138, 21845, 14339, 21850, 26214, 16557, 26378, 16384, 6554, 28399, 15093, 12356, 10631, 24424, 32768, 28378, 0, 0,
    0, 0, 0, 0, 16384, 3634, 32768, 14820, 17476, 17026, 16384, 11708, 23167, 16384, 11708, 30181, 17476, 22282, 12280, 23230, 9440, 10631, 10923, 32768, 8192, 17033, 16384,
    32768, 0, 0, 0, 16384, 3634, 32768, 14820, 19661, 17026, 16384, 11708, 23167, 16384, 11708, 30181, 17476, 22282, 12280, 23230, 9440, 10631, 10923, 32768, 8192, 17033, 16384,
    0, 32768, 0, 0, 16384, 3634, 32768, 14820, 17476, 17026, 16384, 11708, 23167, 18022, 11708, 30181, 20753, 22282, 12280, 23230, 9440, 10631, 10923, 32768, 8192, 17033, 16384,
    0, 0, 32768, 0, 16384, 3634, 32768, 14820, 17476, 17026, 16384, 11708, 23167, 16384, 11708, 30181, 17476, 14418, 17711, 23230, 9440, 10631, 17270, 32768, 8192, 17033, 16384,
    0, 0, 0, 32768, 16384, 3634, 32768, 14820, 17476, 17026, 16384, 11708, 23167, 16384, 11708, 30181, 17476, 22282, 12280, 23230, 9440, 10631, 10923, 32768, 20066, 19119, 8875,
    32768, 32768, 32768, 32768, 16384, 3634, 32768, 14820, 19115, 17026, 16384, 11708, 23167, 16384, 11708, 30181, 19661, 15729, 17711, 23230, 9440, 10631, 15447, 32768, 17697, 18384, 7509,
  };
  static constexpr mode::Preset kPresets[] = {
    {"Lead Vocal", 0, 6, kPresetExamples + 0},
    {"Drum Bus", 2, 6, kPresetExamples + 162},
    {"Bass Guitar", 3, 6, kPresetExamples + 324},
    {"Vintage Desk", 1, 6, kPresetExamples + 486},
    {"Telephone", 4, 6, kPresetExamples + 648},
    {"Mix Glue", 0, 6, kPresetExamples + 810},
  };
  static constexpr std::size_t kPresetCount = 6;

  static constexpr bool kMicrophone = false;
  static constexpr mode::Ui kUi = {mode::PrimaryInput::kSliders, true, true};
};

}  // namespace ens::modes
