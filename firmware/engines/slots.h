// Slots: the controllable parameters of an engine, one row each, checked by the compiler.
//
//     enum Index : std::uint8_t { kPitch, kLevel };
//     static constexpr auto kSlots = slot_table<Index>({
//         {kPitch, "pitch_hz", 40, 880, Curve::kExp, 110},
//         {kLevel, "level_db", -24, 0, Curve::kSqrt, -6, Role::kLevel},
//     });
//
// A row that is out of order, missing or duplicated does not compile, nor does one whose name
// differs from its enumerator.
#pragma once

#include "core/curves.h"
#include "core/enumerators.h"
#include "core/same_text.h"
#include "core/steps.h"
#include "engines/list.h"

namespace ens {

inline constexpr std::size_t kMaxSlots = 64;
inline constexpr StepCount kMostSteps = 254;

// The purpose of a slot that is meant to change the loudness. The tables of loudness (loudness.h)
// make up for all slots but kLevel. Random sounds are held to limits of loudness while the slots
// without a role are anywhere and the others rest.
enum class Role : std::uint8_t {
  kNone,
  kLevel,   // how loud the whole instrument is: a player's choice, which nothing random moves
  kMix,     // the level or the share of a part, a stage or an effect
  kCutoff,  // the corner of a filter that can take away most of the sound
};

// A slot as hosts enumerate it and as Engine (engine.h) applies it.
struct Slot {
  const char* name;
  float min;  // in the unit the name ends in, min < max
  float max;
  Curve curve;      // of every voice space that does not override it
  StepCount steps;  // the same; kAtValues: those that the engine lists; kAtNotes: it is a pitch
  Role role;
  Unit default_unit;  // where the slot stays when a mode does not list it
};

// In place of a number of steps: they lie at EngineInfo::step_values.
inline constexpr StepCount kAtValues = 1;
// The same: it is a pitch, with the notes of the player's scale for steps.
inline constexpr StepCount kAtNotes = 255;

// What an engine reads of a slot: any value, or so many steps.
struct Reading {
  StepCount count = 0;
  bool is_whole = false;   // whole numbers: the count follows from the range
  bool is_listed = false;  // the values that the engine lists
  bool is_pitch = false;   // any value in Hz, or the notes of the player's scale

  // Of a slot in this range.
  constexpr StepCount steps(double min, double max) const {
    if (is_pitch) return kAtNotes;
    return is_listed ? kAtValues : is_whole ? static_cast<StepCount>(max - min + 1.0) : count;
  }
};

inline constexpr Reading kAnyValue = {};
inline constexpr Reading kWholeNumbers = {.is_whole = true};
inline constexpr Reading kListedValues = {.is_listed = true};
// A frequency that is heard as a note: of a tone, not of a filter or of a modulation.
inline constexpr Reading kPitchInHz = {.is_pitch = true};
// At least two, evenly from end to end of the range.
constexpr Reading in_steps(StepCount count) {
  return {.count = count};
}

// For slots and voice spaces that are nothing beyond their rows.
struct NoTraits {};

// A slot as engines declare it. Traits is what else an engine wants to know of each.
template <class Index, class Traits = NoTraits>
struct SlotRow {
  Index index;
  const char* name;  // ends in its unit (_hz, _ms, _db, _st, _pct …)
  double min;
  double max;
  Curve curve;
  double default_value;  // in the unit of the name, min…max; becomes the nearest step
  Reading reading = kAnyValue;
  Role role = Role::kNone;
  Traits traits = {};

  constexpr SlotRow(Index of, const char* called, double least, double most, Curve by,
                    double rests_at, Reading read = kAnyValue, Traits more = {})
      : index(of),
        name(called),
        min(least),
        max(most),
        curve(by),
        default_value(rests_at),
        reading(read),
        traits(more) {}
  // In place of a reading: such a slot reads any value.
  constexpr SlotRow(Index of, const char* called, double least, double most, Curve by,
                    double rests_at, Role has, Traits more = {})
      : SlotRow(of, called, least, most, by, rests_at, kAnyValue, more) {
    role = has;
  }
};

template <std::size_t kSize, class Traits = NoTraits>
struct SlotTable {
  Slot slots[kSize];
  Traits traits[kSize];

  static constexpr std::size_t size() { return kSize; }
  constexpr operator List<Slot>() const { return slots; }
};

// What can be wrong with a table. None of these is constexpr: calling one is the compile error.
namespace slot_fault {
void a_row_stands_where_another_enumerator_belongs(const char* name);
void a_name_is_not_that_of_its_enumerator(const char* name);
void two_rows_have_the_same_name(const char* name);
void a_range_is_empty(const char* name);
void a_default_is_outside_its_range(const char* name);
void whole_numbers_do_not_fill_its_range(const char* name);
void a_slot_has_a_single_step(const char* name);
void a_pitch_has_no_octave_of_keys_in_hz(const char* name);
void a_level_is_not_in_db(const char* name);
void a_mix_is_neither_in_db_nor_in_pct(const char* name);
void a_cutoff_is_not_in_hz(const char* name);
void a_second_slot_sets_the_level(const char* name);
}  // namespace slot_fault

// The compiler shows this call with the name of the row when it refuses a table.
constexpr void must(bool holds, const char* name, void (*fault)(const char*)) {
  if (!holds) fault(name);
}

// kPitch or kPitchHz for pitch_hz: the unit may be left out.
constexpr bool is_name_of(EnumeratorName enumerator, const char* name) {
  std::size_t length = 0;
  std::size_t without_unit = 0;
  for (; name[length] != '\0'; ++length) {
    if (name[length] == '_') without_unit = length;
  }
  return is_camel_case_of(enumerator, name, length) ||
         is_camel_case_of(enumerator, name, without_unit);
}

constexpr bool ends_in(const char* name, const char* unit) {
  const char* end = name;
  while (*end != '\0') ++end;
  const char* of_unit = unit;
  while (*of_unit != '\0') ++of_unit;
  const auto length = of_unit - unit;
  return end - name > length && same_text(end - length, unit);
}

consteval void check_role(Role role, const char* name) {
  using namespace slot_fault;
  const bool is_in_db = ends_in(name, "_db");
  must(role != Role::kLevel || is_in_db, name, a_level_is_not_in_db);
  must(role != Role::kMix || is_in_db || ends_in(name, "_pct"), name,
       a_mix_is_neither_in_db_nor_in_pct);
  must(role != Role::kCutoff || ends_in(name, "_hz"), name, a_cutoff_is_not_in_hz);
}

// The steps of a slot as its row or a voice space has it.
consteval StepCount checked_steps(Reading reading, const char* name, double min, double max) {
  using namespace slot_fault;
  if (reading.is_whole) {
    const auto first = static_cast<std::int32_t>(min);
    const auto last = static_cast<std::int32_t>(max);
    must(min == first && max == last && last - first < kMostSteps, name,
         whole_numbers_do_not_fill_its_range);
  }
  must(!reading.is_pitch || (ends_in(name, "_hz") && min >= 9.0 && max >= 2.0 * min), name,
       a_pitch_has_no_octave_of_keys_in_hz);
  const StepCount steps = reading.steps(min, max);
  must(steps != 1 || reading.is_listed, name, a_slot_has_a_single_step);
  return steps;
}

template <class Index, class Traits>
consteval Slot checked_slot(const SlotRow<Index, Traits>& row, Index expected,
                            EnumeratorName enumerator) {
  using namespace slot_fault;
  must(row.index == expected, row.name, a_row_stands_where_another_enumerator_belongs);
  must(is_name_of(enumerator, row.name), row.name, a_name_is_not_that_of_its_enumerator);
  must(row.min < row.max, row.name, a_range_is_empty);
  must(row.min <= row.default_value && row.default_value <= row.max, row.name,
       a_default_is_outside_its_range);
  const float min = static_cast<float>(row.min);
  const float max = static_cast<float>(row.max);
  check_role(row.role, row.name);
  const StepCount steps = checked_steps(row.reading, row.name, row.min, row.max);
  Unit unit = unshape(row.curve, Range(min, max), row.default_value);
  const bool is_even = steps > kAtValues && steps <= kMostSteps;
  if (is_even) unit = StepHold().settle(row.curve, Steps{steps}, unit);
  return {row.name, min, max, row.curve, steps, row.role, unit};
}

template <std::size_t kSize, std::size_t kAt, class Index, class Traits>
consteval void fill_slots(const SlotRow<Index, Traits>* rows, Slot* slots) {
  if constexpr (kAt < kSize) {
    constexpr Index kExpected = static_cast<Index>(kAt);
    slots[kAt] = checked_slot(rows[kAt], kExpected, enumerator_name<kExpected>());
    for (std::size_t i = 0; i < kAt; ++i) {
      must(!same_text(slots[i].name, slots[kAt].name), slots[kAt].name,
           slot_fault::two_rows_have_the_same_name);
      must(slots[i].role != Role::kLevel || slots[kAt].role != Role::kLevel, slots[kAt].name,
           slot_fault::a_second_slot_sets_the_level);
    }
    fill_slots<kSize, kAt + 1>(rows, slots);
  }
}

// Index is the engine's enumeration of its slots, whose values count up from 0.
template <class Index, class Traits = NoTraits, std::size_t kSize>
consteval SlotTable<kSize, Traits> slot_table(const SlotRow<Index, Traits> (&rows)[kSize]) {
  static_assert(kSize <= kMaxSlots, "an engine has at most kMaxSlots slots");
  static_assert(enumerator_count<Index>() == kSize, "every enumerator has one row");
  SlotTable<kSize, Traits> table = {};
  fill_slots<kSize, 0>(rows, table.slots);
  for (std::size_t i = 0; i < kSize; ++i) table.traits[i] = rows[i].traits;
  return table;
}

}  // namespace ens
