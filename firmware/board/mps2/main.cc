// The whole firmware on the emulated Cortex-M33: wire on UART0, audio to a WAV file of the host.
//
// Its codec has no crystal: either the host clocks it tick by tick (`clock`), which makes every run
// the same, or SysTick does (`free run`), which interrupts control and training as the second core
// of a real board would run beside them.
#include <atomic>

#include "board/mps2/semihosting.h"
#include "board/mps2/uart.h"
#include "board/wav_codec.h"
#include "device/image.h"
#include "device/session.h"
#include "device/start_up.h"

namespace {

constexpr std::size_t kScratchBytes = 24 * 1024;
constexpr std::uint32_t kSliceExamples = 8;
constexpr std::uint32_t kSysTickHz = 20'000'000;

volatile std::uint32_t& reg(std::uintptr_t address) {
  return *reinterpret_cast<volatile std::uint32_t*>(address);
}
constexpr std::uintptr_t kSysTickControl = 0xE000E010;
constexpr std::uintptr_t kSysTickReload = 0xE000E014;
constexpr std::uintptr_t kSysTickValue = 0xE000E018;
constexpr std::uintptr_t kInterruptState = 0xE000ED04;
constexpr std::uint32_t kSysTickPending = 1u << 26;

alignas(16) std::uint8_t arena[ens::image::kArenaBytes];
alignas(16) std::uint8_t scratch[kScratchBytes];

// What the interrupt plays, and what it measured.
std::atomic<EnsInstrument*> playing{nullptr};
std::atomic<std::uint32_t> audio_ticks{0};
std::atomic<std::uint32_t> longest_tick{0};  // of SysTick, 50 ns
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

// Flash that lasts as long as the emulator runs.
struct RamFlash {
  static constexpr std::size_t kSectorSize = 4096;
  static constexpr std::size_t kSectorCount = 64;

  bool erase(std::size_t sector) {
    for (std::size_t i = 0; i < kSectorSize; ++i) bytes[sector * kSectorSize + i] = 0xff;
    return true;
  }
  bool program(std::size_t sector, std::size_t offset, const std::uint8_t* from, std::size_t size) {
    std::uint8_t* const at = &bytes[sector * kSectorSize + offset];
    for (std::size_t i = 0; i < size; ++i) at[i] = static_cast<std::uint8_t>(at[i] & from[i]);
    return true;
  }
  const std::uint8_t* read(std::size_t sector) const { return &bytes[sector * kSectorSize]; }

  std::uint8_t bytes[kSectorSize * kSectorCount];
};
RamFlash flash;
ens::Uart uart;
WavFile wav;

class Mps2Board final : public ens::Board {
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
  std::uint32_t ticks() const override { return audio_ticks.load(); }
  // A tick that came too late counts as one that took as long as there is.
  std::uint32_t longest_tick_us() const override {
    return late_ticks.load() > 0 ? 0xffffffffu : longest_tick.load() / (kSysTickHz / 1'000'000);
  }

  ens::FlashStatus keep(std::uint32_t key, const std::uint8_t* bytes, std::size_t size) override {
    return store_.save(key, bytes, size);
  }
  ens::FlashStatus load(std::uint32_t key, std::uint8_t* to, std::size_t capacity,
                        std::size_t& size) override {
    return store_.load(key, to, capacity, size);
  }
  ens::FlashStatus forget(std::uint32_t key) override { return store_.forget(key); }

  bool clock(std::uint32_t ticks) override {
    free_run(false);
    for (std::uint32_t i = 0; i < ticks; ++i) {
      float left[ENS_TICK_FRAMES];
      float right[ENS_TICK_FRAMES];
      ens_process(playing.load(), nullptr, nullptr, left, right, ENS_TICK_FRAMES);
      codec_.write(left, right, ENS_TICK_FRAMES);
      audio_ticks.fetch_add(1);
    }
    codec_.settle();
    return true;
  }
  bool free_run(bool on) override {
    reg(kSysTickControl) = 0;
    reg(kSysTickReload) = kSysTickHz / rate_hz_ * ENS_TICK_FRAMES;
    reg(kSysTickValue) = 0;
    if (on) reg(kSysTickControl) = 7;  // processor clock, interrupt, counting
    running_ = on;
    return true;
  }
  bool running() const { return running_; }

  // Hardware, for start_up(): the clock of this board, too, knows four rates and dies of any other.
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
  ens::FlashStore<RamFlash> store_{flash};
  std::uint32_t rate_hz_ = 48000;
  bool running_ = false;
};

// The last word of the command line: the WAV file.
const char* wav_path(char* line) {
  const char* path = line;
  for (char* at = line; *at != '\0'; ++at) {
    if (*at == ' ') path = at + 1;
  }
  return path;
}

}  // namespace

// The audio thread of the free run.
extern "C" void ens_board_tick() {
  const std::uint32_t began = reg(kSysTickValue);
  EnsInstrument* const instrument = playing.load();
  if (instrument == nullptr) return;
  float left[ENS_TICK_FRAMES];
  float right[ENS_TICK_FRAMES];
  ens_audio_process(instrument, nullptr, nullptr, left, right, ENS_TICK_FRAMES);
  audio_ticks.fetch_add(1);
  const std::uint32_t took = began - reg(kSysTickValue);
  if ((reg(kInterruptState) & kSysTickPending) != 0) late_ticks.fetch_add(1);
  if (took < 0x80000000u && took > longest_tick.load()) longest_tick.store(took);
}

int main() {
  char line[512] = {};
  if (!ens::semihosting::command_line(line, sizeof line) || !wav.open(wav_path(line))) {
    ens::semihosting::write("the last argument is the WAV file to write\n");
    return 2;
  }
  uart.begin();
  static Mps2Board board;
  static ens::Device device(board, ens::image::kModes,
                            {arena, sizeof arena, scratch, sizeof scratch});
  static ens::Session session(device);
  if (device.select(0) != ENS_OK) return 1;
  std::uint32_t done = 0;
  for (;;) {
    for (int byte = uart.read(); byte >= 0; byte = uart.read()) {
      session.take(static_cast<std::uint8_t>(byte));
    }
    if (board.running() && board.ticks() != done) {
      done = board.ticks();
      ens_control_tick(device.instrument());
    }
    session.train_slice(kSliceExamples);
  }
}
