// The codec of boards that have none: it writes a WAV file of 32-bit floats, so that no bit of the
// audio is lost, and its input is silence.
#pragma once

#include <cstddef>
#include <cstdint>

#include "abi/abi.h"
#include "core/little_endian.h"
#include "device/test_tone.h"

namespace ens {

// File: void write(const std::uint8_t* bytes, std::size_t size) at its end;
//       void rewrite(std::size_t at, const std::uint8_t* bytes, std::size_t size).
template <typename File>
class WavCodec {
 public:
  explicit WavCodec(File& file) : file_(file) {}

  // Begins the file; when called again, the file continues.
  void begin(std::uint32_t sample_rate_hz) {
    if (begun_) return;
    begun_ = true;
    std::uint8_t header[kHeader] = {'R', 'I', 'F', 'F', 0,  0, 0, 0, 'W', 'A', 'V', 'E',
                                    'f', 'm', 't', ' ', 16, 0, 0, 0, 3,   0,   2,   0};
    put_u32(header + 24, sample_rate_hz);
    put_u32(header + 28, sample_rate_hz * kFrameBytes);
    header[32] = kFrameBytes;
    header[34] = 32;
    for (std::size_t i = 0; i < 4; ++i) header[36 + i] = static_cast<std::uint8_t>("data"[i]);
    file_.write(header, sizeof header);
  }

  // Appends stereo frames.
  void write(const float* left, const float* right, std::size_t frames) {
    for (std::size_t i = 0; i < frames; ++i) {
      std::uint8_t frame[kFrameBytes];
      put_u32(frame, __builtin_bit_cast(std::uint32_t, left[i]));
      put_u32(frame + 4, __builtin_bit_cast(std::uint32_t, right[i]));
      file_.write(frame, sizeof frame);
    }
    frames_ += static_cast<std::uint32_t>(frames);
  }

  // Renders and appends one tick.
  void play_tick(EnsInstrument* instrument) {
    float left[ENS_TICK_FRAMES];
    float right[ENS_TICK_FRAMES];
    ens_process(instrument, nullptr, nullptr, left, right, ENS_TICK_FRAMES);
    tone_.replace(left, right);
    write(left, right, ENS_TICK_FRAMES);
  }

  // Of the self-test.
  void play_tone(std::uint32_t sample_rate_hz) { tone_.start(sample_rate_hz); }

  // Writes the sizes into the header, so that the file is valid as it stands.
  void write_sizes() {
    std::uint8_t size[4];
    put_u32(size, kHeader - 8 + frames_ * kFrameBytes);
    file_.rewrite(4, size, sizeof size);
    put_u32(size, frames_ * kFrameBytes);
    file_.rewrite(40, size, sizeof size);
  }

 private:
  static constexpr std::uint32_t kHeader = 44;
  static constexpr std::uint32_t kFrameBytes = 8;

  File& file_;
  TestTone tone_;
  bool begun_ = false;
  std::uint32_t frames_ = 0;
};

}  // namespace ens
