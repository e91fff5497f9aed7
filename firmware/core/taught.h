// The taught file (`.taught`): what a player taught an instrument, the same file on every target.
// firmware/README.md says what each byte is; src/shared/taught.ts reads and writes the same.
//
// Little-endian, no padding: magic "ENST", version u16, 0 u16, CRC-32 u32 of every byte but these
// four, learning hash u32, mode id (u8 length, bytes), layers (u8 count, u16 sizes), example count
// u16, weights int32 Q4.27 layer by layer (rows of one output each, then biases), examples u16
// Q0.15 (inputs, outputs). Version 2 adds the locks: a bit for each output, from the lowest of the
// first byte on, and the value u16 of each that is set. Version 3 has the scale, u16, before the
// locks, which it may be without. A file is of the lowest version that holds what there is.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/crc32.h"
#include "core/little_endian.h"
#include "core/locks.h"
#include "core/mlp.h"
#include "core/scale.h"

namespace ens {

inline constexpr std::uint16_t kTaughtVersion = 3;
inline constexpr std::size_t kMaxModeIdBytes = 64;

// The learning hash: what must match for a file to fit a mode. CRC-32 of the engine id, the
// channels, the layer sizes (u16) and the params in order, each name with its NUL. Labels, groups
// and appearance do not count.
class LearningHash {
 public:
  constexpr LearningHash& name(const char* text) {
    do {
      byte(static_cast<std::uint8_t>(*text));
    } while (*text++ != '\0');
    return *this;
  }
  constexpr LearningHash& size(std::uint16_t size) {
    byte(static_cast<std::uint8_t>(size));
    byte(static_cast<std::uint8_t>(size >> 8));
    return *this;
  }
  constexpr std::uint32_t value() const { return crc_; }

 private:
  constexpr void byte(std::uint8_t value) { crc_ = crc32(&value, 1, crc_); }

  std::uint32_t crc_ = 0;
};

// What a player chose beside the examples.
struct Choices {
  std::uint16_t* locks;  // one for each output (core/locks.h)
  PitchScale scale;
};

namespace taught_detail {

inline constexpr std::uint8_t kMagic[4] = {'E', 'N', 'S', 'T'};
inline constexpr std::size_t kCrcAt = 8;
inline constexpr std::size_t kHashAt = 12;
inline constexpr std::size_t kModeIdAt = 16;

// Of all bytes but the CRC's own four; `size` is at least kHashAt.
inline std::uint32_t crc_of(const std::uint8_t* file, std::size_t size) {
  return crc32(file + kHashAt, size - kHashAt, crc32(file, kCrcAt));
}

constexpr std::size_t lock_bits_bytes(std::size_t outputs) {
  return (outputs + 7) / 8;
}

// Bytes of these locks; 0 if there are none.
inline std::size_t locks_bytes(const std::uint16_t* locks, std::size_t outputs) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < outputs; ++i) count += locks[i] == kNotLocked ? 0 : 1;
  return count == 0 ? 0 : lock_bits_bytes(outputs) + 2 * count;
}

inline void write_locks(FieldWriter& out, const std::uint16_t* locks, std::size_t outputs) {
  for (std::size_t byte = 0; byte < lock_bits_bytes(outputs); ++byte) {
    std::uint32_t bits = 0;
    for (std::size_t i = 8 * byte; i < 8 * byte + 8 && i < outputs; ++i) {
      if (locks[i] != kNotLocked) bits |= 1u << (i % 8);
    }
    out.u8(bits);
  }
  for (std::size_t i = 0; i < outputs; ++i) {
    if (locks[i] != kNotLocked) out.u16(locks[i]);
  }
}

// Reads the locks, which are all that is left of a file. False if no core writes them.
inline bool read_locks(const std::uint8_t* from, std::size_t size, std::size_t outputs,
                       std::uint16_t* locks) {
  const std::size_t values = lock_bits_bytes(outputs);
  if (size <= values) return false;
  std::size_t at = values;
  for (std::size_t i = 0; i < 8 * values; ++i) {
    const bool locked = (from[i / 8] >> (i % 8) & 1) != 0;
    if (locked && (i >= outputs || size - at < 2 || get_u16(from + at) > kUnitOne)) return false;
    if (i < outputs) locks[i] = locked ? get_u16(from + at) : kNotLocked;
    if (locked) at += 2;
  }
  return at == size;
}

// Bytes of the choices; 0 if there are none.
inline std::size_t choices_bytes(const Choices& choices, std::size_t outputs) {
  return (choices.scale.on() ? 2 : 0) + locks_bytes(choices.locks, outputs);
}

// Reads the choices, which are all that is left of a file of this version. False if no core writes
// them.
inline bool read_choices(std::uint16_t version, const std::uint8_t* from, std::size_t size,
                         std::size_t outputs, Choices& choices) {
  for (std::size_t i = 0; i < outputs; ++i) choices.locks[i] = kNotLocked;
  choices.scale = PitchScale();
  if (version == 1) return size == 0;
  if (version == 2) return read_locks(from, size, outputs, choices.locks);
  if (size < 2 || !PitchScale::is_scale(get_u16(from))) return false;
  choices.scale = PitchScale(get_u16(from));
  if (!choices.scale.on()) return false;
  return size == 2 || read_locks(from + 2, size - 2, outputs, choices.locks);
}

}  // namespace taught_detail

// The mode a file was taught in, at most kMaxModeIdBytes.
struct ModeId {
  const char* text;
  std::size_t length;
};

// Whether a text is the id of a mode as mode files have it: a-z, 0-9 and _, a letter first, at most
// kMaxModeIdBytes.
template <class Byte>
constexpr bool is_mode_id(const Byte* text, std::size_t length) {
  if (length == 0 || length > kMaxModeIdBytes) return false;
  for (std::size_t i = 0; i < length; ++i) {
    const bool letter = text[i] >= 'a' && text[i] <= 'z';
    const bool other = (text[i] >= '0' && text[i] <= '9') || text[i] == '_';
    if (!letter && (i == 0 || !other)) return false;
  }
  return true;
}

// Bytes of the file save_taught() writes now.
template <class Network>
std::size_t taught_bytes(const Network& network, const Choices& choices, const ModeId& mode_id) {
  const auto layers = static_cast<std::size_t>(network.store().shape().count);
  const auto weights = static_cast<std::size_t>(network.weight_count());
  const auto examples = static_cast<std::size_t>(network.example_count());
  const auto values = static_cast<std::size_t>(network.inputs() + network.outputs());
  return taught_detail::kModeIdAt + 1 + mode_id.length + 1 + 2 * layers + 2 + 4 * weights +
         2 * examples * values +
         taught_detail::choices_bytes(choices, static_cast<std::size_t>(network.outputs()));
}

// Bytes of the largest file of a network of this shape with `capacity` examples.
constexpr std::size_t largest_taught_file(const Shape& shape, int capacity) {
  const Layout layout = layout_of(shape.sizes, shape.count, capacity);
  const auto layers = static_cast<std::size_t>(shape.count);
  const auto values = static_cast<std::size_t>(capacity * (layout.inputs + layout.outputs));
  return taught_detail::kModeIdAt + 1 + kMaxModeIdBytes + 1 + 2 * layers + 2 +
         4 * static_cast<std::size_t>(layout.weight_count) + 2 * values + 2 +
         taught_detail::lock_bits_bytes(static_cast<std::size_t>(layout.outputs)) +
         2 * static_cast<std::size_t>(layout.outputs);
}

// Writes the file. kBufferTooSmall writes nothing, kBadValue is no id of a mode;
// `written` is the bytes written. May be called between the steps of a training.
template <class Network>
[[gnu::cold]] Status save_taught(const Network& network, const Choices& choices, std::uint32_t hash,
                                 const ModeId& mode_id, std::uint8_t* to, std::size_t capacity,
                                 std::size_t* written) {
  using namespace taught_detail;
  *written = 0;
  if (!is_mode_id(mode_id.text, mode_id.length)) return Status::kBadValue;
  const std::size_t size = taught_bytes(network, choices, mode_id);
  const auto outputs = static_cast<std::size_t>(network.outputs());
  const bool has_locks = locks_bytes(choices.locks, outputs) > 0;
  if (capacity < size) return Status::kBufferTooSmall;
  FieldWriter out(to, size);
  out.bytes(kMagic, sizeof kMagic);
  out.u16(choices.scale.on() ? kTaughtVersion : has_locks ? 2 : 1);
  out.u16(0);
  out.u32(0);
  out.u32(hash);
  out.u8(static_cast<std::uint32_t>(mode_id.length));
  for (std::size_t i = 0; i < mode_id.length; ++i)
    out.u8(static_cast<std::uint8_t>(mode_id.text[i]));
  const Shape& shape = network.store().shape();
  out.u8(static_cast<std::uint32_t>(shape.count));
  for (int i = 0; i < shape.count; ++i) out.u16(static_cast<std::uint32_t>(shape.sizes[i]));
  out.u16(static_cast<std::uint32_t>(network.example_count()));
  for (int i = 0; i < network.weight_count(); ++i) {
    out.u32(static_cast<std::uint32_t>(network.weights()[i]));
  }
  const Examples examples = network.examples();
  for (int i = 0; i < network.example_count(); ++i) {
    for (int j = 0; j < network.inputs(); ++j) out.u16(examples.inputs(i)[j]);
    for (int j = 0; j < network.outputs(); ++j) out.u16(examples.outputs(i)[j]);
  }
  if (choices.scale.on()) out.u16(choices.scale.bits());
  if (has_locks) write_locks(out, choices.locks, outputs);
  put_u32(to + kCrcAt, crc_of(to, size));
  *written = size;
  return Status::kOk;
}

// Loads a file, or returns why not and changes nothing: kFileForeign (no taught file),
// kFileDamaged, kFileNewer, kFileMismatch (another learning hash or shape), kExamplesFull,
// kTraining. `choices.locks` has room for one for each output; the choices are right if this is
// kOk.
template <class Network>
[[gnu::cold]] Status load_taught(Network& network, std::uint32_t hash, const std::uint8_t* file,
                                 std::size_t size, Choices& choices) {
  using namespace taught_detail;
  for (std::size_t i = 0; i < sizeof kMagic; ++i) {
    if (i >= size || file[i] != kMagic[i]) return Status::kFileForeign;
  }
  if (size <= kModeIdAt || get_u32(file + kCrcAt) != crc_of(file, size)) {
    return Status::kFileDamaged;
  }
  const std::uint16_t version = get_u16(file + sizeof kMagic);
  if (version > kTaughtVersion) return Status::kFileNewer;
  if (version == 0) return Status::kFileDamaged;
  if (get_u32(file + kHashAt) != hash) return Status::kFileMismatch;
  std::size_t at = kModeIdAt + 1 + file[kModeIdAt];
  const Shape& shape = network.store().shape();
  if (at >= size || !is_mode_id(file + kModeIdAt + 1, file[kModeIdAt])) {
    return Status::kFileDamaged;
  }
  if (file[at++] != shape.count) return Status::kFileMismatch;
  const std::size_t layers = 2 * static_cast<std::size_t>(shape.count);
  if (size - at < layers + 2) return Status::kFileDamaged;
  for (int i = 0; i < shape.count; ++i, at += 2) {
    if (get_u16(file + at) != shape.sizes[i]) {
      return Status::kFileMismatch;
    }
  }
  const std::uint16_t examples = get_u16(file + at);
  const std::uint8_t* const weights = file + at + 2;
  const std::size_t weight_bytes = 4 * static_cast<std::size_t>(network.weight_count());
  const auto values = static_cast<std::size_t>(network.inputs() + network.outputs());
  const std::size_t lessons = weight_bytes + 2 * examples * values;
  const auto outputs = static_cast<std::size_t>(network.outputs());
  if (size - at - 2 < lessons) return Status::kFileDamaged;
  const std::uint8_t* const behind = weights + lessons;
  const std::size_t left = size - at - 2 - lessons;
  if (!read_choices(version, behind, left, outputs, choices)) {
    return Status::kFileDamaged;
  }
  const Status status = network.replace(weights, weights + weight_bytes, examples);
  return status == Status::kBadValue ? Status::kFileDamaged : status;
}

}  // namespace ens
