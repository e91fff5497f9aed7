// The calls of the C ABI that keep params out of learning.
#include "abi/handle.h"

using ens::is_alive;

static_assert(ens::kNotLocked == ENS_NOT_LOCKED);

EnsStatus ens_lock_param(EnsInstrument* instrument, uint32_t param) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  return instrument->control().lock_param(param) ? ENS_OK : ENS_BAD_VALUE;
}

EnsStatus ens_unlock_param(EnsInstrument* instrument, uint32_t param) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  return instrument->control().unlock_param(param) ? ENS_OK : ENS_BAD_VALUE;
}

EnsStatus ens_read_locks(const EnsInstrument* instrument, uint16_t* out) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  instrument->control().read_locks(out);
  return ENS_OK;
}

EnsStatus ens_set_locks(EnsInstrument* instrument, const uint16_t* locks) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  for (std::size_t i = 0; i < instrument->control().param_count(); ++i) {
    if (locks[i] > ens::Unit::kOne && locks[i] != ENS_NOT_LOCKED) return ENS_BAD_VALUE;
  }
  instrument->control().set_locks(locks);
  return ENS_OK;
}
