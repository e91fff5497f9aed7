// What a tick of every mode costs the firmware: `mode control worst audio worst`, instructions of
// the control thread (inputs, network, params) and of the audio thread for 64 samples, mean and
// worst of the voice space that costs most. Networks run by the kernels of the image, as on a
// board.
#include "board/mps2/counter.h"
#include "board/mps2/semihosting.h"
#include "device/image.h"
#include "firmware/golden/timeline.h"

namespace {

constexpr std::uint32_t kTicks = 900;

alignas(16) unsigned char memory[ens::image::kArenaBytes];

// Mean and worst of what was counted.
struct Cost {
  std::uint64_t sum = 0;
  std::uint32_t count = 0;
  std::uint32_t worst = 0;

  void add(std::uint32_t spent) {
    sum += spent;
    ++count;
    if (spent > worst) worst = spent;
  }
  std::uint32_t mean() const { return count == 0 ? 0 : static_cast<std::uint32_t>(sum / count); }
  void keep_larger(const Cost& other) {
    if (other.mean() > mean()) *this = other;
  }
};

struct Costs {
  Cost control;
  Cost audio;
};

Costs play(const ens::ModeList& modes, std::size_t index, std::uint32_t voice_space,
           ens::InstructionCounter* counter) {
  const ens::mode::Mode& mode = modes.modes[index];
  const EnsConfig config = ens::mode_config(mode);
  Costs costs;
  EnsInstrument* instrument = nullptr;
  if (ens_create(&config, memory, sizeof memory, &instrument) != ENS_OK) return costs;
  if (!instrument->network.use(modes.kernels[index])) return costs;
  ens_set_voice_space(instrument, voice_space);
  counter->start();
  const std::uint32_t overhead = counter->stop();
  ens_test::Signal signal;
  float left[ENS_TICK_FRAMES];
  float right[ENS_TICK_FRAMES];
  for (std::uint32_t tick = 0; tick < kTicks; ++tick) {
    for (std::uint32_t i = 0; i < mode.channel_count; ++i) {
      if (ens_test::moves_itself(mode.channel_names[i])) continue;
      ens_set_input(instrument, i, ens_test::channel_at(tick, i));
    }
    if (tick % 225 == 0) ens_note_on(instrument, 48 + tick / 225 * 7 % 24, 30000);
    for (float& x : left) x = signal.next();
    counter->start();
    ens_control_tick(instrument);
    const std::uint32_t control = counter->stop() - overhead;
    counter->start();
    ens_audio_process(instrument, left, left, left, right, ENS_TICK_FRAMES);
    const std::uint32_t audio = counter->stop() - overhead;
    while (ens_next_event(instrument) != 0) {
    }
    if (tick == 0) continue;  // the first tick also resets the engine
    costs.control.add(control);
    costs.audio.add(audio);
  }
  return costs;
}

}  // namespace

int main() {
  ens::InstructionCounter counter;
  const ens::ModeList& modes = ens::image::kModes;
  for (std::size_t i = 0; i < modes.count; ++i) {
    Costs most;
    for (std::uint32_t space = 0; space < modes.modes[i].voice_space_count; ++space) {
      const Costs costs = play(modes, i, space, &counter);
      if (costs.audio.count == 0) return 1;
      most.control.keep_larger(costs.control);
      most.audio.keep_larger(costs.audio);
    }
    ens::semihosting::write(modes.modes[i].mode_id);
    ens::semihosting::write_number(most.control.mean());
    ens::semihosting::write_number(most.control.worst);
    ens::semihosting::write_number(most.audio.mean());
    ens::semihosting::write_number(most.audio.worst);
    ens::semihosting::write("\n");
  }
  return 0;
}
