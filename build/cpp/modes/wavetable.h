// @generated from modes/wavetable.json by `npm run gen`.
// Do not edit: change the source and generate again.
#pragma once

#include "../mode.h"

namespace ens::modes {

struct Wavetable {
  static constexpr const char* kModeId = "wavetable";
  static constexpr const char* kEngineId = "wavetable";

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
  static constexpr std::uint32_t kLayers[] = {4, 12, 14, 23};
  static constexpr std::size_t kLayerCount = 4;
  template <template <int...> class Net>
  using Shape = Net<4, 12, 14, 23>;
  static constexpr double kDefaultSpread = 0.3;

  enum class ParamId : std::uint8_t {
    kPositionPct,
    kPositionEnvelopePct,
    kSweepRateHz,
    kSweepDepthPct,
    kFormantSt,
    kHollowPct,
    kCutoffHz,
    kResonancePct,
    kCutoffEnvelopeSt,
    kKeyFollowPct,
    kVelocityTonePct,
    kToneDecayMs,
    kAttackMs,
    kDecayMs,
    kSustainPct,
    kReleaseMs,
    kVibratoRateHz,
    kVibratoDepthCents,
    kBendRangeSt,
    kDetuneCents,
    kSubPct,
    kWidthPct,
    kLevelDb,
  };
  static constexpr mode::Param kParams[] = {
    {"position_pct", "Position", "%", 0, mode::Curve::kLinear, 0.0, 100.0, 35.0},
    {"position_envelope_pct", "Position envelope", "%", 0, mode::Curve::kLinear, -100.0, 100.0, 0.0},
    {"sweep_rate_hz", "Sweep rate", "Hz", 0, mode::Curve::kExp, 0.03, 12.0, 0.3},
    {"sweep_depth_pct", "Sweep", "%", 0, mode::Curve::kSquare, 0.0, 100.0, 8.0},
    {"formant_st", "Formants", "st", 0, mode::Curve::kLinear, -12.0, 12.0, 0.0},
    {"hollow_pct", "Hollow", "%", 0, mode::Curve::kLinear, 0.0, 100.0, 0.0},
    {"cutoff_hz", "Cutoff", "Hz", 1, mode::Curve::kExp, 80.0, 16000.0, 2000.0},
    {"resonance_pct", "Resonance", "%", 1, mode::Curve::kLinear, 0.0, 100.0, 15.0},
    {"cutoff_envelope_st", "Cutoff envelope", "st", 1, mode::Curve::kLinear, 0.0, 72.0, 24.0},
    {"key_follow_pct", "Key follow", "%", 1, mode::Curve::kLinear, 0.0, 100.0, 50.0},
    {"velocity_tone_pct", "Velocity to tone", "%", 1, mode::Curve::kLinear, 0.0, 100.0, 40.0},
    {"tone_decay_ms", "Tone decay", "ms", 1, mode::Curve::kExp, 20.0, 8000.0, 900.0},
    {"attack_ms", "Attack", "ms", 2, mode::Curve::kExp, 1.0, 3000.0, 6.0},
    {"decay_ms", "Decay", "ms", 2, mode::Curve::kExp, 40.0, 12000.0, 4000.0},
    {"sustain_pct", "Sustain", "%", 2, mode::Curve::kSqrt, 0.0, 100.0, 60.0},
    {"release_ms", "Release", "ms", 2, mode::Curve::kExp, 10.0, 8000.0, 400.0},
    {"vibrato_rate_hz", "Vibrato rate", "Hz", 3, mode::Curve::kExp, 0.5, 9.0, 5.0},
    {"vibrato_depth_cents", "Vibrato", "ct", 3, mode::Curve::kCubic, 0.0, 100.0, 2.0},
    {"bend_range_st", "Bend range", "st", 3, mode::Curve::kSquare, 0.0, 24.0, 2.0},
    {"detune_cents", "Detune", "ct", 4, mode::Curve::kSquare, 0.0, 40.0, 7.0},
    {"sub_pct", "Sub", "%", 4, mode::Curve::kSquare, 0.0, 100.0, 0.0},
    {"width_pct", "Width", "%", 4, mode::Curve::kLinear, 0.0, 100.0, 60.0},
    {"level_db", "Level", "dB", 4, mode::Curve::kSqrt, -18.0, 0.0, -5.0},
  };
  static constexpr const char* kParamNames[] = {
    "position_pct",
    "position_envelope_pct",
    "sweep_rate_hz",
    "sweep_depth_pct",
    "formant_st",
    "hollow_pct",
    "cutoff_hz",
    "resonance_pct",
    "cutoff_envelope_st",
    "key_follow_pct",
    "velocity_tone_pct",
    "tone_decay_ms",
    "attack_ms",
    "decay_ms",
    "sustain_pct",
    "release_ms",
    "vibrato_rate_hz",
    "vibrato_depth_cents",
    "bend_range_st",
    "detune_cents",
    "sub_pct",
    "width_pct",
    "level_db",
  };
  static constexpr std::size_t kParamCount = 23;

  static constexpr mode::Text kGroups[] = {
    "Wave",
    "Filter",
    "Envelope",
    "Motion",
    "Voice",
  };
  static constexpr std::size_t kGroupCount = 5;

  // The position is the ordinal of the engine's voice space.
  enum class VoiceSpaceId : std::uint8_t {
    kAnalogue,
    kVowels,
    kPipes,
    kGlass,
    kSync,
  };
  static constexpr mode::Text kVoiceSpaces[] = {
    "Analogue",
    "Vowels",
    "Pipes",
    "Glass",
    "Sync",
  };
  static constexpr std::size_t kVoiceSpaceCount = 5;

  // What each voice space does to each param, defaults and overrides together.
  static constexpr mode::Curve kCurves[kVoiceSpaceCount][kParamCount] = {
    {
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kSqrt,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kCubic,
      mode::Curve::kSquare,
      mode::Curve::kSquare,
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kSqrt,
    },
    {
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kSqrt,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kCubic,
      mode::Curve::kSquare,
      mode::Curve::kSquare,
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kSqrt,
    },
    {
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kSigmoid,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kCubic,
      mode::Curve::kSquare,
      mode::Curve::kSquare,
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kSqrt,
    },
    {
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kLog,
      mode::Curve::kSqrt,
      mode::Curve::kLog,
      mode::Curve::kExp,
      mode::Curve::kCubic,
      mode::Curve::kSquare,
      mode::Curve::kCubic,
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kSqrt,
    },
    {
      mode::Curve::kSigmoid,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kSqrt,
      mode::Curve::kExp,
      mode::Curve::kExp,
      mode::Curve::kCubic,
      mode::Curve::kSquare,
      mode::Curve::kSquare,
      mode::Curve::kLinear,
      mode::Curve::kLinear,
      mode::Curve::kSqrt,
    },
  };

  static constexpr std::uint16_t kPresetExamples[] = {
    9830, 9830, 0, 0, 11141, 18022, 3031, 12261, 16384, 4915, 6250, 3932, 6372, 14746, 9830, 28995, 23242, 30452, 23675, 21429, 26955, 7060, 9459, 17184, 9268, 31130, 19823,
    9830, 31130, 0, 0, 11141, 18022, 3031, 12261, 16384, 4915, 10851, 3932, 6372, 14746, 9830, 28995, 14155, 30452, 23675, 21429, 26955, 7060, 9459, 17184, 9268, 31130, 19823,
    24576, 9830, 0, 0, 11141, 18022, 3031, 12261, 16384, 4915, 9235, 3932, 6372, 14746, 9830, 28995, 21317, 30452, 23675, 21429, 26955, 8895, 9459, 17184, 9268, 31130, 19823,
    24576, 31130, 0, 0, 11141, 18022, 3031, 12261, 16384, 4915, 14373, 3932, 6372, 14746, 9830, 28995, 11754, 30452, 23675, 21429, 26955, 8895, 9459, 17184, 9268, 31130, 19823,
    16384, 19661, 32768, 0, 11141, 18022, 3031, 12261, 16384, 4915, 21336, 3932, 6372, 14746, 9830, 28995, 15134, 30452, 23675, 21429, 26955, 10182, 9459, 17184, 9268, 31130, 19823,
    16384, 19661, 0, 32768, 11141, 18022, 3031, 12261, 16384, 4915, 16467, 3932, 6372, 14746, 9830, 28995, 15134, 30452, 23675, 21429, 26955, 17789, 9459, 17184, 9268, 31130, 19823,
    9830, 9830, 0, 0, 1966, 17367, 4842, 2294, 13653, 0, 26136, 0, 0, 6554, 8192, 17932, 17520, 29508, 26542, 15906, 27864, 12072, 9459, 18681, 0, 27853, 15802,
    9830, 31130, 0, 0, 14418, 17367, 4842, 2294, 13653, 0, 26136, 0, 0, 6554, 8192, 17932, 10635, 29508, 26542, 15906, 27864, 14685, 9459, 18681, 0, 27853, 15802,
    24576, 9830, 0, 0, 3932, 17367, 4842, 2294, 19115, 0, 26136, 0, 0, 6554, 8192, 17932, 16009, 29508, 26542, 15906, 27864, 14119, 9459, 18681, 0, 27853, 15802,
    24576, 31130, 0, 0, 16384, 17367, 4842, 2294, 19797, 0, 26136, 0, 0, 6554, 8192, 17932, 8857, 29508, 26542, 15906, 27864, 17015, 9459, 18681, 0, 27853, 15802,
    16384, 19661, 32768, 0, 28836, 17367, 4842, 2294, 16384, 0, 26136, 0, 0, 6554, 8192, 17932, 12424, 29508, 26542, 15906, 27864, 15210, 9459, 18681, 0, 27853, 15802,
    9830, 9830, 0, 0, 11796, 19988, 6492, 0, 16384, 6554, 2168, 10486, 11833, 11469, 18022, 10688, 145, 17026, 4732, 4205, 27690, 0, 9459, 8974, 25802, 8192, 12237,
    9830, 31130, 0, 0, 16384, 19988, 6492, 0, 16384, 0, 4541, 10486, 20025, 11469, 18022, 12059, 145, 17026, 4732, 4205, 27690, 0, 9459, 8974, 25802, 8192, 12237,
    24576, 9830, 0, 0, 11796, 19988, 6492, 0, 16384, 9830, 3881, 10486, 11833, 11469, 18022, 7865, 145, 17026, 4732, 4205, 27690, 0, 9459, 8974, 25802, 8192, 12237,
    24576, 31130, 0, 0, 17039, 19988, 6492, 0, 16384, 0, 6250, 10486, 20025, 11469, 18022, 9041, 145, 17026, 4732, 4205, 27690, 0, 9459, 8974, 25802, 8192, 12237,
    16384, 19661, 32768, 0, 26870, 19988, 6492, 0, 16384, 0, 10083, 10486, 22756, 11469, 18022, 14998, 145, 17026, 4732, 4205, 27690, 0, 9459, 8974, 25802, 8192, 12237,
    9830, 9830, 0, 0, 2621, 16384, 26529, 0, 16384, 0, 28139, 0, 9459, 19661, 3277, 4209, 4753, 27212, 32768, 5973, 28989, 7060, 9459, 11585, 10362, 24576, 25891,
    9830, 31130, 0, 0, 18678, 16384, 26529, 0, 16384, 0, 28139, 0, 9459, 19661, 3277, 4209, 2173, 27212, 32768, 5973, 28989, 7060, 9459, 11585, 19386, 24576, 25891,
    24576, 9830, 0, 0, 4588, 16384, 26529, 0, 16384, 0, 28139, 0, 9459, 19661, 3277, 4209, 3889, 27212, 32768, 5973, 28989, 7060, 9459, 11585, 0, 24576, 25891,
    24576, 31130, 0, 0, 22938, 16384, 26529, 0, 16384, 0, 28139, 0, 9459, 19661, 3277, 4209, 1711, 27212, 32768, 5973, 28989, 7060, 9459, 11585, 11351, 24576, 25891,
    16384, 19661, 32768, 0, 30802, 16384, 26529, 0, 16384, 0, 28139, 0, 9459, 19661, 3277, 4209, 2395, 27212, 32768, 5973, 28989, 7060, 9459, 11585, 17948, 24576, 25891,
    9830, 9830, 0, 0, 7209, 14090, 8004, 5676, 16384, 0, 10851, 0, 15474, 18022, 16384, 19599, 0, 2823, 0, 1624, 27690, 0, 9459, 13819, 0, 32768, 22756,
    9830, 31130, 0, 0, 15729, 14090, 8004, 5676, 16384, 0, 14837, 0, 15474, 18022, 16384, 20984, 0, 3314, 0, 1624, 27690, 0, 9459, 13819, 0, 32768, 22756,
    24576, 9830, 0, 0, 4588, 14090, 8004, 5676, 16384, 0, 14373, 0, 15474, 18022, 16384, 15836, 0, 1148, 0, 887, 27690, 0, 9459, 13819, 0, 32768, 22756,
    24576, 31130, 0, 0, 13107, 14090, 8004, 5676, 16384, 0, 18429, 0, 15474, 18022, 16384, 16595, 0, 1269, 0, 887, 27690, 0, 9459, 13819, 0, 32768, 22756,
    16384, 19661, 32768, 0, 29491, 14090, 8004, 5676, 16384, 0, 18429, 0, 15474, 18022, 16384, 11803, 0, 204, 0, 96, 27690, 0, 9459, 13819, 0, 32768, 22756,
    9830, 9830, 0, 0, 12308, 21299, 6492, 0, 16384, 0, 14837, 3277, 8192, 19661, 11469, 15836, 288, 25767, 20972, 5137, 28683, 8895, 17697, 14654, 3932, 14746, 19823,
    9830, 31130, 0, 0, 14242, 25395, 6492, 0, 16384, 0, 20011, 3277, 8192, 19661, 11469, 18526, 288, 25767, 20972, 5137, 28683, 8895, 17697, 14654, 3932, 14746, 19823,
    24576, 9830, 0, 0, 11923, 20644, 6492, 0, 16384, 0, 17826, 3277, 8192, 19661, 11469, 13012, 288, 25767, 20972, 5137, 28683, 11206, 17697, 14654, 3932, 14746, 19823,
    24576, 31130, 0, 0, 13649, 23757, 6492, 0, 16384, 0, 22824, 3277, 8192, 19661, 11469, 15836, 288, 25767, 20972, 5137, 28683, 11206, 17697, 14654, 3932, 14746, 19823,
    16384, 19661, 32768, 0, 20845, 18842, 6492, 0, 16384, 0, 25547, 3277, 8192, 19661, 11469, 19599, 288, 25767, 20972, 5137, 28683, 10182, 17697, 14654, 3932, 14746, 19823,
    16384, 19661, 0, 32768, 15735, 21299, 6492, 0, 16384, 0, 23477, 3277, 8192, 19661, 11469, 17932, 288, 25767, 20972, 5137, 28683, 24540, 17697, 14654, 3932, 14746, 19823,
    9830, 9830, 0, 0, 18350, 17695, 24406, 5676, 12288, 32768, 10083, 1966, 4551, 13107, 14746, 14065, 6903, 27212, 26542, 4528, 27690, 7060, 9459, 7327, 0, 9830, 15802,
    9830, 31130, 0, 0, 18350, 17695, 24406, 5676, 12288, 32768, 15276, 1966, 4551, 13107, 14746, 14065, 3421, 27212, 26542, 4528, 27690, 8895, 9459, 7327, 0, 9830, 15802,
    24576, 9830, 0, 0, 18350, 17695, 24406, 5676, 12288, 32768, 12800, 1966, 4551, 13107, 14746, 14065, 5898, 27212, 26542, 4528, 27690, 10182, 9459, 7327, 0, 9830, 15802,
    24576, 31130, 0, 0, 18350, 17695, 24406, 5676, 12288, 32768, 18429, 1966, 4551, 13107, 14746, 14065, 2611, 27212, 26542, 4528, 27690, 12072, 9459, 7327, 0, 9830, 15802,
    16384, 19661, 32768, 0, 18350, 17695, 24406, 5676, 12288, 32768, 17174, 1966, 4551, 13107, 14746, 14065, 3421, 27212, 26542, 4528, 27690, 20364, 9459, 7327, 0, 9830, 15802,
  };
  static constexpr mode::Preset kPresets[] = {
    {"Velvet Pad", 0, 6, kPresetExamples + 0},
    {"Night Choir", 1, 5, kPresetExamples + 162},
    {"Tracker Bass", 0, 5, kPresetExamples + 297},
    {"Chapel Pipes", 2, 5, kPresetExamples + 432},
    {"Ice Bells", 3, 5, kPresetExamples + 567},
    {"Torn Lead", 4, 6, kPresetExamples + 702},
    {"Hollow Reed", 0, 5, kPresetExamples + 864},
  };
  static constexpr std::size_t kPresetCount = 7;

  static constexpr bool kMicrophone = false;
  static constexpr mode::Ui kUi = {mode::PrimaryInput::kMidiIn, true, true};
};

}  // namespace ens::modes
