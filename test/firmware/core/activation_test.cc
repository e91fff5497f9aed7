// tanh and the logistic function against double precision, over every input there is.
//
// The functions read a sum in steps (16 for tanh, 32 for the logistic); within a step the result is
// one value and the true function lies between its ends, so both ends of every step are checked.
#include "core/activation.h"

#include <cmath>
#include <initializer_list>

#include "firmware/check.h"

namespace {

constexpr double kSumScale = 33554432.0;  // 2^25

// Largest error in units of Q0.15 over all sums, by steps of `kStep` up to +-`kReach`.
template <std::int32_t kStep, class Got, class Truth>
double largest_error(std::int32_t reach, Got&& got, Truth&& truth) {
  double largest = 0.0;
  double start = truth(-reach / kSumScale);
  for (std::int32_t sum = -reach; sum < reach; sum += kStep) {
    const double end = truth((sum + kStep) / kSumScale);
    const double value = got(sum);
    const double error = std::fmax(std::fabs(value - start), std::fabs(value - end));
    if (error > largest) largest = error;
    start = end;
  }
  return largest;
}

void tanh_errs_by_two_units_at_most() {
  const double error = largest_error<16>(
      std::int32_t{1} << 28, [](std::int32_t sum) { return 2.0 * ens::hidden_activation(sum); },
      [](double x) { return 32768.0 * std::tanh(x); });
  std::printf("tanh: %.3f units of Q0.15\n", error);
  CHECK(error <= 2.0);
  CHECK(error > 1.0);  // a Q1.14 result cannot be closer: the check is awake
}

void the_logistic_function_errs_by_one_unit_at_most() {
  const double error = largest_error<32>(
      std::int32_t{1} << 29, [](std::int32_t sum) { return 1.0 * ens::output_activation(sum); },
      [](double x) { return 32768.0 / (1.0 + std::exp(-x)); });
  std::printf("logistic: %.3f units of Q0.15\n", error);
  CHECK(error <= 1.0);
  CHECK(error > 0.4);
}

// Beyond the table the result is that of its ends, up to the ends of 32 bits.
void beyond_the_table_both_are_at_their_limits() {
  const std::int32_t far[] = {std::int32_t{1} << 28, std::int32_t{1} << 29, 2147483647};
  for (const std::int32_t sum : far) {
    CHECK_EQUAL(ens::hidden_activation(sum), 16384);
    CHECK_EQUAL(ens::hidden_activation(-sum - 1), -16384);
  }
  for (const std::int32_t sum : {std::int32_t{1} << 29, 2147483647}) {
    CHECK_EQUAL(ens::output_activation(sum), 32768);
    CHECK_EQUAL(ens::output_activation(-sum - 1), 0);
  }
}

void both_rise_without_a_step_back() {
  std::int32_t hidden = -16384;
  std::int32_t output = 0;
  bool rises = true;
  for (std::int64_t sum = -(std::int64_t{1} << 30); sum < (std::int64_t{1} << 30); sum += 997) {
    const std::int32_t h = ens::hidden_activation(static_cast<std::int32_t>(sum));
    const std::int32_t o = ens::output_activation(static_cast<std::int32_t>(sum));
    rises = rises && h >= hidden && o >= output;
    hidden = h;
    output = o;
  }
  CHECK(rises);
}

void within_a_step_the_value_is_one() {
  bool same = true;
  for (std::int32_t sum = -(1 << 29); sum < (1 << 29); sum += 31 * 32) {
    for (const int along : {1, 7, 15}) {
      same = same && ens::hidden_activation(sum) == ens::hidden_activation(sum + along);
      same = same && ens::output_activation(sum) == ens::output_activation(sum + 2 * along);
    }
  }
  CHECK(same);
}

}  // namespace

int main() {
  tanh_errs_by_two_units_at_most();
  the_logistic_function_errs_by_one_unit_at_most();
  beyond_the_table_both_are_at_their_limits();
  both_rise_without_a_step_back();
  within_a_step_the_value_is_one();
  return ens_test::result();
}
