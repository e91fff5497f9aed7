// The codec of boards that have none: its output is a WAV file of 32-bit floats, so that no bit of
// the audio is lost, and its input is silence.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ens {

// File: void write(const std::uint8_t* bytes, std::size_t size) at its end;
//       void rewrite(std::size_t at, const std::uint8_t* bytes, std::size_t size).
template <typename File>
class WavCodec {
 public:
  explicit WavCodec(File& file) : file_(file) {}

  // Begins the file; called again, the file goes on as it is.
  void begin(std::uint32_t sample_rate_hz) {
    if (begun_) return;
    begun_ = true;
    std::uint8_t header[kHeader] = {'R', 'I', 'F', 'F', 0,  0, 0, 0, 'W', 'A', 'V', 'E',
                                    'f', 'm', 't', ' ', 16, 0, 0, 0, 3,   0,   2,   0};
    put32(header + 24, sample_rate_hz);
    put32(header + 28, sample_rate_hz * kFrameBytes);
    header[32] = kFrameBytes;
    header[34] = 32;
    for (std::size_t i = 0; i < 4; ++i) header[36 + i] = static_cast<std::uint8_t>("data"[i]);
    file_.write(header, sizeof header);
  }

  // Appends frames of both sides.
  void write(const float* left, const float* right, std::size_t frames) {
    for (std::size_t i = 0; i < frames; ++i) {
      std::uint8_t frame[kFrameBytes];
      put32(frame, __builtin_bit_cast(std::uint32_t, left[i]));
      put32(frame + 4, __builtin_bit_cast(std::uint32_t, right[i]));
      file_.write(frame, sizeof frame);
    }
    frames_ += static_cast<std::uint32_t>(frames);
  }

  // Writes the sizes into the header, so that the file is sound as it stands.
  void settle() {
    std::uint8_t size[4];
    put32(size, kHeader - 8 + frames_ * kFrameBytes);
    file_.rewrite(4, size, sizeof size);
    put32(size, frames_ * kFrameBytes);
    file_.rewrite(40, size, sizeof size);
  }

 private:
  static constexpr std::uint32_t kHeader = 44;
  static constexpr std::uint32_t kFrameBytes = 8;

  static void put32(std::uint8_t* at, std::uint32_t value) {
    for (int i = 0; i < 4; ++i) at[i] = static_cast<std::uint8_t>(value >> (8 * i));
  }

  File& file_;
  bool begun_ = false;
  std::uint32_t frames_ = 0;
};

}  // namespace ens
