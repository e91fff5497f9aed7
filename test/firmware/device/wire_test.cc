// The byte streams a board reads: MIDI, and the frames of the serial protocol, sound and damaged.
#include <cstring>
#include <random>
#include <vector>

#include "device/byte_ring.h"
#include "device/frame.h"
#include "device/midi_parser.h"
#include "firmware/check.h"

namespace {

void expect(bool good, const char* what) {
  ens_test::note(good, __FILE__, __LINE__, what);
}

using Bytes = std::vector<std::uint8_t>;

std::vector<Bytes> messages_in(const Bytes& stream) {
  ens::MidiParser parser;
  ens::MidiMessage message{};
  std::vector<Bytes> found;
  for (const std::uint8_t byte : stream) {
    if (parser.take(byte, message)) found.push_back({message.status, message.data1, message.data2});
  }
  return found;
}

void test_midi() {
  const struct {
    const char* what;
    Bytes stream;
    std::vector<Bytes> messages;
  } cases[] = {
      {"a note", {0x90, 60, 100}, {{0x90, 60, 100}}},
      {"running status", {0x90, 60, 100, 62, 90}, {{0x90, 60, 100}, {0x90, 62, 90}}},
      {"one data byte", {0xd3, 5, 6}, {{0xd3, 5, 0}, {0xd3, 6, 0}}},
      {"clock between bytes", {0x90, 0xf8, 60, 0xfe, 100}, {{0x90, 60, 100}}},
      {"system exclusive", {0xf0, 1, 2, 3, 0xf7, 0x80, 60, 0}, {{0x80, 60, 0}}},
      {"data without status", {1, 2, 3}, {}},
      {"song position ends running status", {0x90, 60, 100, 0xf2, 1, 2, 62, 90}, {{0x90, 60, 100}}},
      {"a message cut short", {0x90, 60, 0xb0, 1, 64}, {{0xb0, 1, 64}}},
  };
  for (const auto& each : cases) expect(messages_in(each.stream) == each.messages, each.what);
}

// A mode change or a save holds the reader for a second, while notes keep coming.
void test_midi_waits_in_the_ring() {
  ens::ByteRing<4096> ring;
  ens::MidiParser parser;
  ens::MidiMessage message{};
  std::mt19937 random(9);
  int sent = 0;
  int taken = 0;
  for (int pause = 0; pause < 200; ++pause) {
    const int notes = static_cast<int>(random() % 1040);  // of a second at 3,125 bytes
    for (int i = 0; i < notes; ++i, ++sent) {
      for (const int byte : {0x90, sent % 128, 1 + sent % 127})
        ring.push(static_cast<std::uint8_t>(byte));
    }
    for (int byte = ring.pop(); byte >= 0; byte = ring.pop()) {
      if (!parser.take(static_cast<std::uint8_t>(byte), message)) continue;
      expect(message.data1 == taken % 128 && message.data2 == 1 + taken % 127, "in order");
      ++taken;
    }
  }
  expect(taken == sent && ring.lost() == 0, "no note is lost");
  for (int i = 0; i < 5000; ++i) ring.push(1);
  expect(ring.lost() == 5000 - 4096, "what does not fit is counted");
  for (int i = 0; i < 4096; ++i) expect(ring.pop() == 1, "and harms nothing");
  expect(ring.pop() == -1, "then it is empty");
}

Bytes wire_of(std::uint8_t type, const Bytes& body) {
  Bytes wire(ens::kMaxFrameBytes);
  wire.resize(ens::write_frame(type, 9, body.data(), body.size(), wire.data()));
  return wire;
}

// The bodies of the good frames in a stream.
std::vector<Bytes> bodies_in(ens::FrameReceiver& receiver, const Bytes& stream) {
  std::vector<Bytes> found;
  ens::Frame frame;
  for (const std::uint8_t byte : stream) {
    if (receiver.take(byte, frame)) found.emplace_back(frame.body, frame.body + frame.size);
  }
  return found;
}

void test_frames() {
  std::mt19937 random(7);
  ens::FrameReceiver receiver;
  for (int round = 0; round < 2000; ++round) {
    Bytes body(random() % (ens::link::kMaxBodyBytes + 1));
    const unsigned zeros = random() % 4;
    for (auto& byte : body) byte = random() % 4 < zeros ? 0 : static_cast<std::uint8_t>(random());
    const Bytes wire = wire_of(3, body);
    expect(!wire.empty() && wire.back() == 0, "a frame ends in a zero");
    expect(std::memchr(wire.data(), 0, wire.size() - 1) == nullptr, "and holds no other");
    expect(bodies_in(receiver, wire) == std::vector<Bytes>{body}, "a frame comes back");
  }
  const Bytes longest(ens::link::kMaxBodyBytes, 0x41);
  expect(wire_of(3, longest).size() == ens::kMaxFrameBytes,
         "no frame is longer than one without zeros");
  expect(bodies_in(receiver, wire_of(3, longest)) == std::vector<Bytes>{longest}, "it comes back");
  expect(wire_of(3, Bytes(ens::link::kMaxBodyBytes + 1)).empty(),
         "a body over the limit is refused");
}

// Frames with damage between them: the damaged are counted, the others arrive.
void test_damage() {
  std::mt19937 random(8);
  ens::FrameReceiver receiver;
  int lost = 0;
  for (int round = 0; round < 5000; ++round) {
    Bytes wire = wire_of(3, Bytes(random() % 40, 0x41));
    const std::size_t at = random() % (wire.size() - 1);
    switch (random() % 3) {
      case 0:
        wire[at] = static_cast<std::uint8_t>(wire[at] ^ (1u << random() % 8));
        break;
      case 1:
        wire.erase(wire.begin() + static_cast<std::ptrdiff_t>(at));
        break;
      default:
        wire.insert(wire.begin() + static_cast<std::ptrdiff_t>(at), 5000, 0x55);
    }
    lost += bodies_in(receiver, wire).empty();
    expect(bodies_in(receiver, wire_of(3, {1, 0, 2})).size() == 1, "the next frame arrives");
  }
  const ens::LinkCounters& counters = receiver.counters();
  expect(lost == 5000, "no damaged frame passes");
  expect(counters.frames == 5000, "the sound ones are counted");
  expect(counters.broken + counters.bad_crc + counters.too_long + counters.bad_version >= 5000u,
         "and the damaged ones, each by cause");
  expect(counters.too_long > 1000 && counters.bad_crc > 100 && counters.broken > 100, "all causes");
}

}  // namespace

int main() {
  test_midi();
  test_midi_waits_in_the_ring();
  test_frames();
  test_damage();
  return ens_test::result();
}
