// Everything the buttons, the stick and the encoder of a board do, and what its light says.

#include "device/quadrature.h"
#include "firmware/device/panel_user.h"

namespace {

using ens::Gesture;
using ens::Gestures;
using ens_test::expect;
using ens_test::kE;
using ens_test::kM;
using ens_test::kT;
using ens_test::Life;
using ens_test::PanelUser;
using ens_test::RoomyFlash;

struct Step {
  std::uint8_t down;
  std::uint32_t ticks;
};

std::vector<Gesture> meaning(const std::vector<Step>& steps) {
  Gestures gestures;
  for (int i = 0; i < 10; ++i) gestures.take(0);
  std::vector<Gesture> found;
  for (const auto& [down, ticks] : steps) {
    for (std::uint32_t i = 0; i < ticks; ++i) {
      const Gesture meant = gestures.take(down);
      if (meant != Gesture::kNone) found.push_back(meant);
    }
  }
  return found;
}

void every_gesture_is_read() {
  const struct {
    const char* what;
    std::vector<Step> steps;
    std::vector<Gesture> meant;
  } cases[] = {
      {"nothing", {{0, 5000}}, {}},
      {"teach", {{kT, 50}, {0, 50}}, {Gesture::kTeach}},
      {"nothing before it is let go", {{kT, 300}}, {}},
      {"twice", {{kT, 50}, {0, 50}, {kT, 50}, {0, 50}}, {Gesture::kTeach, Gesture::kTeach}},
      {"train", {{kT, 400}, {0, 50}}, {Gesture::kTrain}},
      {"mode", {{kM, 50}, {0, 50}}, {Gesture::kNextMode}},
      {"voice space", {{kM, 400}, {0, 50}}, {Gesture::kNextVoiceSpace}},
      {"encoder", {{kE, 50}, {0, 50}}, {Gesture::kNextVoiceSpace}},
      {"encoder once while held", {{kE, 5000}, {0, 50}}, {Gesture::kNextVoiceSpace}},
      {"jitter", {{kT, 50}, {kT | kM, 50}, {kT, 50}, {0, 50}}, {Gesture::kJitter}},
      {"jitter after a long hold",
       {{kT, 900}, {kT | kM, 50}, {kT, 50}, {0, 50}},
       {Gesture::kJitter}},
      {"jitter twice",
       {{kT, 50}, {kT | kM, 50}, {kT, 50}, {kT | kM, 50}, {kT, 50}, {0, 50}},
       {Gesture::kJitter, Gesture::kJitter}},
      {"undo", {{kM, 50}, {kT | kM, 50}, {kM, 900}, {0, 50}}, {Gesture::kUndo}},
      {"undo, both let go at once", {{kM, 50}, {kT | kM, 50}, {0, 50}}, {Gesture::kUndo}},
      {"undo, the first let go first",
       {{kM, 50}, {kT | kM, 50}, {kT, 900}, {0, 50}},
       {Gesture::kUndo}},
      {"clear", {{kT, 50}, {kT | kM, 1600}, {kT, 900}, {0, 50}}, {Gesture::kClear}},
      {"clear, pressed together", {{kT | kM, 1600}, {0, 50}}, {Gesture::kClear}},
      {"not yet clear", {{kT | kM, 1400}, {0, 50}}, {}},
      {"pressed together for a moment", {{kT | kM, 50}, {0, 50}}, {}},
      {"from one to the other",
       {{kT, 50}, {kM, 50}, {0, 50}},
       {Gesture::kTeach, Gesture::kNextMode}},
      {"a spark", {{kT, 3}, {0, 50}}, {}},
      {"bounces",
       {{kT, 1}, {0, 2}, {kT, 3}, {0, 1}, {kT, 60}, {0, 2}, {kT, 2}, {0, 50}},
       {Gesture::kTeach}},
  };
  for (const auto& [what, steps, meant] : cases) {
    ens_test::note(meaning(steps) == meant, __FILE__, __LINE__, what);
  }
}

// The self-test is started with both buttons held: that must not clear what was taught.
void what_is_held_at_power_on_means_nothing() {
  for (const std::uint8_t held : {kT, kM, kE, static_cast<std::uint8_t>(kT | kM)}) {
    Gestures gestures;
    int meant = 0;
    for (int i = 0; i < 5000; ++i) meant += gestures.take(held) != Gesture::kNone;
    for (int i = 0; i < 100; ++i) meant += gestures.take(0) != Gesture::kNone;
    CHECK_EQUAL(meant, 0);
    for (int i = 0; i < 50; ++i) gestures.take(kM);
    for (int i = 0; i < 50; ++i) meant += gestures.take(0) == Gesture::kNextMode;
    CHECK_EQUAL(meant, 1);
  }
}

// Any pressing at all: no gesture without a button, and what is held is found again.
void random_controls_end_in_order() {
  std::mt19937 random(5);
  for (int round = 0; round < 200; ++round) {
    Gestures gestures;
    for (int i = 0; i < 100; ++i) {
      const auto down = static_cast<std::uint8_t>(random() % 8);
      for (auto ticks = random() % 700; ticks > 0; --ticks) gestures.take(down);
    }
    for (int i = 0; i < 20; ++i) gestures.take(0);
    int meant = 0;
    for (int i = 0; i < 3000; ++i) meant += gestures.take(0) != Gesture::kNone;
    CHECK_EQUAL(meant, 0);
    for (int i = 0; i < 50; ++i) gestures.take(kT);
    for (int i = 0; i < 50; ++i) meant += gestures.take(0) == Gesture::kTeach;
    CHECK_EQUAL(meant, 1);
  }
}

void a_board_is_taught_without_a_computer() {
  PanelUser player;
  player.life().select("drone");
  player.hold(0, 20);
  player.lean(0);
  player.hold(0, 20);
  CHECK_EQUAL(player.press(kT), 1);
  CHECK_EQUAL(player.life().examples(), 1u);
  player.hold(kT, 60);
  player.hold(kT | kM, 60);
  player.hold(kT, 60);
  CHECK_EQUAL(player.hold(0, 2000), 2);  // another sound: jitter
  player.lean(65520);
  player.hold(0, 20);
  CHECK_EQUAL(player.press(kT), 1);
  CHECK_EQUAL(player.life().examples(), 2u);
  const EnsTrainConfig whole = {1.0f, 200, 0.0f};
  ens_set_train_config(player.instrument(), &whole, 7);
  const auto before = player.life().file();
  player.hold(kT, 400);
  player.hold(0, 20);
  expect(player.life().session.training(), "it trains");
  while (player.life().session.training()) player.hold(0, 1);
  expect(player.life().file() != before, "and has learned");
  player.hold(kM, 60);
  player.hold(kT | kM, 60);
  player.hold(0, 2000);
  expect(player.life().file() == before, "undo");
  player.hold(kM, 60);
  player.hold(kT | kM, 60);
  player.hold(0, 2000);
  expect(player.life().file() != before, "and again: redo");
  player.hold(kT | kM, 1400);
  CHECK_EQUAL(player.life().examples(), 2u);
  player.hold(kT | kM, 200);
  CHECK_EQUAL(player.life().examples(), 0u);
}

void training_is_seen_and_stopped() {
  PanelUser player;
  player.life().select("paf_synth");
  const EnsTrainConfig endless = {1.0f, 1'000'000, 0.0f};
  ens_set_train_config(player.instrument(), &endless, 7);
  player.lean(0);
  player.press(kT);
  player.lean(65520);
  player.hold(0, 50);
  player.press(kT);
  player.hold(kT, 400);
  player.hold(0, 1000);
  player.lit_ticks = 0;
  player.hold(0, 500);
  CHECK_EQUAL(player.lit_ticks, 500);
  player.hold(kT, 400);
  player.hold(0, 1000);
  expect(!player.life().session.training(), "held again, it stops");
  player.lit_ticks = 0;
  player.hold(0, 500);
  CHECK_EQUAL(player.lit_ticks, 0);
}

void modes_and_voice_spaces_are_counted_out() {
  PanelUser player;
  player.life().select("space_reverb");
  player.hold(0, 10);
  const auto index = static_cast<int>(player.life().index_of("space_reverb"));
  player.hold(kM, 400);
  CHECK_EQUAL(player.hold(0, 2000), 2);
  CHECK_EQUAL(ens_voice_space(player.instrument()), 1u);
  CHECK_EQUAL(player.press(kE), 3);
  CHECK_EQUAL(ens_voice_space(player.instrument()), 2u);
  CHECK_EQUAL(player.press(kM), index + 2);
  CHECK_EQUAL(player.life().device.selected(), static_cast<std::size_t>(index) + 1);
  for (std::size_t i = 0; i + 1 < player.life().device.mode_count(); ++i) player.press(kM);
  CHECK_EQUAL(player.life().device.selected(), static_cast<std::size_t>(index));
}

void what_cannot_be_done_is_said() {
  PanelUser player;
  player.hold(0, 10);
  player.hold(kT, 400);
  CHECK_EQUAL(player.hold(0, 3000), 5);  // nothing to learn
}

void the_volume_follows_stick_and_encoder() {
  PanelUser player;
  player.life().select("drone");
  player.hold(0, 20);
  const auto volume = [&] { return player.life().device.settings().volume; };
  const auto y_of = [&] {
    std::uint16_t inputs[ENS_MAX_INPUTS] = {};
    ens_read_inputs(player.instrument(), inputs);
    return inputs[1];
  };
  CHECK_EQUAL(volume(), ENS_UNIT_ONE);
  player.turn(-8);
  CHECK_EQUAL(volume(), ENS_UNIT_ONE * 3 / 4);
  player.turn(100);
  CHECK_EQUAL(volume(), ENS_UNIT_ONE);
  player.hold(kM, 60);
  const std::uint16_t at_rest = y_of();
  player.hold(kM, 600, 0);
  expect(volume() < ENS_UNIT_ONE * 2 / 3 && volume() > ENS_UNIT_ONE / 2, "pulled down");
  CHECK_EQUAL(y_of(), at_rest);
  player.hold(kM, 2000, 0);
  CHECK_EQUAL(volume(), 0);
  player.hold(kM, 300, 65520);
  expect(volume() > 0, "pushed up");
  player.hold(0, 10, 65520);  // until the button has settled
  const std::uint16_t set = volume();
  const std::size_t mode = player.life().device.selected();
  const std::uint32_t space = ens_voice_space(player.instrument());
  player.hold(0, 100, 65520);
  CHECK_EQUAL(y_of(), at_rest);  // until the stick is let go too
  player.hold(0, 100);
  player.hold(0, 100, 65520);
  expect(y_of() > 30000, "then it plays again");
  CHECK_EQUAL(volume(), set);
  CHECK_EQUAL(player.life().device.selected(), mode);
  CHECK_EQUAL(ens_voice_space(player.instrument()), space);
}

void the_encoder_counts_detents() {
  const bool cycle[4][2] = {{true, true}, {false, true}, {false, false}, {true, false}};
  std::mt19937 random(9);
  for (int way : {1, -1}) {
    ens::Quadrature encoder;
    int position = 0;
    int detents = 0;
    for (int step = 1; step <= 400; ++step) {
      const int from = position;
      position = (position + way + 4) % 4;
      for (auto bounces = random() % 4; bounces > 0; --bounces) {
        detents += encoder.take(cycle[position][0], cycle[position][1]);
        detents += encoder.take(cycle[from][0], cycle[from][1]);
      }
      detents += encoder.take(cycle[position][0], cycle[position][1]);
      if (step % 4 == 0) CHECK_EQUAL(detents, way * step / 4);
    }
  }
  // Half a turn and back is nothing.
  ens::Quadrature encoder;
  int detents = 0;
  for (const int at : {1, 2, 1, 0, 3, 2, 3, 0}) detents += encoder.take(cycle[at][0], cycle[at][1]);
  CHECK_EQUAL(detents, 0);
}

// A stick that turns less than the whole way, and rests beside its middle.
void a_stick_is_calibrated_and_stays_so() {
  constexpr std::uint16_t kLow = 9000;
  constexpr std::uint16_t kRest = 30000;
  constexpr std::uint16_t kHigh = 52000;
  RoomyFlash flash;
  const auto x_at = [&](Life& life, ens::Panel& panel, std::uint16_t reading) {
    ens::ControlReadings controls;
    controls.axes[0] = reading;
    panel.tick(controls);
    life.board.tick();
    std::uint16_t inputs[ENS_MAX_INPUTS] = {};
    ens_read_inputs(life.device.instrument(), inputs);
    return int{inputs[0]};
  };
  {
    Life life(flash);
    life.select("drone");
    ens::Panel panel(life.session);
    expect(x_at(life, panel, kLow) > 2000, "it does not reach 0");
    expect(!life.session.calibrate(false), "it was not begun");
    life.session.calibrate(true);
    x_at(life, panel, kRest);
    expect(!life.session.calibrate(false), "nothing was moved");
    expect(x_at(life, panel, kLow) > 2000, "so nothing has changed");
    life.session.calibrate(true);
    for (std::uint16_t at = kLow; at < kHigh; at = static_cast<std::uint16_t>(at + 100)) {
      x_at(life, panel, at);
    }
    x_at(life, panel, kHigh);
    x_at(life, panel, kRest);
    expect(life.session.calibrate(false), "one axis was moved");
    life.rest(4);
  }
  Life life(flash);
  life.select("drone");
  ens::Panel panel(life.session);
  CHECK_EQUAL(x_at(life, panel, kLow), 0);
  CHECK_EQUAL(x_at(life, panel, kHigh), 32768);
  CHECK_EQUAL(x_at(life, panel, kRest), 16384);
  expect(life.device.settings().calibration.axes[1] == ens::AxisCalibration(), "the others stay");
}

void the_light_says_what_is_wrong() {
  ens::Light light;
  const auto lit = [&](const ens::Light::Shows& shows, int ticks) {
    int on = 0;
    for (int i = 0; i < ticks; ++i) on += light.tick(shows);
    return on;
  };
  CHECK_EQUAL(lit({false, false, false, false, 0}, 3000), 0);
  CHECK_EQUAL(lit({false, false, true, false, 0}, 3000), 3000);
  // Each late tick for 50 ms, and those that come before that is over for longer.
  constexpr int kBlink = ens::Light::kQuickTicks;
  CHECK_EQUAL(lit({false, false, false, false, 1}, 3000), kBlink);
  CHECK_EQUAL(lit({false, false, false, false, 1}, 3000), 0);
  CHECK_EQUAL(lit({false, false, false, false, 2}, 10), 10);
  CHECK_EQUAL(lit({false, false, false, false, 5}, 3000), kBlink);
  const int fault = lit({false, false, false, true, 1}, 3000);
  expect(fault >= 200 && fault <= 300, "a fault blinks slowly");
  const int clearing = lit({false, true, false, true, 5}, 3000);
  expect(clearing > 1400 && clearing < 1600, "clearing blinks fast");
  CHECK_EQUAL(lit({true, false, false, false, 5}, 100), 100);
}

}  // namespace

int main() {
  every_gesture_is_read();
  what_is_held_at_power_on_means_nothing();
  random_controls_end_in_order();
  a_board_is_taught_without_a_computer();
  training_is_seen_and_stopped();
  modes_and_voice_spaces_are_counted_out();
  what_cannot_be_done_is_said();
  the_volume_follows_stick_and_encoder();
  the_encoder_counts_detents();
  a_stick_is_calibrated_and_stays_so();
  the_light_says_what_is_wrong();
  return ens_test::result();
}
