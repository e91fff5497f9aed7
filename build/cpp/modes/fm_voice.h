// @generated from modes/fm_voice.json by `npm run gen`.
// Do not edit: change the source and generate again.
#pragma once

#include "../mode.h"

namespace ens::modes {

struct FmVoice {
  static constexpr const char* kModeId = "fm_voice";
  static constexpr const char* kEngineId = "fm_voice";

  static constexpr mode::Channel kChannels[] = {
    mode::Channel::kMidiNote,
    mode::Channel::kMidiVelocity,
    mode::Channel::kMidiBend,
    mode::Channel::kMidiMod,
    mode::Channel::kMidiPressure,
  };
  static constexpr const char* kChannelNames[] = {
    "midi_note",
    "midi_velocity",
    "midi_bend",
    "midi_mod",
    "midi_pressure",
  };
  static constexpr std::size_t kChannelCount = 5;

  // Inputs, hidden layers, outputs; Shape<Net> is Net of these sizes.
  static constexpr std::uint32_t kLayers[] = {5, 12, 14, 22};
  static constexpr std::size_t kLayerCount = 4;
  template <template <int...> class Net>
  using Shape = Net<5, 12, 14, 22>;
  static constexpr double kDefaultSpread = 0.4;

  enum class ParamId : std::uint8_t {
    kRatioBX,
    kRatioCX,
    kRatioDX,
    kRatioSnapPct,
    kDetuneCents,
    kIndexBX,
    kIndexCX,
    kIndexDX,
    kFeedbackPct,
    kIndexDecayMs,
    kIndexSustainPct,
    kVelocityTonePct,
    kAttackMs,
    kDecayMs,
    kSustainPct,
    kReleaseMs,
    kLevelDb,
    kVibratoRateHz,
    kVibratoDepthCents,
    kTremoloPct,
    kGlideMs,
    kWidthPct,
  };
  static constexpr mode::Param kParams[] = {
    {"ratio_b_x", "Ratio B", "\303\227", 0, mode::Curve::kExp, 0.25, 14.0, 1.0},
    {"ratio_c_x", "Ratio C", "\303\227", 0, mode::Curve::kExp, 0.25, 14.0, 1.0},
    {"ratio_d_x", "Ratio D", "\303\227", 0, mode::Curve::kExp, 0.25, 14.0, 2.0},
    {"ratio_snap_pct", "Snap to whole", "%", 0, mode::Curve::kSqrt, 0.0, 100.0, 100.0},
    {"detune_cents", "Detune", "ct", 0, mode::Curve::kSquare, 0.0, 40.0, 2.5},
    {"index_b_x", "Index B", "\303\227", 1, mode::Curve::kSquare, 0.0, 9.0, 2.2},
    {"index_c_x", "Index C", "\303\227", 1, mode::Curve::kSquare, 0.0, 9.0, 0.8},
    {"index_d_x", "Index D", "\303\227", 1, mode::Curve::kSquare, 0.0, 9.0, 0.8},
    {"feedback_pct", "Feedback", "%", 1, mode::Curve::kLinear, 0.0, 100.0, 20.0},
    {"index_decay_ms", "Index decay", "ms", 1, mode::Curve::kExp, 20.0, 8000.0, 1000.0},
    {"index_sustain_pct", "Index sustain", "%", 1, mode::Curve::kLinear, 0.0, 100.0, 40.0},
    {"velocity_tone_pct", "Velocity to tone", "%", 1, mode::Curve::kLinear, 0.0, 100.0, 60.0},
    {"attack_ms", "Attack", "ms", 2, mode::Curve::kExp, 1.0, 1000.0, 3.0},
    {"decay_ms", "Decay", "ms", 2, mode::Curve::kExp, 30.0, 12000.0, 3500.0},
    {"sustain_pct", "Sustain", "%", 2, mode::Curve::kLinear, 0.0, 100.0, 30.0},
    {"release_ms", "Release", "ms", 2, mode::Curve::kExp, 20.0, 8000.0, 600.0},
    {"level_db", "Level", "dB", 2, mode::Curve::kSqrt, -18.0, 0.0, -5.0},
    {"vibrato_rate_hz", "Vibrato rate", "Hz", 3, mode::Curve::kExp, 0.2, 12.0, 5.0},
    {"vibrato_depth_cents", "Vibrato", "ct", 3, mode::Curve::kCubic, 0.0, 120.0, 0.0},
    {"tremolo_pct", "Tremolo", "%", 3, mode::Curve::kSquare, 0.0, 100.0, 0.0},
    {"glide_ms", "Glide", "ms", 3, mode::Curve::kCubic, 0.0, 600.0, 0.0},
    {"width_pct", "Width", "%", 3, mode::Curve::kLinear, 0.0, 100.0, 50.0},
  };
  static constexpr const char* kParamNames[] = {
    "ratio_b_x",
    "ratio_c_x",
    "ratio_d_x",
    "ratio_snap_pct",
    "detune_cents",
    "index_b_x",
    "index_c_x",
    "index_d_x",
    "feedback_pct",
    "index_decay_ms",
    "index_sustain_pct",
    "velocity_tone_pct",
    "attack_ms",
    "decay_ms",
    "sustain_pct",
    "release_ms",
    "level_db",
    "vibrato_rate_hz",
    "vibrato_depth_cents",
    "tremolo_pct",
    "glide_ms",
    "width_pct",
  };
  static constexpr std::size_t kParamCount = 22;

  static constexpr mode::Text kGroups[] = {
    "Ratios",
    "Brightness",
    "Loudness",
    "Motion",
  };
  static constexpr std::size_t kGroupCount = 4;

  // The position is the ordinal of the engine's voice space.
  enum class VoiceSpaceId : std::uint8_t {
    kTines,
    kBells,
    kBrass,
    kBass,
    kOrgan,
  };
  static constexpr mode::Text kVoiceSpaces[] = {
    "Tines",
    "Bells",
    "Brass",
    "Bass",
    "Organ",
  };
  static constexpr std::size_t kVoiceSpaceCount = 5;

  // What each voice space does to each param, defaults and overrides together.
  static constexpr mode::Curve kCurves[kVoiceSpaceCount][kParamCount] = {
    {
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kSqrt,
      mode::Curve::kSquare,
      mode::Curve::kSquare,
      mode::Curve::kSquare,
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kSqrt,
      mode::Curve::kExp,
      mode::Curve::kCubic,
      mode::Curve::kSquare,
      mode::Curve::kCubic,
      mode::Curve::kLinear,
    },
    {
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kSqrt,
      mode::Curve::kSquare,
      mode::Curve::kSquare,
      mode::Curve::kSquare,
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kLog,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kSqrt,
      mode::Curve::kExp,
      mode::Curve::kCubic,
      mode::Curve::kSquare,
      mode::Curve::kCubic,
      mode::Curve::kLinear,
    },
    {
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kSqrt,
      mode::Curve::kSquare,
      mode::Curve::kSigmoid,
      mode::Curve::kSquare,
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kSquare,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kSqrt,
      mode::Curve::kExp,
      mode::Curve::kSquare,
      mode::Curve::kSquare,
      mode::Curve::kCubic,
      mode::Curve::kLinear,
    },
    {
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kSqrt,
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kSquare,
      mode::Curve::kSquare,
      mode::Curve::kSqrt,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kSqrt,
      mode::Curve::kExp,
      mode::Curve::kCubic,
      mode::Curve::kSquare,
      mode::Curve::kCubic,
      mode::Curve::kLinear,
    },
    {
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kSqrt,
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kSqrt,
      mode::Curve::kExp,
      mode::Curve::kCubic,
      mode::Curve::kSquare,
      mode::Curve::kCubic,
      mode::Curve::kLinear,
    },
  };

  static constexpr bool kMicrophone = false;
  static constexpr mode::Ui kUi = {mode::PrimaryInput::kMidiIn, true, true};
};

}  // namespace ens::modes
