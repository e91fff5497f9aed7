// Examples, first weights, exploring and refusals: what the core promises besides training.
#include <cstring>
#include <initializer_list>

#include "core/mlp.h"
#include "firmware/check.h"

namespace {

inline constexpr int kSizes[] = {2, 4, 3};
inline constexpr int kBig[] = {16, 64, 32, 8};
constexpr ens::TrainConfig kDefaults{1.0f, 1000, 0.001f};
using Net = ens::FixedMlp<kSizes, 3>;

const std::uint16_t kOut[3] = {1, 2, 3};

void add(Net* net, std::uint16_t a, std::uint16_t b) {
  const std::uint16_t in[2] = {a, b};
  CHECK(net->add_example(in, kOut) == ens::Status::kOk);
}

void a_full_store_refuses_and_forgets_nothing() {
  Net net;
  net.start({1, 0, kDefaults});
  add(&net, 1, 1);
  add(&net, 2, 2);
  add(&net, 3, 3);
  const std::uint16_t in[2] = {4, 4};
  CHECK(net.add_example(in, kOut) == ens::Status::kExamplesFull);
  CHECK_EQUAL(net.example_count(), 3);
  for (int i = 0; i < 3; ++i) CHECK_EQUAL(net.examples().inputs(i)[0], i + 1);
}

void removing_takes_the_nearest_and_keeps_the_order() {
  Net net;
  net.start({1, 0, kDefaults});
  add(&net, 0, 0);
  add(&net, 1000, 1000);
  add(&net, 32768, 32768);
  const std::uint16_t near[2] = {900, 1200};
  CHECK(net.remove_nearest_example(near) == ens::Status::kOk);
  CHECK_EQUAL(net.example_count(), 2);
  CHECK_EQUAL(net.examples().inputs(0)[0], 0);
  CHECK_EQUAL(net.examples().inputs(1)[0], 32768);
  CHECK_EQUAL(net.examples().outputs(1)[2], 3);
}

void of_equally_near_ones_the_older_goes() {
  Net net;
  net.start({1, 0, kDefaults});
  add(&net, 100, 0);
  add(&net, 0, 100);
  const std::uint16_t near[2] = {0, 0};
  CHECK(net.remove_nearest_example(near) == ens::Status::kOk);
  CHECK_EQUAL(net.examples().inputs(0)[1], 100);
}

void an_empty_store_is_a_status() {
  Net net;
  net.start({1, 0, kDefaults});
  const std::uint16_t near[2] = {0, 0};
  CHECK(net.remove_nearest_example(near) == ens::Status::kNoExamples);
  add(&net, 1, 1);
  CHECK(net.clear_examples() == ens::Status::kOk);
  CHECK_EQUAL(net.example_count(), 0);
}

void a_value_above_one_is_refused_as_example_and_clamped_as_input() {
  Net net;
  net.start({1, 0, kDefaults});
  const std::uint16_t in[2] = {32769, 0};
  const std::uint16_t one[2] = {32768, 0};
  const std::uint16_t out[3] = {0, 65535, 0};
  CHECK(net.add_example(in, kOut) == ens::Status::kBadValue);
  CHECK(net.add_example(one, out) == ens::Status::kBadValue);
  CHECK_EQUAL(net.example_count(), 0);
  std::uint16_t above[3];
  std::uint16_t at[3];
  net.infer(in, above);
  net.infer(one, at);
  CHECK(std::memcmp(above, at, sizeof at) == 0);
}

void a_bad_start_changes_nothing() {
  Net net;
  CHECK(net.start({1, 32769, kDefaults}) == ens::Status::kBadValue);
  CHECK(net.start({1, 0, {0.0f, 1, 0.0f}}) == ens::Status::kBadConfig);
  CHECK_EQUAL(net.weights()[0], 0);
  ens::ArenaMlp none;
  CHECK(none.start({1, 0, kDefaults}) == ens::Status::kNoMemory);
}

void shapes_outside_the_limits_are_refused() {
  alignas(16) static unsigned char memory[65536];
  struct Case {
    int sizes[12];
    int count;
  };
  const Case bad[] = {
      {{4, 3}, 2},      {{0, 3, 1}, 3},   {{65, 3, 1}, 3},
      {{1, 257, 1}, 3}, {{1, 3, 129}, 3}, {{1, 3, 0}, 3},
      {{1, -1, 1}, 3},  {{}, 0},          {{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, 11},
  };
  for (const Case& each : bad) {
    ens::ArenaStore store;
    const ens::Shape shape = ens::Shape::of(each.sizes, each.count);
    CHECK_EQUAL(ens::ArenaStore::bytes(shape, 1), 0u);
    CHECK(store.open(shape, 1, memory, sizeof memory) == ens::Status::kBadShape);
    CHECK(store.memory() == nullptr);
  }
  const ens::Shape good = ens::Shape::of(kSizes, 3);
  const std::size_t need = ens::ArenaStore::bytes(good, 3);
  ens::ArenaStore store;
  CHECK(store.open(good, 0, memory, sizeof memory) == ens::Status::kBadShape);
  CHECK(store.open(good, 3, memory, need - 1) == ens::Status::kNoMemory);
  CHECK(store.open(good, 3, memory + 4, need) == ens::Status::kNoMemory);
  CHECK(store.open(good, 3, nullptr, need) == ens::Status::kNoMemory);
  CHECK(store.open(good, 3, memory, need) == ens::Status::kOk);
}

// U[-1, 1) * ((1 - s) + s / sqrt(inputs)): range and middle of the first layer with 16 inputs.
void default_spread_scales_the_first_weights() {
  const struct {
    std::uint16_t spread;
    double limit;
  } cases[] = {{0, 1.0}, {16384, 0.625}, {32768, 0.25}};
  for (const auto& each : cases) {
    static ens::FixedMlp<kBig, 1> net;
    CHECK(net.start({42, each.spread, kDefaults}) == ens::Status::kOk);
    double largest = 0.0;
    double sum = 0.0;
    constexpr int kCount = 16 * 64;
    for (int i = 0; i < kCount; ++i) {
      const double weight = net.weights()[i] / 134217728.0;
      largest = weight > largest ? weight : -weight > largest ? -weight : largest;
      sum += weight;
    }
    CHECK(largest <= each.limit);
    CHECK(largest > 0.98 * each.limit);
    CHECK(sum / kCount < 0.08 * each.limit && sum / kCount > -0.08 * each.limit);
  }
}

void the_seed_decides_the_weights() {
  Net a;
  Net b;
  Net c;
  a.start({1, 0, kDefaults});
  b.start({1, 0, kDefaults});
  c.start({2, 0, kDefaults});
  const std::size_t bytes = sizeof(std::int32_t) * static_cast<std::size_t>(a.weight_count());
  CHECK(std::memcmp(a.weights(), b.weights(), bytes) == 0);
  CHECK(std::memcmp(a.weights(), c.weights(), bytes) != 0);
}

void jitter_moves_by_its_amount() {
  Net net;
  net.start({1, 32768, kDefaults});
  std::int32_t before[27];
  CHECK_EQUAL(net.weight_count(), 27);
  std::memcpy(before, net.weights(), sizeof before);
  CHECK(net.jitter(0) == ens::Status::kOk);
  CHECK(std::memcmp(before, net.weights(), sizeof before) == 0);
  CHECK(net.jitter(3277) == ens::Status::kOk);  // a tenth
  for (int i = 0; i < 8; ++i) {
    const double moved = (net.weights()[i] - before[i]) / 134217728.0;
    CHECK(moved != 0.0 && moved < 0.0708 && moved > -0.0708);  // 0.1 / sqrt(2)
  }
  CHECK(net.jitter(32769) == ens::Status::kBadValue);
}

}  // namespace

int main() {
  a_full_store_refuses_and_forgets_nothing();
  removing_takes_the_nearest_and_keeps_the_order();
  of_equally_near_ones_the_older_goes();
  an_empty_store_is_a_status();
  a_value_above_one_is_refused_as_example_and_clamped_as_input();
  a_bad_start_changes_nothing();
  shapes_outside_the_limits_are_refused();
  default_spread_scales_the_first_weights();
  the_seed_decides_the_weights();
  jitter_moves_by_its_amount();
  return ens_test::result();
}
