// @generated from modes/wanderer.json by `npm run gen`.
// Do not edit: change the source and generate again.
#pragma once

#include "../mode.h"

namespace ens::modes {

struct Wanderer {
  static constexpr const char* kModeId = "wanderer";
  static constexpr const char* kEngineId = "wanderer";

  static constexpr mode::Channel kChannels[] = {
    mode::Channel::kWander0,
    mode::Channel::kWander1,
    mode::Channel::kWander2,
    mode::Channel::kWander3,
  };
  static constexpr const char* kChannelNames[] = {
    "wander_0",
    "wander_1",
    "wander_2",
    "wander_3",
  };
  static constexpr std::size_t kChannelCount = 4;

  // Inputs, hidden layers, outputs; Shape<Net> is Net of these sizes.
  static constexpr std::uint32_t kLayers[] = {4, 10, 12, 25};
  static constexpr std::size_t kLayerCount = 4;
  template <template <int...> class Net>
  using Shape = Net<4, 10, 12, 25>;
  static constexpr double kDefaultSpread = 0.5;

  enum class ParamId : std::uint8_t {
    kTonicHz,
    kTempoBpm,
    kDensityPct,
    kSurprisePct,
    kSwingPct,
    kRangeSt,
    kChordS,
    kPadDb,
    kPadAttackMs,
    kPadBrightnessPct,
    kDriftCents,
    kBassDb,
    kPluckDb,
    kPluckDecayMs,
    kPluckTonePct,
    kPluckPlacePct,
    kChimeDb,
    kChimeDecayMs,
    kChimeRatioX,
    kChimeIndexX,
    kSpaceS,
    kSpaceMixPct,
    kSpaceToneHz,
    kWidthPct,
    kLevelDb,
  };
  static constexpr mode::Param kParams[] = {
    {"tonic_hz", "Tonic", "Hz", 0, mode::Curve::kExp, 49.0, 147.0, 55.0},
    {"tempo_bpm", "Tempo", "BPM", 0, mode::Curve::kLinear, 24.0, 140.0, 66.0},
    {"density_pct", "Density", "%", 0, mode::Curve::kLinear, 0.0, 100.0, 55.0},
    {"surprise_pct", "Surprise", "%", 0, mode::Curve::kSquare, 0.0, 100.0, 12.0},
    {"swing_pct", "Swing", "%", 0, mode::Curve::kLinear, 0.0, 100.0, 25.0},
    {"range_st", "Melody range", "st", 0, mode::Curve::kLinear, 5.0, 36.0, 19.0},
    {"chord_s", "Time of a chord", "s", 0, mode::Curve::kExp, 2.0, 60.0, 7.5},
    {"pad_db", "Pads", "dB", 1, mode::Curve::kSqrt, -40.0, 0.0, -12.0},
    {"pad_attack_ms", "Swell", "ms", 1, mode::Curve::kExp, 30.0, 8000.0, 1900.0},
    {"pad_brightness_pct", "Brightness", "%", 1, mode::Curve::kSigmoid, 0.0, 100.0, 50.0},
    {"drift_cents", "Drift", "ct", 1, mode::Curve::kCubic, 0.0, 40.0, 7.0},
    {"bass_db", "Bass", "dB", 1, mode::Curve::kSqrt, -40.0, 0.0, -13.0},
    {"pluck_db", "Strings", "dB", 2, mode::Curve::kSqrt, -40.0, 0.0, -9.0},
    {"pluck_decay_ms", "Ring", "ms", 2, mode::Curve::kExp, 120.0, 9000.0, 2900.0},
    {"pluck_tone_pct", "Tone", "%", 2, mode::Curve::kLog, 0.0, 100.0, 75.0},
    {"pluck_place_pct", "Where plucked", "%", 2, mode::Curve::kLinear, 3.0, 50.0, 22.0},
    {"chime_db", "Chimes", "dB", 3, mode::Curve::kSqrt, -40.0, 0.0, -15.0},
    {"chime_decay_ms", "Decay", "ms", 3, mode::Curve::kExp, 200.0, 12000.0, 3600.0},
    {"chime_ratio_x", "Ratio", "\303\227", 3, mode::Curve::kLinear, 1.0, 9.0, 3.5},
    {"chime_index_x", "Metal", "\303\227", 3, mode::Curve::kSquare, 0.0, 5.0, 1.8},
    {"space_s", "Reverberation", "s", 4, mode::Curve::kExp, 0.3, 20.0, 4.0},
    {"space_mix_pct", "Distance", "%", 4, mode::Curve::kLinear, 0.0, 100.0, 45.0},
    {"space_tone_hz", "Air", "Hz", 4, mode::Curve::kExp, 600.0, 14000.0, 2600.0},
    {"width_pct", "Width", "%", 4, mode::Curve::kLinear, 0.0, 100.0, 75.0},
    {"level_db", "Level", "dB", 4, mode::Curve::kSqrt, -18.0, 0.0, -4.0},
  };
  static constexpr const char* kParamNames[] = {
    "tonic_hz",
    "tempo_bpm",
    "density_pct",
    "surprise_pct",
    "swing_pct",
    "range_st",
    "chord_s",
    "pad_db",
    "pad_attack_ms",
    "pad_brightness_pct",
    "drift_cents",
    "bass_db",
    "pluck_db",
    "pluck_decay_ms",
    "pluck_tone_pct",
    "pluck_place_pct",
    "chime_db",
    "chime_decay_ms",
    "chime_ratio_x",
    "chime_index_x",
    "space_s",
    "space_mix_pct",
    "space_tone_hz",
    "width_pct",
    "level_db",
  };
  static constexpr std::size_t kParamCount = 25;

  static constexpr mode::Text kGroups[] = {
    "Music",
    "Pads",
    "Strings",
    "Chimes",
    "Space",
  };
  static constexpr std::size_t kGroupCount = 5;

  // The position is the ordinal of the engine's voice space.
  enum class VoiceSpaceId : std::uint8_t {
    kDawn,
    kDusk,
    kRain,
    kGamelan,
    kDeep,
  };
  static constexpr mode::Text kVoiceSpaces[] = {
    "Dawn",
    "Dusk",
    "Rain",
    "Gamelan",
    "Deep",
  };
  static constexpr std::size_t kVoiceSpaceCount = 5;

  // What each voice space does to each param, defaults and overrides together.
  static constexpr mode::Curve kCurves[kVoiceSpaceCount][kParamCount] = {
    {
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kSqrt,
      mode::Curve::kExp,
      mode::Curve::kSigmoid,
      mode::Curve::kCubic,
      mode::Curve::kSqrt,
      mode::Curve::kSqrt,
      mode::Curve::kExp,
      mode::Curve::kLog,
      mode::Curve::kLinear,
      mode::Curve::kSqrt,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kSquare,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kSqrt,
    },
    {
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kSquare,
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kSqrt,
      mode::Curve::kExp,
      mode::Curve::kSquare,
      mode::Curve::kCubic,
      mode::Curve::kSqrt,
      mode::Curve::kSqrt,
      mode::Curve::kExp,
      mode::Curve::kLog,
      mode::Curve::kLinear,
      mode::Curve::kSqrt,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kSquare,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kSqrt,
    },
    {
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kSqrt,
      mode::Curve::kSquare,
      mode::Curve::kSigmoid,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kSqrt,
      mode::Curve::kExp,
      mode::Curve::kSigmoid,
      mode::Curve::kCubic,
      mode::Curve::kSqrt,
      mode::Curve::kSqrt,
      mode::Curve::kSquare,
      mode::Curve::kLog,
      mode::Curve::kLinear,
      mode::Curve::kSqrt,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kSquare,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kSqrt,
    },
    {
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kSqrt,
      mode::Curve::kExp,
      mode::Curve::kSigmoid,
      mode::Curve::kCubic,
      mode::Curve::kSqrt,
      mode::Curve::kSqrt,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kSqrt,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kSqrt,
    },
    {
      mode::Curve::kExp,
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kSqrt,
      mode::Curve::kExp,
      mode::Curve::kSigmoid,
      mode::Curve::kExp,
      mode::Curve::kSqrt,
      mode::Curve::kSqrt,
      mode::Curve::kExp,
      mode::Curve::kLog,
      mode::Curve::kLinear,
      mode::Curve::kSqrt,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kSquare,
      mode::Curve::kExp,
      mode::Curve::kLog,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kSqrt,
    },
  };

  static constexpr bool kMicrophone = false;
  static constexpr mode::Ui kUi = {mode::PrimaryInput::kNone, true, true};
};

}  // namespace ens::modes
