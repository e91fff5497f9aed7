// A board that is switched on is heard, and comes back as it was left.
#include <cmath>

#include "firmware/device/simulated_board.h"

namespace {

using ens_test::expect;
using ens_test::Life;
using ens_test::RoomyFlash;

float loudest(Life& life, int ticks) {
  float peak = 0.0f;
  for (int i = 0; i < ticks; ++i) peak = std::max(peak, life.board.tick());
  return peak;
}

void the_first_sound_needs_no_hand() {
  RoomyFlash flash;
  Life life(flash);
  expect(loudest(life, 3000) > 0.05f, "it is heard within four seconds");
}

void modes_that_sound_by_themselves_do() {
  RoomyFlash flash;
  Life life(flash);
  int sounding = 0;
  for (std::size_t i = 0; i < life.device.mode_count(); ++i) {
    if (!ens::sounds_by_itself(life.device.mode_at(i))) continue;
    ++sounding;
    life.session.select(i);
    expect(loudest(life, 3000) > 0.01f, life.device.mode().mode_id);
  }
  expect(sounding >= 3, "there are several");
}

void mode_voice_space_and_volume_are_remembered() {
  RoomyFlash flash;
  {
    Life life(flash);
    life.select("space_reverb");
    expect(life.device.select_voice_space(2) == ENS_OK, "a voice space");
    life.device.set_volume(8192);
    life.rest(4);
  }
  Life life(flash);
  expect(ens::same_text(life.device.mode().mode_id, "space_reverb"), "the mode");
  CHECK_EQUAL(ens_voice_space(life.device.instrument()), 2u);
  CHECK_EQUAL(life.device.settings().volume, 8192);
  expect(life.board.volume > 0.19f && life.board.volume < 0.21f, "a quarter of 0.8");
  life.select("drone");
  CHECK_EQUAL(ens_voice_space(life.device.instrument()), 0u);
  expect(life.board.volume > 0.19f && life.board.volume < 0.21f, "the volume is of all modes");
}

void damaged_settings_start_afresh() {
  for (const std::size_t size : {0u, 1u, 12u, 32u, 33u}) {
    RoomyFlash flash;
    {
      ens_test::SimulatedBoard board(flash);
      const std::vector<std::uint8_t> bytes(size, 0xff);
      board.keep(ens::Settings::kKey, bytes.data(), bytes.size());
    }
    Life life(flash);
    expect(ens::sounds_by_itself(life.device.mode()), "with a mode that sounds");
    CHECK_EQUAL(life.device.settings().volume, ENS_UNIT_ONE);
  }
}

// Ten years of a button pressed every minute, at once: the settings wear no sector out.
void settings_wear_all_sectors_alike() {
  RoomyFlash flash;
  Life life(flash);
  for (int press = 0; press < 400; ++press) {
    life.device.set_volume(static_cast<std::uint16_t>(press));
    life.rest(4);
  }
  int most = 0;
  for (const auto& [sector, erases] : flash.erases) most = std::max(most, erases);
  expect(life.board.erases() >= 400, "each was stored");
  expect(most <= 8, "over all 63 sectors");
}

void turning_the_volume_writes_once() {
  RoomyFlash flash;
  Life life(flash);
  life.rest(5);
  const int before = life.board.erases();
  for (int step = 0; step < 200; ++step) {
    life.device.set_volume(static_cast<std::uint16_t>(step * 100));
    life.rest(0.02);
  }
  CHECK_EQUAL(life.board.erases() - before, 0);
  life.rest(3);
  CHECK_EQUAL(life.board.erases() - before, 1);
}

// The largest step between neighbouring samples of `heard` from sample `from` on.
float largest_step(const std::vector<float>& heard, std::size_t from, std::size_t to) {
  float most = 0.0f;
  for (std::size_t i = from + 1; i < to && i < heard.size(); ++i) {
    most = std::max(most, std::fabs(heard[i] - heard[i - 1]));
  }
  return most;
}

// The old mode fades out before it is taken away, and the new one in: no step is larger than those
// of the two modes themselves. Drums are steps.
void selecting_a_mode_does_not_click() {
  RoomyFlash flash;
  Life life(flash);
  const char* const modes[] = {"drone", "wanderer", "paf_synth", "wanderer"};
  for (int round = 0; round < 24; ++round) {
    std::vector<float>& heard = life.board.heard;
    life.board.records = true;
    heard.clear();
    for (int i = 0; i < 300 + round; ++i) life.board.tick();
    const std::size_t selected = heard.size();
    expect(life.select(modes[round % 4]), "selects");
    const std::size_t fades = ens::FadeGate::kTicks * ENS_TICK_FRAMES;
    for (int i = 0; i < 300; ++i) life.board.tick();
    const float before = largest_step(heard, 200 * ENS_TICK_FRAMES, selected);
    // Until the new mode is a third of what it will be.
    const float change = largest_step(heard, selected - 1, selected + fades + fades / 2);
    const float after = largest_step(heard, selected + fades + fades / 2, heard.size());
    expect(change <= std::max(before, after) + 0.002f, modes[round % 4]);
    expect(std::fabs(heard[selected + fades - 1]) < 1e-6f, "it is silent in between");
  }
}

}  // namespace

int main() {
  the_first_sound_needs_no_hand();
  modes_that_sound_by_themselves_do();
  mode_voice_space_and_volume_are_remembered();
  damaged_settings_start_afresh();
  settings_wear_all_sectors_alike();
  turning_the_volume_writes_once();
  selecting_a_mode_does_not_click();
  return ens_test::result();
}
