// Numbers as hosts give them (ratios, volts, MIDI) as the unit values of the ABI.
//
// Compiled with our flags: hosts build their adapters with -ffast-math, under which a NaN passes
// any comparison.
#pragma once

#include <cstdint>

namespace ens::host {

// 0…1 as 0…32768, rounded; what lies outside is brought inside, and a NaN is 0.
std::uint32_t unit_of(double ratio);
// 0…32768 as 0…1.
double ratio_of(std::uint32_t unit);

}  // namespace ens::host
