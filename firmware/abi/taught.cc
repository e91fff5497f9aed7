// The taught-file calls of the C ABI.
#include "core/taught.h"

#include "abi/handle.h"

using ens::code;
using ens::is_alive;

namespace {

ens::ModeId mode_id_of(const EnsInstrument* instrument) {
  return {instrument->mode_id, instrument->mode_id_length};
}

// What is chosen now; `locks` has room for one of each param.
ens::Choices choices_of(const EnsInstrument* instrument, std::uint16_t* locks) {
  instrument->control().read_locks(locks);
  return {locks, instrument->control().scale()};
}

}  // namespace

uint32_t ens_save_bytes(const EnsInstrument* instrument) {
  if (!is_alive(instrument)) return 0;
  std::uint16_t locks[ens::kMaxSlots];
  return static_cast<uint32_t>(ens::taught_bytes(
      instrument->network.network(), choices_of(instrument, locks), mode_id_of(instrument)));
}

EnsStatus ens_save(EnsInstrument* instrument, uint8_t* out, uint32_t capacity, uint32_t* written) {
  *written = 0;
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  std::size_t size = 0;
  std::uint16_t locks[ens::kMaxSlots];
  const ens::Choices choices = choices_of(instrument, locks);
  instrument->network.settle();
  const ens::Status status =
      ens::save_taught(instrument->network.network(), choices, instrument->learning_hash,
                       mode_id_of(instrument), out, capacity, &size);
  *written = static_cast<uint32_t>(size);
  return code(status);
}

EnsStatus ens_load(EnsInstrument* instrument, const uint8_t* file, uint32_t bytes) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  std::uint16_t locks[ens::kMaxSlots];
  ens::Choices choices = {locks, {}};
  const ens::Status status =
      ens::load_taught(instrument->network, instrument->learning_hash, file, bytes, choices);
  if (status == ens::Status::kOk) {
    instrument->control().set_locks(locks);
    instrument->control().set_scale(choices.scale);
  }
  return code(status);
}
