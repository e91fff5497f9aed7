// An instrument of the C ABI and the block of memory it lives in.
#pragma once

#include <cstdint>

#include "abi/abi.h"
#include "mode.h"

namespace ens::host {

class Block {
 public:
  Block() = default;
  ~Block() { close(); }
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;

  // Makes an instrument of a mode with the defaults every target shares.
  EnsStatus open(const mode::Mode& mode, std::uint32_t rate_hz, std::uint32_t seed);
  void close();
  void swap(Block& other);
  EnsInstrument* instrument() const { return instrument_; }

 private:
  void* memory_ = nullptr;
  EnsInstrument* instrument_ = nullptr;
};

}  // namespace ens::host
