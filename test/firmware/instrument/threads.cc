// Control and audio on two threads, as on a board with two cores; built with ThreadSanitizer.
//
// One thread sounds, the other moves inputs, holds params, plays notes, changes voice spaces,
// trains and reads back what sounds. Exits 0 if both got through and what arrived makes sense.
#include <atomic>
#include <cmath>
#include <cstdio>
#include <thread>

#include "firmware/instrument/player.h"

namespace {

constexpr int kTicks = 3000;

struct Heard {
  bool finite = true;
  double loudest = 0.0;
};

void sound(EnsInstrument* instrument, std::atomic<bool>* done, Heard* heard) {
  float left[50];
  float right[50];
  while (!done->load(std::memory_order_relaxed)) {
    ens_audio_process(instrument, nullptr, nullptr, left, right, 50);
    for (const float x : left) {
      heard->finite = heard->finite && std::isfinite(x);
      heard->loudest = std::fmax(heard->loudest, std::fabs(static_cast<double>(x)));
    }
  }
}

bool control(const ens_test::Player& player) {
  EnsInstrument* instrument = *player;
  const std::uint32_t spaces = ens_engine_voice_space_count(ens_test::engine_index("fm_voice"));
  std::vector<float> state(ens_engine_state_count(ens_test::engine_index("fm_voice")));
  std::vector<std::uint16_t> inputs(player.inputs(), 1000);
  std::vector<std::uint16_t> params(player.params(), 20000);
  ens_add_example(instrument, inputs.data(), params.data());
  ens_set_train_budget(instrument, 2);
  bool good = true;
  for (std::uint32_t tick = 0; tick < kTicks; ++tick) {
    ens_set_input(instrument, 0, tick * 7919 % 32769);
    if (tick % 3 == 0) ens_set_param(instrument, tick % 5, tick * 31 % 32769);
    if (tick % 7 == 0) ens_release_params(instrument);
    if (tick % 40 == 0) ens_note_on(instrument, 40 + tick % 40, 30000);
    if (tick % 60 == 59) ens_all_notes_off(instrument);
    if (tick % 90 == 0) ens_midi_in(instrument, 0xe0, 0, tick % 128);
    if (tick % 500 == 0) ens_set_voice_space(instrument, tick / 500 % spaces);
    if (tick % 700 == 0) ens_jitter(instrument, 2000);
    if (tick % 300 == 0) ens_train_begin(instrument);
    ens_control_tick(instrument);
    ens_read_state(instrument, state.data());
    for (const float value : state) good = good && std::isfinite(value);
    ens_next_event(instrument);
    if (tick % 8 == 0) std::this_thread::yield();
  }
  return good;
}

}  // namespace

int main() {
  const ens_test::Player player(
      {"fm_voice", {"midi_note", "wander_1"}, ens_test::all_slots("fm_voice")});
  std::atomic<bool> done{false};
  Heard heard;
  std::thread audio(sound, *player, &done, &heard);
  const bool good = control(player);
  done.store(true);
  audio.join();
  std::printf("loudest %.3f\n", heard.loudest);
  return good && heard.finite && heard.loudest > 0.001 && heard.loudest <= 1.0 ? 0 : 1;
}
