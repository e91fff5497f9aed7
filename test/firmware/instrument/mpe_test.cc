// MIDI Polyphonic Expression: each note has a channel, and what that channel says moves it alone.
#include <cmath>

#include "firmware/check.h"
#include "firmware/effects/measure.h"
#include "firmware/instrument/player.h"
#include "instrument/midi_input.h"
#include "instrument/unit_bits.h"

using ens::NoteEvent;
using ens_test::Player;

namespace {

struct Message {
  std::uint32_t status, data1, data2;
};

void configure(ens::MidiReader& reader, std::uint8_t channel, std::uint8_t size) {
  NoteEvent event = {};
  const std::uint8_t status = 0xb0 | channel;
  CHECK(!reader.read(status, 101, 0, &event));
  CHECK(!reader.read(status, 100, 6, &event));
  const bool sets = reader.read(status, 6, size, &event);
  CHECK_EQUAL(sets, channel == 0 || channel == 15);
  CHECK(!reader.read(status, 101, 127, &event));
  CHECK(!reader.read(status, 100, 127, &event));
}

// Channels, from 0, whose pitch bend moves single notes.
std::uint32_t members(ens::MidiReader& reader) {
  std::uint32_t found = 0;
  for (std::uint8_t channel = 0; channel < 16; ++channel) {
    NoteEvent event = {};
    CHECK(reader.read(0xe0 | channel, 0, 64, &event));
    CHECK(event.channel == 0 || event.channel == channel);
    if (event.channel != 0) found |= 1u << channel;
  }
  return found;
}

void rpn_6_makes_zones() {
  ens::MidiReader reader;
  CHECK_EQUAL(members(reader), 0u);
  configure(reader, 3, 5);  // neither the first channel nor the last
  CHECK_EQUAL(members(reader), 0u);
  configure(reader, 0, 15);
  CHECK_EQUAL(members(reader), 0xfffeu);
  configure(reader, 0, 7);
  CHECK_EQUAL(members(reader), 0x00feu);
  configure(reader, 15, 4);
  CHECK_EQUAL(members(reader), 0x78feu);
  configure(reader, 15, 10);  // the other gives way
  CHECK_EQUAL(members(reader), 0x7fe0u | 0x001eu);
  configure(reader, 0, 127);
  CHECK_EQUAL(members(reader), 0xfffeu);
  configure(reader, 0, 0);
  CHECK_EQUAL(members(reader), 0u);
}

void units_meet_their_ends() {
  ens::MidiReader reader;
  configure(reader, 0, 15);
  NoteEvent event = {};
  for (const auto& [value, unit] : {std::pair{0, 0}, {64, 16384}, {127, 32768}}) {
    CHECK(reader.read(0xb1, 74, static_cast<std::uint8_t>(value), &event));
    CHECK(event.kind == NoteEvent::Kind::kTimbre);
    CHECK_EQUAL(int{ens::UnitBits::q15(event.value)}, unit);
  }
  CHECK(!reader.read(0xb0, 74, 64, &event));
  CHECK_EQUAL(int{ens::UnitBits::q15(ens::unit_of_note_bend_range(4800))}, 16384);
  CHECK_EQUAL(int{ens::UnitBits::q15(ens::unit_of_note_bend_range(12700))}, 32768);
}

// On a channel of one note, what is for all notes means nothing.
void only_the_first_channel_ends_all_notes() {
  ens::MidiReader reader;
  configure(reader, 0, 15);
  NoteEvent event = {};
  for (const int number : {1, 64, 120, 123}) {
    const auto controller = static_cast<std::uint8_t>(number);
    CHECK(!reader.read(0xb3, controller, 127, &event));
    CHECK(reader.read(0xb0, controller, 127, &event));
    CHECK_EQUAL(int{event.channel}, 0);
  }
}

constexpr Message kMpe[] = {{0xb0, 101, 0}, {0xb0, 100, 6}, {0xb0, 6, 15}};

std::vector<float> played(const char* engine, const std::vector<Message>& messages,
                          bool is_mpe = true, const float* in = nullptr) {
  Player player({engine, {"midi_note"}, ens_test::all_slots(engine)});
  if (is_mpe) {
    for (const auto& [status, data1, data2] : kMpe) {
      CHECK_EQUAL(ens_midi_in(*player, status, data1, data2), ENS_OK);
    }
  }
  for (const auto& [status, data1, data2] : messages) {
    CHECK_EQUAL(ens_midi_in(*player, status, data1, data2), ENS_OK);
  }
  std::vector<float> left(32768), right(32768);
  ens_process(*player, in, in, left.data(), right.data(), 32768);
  return left;
}

// Power around a frequency, of the whole.
double share_at(const std::vector<float>& sound, double hz) {
  const std::vector<double> power = ens_test::spectrum(sound);
  double near = 0.0, all = 0.0;
  for (std::size_t i = 1; i < power.size(); ++i) {
    const double at = static_cast<double>(i) * 48000.0 / 32768.0;
    all += power[i];
    if (std::fabs(at - hz) < 0.01 * hz) near += power[i];
  }
  return near / all;
}

// Of a pitch, a pressure and a timbre for each note.
const char* const kEngines[] = {"fm_voice", "strings", "wavetable", "paf_synth"};

void a_bend_moves_its_own_note() {
  for (const char* engine : kEngines) {
    // A5 alone, as the fundamental of C5 would cover others; a bend of a quarter of 48 is an
    // octave.
    const std::vector<Message> up = {{0xe1, 0, 80}, {0x91, 69, 100}};
    const std::vector<float> bent = played(engine, up);
    const std::vector<float> octave = played(engine, {{0x91, 81, 100}});
    const std::vector<float> other = played(engine, {{0xe2, 0, 80}, {0x91, 69, 100}});
    const std::vector<float> plain = played(engine, {{0x91, 69, 100}});
    CHECK(other == plain);
    CHECK(bent != plain);
    // Their voice spaces may transpose; an octave is an octave.
    const double at = share_at(octave, 880.0) + share_at(octave, 440.0) + share_at(octave, 1760.0);
    const double is = share_at(bent, 880.0) + share_at(bent, 440.0) + share_at(bent, 1760.0);
    if (!CHECK(std::fabs(at - is) < 0.2)) std::printf("%s %f %f\n", engine, at, is);
    // Without MPE the same messages bend all notes, by a quarter of two semitones.
    CHECK(played(engine, up, false) != bent);
  }
}

// What carries the voice is bent, and nothing else.
void a_bend_moves_the_key_of_the_vocoder() {
  std::vector<float> voice(32768);
  // A vowel of sorts: pulses at 100 Hz. Noise would be carried by noise.
  for (std::size_t i = 0; i < voice.size(); ++i) voice[i] = i % 480 < 8 ? 0.5f : 0.0f;
  const auto sung = [&](const std::vector<Message>& messages) {
    return played("vocoder", messages, true, voice.data());
  };
  const std::vector<float> plain = sung({{0x91, 57, 100}});
  CHECK(sung({{0xe2, 0, 80}, {0x91, 57, 100}}) == plain);
  // Seven of 48 semitones, to E4.
  const std::vector<float> fifth = sung({{0xe1, 42, 73}, {0x91, 57, 100}});
  CHECK(share_at(fifth, 329.6) > 4.0 * share_at(plain, 329.6));
  CHECK(share_at(plain, 220.0) > 4.0 * share_at(fifth, 220.0));
}

void pressure_and_timbre_are_of_their_own_note() {
  for (const char* engine : kEngines) {
    const std::vector<float> plain = played(engine, {{0x91, 60, 90}});
    for (const Message& message : {Message{0xd1, 110, 0}, {0xb1, 74, 110}, {0xb1, 74, 10}}) {
      const Message elsewhere = {message.status + 1, message.data1, message.data2};
      if (!CHECK(played(engine, {message, {0x91, 60, 90}}) != plain)) std::printf("%s\n", engine);
      CHECK(played(engine, {elsewhere, {0x91, 60, 90}}) == plain);
    }
  }
}

void the_range_of_notes_is_theirs() {
  const auto bent = [](std::uint32_t semitones) {
    return played(
        "fm_voice",
        {{0xb1, 101, 0}, {0xb1, 100, 0}, {0xb1, 6, semitones}, {0xe1, 127, 127}, {0x91, 69, 100}});
  };
  const std::vector<float> plain = played("fm_voice", {{0x91, 69, 100}});
  CHECK(share_at(plain, 440.0) > 0.02);
  CHECK(share_at(bent(12), 880.0) > 0.02);
  CHECK(share_at(bent(12), 440.0) < 0.01);
  CHECK(bent(0) == plain);
}

// As far as keys go: no pitch is out of the engine's reach.
void bends_end_with_the_keys() {
  for (const char* engine : kEngines) {
    for (const std::uint32_t bend : {0u, 127u}) {
      for (const std::uint32_t key : {0u, 5u, 64u, 120u, 127u}) {
        const std::vector<float> sound = played(
            engine,
            {{0xb1, 101, 0}, {0xb1, 100, 0}, {0xb1, 6, 96}, {0xe1, bend, bend}, {0x91, key, 127}});
        for (const float x : sound) {
          if (!(x >= -1.0f && x <= 1.0f)) {
            CHECK(false);
            return;
          }
        }
      }
    }
  }
}

void the_master_channel_moves_all_notes() {
  const std::vector<float> all = played("fm_voice", {{0xe0, 127, 127}, {0x91, 69, 100}});
  CHECK(share_at(all, 493.9) > 0.02);
}

}  // namespace

int main() {
  rpn_6_makes_zones();
  units_meet_their_ends();
  only_the_first_channel_ends_all_notes();
  a_bend_moves_its_own_note();
  a_bend_moves_the_key_of_the_vocoder();
  pressure_and_timbre_are_of_their_own_note();
  the_range_of_notes_is_theirs();
  bends_end_with_the_keys();
  the_master_channel_moves_all_notes();
  return ens_test::result();
}
