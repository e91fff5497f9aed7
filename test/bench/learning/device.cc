// Exact instruction counts of the learner on the emulated Cortex-M33: one line `<what> <examples>
// <count>` a figure, for the network 4-10-10-14-33 with kernels compiled for its shape.
#include <cstdio>
#include <initializer_list>

#include "board/mps2/counter.h"
#include "board/mps2/semihosting.h"
#include "core/learner.h"

namespace {

inline constexpr int kVoice[] = {4, 10, 10, 14, 33};
constexpr int kCapacity = 64;
alignas(16) unsigned char memory[1 << 18];

void say(const char* what, int examples, std::uint32_t count) {
  char line[96];
  std::snprintf(line, sizeof line, "%s %d %lu\n", what, examples,
                static_cast<unsigned long>(count));
  ens::semihosting::write(line);
}

template <class Work>
std::uint32_t count(Work&& work) {
  ens::InstructionCounter counter;
  counter.start();
  const std::uint32_t own = counter.stop();
  counter.start();
  work();
  return counter.stop() - own;
}

void measure(int examples) {
  ens::Learner learner;
  const ens::Shape shape = ens::Shape::of(kVoice, 5);
  learner.open(shape, kCapacity, memory, sizeof memory);
  learner.use(&ens::kernel::Compiled<kVoice>::kKernels);
  learner.start({1, 16384, {1.0f, 1000, 0.001f}});
  ens::Rng random(5);
  std::uint16_t in[4];
  std::uint16_t out[33];
  std::uint32_t fit = 0;
  std::uint32_t longest = 0;
  for (int i = 0; i < examples; ++i) {
    for (auto& value : in) value = static_cast<std::uint16_t>(random.next() >> 17);
    for (auto& value : out) value = static_cast<std::uint16_t>(random.next() >> 17);
    learner.add_example(in, out);
  }
  while (!learner.settled()) {
    const std::uint32_t unit = count([&] { learner.train_step(1); });
    fit += unit;
    if (unit > longest) longest = unit;
  }
  say("infer", examples, count([&] { learner.infer(in, out); }));
  say("fit", examples, fit);
  say("unit", examples, longest);
}

}  // namespace

int main() {
  for (const int examples : {0, 1, 10, 15, 30, 60, 64}) measure(examples);
  return 0;
}
