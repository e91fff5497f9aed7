// The exploring calls of the C ABI: a plane of sounds around one that was found.
#include "abi/handle.h"

using ens::code;
using ens::is_alive;

EnsStatus ens_explore_begin(EnsInstrument* instrument, uint32_t seed) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  instrument->control().begin_exploring(seed);
  return ENS_OK;
}

EnsStatus ens_explore_move(EnsInstrument* instrument, uint32_t x, uint32_t y) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  ens::Explorer& explorer = instrument->control().explorer();
  if (!explorer.active()) return ENS_NOT_EXPLORING;
  if (x > ens::Unit::kOne || y > ens::Unit::kOne) return ENS_BAD_VALUE;
  explorer.move(static_cast<std::uint16_t>(x), static_cast<std::uint16_t>(y));
  return ENS_OK;
}

EnsStatus ens_explore_like(EnsInstrument* instrument) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  return code(instrument->control().explorer().like());
}

EnsStatus ens_explore_dislike(EnsInstrument* instrument) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  return code(instrument->control().explorer().dislike());
}

EnsStatus ens_explore_undo(EnsInstrument* instrument) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  return code(instrument->control().explorer().undo());
}

EnsStatus ens_explore_end(EnsInstrument* instrument) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  if (!instrument->control().explorer().active()) return ENS_NOT_EXPLORING;
  instrument->control().end_exploring();
  return ENS_OK;
}

EnsStatus ens_explore_state(const EnsInstrument* instrument, EnsExploreState* out) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  const ens::Explorer& explorer = instrument->control().explorer();
  *out = {explorer.active() ? 1u : 0u, explorer.x(), explorer.y(), explorer.reach(),
          static_cast<std::uint32_t>(explorer.presses())};
  return ENS_OK;
}

EnsStatus ens_explore_params(EnsInstrument* instrument, uint16_t* out) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  auto& control = instrument->control();
  if (!control.explorer().active()) return ENS_NOT_EXPLORING;
  control.answer();
  for (std::size_t i = 0; i < control.param_count(); ++i) out[i] = control.params()[i];
  return ENS_OK;
}
