// How far the sidebands of fm_operators.h reach.
#include "dsp/fm_operators.h"

namespace ens {
namespace {

// Orders of sidebands above −60 dB for an index, J_{n+1}(index) < 0.001, and one more: the count of
// orders that fit is no whole number, and the first that does not must be weak already.
float orders_of_index(float index) {
  if (index <= 0.002f) return 0.0f;
  if (index >= 1.216f) return 5.0f + (index - 1.216f) * (1.0f / 0.61f);
  return 1.0f + sqrt(index * (1.0f / 0.076f));
}

// The highest frequency above −60 dB that any operator reaches with all indices times `share`.
float reach(const FmAlgorithm& algorithm, const float* hertz, const float* index, float feedback,
            float share) {
  float top[kFmOperators] = {};
  float highest = 0.0f;
  for (std::size_t op = kFmOperators; op-- > 0;) {
    top[op] = op == 3 ? hertz[3] * (1.0f + 3.0f * feedback) : hertz[op];
    for (std::size_t from = op + 1; from < kFmOperators; ++from) {
      if (((algorithm.into(op) >> from) & 1) != 0) {
        top[op] += top[from] * orders_of_index(index[from] * share);
      }
    }
    if (algorithm.is_heard(op) && top[op] > highest) highest = top[op];
  }
  return highest;
}

}  // namespace

// By halving the interval.
float fm_index_share(const FmAlgorithm& algorithm, const float* hertz, const float* index,
                     float feedback, float half_rate) {
  if (reach(algorithm, hertz, index, feedback, 1.0f) <= half_rate) return 1.0f;
  float share = 0.0f;
  for (float part = 0.5f; part > 0.002f; part *= 0.5f) {
    if (reach(algorithm, hertz, index, feedback, share + part) <= half_rate) share += part;
  }
  return share;
}

}  // namespace ens
