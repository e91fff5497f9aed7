// What the audio interrupt of a board does in every mode and voice space, between markers that
// test/support/cycles counts: `mode space what ticks`, in the order in which they ran. `what` is
// first (the first tick of a new instrument), play (with every input moving and keys held) or
// change (ticks during a change to the next voice space).
#include <utility>

#include "board/mps2/semihosting.h"
#include "device/fade_gate.h"
#include "device/image.h"
#include "device/test_tone.h"
#include "device/words.h"
#include "firmware/golden/timeline.h"

// Where counting begins and ends.
extern "C" [[gnu::noinline, gnu::used]] void ens_cycles_begin() {
  asm volatile("" ::: "memory");
}
extern "C" [[gnu::noinline, gnu::used]] void ens_cycles_end() {
  asm volatile("" ::: "memory");
}

namespace {

constexpr std::uint32_t kPlayTicks = 240;
constexpr std::uint32_t kKeyTicks = 24;
// Of a change: 12 of fading out, one at silence, 12 of fading in.
constexpr std::uint32_t kChangeTicks = 27;

alignas(16) unsigned char memory[ens::image::kArenaBytes];
std::int32_t words_in[2 * ENS_TICK_FRAMES];
std::int32_t words_out[2 * ENS_TICK_FRAMES];
ens::FadeGate gate;
ens::TestTone tone;

// What I2sAudio does with one half of its buffers.
[[gnu::noinline]] void interrupt(EnsInstrument* instrument) {
  float in[2][ENS_TICK_FRAMES];
  float out[2][ENS_TICK_FRAMES];
  ens::from_words(words_in, ENS_TICK_FRAMES, in[0], in[1]);
  ens_audio_process(instrument, in[0], in[1], out[0], out[1], ENS_TICK_FRAMES);
  gate.apply(out[0], out[1]);
  tone.replace(out[0], out[1]);
  ens::to_words(out[0], out[1], ENS_TICK_FRAMES, words_out);
}

class Performance {
 public:
  Performance(const ens::mode::Mode& mode, EnsInstrument* instrument)
      : mode_(mode), instrument_(instrument) {}

  void play(const char* what, std::uint32_t ticks) {
    for (std::uint32_t i = 0; i < ticks; ++i) tick();
    ens::semihosting::write(mode_.mode_id);
    ens::semihosting::write_number(ens_voice_space(instrument_));
    ens::semihosting::write(" ");
    ens::semihosting::write(what);
    ens::semihosting::write_number(ticks);
    ens::semihosting::write("\n");
  }

 private:
  void tick() {
    for (std::uint32_t i = 0; i < mode_.channel_count; ++i) {
      if (ens_test::moves_itself(mode_.channel_names[i])) continue;
      ens_set_input(instrument_, i, ens_test::channel_at(tick_, i));
    }
    if (tick_ % kKeyTicks == 0) play_key(tick_ / kKeyTicks);
    for (std::int32_t& word : words_in) word = static_cast<std::int32_t>(signal_.next() * 2e9f);
    ens_control_tick(instrument_);
    ens_cycles_begin();
    interrupt(instrument_);
    ens_cycles_end();
    while (ens_next_event(instrument_) != 0) {
    }
    ++tick_;
  }

  // On a channel of its own, which bends, presses and slides it.
  void play_key(std::uint32_t nth) {
    if (nth == 0) {
      for (const auto& [number, value] : {std::pair{101u, 0u}, {100u, 6u}, {6u, 15u}}) {
        ens_midi_in(instrument_, 0xb0, number, value);
      }
    }
    const std::uint32_t channel = 1 + nth % 15;
    ens_midi_in(instrument_, 0xe0 | channel, 0, 60 + nth % 8);
    ens_midi_in(instrument_, 0xd0 | channel, 60, 0);
    ens_midi_in(instrument_, 0xb0 | channel, 74, 100);
    ens_midi_in(instrument_, 0x90 | channel, 48 + nth * 7 % 24, 116);
  }

  const ens::mode::Mode& mode_;
  EnsInstrument* instrument_;
  ens_test::Signal signal_;
  std::uint32_t tick_ = 0;
};

// As where a mode is selected.
void begin_fade() {
  float none[2][ENS_TICK_FRAMES] = {};
  gate.shut([&] {
    gate.apply(none[0], none[1]);
    return true;
  });
  gate.open();
}

bool play(std::size_t index, std::uint32_t space) {
  const ens::mode::Mode& mode = ens::image::kModes.modes[index];
  const EnsConfig config = ens::mode_config(mode);
  EnsInstrument* instrument = nullptr;
  if (ens_create(&config, memory, sizeof memory, &instrument) != ENS_OK) return false;
  if (!instrument->network.use(ens::image::kModes.kernels[index])) return false;
  ens_set_voice_space(instrument, space);
  Performance performance(mode, instrument);
  begin_fade();
  performance.play("first", 1);
  performance.play("play", kPlayTicks);
  if (mode.voice_space_count < 2) return true;
  ens_set_voice_space(instrument, (space + 1) % mode.voice_space_count);
  performance.play("change", kChangeTicks);
  return true;
}

}  // namespace

int main() {
  for (std::size_t index = 0; index < ens::image::kModes.count; ++index) {
    for (std::uint32_t space = 0; space < ens::image::kModes.modes[index].voice_space_count;
         ++space) {
      if (!play(index, space)) return 1;
    }
  }
  return 0;
}
