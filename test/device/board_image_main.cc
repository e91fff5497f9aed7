// What the image of an RP2350 holds beside its SDK and drivers, for rp2350.ld: board/rp2350/main.cc
// without hardware. It is linked and measured, never run.
#include "board/rp2350/modes.h"
#include "device/fade_gate.h"
#include "device/flash_plan.h"
#include "device/midi_in.h"
#include "device/midi_out.h"
#include "device/panel.h"
#include "device/session.h"
#include "device/stacks.h"
#include "device/test_tone.h"
#include "device/words.h"

namespace {

std::uint32_t audio_stack[ens::kAudioStackBytes / 4];
std::int32_t words[2 * ENS_TICK_FRAMES];

class Flash {
 public:
  static constexpr std::size_t kSectorSize = ens::FlashPlan::kSectorBytes;
  static constexpr std::size_t kSectorCount = ens::FlashPlan::kStoreSectors;

  bool erase(std::size_t sector) { return sector < kSectorCount; }
  bool program(std::size_t, std::size_t, const std::uint8_t*, std::size_t) { return true; }
  const std::uint8_t* read(std::size_t sector) const {
    return reinterpret_cast<const std::uint8_t*>(0x14000000 + sector * kSectorSize);
  }
};

class Board final : public ens::FlashBoard<Flash> {
 public:
  const char* name() const override { return "image"; }
  void send(const std::uint8_t*, std::size_t) override {}
  void pause_audio() override {}
  void resume_audio(EnsInstrument*, const EnsDriverConfig&) override {}
  void set_volume(float) override {}
  std::uint32_t ticks() const override { return 0; }
  std::uint32_t longest_tick_us() const override { return 0; }
};

Board board;
ens::Device device(board, ens::board_modes(), ens::board_memory());
ens::Session session(device);
ens::Panel panel(session);
ens::MidiIn midi_in(device);
ens::MidiOut midi_out(device);
ens::FadeGate gate;
ens::TestTone tone;

void audio_tick() {
  float in[2][ENS_TICK_FRAMES];
  float out[2][ENS_TICK_FRAMES];
  ens::from_words(words, ENS_TICK_FRAMES, in[0], in[1]);
  ens_audio_process(device.instrument(), in[0], in[1], out[0], out[1], ENS_TICK_FRAMES);
  gate.apply(out[0], out[1]);
  tone.replace(out[0], out[1]);
  ens::to_words(out[0], out[1], ENS_TICK_FRAMES, words);
}

}  // namespace

int main() {
  device.start();
  session.self_test(true);
  for (;;) {
    *static_cast<volatile std::uint32_t*>(audio_stack) = 0;
    audio_tick();
    ens::ControlReadings readings;
    panel.tick(readings);
    session.take(0);
    midi_in.take(std::uint8_t{0xf8});
    ens_control_tick(device.instrument());
    midi_out.turn([](std::uint32_t) {});
    session.work();
  }
}
