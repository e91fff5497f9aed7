// The modes of the image and the memory they play in, compiled for speed apart from the rest, which
// is compiled for size.
#pragma once

#include "device/device.h"

namespace ens {

const ModeList& board_modes();
DeviceMemory board_memory();

}  // namespace ens
