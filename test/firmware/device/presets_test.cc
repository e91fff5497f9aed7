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

}  // namespace

int main() {
  presets_are_chosen_with_the_stick_and_sound_as_everywhere();
  the_stick_chooses_one_preset_a_push();
  return ens_test::result();
}
