// Finds the base rate of a host's sample rate.
#include "host/rate.h"

#include "abi/abi.h"

namespace ens::host {

RatePlan plan_rate(double host_hz) {
  RatePlan plan;
  plan.host_hz = host_hz;
  for (std::uint32_t factor = 1; factor <= 4; factor *= 2) {
    const double base = host_hz / factor;
    // Any rate the engines cannot run is answered with the fallback.
    const std::uint32_t selected = ens_select_sample_rate(base);
    if (static_cast<double>(selected) != base) continue;
    plan.base_hz = selected;
    plan.factor = factor;
    return plan;
  }
  plan.base_hz = ENS_SAMPLE_RATE_HZ;
  plan.exact = false;
  return plan;
}

}  // namespace ens::host
