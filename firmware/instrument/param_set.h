// A set of an instrument's params, one bit each.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engines/slots.h"

namespace ens {

class ParamSet {
 public:
  bool has(std::size_t param) const { return (words_[param / 32] >> (param % 32) & 1u) != 0; }
  void add(std::size_t param) { words_[param / 32] |= 1u << (param % 32); }
  void remove(std::size_t param) { words_[param / 32] &= ~(1u << (param % 32)); }

 private:
  static_assert(kMaxSlots % 32 == 0);
  std::uint32_t words_[kMaxSlots / 32] = {};
};

}  // namespace ens
