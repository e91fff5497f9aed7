// Prints how deep the stacks of both cores get: `audio MODE BYTES` and `control MODE BYTES`. Each
// side runs on a painted stack of its own; what still has its paint was never used.
#include "board/memory_flash.h"
#include "board/mps2/semihosting.h"
#include "device/fade_gate.h"
#include "device/image.h"
#include "device/midi_in.h"
#include "device/midi_out.h"
#include "device/panel.h"
#include "device/session.h"
#include "device/stacks.h"
#include "device/test_tone.h"
#include "device/words.h"

namespace {

constexpr std::uint32_t kPaint = 0xa5c35a3cu;
// What an interrupt pushes with the floating-point registers, and the SDK's way to the handler.
constexpr std::uint32_t kInterruptBytes = 104 + 64;
constexpr std::size_t kWords = 16384 / 4;

alignas(8) std::uint32_t stack[kWords];

// Runs `work` on the painted stack and gives the bytes it used.
std::uint32_t depth_of(void (*work)()) {
  for (std::uint32_t& word : stack) word = kPaint;
  std::uint32_t* const top = stack + kWords;
  asm volatile(
      "mov r4, sp\n"
      "mov sp, %0\n"
      "blx %1\n"
      "mov sp, r4\n"
      :
      : "r"(top), "r"(work)
      : "r0", "r1", "r2", "r3", "r4", "r12", "lr", "cc", "memory", "s0", "s1", "s2", "s3", "s4",
        "s5", "s6", "s7", "s8", "s9", "s10", "s11", "s12", "s13", "s14", "s15");
  std::size_t free = 0;
  while (free < kWords && stack[free] == kPaint) ++free;
  return static_cast<std::uint32_t>((kWords - free) * 4);
}

class Board final : public ens::FlashBoard<ens::MemoryFlash> {
 public:
  const char* name() const override { return "stack"; }
  void send(const std::uint8_t*, std::size_t) override {}
  void pause_audio() override {}
  void resume_audio(EnsInstrument*, const EnsDriverConfig&) override {}
  void set_volume(float) override {}
  std::uint32_t ticks() const override { return ticks_ += 100; }
  std::uint32_t longest_tick_us() const override { return 0; }

 private:
  mutable std::uint32_t ticks_ = 0;
};

ens::image::Storage storage;
Board board;
ens::Device device(board, ens::image::kModes, storage.memory());
ens::Session session(device);
ens::Panel panel(session);
ens::MidiIn midi_in(device);
ens::MidiOut midi_out(device);
ens::FadeGate gate;
ens::TestTone tone;
std::int32_t words[2 * ENS_TICK_FRAMES];
std::size_t mode_index = 0;

void audio_tick() {
  float in[2][ENS_TICK_FRAMES] = {};  // as the handler of a board has them
  float out[2][ENS_TICK_FRAMES];
  ens::from_words(words, ENS_TICK_FRAMES, in[0], in[1]);
  ens_audio_process(device.instrument(), in[0], in[1], out[0], out[1], ENS_TICK_FRAMES);
  gate.apply(out[0], out[1]);
  tone.replace(out[0], out[1]);
  ens::to_words(out[0], out[1], ENS_TICK_FRAMES, words);
}

void audio_side() {
  for (int i = 0; i < 20; ++i) audio_tick();
}

// All gestures of the table in board/README.md, and the stick at an end.
void play_panel() {
  struct Held {
    std::uint8_t buttons;
    std::uint32_t ticks;
  };
  constexpr Held kHeld[] = {{1, 20}, {0, 20}, {1, 800},  {0, 20}, {1, 20},  {3, 20},
                            {0, 20}, {2, 20}, {3, 20},   {0, 20}, {2, 800}, {0, 20},
                            {2, 20}, {0, 20}, {3, 2000}, {0, 20}};
  for (const auto& [buttons, ticks] : kHeld) {
    ens::ControlReadings readings;
    readings.buttons = buttons;
    readings.axes[0] = ENS_UNIT_ONE;
    for (std::uint32_t i = 0; i < ticks; ++i) panel.tick(readings);
  }
}

void control_side() {
  session.self_test(true);
  session.calibrate(true);
  session.calibrate(false);
  play_panel();
  constexpr std::uint8_t kMidi[] = {0xf8, 0x90, 60, 100, 0xb0, 1, 3, 0x80, 60, 0};
  for (const std::uint8_t byte : kMidi) midi_in.take(byte);
  ens_midi_in(device.instrument(), 0x90, 60, 100);
  ens_control_tick(device.instrument());
  midi_out.turn([](std::uint32_t) {});
  session.teach();
  session.train();
  for (int i = 0; i < 50; ++i) session.work();
  session.jitter(3000);
  for (std::uint8_t type = 1; type < 0x40; ++type) {
    static std::uint8_t frame[ens::kMaxFrameBytes];  // the host's, not on the stack
    const std::uint8_t body[8] = {};
    const std::size_t size = ens::write_frame(type, 1, body, type % 9, frame);
    for (std::size_t i = 0; i < size; ++i) session.take(frame[i]);
  }
  session.select((mode_index + 1) % device.mode_count());
  session.select(mode_index);
}

void print(const char* what, std::uint32_t bytes) {
  ens::semihosting::write(what);
  ens::semihosting::write(" ");
  ens::semihosting::write(device.mode().mode_id);
  ens::semihosting::write_number(bytes);
  ens::semihosting::write("\n");
}

}  // namespace

int main() {
  if (device.start() != ens::link::Status::kOk) return 1;
  for (mode_index = 0; mode_index < device.mode_count(); ++mode_index) {
    if (session.select(mode_index) != ens::link::Status::kOk) return 2;
    std::uint32_t deepest = 0;
    const std::size_t spaces = device.mode().voice_space_count;
    for (std::size_t space = 0; space <= spaces; ++space) {
      device.select_voice_space(space % (spaces > 0 ? spaces : 1));
      ens_note_on(device.instrument(), 60, ENS_UNIT_ONE);
      ens_control_tick(device.instrument());
      const std::uint32_t depth = depth_of(audio_side) + kInterruptBytes;
      if (depth > deepest) deepest = depth;
    }
    print("audio", deepest);
    print("control", depth_of(control_side) + kInterruptBytes);
  }
  return 0;
}
