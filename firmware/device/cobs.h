// Consistent Overhead Byte Stuffing: removes every zero byte from a block so that a zero can end a
// frame. S. Cheshire and M. Baker, "Consistent Overhead Byte Stuffing", IEEE/ACM Transactions on
// Networking 7(2), 1999.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ens {

// Largest encoding of `size` bytes: one code byte at the start and one for each run of 254.
constexpr std::size_t cobs_bound(std::size_t size) {
  return size + size / 254 + 1;
}

// Encodes `size` bytes of `from` into `to`, which holds cobs_bound(size) bytes. `from` may be the
// last `size` of these: every byte is read before it is written over. Returns the bytes written,
// none of them zero. The caller adds the zero at the end.
constexpr std::size_t cobs_encode(const std::uint8_t* from, std::size_t size, std::uint8_t* to) {
  std::size_t out = 1;
  std::size_t code_at = 0;
  std::uint8_t code = 1;
  for (std::size_t i = 0; i < size; ++i) {
    const std::uint8_t byte = from[i];
    if (byte != 0) {
      to[out++] = byte;
      ++code;
    }
    if (byte == 0 || code == 0xff) {
      to[code_at] = code;
      code = 1;
      code_at = out++;
    }
  }
  to[code_at] = code;
  return out;
}

// Decodes `size` bytes of `block` in place. Returns the number of bytes decoded, or `kCobsBroken`
// if the block holds a zero or a run beyond its end.
inline constexpr std::size_t kCobsBroken = static_cast<std::size_t>(-1);
constexpr std::size_t cobs_decode(std::uint8_t* block, std::size_t size) {
  std::size_t in = 0;
  std::size_t out = 0;
  while (in < size) {
    const std::uint8_t code = block[in++];
    if (code == 0 || in + code - 1u > size) return kCobsBroken;
    for (std::uint8_t i = 1; i < code; ++i) {
      if (block[in] == 0) return kCobsBroken;
      block[out++] = block[in++];
    }
    if (code != 0xff && in < size) block[out++] = 0;
  }
  return out;
}

}  // namespace ens
