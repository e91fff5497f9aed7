// Voice spaces: what each makes of the curves of an engine's slots, and its typed traits, one row
// each.
//
//     static constexpr auto kVoiceSpaces = voice_spaces<Index, Traits>(kSlots, {
//         {"Choir"},
//         {"Glass", {{kDetune, Curve::kLinear}}, {.bandwidth = 0.2f, .track = 1.0f}},
//     });
//
// A row's position is the ordinal of the voice space. Overrides are resolved into one curve and one
// number of steps per slot by the compiler; there may be as many as slots.
#pragma once

#include "engines/slots.h"

namespace ens {

// Steps of a slot that are not its default ones. (Boards keep tables in RAM: few bytes matter.)
struct OtherSteps {
  std::uint8_t slot = kMaxSlots;  // none
  StepCount steps = 0;
};
inline constexpr std::size_t kMaxOtherSteps = 2;

// A voice space as hosts enumerate it and as Engine applies it.
struct VoiceSpace {
  const char* name;
  Curve curves[kMaxSlots];  // by slot
  OtherSteps other_steps[kMaxOtherSteps] = {};

  constexpr StepCount steps(std::size_t slot, StepCount otherwise) const {
    for (const OtherSteps& other : other_steps) {
      if (other.slot == slot) return other.steps;
    }
    return otherwise;
  }
};

// A deviation from a slot's default curve, or from what is read of it.
template <class Index>
struct Override {
  enum Kind : std::uint8_t { kNone, kCurve, kReading };
  Index slot = {};
  Curve curve = {};
  Reading reading = {};
  Kind kind = kNone;

  constexpr Override() = default;
  constexpr Override(Index of, Curve to) : slot(of), curve(to), kind(kCurve) {}
  constexpr Override(Index of, Reading to) : slot(of), reading(to), kind(kReading) {}
};

// A voice space as engines declare it. Traits is all that it changes beside curves and steps.
template <class Index, class Traits, std::size_t kSlotCount>
struct VoiceSpaceRow {
  const char* name;
  Override<Index> overrides[kSlotCount] = {};
  Traits traits = {};
};

template <class Traits, std::size_t kSize>
struct VoiceSpaceTable {
  VoiceSpace spaces[kSize];
  Traits traits[kSize];  // by ordinal

  static constexpr std::size_t size() { return kSize; }
  constexpr operator List<VoiceSpace>() const { return spaces; }
};

// What can be wrong with a table, see slot_fault.
namespace voice_space_fault {
void two_voice_spaces_have_the_same_name(const char* name);
void a_slot_is_overridden_twice(const char* slot);
void an_override_is_the_default_curve(const char* slot);
void an_override_is_the_default_reading(const char* slot);
void a_pitch_is_one_in_every_voice_space(const char* slot);
void a_voice_space_has_too_many_other_steps(const char* slot);
}  // namespace voice_space_fault

template <class Index, class Traits, class SlotTraits, std::size_t kSlotCount>
consteval VoiceSpace resolve(const VoiceSpaceRow<Index, Traits, kSlotCount>& row,
                             const SlotTable<kSlotCount, SlotTraits>& table) {
  using namespace voice_space_fault;
  VoiceSpace space = {row.name, {}, {}};
  std::size_t others = 0;
  for (std::size_t i = 0; i < kSlotCount; ++i) space.curves[i] = table.slots[i].curve;
  for (const Override<Index>& entry : row.overrides) {
    if (entry.kind == Override<Index>::kNone) continue;
    const Slot& slot = table.slots[entry.slot];
    Curve& curve = space.curves[entry.slot];
    if (entry.kind == Override<Index>::kCurve) {
      must(entry.curve != slot.curve, slot.name, an_override_is_the_default_curve);
      must(curve == slot.curve, slot.name, a_slot_is_overridden_twice);
      curve = entry.curve;
    } else {
      const StepCount other = checked_steps(entry.reading, slot.name, static_cast<double>(slot.min),
                                            static_cast<double>(slot.max));
      must(other != slot.steps, slot.name, an_override_is_the_default_reading);
      must(other != kAtNotes && slot.steps != kAtNotes, slot.name,
           a_pitch_is_one_in_every_voice_space);
      must(space.steps(entry.slot, slot.steps) == slot.steps, slot.name,
           a_slot_is_overridden_twice);
      must(others < kMaxOtherSteps, slot.name, a_voice_space_has_too_many_other_steps);
      space.other_steps[others++] = {static_cast<std::uint8_t>(entry.slot), other};
    }
  }
  return space;
}

template <class Index, class Traits = NoTraits, class SlotTraits, std::size_t kSlotCount,
          std::size_t kSize>
consteval VoiceSpaceTable<Traits, kSize> voice_spaces(
    const SlotTable<kSlotCount, SlotTraits>& slots,
    const VoiceSpaceRow<Index, Traits, kSlotCount> (&rows)[kSize]) {
  VoiceSpaceTable<Traits, kSize> table = {};
  for (std::size_t i = 0; i < kSize; ++i) {
    table.spaces[i] = resolve(rows[i], slots);
    table.traits[i] = rows[i].traits;
    for (std::size_t k = 0; k < i; ++k) {
      must(!same_text(rows[k].name, rows[i].name), rows[i].name,
           voice_space_fault::two_voice_spaces_have_the_same_name);
    }
  }
  return table;
}

}  // namespace ens
