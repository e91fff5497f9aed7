// Rounds and clamps.
#include "host/units.h"

#include "abi/abi.h"

namespace ens::host {

std::uint32_t unit_of(double ratio) {
  if (!(ratio > 0.0)) return 0;
  if (ratio >= 1.0) return ENS_UNIT_ONE;
  return static_cast<std::uint32_t>(ratio * ENS_UNIT_ONE + 0.5);
}

double ratio_of(std::uint32_t unit) {
  return static_cast<double>(unit) / ENS_UNIT_ONE;
}

}  // namespace ens::host
