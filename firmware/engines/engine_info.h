// What an engine says about itself: its slots, voice spaces, live fields and driver configuration.
//
// This is the one declaration of ranges and curves on the engine's side. Engine (engine.h) applies
// it; hosts enumerate it; mode files describe it and the drift test measures whether they agree.
#pragma once

#include <cstdint>

#include "core/scale.h"
#include "engines/loudness.h"
#include "engines/voice_spaces.h"

namespace ens {

inline constexpr std::size_t kMaxStateFields = 64;

enum class AudioInput : std::uint8_t { kNone, kLine, kMicrophone };

// How the hardware is set before an engine sounds.
struct DriverConfig {
  AudioInput input = AudioInput::kNone;
  std::uint8_t line_level = 3;          // 0…15
  std::uint8_t microphone_gain_db = 0;  // used with AudioInput::kMicrophone
  float output_volume = 0.8f;           // 0…1
  std::uint32_t sample_rate_hz = 48000;
};

// Names in a row, counted by the compiler.
template <std::size_t kSize>
struct NameTable {
  const char* names[kSize];

  static constexpr std::size_t size() { return kSize; }
  constexpr operator List<const char*>() const { return names; }
};

template <std::size_t kSize>
consteval NameTable<kSize> names(const char* const (&list)[kSize]) {
  NameTable<kSize> table = {};
  for (std::size_t i = 0; i < kSize; ++i) table.names[i] = list[i];
  return table;
}

struct EngineInfo {
  const char* engine_id;
  List<Slot> slots;
  List<VoiceSpace> voice_spaces = {};  // empty: one unnamed space with the default curves
  List<const char*> live_fields = {};  // names of the state fields that follow the slots
  List<SpaceLoudness> loudness = {};   // by voice space; empty: played as loud as it is made
  List<float> step_values = {};        // of slots that read kListedValues
  bool plays_notes = false;
  bool drones = false;  // plays notes, and sounds by itself until the first
  bool sends_midi = false;
  DriverConfig driver = {};

  constexpr std::size_t state_count() const { return slots.size() + live_fields.size(); }
  constexpr Curve curve(std::size_t voice_space, std::size_t slot) const {
    return voice_space < voice_spaces.size() ? voice_spaces[voice_space].curves[slot]
                                             : slots[slot].curve;
  }
  // 0 for any value, so of a pitch; kAtValues for those listed.
  constexpr StepCount step_count(std::size_t voice_space, std::size_t slot) const {
    const StepCount own = slots[slot].steps;
    const StepCount count =
        voice_space < voice_spaces.size() ? voice_spaces[voice_space].steps(slot, own) : own;
    return count == kAtNotes ? StepCount{0} : count;
  }
  constexpr Steps steps(std::size_t voice_space, std::size_t slot) const {
    const Slot& of = slots[slot];
    const StepCount count = step_count(voice_space, slot);
    if (count != kAtValues) return {count};
    return {static_cast<StepCount>(step_values.size()), &step_values[0], of.min, of.max};
  }
  // In every voice space.
  constexpr bool is_pitch(std::size_t slot) const { return slots[slot].steps == kAtNotes; }
  // The notes of a scale that a pitch can be at.
  constexpr Notes notes(PitchScale scale, std::size_t slot) const {
    return {scale, slots[slot].min, slots[slot].max};
  }
  // The values listed rise from end to end of every slot that is at them.
  constexpr bool lists_steps() const {
    for (std::size_t i = 0; i < slots.size(); ++i) {
      if (slots[i].steps != kAtValues) continue;
      const std::size_t count = step_values.size();
      if (count < 2 || count > kMostSteps) return false;
      if (step_values[0] != slots[i].min || step_values[count - 1] != slots[i].max) return false;
      for (std::size_t k = 1; k < count; ++k) {
        if (!(step_values[k] > step_values[k - 1])) return false;
      }
    }
    return true;
  }
};

}  // namespace ens
