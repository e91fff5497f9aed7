// @generated from modes/ by `npm run gen`.
// Do not edit: change the source and generate again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace ens::rack_host {

enum class Kind : std::uint8_t { kKnob, kTrimmer, kButton, kLatch, kInput, kOutput, kLight };

struct Part {
  Kind kind;
  int id;  // among the params, inputs, outputs or lights of the module
  const char* name;
  float x_mm, y_mm;
  float min, max, rest;  // of what a hand moves
};

struct Channel {
  const char* label;
  float rest;
  bool bipolar;       // its jack takes -5 to 5 V at first, else 0 to 10 V
  bool moves_itself;  // no knob: follows sound, notes or a walk
  bool of_notes;      // no jack either: the jacks for notes move it
};

// Parts that stand together, of one panel or of several.
struct Group {
  std::span<const Part> parts;
  float left_mm;  // from which the parts count x_mm
};

struct Panel {
  std::span<const Group> groups;
  const Channel* const* channels;  // in the mode's order
  bool plays_notes;
  bool follows_clock;
  bool has_pitches;  // which snap to a scale
  int param_count, input_count, output_count;
  std::size_t first_trimmer;  // among the params: the attenuverters of channels
  std::size_t first_hand;     // the knobs that hold params
};

// What every module has; after the last of a list come those of its mode.
enum ParamId : int {
  kTeachParam,
  kTrainParam,
  kUndoParam,
  kLikeParam,
  kDislikeParam,
  kHoldParam,
  kExploreParam,
  kExploreXParam,
  kExploreYParam,
  kFirstParam,
};

enum InputId : int {
  kTeachInput,
  kTrainInput,
  kUndoInput,
  kLikeInput,
  kDislikeInput,
  kExploreXInput,
  kExploreYInput,
  kPitchInput,
  kGateInput,
  kVelocityInput,
  kLeftInput,
  kRightInput,
  kClockInput,
  kResetInput,
  kFirstInput,
};

enum OutputId : int {
  kLeftOutput,
  kRightOutput,
  kFirstOutput,
};

enum LightId : int {
  kTrainingLight,
  kErrorLight,
  kFirstLight,
};

inline constexpr Channel kSlider0Channel = {"Slider 1", 0.0f, false, false, false};
inline constexpr Channel kSlider1Channel = {"Slider 2", 0.0f, false, false, false};
inline constexpr Channel kSlider2Channel = {"Slider 3", 0.0f, false, false, false};
inline constexpr Channel kSlider3Channel = {"Slider 4", 0.0f, false, false, false};
inline constexpr Channel kCv0Channel = {"CV 1", 0.5f, true, false, false};
inline constexpr Channel kCv1Channel = {"CV 2", 0.5f, true, false, false};
inline constexpr Channel kCv2Channel = {"CV 3", 0.5f, true, false, false};
inline constexpr Channel kCv3Channel = {"CV 4", 0.5f, true, false, false};
inline constexpr Channel kPadXChannel = {"Pad X", 0.5f, true, false, false};
inline constexpr Channel kPadYChannel = {"Pad Y", 0.5f, true, false, false};
inline constexpr Channel kMidiNoteChannel = {"MIDI note", 0.0f, false, true, true};
inline constexpr Channel kMidiVelocityChannel = {"MIDI velocity", 0.0f, false, true, true};
inline constexpr Channel kMidiBendChannel = {"MIDI pitch bend", 0.5f, true, false, false};
inline constexpr Channel kMidiModChannel = {"MIDI mod wheel", 0.0f, false, false, false};
inline constexpr Channel kMidiPressureChannel = {"MIDI pressure", 0.0f, false, false, false};
inline constexpr Channel kJoyXChannel = {"Joystick X", 0.5f, true, false, false};
inline constexpr Channel kJoyYChannel = {"Joystick Y", 0.5f, true, false, false};
inline constexpr Channel kJoyZChannel = {"Joystick twist", 0.5f, true, false, false};
inline constexpr Channel kJoyWChannel = {"Joystick lever", 0.5f, true, false, false};
inline constexpr Channel kAudioPitchChannel = {"Pitch", 0.0f, false, true, false};
inline constexpr Channel kAudioAperiodicityChannel = {"Aperiodicity", 0.0f, false, true, false};
inline constexpr Channel kAudioEnergyChannel = {"Energy", 0.0f, false, true, false};
inline constexpr Channel kAudioAttackChannel = {"Attack", 0.0f, false, true, false};
inline constexpr Channel kAudioBrightnessChannel = {"Brightness", 0.0f, false, true, false};
inline constexpr Channel kWander0Channel = {"Wanderer 1", 0.5f, true, true, false};
inline constexpr Channel kWander1Channel = {"Wanderer 2", 0.5f, true, true, false};
inline constexpr Channel kWander2Channel = {"Wanderer 3", 0.5f, true, true, false};
inline constexpr Channel kWander3Channel = {"Wanderer 4", 0.5f, true, true, false};

inline constexpr Part kActionsGroup[] = {
    {Kind::kButton, 0, "Teach", 0.0f, 22.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kInput, 0, "Teach trigger", 12.5f, 22.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kButton, 1, "Train", 0.0f, 35.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kInput, 1, "Train trigger", 12.5f, 35.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kButton, 2, "Undo", 0.0f, 48.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kInput, 2, "Undo trigger", 12.5f, 48.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kLatch, 5, "Hold", 0.0f, 61.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kLight, 0, "Training", 25.0f, 22.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kLight, 1, "Error", 25.0f, 35.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kLatch, 6, "Explore", 37.5f, 22.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kKnob, 7, "Explore X", 37.5f, 35.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kInput, 5, "Explore X", 50.0f, 35.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kKnob, 8, "Explore Y", 37.5f, 48.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kInput, 6, "Explore Y", 50.0f, 48.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kButton, 3, "Like", 37.5f, 61.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kInput, 3, "Like trigger", 50.0f, 61.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kButton, 4, "Dislike", 37.5f, 74.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kInput, 4, "Dislike trigger", 50.0f, 74.0f, 0.0f, 1.0f, 0.0f},
};
inline constexpr Part kSoundInGroup[] = {
    {Kind::kInput, 10, "Left", 0.0f, 87.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kInput, 11, "Right", 12.5f, 87.0f, 0.0f, 1.0f, 0.0f},
};
inline constexpr Part kSoundOutGroup[] = {
    {Kind::kOutput, 0, "Left", 0.0f, 113.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kOutput, 1, "Right", 12.5f, 113.0f, 0.0f, 1.0f, 0.0f},
};
inline constexpr Part kParams1To16Group[] = {
    {Kind::kOutput, 2, "Parameters 1-16", 0.0f, 100.0f, 0.0f, 1.0f, 0.0f},
};
inline constexpr Part kParams17To23Group[] = {
    {Kind::kOutput, 3, "Parameters 17-23", 12.5f, 100.0f, 0.0f, 1.0f, 0.0f},
};
inline constexpr Part kNotesGroup[] = {
    {Kind::kInput, 7, "V/oct", 0.0f, 74.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kInput, 8, "Gate", 12.5f, 74.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kInput, 9, "Velocity", 25.0f, 74.0f, 0.0f, 1.0f, 0.0f},
};
inline constexpr Part kParams1To10Group[] = {
    {Kind::kOutput, 2, "Parameters 1-10", 0.0f, 100.0f, 0.0f, 1.0f, 0.0f},
};
inline constexpr Part kClockGroup[] = {
    {Kind::kInput, 12, "Clock", 12.5f, 61.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kInput, 13, "Reset", 25.0f, 61.0f, 0.0f, 1.0f, 0.0f},
};
inline constexpr Part kParams17To30Group[] = {
    {Kind::kOutput, 3, "Parameters 17-30", 12.5f, 100.0f, 0.0f, 1.0f, 0.0f},
};
inline constexpr Part kParams17To22Group[] = {
    {Kind::kOutput, 3, "Parameters 17-22", 12.5f, 100.0f, 0.0f, 1.0f, 0.0f},
};
inline constexpr Part kParams17To19Group[] = {
    {Kind::kOutput, 3, "Parameters 17-19", 12.5f, 100.0f, 0.0f, 1.0f, 0.0f},
};
inline constexpr Part kParams17To32Group[] = {
    {Kind::kOutput, 3, "Parameters 17-32", 12.5f, 100.0f, 0.0f, 1.0f, 0.0f},
};
inline constexpr Part kParams33To33Group[] = {
    {Kind::kOutput, 4, "Parameters 33", 25.0f, 100.0f, 0.0f, 1.0f, 0.0f},
};
inline constexpr Part kParams17To24Group[] = {
    {Kind::kOutput, 3, "Parameters 17-24", 12.5f, 100.0f, 0.0f, 1.0f, 0.0f},
};
inline constexpr Part kParams1To14Group[] = {
    {Kind::kOutput, 2, "Parameters 1-14", 0.0f, 100.0f, 0.0f, 1.0f, 0.0f},
};
inline constexpr Part kParams17To18Group[] = {
    {Kind::kOutput, 3, "Parameters 17-18", 12.5f, 100.0f, 0.0f, 1.0f, 0.0f},
};
inline constexpr Part kParams17To25Group[] = {
    {Kind::kOutput, 3, "Parameters 17-25", 12.5f, 100.0f, 0.0f, 1.0f, 0.0f},
};

inline constexpr Part kChannelStripParts[] = {
    {Kind::kKnob, 9, "Slider 1", 9.0f, 22.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 13, "Slider 1 attenuverter", 21.5f, 22.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 14, "Slider 1", 34.0f, 22.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kKnob, 10, "Slider 2", 9.0f, 35.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 14, "Slider 2 attenuverter", 21.5f, 35.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 15, "Slider 2", 34.0f, 35.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kKnob, 11, "Slider 3", 9.0f, 48.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 15, "Slider 3 attenuverter", 21.5f, 48.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 16, "Slider 3", 34.0f, 48.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kKnob, 12, "Slider 4", 9.0f, 61.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 16, "Slider 4 attenuverter", 21.5f, 61.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 17, "Slider 4", 34.0f, 61.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 17, "Input", 50.5f, 22.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 18, "High-pass", 50.5f, 35.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 19, "Low-pass", 50.5f, 48.0f, 0.0f, 1.0f, 1.0f},
    {Kind::kTrimmer, 20, "Low frequency", 50.5f, 61.0f, 0.0f, 1.0f, 0.574f},
    {Kind::kTrimmer, 21, "Low gain", 50.5f, 74.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 22, "Low-mid frequency", 50.5f, 87.0f, 0.0f, 1.0f, 0.5196f},
    {Kind::kTrimmer, 23, "Low-mid gain", 50.5f, 100.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 24, "Low-mid Q", 50.5f, 113.0f, 0.0f, 1.0f, 0.3573f},
    {Kind::kTrimmer, 25, "High-mid frequency", 63.0f, 22.0f, 0.0f, 1.0f, 0.707f},
    {Kind::kTrimmer, 26, "High-mid gain", 63.0f, 35.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 27, "High-mid Q", 63.0f, 48.0f, 0.0f, 1.0f, 0.3573f},
    {Kind::kTrimmer, 28, "High frequency", 63.0f, 61.0f, 0.0f, 1.0f, 0.805f},
    {Kind::kTrimmer, 29, "High gain", 63.0f, 74.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 30, "Threshold", 63.0f, 87.0f, 0.0f, 1.0f, 0.64f},
    {Kind::kTrimmer, 31, "Ratio", 63.0f, 100.0f, 0.0f, 1.0f, 0.4722f},
    {Kind::kTrimmer, 32, "Attack", 63.0f, 113.0f, 0.0f, 1.0f, 0.4606f},
    {Kind::kTrimmer, 33, "Release", 75.5f, 22.0f, 0.0f, 1.0f, 0.3771f},
    {Kind::kTrimmer, 34, "Key high-pass", 75.5f, 35.0f, 0.0f, 1.0f, 0.3244f},
    {Kind::kTrimmer, 35, "Make-up", 75.5f, 48.0f, 0.0f, 1.0f, 0.4082f},
    {Kind::kTrimmer, 36, "Blend", 75.5f, 61.0f, 0.0f, 1.0f, 1.0f},
    {Kind::kTrimmer, 37, "Drive", 75.5f, 74.0f, 0.0f, 1.0f, 0.3536f},
    {Kind::kTrimmer, 38, "Width", 75.5f, 87.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 39, "Output", 75.5f, 100.0f, 0.0f, 1.0f, 0.5f},
};
inline constexpr Group kChannelStripGroups[] = {
    {kChannelStripParts, 0.0f},
    {kActionsGroup, 92.0f},
    {kSoundInGroup, 92.0f},
    {kSoundOutGroup, 92.0f},
    {kParams1To16Group, 92.0f},
    {kParams17To23Group, 92.0f},
};
inline constexpr const Channel* kChannelStripChannels[] = {
    &kSlider0Channel,
    &kSlider1Channel,
    &kSlider2Channel,
    &kSlider3Channel,
};

inline constexpr Part kDroneParts[] = {
    {Kind::kKnob, 9, "CV 1", 9.0f, 22.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 13, "CV 1 attenuverter", 21.5f, 22.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 14, "CV 1", 34.0f, 22.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kKnob, 10, "CV 2", 9.0f, 35.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 14, "CV 2 attenuverter", 21.5f, 35.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 15, "CV 2", 34.0f, 35.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kKnob, 11, "CV 3", 9.0f, 48.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 15, "CV 3 attenuverter", 21.5f, 48.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 16, "CV 3", 34.0f, 48.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kKnob, 12, "CV 4", 9.0f, 61.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 16, "CV 4 attenuverter", 21.5f, 61.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 17, "CV 4", 34.0f, 61.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 17, "Root", 50.5f, 22.0f, 0.0f, 1.0f, 0.4247f},
    {Kind::kTrimmer, 18, "Interval", 50.5f, 35.0f, 0.0f, 1.0f, 0.7917f},
    {Kind::kTrimmer, 19, "Vowel", 50.5f, 48.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 20, "Focus", 50.5f, 61.0f, 0.0f, 1.0f, 0.3401f},
    {Kind::kTrimmer, 21, "Pulse rate", 50.5f, 74.0f, 0.0f, 1.0f, 0.5038f},
    {Kind::kTrimmer, 22, "Pulse", 50.5f, 87.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 23, "Drift", 50.5f, 100.0f, 0.0f, 1.0f, 0.2041f},
    {Kind::kTrimmer, 24, "Cutoff", 50.5f, 113.0f, 0.0f, 1.0f, 0.859f},
    {Kind::kTrimmer, 25, "Weight", 63.0f, 22.0f, 0.0f, 1.0f, 0.1f},
    {Kind::kTrimmer, 26, "Distance", 63.0f, 35.0f, 0.0f, 1.0f, 0.4f},
};
inline constexpr Group kDroneGroups[] = {
    {kDroneParts, 0.0f},
    {kActionsGroup, 79.5f},
    {kNotesGroup, 79.5f},
    {kSoundOutGroup, 79.5f},
    {kParams1To10Group, 79.5f},
};
inline constexpr const Channel* kDroneChannels[] = {
    &kCv0Channel,
    &kCv1Channel,
    &kCv2Channel,
    &kCv3Channel,
};

inline constexpr Part kDrumSequencerParts[] = {
    {Kind::kKnob, 9, "Pad X", 9.0f, 22.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 11, "Pad X attenuverter", 21.5f, 22.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 14, "Pad X", 34.0f, 22.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kKnob, 10, "Pad Y", 9.0f, 35.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 12, "Pad Y attenuverter", 21.5f, 35.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 15, "Pad Y", 34.0f, 35.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 13, "Tempo", 50.5f, 22.0f, 0.0f, 1.0f, 0.4286f},
    {Kind::kTrimmer, 14, "Swing", 50.5f, 35.0f, 0.0f, 1.0f, 0.16f},
    {Kind::kTrimmer, 15, "Kick density", 50.5f, 48.0f, 0.0f, 1.0f, 0.4f},
    {Kind::kTrimmer, 16, "Snare density", 50.5f, 61.0f, 0.0f, 1.0f, 0.3f},
    {Kind::kTrimmer, 17, "Hat density", 50.5f, 74.0f, 0.0f, 1.0f, 0.65f},
    {Kind::kTrimmer, 18, "Percussion density", 50.5f, 87.0f, 0.0f, 1.0f, 0.25f},
    {Kind::kTrimmer, 19, "Syncopation", 50.5f, 100.0f, 0.0f, 1.0f, 0.2f},
    {Kind::kTrimmer, 20, "Variation", 50.5f, 113.0f, 0.0f, 1.0f, 0.25f},
    {Kind::kTrimmer, 21, "Fills", 63.0f, 22.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 22, "Accents", 63.0f, 35.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 23, "Open hats", 63.0f, 48.0f, 0.0f, 1.0f, 0.3f},
    {Kind::kTrimmer, 24, "Kick pitch", 63.0f, 61.0f, 0.0f, 1.0f, 0.5828f},
    {Kind::kTrimmer, 25, "Kick sweep", 63.0f, 74.0f, 0.0f, 1.0f, 0.5417f},
    {Kind::kTrimmer, 26, "Kick decay", 63.0f, 87.0f, 0.0f, 1.0f, 0.5771f},
    {Kind::kTrimmer, 27, "Kick drive", 63.0f, 100.0f, 0.0f, 1.0f, 0.2917f},
    {Kind::kTrimmer, 28, "Snare pitch", 63.0f, 113.0f, 0.0f, 1.0f, 0.6767f},
    {Kind::kTrimmer, 29, "Snare decay", 75.5f, 22.0f, 0.0f, 1.0f, 0.5828f},
    {Kind::kTrimmer, 30, "Snare rattle", 75.5f, 35.0f, 0.0f, 1.0f, 0.54f},
    {Kind::kTrimmer, 31, "Hat tone", 75.5f, 48.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 32, "Hat decay", 75.5f, 61.0f, 0.0f, 1.0f, 0.4453f},
    {Kind::kTrimmer, 33, "Clap decay", 75.5f, 74.0f, 0.0f, 1.0f, 0.5574f},
    {Kind::kTrimmer, 34, "Tom pitch", 75.5f, 87.0f, 0.0f, 1.0f, 0.5936f},
    {Kind::kTrimmer, 35, "Percussion pitch", 75.5f, 100.0f, 0.0f, 1.0f, 0.5585f},
    {Kind::kTrimmer, 36, "Percussion decay", 75.5f, 113.0f, 0.0f, 1.0f, 0.4449f},
    {Kind::kTrimmer, 37, "Kick level", 88.0f, 22.0f, 0.0f, 1.0f, 0.6553f},
    {Kind::kTrimmer, 38, "Snare level", 88.0f, 35.0f, 0.0f, 1.0f, 0.5448f},
    {Kind::kTrimmer, 39, "Hat level", 88.0f, 48.0f, 0.0f, 1.0f, 0.4444f},
    {Kind::kTrimmer, 40, "Percussion level", 88.0f, 61.0f, 0.0f, 1.0f, 0.5102f},
    {Kind::kTrimmer, 41, "Drive", 88.0f, 74.0f, 0.0f, 1.0f, 0.3333f},
    {Kind::kTrimmer, 42, "Output", 88.0f, 87.0f, 0.0f, 1.0f, 0.7347f},
};
inline constexpr Group kDrumSequencerGroups[] = {
    {kDrumSequencerParts, 0.0f},
    {kActionsGroup, 104.5f},
    {kClockGroup, 104.5f},
    {kSoundOutGroup, 104.5f},
    {kParams1To16Group, 104.5f},
    {kParams17To30Group, 104.5f},
};
inline constexpr const Channel* kDrumSequencerChannels[] = {
    &kPadXChannel,
    &kPadYChannel,
};

inline constexpr Part kEchoBankParts[] = {
    {Kind::kKnob, 9, "Pad X", 9.0f, 22.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 12, "Pad X attenuverter", 21.5f, 22.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 14, "Pad X", 34.0f, 22.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kKnob, 10, "Pad Y", 9.0f, 35.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 13, "Pad Y attenuverter", 21.5f, 35.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 15, "Pad Y", 34.0f, 35.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kKnob, 11, "Slider 1", 9.0f, 48.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 14, "Slider 1 attenuverter", 21.5f, 48.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 16, "Slider 1", 34.0f, 48.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 15, "Loop, in beats", 50.5f, 22.0f, 0.0f, 1.0f, 0.7343f},
    {Kind::kTrimmer, 16, "Tempo", 50.5f, 35.0f, 0.0f, 1.0f, 0.3714f},
    {Kind::kTrimmer, 17, "Density", 50.5f, 48.0f, 0.0f, 1.0f, 0.45f},
    {Kind::kTrimmer, 18, "Swell", 50.5f, 61.0f, 0.0f, 1.0f, 0.375f},
    {Kind::kTrimmer, 19, "Rush", 50.5f, 74.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 20, "Freeze", 50.5f, 87.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 21, "Feedback", 50.5f, 100.0f, 0.0f, 1.0f, 0.45f},
    {Kind::kTrimmer, 22, "Ping-pong", 50.5f, 113.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 23, "Low cut", 63.0f, 22.0f, 0.0f, 1.0f, 0.3724f},
    {Kind::kTrimmer, 24, "Damping", 63.0f, 35.0f, 0.0f, 1.0f, 0.7405f},
    {Kind::kTrimmer, 25, "Tape drive", 63.0f, 48.0f, 0.0f, 1.0f, 0.1667f},
    {Kind::kTrimmer, 26, "Wow depth", 63.0f, 61.0f, 0.0f, 1.0f, 0.3915f},
    {Kind::kTrimmer, 27, "Wow rate", 63.0f, 74.0f, 0.0f, 1.0f, 0.4281f},
    {Kind::kTrimmer, 28, "Sweep depth", 63.0f, 87.0f, 0.0f, 1.0f, 0.3536f},
    {Kind::kTrimmer, 29, "Sweep rate", 63.0f, 100.0f, 0.0f, 1.0f, 0.2317f},
    {Kind::kTrimmer, 30, "Centre", 63.0f, 113.0f, 0.0f, 1.0f, 0.6515f},
    {Kind::kTrimmer, 31, "Bank", 75.5f, 22.0f, 0.0f, 1.0f, 0.7f},
    {Kind::kTrimmer, 32, "Resonance", 75.5f, 35.0f, 0.0f, 1.0f, 0.4923f},
    {Kind::kTrimmer, 33, "Span", 75.5f, 48.0f, 0.0f, 1.0f, 0.7778f},
    {Kind::kTrimmer, 34, "Width", 75.5f, 61.0f, 0.0f, 1.0f, 0.64f},
    {Kind::kTrimmer, 35, "Output", 75.5f, 74.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 36, "Mix", 75.5f, 87.0f, 0.0f, 1.0f, 0.45f},
    {Kind::kTrimmer, 37, "Ducking", 75.5f, 100.0f, 0.0f, 1.0f, 0.0f},
};
inline constexpr Group kEchoBankGroups[] = {
    {kEchoBankParts, 0.0f},
    {kActionsGroup, 92.0f},
    {kClockGroup, 92.0f},
    {kSoundInGroup, 92.0f},
    {kSoundOutGroup, 92.0f},
    {kParams1To16Group, 92.0f},
    {kParams17To23Group, 92.0f},
};
inline constexpr const Channel* kEchoBankChannels[] = {
    &kPadXChannel,
    &kPadYChannel,
    &kSlider0Channel,
};

inline constexpr Part kFmVoiceParts[] = {
    {Kind::kKnob, 11, "MIDI pitch bend", 9.0f, 22.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 16, "MIDI pitch bend attenuverter", 21.5f, 22.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 16, "MIDI pitch bend", 34.0f, 22.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kKnob, 12, "MIDI mod wheel", 9.0f, 35.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 17, "MIDI mod wheel attenuverter", 21.5f, 35.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 17, "MIDI mod wheel", 34.0f, 35.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kKnob, 13, "MIDI pressure", 9.0f, 48.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 18, "MIDI pressure attenuverter", 21.5f, 48.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 18, "MIDI pressure", 34.0f, 48.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 19, "Ratio B", 50.5f, 22.0f, 0.0f, 1.0f, 0.3417f},
    {Kind::kTrimmer, 20, "Ratio C", 50.5f, 35.0f, 0.0f, 1.0f, 0.3417f},
    {Kind::kTrimmer, 21, "Ratio D", 50.5f, 48.0f, 0.0f, 1.0f, 0.5142f},
    {Kind::kTrimmer, 22, "Snap to whole", 50.5f, 61.0f, 0.0f, 1.0f, 1.0f},
    {Kind::kTrimmer, 23, "Detune", 50.5f, 74.0f, 0.0f, 1.0f, 0.25f},
    {Kind::kTrimmer, 24, "Index B", 50.5f, 87.0f, 0.0f, 1.0f, 0.4944f},
    {Kind::kTrimmer, 25, "Index C", 50.5f, 100.0f, 0.0f, 1.0f, 0.2981f},
    {Kind::kTrimmer, 26, "Index D", 50.5f, 113.0f, 0.0f, 1.0f, 0.2981f},
    {Kind::kTrimmer, 27, "Feedback", 63.0f, 22.0f, 0.0f, 1.0f, 0.2f},
    {Kind::kTrimmer, 28, "Index decay", 63.0f, 35.0f, 0.0f, 1.0f, 0.5065f},
    {Kind::kTrimmer, 29, "Index sustain", 63.0f, 48.0f, 0.0f, 1.0f, 0.4f},
    {Kind::kTrimmer, 30, "Velocity to tone", 63.0f, 61.0f, 0.0f, 1.0f, 0.6f},
    {Kind::kTrimmer, 31, "Attack", 63.0f, 74.0f, 0.0f, 1.0f, 0.0255f},
    {Kind::kTrimmer, 32, "Decay", 63.0f, 87.0f, 0.0f, 1.0f, 0.7014f},
    {Kind::kTrimmer, 33, "Sustain", 63.0f, 100.0f, 0.0f, 1.0f, 0.3f},
    {Kind::kTrimmer, 34, "Release", 63.0f, 113.0f, 0.0f, 1.0f, 0.3971f},
    {Kind::kTrimmer, 35, "Level", 75.5f, 22.0f, 0.0f, 1.0f, 0.5216f},
    {Kind::kTrimmer, 36, "Vibrato rate", 75.5f, 35.0f, 0.0f, 1.0f, 0.7817f},
    {Kind::kTrimmer, 37, "Vibrato", 75.5f, 48.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 38, "Tremolo", 75.5f, 61.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 39, "Glide", 75.5f, 74.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 40, "Width", 75.5f, 87.0f, 0.0f, 1.0f, 0.5f},
};
inline constexpr Group kFmVoiceGroups[] = {
    {kFmVoiceParts, 0.0f},
    {kActionsGroup, 92.0f},
    {kNotesGroup, 92.0f},
    {kSoundOutGroup, 92.0f},
    {kParams1To16Group, 92.0f},
    {kParams17To22Group, 92.0f},
};
inline constexpr const Channel* kFmVoiceChannels[] = {
    &kMidiNoteChannel,
    &kMidiVelocityChannel,
    &kMidiBendChannel,
    &kMidiModChannel,
    &kMidiPressureChannel,
};

inline constexpr Part kGranularParts[] = {
    {Kind::kKnob, 9, "Pad X", 9.0f, 22.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 12, "Pad X attenuverter", 21.5f, 22.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 14, "Pad X", 34.0f, 22.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kKnob, 10, "Pad Y", 9.0f, 35.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 13, "Pad Y attenuverter", 21.5f, 35.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 15, "Pad Y", 34.0f, 35.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kKnob, 11, "Slider 1", 9.0f, 48.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 14, "Slider 1 attenuverter", 21.5f, 48.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 16, "Slider 1", 34.0f, 48.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 15, "Position", 50.5f, 22.0f, 0.0f, 1.0f, 0.12f},
    {Kind::kTrimmer, 16, "Memory", 50.5f, 35.0f, 0.0f, 1.0f, 0.8182f},
    {Kind::kTrimmer, 17, "Scan", 50.5f, 48.0f, 0.0f, 1.0f, 0.6667f},
    {Kind::kTrimmer, 18, "Spray", 50.5f, 61.0f, 0.0f, 1.0f, 0.2449f},
    {Kind::kTrimmer, 19, "Grain size", 50.5f, 74.0f, 0.0f, 1.0f, 0.6871f},
    {Kind::kTrimmer, 20, "Density", 50.5f, 87.0f, 0.0f, 1.0f, 0.5807f},
    {Kind::kTrimmer, 21, "Jitter", 50.5f, 100.0f, 0.0f, 1.0f, 0.6f},
    {Kind::kTrimmer, 22, "Window peak", 50.5f, 113.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 23, "Pitch", 63.0f, 22.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 24, "Pitch scatter", 63.0f, 35.0f, 0.0f, 1.0f, 0.1882f},
    {Kind::kTrimmer, 25, "Harmony", 63.0f, 48.0f, 0.0f, 1.0f, 0.15f},
    {Kind::kTrimmer, 26, "Reverse", 63.0f, 61.0f, 0.0f, 1.0f, 0.1f},
    {Kind::kTrimmer, 27, "Freeze", 63.0f, 74.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 28, "Feedback", 63.0f, 87.0f, 0.0f, 1.0f, 0.25f},
    {Kind::kTrimmer, 29, "Low cut", 63.0f, 100.0f, 0.0f, 1.0f, 0.2898f},
    {Kind::kTrimmer, 30, "Damping", 63.0f, 113.0f, 0.0f, 1.0f, 0.9482f},
    {Kind::kTrimmer, 31, "Stereo spread", 75.5f, 22.0f, 0.0f, 1.0f, 0.5625f},
    {Kind::kTrimmer, 32, "Mix", 75.5f, 35.0f, 0.0f, 1.0f, 0.6f},
    {Kind::kTrimmer, 33, "Output", 75.5f, 48.0f, 0.0f, 1.0f, 0.5f},
};
inline constexpr Group kGranularGroups[] = {
    {kGranularParts, 0.0f},
    {kActionsGroup, 92.0f},
    {kSoundInGroup, 92.0f},
    {kSoundOutGroup, 92.0f},
    {kParams1To16Group, 92.0f},
    {kParams17To19Group, 92.0f},
};
inline constexpr const Channel* kGranularChannels[] = {
    &kPadXChannel,
    &kPadYChannel,
    &kSlider0Channel,
};

inline constexpr Part kPafSynthParts[] = {
    {Kind::kKnob, 9, "Joystick X", 9.0f, 22.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 13, "Joystick X attenuverter", 21.5f, 22.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 14, "Joystick X", 34.0f, 22.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kKnob, 10, "Joystick Y", 9.0f, 35.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 14, "Joystick Y attenuverter", 21.5f, 35.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 15, "Joystick Y", 34.0f, 35.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kKnob, 11, "Joystick twist", 9.0f, 48.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 15, "Joystick twist attenuverter", 21.5f, 48.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 16, "Joystick twist", 34.0f, 48.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kKnob, 12, "Joystick lever", 9.0f, 61.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 16, "Joystick lever attenuverter", 21.5f, 61.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 17, "Joystick lever", 34.0f, 61.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 17, "Pitch", 50.5f, 22.0f, 0.0f, 1.0f, 0.4247f},
    {Kind::kTrimmer, 18, "Second voice", 50.5f, 35.0f, 0.0f, 1.0f, 0.7917f},
    {Kind::kTrimmer, 19, "Third voice", 50.5f, 48.0f, 0.0f, 1.0f, 0.75f},
    {Kind::kTrimmer, 20, "Second level", 50.5f, 61.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 21, "Third level", 50.5f, 74.0f, 0.0f, 1.0f, 0.35f},
    {Kind::kTrimmer, 22, "Detune", 50.5f, 87.0f, 0.0f, 1.0f, 0.3651f},
    {Kind::kTrimmer, 23, "Formant 1", 50.5f, 100.0f, 0.0f, 1.0f, 0.7942f},
    {Kind::kTrimmer, 24, "Formant 2", 50.5f, 113.0f, 0.0f, 1.0f, 0.6089f},
    {Kind::kTrimmer, 25, "Formant 3", 63.0f, 22.0f, 0.0f, 1.0f, 0.646f},
    {Kind::kTrimmer, 26, "Width 1", 63.0f, 35.0f, 0.0f, 1.0f, 0.3401f},
    {Kind::kTrimmer, 27, "Width 2", 63.0f, 48.0f, 0.0f, 1.0f, 0.3276f},
    {Kind::kTrimmer, 28, "Width 3", 63.0f, 61.0f, 0.0f, 1.0f, 0.3968f},
    {Kind::kTrimmer, 29, "Gain 2", 63.0f, 74.0f, 0.0f, 1.0f, 0.5805f},
    {Kind::kTrimmer, 30, "Gain 3", 63.0f, 87.0f, 0.0f, 1.0f, 0.3265f},
    {Kind::kTrimmer, 31, "Skirts", 63.0f, 100.0f, 0.0f, 1.0f, 0.2f},
    {Kind::kTrimmer, 32, "Shift", 63.0f, 113.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 33, "Vibrato rate", 75.5f, 22.0f, 0.0f, 1.0f, 0.8288f},
    {Kind::kTrimmer, 34, "Vibrato", 75.5f, 35.0f, 0.0f, 1.0f, 0.4055f},
    {Kind::kTrimmer, 35, "Tremor", 75.5f, 48.0f, 0.0f, 1.0f, 0.25f},
    {Kind::kTrimmer, 36, "Pulse rate", 75.5f, 61.0f, 0.0f, 1.0f, 0.5038f},
    {Kind::kTrimmer, 37, "Pulse", 75.5f, 74.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 38, "Sweep rate", 75.5f, 87.0f, 0.0f, 1.0f, 0.3123f},
    {Kind::kTrimmer, 39, "Sweep", 75.5f, 100.0f, 0.0f, 1.0f, 0.2041f},
    {Kind::kTrimmer, 40, "Breath", 75.5f, 113.0f, 0.0f, 1.0f, 0.187f},
    {Kind::kTrimmer, 41, "Breath tone", 88.0f, 22.0f, 0.0f, 1.0f, 0.4355f},
    {Kind::kTrimmer, 42, "Cutoff", 88.0f, 35.0f, 0.0f, 1.0f, 0.859f},
    {Kind::kTrimmer, 43, "Resonance", 88.0f, 48.0f, 0.0f, 1.0f, 0.15f},
    {Kind::kTrimmer, 44, "Drive", 88.0f, 61.0f, 0.0f, 1.0f, 0.1f},
    {Kind::kTrimmer, 45, "Width", 88.0f, 74.0f, 0.0f, 1.0f, 0.6f},
    {Kind::kTrimmer, 46, "Echo time", 88.0f, 87.0f, 0.0f, 1.0f, 0.8125f},
    {Kind::kTrimmer, 47, "Echo repeats", 88.0f, 100.0f, 0.0f, 1.0f, 0.4891f},
    {Kind::kTrimmer, 48, "Echo", 88.0f, 113.0f, 0.0f, 1.0f, 0.4f},
    {Kind::kTrimmer, 49, "Level", 100.5f, 22.0f, 0.0f, 1.0f, 0.5625f},
};
inline constexpr Group kPafSynthGroups[] = {
    {kPafSynthParts, 0.0f},
    {kActionsGroup, 117.0f},
    {kNotesGroup, 117.0f},
    {kSoundOutGroup, 117.0f},
    {kParams1To16Group, 117.0f},
    {kParams17To32Group, 117.0f},
    {kParams33To33Group, 117.0f},
};
inline constexpr const Channel* kPafSynthChannels[] = {
    &kJoyXChannel,
    &kJoyYChannel,
    &kJoyZChannel,
    &kJoyWChannel,
};

inline constexpr Part kPolyrhythmParts[] = {
    {Kind::kKnob, 9, "Pad X", 9.0f, 22.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 12, "Pad X attenuverter", 21.5f, 22.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 14, "Pad X", 34.0f, 22.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kKnob, 10, "Pad Y", 9.0f, 35.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 13, "Pad Y attenuverter", 21.5f, 35.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 15, "Pad Y", 34.0f, 35.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kKnob, 11, "Slider 1", 9.0f, 48.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 14, "Slider 1 attenuverter", 21.5f, 48.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 16, "Slider 1", 34.0f, 48.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 15, "Tempo", 50.5f, 22.0f, 0.0f, 1.0f, 0.3556f},
    {Kind::kTrimmer, 16, "Swing", 50.5f, 35.0f, 0.0f, 1.0f, 0.16f},
    {Kind::kTrimmer, 17, "Note length", 50.5f, 48.0f, 0.0f, 1.0f, 0.6842f},
    {Kind::kTrimmer, 18, "Accents", 50.5f, 61.0f, 0.0f, 1.0f, 0.55f},
    {Kind::kTrimmer, 19, "Chance of a note", 50.5f, 74.0f, 0.0f, 1.0f, 0.8464f},
    {Kind::kTrimmer, 20, "Ratchets", 50.5f, 87.0f, 0.0f, 1.0f, 0.2449f},
    {Kind::kTrimmer, 21, "Bass steps", 50.5f, 100.0f, 0.0f, 1.0f, 0.4286f},
    {Kind::kTrimmer, 22, "Bass steps per beat", 50.5f, 113.0f, 0.0f, 1.0f, 0.6153f},
    {Kind::kTrimmer, 23, "Bass fill", 63.0f, 22.0f, 0.0f, 1.0f, 0.38f},
    {Kind::kTrimmer, 24, "Middle steps", 63.0f, 35.0f, 0.0f, 1.0f, 0.2143f},
    {Kind::kTrimmer, 25, "Middle steps per beat", 63.0f, 48.0f, 0.0f, 1.0f, 0.8146f},
    {Kind::kTrimmer, 26, "Middle fill", 63.0f, 61.0f, 0.0f, 1.0f, 0.6f},
    {Kind::kTrimmer, 27, "Middle rotation", 63.0f, 74.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 28, "High steps", 63.0f, 87.0f, 0.0f, 1.0f, 0.3571f},
    {Kind::kTrimmer, 29, "High steps per beat", 63.0f, 100.0f, 0.0f, 1.0f, 0.8146f},
    {Kind::kTrimmer, 30, "High fill", 63.0f, 113.0f, 0.0f, 1.0f, 0.57f},
    {Kind::kTrimmer, 31, "High rotation", 75.5f, 22.0f, 0.0f, 1.0f, 0.3f},
    {Kind::kTrimmer, 32, "Root key", 75.5f, 35.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 33, "Melody range", 75.5f, 48.0f, 0.0f, 1.0f, 0.4074f},
    {Kind::kTrimmer, 34, "Cutoff (CC 74)", 75.5f, 61.0f, 0.0f, 1.0f, 0.8547f},
    {Kind::kTrimmer, 35, "Resonance (CC 71)", 75.5f, 74.0f, 0.0f, 1.0f, 0.15f},
    {Kind::kTrimmer, 36, "Decay (CC 75)", 75.5f, 87.0f, 0.0f, 1.0f, 0.6256f},
    {Kind::kTrimmer, 37, "Bite (CC 1)", 75.5f, 100.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 38, "Level", 75.5f, 113.0f, 0.0f, 1.0f, 0.5216f},
};
inline constexpr Group kPolyrhythmGroups[] = {
    {kPolyrhythmParts, 0.0f},
    {kActionsGroup, 92.0f},
    {kClockGroup, 92.0f},
    {kSoundOutGroup, 92.0f},
    {kParams1To16Group, 92.0f},
    {kParams17To24Group, 92.0f},
};
inline constexpr const Channel* kPolyrhythmChannels[] = {
    &kPadXChannel,
    &kPadYChannel,
    &kSlider0Channel,
};

inline constexpr Part kSoundAnalysisParts[] = {
    {Kind::kTrimmer, 14, "Pitch attenuverter", 21.5f, 22.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 14, "Pitch", 34.0f, 22.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 15, "Aperiodicity attenuverter", 21.5f, 35.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 15, "Aperiodicity", 34.0f, 35.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 16, "Energy attenuverter", 21.5f, 48.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 16, "Energy", 34.0f, 48.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 17, "Attack attenuverter", 21.5f, 61.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 17, "Attack", 34.0f, 61.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 18, "Brightness attenuverter", 21.5f, 74.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 18, "Brightness", 34.0f, 74.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 19, "Modulation (CC 1)", 50.5f, 22.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 20, "Breath (CC 2)", 50.5f, 35.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 21, "Volume (CC 7)", 50.5f, 48.0f, 0.0f, 1.0f, 0.62f},
    {Kind::kTrimmer, 22, "Expression (CC 11)", 50.5f, 61.0f, 0.0f, 1.0f, 1.0f},
    {Kind::kTrimmer, 23, "Pan (CC 10)", 50.5f, 74.0f, 0.0f, 1.0f, 0.5039f},
    {Kind::kTrimmer, 24, "Cutoff (CC 74)", 50.5f, 87.0f, 0.0f, 1.0f, 1.0f},
    {Kind::kTrimmer, 25, "Resonance (CC 71)", 50.5f, 100.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 26, "Attack (CC 73)", 50.5f, 113.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 27, "Release (CC 72)", 63.0f, 22.0f, 0.0f, 1.0f, 0.5039f},
    {Kind::kTrimmer, 28, "Vibrato (CC 77)", 63.0f, 35.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 29, "Variation (CC 70)", 63.0f, 48.0f, 0.0f, 1.0f, 0.5016f},
    {Kind::kTrimmer, 30, "Effect 1 (CC 12)", 63.0f, 61.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 31, "Effect 2 (CC 13)", 63.0f, 74.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 32, "Reverb (CC 91)", 63.0f, 87.0f, 0.0f, 1.0f, 0.252f},
};
inline constexpr Group kSoundAnalysisGroups[] = {
    {kSoundAnalysisParts, 0.0f},
    {kActionsGroup, 79.5f},
    {kSoundInGroup, 79.5f},
    {kSoundOutGroup, 79.5f},
    {kParams1To14Group, 79.5f},
};
inline constexpr const Channel* kSoundAnalysisChannels[] = {
    &kAudioPitchChannel,
    &kAudioAperiodicityChannel,
    &kAudioEnergyChannel,
    &kAudioAttackChannel,
    &kAudioBrightnessChannel,
};

inline constexpr Part kSpaceReverbParts[] = {
    {Kind::kKnob, 9, "Pad X", 9.0f, 22.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 12, "Pad X attenuverter", 21.5f, 22.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 14, "Pad X", 34.0f, 22.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kKnob, 10, "Pad Y", 9.0f, 35.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 13, "Pad Y attenuverter", 21.5f, 35.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 15, "Pad Y", 34.0f, 35.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kKnob, 11, "CV 1", 9.0f, 48.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 14, "CV 1 attenuverter", 21.5f, 48.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 16, "CV 1", 34.0f, 48.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 15, "Pre-delay", 50.5f, 22.0f, 0.0f, 1.0f, 0.3536f},
    {Kind::kTrimmer, 16, "Size", 50.5f, 35.0f, 0.0f, 1.0f, 0.6667f},
    {Kind::kTrimmer, 17, "Diffusion", 50.5f, 48.0f, 0.0f, 1.0f, 0.7225f},
    {Kind::kTrimmer, 18, "Decay", 50.5f, 61.0f, 0.0f, 1.0f, 0.3814f},
    {Kind::kTrimmer, 19, "Bass decay", 50.5f, 74.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 20, "Treble decay", 50.5f, 87.0f, 0.0f, 1.0f, 0.0917f},
    {Kind::kTrimmer, 21, "Damping from", 50.5f, 100.0f, 0.0f, 1.0f, 0.7233f},
    {Kind::kTrimmer, 22, "Freeze", 50.5f, 113.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 23, "Drift rate", 63.0f, 22.0f, 0.0f, 1.0f, 0.4848f},
    {Kind::kTrimmer, 24, "Drift depth", 63.0f, 35.0f, 0.0f, 1.0f, 0.4472f},
    {Kind::kTrimmer, 25, "Early reflections", 63.0f, 48.0f, 0.0f, 1.0f, 0.2578f},
    {Kind::kTrimmer, 26, "Reverberation", 63.0f, 61.0f, 0.0f, 1.0f, 0.5859f},
    {Kind::kTrimmer, 27, "Low cut", 63.0f, 74.0f, 0.0f, 1.0f, 0.2898f},
    {Kind::kTrimmer, 28, "High cut", 63.0f, 87.0f, 0.0f, 1.0f, 0.9072f},
    {Kind::kTrimmer, 29, "Ducking", 63.0f, 100.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 30, "Width", 63.0f, 113.0f, 0.0f, 1.0f, 0.6667f},
    {Kind::kTrimmer, 31, "Mix", 75.5f, 22.0f, 0.0f, 1.0f, 0.35f},
    {Kind::kTrimmer, 32, "Output", 75.5f, 35.0f, 0.0f, 1.0f, 0.5f},
};
inline constexpr Group kSpaceReverbGroups[] = {
    {kSpaceReverbParts, 0.0f},
    {kActionsGroup, 92.0f},
    {kSoundInGroup, 92.0f},
    {kSoundOutGroup, 92.0f},
    {kParams1To16Group, 92.0f},
    {kParams17To18Group, 92.0f},
};
inline constexpr const Channel* kSpaceReverbChannels[] = {
    &kPadXChannel,
    &kPadYChannel,
    &kCv0Channel,
};

inline constexpr Part kStringsParts[] = {
    {Kind::kKnob, 11, "MIDI mod wheel", 9.0f, 22.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 15, "MIDI mod wheel attenuverter", 21.5f, 22.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 16, "MIDI mod wheel", 34.0f, 22.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kKnob, 12, "MIDI pressure", 9.0f, 35.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 16, "MIDI pressure attenuverter", 21.5f, 35.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 17, "MIDI pressure", 34.0f, 35.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 17, "Pluck", 50.5f, 22.0f, 0.0f, 1.0f, 0.81f},
    {Kind::kTrimmer, 18, "Place", 50.5f, 35.0f, 0.0f, 1.0f, 0.6515f},
    {Kind::kTrimmer, 19, "Hardness", 50.5f, 48.0f, 0.0f, 1.0f, 0.6482f},
    {Kind::kTrimmer, 20, "Noise", 50.5f, 61.0f, 0.0f, 1.0f, 0.3873f},
    {Kind::kTrimmer, 21, "Velocity to tone", 50.5f, 74.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 22, "Decay", 50.5f, 87.0f, 0.0f, 1.0f, 0.6596f},
    {Kind::kTrimmer, 23, "Treble decay", 50.5f, 100.0f, 0.0f, 1.0f, 0.4917f},
    {Kind::kTrimmer, 24, "Release", 50.5f, 113.0f, 0.0f, 1.0f, 0.2726f},
    {Kind::kTrimmer, 25, "Stiffness", 63.0f, 22.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 26, "Bow", 63.0f, 35.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 27, "Bow tone", 63.0f, 48.0f, 0.0f, 1.0f, 0.6271f},
    {Kind::kTrimmer, 28, "Bow attack", 63.0f, 61.0f, 0.0f, 1.0f, 0.3008f},
    {Kind::kTrimmer, 29, "Vibrato rate", 63.0f, 74.0f, 0.0f, 1.0f, 0.8555f},
    {Kind::kTrimmer, 30, "Vibrato", 63.0f, 87.0f, 0.0f, 1.0f, 0.3107f},
    {Kind::kTrimmer, 31, "Bend range", 63.0f, 100.0f, 0.0f, 1.0f, 0.2887f},
    {Kind::kTrimmer, 32, "Body", 63.0f, 113.0f, 0.0f, 1.0f, 0.45f},
    {Kind::kTrimmer, 33, "Body size", 75.5f, 22.0f, 0.0f, 1.0f, 0.698f},
    {Kind::kTrimmer, 34, "Width", 75.5f, 35.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 35, "Level", 75.5f, 48.0f, 0.0f, 1.0f, 0.5216f},
};
inline constexpr Group kStringsGroups[] = {
    {kStringsParts, 0.0f},
    {kActionsGroup, 92.0f},
    {kNotesGroup, 92.0f},
    {kSoundOutGroup, 92.0f},
    {kParams1To16Group, 92.0f},
    {kParams17To19Group, 92.0f},
};
inline constexpr const Channel* kStringsChannels[] = {
    &kMidiNoteChannel,
    &kMidiVelocityChannel,
    &kMidiModChannel,
    &kMidiPressureChannel,
};

inline constexpr Part kVocoderParts[] = {
    {Kind::kKnob, 9, "Pad X", 9.0f, 22.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 12, "Pad X attenuverter", 21.5f, 22.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 14, "Pad X", 34.0f, 22.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kKnob, 10, "Pad Y", 9.0f, 35.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 13, "Pad Y attenuverter", 21.5f, 35.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 15, "Pad Y", 34.0f, 35.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kKnob, 11, "Slider 1", 9.0f, 48.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 14, "Slider 1 attenuverter", 21.5f, 48.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 16, "Slider 1", 34.0f, 48.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 15, "Pitch", 50.5f, 22.0f, 0.0f, 1.0f, 0.4954f},
    {Kind::kTrimmer, 16, "Interval 2", 50.5f, 35.0f, 0.0f, 1.0f, 0.7917f},
    {Kind::kTrimmer, 17, "Interval 3", 50.5f, 48.0f, 0.0f, 1.0f, 0.75f},
    {Kind::kTrimmer, 18, "Follow the voice", 50.5f, 61.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 19, "Glide", 50.5f, 74.0f, 0.0f, 1.0f, 0.2069f},
    {Kind::kTrimmer, 20, "Detune", 50.5f, 87.0f, 0.0f, 1.0f, 0.4f},
    {Kind::kTrimmer, 21, "Breath", 50.5f, 100.0f, 0.0f, 1.0f, 0.2f},
    {Kind::kTrimmer, 22, "Vibrato rate", 50.5f, 113.0f, 0.0f, 1.0f, 0.845f},
    {Kind::kTrimmer, 23, "Vibrato depth", 63.0f, 22.0f, 0.0f, 1.0f, 0.3107f},
    {Kind::kTrimmer, 24, "Bend range", 63.0f, 35.0f, 0.0f, 1.0f, 0.2887f},
    {Kind::kTrimmer, 25, "Unvoiced", 63.0f, 48.0f, 0.0f, 1.0f, 0.8f},
    {Kind::kTrimmer, 26, "Sibilance", 63.0f, 61.0f, 0.0f, 1.0f, 0.3f},
    {Kind::kTrimmer, 27, "Attack", 63.0f, 74.0f, 0.0f, 1.0f, 0.2412f},
    {Kind::kTrimmer, 28, "Release", 63.0f, 87.0f, 0.0f, 1.0f, 0.1824f},
    {Kind::kTrimmer, 29, "Gate", 63.0f, 100.0f, 0.0f, 1.0f, 0.3f},
    {Kind::kTrimmer, 30, "Freeze", 63.0f, 113.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 31, "Formants", 75.5f, 22.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 32, "Resonance", 75.5f, 35.0f, 0.0f, 1.0f, 0.5396f},
    {Kind::kTrimmer, 33, "Contrast", 75.5f, 48.0f, 0.0f, 1.0f, 0.15f},
    {Kind::kTrimmer, 34, "Tilt", 75.5f, 61.0f, 0.0f, 1.0f, 0.625f},
    {Kind::kTrimmer, 35, "Stereo spread", 75.5f, 74.0f, 0.0f, 1.0f, 0.36f},
    {Kind::kTrimmer, 36, "Mix", 75.5f, 87.0f, 0.0f, 1.0f, 0.9025f},
    {Kind::kTrimmer, 37, "Output", 75.5f, 100.0f, 0.0f, 1.0f, 0.5f},
};
inline constexpr Group kVocoderGroups[] = {
    {kVocoderParts, 0.0f},
    {kActionsGroup, 92.0f},
    {kNotesGroup, 92.0f},
    {kSoundInGroup, 92.0f},
    {kSoundOutGroup, 92.0f},
    {kParams1To16Group, 92.0f},
    {kParams17To23Group, 92.0f},
};
inline constexpr const Channel* kVocoderChannels[] = {
    &kPadXChannel,
    &kPadYChannel,
    &kSlider0Channel,
};

inline constexpr Part kWandererParts[] = {
    {Kind::kTrimmer, 13, "Wanderer 1 attenuverter", 21.5f, 22.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 14, "Wanderer 1", 34.0f, 22.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 14, "Wanderer 2 attenuverter", 21.5f, 35.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 15, "Wanderer 2", 34.0f, 35.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 15, "Wanderer 3 attenuverter", 21.5f, 48.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 16, "Wanderer 3", 34.0f, 48.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 16, "Wanderer 4 attenuverter", 21.5f, 61.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 17, "Wanderer 4", 34.0f, 61.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 17, "Tonic", 50.5f, 22.0f, 0.0f, 1.0f, 0.3636f},
    {Kind::kTrimmer, 18, "Tempo", 50.5f, 35.0f, 0.0f, 1.0f, 0.3621f},
    {Kind::kTrimmer, 19, "Density", 50.5f, 48.0f, 0.0f, 1.0f, 0.55f},
    {Kind::kTrimmer, 20, "Surprise", 50.5f, 61.0f, 0.0f, 1.0f, 0.3464f},
    {Kind::kTrimmer, 21, "Swing", 50.5f, 74.0f, 0.0f, 1.0f, 0.25f},
    {Kind::kTrimmer, 22, "Melody range", 50.5f, 87.0f, 0.0f, 1.0f, 0.4516f},
    {Kind::kTrimmer, 23, "Time of a chord", 50.5f, 100.0f, 0.0f, 1.0f, 0.4514f},
    {Kind::kTrimmer, 24, "Pads", 50.5f, 113.0f, 0.0f, 1.0f, 0.49f},
    {Kind::kTrimmer, 25, "Swell", 63.0f, 22.0f, 0.0f, 1.0f, 0.6521f},
    {Kind::kTrimmer, 26, "Brightness", 63.0f, 35.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 27, "Drift", 63.0f, 48.0f, 0.0f, 1.0f, 0.5593f},
    {Kind::kTrimmer, 28, "Bass", 63.0f, 61.0f, 0.0f, 1.0f, 0.4556f},
    {Kind::kTrimmer, 29, "Strings", 63.0f, 74.0f, 0.0f, 1.0f, 0.6006f},
    {Kind::kTrimmer, 30, "Ring", 63.0f, 87.0f, 0.0f, 1.0f, 0.7195f},
    {Kind::kTrimmer, 31, "Tone", 63.0f, 100.0f, 0.0f, 1.0f, 0.3561f},
    {Kind::kTrimmer, 32, "Where plucked", 63.0f, 113.0f, 0.0f, 1.0f, 0.4043f},
    {Kind::kTrimmer, 33, "Chimes", 75.5f, 22.0f, 0.0f, 1.0f, 0.3906f},
    {Kind::kTrimmer, 34, "Decay", 75.5f, 35.0f, 0.0f, 1.0f, 0.7f},
    {Kind::kTrimmer, 35, "Ratio", 75.5f, 48.0f, 0.0f, 1.0f, 0.3125f},
    {Kind::kTrimmer, 36, "Metal", 75.5f, 61.0f, 0.0f, 1.0f, 0.6f},
    {Kind::kTrimmer, 37, "Reverberation", 75.5f, 74.0f, 0.0f, 1.0f, 0.601f},
    {Kind::kTrimmer, 38, "Distance", 75.5f, 87.0f, 0.0f, 1.0f, 0.45f},
    {Kind::kTrimmer, 39, "Air", 75.5f, 100.0f, 0.0f, 1.0f, 0.5493f},
    {Kind::kTrimmer, 40, "Width", 75.5f, 113.0f, 0.0f, 1.0f, 0.75f},
    {Kind::kTrimmer, 41, "Level", 88.0f, 22.0f, 0.0f, 1.0f, 0.6049f},
};
inline constexpr Group kWandererGroups[] = {
    {kWandererParts, 0.0f},
    {kActionsGroup, 104.5f},
    {kClockGroup, 104.5f},
    {kSoundOutGroup, 104.5f},
    {kParams1To16Group, 104.5f},
    {kParams17To25Group, 104.5f},
};
inline constexpr const Channel* kWandererChannels[] = {
    &kWander0Channel,
    &kWander1Channel,
    &kWander2Channel,
    &kWander3Channel,
};

inline constexpr Part kWavetableParts[] = {
    {Kind::kKnob, 11, "MIDI mod wheel", 9.0f, 22.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 15, "MIDI mod wheel attenuverter", 21.5f, 22.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 16, "MIDI mod wheel", 34.0f, 22.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kKnob, 12, "MIDI pressure", 9.0f, 35.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 16, "MIDI pressure attenuverter", 21.5f, 35.0f, -1.0f, 1.0f, 1.0f},
    {Kind::kInput, 17, "MIDI pressure", 34.0f, 35.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 17, "Position", 50.5f, 22.0f, 0.0f, 1.0f, 0.35f},
    {Kind::kTrimmer, 18, "Position envelope", 50.5f, 35.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 19, "Sweep rate", 50.5f, 48.0f, 0.0f, 1.0f, 0.1981f},
    {Kind::kTrimmer, 20, "Sweep", 50.5f, 61.0f, 0.0f, 1.0f, 0.2828f},
    {Kind::kTrimmer, 21, "Formants", 50.5f, 74.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 22, "Hollow", 50.5f, 87.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 23, "Cutoff", 50.5f, 100.0f, 0.0f, 1.0f, 0.5025f},
    {Kind::kTrimmer, 24, "Resonance", 50.5f, 113.0f, 0.0f, 1.0f, 0.15f},
    {Kind::kTrimmer, 25, "Cutoff envelope", 63.0f, 22.0f, 0.0f, 1.0f, 0.3333f},
    {Kind::kTrimmer, 26, "Key follow", 63.0f, 35.0f, 0.0f, 1.0f, 0.5f},
    {Kind::kTrimmer, 27, "Velocity to tone", 63.0f, 48.0f, 0.0f, 1.0f, 0.4f},
    {Kind::kTrimmer, 28, "Tone decay", 63.0f, 61.0f, 0.0f, 1.0f, 0.4833f},
    {Kind::kTrimmer, 29, "Attack", 63.0f, 74.0f, 0.0f, 1.0f, 0.0214f},
    {Kind::kTrimmer, 30, "Decay", 63.0f, 87.0f, 0.0f, 1.0f, 0.7328f},
    {Kind::kTrimmer, 31, "Sustain", 63.0f, 100.0f, 0.0f, 1.0f, 0.36f},
    {Kind::kTrimmer, 32, "Release", 63.0f, 113.0f, 0.0f, 1.0f, 0.3214f},
    {Kind::kTrimmer, 33, "Vibrato rate", 75.5f, 22.0f, 0.0f, 1.0f, 0.845f},
    {Kind::kTrimmer, 34, "Vibrato", 75.5f, 35.0f, 0.0f, 1.0f, 0.2714f},
    {Kind::kTrimmer, 35, "Bend range", 75.5f, 48.0f, 0.0f, 1.0f, 0.2887f},
    {Kind::kTrimmer, 36, "Detune", 75.5f, 61.0f, 0.0f, 1.0f, 0.4183f},
    {Kind::kTrimmer, 37, "Sub", 75.5f, 74.0f, 0.0f, 1.0f, 0.0f},
    {Kind::kTrimmer, 38, "Width", 75.5f, 87.0f, 0.0f, 1.0f, 0.6f},
    {Kind::kTrimmer, 39, "Level", 75.5f, 100.0f, 0.0f, 1.0f, 0.5216f},
};
inline constexpr Group kWavetableGroups[] = {
    {kWavetableParts, 0.0f},
    {kActionsGroup, 92.0f},
    {kNotesGroup, 92.0f},
    {kSoundOutGroup, 92.0f},
    {kParams1To16Group, 92.0f},
    {kParams17To23Group, 92.0f},
};
inline constexpr const Channel* kWavetableChannels[] = {
    &kMidiNoteChannel,
    &kMidiVelocityChannel,
    &kMidiModChannel,
    &kMidiPressureChannel,
};

// In the order of mode::kModes.
inline constexpr Panel kPanels[] = {
    {kChannelStripGroups, kChannelStripChannels, false, false, false, 40, 18, 4, 13, 17},
    {kDroneGroups, kDroneChannels, true, false, true, 27, 18, 3, 13, 17},
    {kDrumSequencerGroups, kDrumSequencerChannels, false, true, true, 43, 16, 4, 11, 13},
    {kEchoBankGroups, kEchoBankChannels, false, true, false, 38, 17, 4, 12, 15},
    {kFmVoiceGroups, kFmVoiceChannels, true, false, false, 41, 19, 4, 14, 19},
    {kGranularGroups, kGranularChannels, false, false, false, 34, 17, 4, 12, 15},
    {kPafSynthGroups, kPafSynthChannels, true, false, true, 50, 18, 5, 13, 17},
    {kPolyrhythmGroups, kPolyrhythmChannels, false, true, false, 39, 17, 4, 12, 15},
    {kSoundAnalysisGroups, kSoundAnalysisChannels, false, false, false, 33, 19, 3, 14, 19},
    {kSpaceReverbGroups, kSpaceReverbChannels, false, false, false, 33, 17, 4, 12, 15},
    {kStringsGroups, kStringsChannels, true, false, false, 36, 18, 4, 13, 17},
    {kVocoderGroups, kVocoderChannels, true, false, true, 38, 17, 4, 12, 15},
    {kWandererGroups, kWandererChannels, false, true, true, 42, 18, 4, 13, 17},
    {kWavetableGroups, kWavetableChannels, true, false, false, 40, 18, 4, 13, 17},
};

}  // namespace ens::rack_host
