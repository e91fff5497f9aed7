// Scales through the C ABI: wherever a pitch comes from, it is read back, taught and heard on a
// note of the scale, and a taught file keeps the scale.
#include "core/scale.h"

#include <bit>
#include <cmath>
#include <initializer_list>
#include <string>

#include "core/crc32.h"
#include "core/little_endian.h"
#include "firmware/check.h"
#include "firmware/instrument/player.h"

using ens_test::Bytes;
using ens_test::Mode;
using ens_test::Player;
using ens_test::Units;

namespace {

constexpr std::uint32_t kPitch = 0;
constexpr std::uint32_t kCMinor = ENS_SCALE_MINOR;
constexpr std::uint32_t kFrame = 64;

Mode synth() {
  return {"paf_synth", {"pad_x", "pad_y"}, ens_test::all_slots("paf_synth")};
}

// The key that the sound processing plays a slot at.
double key_heard(Player& player, const std::string& engine_id, std::uint32_t slot) {
  ens_reset(*player);
  player.play(kFrame);
  std::vector<float> in_use(ens_engine_slot_count(ens_test::engine_index(engine_id)));
  ens_read_in_use(*player, in_use.data());
  return 69.0 + 12.0 * std::log2(static_cast<double>(in_use[slot]) / 440.0);
}

bool is_of(std::uint32_t scale, long key) {
  return ens::PitchScale(static_cast<std::uint16_t>(scale)).has(static_cast<std::int32_t>(key));
}

void calls_are_checked() {
  const Player player(synth());
  Units params(player.params());
  CHECK_EQUAL(ens_scale(*player), 0u);
  CHECK_EQUAL(ens_set_scale(nullptr, kCMinor), ENS_BAD_HANDLE);
  CHECK_EQUAL(ens_scale(nullptr), 0u);
  CHECK_EQUAL(ens_settle(nullptr, params.data()), ENS_BAD_HANDLE);
  for (const std::uint32_t wrong : {2u, 12u << 12 | kCMinor, 1u << 16 | kCMinor}) {
    CHECK_EQUAL(ens_set_scale(*player, wrong), ENS_BAD_VALUE);
  }
  params[3] = ENS_UNIT_ONE + 1;
  CHECK_EQUAL(ens_settle(*player, params.data()), ENS_BAD_VALUE);
  CHECK_EQUAL(ens_scale(*player), 0u);
  CHECK_EQUAL(ens_set_scale(*player, 11u << 12 | kCMinor), ENS_OK);
  CHECK_EQUAL(ens_scale(*player), 11u << 12 | kCMinor);
}

void the_catalogue_tells_pitches() {
  const std::uint32_t paf = ens_test::engine_index("paf_synth");
  CHECK_EQUAL(ens_engine_slot_pitch(paf, kPitch), 1u);
  CHECK_EQUAL(ens_engine_slot_steps(paf, 0, kPitch), 0u);
  CHECK_EQUAL(ens_engine_slot_pitch(paf, 6), 0u);  // formant_1_hz: of a filter
  CHECK_EQUAL(ens_engine_slot_pitch(paf, 99), 0u);
  CHECK_EQUAL(ens_engine_slot_pitch(99, 0), 0u);
}

template <class Look>
void every_pitch(Look&& look) {
  for (std::uint32_t engine = 0; engine < ens_engine_count(); ++engine) {
    for (std::uint32_t slot = 0; slot < ens_engine_slot_count(engine); ++slot) {
      if (ens_engine_slot_pitch(engine, slot) != 0) look(ens_engine_id(engine), slot);
    }
  }
}

// What the engine plays, of every pitch there is in every voice space: on a note of the scale, to a
// cent.
void every_pitch_of_every_engine_is_heard_on_a_note() {
  double sum = 0.0;
  int count = 0;
  every_pitch([&](const std::string& id, std::uint32_t slot) {
    Player player(Mode{id, {"pad_x", "pad_y"}, ens_test::all_slots(id)});
    CHECK_EQUAL(ens_set_scale(*player, kCMinor), ENS_OK);
    const std::uint32_t spaces = ens_engine_voice_space_count(ens_test::engine_index(id));
    for (std::uint32_t space = 0; space < (spaces == 0 ? 1 : spaces); ++space) {
      ens_set_voice_space(*player, space);
      for (std::uint32_t unit = 0; unit <= ENS_UNIT_ONE; unit += ENS_UNIT_ONE / 16) {
        ens_set_param(*player, slot, unit);
        const double key = key_heard(player, id, slot);
        const long note = std::lround(key);
        CHECK(is_of(kCMinor, note));
        const double cents = 100.0 * std::fabs(key - static_cast<double>(note));
        CHECK(cents < 1.0);
        sum += cents;
        ++count;
      }
    }
  });
  CHECK(count > 400);
  CHECK(sum / count < 0.2);
}

// A sweep over each pitch in every voice space, as read back and as heard: the same bits as in wasm
// (test/shared/instrument/tuning.test.ts).
void the_bits_are_those_of_every_target() {
  std::uint32_t units_crc = 0;
  std::uint32_t sound_crc = 0;
  every_pitch([&](const std::string& id, std::uint32_t slot) {
    Player player(Mode{id, {"pad_x", "pad_y"}, ens_test::all_slots(id)});
    ens_set_scale(*player, 2u << 12 | ENS_SCALE_MINOR_PENTATONIC);
    const std::uint32_t spaces = ens_engine_voice_space_count(ens_test::engine_index(id));
    for (std::uint32_t space = 0; space < (spaces == 0 ? 1 : spaces); ++space) {
      ens_set_voice_space(*player, space);
      for (std::uint32_t unit = 0; unit <= ENS_UNIT_ONE; unit += 512) {
        ens_set_param(*player, slot, unit);
        for (const float x : player.play(kFrame)) {
          std::uint8_t bytes[4];
          ens::put_u32(bytes, std::bit_cast<std::uint32_t>(x));
          sound_crc = ens::crc32(bytes, 4, sound_crc);
        }
        std::uint8_t bytes[2];
        ens::put_u16(bytes, player.read_params()[slot]);
        units_crc = ens::crc32(bytes, 2, units_crc);
      }
    }
  });
  CHECK_EQUAL(units_crc, 0xb7dacbd0u);
  CHECK_EQUAL(sound_crc, 0x169776cfu);
}

void without_a_scale_a_pitch_is_anywhere() {
  Player player(synth());
  ens_set_param(*player, kPitch, 10'001);
  CHECK_EQUAL(player.sounding()[kPitch], 10'001);
  ens_set_scale(*player, kCMinor);
  CHECK(player.sounding()[kPitch] != 10'001);
  ens_set_scale(*player, 0);
  CHECK_EQUAL(player.sounding()[kPitch], 10'001);
}

void wherever_a_gesture_leads_a_pitch_is_on_few_notes() {
  Player player(synth());
  ens_set_scale(*player, kCMinor);
  std::vector<std::uint16_t> notes;
  for (std::uint32_t i = 0; i <= 400; ++i) {
    ens_set_input(*player, 0, i * ENS_UNIT_ONE / 400);
    ens_set_input(*player, 1, (400 - i) * ENS_UNIT_ONE / 400);
    Units params = player.sounding();
    const std::uint16_t heard = params[kPitch];
    ens_settle(*player, params.data());
    CHECK_EQUAL(params[kPitch], heard);
    if (notes.empty() || notes.back() != heard) notes.push_back(heard);
  }
  CHECK(notes.size() > 1);
  CHECK(notes.size() < 40);
}

void a_gesture_that_rests_on_a_border_does_not_flutter() {
  Player player(synth());
  ens_set_scale(*player, kCMinor);
  // The lowest value that settles anew on another note than 0 does.
  std::uint32_t border = 1;
  Units params(player.params());
  const auto nearest = [&](std::uint32_t unit) {
    params[kPitch] = static_cast<std::uint16_t>(unit);
    ens_settle(*player, params.data());
    return params[kPitch];
  };
  while (nearest(border) == nearest(0)) ++border;
  int changes = 0;
  std::uint16_t last = 0;
  for (std::uint32_t i = 0; i < 200; ++i) {
    ens_set_param(*player, kPitch, border + i % 2 * 40 - 20);
    const std::uint16_t now = player.sounding()[kPitch];
    changes += i > 0 && now != last ? 1 : 0;
    last = now;
  }
  CHECK_EQUAL(changes, 0);
}

void examples_locks_and_exploring_hold_the_note() {
  Player player(synth());
  ens_set_scale(*player, kCMinor);
  ens_set_param(*player, kPitch, 10'001);
  const std::uint16_t note = player.sounding()[kPitch];
  CHECK_EQUAL(ens_record_example(*player), ENS_OK);
  Units inputs(2);
  Units params(player.params());
  ens_read_example(*player, 0, inputs.data(), params.data());
  CHECK_EQUAL(params[kPitch], note);
  ens_release_params(*player);
  player.play(48'000);
  CHECK_EQUAL(player.sounding()[kPitch], note);
  ens_lock_param(*player, kPitch);
  Units locks(player.params());
  ens_read_locks(*player, locks.data());
  CHECK_EQUAL(locks[kPitch], note);
  ens_unlock_param(*player, kPitch);
  ens_explore_begin(*player, 3);
  for (std::uint32_t i = 0; i < 30; ++i) {
    ens_explore_move(*player, i * 1'000, 30'000 - i * 1'000);
    params = player.sounding();
    const std::uint16_t heard = params[kPitch];
    ens_settle(*player, params.data());
    CHECK_EQUAL(params[kPitch], heard);
  }
}

void a_file_holds_the_scale_and_is_as_before_without_one() {
  const Player teacher(synth());
  ens_record_example(*teacher);
  const Bytes without = teacher.saved();
  ens_set_scale(*teacher, 3u << 12 | kCMinor);
  const Bytes with = teacher.saved();
  CHECK_EQUAL(with[4], 3);
  CHECK_EQUAL(with.size(), without.size() + 2);
  ens_lock_param(*teacher, 1);
  const Bytes both = teacher.saved();
  CHECK_EQUAL(both[4], 3);
  CHECK_EQUAL(both.size(), with.size() + (teacher.params() + 7) / 8 + 2);
  const Player pupil(synth());
  CHECK_EQUAL(pupil.load(both), ENS_OK);
  CHECK_EQUAL(ens_scale(*pupil), 3u << 12 | kCMinor);
  CHECK(pupil.saved() == both);
  CHECK_EQUAL(pupil.load(with), ENS_OK);
  CHECK(pupil.saved() == with);
  CHECK_EQUAL(pupil.load(without), ENS_OK);
  CHECK_EQUAL(ens_scale(*pupil), 0u);
  CHECK(pupil.saved() == without);
}

// With a right CRC, so that it is the scale alone that no core writes.
void a_file_with_no_scale_that_can_be_is_damaged() {
  const Player player(synth());
  ens_set_scale(*player, kCMinor);
  const Bytes file = player.saved();
  const auto with_scale = [&](std::uint32_t scale) {
    Bytes changed = file;
    changed[changed.size() - 2] = static_cast<std::uint8_t>(scale);
    changed[changed.size() - 1] = static_cast<std::uint8_t>(scale >> 8);
    const std::uint32_t crc =
        ens::crc32(changed.data() + 12, changed.size() - 12, ens::crc32(changed.data(), 8));
    ens::put_u32(changed.data() + 8, crc);
    return player.load(changed);
  };
  for (const std::uint32_t wrong : {0u, 2u, 12u << 12 | 1u}) {
    CHECK_EQUAL(with_scale(wrong), ENS_FILE_DAMAGED);
    CHECK_EQUAL(ens_scale(*player), kCMinor);
  }
  CHECK_EQUAL(with_scale(5u << 12 | 1u), ENS_OK);
}

void a_reset_repeats_every_bit() {
  Player player(synth());
  ens_set_scale(*player, kCMinor);
  const auto ends_from = [&](std::uint32_t from) {
    ens_set_param(*player, kPitch, from);
    player.play(kFrame);
    ens_set_param(*player, kPitch, 16'000);
    player.play(kFrame);
    ens_reset(*player);
    return player.play(960);
  };
  CHECK(ends_from(1'000) == ends_from(31'000));
}

}  // namespace

int main() {
  calls_are_checked();
  the_catalogue_tells_pitches();
  every_pitch_of_every_engine_is_heard_on_a_note();
  the_bits_are_those_of_every_target();
  without_a_scale_a_pitch_is_anywhere();
  wherever_a_gesture_leads_a_pitch_is_on_few_notes();
  a_gesture_that_rests_on_a_border_does_not_flutter();
  examples_locks_and_exploring_hold_the_note();
  a_file_holds_the_scale_and_is_as_before_without_one();
  a_file_with_no_scale_that_can_be_is_damaged();
  a_reset_repeats_every_bit();
  return ens_test::result();
}
