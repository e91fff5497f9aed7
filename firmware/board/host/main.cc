// The whole device as a process: its wire is standard input and output, its codec writes a WAV
// file, its flash is a file. It runs the same code as a board, except for the drivers.
//
//     device-host AUDIO.wav [FLASH.bin]
#include <poll.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "board/emulated_controls.h"
#include "board/memory_flash.h"
#include "board/wav_codec.h"
#include "device/image.h"
#include "device/session.h"

namespace {

struct StdioFile {
  std::FILE* file;

  void write(const std::uint8_t* bytes, std::size_t size) {
    std::fseek(file, 0, SEEK_END);
    std::fwrite(bytes, 1, size, file);
  }
  void rewrite(std::size_t at, const std::uint8_t* bytes, std::size_t size) {
    std::fseek(file, static_cast<long>(at), SEEK_SET);
    std::fwrite(bytes, 1, size, file);
    std::fflush(file);
  }
};

// Flash in memory, written through to a file if there is one.
class FileFlash : public ens::MemoryFlash {
 public:
  explicit FileFlash(const char* path) : path_(path) {
    std::memset(bytes_, 0xff, sizeof bytes_);
    std::FILE* const file = path == nullptr ? nullptr : std::fopen(path, "rb");
    if (file == nullptr) return;
    if (std::fread(bytes_, 1, sizeof bytes_, file) < sizeof bytes_) {
      std::fprintf(stderr, "%s is shorter than a flash; the rest is blank\n", path);
    }
    std::fclose(file);
  }

  bool erase(std::size_t sector) { return MemoryFlash::erase(sector) && save(); }
  bool program(std::size_t sector, std::size_t offset, const std::uint8_t* from, std::size_t size) {
    return MemoryFlash::program(sector, offset, from, size) && save();
  }

 private:
  bool save() const {
    if (path_ == nullptr) return true;
    std::FILE* const file = std::fopen(path_, "wb");
    if (file == nullptr) return false;
    const bool good = std::fwrite(bytes_, 1, sizeof bytes_, file) == sizeof bytes_;
    return std::fclose(file) == 0 && good;
  }

  const char* path_;
};

class HostBoard final : public ens::FlashBoard<FileFlash> {
 public:
  HostBoard(std::FILE* audio, const char* flash) : FlashBoard(flash), file_{audio} {}

  const char* name() const override { return "host"; }
  void send(const std::uint8_t* bytes, std::size_t size) override {
    while (size > 0) {
      const ssize_t sent = ::write(STDOUT_FILENO, bytes, size);
      if (sent <= 0) return;
      bytes += sent;
      size -= static_cast<std::size_t>(sent);
    }
  }

  void pause_audio() override { instrument_ = nullptr; }
  void resume_audio(EnsInstrument* instrument, const EnsDriverConfig& driver) override {
    rate_hz_ = driver.sample_rate_hz;
    codec_.begin(rate_hz_);
    instrument_ = instrument;
  }
  void set_volume(float) override {}
  void play_tone() override { codec_.play_tone(rate_hz_); }
  std::uint32_t ticks() const override { return ticks_; }
  std::uint32_t longest_tick_us() const override { return 0; }

  bool clock(std::uint32_t ticks) override {
    for (std::uint32_t i = 0; i < ticks && instrument_ != nullptr; ++i, ++ticks_) {
      controls_->tick();
      codec_.play_tick(instrument_);
    }
    codec_.write_sizes();
    return true;
  }

  bool hold(const ens::ControlReadings& controls, ens::LightSeen& seen) override {
    seen = controls_->hold(controls);
    return true;
  }
  void use(ens::EmulatedControls& controls) { controls_ = &controls; }

 private:
  StdioFile file_;
  ens::WavCodec<StdioFile> codec_{file_};
  EnsInstrument* instrument_ = nullptr;
  ens::EmulatedControls* controls_ = nullptr;
  std::uint32_t ticks_ = 0;
  std::uint32_t rate_hz_ = 48000;
};

ens::image::Storage storage;

// Answers requests and trains in between, until the other end closes.
void serve(ens::Session& session) {
  for (;;) {
    const bool training = session.work();
    pollfd input = {STDIN_FILENO, POLLIN, 0};
    if (::poll(&input, 1, training ? 0 : -1) <= 0) continue;
    std::uint8_t bytes[4096];
    const ssize_t count = ::read(STDIN_FILENO, bytes, sizeof bytes);
    if (count <= 0) return;
    for (ssize_t i = 0; i < count; ++i) session.take(bytes[i]);
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::FILE* const audio = argc >= 2 ? std::fopen(argv[1], "wb+") : nullptr;
  if (audio == nullptr) {
    std::fprintf(stderr, "usage: device-host AUDIO.wav [FLASH.bin]\n");
    return 2;
  }
  static HostBoard board(audio, argc >= 3 ? argv[2] : nullptr);
  ens::Device device(board, ens::image::kModes, storage.memory());
  if (device.start() != ens::link::Status::kOk) {
    std::fprintf(stderr, "the first mode cannot be created\n");
    return 1;
  }
  ens::Session session(device);
  ens::EmulatedControls controls(session);
  board.use(controls);
  serve(session);
  std::fclose(audio);
  return 0;
}
