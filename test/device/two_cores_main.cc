// The two cores of a board under one watchdog, on two emulated cores. The last word of the command
// line says which of them hangs or outgrows its stack; the watchdog then restarts the program,
// which tells what it found: how the stacks' neighbours look and what `state` answers.
#include "board/memory_flash.h"
#include "board/mps2/registers.h"
#include "board/mps2/semihosting.h"
#include "core/same_text.h"
#include "device/core_watch.h"
#include "device/image.h"
#include "device/session.h"
#include "device/stack_guard.h"
#include "device/stacks.h"

extern "C" std::uint32_t ens_stack_top[];
extern "C" void ens_board_reset();

namespace {

using ens::reg;

// SSE-200: the second core, a watchdog and a timer, both at 20 MHz.
constexpr std::uintptr_t kSecondVectors = 0x50021114;
constexpr std::uintptr_t kWaitingCores = 0x50021118;
constexpr std::uintptr_t kVectors = 0xE000ED08;
constexpr std::uintptr_t kCoprocessors = 0xE000ED88;
constexpr std::uint32_t kTicksPerUs = 20;

// As on a board: 2 s without being fed, of which the emulated one waits half before it resets.
constexpr std::uint32_t kWatchdogTicks = 1'000'000 * kTicksPerUs;
namespace watchdog {
constexpr std::uintptr_t kLoad = 0x40081000;
constexpr std::uintptr_t kControl = kLoad + 8;
constexpr std::uintptr_t kClear = kLoad + 12;

void enable() {
  reg(kLoad) = kWatchdogTicks;
  reg(kControl) = 3;  // counts, and resets
}
void feed() {
  reg(kClear) = 1;
  reg(kLoad) = kWatchdogTicks;
}
}  // namespace watchdog

namespace timer {
constexpr std::uintptr_t kControl = 0x50000000;
constexpr std::uintptr_t kValue = kControl + 4;
constexpr std::uintptr_t kReload = kControl + 8;

void begin() {
  reg(kReload) = 0xffffffff;
  reg(kControl) = 1;
}
std::uint32_t us() {
  return ~reg(kValue) / kTicksPerUs;
}
}  // namespace timer

// What outlives a restart: in memory that nothing initialises.
struct Survivors {
  std::uint32_t enabled;  // the watchdog, in the run before
  std::uint32_t restarts;
};
Survivors& survivors() {
  return *reinterpret_cast<Survivors*>(0x30000000);
}
constexpr std::uint32_t kEnabled = 0x6ab73121;
constexpr std::uint32_t kPaint = 0xa5c35a3c;
constexpr std::size_t kPainted = 256;  // words below each stack

// Both in memory that a restart leaves as it was.
struct AudioStack {
  std::uint32_t below[kPainted];
  std::uint32_t words[ens::kAudioStackBytes / 4];
};
AudioStack& audio_stack() {
  return *reinterpret_cast<AudioStack*>(0x30008000);
}
std::uint32_t* control_stack() {
  return ens_stack_top - ens::kControlStackBytes / 4;
}

const char* what = "";
bool is(const char* name) {
  return ens::same_text(what, name);
}

// More and more of the stack, until it ends.
[[gnu::noinline]] std::uint32_t grow(std::uint32_t depth) {
  volatile std::uint32_t room[16] = {depth};
  return depth == 0 ? 0 : grow(depth + 1) + room[depth % 16];
}
// The emulator runs its cores in turn, and a turn ends here.
void yield() {
  asm volatile("yield" ::: "memory");
}

[[noreturn]] void hang() {
  for (;;) yield();
}

// A fault of the processor: the core stands still, without a stack.
[[gnu::naked]] void stand_still() {
  asm volatile("0: yield\n b 0b");
}

ens::CoreWatch cores;
std::atomic<bool> is_time{false};  // for what the command line says

// The interrupt that renders audio on a board.
void audio_interrupt() {
  if (!is_time.load()) return;
  if (is("audio-hangs")) hang();
  if (is("audio-overflows")) grow(1);
}

void audio_core() {
  ens::guard_stack(audio_stack().words);
  reg(kCoprocessors) = reg(kCoprocessors) | (0xFu << 20);
  reg(ens::systick::kReload) = 1333 * kTicksPerUs;
  reg(ens::systick::kValue) = 0;
  reg(ens::systick::kControl) = 7;
  for (;;) {
    cores.beat();
    yield();
    if (is_time.load() && is("audio-loop-hangs")) hang();
  }
}

struct Vectors {
  std::uint32_t* stack;
  void (*handlers[15])();
};
constexpr Vectors vectors(std::uint32_t* stack, void (*begin)(), void (*tick)()) {
  Vectors all{stack, {}};
  for (auto& handler : all.handlers) handler = stand_still;
  all.handlers[0] = begin;
  all.handlers[14] = tick;
  return all;
}
alignas(128) Vectors audio_vectors;
alignas(128) Vectors control_vectors;

void start_audio_core() {
  std::uint32_t* const top = audio_stack().words + ens::kAudioStackBytes / 4;
  audio_vectors = vectors(top, audio_core, audio_interrupt);
  reg(kSecondVectors) = reinterpret_cast<std::uintptr_t>(&audio_vectors);
  reg(kWaitingCores) = 0;
}

class Board final : public ens::FlashBoard<ens::MemoryFlash> {
 public:
  explicit Board(bool restarted) : restarted_(restarted) {}

  const char* name() const override { return "two cores"; }
  void send(const std::uint8_t* bytes, std::size_t size) override {
    for (std::size_t i = 0; i < size; ++i) receiver_.take(bytes[i], frame);
  }
  void pause_audio() override {}
  void resume_audio(EnsInstrument*, const EnsDriverConfig&) override {}
  void set_volume(float) override {}
  std::uint32_t ticks() const override { return 0; }
  std::uint32_t longest_tick_us() const override { return 0; }
  std::uint16_t faults() const override {
    return ens::HardwareFaults{.restarted = restarted_}.flags();
  }

  ens::Frame frame;

 private:
  bool restarted_;
  ens::FrameReceiver receiver_;
};

// The faults that `state` tells a host that asks now.
std::uint32_t faults_told(bool restarted) {
  static ens::image::Storage storage;
  static Board board(restarted);
  static ens::Device device(board, ens::image::kModes, storage.memory());
  static ens::Session session(device);
  if (device.start() != ens::link::Status::kOk) ens::semihosting::exit(3);
  constexpr std::uint8_t kState = 0x12;
  std::uint8_t frame[ens::kMaxFrameBytes];
  const std::size_t size = ens::write_frame(kState, 1, nullptr, 0, frame);
  for (std::size_t i = 0; i < size; ++i) session.take(frame[i]);
  return ens::get_u16(board.frame.body + board.frame.size - 4);
}

bool is_painted(const std::uint32_t* below) {
  for (std::size_t i = 0; i < kPainted; ++i) {
    if (below[i] != kPaint) return false;
  }
  return true;
}

void report(bool restarted) {
  ens::semihosting::write(restarted ? "restarted, faults" : "calm, faults");
  ens::semihosting::write_number(faults_told(restarted));
  const bool intact = is_painted(audio_stack().below) && is_painted(control_stack() - kPainted);
  ens::semihosting::write(intact ? ", memory below the stacks intact\n"
                                 : ", memory below the stacks overwritten\n");
}

// What a board does on core 0: feeds the watchdog while both cores live.
void control_core() {
  constexpr std::uint32_t kCalmUs = 4'000'000;
  const std::uint32_t began = timer::us();
  for (;;) {
    const std::uint32_t now = timer::us();
    yield();
    if (cores.both_live(true, now)) watchdog::feed();
    if (now - began > kCalmUs) return;
    if (now - began < 100'000) continue;
    is_time.store(true);
    if (is("control-hangs")) hang();
    if (is("control-overflows")) grow(1);
  }
}

}  // namespace

int main() {
  ens::guard_stack(control_stack());
  static char line[128] = {};
  ens::semihosting::command_line(line, sizeof line);
  for (char* at = line; *at != '\0'; ++at) {
    if (*at == ' ') what = at + 1;
  }
  if (survivors().enabled == kEnabled) {
    survivors().enabled = 0;
    report(true);
    return 0;
  }
  for (std::size_t i = 0; i < kPainted; ++i) {
    audio_stack().below[i] =
        control_stack()[static_cast<std::ptrdiff_t>(i) - static_cast<std::ptrdiff_t>(kPainted)] =
            kPaint;
  }
  control_vectors = vectors(ens_stack_top, ens_board_reset, stand_still);
  reg(kVectors) = reinterpret_cast<std::uintptr_t>(&control_vectors);
  timer::begin();
  survivors().enabled = kEnabled;
  watchdog::enable();
  start_audio_core();
  control_core();
  survivors().enabled = 0;
  report(false);
  return 0;
}
