// Exact instruction counts on the emulated Cortex-M33: one line `<what> <shape> <count>` a figure.
#include <cstdio>

#include "bench/core/float_net.h"
#include "board/mps2/counter.h"
#include "board/mps2/semihosting.h"
#include "core/mlp.h"

namespace {

inline constexpr int kVoice[] = {4, 10, 10, 14, 33};
inline constexpr int kTwice[] = {4, 20, 20, 28, 33};
inline constexpr int kFourfold[] = {4, 40, 40, 56, 33};
inline constexpr int kEightfold[] = {4, 80, 80, 112, 33};
constexpr int kExamples = 10;
constexpr std::size_t kMemory = 1 << 20;

alignas(16) unsigned char memory[kMemory];

void say(const char* what, const char* shape, std::uint32_t count) {
  char line[96];
  std::snprintf(line, sizeof line, "%s %s %lu\n", what, shape, static_cast<unsigned long>(count));
  ens::semihosting::write(line);
}

class Meter {
 public:
  Meter() {
    counter_.start();
    own_ = counter_.stop();
  }
  template <class Work>
  std::uint32_t operator()(Work&& work) {
    counter_.start();
    work();
    return counter_.stop() - own_;
  }

 private:
  ens::InstructionCounter counter_;
  std::uint32_t own_ = 0;
};

struct Lesson {
  std::uint16_t in[4];
  std::uint16_t out[33];
};

Lesson lesson(ens::Rng* random) {
  Lesson result;
  for (auto& value : result.in) value = static_cast<std::uint16_t>(random->next() >> 17);
  for (auto& value : result.out) value = static_cast<std::uint16_t>(random->next() >> 17);
  return result;
}

// A pass in the middle of a training, where steps grow, turn and rest.
template <class Net>
void measure(Net* net, const char* shape) {
  net->start({1, 16384, {1.0f, 1000, 0.0f}});
  ens::Rng random(5);
  Lesson last{};
  for (int e = 0; e < kExamples; ++e) {
    last = lesson(&random);
    net->add_example(last.in, last.out);
  }
  Meter meter;
  say("forward", shape, meter([&] { net->infer(last.in, last.out); }));
  const int layers = net->store().layout().layers;
  net->begin_training();
  net->train_step(static_cast<std::uint32_t>(20 * (kExamples + layers)));
  say("example", shape, meter([&] { net->train_step(1); }));
  net->train_step(kExamples - 1);
  say("update", shape, meter([&] { net->train_step(static_cast<std::uint32_t>(layers)); }));
}

void measure_arena(const int* sizes, const char* name) {
  ens::ArenaMlp net;
  const ens::Shape shape = ens::Shape::of(sizes, 5);
  if (net.store().open(shape, kExamples, memory, kMemory) == ens::Status::kOk) measure(&net, name);
}

template <const auto& kSizes>
void measure_fixed(const char* name) {
  static ens::FixedMlp<kSizes, kExamples> net;
  measure(&net, name);
}

void measure_float() {
  static ens::FixedMlp<kVoice, 1> start;
  static ens_bench::FloatNet<kVoice> net;
  start.start({1, 16384, {1.0f, 1000, 0.0f}});
  net.take(start.weights());
  ens::Rng random(5);
  Lesson one = lesson(&random);
  Meter meter;
  say("forward", "float", meter([&] { net.infer(one.in, one.out); }));
  say("example", "float", meter([&] { net.learn(one.in, one.out, 1.0f); }));
}

}  // namespace

int main() {
  measure_fixed<kVoice>("fixed-1");
  measure_fixed<kTwice>("fixed-2");
  measure_fixed<kFourfold>("fixed-4");
  measure_fixed<kEightfold>("fixed-8");
  measure_arena(kVoice, "arena-1");
  measure_arena(kTwice, "arena-2");
  measure_arena(kFourfold, "arena-4");
  measure_arena(kEightfold, "arena-8");
  measure_float();
  return 0;
}
