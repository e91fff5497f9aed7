// Every byte of the golden runs against test/golden, line by line; run from the repository.
#include "firmware/core/golden.h"

#include <cstdio>
#include <cstring>

#include "firmware/check.h"
#include "firmware/core/learner_golden.h"

namespace {

alignas(16) unsigned char memory[ens_golden::kMemorySize];
char got[ens_golden::kTextSize];
char expected[ens_golden::kTextSize];

void compare(const char* how) {
  const char* a = got;
  const char* b = expected;
  for (int line = 1; *a != 0 || *b != 0; ++line) {
    const std::size_t a_size = std::strcspn(a, "\n");
    const std::size_t b_size = std::strcspn(b, "\n");
    const bool same = a_size == b_size && std::memcmp(a, b, a_size) == 0;
    if (!CHECK(same)) {
      std::printf("  %s, line %d\n  got      %.*s\n  expected %.*s\n", how, line,
                  static_cast<int>(a_size), a, static_cast<int>(b_size), b);
    }
    a += a_size + (a[a_size] != 0 ? 1 : 0);
    b += b_size + (b[b_size] != 0 ? 1 : 0);
  }
}

bool expect(const char* name) {
  std::FILE* file = std::fopen(name, "rb");
  if (!CHECK(file != nullptr)) return false;
  const std::size_t size = std::fread(expected, 1, sizeof expected - 1, file);
  expected[size] = 0;
  std::fclose(file);
  return CHECK(size > 0);
}

}  // namespace

int main() {
  if (!expect("test/golden/core.txt")) return ens_test::result();
  ens_golden::Text arena(got, sizeof got);
  CHECK(ens_golden::write_golden(memory, &arena));
  compare("run-time shapes");
  ens_golden::Text fixed(got, sizeof got);
  ens_golden::write_golden_fixed(&fixed);
  compare("constant shapes");
  if (!expect("test/golden/learner.txt")) return ens_test::result();
  ens_golden::Text learner(got, sizeof got);
  CHECK(ens_golden::write_learner_golden(memory, &learner));
  compare("learner");
  return ens_test::result();
}
