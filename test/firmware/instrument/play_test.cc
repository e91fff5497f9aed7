// Playing: blocks of any size, parameters held against the network, notes, movement from inside,
// voice spaces.
#include <cstdlib>

#include "firmware/check.h"
#include "firmware/instrument/player.h"
#include "instrument/channels.h"
#include "instrument/midi_input.h"
#include "instrument/unit_bits.h"
#include "instrument/wander.h"

using ens_test::Mode;
using ens_test::Player;

namespace {

const char* const kPlayed = "paf_synth";

constexpr std::uint32_t kGlass = 2;  // a voice space of it that reads any value of every slot

Mode synth(std::vector<const char*> channels) {
  return {kPlayed, std::move(channels), ens_test::all_slots(kPlayed)};
}

std::vector<Mode> every_engine() {
  std::vector<Mode> modes;
  for (std::uint32_t i = 0; i < ens_engine_count(); ++i) {
    modes.push_back(
        {ens_engine_id(i), {"joy_x", "wander_0"}, ens_test::all_slots(ens_engine_id(i))});
  }
  return modes;
}

// A signal for engines that process one, cut into blocks of `cut` frames, in place if asked.
std::vector<float> sound_of(const Mode& mode, std::uint32_t seed, bool whole, bool in_place) {
  Player player(mode);
  constexpr std::uint32_t kFrames = 4096;
  std::vector<float> in(kFrames);
  std::uint32_t random = 99;
  for (float& x : in) {
    random = random * 1664525u + 1013904223u;
    x = static_cast<float>(static_cast<std::int32_t>(random)) * 1e-10f;
  }
  std::vector<float> left(in);
  std::vector<float> right(in);
  for (std::uint32_t at = 0; at < kFrames;) {
    seed = seed * 1664525u + 1013904223u;
    const std::uint32_t size = whole ? 64 : 1 + (seed >> 16) % 200;
    const std::uint32_t part = kFrames - at < size ? kFrames - at : size;
    const float* from_left = in_place ? left.data() + at : in.data() + at;
    const float* from_right = in_place ? right.data() + at : in.data() + at;
    ens_process(*player, from_left, from_right, left.data() + at, right.data() + at, part);
    at += part;
  }
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

void blocks_of_any_size_sound_the_same() {
  for (const Mode& mode : every_engine()) {
    const std::vector<float> whole = sound_of(mode, 0, true, false);
    for (std::uint32_t seed = 1; seed <= 3; ++seed) {
      const bool same = sound_of(mode, seed, false, seed == 2) == whole;
      CHECK(same);
      if (!same) std::printf("  engine %s, seed %u\n", mode.engine_id.c_str(), seed);
    }
  }
}

void reset_is_a_new_start() {
  for (const Mode& mode : every_engine()) {
    Player player(mode);
    const std::vector<float> first = player.play(2000);
    CHECK_EQUAL(ens_reset(*player), ENS_OK);
    const bool same = player.play(2000) == first;
    CHECK(same);
    if (!same) std::printf("  engine %s\n", mode.engine_id.c_str());
  }
}

void inputs_reach_the_params() {
  Player player(synth({"joy_x", "joy_y"}));
  ens_set_voice_space(*player, kGlass);
  player.play(64);
  CHECK_EQUAL(player.read_inputs()[0], 16384);
  const auto middle = player.read_params();
  CHECK_EQUAL(ens_set_input(*player, 0, 32768), ENS_OK);
  CHECK_EQUAL(ens_set_input(*player, 2, 0), ENS_BAD_VALUE);
  CHECK_EQUAL(ens_set_input(*player, 0, 32769), ENS_BAD_VALUE);
  player.play(64);
  CHECK_EQUAL(player.read_inputs()[0], 32768);
  CHECK(player.read_params() != middle);
  CHECK(player.read_params() == player.map(player.read_inputs()));
}

void held_params_override_the_network() {
  Player player(synth({"joy_x", "joy_y"}));
  ens_set_voice_space(*player, kGlass);
  CHECK_EQUAL(ens_set_param(*player, 3, 12345), ENS_OK);
  CHECK_EQUAL(ens_set_param(*player, static_cast<std::uint32_t>(player.params()), 0),
              ENS_BAD_VALUE);
  CHECK_EQUAL(ens_set_param(*player, 0, 40000), ENS_BAD_VALUE);
  for (const std::uint32_t place : {0u, 32768u}) {
    ens_set_input(*player, 0, place);
    player.play(64);
    CHECK_EQUAL(player.read_params()[3], 12345);
  }
  CHECK_EQUAL(ens_release_param(*player, 3), ENS_OK);
  player.play(64);
  CHECK(player.read_params() == player.map(player.read_inputs()));
  ens_set_param(*player, 0, 1);
  ens_set_param(*player, 1, 2);
  CHECK_EQUAL(ens_release_params(*player), ENS_OK);
  player.play(64);
  CHECK(player.read_params() == player.map(player.read_inputs()));
  CHECK_EQUAL(ens_release_param(*player, 1000), ENS_BAD_VALUE);
}

// Slots that no param names stay at the engine's default.
void slots_without_a_param_rest() {
  const std::uint32_t engine = ens_test::engine_index(kPlayed);
  const auto slots = ens_test::all_slots(kPlayed);
  Player few({kPlayed, {"joy_x"}, {slots[2], slots[0]}});
  Player all({kPlayed, {"joy_x"}, slots});
  for (std::uint32_t i = 0; i < slots.size(); ++i) {
    ens_set_param(*all, i, ens_engine_slot_default(engine, i));
  }
  ens_set_param(*few, 0, ens_engine_slot_default(engine, 2));
  ens_set_param(*few, 1, ens_engine_slot_default(engine, 0));
  CHECK(few.play(1000) == all.play(1000));
}

void voice_spaces_are_chosen() {
  Player player(synth({"joy_x"}));
  const std::uint32_t count = ens_engine_voice_space_count(ens_test::engine_index(kPlayed));
  CHECK(count > 1);
  CHECK_EQUAL(ens_set_voice_space(*player, count), ENS_BAD_VALUE);
  CHECK_EQUAL(ens_voice_space(*player), 0u);
  const auto first = player.play(2000);
  CHECK_EQUAL(ens_set_voice_space(*player, 1), ENS_OK);
  CHECK_EQUAL(ens_voice_space(*player), 1u);
  ens_reset(*player);
  CHECK(player.play(2000) != first);
}

void midi_moves_its_channels() {
  Player player({"fm_voice",
                 {"midi_note", "midi_velocity", "midi_bend", "midi_mod", "midi_pressure"},
                 ens_test::all_slots("fm_voice")});
  player.play(64);
  CHECK(player.read_inputs() == (std::vector<std::uint16_t>{0, 0, 16384, 0, 0}));
  CHECK_EQUAL(ens_midi_in(*player, 0x93, 127, 127), ENS_OK);
  CHECK_EQUAL(ens_midi_in(*player, 0xe3, 0x7f, 0x7f), ENS_OK);
  CHECK_EQUAL(ens_midi_in(*player, 0xb3, 1, 127), ENS_OK);
  CHECK_EQUAL(ens_midi_in(*player, 0xd3, 127, 0), ENS_OK);
  player.play(64);
  CHECK(player.read_inputs() == std::vector<std::uint16_t>(5, 32768));
  ens_midi_in(*player, 0xe0, 0, 0x40);
  ens_midi_in(*player, 0xa0, 60, 0);
  ens_midi_in(*player, 0xb0, 7, 100);  // volume: no channel of ours
  player.play(64);
  CHECK(player.read_inputs() == (std::vector<std::uint16_t>{32768, 32768, 16384, 32768, 0}));
  CHECK_EQUAL(ens_midi_in(*player, 0x7f, 0, 0), ENS_BAD_VALUE);
  CHECK_EQUAL(ens_midi_in(*player, 0x90, 128, 0), ENS_BAD_VALUE);
  CHECK_EQUAL(ens_midi_in(*player, 0x90, 0, 128), ENS_BAD_VALUE);
}

void the_modulation_wheel_has_14_bits() {
  Player player({"fm_voice", {"midi_mod"}, ens_test::all_slots("fm_voice")});
  const auto wheel = [&](std::uint32_t controller, std::uint32_t value) {
    CHECK_EQUAL(ens_midi_in(*player, 0xb0, controller, value), ENS_OK);
    player.play(64);
    return static_cast<int>(player.read_inputs()[0]);
  };
  CHECK_EQUAL(wheel(1, 64), (64 * 32768 + 63) / 127);
  CHECK_EQUAL(wheel(33, 1), ((64 * 128 + 1) * 32768 + 8191) / 16383);
  CHECK_EQUAL(wheel(33, 127), ((64 * 128 + 127) * 32768 + 8191) / 16383);
  CHECK_EQUAL(wheel(1, 127), (127 * 128 * 32768 + 8191) / 16383);  // the lower bits are 0 again
  CHECK_EQUAL(wheel(33, 127), 32768);
  CHECK_EQUAL(wheel(34, 5), 32768);  // of another controller
  CHECK_EQUAL(wheel(1, 0), 0);
}

void notes_sound_and_end() {
  Player player({"fm_voice", {"midi_note"}, ens_test::all_slots("fm_voice")});
  CHECK(ens_test::loudness(player.play(4800)) == 0.0);
  CHECK_EQUAL(ens_note_on(*player, 60, 30000), ENS_OK);
  CHECK_EQUAL(ens_note_on(*player, 128, 0), ENS_BAD_VALUE);
  CHECK_EQUAL(ens_note_on(*player, 60, 32769), ENS_BAD_VALUE);
  CHECK(ens_test::loudness(player.play(4800)) > 0.0);
  CHECK_EQUAL(ens_midi_in(*player, 0x90, 60, 0), ENS_OK);  // velocity 0 is note off
  player.play(48000 * 20);
  CHECK(ens_test::loudness(player.play(4800)) < 1e-6);
  ens_note_on(*player, 72, 30000);
  player.play(4800);
  CHECK_EQUAL(ens_all_notes_off(*player), ENS_OK);
  player.play(48000 * 20);
  CHECK(ens_test::loudness(player.play(4800)) < 1e-6);
}

// How loud one key is four seconds after it was struck, while its pedal and itself were moved.
double after_four_seconds(std::initializer_list<std::pair<std::uint8_t, std::uint8_t>> moves) {
  Player player({"fm_voice", {"midi_note"}, ens_test::all_slots("fm_voice")});
  for (std::uint32_t slot = 0; slot < ens_test::all_slots("fm_voice").size(); ++slot) {
    ens_set_param(*player, slot, 16384);
  }
  for (const auto& [what, value] : moves) {
    const std::uint32_t status = what < 64 ? 0x90 : 0xb0;
    CHECK_EQUAL(ens_midi_in(*player, status, what, value), ENS_OK);
    player.play(4800);
  }
  player.play(48000 * 4);
  return ens_test::loudness(player.play(4800));
}

void the_sustain_pedal_holds_what_is_let_go() {
  const double held = after_four_seconds({{60, 100}});
  const double let_go = after_four_seconds({{60, 100}, {60, 0}});
  CHECK(held > 1e-3 && let_go < 0.1 * held);
  CHECK(after_four_seconds({{64, 127}, {60, 100}, {60, 0}}) > 0.5 * held);
  CHECK(after_four_seconds({{60, 100}, {64, 64}, {60, 0}}) > 0.5 * held);
  CHECK(after_four_seconds({{64, 63}, {60, 100}, {60, 0}}) < 0.1 * held);
  CHECK(after_four_seconds({{64, 127}, {60, 100}, {60, 0}, {64, 0}}) < 0.1 * held);
  // A key that is held again when the pedal comes up sounds on.
  CHECK(after_four_seconds({{64, 127}, {60, 100}, {60, 0}, {60, 100}, {64, 0}}) > 0.5 * held);
  CHECK(after_four_seconds({{64, 127}, {60, 100}, {123, 0}, {60, 0}, {64, 0}}) < 0.1 * held);
}

void a_flood_of_notes_is_refused_not_lost() {
  Player player({"fm_voice", {"midi_note"}, ens_test::all_slots("fm_voice")});
  int taken = 0;
  while (taken < 1000 && ens_note_on(*player, 60, 1000) == ENS_OK) ++taken;
  CHECK_EQUAL(taken, 63);
  CHECK_EQUAL(ens_note_off(*player, 60), ENS_QUEUE_FULL);
  player.play(64);
  CHECK_EQUAL(ens_note_off(*player, 60), ENS_OK);
}

void wander_moves_slowly_over_the_whole_range() {
  ens::Wander wander;
  wander.prepare(48000, 64, 7);
  constexpr std::uint64_t kTicks = 1000 * 750;  // 1,000 s
  for (std::size_t channel = 0; channel < ens::kWanderChannelCount; ++channel) {
    int low = 32768;
    int high = 0;
    int largest_step = 0;
    int before = ens::UnitBits::q15(wander.value(channel, 0));
    for (std::uint64_t tick = 0; tick < kTicks; ++tick) {
      const int now = ens::UnitBits::q15(wander.value(channel, tick));
      if (now < low) low = now;
      if (now > high) high = now;
      if (std::abs(now - before) > largest_step) largest_step = std::abs(now - before);
      before = now;
    }
    CHECK(low < 2000 && high > 30768);
    CHECK(largest_step <= 14);  // 1.5 · 32768 / (5 s of ticks), the steepest of a smoothstep
  }
}

// A host may hold a channel that moves by itself, and release it again.
void wander_can_be_held() {
  Player player(synth({"wander_0", "wander_1"}));
  player.play(64);
  const auto before = player.read_inputs();
  CHECK_EQUAL(ens_set_input(*player, 1, 77), ENS_OK);
  player.play(640);
  CHECK_EQUAL(player.read_inputs()[1], 77);
  CHECK_EQUAL(ens_release_input(*player, 1), ENS_OK);
  CHECK_EQUAL(ens_release_input(*player, 2), ENS_BAD_VALUE);
  player.play(64);
  CHECK(std::abs(player.read_inputs()[1] - before[1]) < 15 * 14);
}

void wander_follows_its_seed() {
  Mode mode = synth({"wander_0"});
  const auto first = Player(mode).play(48000);
  CHECK(Player(mode).play(48000) == first);
  mode.seed += 1;
  CHECK(Player(mode).play(48000) != first);
}

void units_of_midi_meet_their_ends() {
  CHECK_EQUAL(ens::UnitBits::q15(ens::unit_of_bend(0)), 0);
  CHECK_EQUAL(ens::UnitBits::q15(ens::unit_of_bend(8192)), 16384);
  CHECK_EQUAL(ens::UnitBits::q15(ens::unit_of_bend(16383)), 32768);
  for (std::uint32_t i = 1; i < 16384; ++i) {
    CHECK(ens::UnitBits::q15(ens::unit_of_bend(i)) > ens::UnitBits::q15(ens::unit_of_bend(i - 1)));
  }
  for (std::uint32_t i = 1; i < 16384; ++i) {
    CHECK(ens::UnitBits::q15(ens::unit_of_14_bits(i)) >
          ens::UnitBits::q15(ens::unit_of_14_bits(i - 1)));
  }
  CHECK_EQUAL(ens::UnitBits::q15(ens::unit_of_7_bits(127)), 32768);
  CHECK_EQUAL(ens::UnitBits::q15(ens::unit_of_7_bits(0)), 0);
}

// RPN 0 of the MIDI 1.0 specification: semitones, then cents.
void rpn_0_sets_the_range_of_the_pitch_bend() {
  ens::BendRangeReader reader;
  ens::NoteEvent event = {};
  const auto range = [&](std::uint8_t controller, std::uint8_t value) {
    const bool sets = reader.read(controller, value, &event);
    if (sets) CHECK(event.kind == ens::NoteEvent::Kind::kBendRange);
    return sets ? int{ens::UnitBits::q15(event.value)} : -1;
  };
  CHECK_EQUAL(range(6, 12), -1);  // of no parameter yet
  CHECK_EQUAL(range(101, 0), -1);
  CHECK_EQUAL(range(6, 12), -1);
  CHECK_EQUAL(range(100, 0), -1);
  CHECK_EQUAL(range(6, 2), 2048);
  CHECK_EQUAL(range(6, 12), 12 * 1024);
  CHECK_EQUAL(range(38, 50), 12 * 1024 + 512);
  CHECK_EQUAL(range(6, 0), 0);
  CHECK_EQUAL(range(6, 127), 24 * 1024);
  CHECK_EQUAL(range(7, 1), -1);
  CHECK_EQUAL(range(99, 0), -1);  // another kind of parameter
  CHECK_EQUAL(range(6, 5), -1);
  CHECK_EQUAL(range(101, 0), -1);
  CHECK_EQUAL(range(100, 1), -1);  // fine tuning
  CHECK_EQUAL(range(6, 5), -1);
  CHECK_EQUAL(range(100, 0), -1);
  CHECK_EQUAL(range(6, 5), 5 * 1024);
  CHECK_EQUAL(range(101, 127), -1);
  CHECK_EQUAL(range(100, 127), -1);
  CHECK_EQUAL(range(38, 9), -1);  // closed again
}

void the_range_of_the_pitch_bend_is_heard() {
  const auto played = [](const std::vector<std::uint32_t>& range, std::uint32_t bend) {
    Player player({"fm_voice", {"midi_note"}, ens_test::all_slots("fm_voice")});
    for (std::size_t i = 0; i < range.size(); i += 2) {
      ens_midi_in(*player, 0xb0, range[i], range[i + 1]);
    }
    ens_midi_in(*player, 0x90, 60, 100);
    ens_midi_in(*player, 0xe0, bend & 0x7f, bend >> 7);
    return player.play(4800);
  };
  const auto plain = played({}, 12288);
  CHECK(played({101, 0, 100, 0, 6, 2, 38, 0}, 12288) == plain);
  CHECK(played({101, 0, 100, 0, 6, 1}, 0) == played({}, 4096));  // a half of two semitones is one
  CHECK(played({101, 0, 100, 0, 6, 12}, 12288) != plain);
  CHECK(played({101, 0, 100, 0, 6, 0}, 16383) == played({}, 8192));
}

// A mode may listen while another engine sounds: the analyser is an engine of its own then.
void any_mode_can_hear() {
  Player player(synth({"audio_energy", "audio_pitch"}));
  CHECK_EQUAL(player.status(), ENS_OK);
  EnsDriverConfig driver = {};
  CHECK_EQUAL(ens_driver(*player, &driver), ENS_OK);
  CHECK_EQUAL(driver.input, 2u);
  std::vector<float> left(48000);
  std::vector<float> right(48000);
  std::vector<float> tone(48000);
  for (std::size_t i = 0; i < tone.size(); ++i) tone[i] = i % 200 < 100 ? 0.5f : -0.5f;
  ens_process(*player, left.data(), left.data(), left.data(), right.data(), 24000);
  const auto quiet = player.read_inputs();
  ens_process(*player, tone.data(), tone.data(), left.data(), right.data(), 48000);
  CHECK(player.read_inputs()[0] > quiet[0] + 5000);
  CHECK_EQUAL(ens_driver(*Player(synth({"joy_x"})), &driver), ENS_OK);
  CHECK_EQUAL(driver.input, 0u);
}

}  // namespace

int main() {
  blocks_of_any_size_sound_the_same();
  reset_is_a_new_start();
  inputs_reach_the_params();
  held_params_override_the_network();
  slots_without_a_param_rest();
  voice_spaces_are_chosen();
  midi_moves_its_channels();
  the_modulation_wheel_has_14_bits();
  notes_sound_and_end();
  the_sustain_pedal_holds_what_is_let_go();
  a_flood_of_notes_is_refused_not_lost();
  wander_moves_slowly_over_the_whole_range();
  wander_can_be_held();
  wander_follows_its_seed();
  units_of_midi_meet_their_ends();
  rpn_0_sets_the_range_of_the_pitch_bend();
  the_range_of_the_pitch_bend_is_heard();
  any_mode_can_hear();
  return ens_test::result();
}
