// What an engine says of itself: its slots, voice spaces, state fields and driver configuration.
//
// This table is the one declaration of ranges and curves on the engine's side. Engine (engine.h)
// applies it; hosts enumerate it; mode files describe it and the drift test measures whether they
// agree.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/curves.h"

namespace ens {

inline constexpr std::size_t kMaxSlots = 64;
inline constexpr std::size_t kMaxStateFields = 64;
inline constexpr std::size_t kMaxOverrides = 16;

// One controllable parameter. `name` ends in its unit (_hz, _ms, _db, _st, _pct …), min < max are
// in that unit, `curve` is what voice spaces apply unless they override it, `rest` is where the
// slot stays when a mode does not list it.
struct Slot {
  const char* name;
  float min;
  float max;
  Curve curve;
  Unit rest;
};

// A deviation of a voice space from a slot's default curve.
struct CurveOverride {
  static constexpr std::uint8_t kNone = 255;
  std::uint8_t slot = kNone;
  Curve curve = Curve::linear;
};

// A voice space: its ordinal is its position in the engine's list.
struct VoiceSpace {
  const char* name;
  CurveOverride overrides[kMaxOverrides] = {};

  constexpr Curve curve_of(std::size_t slot, Curve otherwise) const {
    for (const CurveOverride& entry : overrides) {
      if (entry.slot == slot) return entry.curve;
    }
    return otherwise;
  }
};

enum class AudioInput : std::uint8_t { none, line, microphone };

// How the hardware is to be set before an engine sounds.
struct DriverConfig {
  AudioInput input = AudioInput::none;
  std::uint8_t line_level = 3;          // 0…15
  std::uint8_t microphone_gain_db = 0;  // used with AudioInput::microphone
  float output_volume = 0.8f;           // 0…1
  std::uint32_t sample_rate_hz = 48000;
};

struct EngineInfo {
  const char* engine_id;
  const Slot* slots;
  std::size_t slot_count;
  const VoiceSpace* voice_spaces;  // none: one unnamed space with the default curves
  std::size_t voice_space_count;
  const char* const* live_fields;  // names of the state fields that follow the slots
  std::size_t live_field_count;
  bool plays_notes;
  DriverConfig driver;

  constexpr std::size_t state_count() const { return slot_count + live_field_count; }
  constexpr Curve curve(std::size_t voice_space, std::size_t slot) const {
    const Curve otherwise = slots[slot].curve;
    if (voice_space >= voice_space_count) return otherwise;
    return voice_spaces[voice_space].curve_of(slot, otherwise);
  }
};

// True if a table is one that Engine can run; every engine asserts it at compile time.
consteval bool is_sound(const EngineInfo& info) {
  if (info.slot_count > kMaxSlots || info.state_count() > kMaxStateFields) return false;
  for (std::size_t i = 0; i < info.slot_count; ++i) {
    if (!(info.slots[i].min < info.slots[i].max)) return false;
  }
  for (std::size_t space = 0; space < info.voice_space_count; ++space) {
    for (const CurveOverride& entry : info.voice_spaces[space].overrides) {
      if (entry.slot == CurveOverride::kNone) continue;
      if (entry.slot >= info.slot_count) return false;
      if (info.slots[entry.slot].curve == entry.curve) return false;  // says nothing
    }
  }
  return true;
}

}  // namespace ens
