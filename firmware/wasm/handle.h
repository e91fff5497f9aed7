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

inline EnsStatus code(Status status) {
  return static_cast<EnsStatus>(status);
}

}  // namespace ens
