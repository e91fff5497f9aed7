// The whole device as a process: the wire is standard input and output, the codec a WAV file, the
// flash a file. What runs here is what runs on a board, but for the drivers.
//
//     device-host AUDIO.wav [FLASH.bin]
#include <poll.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <vector>

#include "board/wav_codec.h"
#include "device/flash_store.h"
#include "device/image.h"
#include "device/session.h"

namespace {

constexpr std::size_t kScratchBytes = 64 * 1024;
constexpr std::uint32_t kSliceExamples = 32;

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
struct FileFlash {
  static constexpr std::size_t kSectorSize = 4096;
  static constexpr std::size_t kSectorCount = 64;

  explicit FileFlash(const char* path) : bytes(kSectorSize * kSectorCount, 0xff), path_(path) {
    std::FILE* const file = path == nullptr ? nullptr : std::fopen(path, "rb");
    if (file == nullptr) return;
    if (std::fread(bytes.data(), 1, bytes.size(), file) < bytes.size()) {
      std::fprintf(stderr, "%s is shorter than a flash; the rest is blank\n", path);
    }
    std::fclose(file);
  }

  bool erase(std::size_t sector) {
    std::memset(&bytes[sector * kSectorSize], 0xff, kSectorSize);
    return save();
  }
  bool program(std::size_t sector, std::size_t offset, const std::uint8_t* from, std::size_t size) {
    std::uint8_t* const at = &bytes[sector * kSectorSize + offset];
    for (std::size_t i = 0; i < size; ++i) at[i] = static_cast<std::uint8_t>(at[i] & from[i]);
    return save();
  }
  const std::uint8_t* read(std::size_t sector) const { return &bytes[sector * kSectorSize]; }

  std::vector<std::uint8_t> bytes;

 private:
  bool save() const {
    if (path_ == nullptr) return true;
    std::FILE* const file = std::fopen(path_, "wb");
    if (file == nullptr) return false;
    const bool good = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
    return std::fclose(file) == 0 && good;
  }

  const char* path_;
};

class HostBoard final : public ens::Board {
 public:
  HostBoard(std::FILE* audio, const char* flash) : file_{audio}, flash_(flash) {}

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
    codec_.begin(driver.sample_rate_hz);
    instrument_ = instrument;
  }
  std::uint32_t ticks() const override { return ticks_; }
  std::uint32_t longest_tick_us() const override { return 0; }

  ens::FlashStatus keep(std::uint32_t key, const std::uint8_t* bytes, std::size_t size) override {
    return store_.save(key, bytes, size);
  }
  ens::FlashStatus load(std::uint32_t key, std::uint8_t* to, std::size_t capacity,
                        std::size_t& size) override {
    return store_.load(key, to, capacity, size);
  }
  ens::FlashStatus forget(std::uint32_t key) override { return store_.forget(key); }

  bool clock(std::uint32_t ticks) override {
    for (std::uint32_t i = 0; i < ticks && instrument_ != nullptr; ++i, ++ticks_) {
      float left[ENS_TICK_FRAMES];
      float right[ENS_TICK_FRAMES];
      ens_process(instrument_, nullptr, nullptr, left, right, ENS_TICK_FRAMES);
      codec_.write(left, right, ENS_TICK_FRAMES);
    }
    codec_.settle();
    return true;
  }

 private:
  StdioFile file_;
  ens::WavCodec<StdioFile> codec_{file_};
  FileFlash flash_;
  ens::FlashStore<FileFlash> store_{flash_};
  EnsInstrument* instrument_ = nullptr;
  std::uint32_t ticks_ = 0;
};

alignas(16) std::uint8_t arena[ens::image::kArenaBytes];
alignas(16) std::uint8_t scratch[kScratchBytes];

// Answers what comes in and trains in between, until the other end closes.
void serve(ens::Session& session) {
  for (;;) {
    const bool training = session.train_slice(kSliceExamples);
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
  HostBoard board(audio, argc >= 3 ? argv[2] : nullptr);
  ens::Device device(board, ens::image::kModes, {arena, sizeof arena, scratch, sizeof scratch});
  if (device.select(0) != ENS_OK) {
    std::fprintf(stderr, "the first mode cannot be made\n");
    return 1;
  }
  ens::Session session(device);
  serve(session);
  std::fclose(audio);
  return 0;
}
