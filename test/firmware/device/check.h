// The one assertion of these test programs: counts and names what fails.
#pragma once

#include <cstdio>

inline int failures = 0;

inline void check(bool good, const char* what) {
  if (good) return;
  ++failures;
  std::printf("FAIL %s\n", what);
}

// To be returned from main().
inline int verdict() {
  std::printf("%s\n", failures == 0 ? "ok" : "failed");
  return failures == 0 ? 0 : 1;
}
