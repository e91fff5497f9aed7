// The operators of the FM voice: sidebands after Bessel, and indices that keep them in band.
#include "dsp/fm_operators.h"

#include <cmath>
#include <vector>

#include "firmware/check.h"
#include "firmware/effects/measure.h"

namespace {

using ens::FmAlgorithm;
using ens::FmOperators;
using ens::kFmOperators;

constexpr float kRate = 48000.0f;
constexpr FmAlgorithm kPair = {.into_a = FmAlgorithm::kB};
constexpr FmAlgorithm kStack = {
    .into_a = FmAlgorithm::kB, .into_b = FmAlgorithm::kC, .into_c = FmAlgorithm::kD};
constexpr FmAlgorithm kOrgan = {.heard = FmAlgorithm::kA | FmAlgorithm::kB | FmAlgorithm::kC |
                                         FmAlgorithm::kD};

// `ticks` of sound with depths as given, the last `keep` samples of it.
template <FmAlgorithm kRoute>
std::vector<float> render(FmOperators& operators, const float* hertz, const float* depth, int ticks,
                          std::size_t keep) {
  std::vector<float> sound;
  for (int tick = 0; tick < ticks; ++tick) {
    for (std::size_t op = 0; op < kFmOperators; ++op) {
      operators.aim(op, hertz[op], depth[op], kRate, 64);
    }
    float left[64] = {}, right[64] = {};
    operators.render<kRoute>(1.0f, 0.5f, left, right, 64);
    for (int i = 0; i < 64; ++i) CHECK(right[i] == 0.5f * left[i]);
    sound.insert(sound.end(), left, left + 64);
  }
  return {sound.end() - static_cast<std::ptrdiff_t>(keep), sound.end()};
}

// Amplitude of one frequency, by correlation over whole periods.
double amplitude(const std::vector<float>& sound, double hz) {
  double in = 0.0, across = 0.0;
  for (std::size_t i = 0; i < sound.size(); ++i) {
    const double turn = 2.0 * 3.14159265358979 * hz * static_cast<double>(i) / 48000.0;
    in += static_cast<double>(sound[i]) * std::cos(turn);
    across += static_cast<double>(sound[i]) * std::sin(turn);
  }
  return 2.0 * std::sqrt(in * in + across * across) / static_cast<double>(sound.size());
}

void sidebands_are_bessel_functions_of_the_index() {
  const float hertz[] = {4500.0f, 750.0f, 1000.0f, 1000.0f};
  const float depth[] = {1.0f, 2.0f * ens::kCyclesPerRadian, 0.0f, 0.0f};  // index 2
  FmOperators operators;
  const std::vector<float> sound = render<kPair>(operators, hertz, depth, 200, 9600);
  const double bessel[] = {0.22389, 0.57672, 0.35283, 0.12894};
  for (int order = 0; order < 4; ++order) {
    CHECK(std::fabs(amplitude(sound, 4500.0 + 750.0 * order) - bessel[order]) < 2e-3);
    CHECK(std::fabs(amplitude(sound, 4500.0 - 750.0 * order) - bessel[order]) < 2e-3);
  }
}

void every_carrier_is_heard_at_its_depth() {
  const float hertz[] = {500.0f, 1000.0f, 1500.0f, 2000.0f};
  const float depth[] = {0.4f, 0.3f, 0.2f, 0.1f};
  FmOperators operators;
  const std::vector<float> sound = render<kOrgan>(operators, hertz, depth, 200, 9600);
  for (std::size_t op = 0; op < kFmOperators; ++op) {
    CHECK(std::fabs(amplitude(sound, static_cast<double>(hertz[op])) -
                    static_cast<double>(depth[op])) < 1e-3);
  }
  CHECK(kOrgan.carriers() == 4.0f && kStack.carriers() == 1.0f);
  CHECK(kStack.is_heard(0) && !kStack.is_heard(1) && kStack.into(2) == FmAlgorithm::kD);
}

// Feedback turns D into a sawtooth: its second harmonic is half its first.
void feedback_makes_a_sawtooth() {
  const float hertz[] = {100.0f, 100.0f, 100.0f, 250.0f};
  const float depth[] = {0.0f, 0.0f, 0.0f, 1.0f};
  FmOperators operators;
  operators.set_feedback(1.0f);
  CHECK(std::fabs(operators.feedback() - 1.0f) < 1e-6f);
  const std::vector<float> sound = render<kOrgan>(operators, hertz, depth, 200, 9600);
  const double first = amplitude(sound, 250.0);
  CHECK(std::fabs(amplitude(sound, 500.0) / first - 0.4) < 0.15);
  CHECK(std::fabs(amplitude(sound, 750.0) / first - 0.25) < 0.15);
  operators.set_feedback(0.0f);
  CHECK(amplitude(render<kOrgan>(operators, hertz, depth, 200, 9600), 500.0) < 1e-4);
}

// Notes in steps of a third, all indices at 8: with the share, no alias above −55 dB.
void the_share_keeps_sidebands_in_band() {
  for (float hz = 100.0f; hz < 4000.0f; hz *= 1.27f) {
    const float grid = std::round(hz);
    const float hertz[] = {grid, grid, 2.0f * grid, 3.0f * grid};
    const float index[] = {0.0f, 8.0f, 8.0f, 8.0f};
    const float share = ens::fm_index_share(kStack, hertz, index, 0.0f, 0.5f * kRate);
    CHECK(share >= 0.0f && share < 1.0f);
    float depth[] = {1.0f, 0.0f, 0.0f, 0.0f};
    for (std::size_t op = 1; op < kFmOperators; ++op) {
      depth[op] = index[op] * share * ens::kCyclesPerRadian;
    }
    FmOperators operators;
    const std::vector<float> sound = render<kStack>(operators, hertz, depth, 300, 16384);
    CHECK(ens_test::alias_db(sound, static_cast<double>(grid)) < -55.0);
  }
  const float low[] = {50.0f, 50.0f, 50.0f, 50.0f};
  const float index[] = {0.0f, 1.0f, 1.0f, 1.0f};
  CHECK(ens::fm_index_share(kStack, low, index, 0.0f, 24000.0f) == 1.0f);
  const float too_high[] = {25000.0f, 50.0f, 50.0f, 50.0f};
  CHECK(ens::fm_index_share(kStack, too_high, index, 0.0f, 24000.0f) == 0.0f);
}

void the_feedback_a_pitch_bears_falls_with_it() {
  float before = 1.0f;
  for (float hz = 20.0f; hz < 12000.0f; hz *= 1.5f) {
    const float most = ens::fm_max_feedback(hz, 24000.0f);
    CHECK(most < before && most > 0.0f);
    before = most;
  }
}

void depths_continue_or_rise_from_silence() {
  const float hertz[] = {12000.0f, 1.0f, 1.0f, 1.0f};  // a quarter turn a sample
  const float depth[] = {1.0f, 0.0f, 0.0f, 0.0f};
  FmOperators operators;
  render<kPair>(operators, hertz, depth, 4, 64);
  CHECK(operators.depth(0) == 1.0f);
  CHECK(std::fabs(operators.hertz(0, kRate) - 12000.0f) < 0.01f);
  const std::vector<float> on = render<kPair>(operators, hertz, depth, 1, 64);
  float first = 0.0f;
  for (std::size_t i = 0; i < 4; ++i) first = std::fmax(first, std::fabs(on[i]));
  CHECK(first > 0.99f);
  operators.silence();
  const std::vector<float> anew = render<kPair>(operators, hertz, depth, 1, 64);
  first = 0.0f;
  for (std::size_t i = 0; i < 4; ++i) first = std::fmax(first, std::fabs(anew[i]));
  CHECK(first < 5.0f / 64.0f);
  operators.restart();
  CHECK(render<kPair>(operators, hertz, depth, 1, 64)[0] == 0.0f);
}

}  // namespace

int main() {
  sidebands_are_bessel_functions_of_the_index();
  every_carrier_is_heard_at_its_depth();
  feedback_makes_a_sawtooth();
  the_share_keeps_sidebands_in_band();
  the_feedback_a_pitch_bears_falls_with_it();
  depths_continue_or_rise_from_silence();
  return ens_test::result();
}
