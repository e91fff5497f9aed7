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

std::string wrong_rate(double host_hz) {
  return "the sample rate must be 24, 32, 44.1 or 48 kHz or two or four times that; at " +
         std::to_string(static_cast<long>(host_hz)) + " Hz the pitch is wrong";
}

}  // namespace ens::host
