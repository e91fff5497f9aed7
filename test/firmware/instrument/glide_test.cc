// How fast the sound goes where it is sent: another sound glides in, a gesture is followed at once.
#include "firmware/check.h"
#include "firmware/instrument/player.h"

namespace {

using ens_test::Player;

// A param whose curve is a straight line, so that its state tells how far it is on its way.
constexpr const char* kStraight = "level_2_pct";

std::size_t place_of(const std::vector<const char*>& slots) {
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (std::string(kStraight) == slots[i]) return i;
  }
  return slots.size();
}

struct Sent {
  std::uint32_t params;  // how many are sent from 0 to 1 at once, the measured one among them
  bool joystick;         // whether a channel moves in the same tick
};

// The share of its way that the measured param has gone after `ms`.
double gone(const Sent& sent, double ms) {
  const auto slots = ens_test::all_slots("paf_synth");
  const auto measured = static_cast<std::uint32_t>(place_of(slots));
  Player player({"paf_synth", {"joy_x"}, slots});
  for (std::uint32_t i = 0; i < slots.size(); ++i) ens_set_param(*player, i, 0);
  player.play(48000);
  for (std::uint32_t i = 0; i < sent.params; ++i) ens_set_param(*player, measured + i, 32768);
  if (sent.joystick) ens_set_input(*player, 0, 32768);
  player.play(static_cast<std::uint32_t>(ms * 48.0));
  std::vector<float> state(ens_engine_state_count(ens_test::engine_index("paf_synth")));
  ens_read_state(*player, state.data());
  return static_cast<double>(state[measured]) / 100.0;
}

void another_sound_glides_for_30_to_60_ms() {
  const Sent sound = {8, false};
  CHECK(gone(sound, 24.0) > 0.6 && gone(sound, 24.0) < 0.85);
  CHECK(gone(sound, 30.0) < 0.9);
  CHECK(gone(sound, 60.0) > 0.95);
  CHECK(gone(sound, 200.0) > 0.9999);
}

void a_gesture_is_followed_at_once() {
  CHECK(gone({1, false}, 24.0) > 0.93);  // a knob
  CHECK(gone({8, true}, 24.0) > 0.93);   // a joystick
}

}  // namespace

int main() {
  another_sound_glides_for_30_to_60_ms();
  a_gesture_is_followed_at_once();
  return ens_test::result();
}
