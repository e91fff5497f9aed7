// Which sample rate an instrument runs at inside a host that runs at another.
#pragma once

#include <cstdint>
#include <string>

namespace ens::host {

struct RatePlan {
  double host_hz = 48000.0;
  std::uint32_t base_hz = 48000;  // the instrument's own rate
  std::uint32_t factor = 1;       // host frames for each of its frames: 1, 2 or 4
  bool exact = true;              // false: no base rate fits, and the pitch is off
};

// 24, 32, 44.1 and 48 kHz run as they are; twice and four times those (64 to 192 kHz) run at the
// base rate behind half-band filters. Any other rate plays at 48 kHz with `exact` false.
RatePlan plan_rate(double host_hz);
// What a host's log says where a plan is not exact.
std::string wrong_rate(double host_hz);

}  // namespace ens::host
