// The life of an object in Pd: made, played, taught, trained, saved in a patch, opened from it and
// deleted.
#include <memory>

#include "hosts/churn/lives.h"
#include "hosts/pd/double/pd_double.h"
#include "registry.h"

namespace {

void play(pd_double::Box& box) {
  for (int block = 0; block < 4; ++block) {
    box.play();
    box.run_clocks();
  }
}

}  // namespace

std::size_t pd_life(int number) {
  const auto place = static_cast<std::size_t>(number) % ens::mode::kModeCount;
  const ens::mode::Mode& mode = ens::mode::kModes[place];
  pd_double::start(number % 2 == 0 ? 48000.0 : 96000.0);
  const auto box = std::make_unique<pd_double::Box>(mode.mode_id);
  // Blocks smaller than a tick, as large, and larger.
  box->connect(1 << (3 + 3 * (number % 3)));
  play(*box);
  for (const char* const message :
       {"0.25 0.5", "teach", "train 1 20 0", "explore 7", "like", "dump", "bang", "note 60 100",
        "midi 250 0 0", "set nothing 1", "no_such_message", "voice_space 1", "release", "jitter"}) {
    box->send(message);
  }
  play(*box);
  const std::vector<t_atom> patch = box->saved();
  pd_double::Box other(mode.mode_id);
  other.restore(patch);
  other.send("dump");
  pd_double::take_console();
  return patch.size();
}
