// The whole firmware on the emulated Cortex-M33: the wire is UART0, audio goes to a WAV file of the
// host.
//
// The host renders audio tick by tick (`clock`), which makes every run the same, or SysTick does
// (`free_run`), which interrupts control and training as the second core of a real board would run
// beside them.
#include <atomic>

#include "board/emulated_controls.h"
#include "board/memory_flash.h"
#include "board/mps2/registers.h"
#include "board/mps2/semihosting.h"
#include "board/mps2/uart.h"
#include "board/wav_codec.h"
#include "device/image.h"
#include "device/session.h"
#include "device/start_up.h"

namespace {

using ens::reg;
namespace systick = ens::systick;

constexpr std::uintptr_t kInterruptState = 0xE000ED04;
constexpr std::uint32_t kSysTickPending = 1u << 26;
constexpr std::uint32_t kClearSysTick = 1u << 25;

ens::image::Storage storage;

// What the interrupt plays and measures.
std::atomic<EnsInstrument*> playing{nullptr};
std::atomic<std::uint32_t> audio_ticks{0};
std::atomic<std::uint32_t> longest_tick{0};  // in counts of SysTick, 50 ns each
std::atomic<std::uint32_t> late_ticks{0};

class WavFile {
 public:
  bool open(const char* path) { return file_.open(path); }
  void write(const std::uint8_t* bytes, std::size_t size) {
    file_.seek(size_);
    file_.write(bytes, static_cast<std::uint32_t>(size));
    size_ += static_cast<std::uint32_t>(size);
  }
  void rewrite(std::size_t at, const std::uint8_t* bytes, std::size_t size) {
    file_.seek(static_cast<std::uint32_t>(at));
    file_.write(bytes, static_cast<std::uint32_t>(size));
  }

 private:
  ens::semihosting::File file_;
  std::uint32_t size_ = 0;
};

ens::Uart uart;
WavFile wav;

class Mps2Board final : public ens::FlashBoard<ens::MemoryFlash> {
 public:
  const char* name() const override { return "mps2"; }
  void send(const std::uint8_t* bytes, std::size_t size) override { uart.write(bytes, size); }

  void pause_audio() override {
    free_run(false);
    playing.store(nullptr);
  }
  void resume_audio(EnsInstrument* instrument, const EnsDriverConfig& driver) override {
    ens::start_up(*this, driver);
    playing.store(instrument);
  }
  void set_volume(float) override {}
  void play_tone() override { codec_.play_tone(rate_hz_); }
  std::uint32_t ticks() const override { return audio_ticks.load(); }
  std::uint32_t longest_tick_us() const override {
    return longest_tick.load() / (systick::kHz / 1'000'000);
  }
  std::uint32_t late_ticks() const override { return ::late_ticks.load(); }
  std::uint16_t faults() const override {
    return ens::HardwareFaults{.late = ::late_ticks.load() > 0}.flags();
  }

  bool clock(std::uint32_t ticks) override {
    free_run(false);
    for (std::uint32_t i = 0; i < ticks; ++i) {
      controls_->tick();
      codec_.play_tick(playing.load());
      audio_ticks.fetch_add(1);
    }
    codec_.write_sizes();
    return true;
  }
  bool free_run(bool on) override {
    reg(systick::kControl) = 0;
    reg(systick::kReload) = systick::kHz / rate_hz_ * ENS_TICK_FRAMES - 1;
    reg(systick::kValue) = 0;
    if (on) reg(systick::kControl) = 7;  // processor clock, interrupt, counting
    running_ = on;
    return true;
  }
  bool running() const { return running_; }
  bool hold(const ens::ControlReadings& controls, ens::LightSeen& seen) override {
    seen = controls_->hold(controls);
    return true;
  }
  void use(ens::EmulatedControls& controls) { controls_ = &controls; }

  // Hardware, for start_up(): as on a real board, a clock at an unsupported rate is fatal.
  void set_clock(std::uint32_t rate_hz) {
    if (ens_select_sample_rate(static_cast<double>(rate_hz)) != rate_hz) {
      ens::semihosting::exit(3);
    }
    rate_hz_ = rate_hz;
  }
  bool begin_codec(std::uint32_t rate_hz) {
    codec_.begin(rate_hz);
    return true;
  }
  void select_line(std::uint8_t) {}
  void select_microphone(std::uint8_t) {}
  void set_output_volume(std::uint16_t) {}
  void start_audio() {}

 private:
  ens::WavCodec<WavFile> codec_{wav};
  std::uint32_t rate_hz_ = 48000;
  bool running_ = false;
  ens::EmulatedControls* controls_ = nullptr;
};

// The WAV file: the last word of the command line.
const char* wav_path(char* line) {
  const char* path = line;
  for (char* at = line; *at != '\0'; ++at) {
    if (*at == ' ') path = at + 1;
  }
  return path;
}

}  // namespace

// The audio thread of `free_run`. A tick is due when SysTick reloads, and is measured from there.
// One that still renders at the next reload is late, and the one that was due then is left out: a
// codec does not wait either.
extern "C" void ens_board_tick() {
  EnsInstrument* const instrument = playing.load();
  if (instrument == nullptr) return;
  float left[ENS_TICK_FRAMES];
  float right[ENS_TICK_FRAMES];
  ens_audio_process(instrument, nullptr, nullptr, left, right, ENS_TICK_FRAMES);
  audio_ticks.fetch_add(1);
  const std::uint32_t period = reg(systick::kReload) + 1;
  std::uint32_t took = period - reg(systick::kValue);
  if ((reg(kInterruptState) & kSysTickPending) != 0) {
    took += period;
    late_ticks.fetch_add(1);
    reg(kInterruptState) = kClearSysTick;
  }
  if (took > longest_tick.load()) longest_tick.store(took);
}

int main() {
  char line[512] = {};
  if (!ens::semihosting::command_line(line, sizeof line) || !wav.open(wav_path(line))) {
    ens::semihosting::write("the last argument is the WAV file to write\n");
    return 2;
  }
  uart.begin();
  static Mps2Board board;
  static ens::Device device(board, ens::image::kModes, storage.memory());
  static ens::Session session(device);
  static ens::EmulatedControls controls(session);
  board.use(controls);
  if (device.start() != ens::link::Status::kOk) return 1;
  std::uint32_t done = 0;
  for (;;) {
    for (int byte = uart.read(); byte >= 0; byte = uart.read()) {
      session.take(static_cast<std::uint8_t>(byte));
    }
    if (board.running() && board.ticks() != done) {
      done = board.ticks();
      controls.tick();
      ens_control_tick(device.instrument());
    }
    session.work();
  }
}
