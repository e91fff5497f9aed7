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

  static constexpr bool kMicrophone = true;
  static constexpr mode::Ui kUi = {mode::PrimaryInput::kAudioIn, false, true};
};

}  // namespace ens::modes
