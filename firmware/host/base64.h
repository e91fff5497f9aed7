// Taught files as text, for hosts whose sessions are text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ens::host {

std::string to_base64(const std::vector<std::uint8_t>& bytes);
// Nothing if the text is none.
std::optional<std::vector<std::uint8_t>> from_base64(const std::string& text);

}  // namespace ens::host
