// @generated from modes/strings.json by `npm run gen`.
// Do not edit: change the source and generate again.
#pragma once

#include "../mode.h"

namespace ens::modes {

struct Strings {
  static constexpr const char* kModeId = "strings";
  static constexpr const char* kEngineId = "strings";

  static constexpr mode::Channel kChannels[] = {
    mode::Channel::kMidiNote,
    mode::Channel::kMidiVelocity,
    mode::Channel::kMidiMod,
    mode::Channel::kMidiPressure,
  };
  static constexpr const char* kChannelNames[] = {
    "midi_note",
    "midi_velocity",
    "midi_mod",
    "midi_pressure",
  };
  static constexpr std::size_t kChannelCount = 4;

  // Inputs, hidden layers, outputs; Shape<Net> is Net of these sizes.
  static constexpr std::uint32_t kLayers[] = {4, 12, 14, 19};
  static constexpr std::size_t kLayerCount = 4;
  template <template <int...> class Net>
  using Shape = Net<4, 12, 14, 19>;
  static constexpr double kDefaultSpread = 0.3;

  enum class ParamId : std::uint8_t {
    kPluckPct,
    kPlacePct,
    kHardnessHz,
    kNoisePct,
    kVelocityTonePct,
    kDecayS,
    kTrebleS,
    kReleaseMs,
    kStiffnessPct,
    kBowPct,
    kBowToneHz,
    kBowAttackMs,
    kVibratoRateHz,
    kVibratoDepthCents,
    kBendRangeSt,
    kBodyPct,
    kBodySizeX,
    kWidthPct,
    kLevelDb,
  };
  static constexpr mode::Param kParams[] = {
    {"pluck_pct", "Pluck", "%", 0, mode::Curve::kSqrt, 0.0, 100.0, 90.0},
    {"place_pct", "Place", "%", 0, mode::Curve::kExp, 3.0, 50.0, 14.0},
    {"hardness_hz", "Hardness", "Hz", 0, mode::Curve::kExp, 300.0, 12000.0, 3000.0},
    {"noise_pct", "Noise", "%", 0, mode::Curve::kSquare, 0.0, 100.0, 15.0},
    {"velocity_tone_pct", "Velocity to tone", "%", 0, mode::Curve::kLinear, 0.0, 100.0, 50.0},
    {"decay_s", "Decay", "s", 1, mode::Curve::kExp, 0.2, 20.0, 5.0},
    {"treble_s", "Treble decay", "s", 1, mode::Curve::kExp, 0.03, 5.0, 0.6},
    {"release_ms", "Release", "ms", 1, mode::Curve::kExp, 30.0, 6000.0, 250.0},
    {"stiffness_pct", "Stiffness", "%", 1, mode::Curve::kSquare, 0.0, 40.0, 0.0},
    {"bow_pct", "Bow", "%", 2, mode::Curve::kSquare, 0.0, 100.0, 0.0},
    {"bow_tone_hz", "Bow tone", "Hz", 2, mode::Curve::kExp, 200.0, 4000.0, 1000.0},
    {"bow_attack_ms", "Bow attack", "ms", 2, mode::Curve::kExp, 5.0, 1500.0, 70.0},
    {"vibrato_rate_hz", "Vibrato rate", "Hz", 3, mode::Curve::kExp, 0.5, 9.0, 5.2},
    {"vibrato_depth_cents", "Vibrato", "ct", 3, mode::Curve::kCubic, 0.0, 100.0, 3.0},
    {"bend_range_st", "Bend range", "st", 3, mode::Curve::kSquare, 0.0, 24.0, 2.0},
    {"body_pct", "Body", "%", 4, mode::Curve::kLinear, 0.0, 100.0, 45.0},
    {"body_size_x", "Body size", "\303\227", 4, mode::Curve::kExp, 0.4, 2.5, 1.0},
    {"width_pct", "Width", "%", 4, mode::Curve::kLinear, 0.0, 100.0, 50.0},
    {"level_db", "Level", "dB", 4, mode::Curve::kSqrt, -18.0, 0.0, -5.0},
  };
  static constexpr const char* kParamNames[] = {
    "pluck_pct",
    "place_pct",
    "hardness_hz",
    "noise_pct",
    "velocity_tone_pct",
    "decay_s",
    "treble_s",
    "release_ms",
    "stiffness_pct",
    "bow_pct",
    "bow_tone_hz",
    "bow_attack_ms",
    "vibrato_rate_hz",
    "vibrato_depth_cents",
    "bend_range_st",
    "body_pct",
    "body_size_x",
    "width_pct",
    "level_db",
  };
  static constexpr std::size_t kParamCount = 19;

  static constexpr mode::Text kGroups[] = {
    "Pluck",
    "String",
    "Bow",
    "Motion",
    "Body",
  };
  static constexpr std::size_t kGroupCount = 5;

  // The position is the ordinal of the engine's voice space.
  enum class VoiceSpaceId : std::uint8_t {
    kGuitar,
    kHarp,
    kFiddle,
    kDulcimer,
    kBowl,
  };
  static constexpr mode::Text kVoiceSpaces[] = {
    "Guitar",
    "Harp",
    "Fiddle",
    "Dulcimer",
    "Bowl",
  };
  static constexpr std::size_t kVoiceSpaceCount = 5;

  // What each voice space does to each param, defaults and overrides together.
  static constexpr mode::Curve kCurves[kVoiceSpaceCount][kParamCount] = {
    {
      mode::Curve::kSqrt,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kSquare,
      mode::Curve::kSquare,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kCubic,
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kSqrt,
    },
    {
      mode::Curve::kSqrt,
      mode::Curve::kExp,
      mode::Curve::kSquare,
      mode::Curve::kCubic,
      mode::Curve::kLinear,
      mode::Curve::kLog,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kSquare,
      mode::Curve::kSquare,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kCubic,
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kSqrt,
    },
    {
      mode::Curve::kSqrt,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kSigmoid,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kSquare,
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kSqrt,
    },
    {
      mode::Curve::kSqrt,
      mode::Curve::kLog,
      mode::Curve::kLog,
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kSquare,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kCubic,
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kSqrt,
    },
    {
      mode::Curve::kSqrt,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kSigmoid,
      mode::Curve::kSigmoid,
      mode::Curve::kExp,
      mode::Curve::kSquare,
      mode::Curve::kSquare,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kCubic,
      mode::Curve::kSquare,
      mode::Curve::kSqrt,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kSqrt,
    },
  };

  static constexpr std::uint16_t kPresetExamples[] = {
    9830, 9830, 0, 0, 26542, 27728, 15330, 11351, 18022, 23064, 14771, 8154, 0, 0, 20548, 9856, 28035, 8895, 9459, 19661, 22872, 11469, 19823,
    9830, 31130, 0, 0, 26542, 18963, 24063, 11351, 18022, 23064, 18272, 8154, 0, 0, 20548, 9856, 28035, 8895, 9459, 19661, 22872, 11469, 19823,
    24576, 9830, 0, 0, 26542, 28337, 18617, 11351, 18022, 16503, 12232, 8154, 0, 0, 20548, 9856, 28035, 8895, 9459, 19661, 22872, 11469, 19823,
    24576, 31130, 0, 0, 26542, 20628, 27033, 11351, 18022, 17608, 14771, 8154, 0, 0, 20548, 9856, 28035, 8895, 9459, 19661, 22872, 11469, 19823,
    16384, 19661, 32768, 0, 26542, 16872, 19702, 11351, 18022, 4870, 3533, 8154, 0, 0, 20548, 9856, 28035, 8895, 9459, 19661, 22872, 11469, 19823,
    9830, 9830, 0, 0, 23675, 21348, 17137, 18502, 13107, 1804, 19170, 22236, 4013, 0, 20548, 9856, 28035, 7060, 11585, 13107, 20681, 18022, 11150,
    9830, 31130, 0, 0, 23675, 12177, 28256, 18502, 13107, 1804, 22597, 22236, 4013, 0, 20548, 9856, 28035, 7060, 11585, 13107, 20681, 18022, 11150,
    24576, 9830, 0, 0, 23675, 19837, 20769, 18502, 13107, 465, 16111, 22236, 4013, 0, 20548, 9856, 28035, 7060, 11585, 13107, 20681, 18022, 11150,
    24576, 31130, 0, 0, 23675, 9733, 31336, 18502, 13107, 556, 19170, 22236, 4013, 0, 20548, 9856, 28035, 7060, 11585, 13107, 20681, 18022, 11150,
    16384, 19661, 32768, 0, 23675, 12177, 26583, 18502, 13107, 1362, 19980, 22236, 4013, 0, 20548, 9856, 28035, 25110, 11585, 13107, 20681, 18022, 11150,
    9830, 9830, 0, 0, 210, 21348, 21241, 15370, 9830, 17608, 19980, 10083, 0, 9830, 14272, 14457, 28683, 9268, 9459, 24576, 30071, 13107, 8192,
    9830, 31130, 0, 0, 210, 16872, 21241, 15370, 9830, 17608, 24577, 10083, 0, 24576, 17067, 7869, 28683, 9830, 9459, 24576, 28295, 13107, 8192,
    24576, 9830, 0, 0, 210, 22010, 21241, 15370, 9830, 17608, 19980, 10083, 0, 9830, 13486, 15405, 28683, 12261, 9459, 24576, 22872, 13107, 8192,
    24576, 31130, 0, 0, 210, 16872, 21241, 15370, 9830, 17608, 25413, 10083, 0, 26214, 18125, 6661, 28683, 13107, 9459, 24576, 22872, 13107, 8192,
    16384, 19661, 0, 32768, 210, 14056, 21241, 15370, 9830, 17608, 27504, 10083, 0, 31130, 19282, 5242, 28683, 16708, 9459, 24576, 25102, 13107, 8192,
    9830, 8192, 0, 0, 82, 20628, 22537, 12691, 11469, 16201, 16111, 11092, 0, 11469, 13888, 17730, 27690, 10362, 9459, 22938, 26025, 14746, 29228,
    9830, 31130, 0, 0, 32768, 25567, 22537, 12691, 11469, 15225, 16111, 11092, 0, 0, 11010, 32212, 27690, 6554, 9459, 22938, 26025, 14746, 29228,
    24576, 8192, 0, 0, 82, 20628, 22537, 12691, 11469, 14502, 16111, 11092, 0, 9830, 13486, 17026, 27690, 12261, 9459, 22938, 26025, 14746, 29228,
    24576, 31130, 0, 0, 32768, 26352, 22537, 12691, 11469, 10733, 16111, 11092, 0, 0, 11010, 32212, 27690, 6554, 9459, 22938, 26025, 14746, 29228,
    16384, 19661, 32768, 0, 2949, 17984, 22537, 12691, 11469, 17608, 16111, 11092, 0, 22938, 17067, 8923, 27690, 14654, 9459, 22938, 26025, 14746, 29228,
    9830, 9830, 0, 0, 32768, 821, 927, 8026, 21299, 26310, 20716, 28430, 1229, 0, 20548, 9856, 28035, 10182, 9459, 14746, 24063, 26214, 7307,
    9830, 31130, 0, 0, 32768, 324, 7892, 8026, 21299, 26310, 25006, 28430, 1229, 0, 20548, 9856, 28035, 10182, 9459, 14746, 24063, 26214, 7307,
    24576, 9830, 0, 0, 32768, 704, 1958, 8026, 21299, 19854, 18272, 28430, 1229, 0, 20548, 9856, 28035, 10182, 9459, 14746, 24063, 26214, 7307,
    24576, 31130, 0, 0, 32768, 324, 16236, 8026, 21299, 20782, 21392, 28430, 1229, 0, 20548, 9856, 28035, 10182, 9459, 14746, 24063, 26214, 7307,
    16384, 19661, 32768, 0, 32768, 1237, 927, 8026, 21299, 8708, 6802, 28430, 1229, 0, 20548, 9856, 28035, 10182, 9459, 14746, 24063, 26214, 7307,
    9830, 9830, 0, 0, 20972, 28905, 10825, 5676, 19661, 20805, 13584, 32065, 14654, 0, 20548, 9856, 8699, 10182, 9459, 9912, 26853, 29491, 14564,
    9830, 31130, 0, 0, 32768, 24698, 20034, 5676, 19661, 20805, 16345, 32065, 14654, 0, 20548, 9856, 8699, 10182, 9459, 9912, 26853, 29491, 14564,
    24576, 9830, 0, 0, 20972, 28337, 15888, 5676, 19661, 15663, 12588, 32065, 14654, 0, 20548, 9856, 8699, 10182, 9459, 9912, 19798, 29491, 14564,
    24576, 31130, 0, 0, 32768, 23726, 24639, 5676, 19661, 15663, 15025, 32065, 14654, 0, 20548, 9856, 8699, 10182, 9459, 9912, 19798, 29491, 14564,
    16384, 19661, 32768, 0, 328, 25567, 15330, 5676, 19661, 20805, 15025, 32065, 14654, 21981, 17088, 9856, 8699, 14685, 9459, 9912, 24063, 29491, 14564,
  };
  static constexpr mode::Preset kPresets[] = {
    {"Nylon Guitar", 0, 5, kPresetExamples + 0},
    {"Koto", 1, 5, kPresetExamples + 115},
    {"Folk Fiddle", 2, 5, kPresetExamples + 230},
    {"Pizzicato to Bow", 2, 5, kPresetExamples + 345},
    {"Hammered Dulcimer", 3, 5, kPresetExamples + 460},
    {"Singing Bowl", 4, 5, kPresetExamples + 575},
  };
  static constexpr std::size_t kPresetCount = 6;

  static constexpr bool kMicrophone = false;
  static constexpr mode::Ui kUi = {mode::PrimaryInput::kMidiIn, true, true};
};

}  // namespace ens::modes
