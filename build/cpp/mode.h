// @generated from dsl/ by `npm run gen`.
// Do not edit: change the source and generate again.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ens::mode {

// UTF-8 text of a known size in bytes; it may hold NUL, so the size counts, not the end mark.
struct Text {
  const char* data;
  std::size_t size;

  template <std::size_t N>
  constexpr Text(const char (&literal)[N]) : data(literal), size(N - 1) {}
};

// Response curves, unit interval to unit interval. Engines apply them; a mode only declares.
enum class Curve : std::uint8_t {
  kLinear,
  kExp,
  kLog,
  kSquare,
  kSqrt,
  kSigmoid,
  kCubic,
};

// The control an interface shows large.
enum class PrimaryInput : std::uint8_t {
  kXyPad,
  kJoystick,
  kSliders,
  kAudioIn,
  kMidiIn,
  kNone,
};

// Every input channel there is, in the order of the instrument's own list.
enum class Channel : std::uint8_t {
  kJoyX,
  kJoyY,
  kJoyZ,
  kJoyW,
  kPadX,
  kPadY,
  kSlider0,
  kSlider1,
  kSlider2,
  kSlider3,
  kSlider4,
  kSlider5,
  kSlider6,
  kSlider7,
  kMidiNote,
  kMidiVelocity,
  kMidiBend,
  kMidiMod,
  kMidiPressure,
  kAudioPitch,
  kAudioAperiodicity,
  kAudioEnergy,
  kAudioAttack,
  kAudioBrightness,
  kCv0,
  kCv1,
  kCv2,
  kCv3,
  kCv4,
  kCv5,
  kCv6,
  kCv7,
  kWander0,
  kWander1,
  kWander2,
  kWander3,
};

inline constexpr std::size_t kAllChannelCount = 36;

struct Param {
  const char* name;
  Text label;
  // Symbol of the unit of min, max and default_value; empty for a plain number.
  Text unit;
  // Position in the groups of the mode.
  std::uint8_t group;
  Curve curve;
  double min;
  double max;
  double default_value;
};

// A named sound: what a new instrument learns, in this order.
struct Preset {
  Text name;
  std::uint16_t voice_space;
  std::uint16_t example_count;
  // Unit values, row after row: the inputs of an example, then its params.
  const std::uint16_t* examples;
};

struct Ui {
  PrimaryInput primary_input;
  bool show_voice_space_selector;
  bool show_synth_visualizer;
};

// A mode for code that chooses one at run time; every pointer is to constants.
struct Mode {
  const char* mode_id;
  const char* engine_id;
  const Channel* channels;
  const char* const* channel_names;
  std::size_t channel_count;
  // Inputs, hidden layers, outputs.
  const std::uint32_t* layers;
  std::size_t layer_count;
  const Param* params;
  const char* const* param_names;
  std::size_t param_count;
  const Text* groups;
  std::size_t group_count;
  const Text* voice_spaces;
  std::size_t voice_space_count;
  // Resolved curves, row after row: [voice_space * param_count + param].
  const Curve* curves;
  const Preset* presets;
  std::size_t preset_count;
  double default_spread;
  // True if a channel listens to sound: the microphone is the input.
  bool microphone;
  Ui ui;
};

}  // namespace ens::mode
