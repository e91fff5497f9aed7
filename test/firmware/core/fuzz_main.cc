// Drives networks of random shapes through random calls, with weights, inputs and targets at the
// ends of their ranges more often than not; built with sanitizers, any overflow or stray access
// ends it.
//
// Usage: fuzz_main <seed> <rounds>. Prints the seed of every round that fails.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "core/crc32.h"
#include "core/mlp.h"
#include "firmware/check.h"

namespace {

class Chance {
 public:
  explicit Chance(std::uint32_t seed) : random_(seed) {}
  int below(int limit) { return static_cast<int>(random_.next() % static_cast<unsigned>(limit)); }
  // 0 and 1 more often than all between; now and then a value that is none.
  std::uint16_t unit(bool wild) {
    const int kind = below(wild ? 9 : 8);
    if (kind < 3) return 0;
    if (kind < 6) return 32768;
    return static_cast<std::uint16_t>(kind == 8 ? random_.next() : random_.next() >> 17);
  }
  std::uint32_t bits() { return random_.next(); }

 private:
  ens::Rng random_;
};

ens::Shape random_shape(Chance* chance) {
  int sizes[ens::kMaxWeightLayers + 1];
  const int count = 3 + chance->below(ens::kMaxWeightLayers - 1);
  const bool wide = chance->below(8) == 0;
  for (int i = 0; i < count; ++i) {
    const int limit = i == 0 ? ens::kMaxInputs : i == count - 1 ? ens::kMaxOutputs : 256;
    sizes[i] = 1 + chance->below(wide && count < 5 ? limit : 17);
  }
  return ens::Shape::of(sizes, count);
}

// Sets all weights to the ends of their limits, or anywhere between, through replace().
void set_extreme_weights(ens::ArenaMlp* net, Chance* chance) {
  std::vector<std::uint8_t> bytes;
  const int kind = chance->below(4);
  int index = 0;
  net->store().for_layers([&](const ens::LayerPlan& layer) {
    for (; index < layer.biases + layer.outputs; ++index) {
      const int limit = index < layer.biases ? layer.weight_limit : ens::plan::kBiasLimit;
      const auto top = static_cast<std::int32_t>((std::int64_t{1} << limit) - 1);
      const bool up = kind == 0 || (kind > 1 && chance->below(2) == 0);
      std::int32_t weight = up ? top : -top - 1;
      if (kind == 3) weight >>= chance->below(31);
      CHECK(net->valid_weight(index, weight));
      CHECK(!net->valid_weight(index, up ? 2147483647 : -2147483647 - 1) || limit == 31);
      for (int b = 0; b < 4; ++b) {
        bytes.push_back(static_cast<std::uint8_t>(static_cast<std::uint32_t>(weight) >> (8 * b)));
      }
    }
  });
  CHECK(net->replace(bytes.data(), nullptr, 0) == ens::Status::kOk);
}

void call_something(ens::ArenaMlp* net, Chance* chance) {
  std::uint16_t in[ens::kMaxInputs];
  std::uint16_t out[ens::kMaxOutputs];
  for (auto& value : in) value = chance->unit(true);
  for (auto& value : out) value = chance->unit(chance->below(4) == 0);
  const float rates[] = {0.001f, 0.1f, 1.0f, 10.0f, 100.0f};
  switch (chance->below(12)) {
    case 0:
      net->remove_nearest_example(in);
      return;
    case 1:
      net->begin_training({rates[chance->below(5)], 1 + chance->bits() % 9, 0.0f});
      return;
    case 2:
      net->cancel_training();
      return;
    case 3:
      net->jitter(chance->unit(true));
      return;
    case 4:
      net->undo();
      return;
    case 5:
      if (net->progress().state != ens::TrainState::kRunning) set_extreme_weights(net, chance);
      return;
    case 6:
      net->train(rates[chance->below(5)], 1 + chance->bits() % 5, 0.0f);
      return;
    case 7:
    case 8:
      net->train_step(1 + chance->bits() % 40);
      return;
    case 9:
      net->infer(in, out);
      for (int i = 0; i < net->outputs(); ++i) CHECK(out[i] <= 32768);
      return;
    default:
      net->add_example(in, out);
      return;
  }
}

// Returns a CRC of all weights at the end, so that two builds can be compared.
std::uint32_t play(std::uint32_t seed) {
  Chance chance(seed);
  const ens::Shape shape = random_shape(&chance);
  const int capacity = 1 + chance.below(40);
  const std::size_t bytes = ens::ArenaStore::bytes(shape, capacity);
  CHECK(bytes > 0);
  // Exactly as much as is asked for: one byte too far is found.
  void* memory = std::aligned_alloc(ens::kAlignment, bytes);
  ens::ArenaMlp net;
  CHECK(net.store().open(shape, capacity, memory, bytes) == ens::Status::kOk);
  CHECK(net.start({seed, static_cast<std::uint16_t>(chance.below(32769)), {1.0f, 50, 0.001f}}) ==
        ens::Status::kOk);
  if (chance.below(2) == 0) set_extreme_weights(&net, &chance);
  for (int call = 0; call < 60; ++call) call_something(&net, &chance);
  std::uint32_t crc = 0;
  for (int i = 0; i < net.weight_count(); ++i) {
    CHECK(net.valid_weight(i, net.weights()[i]));
    std::uint8_t word[4];
    std::memcpy(word, &net.weights()[i], 4);
    crc = ens::crc32(word, 4, crc);
  }
  std::free(memory);
  return crc;
}

// Every delta of the hidden neuron saturates and every example pulls the same way: the largest
// gradient there is. The first layer is 0, so the neuron's slope is 1; 128 outputs pull it by +8
// each.
void drive_a_gradient_to_its_end() {
  static constexpr int kSizes[] = {1, 1, 128};
  alignas(ens::kAlignment) static unsigned char memory[65536];
  constexpr int kExamples = 40;
  ens::ArenaMlp net;
  CHECK(net.store().open(ens::Shape::of(kSizes, 3), kExamples, memory, sizeof memory) ==
        ens::Status::kOk);
  CHECK(net.start({1, 0, {1.0f, 1, 0.0f}}) == ens::Status::kOk);
  std::vector<std::uint8_t> bytes(4 * static_cast<std::size_t>(net.weight_count()));
  for (std::size_t i = 2; i < 130; ++i) {
    bytes[4 * i] = bytes[4 * i + 1] = bytes[4 * i + 2] = 0xFF;
    bytes[4 * i + 3] = 0x3F;
  }
  CHECK(net.replace(bytes.data(), nullptr, 0) == ens::Status::kOk);
  const std::uint16_t in[1] = {32768};
  const std::uint16_t out[128] = {};
  for (int i = 0; i < kExamples; ++i) CHECK(net.add_example(in, out) == ens::Status::kOk);
  CHECK(net.train() == ens::Status::kOk);
  CHECK(net.weights()[0] < 0);  // the gradient was positive, so the weight fell
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const auto first = static_cast<std::uint32_t>(std::strtoul(argv[1], nullptr, 10));
  const auto rounds = static_cast<std::uint32_t>(std::strtoul(argv[2], nullptr, 10));
  drive_a_gradient_to_its_end();
  std::uint32_t all = 0;
  for (std::uint32_t round = 0; round < rounds; ++round) {
    const int before = ens_test::counts().failures;
    all = all * 31 + play(first + round);
    if (ens_test::counts().failures != before) std::printf("failed: seed %u\n", first + round);
  }
  std::printf("weights %u\n", all);
  return ens_test::result();
}
