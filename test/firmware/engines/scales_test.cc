// The scales: degrees rise, octaves repeat, and partials are where just intonation has them.
#include "engines/scales.h"

#include <cmath>
#include <initializer_list>

#include "firmware/check.h"

int main() {
  for (const ens::Scale& scale :
       {ens::kLydian, ens::kDorian, ens::kPentatonic, ens::kSlendro, ens::kPartials}) {
    CHECK(scale.ratio(0, 0.0f) == 1.0f);
    float before = 0.0f;
    for (std::int32_t degree = -16; degree < 24; ++degree) {
      const float ratio = scale.ratio(degree, 0.0f);
      CHECK(ratio > before);
      before = ratio;
      const float octave = scale.ratio(degree + scale.count, 0.0f) / ratio;
      CHECK(std::fabs(octave - std::exp2(scale.octave_cents / 1200.0f)) < 1e-4f);
      CHECK(std::fabs(scale.ratio(degree, 1.0f) / ratio - octave) < 1e-4f);
    }
  }
  for (std::int32_t degree = 0; degree < 7; ++degree) {
    CHECK(std::fabs(ens::kPartials.ratio(degree, 0.0f) - static_cast<float>(8 + degree) / 8.0f) <
          1e-4f);
  }
  CHECK(std::fabs(ens::kDorian.ratio(4, 0.0f) - 1.498307f) < 1e-5f);  // a tempered fifth
  return ens_test::result();
}
