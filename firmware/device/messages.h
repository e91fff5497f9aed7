// The messages of the serial protocol by number; PROTOCOL.md ("The instrument's wire") is the
// grammar, src/link/messages.ts holds the same numbers for the other end.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ens {

// What a host asks; the answer has the same type with kAnswerBit set, and begins with a status.
enum class Ask : std::uint8_t {
  hello = 0x01,
  mode = 0x02,
  name = 0x03,
  select_mode = 0x10,
  select_voice_space = 0x11,
  state = 0x12,
  read_params = 0x13,
  set_param = 0x14,
  release_params = 0x15,
  set_input = 0x16,
  note_on = 0x17,
  note_off = 0x18,
  add_example = 0x20,
  remove_nearest = 0x21,
  clear_examples = 0x22,
  train = 0x23,
  train_with = 0x24,
  cancel_training = 0x25,
  set_train_config = 0x26,
  train_config = 0x27,
  jitter = 0x28,
  undo = 0x29,
  taught_size = 0x30,
  taught_read = 0x31,
  taught_begin = 0x32,
  taught_write = 0x33,
  taught_end = 0x34,
  keep = 0x38,
  forget = 0x39,
  clock = 0x40,
  free_run = 0x41,
};

inline constexpr std::uint8_t kAnswerBit = 0x80;
inline constexpr std::uint8_t kToldProgress = 0xf0;  // sent unasked while training
inline constexpr std::uint8_t kToldLog = 0xf1;

// First byte of every answer. 0…63 are the statuses of the C ABI (wasm/abi.h); these are the wire's
// own.
namespace link_status {
inline constexpr std::uint8_t kUnknownType = 64;
inline constexpr std::uint8_t kBadBody = 65;  // too short, too long, or a field out of range
inline constexpr std::uint8_t kNotOnThisBoard = 66;
inline constexpr std::uint8_t kFlashFull = 67;
inline constexpr std::uint8_t kFlashFailed = 68;
}  // namespace link_status

// Reads little-endian fields; after the last one, done() says whether the body was exactly those.
class FieldReader {
 public:
  FieldReader(const std::uint8_t* bytes, std::size_t size) : bytes_(bytes), size_(size) {}

  std::uint8_t u8() { return static_cast<std::uint8_t>(take(1)); }
  std::uint16_t u16() { return static_cast<std::uint16_t>(take(2)); }
  std::uint32_t u32() { return take(4); }
  float f32() { return __builtin_bit_cast(float, take(4)); }
  // The bytes not read yet; they count as read.
  const std::uint8_t* rest(std::size_t& size) {
    const std::uint8_t* from = bytes_ + at_;
    size = size_ - at_;
    at_ = size_;
    return from;
  }
  std::size_t left() const { return size_ - at_; }
  bool done() const { return !short_ && at_ == size_; }

 private:
  std::uint32_t take(std::size_t count) {
    if (size_ - at_ < count) {
      short_ = true;
      at_ = size_;
      return 0;
    }
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < count; ++i) {
      value |= static_cast<std::uint32_t>(bytes_[at_++]) << (8 * i);
    }
    return value;
  }

  const std::uint8_t* bytes_;
  std::size_t size_;
  std::size_t at_ = 0;
  bool short_ = false;
};

// Writes little-endian fields into a buffer; what does not fit is dropped and fits() turns false.
class FieldWriter {
 public:
  FieldWriter(std::uint8_t* to, std::size_t capacity) : to_(to), capacity_(capacity) {}

  FieldWriter& u8(std::uint32_t value) { return put(value, 1); }
  FieldWriter& u16(std::uint32_t value) { return put(value, 2); }
  FieldWriter& u32(std::uint32_t value) { return put(value, 4); }
  FieldWriter& f32(float value) { return put(__builtin_bit_cast(std::uint32_t, value), 4); }
  // One length byte, then the text without its NUL; 255 bytes at most.
  FieldWriter& text(const char* text) {
    std::size_t size = 0;
    while (size < 255 && text[size] != '\0') ++size;
    u8(static_cast<std::uint32_t>(size));
    for (std::size_t i = 0; i < size; ++i) u8(static_cast<std::uint8_t>(text[i]));
    return *this;
  }
  FieldWriter& bytes(const std::uint8_t* from, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) u8(from[i]);
    return *this;
  }
  std::size_t size() const { return size_; }
  bool fits() const { return fits_; }

 private:
  FieldWriter& put(std::uint32_t value, std::size_t count) {
    if (capacity_ - size_ < count) {
      fits_ = false;
      return *this;
    }
    for (std::size_t i = 0; i < count; ++i) {
      to_[size_++] = static_cast<std::uint8_t>(value >> (8 * i));
    }
    return *this;
  }

  std::uint8_t* to_;
  std::size_t capacity_;
  std::size_t size_ = 0;
  bool fits_ = true;
};

}  // namespace ens
