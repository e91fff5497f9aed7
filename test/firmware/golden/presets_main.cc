// Plays the golden performance on every preset of every mode, chosen as in plugin hosts: a line
// `mode "name" hash` for each.
#include <cstdio>

#include "firmware/golden/timeline.h"
#include "host/player.h"

int main() {
  for (const ens::mode::Mode& mode : ens::mode::kModes) {
    for (std::size_t i = 0; i < mode.preset_count; ++i) {
      EnsStatus status = ENS_OK;
      const auto player = ens::host::Player::open(mode, {}, &status);
      if (player == nullptr || player->choose(mode.presets[i]) != ENS_OK) return 1;
      std::printf("%s \"%s\" %08x\n", mode.mode_id, mode.presets[i].name.data,
                  ens_test::perform(player->instrument(), mode, false, !ens_test::drones(mode)));
    }
  }
  return 0;
}
