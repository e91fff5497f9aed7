// Asks for the memory of an instrument and gives it back.
#include "host/block.h"

#include <new>
#include <utility>

#include "abi/mode_config.h"

namespace ens::host {
namespace {

constexpr std::align_val_t kAlignment{16};

}  // namespace

EnsStatus Block::open(const mode::Mode& mode, std::uint32_t rate_hz, std::uint32_t seed) {
  close();
  EnsConfig config = mode_config(mode);
  config.sample_rate_hz = static_cast<float>(rate_hz);
  config.seed = seed;
  EnsStatus status = ENS_OK;
  const std::uint32_t bytes = ens_instance_bytes(&config, &status);
  if (status != ENS_OK) return status;
  memory_ = ::operator new(bytes, kAlignment, std::nothrow);
  if (memory_ == nullptr) return ENS_NO_MEMORY;
  status = ens_create(&config, memory_, bytes, &instrument_);
  if (status != ENS_OK) close();
  return status;
}

void Block::close() {
  if (instrument_ != nullptr) ens_destroy(instrument_);
  instrument_ = nullptr;
  ::operator delete(memory_, kAlignment);
  memory_ = nullptr;
}

void Block::swap(Block& other) {
  std::swap(memory_, other.memory_);
  std::swap(instrument_, other.instrument_);
}

}  // namespace ens::host
