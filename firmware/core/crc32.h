// CRC-32 as in Ethernet, zip and PNG (ISO/IEC 8802-3; reflected 0xedb88320, start and end
// inverted). crc32("123456789") = 0xcbf43926.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ens {

namespace crc32_detail {
// A table of 16 entries (64 bytes, one nibble a step): small enough for any firmware.
struct Table {
  std::uint32_t nibble[16];
};
constexpr Table make_table() {
  Table table{};
  for (std::uint32_t i = 0; i < 16; ++i) {
    std::uint32_t value = i;
    for (int bit = 0; bit < 4; ++bit) value = (value >> 1) ^ ((value & 1) != 0 ? 0xedb88320u : 0u);
    table.nibble[i] = value;
  }
  return table;
}
inline constexpr Table kTable = make_table();
}  // namespace crc32_detail

// CRC of `size` bytes. To go on over several pieces, pass the result so far as `crc`.
constexpr std::uint32_t crc32(const std::uint8_t* bytes, std::size_t size, std::uint32_t crc = 0) {
  crc = ~crc;
  for (std::size_t i = 0; i < size; ++i) {
    crc ^= bytes[i];
    crc = (crc >> 4) ^ crc32_detail::kTable.nibble[crc & 15];
    crc = (crc >> 4) ^ crc32_detail::kTable.nibble[crc & 15];
  }
  return ~crc;
}

}  // namespace ens
