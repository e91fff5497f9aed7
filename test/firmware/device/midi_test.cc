// MIDI of a board: packets of USB, the clock, and what both do to the mode that is selected.
#include <cmath>
#include <map>

#include "device/midi_in.h"
#include "device/midi_out.h"
#include "firmware/device/simulated_board.h"

namespace {

using ens_test::expect;
using ens_test::Life;
using ens_test::RoomyFlash;

void packets_hold_as_many_bytes_as_their_kind() {
  const struct {
    const char* what;
    ens::usb_midi::Packet packet;
    std::size_t bytes;
  } cases[] = {
      {"note on", {0x09, 0x90, 60, 100}, 3},
      {"note off on cable 3", {0x38, 0x80, 60, 0}, 3},
      {"program change", {0x0c, 0xc2, 5, 0}, 2},
      {"channel pressure", {0x0d, 0xd2, 5, 0}, 2},
      {"pitch bend", {0x0e, 0xe0, 0, 64}, 3},
      {"clock", {0x0f, 0xf8, 0, 0}, 1},
      {"a start of system exclusive", {0x04, 0xf0, 1, 2}, 3},
      {"an end of it in one byte", {0x05, 0xf7, 0, 0}, 1},
      {"reserved", {0x00, 0x90, 60, 100}, 0},
      {"a cable event", {0x01, 0x90, 60, 100}, 0},
      {"a note that says controller", {0x0b, 0x90, 60, 100}, 0},
      {"data in place of the status", {0x09, 0x10, 60, 100}, 0},
      {"a status in place of data", {0x09, 0x90, 0xb0, 100}, 0},
      {"a status in place of the last", {0x09, 0x90, 60, 0x80}, 0},
      {"an empty packet", {0, 0, 0, 0}, 0},
  };
  for (const auto& [what, packet, bytes] : cases) {
    ens_test::note(ens::usb_midi::midi_bytes(packet) == bytes, __FILE__, __LINE__, what);
  }
}

void what_is_written_reads_back() {
  for (std::uint32_t kind = 0x80; kind <= 0xe0; kind += 0x10) {
    for (std::uint32_t channel = 0; channel < 16; ++channel) {
      const std::uint32_t event = kind | channel | 61u << 8 | 99u << 16;
      ens::usb_midi::Packet packet{};
      ens::usb_midi::write_packet(event, packet);
      const bool two = kind == 0xc0 || kind == 0xd0;
      CHECK_EQUAL(ens::usb_midi::midi_bytes(packet), two ? 2u : 3u);
      CHECK_EQUAL(packet[0], kind >> 4);
      CHECK_EQUAL(packet[1], event & 0xff);
      CHECK_EQUAL(packet[2], 61);
      CHECK_EQUAL(packet[3], two ? 0 : 99);
    }
  }
}

// Any four bytes at all: nothing is played that is no MIDI message.
void no_packet_confuses_the_instrument() {
  RoomyFlash flash;
  Life life(flash);
  ens::MidiIn midi(life.device);
  std::mt19937 random(11);
  for (int i = 0; i < 200'000; ++i) {
    ens::usb_midi::Packet packet;
    for (std::uint8_t& byte : packet) byte = static_cast<std::uint8_t>(random());
    midi.take(packet);
    if (i % 64 == 0) life.board.tick();
  }
  ens::usb_midi::Packet off = {0x0b, 0xb0, 123, 0};
  midi.take(off);
  expect(life.select("fm_voice"), "goes on");
  const ens::usb_midi::Packet on = {0x09, 0x90, 60, 100};
  midi.take(on);
  float peak = 0;
  for (int i = 0; i < 300; ++i) peak = std::max(peak, life.board.tick());
  expect(peak > 0.01f, "and plays the next note");
}

// A message on one input does not break one on the other.
void socket_and_usb_do_not_mix() {
  RoomyFlash flash;
  Life life(flash);
  life.select("fm_voice");
  ens::MidiIn midi(life.device);
  midi.take(0x90);
  midi.take(60);
  const ens::usb_midi::Packet controller = {0x0b, 0xb0, 7, 100};
  midi.take(controller);
  midi.take(100);
  float peak = 0;
  for (int i = 0; i < 300; ++i) peak = std::max(peak, life.board.tick());
  expect(peak > 0.01f, "the note that was half-way in sounds");
}

float tempo_of(Life& life) {
  const ens::mode::Mode& mode = life.device.mode();
  float state[ens::kMaxStateFields] = {};
  ens_read_state(life.device.instrument(), state);
  for (std::size_t i = 0; i < mode.param_count; ++i) {
    if (ens::same_text(mode.param_names[i], "tempo_bpm")) return state[i];
  }
  return 0.0f;
}

// test/firmware/instrument/clock_test.cc has what an instrument makes of it.
void the_clock_reaches_the_instrument() {
  RoomyFlash flash;
  Life life(flash);
  ens::MidiIn midi(life.device);
  const auto run = [&](double bpm, bool usb) {
    const double ticks = 750.0 * 60 / 24 / bpm;
    double next = 0;
    for (double tick = 0; tick < 3000; ++tick) {
      for (; next <= tick; next += ticks) {
        const ens::usb_midi::Packet packet = {0x0f, 0xf8, 0, 0};
        usb ? midi.take(packet) : midi.take(0xf8);
      }
      life.board.tick();
    }
    return tempo_of(life);
  };
  life.select("drum_sequencer");
  expect(std::fabs(run(100, false) - 100) < 0.5f, "from the socket");
  expect(std::fabs(run(151, true) - 151) < 0.7f, "and from USB");
  life.select("drone");
  run(100, false);
  expect(life.select("wanderer"), "modes without a tempo play on");
  expect(std::fabs(run(80, false) - 80) < 0.5f, "and the next one that has one follows");
}

// A pulse may come between the bytes of a note.
void the_clock_breaks_no_message() {
  RoomyFlash flash;
  Life life(flash);
  life.select("fm_voice");
  ens::MidiIn midi(life.device);
  for (const int byte : {0x90, 0xf8, 60, 0xf8, 100}) midi.take(static_cast<std::uint8_t>(byte));
  float peak = 0;
  for (int i = 0; i < 300; ++i) peak = std::max(peak, life.board.tick());
  expect(peak > 0.01f, "the note sounds");
}

// On every channel, before anything that the next mode sends.
void whatever_selects_a_mode_ends_all_notes() {
  RoomyFlash flash;
  Life life(flash);
  ens::MidiOut midi(life.device);
  std::vector<std::uint32_t> sent;
  const auto play = [&](int ticks) {
    sent.clear();
    for (int i = 0; i < ticks; ++i) {
      life.board.tick();
      midi.turn([&](std::uint32_t event) { sent.push_back(event); });
    }
  };
  const auto ends = [&] {
    std::size_t count = 0;
    while (count < sent.size() && count < 16 && sent[count] == (0x7bb0u | count)) ++count;
    return count;
  };
  life.select("sound_analysis");
  play(200);
  CHECK_EQUAL(ends(), 16u);
  expect(sent.size() > 16, "then what the mode sends");
  play(200);
  CHECK_EQUAL(ends(), 0u);
  life.select("fm_voice");
  play(10);
  CHECK_EQUAL(ends(), 16u);
  CHECK_EQUAL(sent.size(), 16u);
  play(10);
  CHECK_EQUAL(sent.size(), 0u);
}

// A sequencer is left in the middle of its notes.
void each_note_of_the_last_mode_is_ended() {
  RoomyFlash flash;
  Life life(flash);
  ens::MidiOut midi(life.device);
  std::vector<std::uint32_t> held, sent;
  const auto play = [&](int ticks) {
    sent.clear();
    for (int i = 0; i < ticks; ++i) {
      life.board.tick();
      midi.turn([&](std::uint32_t event) {
        sent.push_back(event);
        const std::uint32_t note = event & 0x7f0f;
        if ((event & 0xf0) == 0x90) held.push_back(note);
        if ((event & 0xf0) == 0x80) std::erase(held, note);
      });
    }
  };
  life.select("polyrhythm");
  play(200);
  for (int i = 0; i < 2000 && held.empty(); ++i) play(1);
  expect(!held.empty(), "a note sounds");
  const std::size_t count = held.size();
  life.select("drone");
  play(1);
  CHECK_EQUAL(held.size(), 0u);
  CHECK_EQUAL(sent.size(), count + 16u);
  expect((sent[0] & 0xf0) == 0x80, "each by its own message, then all");
}

// Where all lines share a channel, two may hold one key: a synth that counts is told of both ends.
void every_line_ends_its_own_key() {
  ens::HeldNotes held;
  constexpr ens::SynthTemplate kMinilogue("korg_minilogue");
  for (const std::uint32_t on : {0x643c90u, 0x643c91u, 0x643c92u}) held.follow(on);
  held.follow(0x003c81u);
  std::vector<std::uint32_t> sent;
  held.end([&](std::uint32_t event) { sent.push_back(kMinilogue.translate(event)); });
  CHECK_EQUAL(sent.size(), 2u);
  for (const std::uint32_t event : sent) CHECK_EQUAL(event, 0x003c80u);

  RoomyFlash flash;
  Life life(flash);
  ens::MidiOut midi(life.device, kMinilogue);
  std::map<std::uint32_t, int> begun;  // by key
  const auto play = [&](int ticks) {
    for (int i = 0; i < ticks; ++i) {
      life.board.tick();
      midi.turn([&](std::uint32_t event) {
        if ((event & 0xf0) == 0x90) ++begun[event & 0x7f00];
        if ((event & 0xf0) == 0x80) --begun[event & 0x7f00];
      });
    }
  };
  const auto most = [&] {
    int count = 0;
    for (const auto& [key, times] : begun) count = std::max(count, times);
    return count;
  };
  life.select("polyrhythm");
  for (std::size_t i = 0; i < life.device.mode().param_count; ++i) {
    const char* name = life.device.mode().param_names[i];
    // Notes that last, at every step of every line.
    const bool is_full = ens::same_text(name, "gate_pct") || ens::same_text(name, "chance_pct") ||
                         ens::same_text(name, "bass_fill_pct") ||
                         ens::same_text(name, "middle_fill_pct") ||
                         ens::same_text(name, "high_fill_pct");
    if (is_full) ens_set_param(life.device.instrument(), static_cast<std::uint32_t>(i), 32768);
  }
  for (int i = 0; i < 60'000 && most() < 2; ++i) play(1);
  CHECK_EQUAL(most(), 2);
  life.select("drone");
  play(1);
  for (const auto& [key, times] : begun) CHECK_EQUAL(times, 0);
}

void a_synth_gets_its_own_controllers_on_one_channel() {
  constexpr ens::SynthTemplate kMinilogue("korg_minilogue");
  CHECK_EQUAL(kMinilogue.translate(0x633c92), 0x633c90u);            // a note of the third line
  CHECK_EQUAL(kMinilogue.translate(0x003c82), 0x003c80u);            // and its end
  CHECK_EQUAL(kMinilogue.translate(0x634ab0), 0x632bb0u);            // the cutoff, CC 74
  CHECK_EQUAL(kMinilogue.translate(0x634ab1), 0u);                   // once
  CHECK_EQUAL(kMinilogue.translate(0x145bb0), 0u);                   // reverb, which it has not
  CHECK_EQUAL(kMinilogue.translate(0x007bb5), 0x007bb0u);            // all notes off
  CHECK_EQUAL(ens::SynthTemplate().translate(0x634ab1), 0x634ab1u);  // any synth

  RoomyFlash flash;
  Life life(flash);
  ens::MidiOut midi(life.device, kMinilogue);
  life.select("polyrhythm");
  midi.turn([](std::uint32_t) {});
  bool has_cutoff = false;
  for (int i = 0; i < 600; ++i) {
    life.board.tick();
    midi.turn([&](std::uint32_t event) {
      CHECK_EQUAL(event & 0x0f, 0u);
      has_cutoff = has_cutoff || (event & 0x7fff) == 0x2bb0;
      expect((event & 0xff) != 0xb0 || (event & 0x7fff) != 0x4ab0, "not by the number of others");
    });
  }
  expect(has_cutoff, "its cutoff");
}

}  // namespace

int main() {
  packets_hold_as_many_bytes_as_their_kind();
  what_is_written_reads_back();
  no_packet_confuses_the_instrument();
  socket_and_usb_do_not_mix();
  the_clock_reaches_the_instrument();
  the_clock_breaks_no_message();
  whatever_selects_a_mode_ends_all_notes();
  each_note_of_the_last_mode_is_ended();
  every_line_ends_its_own_key();
  a_synth_gets_its_own_controllers_on_one_channel();
  return ens_test::result();
}
