// The patterns of a line: those of Euclid, as even as whole steps allow, at divisions of the beat.
#include "engines/rhythm_line.h"

#include <algorithm>
#include <string>

#include "firmware/check.h"

namespace {

std::string pattern(float steps, float fill_pct, float turn_pct = 0.0f) {
  const ens::Euclid euclid = ens::euclid_of({steps, 4.0f, fill_pct, turn_pct});
  std::string out;
  for (std::uint64_t step = 0; step < euclid.steps; ++step) out += euclid.hits(step) ? 'x' : '.';
  return out;
}

// The examples of Toussaint's paper that begin on a stroke, as necklaces.
void patterns_are_those_of_euclid() {
  struct Case {
    float steps, pulses;
    const char* wanted;
  };
  for (const Case& each :
       {Case{8, 3, "x..x..x."}, Case{8, 5, "x.x.xx.x"}, Case{4, 3, "xxx."}, Case{5, 2, "x..x."},
        Case{16, 4, "x...x...x...x..."}, Case{12, 7, "x.x.x.xx.x.x"}, Case{9, 0, "........."},
        Case{7, 7, "xxxxxxx"}}) {
    const std::string turned = std::string(each.wanted) + each.wanted;
    const std::string got = pattern(each.steps, 100.0f * each.pulses / each.steps);
    if (!CHECK(turned.find(got) != std::string::npos)) std::printf("%s\n", got.c_str());
  }
  CHECK(pattern(8, 37.5f, 25.0f) == "x.x..x..");
  CHECK(pattern(8, 37.5f, 100.0f) == pattern(8, 37.5f));
}

void every_pattern_is_as_even_as_steps_allow() {
  for (std::uint32_t steps = 2; steps <= 16; ++steps) {
    for (std::uint32_t pulses = 1; pulses <= steps; ++pulses) {
      for (std::uint32_t turn = 0; turn < steps; ++turn) {
        const ens::Euclid euclid = {steps, pulses, turn};
        std::uint32_t last = steps, shortest = steps, longest = 0, count = 0;
        for (std::uint64_t step = 0; step < 3 * steps; ++step) {
          if (!euclid.hits(step)) continue;
          const auto at = static_cast<std::uint32_t>(step);
          if (count++ > 0) {
            shortest = std::min(shortest, at - last);
            longest = std::max(longest, at - last);
          }
          last = at;
        }
        CHECK_EQUAL(count, 3 * pulses);
        CHECK(longest - shortest <= 1);
      }
    }
  }
}

void a_rate_has_whole_steps_in_two_beats() {
  for (const float rate : ens::kRates) {
    CHECK(static_cast<float>(ens::steps_per_half(rate)) == 2.0f * rate);
  }
}

}  // namespace

int main() {
  patterns_are_those_of_euclid();
  every_pattern_is_as_even_as_steps_allow();
  a_rate_has_whole_steps_in_two_beats();
  return ens_test::result();
}
