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

  static constexpr std::uint16_t kPresetExamples[] = {
    16384, 16384, 16384, 16384, 13915, 25941, 16384, 8466, 6984, 13649, 11585, 27209, 9830, 14654,
    0, 16384, 16384, 16384, 12679, 25941, 16384, 8466, 6984, 13649, 11585, 27209, 9830, 14654,
    32768, 16384, 16384, 16384, 16856, 25941, 16384, 8466, 6984, 13649, 11585, 27209, 9830, 14654,
    16384, 32768, 16384, 16384, 13915, 23211, 23211, 8466, 6984, 13649, 11585, 27209, 9830, 14654,
    16384, 16384, 32768, 16384, 13915, 25941, 16384, 8466, 6984, 13649, 11585, 29753, 17476, 14654,
    16384, 16384, 16384, 32768, 13915, 25941, 16384, 8466, 6984, 13649, 11585, 27209, 9830, 25382,
    16384, 16384, 16384, 16384, 12679, 32768, 16384, 21641, 16510, 0, 4230, 24930, 6554, 23170,
    0, 16384, 16384, 16384, 7812, 32768, 16384, 21641, 16510, 0, 4230, 24930, 6554, 23170,
    32768, 16384, 16384, 16384, 19609, 32768, 16384, 21641, 16510, 0, 4230, 24930, 6554, 23170,
    16384, 0, 16384, 16384, 12679, 0, 16384, 21641, 16510, 0, 4230, 24930, 6554, 23170,
    16384, 32768, 16384, 16384, 12679, 25941, 21845, 21641, 16510, 0, 4230, 24930, 6554, 23170,
    16384, 16384, 32768, 16384, 12679, 32768, 16384, 21641, 16510, 0, 4230, 31691, 16384, 23170,
    16384, 16384, 16384, 0, 12679, 32768, 16384, 21641, 16510, 0, 4230, 24930, 6554, 10362,
    16384, 16384, 16384, 16384, 9283, 16384, 16384, 7336, 16510, 0, 14956, 20735, 1092, 12261,
    0, 16384, 16384, 16384, 5501, 16384, 16384, 7336, 16510, 0, 14956, 20735, 1092, 12261,
    32768, 16384, 16384, 16384, 13915, 16384, 16384, 7336, 16510, 0, 14956, 20735, 1092, 12261,
    16384, 0, 16384, 16384, 9283, 16384, 4096, 7336, 16510, 0, 14956, 20735, 1092, 12261,
    16384, 32768, 16384, 16384, 9283, 16384, 31403, 7336, 16510, 0, 14956, 20735, 1092, 12261,
    16384, 16384, 32768, 16384, 9283, 16384, 16384, 7336, 16510, 0, 14956, 20735, 9830, 12261,
    16384, 16384, 16384, 32768, 9283, 16384, 16384, 7336, 16510, 0, 14956, 20735, 1092, 24301,
    16384, 16384, 16384, 16384, 20681, 32768, 16384, 8466, 5245, 16384, 9459, 28147, 9830, 5243,
    0, 16384, 16384, 16384, 16856, 32768, 16384, 8466, 5245, 16384, 9459, 28147, 9830, 5243,
    32768, 16384, 16384, 16384, 26853, 32768, 16384, 8466, 5245, 16384, 9459, 28147, 9830, 5243,
    16384, 0, 16384, 16384, 20681, 32768, 8192, 8466, 5245, 16384, 9459, 28147, 9830, 5243,
    16384, 32768, 16384, 16384, 20681, 25941, 30037, 8466, 5245, 16384, 9459, 28147, 9830, 5243,
    16384, 16384, 0, 16384, 20681, 32768, 16384, 8466, 871, 16384, 9459, 28147, 9830, 5243,
    16384, 16384, 32768, 16384, 20681, 32768, 16384, 8466, 18652, 16384, 9459, 28147, 9830, 5243,
    16384, 16384, 16384, 32768, 20681, 32768, 16384, 8466, 5245, 16384, 9459, 30451, 9830, 18432,
    16384, 16384, 16384, 16384, 7812, 0, 16384, 16526, 22952, 13649, 8192, 14073, 20972, 17948,
    0, 16384, 16384, 16384, 507, 0, 16384, 16526, 22952, 13649, 8192, 14073, 20972, 17948,
    32768, 16384, 16384, 16384, 10673, 0, 16384, 16526, 22952, 13649, 8192, 14073, 20972, 17948,
    16384, 32768, 16384, 16384, 7812, 0, 27307, 16526, 22952, 13649, 8192, 16291, 20972, 17948,
    16384, 16384, 0, 16384, 7812, 0, 16384, 16526, 13601, 13649, 8192, 14073, 20972, 17948,
    16384, 16384, 32768, 16384, 7812, 0, 16384, 16526, 30450, 13649, 8192, 14073, 32768, 17948,
    16384, 16384, 16384, 32768, 7812, 0, 16384, 16526, 22952, 13649, 8192, 14073, 20972, 19386,
    16384, 16384, 16384, 16384, 10673, 9557, 10923, 15697, 1658, 17966, 5596, 11432, 11796, 21981,
    0, 16384, 16384, 16384, 5501, 9557, 10923, 15697, 1658, 17966, 5596, 11432, 11796, 21981,
    32768, 16384, 16384, 16384, 13915, 20480, 10923, 15697, 1658, 17966, 5596, 11432, 11796, 21981,
    16384, 32768, 16384, 16384, 10673, 9557, 24576, 15697, 1658, 17966, 5596, 14073, 11796, 21981,
    16384, 16384, 32768, 16384, 10673, 9557, 10923, 15697, 1658, 17966, 5596, 11432, 28545, 21981,
    16384, 16384, 16384, 0, 10673, 9557, 10923, 15697, 1658, 17966, 5596, 16291, 11796, 7327,
    16384, 16384, 16384, 32768, 10673, 9557, 10923, 15697, 1658, 17966, 5596, 6031, 11796, 30211,
  };
  static constexpr mode::Preset kPresets[] = {
    {"Tanpura", 0, 6, kPresetExamples + 0},
    {"Cathedral Organ", 0, 7, kPresetExamples + 84},
    {"Overtone Chant", 1, 7, kPresetExamples + 182},
    {"Glass Tide", 2, 8, kPresetExamples + 280},
    {"Engine Room", 3, 7, kPresetExamples + 392},
    {"Foghorns", 3, 7, kPresetExamples + 490},
  };
  static constexpr std::size_t kPresetCount = 6;

  static constexpr bool kMicrophone = false;
  static constexpr mode::Ui kUi = {mode::PrimaryInput::kSliders, true, false};
};

}  // namespace ens::modes
