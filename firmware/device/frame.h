// Frames of the serial protocol: COBS(version, type, sequence, body, CRC-32), ended by one zero
// byte. PROTOCOL.md ("The instrument's wire") is the grammar. Whatever arrives, the receiver
// survives it, counts it and finds the next frame at the next zero.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/crc32.h"
#include "device/cobs.h"

namespace ens {

inline constexpr std::uint8_t kLinkVersion = 1;
inline constexpr std::size_t kLinkBodyMax = 512;  // bytes
inline constexpr std::size_t kLinkHead = 3;       // version, type, sequence
inline constexpr std::size_t kLinkRawMax = kLinkHead + kLinkBodyMax + 4;
inline constexpr std::size_t kLinkWireMax = cobs_bound(kLinkRawMax) + 1;

// A received frame; `body` points into the receiver and is valid until its next take().
struct Frame {
  std::uint8_t type = 0;
  std::uint8_t sequence = 0;
  const std::uint8_t* body = nullptr;
  std::size_t size = 0;
};

// What was received and thrown away since start, by cause.
struct LinkCounters {
  std::uint32_t frames = 0;    // good ones
  std::uint32_t broken = 0;    // not COBS, or shorter than a frame can be
  std::uint32_t too_long = 0;  // over kLinkWireMax
  std::uint32_t bad_crc = 0;
  std::uint32_t bad_version = 0;
};

// Writes one frame with its ending zero to `to` (kLinkWireMax bytes). `size` is at most
// kLinkBodyMax. Returns the bytes written, 0 where the body is too long.
constexpr std::size_t write_frame(std::uint8_t type, std::uint8_t sequence,
                                  const std::uint8_t* body, std::size_t size, std::uint8_t* to) {
  if (size > kLinkBodyMax) return 0;
  std::uint8_t raw[kLinkRawMax] = {kLinkVersion, type, sequence};
  for (std::size_t i = 0; i < size; ++i) raw[kLinkHead + i] = body[i];
  const std::uint32_t crc = crc32(raw, kLinkHead + size);
  for (std::size_t i = 0; i < 4; ++i) {
    raw[kLinkHead + size + i] = static_cast<std::uint8_t>(crc >> (8 * i));
  }
  const std::size_t written = cobs_encode(raw, kLinkHead + size + 4, to);
  to[written] = 0;
  return written + 1;
}

class FrameReceiver {
 public:
  // Takes one byte. True when it completed a good frame, which is then in `frame`.
  bool take(std::uint8_t byte, Frame& frame) {
    if (byte != 0) {
      if (length_ < kLinkWireMax) buffer_[length_] = byte;
      if (length_ <= kLinkWireMax) ++length_;
      return false;
    }
    const std::size_t length = length_;
    length_ = 0;
    if (length == 0) return false;  // zeros between frames are silence
    if (length > kLinkWireMax - 1) return count(counters_.too_long);
    const std::size_t raw = cobs_decode(buffer_, length);
    if (raw == kCobsBroken || raw < kLinkHead + 4) return count(counters_.broken);
    std::uint32_t crc = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      crc |= static_cast<std::uint32_t>(buffer_[raw - 4 + i]) << (8 * i);
    }
    if (crc != crc32(buffer_, raw - 4)) return count(counters_.bad_crc);
    if (buffer_[0] != kLinkVersion) return count(counters_.bad_version);
    frame = {buffer_[1], buffer_[2], buffer_ + kLinkHead, raw - 4 - kLinkHead};
    ++counters_.frames;
    return true;
  }

  const LinkCounters& counters() const { return counters_; }

 private:
  static bool count(std::uint32_t& counter) {
    ++counter;
    return false;
  }

  std::uint8_t buffer_[kLinkWireMax] = {};
  std::size_t length_ = 0;
  LinkCounters counters_;
};

}  // namespace ens
