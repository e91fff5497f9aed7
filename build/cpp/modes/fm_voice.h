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

  static constexpr std::uint16_t kPresetExamples[] = {
    9830, 9830, 16384, 0, 0, 11198, 32768, 11198, 32768, 8974, 9139, 6462, 5983, 1638, 14065, 8192, 19661, 835, 25776, 3277, 9571, 18432, 26393, 0, 0, 0, 19661,
    9830, 31130, 16384, 0, 0, 11198, 32768, 11198, 32768, 8974, 17612, 6462, 5983, 5898, 14065, 8192, 19661, 835, 24947, 3277, 9571, 18432, 26393, 0, 0, 0, 19661,
    24576, 9830, 16384, 0, 0, 11198, 32768, 11198, 32768, 8974, 7723, 6462, 5983, 1638, 14065, 8192, 19661, 835, 19430, 3277, 9571, 18432, 26393, 0, 0, 0, 19661,
    24576, 31130, 16384, 0, 0, 11198, 32768, 11198, 32768, 8974, 13816, 10362, 5983, 1638, 14065, 8192, 19661, 835, 18715, 3277, 9571, 18432, 26393, 0, 0, 0, 19661,
    16384, 19661, 16384, 32768, 0, 11198, 32768, 11198, 32768, 8974, 12454, 6462, 5983, 1638, 14065, 8192, 19661, 835, 22984, 3277, 9571, 18432, 26393, 0, 25382, 0, 19661,
    9830, 9830, 16384, 0, 0, 7745, 2764, 24970, 0, 12691, 11965, 9770, 7723, 0, 26161, 4915, 19661, 0, 11637, 0, 26161, 17092, 25615, 0, 0, 0, 26214,
    9830, 31130, 16384, 0, 0, 7745, 2764, 24970, 0, 12691, 19539, 9770, 7723, 0, 26161, 4915, 19661, 0, 11637, 0, 26161, 17092, 25615, 0, 0, 0, 26214,
    24576, 9830, 16384, 0, 0, 7745, 2764, 24970, 0, 12691, 9770, 9770, 7723, 0, 26161, 4915, 19661, 0, 2111, 0, 26161, 17092, 25615, 0, 0, 0, 26214,
    24576, 31130, 16384, 0, 0, 7745, 2764, 24970, 0, 12691, 16201, 9770, 7723, 0, 26161, 4915, 19661, 0, 2111, 0, 26161, 17092, 25615, 0, 0, 0, 26214,
    16384, 19661, 16384, 32768, 0, 7745, 2764, 24970, 0, 12691, 15447, 9770, 7723, 0, 26161, 4915, 19661, 0, 11637, 0, 26161, 17092, 25615, 15210, 21981, 0, 26214,
    9830, 9830, 16384, 0, 0, 11198, 11198, 16850, 32768, 15543, 10388, 10362, 6908, 7209, 15836, 24576, 26214, 9781, 20397, 27853, 5978, 18432, 25935, 0, 0, 0, 22938,
    9830, 31130, 16384, 0, 0, 11198, 11198, 16850, 32768, 15543, 15952, 10362, 6908, 7209, 15836, 24576, 26214, 5079, 20397, 27853, 5978, 18432, 25935, 0, 0, 0, 22938,
    24576, 9830, 16384, 0, 0, 11198, 11198, 16850, 32768, 15543, 8975, 10362, 6908, 7209, 15836, 24576, 26214, 7963, 20397, 27853, 5978, 18432, 25935, 0, 0, 0, 22938,
    24576, 31130, 16384, 0, 0, 11198, 11198, 16850, 32768, 15543, 13477, 10362, 6908, 7209, 15836, 24576, 26214, 4275, 20397, 27853, 5978, 18432, 25935, 0, 0, 0, 22938,
    16384, 19661, 16384, 32768, 0, 11198, 11198, 16850, 32768, 15543, 13121, 10362, 6908, 7209, 15836, 24576, 26214, 6877, 20397, 27853, 5978, 18432, 25935, 17697, 0, 0, 22938,
    16384, 19661, 16384, 0, 32768, 11198, 11198, 16850, 32768, 15543, 17105, 10362, 6908, 14746, 15836, 24576, 26214, 6877, 20397, 27853, 5978, 18432, 25935, 0, 0, 0, 22938,
    6554, 9830, 16384, 0, 0, 11198, 5573, 16850, 32768, 10362, 5097, 8461, 7723, 737, 7433, 3932, 19661, 428, 11086, 14746, 4209, 18432, 25615, 0, 0, 13819, 4915,
    6554, 31130, 16384, 0, 0, 11198, 5573, 16850, 32768, 10362, 17476, 8461, 7723, 4014, 10688, 3932, 19661, 428, 11086, 14746, 4209, 18432, 25615, 0, 0, 13819, 4915,
    19661, 9830, 16384, 0, 0, 11198, 5573, 16850, 32768, 10362, 3641, 8461, 7723, 737, 5430, 3932, 19661, 428, 11086, 14746, 4209, 18432, 25615, 0, 0, 13819, 4915,
    19661, 31130, 16384, 0, 0, 11198, 5573, 16850, 32768, 10362, 10923, 8461, 7723, 737, 6976, 3932, 19661, 428, 11086, 14746, 4209, 18432, 25615, 0, 0, 13819, 4915,
    13107, 19661, 16384, 32768, 0, 11198, 5573, 16850, 32768, 10362, 20025, 8461, 7723, 737, 16595, 22938, 19661, 428, 11086, 14746, 4209, 18432, 25615, 0, 0, 13819, 4915,
    9830, 9830, 16384, 0, 0, 16850, 20163, 22515, 32768, 11585, 2185, 1456, 1456, 2621, 16595, 32768, 3277, 1223, 22984, 32768, 1033, 32768, 12561, 11360, 0, 0, 27853,
    9830, 31130, 16384, 0, 0, 16850, 20163, 22515, 32768, 11585, 4005, 3277, 1456, 2621, 16595, 32768, 3277, 1223, 22984, 32768, 1033, 32768, 12561, 11360, 0, 0, 27853,
    24576, 9830, 16384, 0, 0, 16850, 20163, 22515, 32768, 11585, 1456, 1092, 1456, 2621, 16595, 32768, 3277, 1223, 22984, 32768, 1033, 32768, 12561, 11360, 0, 0, 27853,
    24576, 31130, 16384, 0, 0, 16850, 20163, 22515, 32768, 11585, 2913, 2549, 1456, 2621, 16595, 32768, 3277, 1223, 22984, 32768, 1033, 32768, 12561, 11360, 0, 0, 27853,
    16384, 19661, 16384, 32768, 0, 16850, 20163, 22515, 32768, 11585, 3277, 2913, 1456, 2621, 16595, 32768, 3277, 1223, 22984, 32768, 1033, 32768, 27882, 19681, 20724, 0, 27853,
    9830, 9830, 16384, 0, 0, 22515, 30013, 11198, 32768, 6345, 7723, 7723, 4885, 0, 1949, 0, 19661, 0, 16595, 0, 8667, 32768, 30416, 0, 0, 0, 18022,
    9830, 31130, 16384, 0, 0, 22515, 30013, 11198, 32768, 6345, 14654, 7723, 4885, 0, 1949, 0, 19661, 0, 16097, 0, 8667, 32768, 30416, 0, 0, 0, 18022,
    24576, 9830, 16384, 0, 0, 22515, 30013, 11198, 32768, 6345, 6908, 7723, 4885, 0, 1949, 0, 19661, 0, 8276, 0, 8667, 32768, 30416, 0, 0, 0, 18022,
    24576, 31130, 16384, 0, 0, 22515, 30013, 11198, 32768, 6345, 12924, 7723, 4885, 0, 1949, 0, 19661, 0, 8004, 0, 8667, 32768, 30416, 0, 0, 0, 18022,
    16384, 19661, 16384, 32768, 0, 22515, 30013, 11198, 32768, 6345, 10923, 7723, 4885, 0, 1949, 0, 19661, 0, 20397, 9830, 8667, 32768, 30416, 0, 27416, 0, 18022,
  };
  static constexpr mode::Preset kPresets[] = {
    {"Suitcase Piano", 0, 5, kPresetExamples + 0},
    {"Tubular Bells", 1, 5, kPresetExamples + 135},
    {"Brass Section", 2, 6, kPresetExamples + 270},
    {"Rubber Bass", 3, 5, kPresetExamples + 432},
    {"Drawbar Organ", 4, 5, kPresetExamples + 567},
    {"Marimba", 0, 5, kPresetExamples + 702},
  };
  static constexpr std::size_t kPresetCount = 6;

  static constexpr bool kMicrophone = false;
  static constexpr mode::Ui kUi = {mode::PrimaryInput::kMidiIn, true, true};
};

}  // namespace ens::modes
