#include "board/rp2350/modes.h"

#include "device/image.h"

namespace ens {
namespace {

image::Storage storage;

}  // namespace

const ModeList& board_modes() {
  return image::kModes;
}

DeviceMemory board_memory() {
  return storage.memory();
}

}  // namespace ens
