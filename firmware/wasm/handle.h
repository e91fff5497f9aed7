// What lies behind a handle of the C ABI: an instrument with all it needs, in the caller's one
// block.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/mlp.h"
#include "core/taught.h"
#include "engines/registry.h"
#include "instrument/instrument.h"
#include "wasm/abi.h"

struct EnsInstrument {
  static constexpr std::uint32_t kAlive = 0x454e5331;  // "ENS1"

  EnsInstrument(const ens::Wiring& wiring, ens::Engine* engine, ens::Engine* ear,
                std::uint32_t rate_hz, std::uint32_t seed)
      : sample_rate_hz(rate_hz),
        driver(ens::driver_config(engine->info().driver, wiring.hears())),
        instrument(&network, wiring, engine, ear, rate_hz, seed) {}

  ens::ControlSide<ens::ArenaMlp>& control() { return instrument.control(); }
  const ens::ControlSide<ens::ArenaMlp>& control() const { return instrument.control(); }

  std::uint32_t alive = kAlive;
  std::uint32_t learning_hash = 0;
  char mode_id[ens::kMaxModeIdBytes] = {};
  std::size_t mode_id_length = 0;
  std::uint32_t sample_rate_hz;
  ens::DriverConfig driver;
  ens::ArenaMlp network;
  ens::Instrument<ens::ArenaMlp> instrument;
};

namespace ens {

// Null or destroyed handles are the two mistakes a host can make without losing its memory.
inline bool is_alive(const EnsInstrument* instrument) {
  return instrument != nullptr && instrument->alive == EnsInstrument::kAlive;
}

// Where the parts of an instrument lie in its block, as byte offsets, and how long it is. Bytes of
// an ear of its own, 0 if there is none.
struct BlockPlan {
  static constexpr std::size_t kAlignment = 16;

  constexpr BlockPlan() = default;
  constexpr BlockPlan(std::size_t engine_bytes, std::size_t ear_bytes, std::size_t network_bytes)
      : engine_at(aligned(sizeof(EnsInstrument))),
        ear_at(engine_at + aligned(engine_bytes)),
        network_at(ear_at + aligned(ear_bytes)),
        bytes(network_at + aligned(network_bytes)) {}

  static constexpr std::size_t aligned(std::size_t bytes) {
    return (bytes + kAlignment - 1) / kAlignment * kAlignment;
  }

  std::size_t engine_at = 0;
  std::size_t ear_at = 0;
  std::size_t network_at = 0;
  std::size_t bytes = 0;
};

inline EnsStatus code(Status status) {
  return static_cast<EnsStatus>(status);
}

}  // namespace ens
