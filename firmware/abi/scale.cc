// The calls of the C ABI that keep pitches on a scale.
#include "core/scale.h"

#include "abi/handle.h"

using ens::is_alive;

EnsStatus ens_set_scale(EnsInstrument* instrument, uint32_t scale) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  if (!ens::PitchScale::is_scale(scale)) return ENS_BAD_VALUE;
  instrument->control().set_scale(ens::PitchScale(static_cast<std::uint16_t>(scale)));
  return ENS_OK;
}

uint32_t ens_scale(const EnsInstrument* instrument) {
  return is_alive(instrument) ? instrument->control().scale().bits() : 0;
}

EnsStatus ens_settle(const EnsInstrument* instrument, uint16_t* params) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  for (std::size_t i = 0; i < instrument->control().param_count(); ++i) {
    if (params[i] > ens::Unit::kOne) return ENS_BAD_VALUE;
  }
  instrument->control().settle_units(params);
  return ENS_OK;
}
