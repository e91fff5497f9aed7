// Tests in C++ without a framework: CHECK and CHECK_EQUAL print what failed and where, a test
// program ends with `return ens_test::result();`. A program that checked nothing fails.
#pragma once

#include <cstdio>

namespace ens_test {

struct Counts {
  int checks = 0;
  int failures = 0;
};

inline Counts& counts() {
  static Counts instance;
  return instance;
}

// Counts one check and prints the first hundred failures.
inline bool note(bool good, const char* file, int line, const char* what) {
  ++counts().checks;
  if (good) return true;
  if (++counts().failures <= 100) std::printf("%s:%d: %s\n", file, line, what);
  return false;
}

template <class A, class B>
bool note_equal(const A& got, const B& expected, const char* file, int line, const char* what) {
  const bool good = got == expected;
  note(good, file, line, what);
  if (!good && counts().failures <= 100) {
    std::printf("  got %lld, expected %lld\n", static_cast<long long>(got),
                static_cast<long long>(expected));
  }
  return good;
}

// Exit code of the program: 0 if something was checked and nothing failed.
inline int result() {
  std::printf("%d checks, %d failures\n", counts().checks, counts().failures);
  return counts().checks > 0 && counts().failures == 0 ? 0 : 1;
}

}  // namespace ens_test

#define CHECK(condition) ens_test::note((condition), __FILE__, __LINE__, #condition)
#define CHECK_EQUAL(got, expected) \
  ens_test::note_equal((got), (expected), __FILE__, __LINE__, #got " == " #expected)
