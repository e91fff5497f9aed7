// Equality of zero-terminated texts, also at compile time.
#pragma once

namespace ens {

constexpr bool same_text(const char* a, const char* b) {
  while (*a != '\0' && *a == *b) {
    ++a;
    ++b;
  }
  return *a == *b;
}

}  // namespace ens
