// The self-test names what does not work, is heard on both sides, and leaves everything as it was.
#include <cmath>

#include "board/codec/sgtl5000.h"
#include "device/panel.h"
#include "firmware/device/simulated_board.h"
#include "firmware/device/simulated_sgtl5000.h"

namespace {

using ens::link::Part;
using ens_test::expect;
using ens_test::Life;
using ens_test::RoomyFlash;

constexpr auto flag = [](Part part) { return static_cast<std::uint16_t>(part); };

using Codec = ens::Sgtl5000<ens_test::SimulatedSgtl5000>;

void a_codec_is_known_by_its_id_and_clock() {
  ens_test::SimulatedSgtl5000 chip;
  Codec codec(chip);
  expect(Codec::is_sgtl5000(codec.id()), "it answers before it is started");
  expect(!codec.is_locked(), "and is not locked");
  expect(codec.begin(48000) && codec.is_locked(), "then it is");
  chip.powered = false;
  CHECK_EQUAL(codec.id(), 0);
  expect(!Codec::is_sgtl5000(codec.id()) && !codec.is_locked(), "without power it is not there");
}

void each_broken_part_is_found() {
  const std::uint16_t middle[4] = {0x4000, 0x4100, 0x3f00, 0x4000};
  ens::PartsFound parts;
  parts.add_axes(middle, 4);
  parts.add_buttons(0, 3, false);
  CHECK_EQUAL(parts.working, flag(Part::kJoystick) | flag(Part::kButtons));
  for (std::size_t axis = 0; axis < 4; ++axis) {
    for (const std::uint16_t end : {std::uint16_t{0}, std::uint16_t{0x8000}}) {
      std::uint16_t axes[4] = {0x4000, 0x4000, 0x4000, 0x4000};
      axes[axis] = end;
      ens::PartsFound broken;
      broken.add_axes(axes, 4);
      CHECK_EQUAL(broken.working, 0);
      CHECK_EQUAL(broken.present, flag(Part::kJoystick));
      CHECK_EQUAL(broken.axes[axis], end);
    }
  }
  const struct {
    std::uint8_t down;
    bool at_power_on;
    bool works;
  } cases[] = {{0, false, true}, {1, false, false}, {3, true, true}, {2, true, false}};
  for (const auto& [down, at_power_on, works] : cases) {
    ens::PartsFound held;
    held.add_buttons(down, 3, at_power_on);
    CHECK_EQUAL(held.working != 0, works);
    CHECK_EQUAL(held.buttons, down);
  }
}

void flash_is_written_read_and_cleared() {
  RoomyFlash flash;
  Life life(flash);
  expect((life.session.self_test().working & flag(Part::kFlash)) != 0, "it works");
  flash.dead = true;
  const ens::PartsFound found = life.session.self_test();
  expect((found.present & flag(Part::kFlash)) != 0, "it is there");
  expect((found.working & flag(Part::kFlash)) == 0, "and does not work");
}

struct Heard {
  float left = 0;
  float right = 0;
  float step = 0;
};

// Renders `ticks` and gives what was heard. `last` is the sample before, and then the last one.
Heard hear(Life& life, std::uint32_t ticks, float (&last)[2]) {
  Heard heard;
  for (std::uint32_t i = 0; i < ticks; ++i) {
    life.board.tick();
    life.session.work();
    for (std::size_t n = 0; n < ENS_TICK_FRAMES; ++n) {
      const float now[2] = {life.board.left[n], life.board.right[n]};
      for (int side = 0; side < 2; ++side) {
        heard.step = std::max(heard.step, std::fabs(now[side] - last[side]));
        last[side] = now[side];
      }
      heard.left = std::max(heard.left, std::fabs(now[0]));
      heard.right = std::max(heard.right, std::fabs(now[1]));
    }
  }
  return heard;
}

void the_tone_is_left_then_right_without_a_click() {
  RoomyFlash flash;
  Life life(flash);
  life.select("fm_voice");  // silent without a note
  float last[2] = {};
  hear(life, 100, last);
  life.session.self_test();
  const Heard left = hear(life, ens::TestTone::kSideTicks, last);
  expect(left.left > 0.24f && left.left < 0.26f && left.right < 1e-4f, "left alone");
  const Heard right = hear(life, ens::TestTone::kSideTicks, last);
  expect(right.right > 0.24f && right.right < 0.26f && right.left < 1e-4f, "then right alone");
  // A sine of 440 Hz at a quarter moves by 0.0144 a sample.
  expect(left.step < 0.016f && right.step < 0.016f, "no click");
  const Heard after = hear(life, 100, last);
  expect(after.left < 1e-4f && after.right < 1e-4f && after.step < 0.016f, "then silence");
}

// The instrument goes on below the tone as if there had been none.
void the_instrument_comes_back_bit_for_bit() {
  RoomyFlash flash;
  RoomyFlash other_flash;
  Life tested(flash);
  Life other(other_flash);
  float unused[2] = {};
  hear(tested, 50, unused);
  hear(other, 50, unused);
  tested.session.self_test();
  for (std::uint32_t i = 0; i < ens::TestTone::kTicks; ++i) {
    tested.board.tick();
    other.board.tick();
  }
  int different = 0;
  for (int i = 0; i < 200; ++i) {
    tested.board.tick();
    other.board.tick();
    for (std::size_t n = 0; n < ENS_TICK_FRAMES; ++n) {
      different += tested.board.left[n] != other.board.left[n];
      different += tested.board.right[n] != other.board.right[n];
    }
  }
  CHECK_EQUAL(different, 0);
}

void the_volume_is_set_for_the_tone_only() {
  RoomyFlash flash;
  Life life(flash);
  life.device.set_volume(0);
  life.rest(4);
  const int erases = life.board.erases();
  life.session.self_test();
  expect(life.board.volume > 0.5f, "it is heard although the volume is 0");
  life.rest(4);
  CHECK_EQUAL(life.board.volume, 0.0f);
  CHECK_EQUAL(life.device.settings().volume, 0);
  expect(life.board.erases() - erases <= 2, "only the test of the flash wears it");
}

// The tone of the self-test is all there is: nothing is saved, cleared or selected.
void both_buttons_at_power_on_test_the_parts() {
  for (const int buttons : {0, 1, 2, 4, 3, 7}) {
    const auto held = static_cast<std::uint8_t>(buttons);
    RoomyFlash flash;
    Life life(flash);
    life.select("fm_voice");  // silent without a note
    life.teach(2);
    ens::Panel panel(life.session);
    panel.power_on(held);
    ens::ControlReadings controls;
    controls.buttons = held;
    float peak = 0;
    for (int i = 0; i < 3000; ++i) {
      panel.tick(controls);
      peak = std::max(peak, life.board.tick());
      life.session.work();
    }
    const bool tests = held == ens::Gestures::kBothButtons;
    expect(tests ? peak > 0.2f : peak < 0.001f, "the tone");
    CHECK_EQUAL(life.examples(), 2u);
    expect(ens::same_text(life.device.mode().mode_id, "fm_voice"), "the mode");
  }
}

void request(Life& life, std::uint8_t type) {
  std::uint8_t frame[ens::kMaxFrameBytes];
  const std::size_t size = ens::write_frame(type, 1, nullptr, 0, frame);
  life.board.sent.clear();
  for (std::size_t i = 0; i < size; ++i) life.session.take(frame[i]);
}

// The types of the frames that were sent.
std::vector<int> types_sent(Life& life) {
  ens::FrameReceiver receiver;
  ens::Frame frame;
  std::vector<int> types;
  for (const char byte : life.board.sent) {
    if (receiver.take(static_cast<std::uint8_t>(byte), frame)) types.push_back(frame.type);
  }
  return types;
}

void a_host_that_comes_later_is_told_once() {
  constexpr std::uint8_t kState = 0x12;
  RoomyFlash flash;
  Life life(flash);
  life.session.self_test(true);
  life.rest(10);
  request(life, kState);
  expect(types_sent(life) == std::vector<int>{0xf2, 0x92}, "the report, then the answer");
  request(life, kState);
  expect(types_sent(life) == std::vector<int>{0x92}, "once");
  request(life, 0x1a);
  expect(types_sent(life) == std::vector<int>{0x9a}, "asked for, it is the answer");
}

}  // namespace

int main() {
  a_codec_is_known_by_its_id_and_clock();
  each_broken_part_is_found();
  flash_is_written_read_and_cleared();
  the_tone_is_left_then_right_without_a_click();
  the_instrument_comes_back_bit_for_bit();
  the_volume_is_set_for_the_tone_only();
  both_buttons_at_power_on_test_the_parts();
  a_host_that_comes_later_is_told_once();
  return ens_test::result();
}
