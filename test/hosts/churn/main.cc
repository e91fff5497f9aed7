// A thousand lives of plugins, objects and modules; built with AddressSanitizer, which ends the
// program at the first byte that is not theirs or not given back.
#include <cstdio>

#include "hosts/churn/lives.h"

int main() {
  constexpr int kTimes = 1000;
  int saved = 0;
  for (int i = 0; i < kTimes; ++i) {
    if (lv2_life(i) > 0) ++saved;
    if (pd_life(i) > 0) ++saved;
    if (rack_life(i) > 0) ++saved;
  }
  std::printf("%d saved of %d\n", saved, 3 * kTimes);
  return saved == 3 * kTimes ? 0 : 1;
}
