// Little-endian numbers in bytes: at an address, or as the fields of a message one after another.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ens {

// The number in the first `size` bytes, at most 4.
constexpr std::uint32_t get_bytes(const std::uint8_t* from, std::size_t size) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < size; ++i) value |= static_cast<std::uint32_t>(from[i]) << (8 * i);
  return value;
}
constexpr void put_bytes(std::uint8_t* to, std::uint32_t value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) to[i] = static_cast<std::uint8_t>(value >> (8 * i));
}
constexpr std::uint32_t get_u32(const std::uint8_t* from) {
  return get_bytes(from, 4);
}
constexpr void put_u32(std::uint8_t* to, std::uint32_t value) {
  put_bytes(to, value, 4);
}
constexpr std::uint16_t get_u16(const std::uint8_t* from) {
  return static_cast<std::uint16_t>(get_bytes(from, 2));
}
constexpr void put_u16(std::uint8_t* to, std::uint16_t value) {
  put_bytes(to, value, 2);
}

// Reads fields. A field beyond the end reads as 0; done() then stays false.
class FieldReader {
 public:
  FieldReader(const std::uint8_t* bytes, std::size_t size) : bytes_(bytes), size_(size) {}

  std::uint8_t u8() { return static_cast<std::uint8_t>(take(1)); }
  std::uint16_t u16() { return static_cast<std::uint16_t>(take(2)); }
  std::uint32_t u32() { return take(4); }
  float f32() { return __builtin_bit_cast(float, take(4)); }
  // All bytes that are left, `size` of them.
  const std::uint8_t* rest(std::size_t& size) {
    const std::uint8_t* from = bytes_ + at_;
    size = size_ - at_;
    at_ = size_;
    return from;
  }
  std::size_t left() const { return size_ - at_; }
  // Whether the fields read so far were exactly what there was to read.
  bool done() const { return !short_ && at_ == size_; }

 private:
  std::uint32_t take(std::size_t count) {
    if (size_ - at_ < count) {
      short_ = true;
      at_ = size_;
      return 0;
    }
    at_ += count;
    return get_bytes(bytes_ + at_ - count, count);
  }

  const std::uint8_t* bytes_;
  std::size_t size_;
  std::size_t at_ = 0;
  bool short_ = false;
};

// Writes fields into a buffer. A number that does not fit is dropped.
class FieldWriter {
 public:
  FieldWriter(std::uint8_t* to, std::size_t capacity) : to_(to), capacity_(capacity) {}

  void u8(std::uint32_t value) { put(value, 1); }
  void u16(std::uint32_t value) { put(value, 2); }
  void u32(std::uint32_t value) { put(value, 4); }
  void f32(float value) { put(__builtin_bit_cast(std::uint32_t, value), 4); }
  // One length byte, then the text without its NUL; 255 bytes at most.
  void text(const char* text) {
    std::size_t size = 0;
    while (size < 255 && text[size] != '\0') ++size;
    u8(static_cast<std::uint32_t>(size));
    for (std::size_t i = 0; i < size; ++i) u8(static_cast<std::uint8_t>(text[i]));
  }
  void bytes(const std::uint8_t* from, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) u8(from[i]);
  }
  std::size_t size() const { return size_; }

 private:
  void put(std::uint32_t value, std::size_t count) {
    if (capacity_ - size_ < count) return;
    put_bytes(to_ + size_, value, count);
    size_ += count;
  }

  std::uint8_t* to_;
  std::size_t capacity_;
  std::size_t size_ = 0;
};

}  // namespace ens
