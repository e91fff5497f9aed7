// The names, ranges and curves of all modes. Linked first and into flash (CMakeLists.txt), they are
// no copy in RAM: core 0 alone reads them, and never while it writes flash.
#include "registry.h"

namespace ens {

// Refers to all of them, so that the compiler emits them here.
extern const mode::Mode* const board_mode_tables;
const mode::Mode* const board_mode_tables = mode::kModes;

}  // namespace ens
