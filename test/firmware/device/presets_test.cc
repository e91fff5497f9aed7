// Presets on a board: chosen with the stick, the same bits as everywhere, nothing taught is lost.
#include "firmware/device/panel_user.h"
#include "host/player.h"

namespace {

using ens_test::expect;
using ens_test::kE;
using ens_test::kM;
using ens_test::kT;
using ens_test::Life;
using ens_test::PanelUser;
using ens_test::RoomyFlash;

// Pushes the stick to one side for a moment while the mode button is held; gives the flashes.
int push_aside(PanelUser& player, std::uint16_t x) {
  player.hold(kM, 60);
  player.lean(x);
  int flashes = player.hold(kM, 100);
  player.lean(32760);
  flashes += player.hold(kM, 50);
  return flashes + player.hold(0, 6000);
}

void presets_are_chosen_with_the_stick_and_sound_as_everywhere() {
  PanelUser player;
  Life& life = player.life();
  life.select("drone");
  player.hold(0, 20);
  player.lean(65520);
  player.hold(0, 20);
  player.press(kT);
  player.press(kE);
  player.lean(32760);
  player.hold(0, 20);
  const auto own = life.file();
  const auto volume = life.device.settings().volume;
  const ens::mode::Mode& mode = life.device.mode();
  for (std::size_t i = 0; i < mode.preset_count; ++i) {
    CHECK_EQUAL(push_aside(player, 65520), static_cast<int>(i) + 2);
    CHECK_EQUAL(life.device.preset(), i + 1);
    EnsStatus status = ENS_OK;
    const auto plugin = ens::host::Player::open(mode, {}, &status);
    plugin->choose(mode.presets[i]);
    expect(life.file() == plugin->save(), mode.presets[i].name.data);
    CHECK_EQUAL(ens_voice_space(player.instrument()), mode.presets[i].voice_space);
  }
  CHECK_EQUAL(push_aside(player, 65520), 1);  // round to what was taught
  CHECK_EQUAL(life.device.preset(), 0u);
  expect(life.file() == own, "nothing taught is lost");
  CHECK_EQUAL(ens_voice_space(player.instrument()), 1u);
  CHECK_EQUAL(push_aside(player, 0), static_cast<int>(mode.preset_count) + 1);
  CHECK_EQUAL(life.device.settings().volume, volume);
  CHECK_EQUAL(life.device.selected(), life.index_of("drone"));
  life.rest(60);
  life.select("fm_voice");
  life.select("drone");
  expect(life.file() == own, "a preset that nobody taught further is not kept");
  push_aside(player, 0);
  player.press(kT);
  const auto further = life.file();
  push_aside(player, 65520);
  expect(life.file() == further, "one that was taught further is");
}

void the_stick_chooses_one_preset_a_push() {
  PanelUser player;
  player.life().select("drone");
  player.hold(0, 20);
  player.hold(kM, 60);
  player.lean(65520);
  player.hold(kM, 3000);
  CHECK_EQUAL(player.life().device.preset(), 1u);
  player.lean(32760);
  player.hold(kM, 50);
  player.lean(65520);
  player.hold(kM, 50);
  CHECK_EQUAL(player.life().device.preset(), 2u);
  player.lean(45000);
  player.hold(kM, 50, 0);  // further down than aside
  CHECK_EQUAL(player.life().device.preset(), 2u);
  expect(player.life().device.settings().volume < ENS_UNIT_ONE, "the volume");
  player.hold(0, 100);
  player.lean(0);
  player.hold(0, 100);
  player.hold(kM, 100);  // leaning already, as whoever plays there
  CHECK_EQUAL(player.life().device.preset(), 2u);
}

// Long enough for the settings to be saved.
constexpr double kQuiet = 5;

std::vector<std::uint8_t> preset_file(const ens::mode::Mode& mode, std::size_t number) {
  EnsStatus status = ENS_OK;
  const auto plugin = ens::host::Player::open(mode, {}, &status);
  plugin->choose(mode.presets[number - 1]);
  return plugin->save();
}

void a_power_cycle_brings_back_the_preset_and_what_was_taught_behind_it() {
  RoomyFlash flash;
  std::vector<std::uint8_t> own;
  {
    Life life(flash);
    life.select("drone");
    life.device.select_voice_space(2);
    life.teach(3);
    own = life.file();
    expect(life.session.choose_preset(3) == ens::link::Status::kOk, "chooses");
    life.device.select_voice_space(1);
    life.rest(kQuiet);
  }
  Life life(flash);
  CHECK_EQUAL(life.device.preset(), 3u);
  expect(life.file() == preset_file(life.device.mode(), 3), "the preset, bit for bit");
  CHECK_EQUAL(ens_voice_space(life.device.instrument()), 1u);
  CHECK_EQUAL(life.device.selections(), 1u);
  life.rest(kQuiet);
  expect(life.session.choose_preset(0) == ens::link::Status::kOk, "what was taught");
  expect(life.file() == own, "is there");
  CHECK_EQUAL(ens_voice_space(life.device.instrument()), 2u);
  life.rest(kQuiet);
  Life last(flash);
  CHECK_EQUAL(last.device.preset(), 0u);
  expect(last.file() == own, "and chosen after the next power cycle");
  CHECK_EQUAL(ens_voice_space(last.device.instrument()), 2u);
}

void a_preset_taught_further_comes_back_as_what_was_taught() {
  RoomyFlash flash;
  std::vector<std::uint8_t> further;
  {
    Life life(flash);
    life.select("drone");
    life.device.select_voice_space(2);
    life.teach(1);
    life.session.choose_preset(2);
    life.device.select_voice_space(3);
    life.rest(kQuiet);
    life.teach(1);
    further = life.file();
    // Switched off as soon as the sound is saved, while the volume is still being turned.
    for (std::uint16_t volume = 9000; life.device.touched(); ++volume) {
      life.device.set_volume(volume);
      life.rest(0.01);
    }
  }
  Life life(flash);
  CHECK_EQUAL(life.device.preset(), 0u);
  expect(life.file() == further, "the preset and the sound taught on it");
  CHECK_EQUAL(ens_voice_space(life.device.instrument()), 3u);
  life.session.choose_preset(1);
  life.session.choose_preset(0);
  expect(life.file() == further, "and after another preset");
  CHECK_EQUAL(ens_voice_space(life.device.instrument()), 3u);
}

void a_preset_stays_with_its_mode() {
  RoomyFlash flash;
  {
    Life life(flash);
    life.select("drone");
    life.session.choose_preset(2);
    life.rest(kQuiet);
    life.select("wanderer");
    life.rest(kQuiet);
  }
  Life life(flash);
  expect(ens::same_text(life.device.mode().mode_id, "wanderer"), "the last mode");
  CHECK_EQUAL(life.device.preset(), 0u);
}

// By its name, so that a firmware with presets before it finds it.
void a_preset_that_this_firmware_does_not_have_is_left_out() {
  RoomyFlash flash;
  std::vector<std::uint8_t> own;
  {
    Life life(flash);
    life.select("drone");
    life.teach(2);
    own = life.file();
    life.device.select_voice_space(1);
    life.session.choose_preset(2);
    life.rest(kQuiet);
    ens::Settings foreign = life.device.settings();
    ++foreign.preset_key;
    std::uint8_t bytes[ens::Settings::kBytes];
    foreign.write(bytes);
    life.board.keep(ens::Settings::kKey, bytes, sizeof bytes);
  }
  Life life(flash);
  CHECK_EQUAL(life.device.preset(), 0u);
  expect(life.file() == own, "what was taught");
  CHECK_EQUAL(ens_voice_space(life.device.instrument()), 1u);
}

}  // namespace

int main() {
  presets_are_chosen_with_the_stick_and_sound_as_everywhere();
  the_stick_chooses_one_preset_a_push();
  a_power_cycle_brings_back_the_preset_and_what_was_taught_behind_it();
  a_preset_taught_further_comes_back_as_what_was_taught();
  a_preset_stays_with_its_mode();
  a_preset_that_this_firmware_does_not_have_is_left_out();
  return ens_test::result();
}
