// Names that people type: found in a list, or answered with the nearest there is.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "mode.h"

namespace ens::host {

using Names = std::vector<std::string>;

inline constexpr std::size_t kNoName = static_cast<std::size_t>(-1);

Names mode_names();
Names channel_names(const mode::Mode& mode);
Names param_names(const mode::Mode& mode);
// As the mode lists them; one empty name where it lists none.
Names voice_space_names(const mode::Mode& mode);

Names preset_names(const mode::Mode& mode);

// The mode with this id; null if there is none.
const mode::Mode* find_mode(const char* mode_id);

// Position of a name; kNoName if it is not in the list.
std::size_t find_name(const Names& names, const std::string& name);

// `; did you mean "joy_x"?` when one name is near enough to be what was meant, else the names there
// are: `; there are "joy_x", "joy_y"`. Distances as in dsl/wording.ts.
std::string instead(const std::string& typed, const Names& names);

}  // namespace ens::host
