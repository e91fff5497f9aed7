// @generated from modes/sound_analysis.json by `npm run gen`.
// Do not edit: change the source and generate again.
#pragma once

#include "../mode.h"

namespace ens::modes {

struct SoundAnalysis {
  static constexpr const char* kModeId = "sound_analysis";
  static constexpr const char* kEngineId = "sound_analysis";

  static constexpr mode::Channel kChannels[] = {
    mode::Channel::kAudioPitch,
    mode::Channel::kAudioAperiodicity,
    mode::Channel::kAudioEnergy,
    mode::Channel::kAudioAttack,
    mode::Channel::kAudioBrightness,
  };
  static constexpr const char* kChannelNames[] = {
    "audio_pitch",
    "audio_aperiodicity",
    "audio_energy",
    "audio_attack",
    "audio_brightness",
  };
  static constexpr std::size_t kChannelCount = 5;

  // Inputs, hidden layers, outputs; Shape<Net> is Net of these sizes.
  static constexpr std::uint32_t kLayers[] = {5, 10, 12, 14};
  static constexpr std::size_t kLayerCount = 4;
  template <template <int...> class Net>
  using Shape = Net<5, 10, 12, 14>;
  static constexpr double kDefaultSpread = 0.5;

  enum class ParamId : std::uint8_t {
    kModWheel,
    kBreath,
    kVolume,
    kExpression,
    kPan,
    kCutoff,
    kResonance,
    kAttack,
    kRelease,
    kVibrato,
    kVariation,
    kEffect1,
    kEffect2,
    kReverb,
  };
  static constexpr mode::Param kParams[] = {
    {"mod_wheel", "Modulation (CC 1)", "", 0, mode::Curve::kLinear, 0.0, 127.0, 0.0},
    {"breath", "Breath (CC 2)", "", 0, mode::Curve::kSqrt, 0.0, 127.0, 0.0},
    {"volume", "Volume (CC 7)", "", 0, mode::Curve::kSqrt, 0.0, 127.0, 100.0},
    {"expression", "Expression (CC 11)", "", 0, mode::Curve::kLog, 0.0, 127.0, 127.0},
    {"pan", "Pan (CC 10)", "", 0, mode::Curve::kLinear, 0.0, 127.0, 64.0},
    {"cutoff", "Cutoff (CC 74)", "", 1, mode::Curve::kLinear, 0.0, 127.0, 127.0},
    {"resonance", "Resonance (CC 71)", "", 1, mode::Curve::kSquare, 0.0, 127.0, 0.0},
    {"attack", "Attack (CC 73)", "", 1, mode::Curve::kSquare, 0.0, 127.0, 0.0},
    {"release", "Release (CC 72)", "", 1, mode::Curve::kLinear, 0.0, 127.0, 64.0},
    {"vibrato", "Vibrato (CC 77)", "", 1, mode::Curve::kCubic, 0.0, 127.0, 0.0},
    {"variation", "Variation (CC 70)", "", 1, mode::Curve::kSigmoid, 0.0, 127.0, 64.0},
    {"effect_1", "Effect 1 (CC 12)", "", 2, mode::Curve::kLinear, 0.0, 127.0, 0.0},
    {"effect_2", "Effect 2 (CC 13)", "", 2, mode::Curve::kLinear, 0.0, 127.0, 0.0},
    {"reverb", "Reverb (CC 91)", "", 2, mode::Curve::kLinear, 0.0, 127.0, 32.0},
  };
  static constexpr const char* kParamNames[] = {
    "mod_wheel",
    "breath",
    "volume",
    "expression",
    "pan",
    "cutoff",
    "resonance",
    "attack",
    "release",
    "vibrato",
    "variation",
    "effect_1",
    "effect_2",
    "reverb",
  };
  static constexpr std::size_t kParamCount = 14;

  static constexpr mode::Text kGroups[] = {
    "Expression",
    "Sound",
    "Effects",
  };
  static constexpr std::size_t kGroupCount = 3;

  // The position is the ordinal of the engine's voice space.
  enum class VoiceSpaceId : std::uint8_t {
    kSpace0,
  };
  static constexpr mode::Text kVoiceSpaces[] = {
    "",
  };
  static constexpr std::size_t kVoiceSpaceCount = 1;

  // What each voice space does to each param, defaults and overrides together.
  static constexpr mode::Curve kCurves[kVoiceSpaceCount][kParamCount] = {
    {
      mode::Curve::kLinear,
      mode::Curve::kSqrt,
      mode::Curve::kSqrt,
      mode::Curve::kLog,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kSquare,
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kCubic,
      mode::Curve::kSigmoid,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
    },
  };

  static constexpr std::uint16_t kPresetExamples[] = {
    0, 0, 0, 0, 0, 0, 0, 7314, 0, 16513, 23221, 0, 0, 16513, 0, 16435, 0, 0, 8257,
    16384, 0, 16384, 0, 0, 0, 0, 16456, 4932, 16513, 23221, 0, 0, 16513, 0, 16435, 0, 0, 8257,
    16384, 0, 32768, 0, 0, 0, 0, 32768, 32768, 16513, 23221, 0, 0, 16513, 0, 16435, 0, 0, 8257,
    16384, 0, 26214, 0, 32768, 0, 0, 29255, 18929, 16513, 32768, 0, 0, 16513, 0, 16435, 0, 0, 8257,
    0, 0, 16384, 0, 0, 0, 0, 20316, 32768, 16513, 7740, 27585, 0, 16513, 0, 16435, 0, 0, 8257,
    0, 0, 16384, 0, 32768, 0, 0, 20316, 32768, 16513, 30962, 27585, 0, 16513, 0, 16435, 0, 0, 8257,
    0, 0, 29491, 32768, 16384, 0, 0, 20316, 32768, 16513, 32768, 31181, 0, 16513, 0, 16435, 0, 0, 8257,
    0, 0, 0, 0, 0, 0, 0, 20316, 32768, 16513, 5160, 22523, 0, 16513, 0, 16435, 0, 0, 8257,
    16384, 0, 9830, 0, 0, 0, 0, 20316, 18929, 16513, 23221, 0, 0, 16513, 0, 16435, 0, 0, 8257,
    16384, 0, 29491, 0, 0, 18061, 0, 20316, 18929, 16513, 23221, 0, 0, 16513, 29214, 16435, 0, 0, 8257,
    32768, 0, 22938, 0, 0, 25802, 0, 20316, 18929, 16513, 30962, 0, 0, 16513, 31235, 16435, 0, 0, 8257,
    6554, 0, 22938, 0, 0, 5160, 0, 20316, 18929, 16513, 23221, 0, 0, 16513, 20256, 16435, 0, 0, 8257,
    0, 0, 19661, 0, 0, 0, 0, 20316, 32768, 2064, 32768, 0, 0, 16513, 0, 16435, 0, 0, 10321,
    16384, 0, 19661, 0, 0, 0, 0, 20316, 32768, 16513, 32768, 0, 0, 16513, 0, 16435, 0, 0, 10321,
    32768, 0, 19661, 0, 0, 0, 0, 20316, 32768, 30962, 32768, 0, 0, 16513, 0, 16435, 0, 0, 10321,
    16384, 0, 0, 0, 0, 0, 0, 7314, 32768, 16513, 32768, 0, 0, 16513, 0, 16435, 0, 0, 10321,
    0, 0, 0, 0, 0, 0, 0, 20316, 9797, 16513, 7740, 0, 0, 10321, 0, 16435, 0, 0, 8257,
    0, 32768, 16384, 0, 0, 0, 32768, 20316, 9797, 16513, 18061, 0, 0, 10321, 0, 16435, 0, 0, 8257,
    16384, 0, 16384, 0, 0, 0, 5079, 20316, 9797, 16513, 23221, 0, 0, 10321, 0, 16435, 0, 0, 8257,
    16384, 13107, 32768, 0, 0, 0, 24583, 20316, 32768, 16513, 32768, 0, 0, 10321, 0, 16435, 0, 0, 8257,
    0, 0, 6554, 0, 0, 0, 0, 9955, 32768, 16513, 12901, 0, 0, 16513, 0, 16435, 25802, 0, 30962,
    16384, 0, 19661, 0, 0, 0, 0, 20316, 32768, 16513, 23221, 0, 0, 16513, 0, 16435, 10321, 0, 15481,
    16384, 0, 32768, 16384, 0, 0, 0, 29255, 32768, 16513, 32768, 0, 0, 16513, 0, 16435, 0, 0, 1290,
    0, 32768, 19661, 0, 0, 0, 0, 20316, 32768, 16513, 18061, 0, 0, 16513, 0, 16435, 0, 28382, 23221,
  };
  static constexpr mode::Preset kPresets[] = {
    {"Swell Pedal", 0, 4, kPresetExamples + 0},
    {"Touch Wah", 0, 4, kPresetExamples + 76},
    {"Singing Vibrato", 0, 4, kPresetExamples + 152},
    {"Pan by Pitch", 0, 4, kPresetExamples + 228},
    {"Breath Controller", 0, 4, kPresetExamples + 304},
    {"Near and Far", 0, 4, kPresetExamples + 380},
  };
  static constexpr std::size_t kPresetCount = 6;

  static constexpr bool kMicrophone = true;
  static constexpr mode::Ui kUi = {mode::PrimaryInput::kAudioIn, false, true};
};

}  // namespace ens::modes
