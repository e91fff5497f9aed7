// Frames of the serial wire: COBS(version, type, sequence, body, CRC-32), then one zero byte.
// PROTOCOL.md ("The serial wire") has the grammar. The receiver survives any bytes: it counts what
// is not a frame and starts again at the next zero.
#pragma once

#include <cstddef>
#include <cstdint>

#include "contract.h"
#include "core/crc32.h"
#include "core/little_endian.h"
#include "device/cobs.h"

namespace ens {

inline constexpr std::size_t kMaxRawBytes =
    link::kHeadBytes + link::kMaxBodyBytes + link::kCrcBytes;
// The longest frame, encoded, with its zero.
inline constexpr std::size_t kMaxFrameBytes = cobs_bound(kMaxRawBytes) + 1;

// A frame that was received. `body` points into the receiver until its next take().
struct Frame {
  std::uint8_t type = 0;
  std::uint8_t sequence = 0;
  const std::uint8_t* body = nullptr;
  std::size_t size = 0;
};

// Frames received since the start, and those dropped by cause.
struct LinkCounters {
  std::uint32_t frames = 0;    // accepted
  std::uint32_t broken = 0;    // not COBS, or shorter than a frame can be
  std::uint32_t too_long = 0;  // over kMaxFrameBytes
  std::uint32_t bad_crc = 0;
  std::uint32_t bad_version = 0;
};

// Writes one frame with its zero to `to` (kMaxFrameBytes), encoded in place: a second buffer would
// take an eighth of a board's control stack. Returns the bytes written, 0 when the body is longer
// than kMaxBodyBytes.
constexpr std::size_t write_frame(std::uint8_t type, std::uint8_t sequence,
                                  const std::uint8_t* body, std::size_t size, std::uint8_t* to) {
  if (size > link::kMaxBodyBytes) return 0;
  const std::size_t raw_size = link::kHeadBytes + size + link::kCrcBytes;
  std::uint8_t* const raw = to + cobs_bound(raw_size) - raw_size;
  raw[0] = link::kVersion;
  raw[1] = type;
  raw[2] = sequence;
  for (std::size_t i = 0; i < size; ++i) raw[link::kHeadBytes + i] = body[i];
  const std::uint32_t crc = crc32(raw, link::kHeadBytes + size);
  put_u32(raw + link::kHeadBytes + size, crc);
  const std::size_t written = cobs_encode(raw, raw_size, to);
  to[written] = 0;
  return written + 1;
}

class FrameReceiver {
 public:
  // Takes one byte. True when it completed a frame, which is then in `frame`.
  bool take(std::uint8_t byte, Frame& frame) {
    if (byte != 0) {
      if (length_ < kMaxFrameBytes) buffer_[length_] = byte;
      if (length_ <= kMaxFrameBytes) ++length_;
      return false;
    }
    const std::size_t length = length_;
    length_ = 0;
    if (length == 0) return false;  // zeros between frames are silence
    if (length > kMaxFrameBytes - 1) return count(counters_.too_long);
    const std::size_t raw = cobs_decode(buffer_, length);
    if (raw == kCobsBroken || raw < link::kHeadBytes + link::kCrcBytes)
      return count(counters_.broken);
    const std::size_t end = raw - link::kCrcBytes;
    if (get_u32(buffer_ + end) != crc32(buffer_, end)) return count(counters_.bad_crc);
    if (buffer_[0] != link::kVersion) return count(counters_.bad_version);
    frame = {buffer_[1], buffer_[2], buffer_ + link::kHeadBytes, end - link::kHeadBytes};
    ++counters_.frames;
    return true;
  }

  const LinkCounters& counters() const { return counters_; }

 private:
  static bool count(std::uint32_t& counter) {
    ++counter;
    return false;
  }

  std::uint8_t buffer_[kMaxFrameBytes] = {};
  std::size_t length_ = 0;
  LinkCounters counters_;
};

}  // namespace ens
