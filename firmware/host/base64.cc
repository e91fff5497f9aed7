// Three bytes as four letters.
#include "host/base64.h"

#include <cstring>

namespace ens::host {
namespace {

constexpr char kLetters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string to_base64(const std::vector<std::uint8_t>& bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  const auto at = [&](std::size_t i) { return i < bytes.size() ? std::uint32_t{bytes[i]} : 0u; };
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::uint32_t group = at(i) << 16 | at(i + 1) << 8 | at(i + 2);
    const std::size_t letters = bytes.size() - i + 1;
    for (std::size_t k = 0; k < 4; ++k) {
      text += k < letters ? kLetters[group >> (18 - 6 * k) & 63] : '=';
    }
  }
  return text;
}

std::optional<std::vector<std::uint8_t>> from_base64(const std::string& text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::size_t letters = text.size();
  while (letters > 0 && text.size() - letters < 2 && text[letters - 1] == '=') --letters;
  std::vector<std::uint8_t> bytes;
  bytes.reserve(letters * 3 / 4);
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < letters; ++i) {
    const char* const found = text[i] == '\0' ? nullptr : std::strchr(kLetters, text[i]);
    if (found == nullptr) return std::nullopt;
    bits = bits << 6 | static_cast<std::uint32_t>(found - kLetters);
    // After the second, third and fourth letter of a group a byte is whole.
    const auto spare = static_cast<std::uint32_t>(6 - 2 * (i % 4));
    if (i % 4 > 0) bytes.push_back(static_cast<std::uint8_t>(bits >> spare));
  }
  return bytes;
}

}  // namespace ens::host
