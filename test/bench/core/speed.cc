// Inferences a second of the core and of the float32 net, in turns, on a host and in WebAssembly:
// the caller takes the time of exports (or of main) that run a number of inferences each.
#include "bench/core/float_net.h"
#include "core/mlp.h"

namespace {

inline constexpr int kVoice[] = {4, 10, 10, 14, 33};
ens::FixedMlp<kVoice, 1> fixed;
ens::ArenaMlp arena;
ens_bench::FloatNet<kVoice> rival;
alignas(16) unsigned char memory[32768];

bool prepare() {
  const ens::Start start{1, 16384, {1.0f, 1000, 0.0f}};
  fixed.start(start);
  if (arena.store().open(ens::Shape::of(kVoice, 5), 1, memory, sizeof memory) != ens::Status::kOk) {
    return false;
  }
  arena.start(start);
  rival.take(fixed.weights());
  return true;
}

// Feeds outputs back as inputs, so that nothing can be computed ahead or left out.
template <class Net>
std::uint32_t infer(Net* net, int times) {
  std::uint16_t in[4] = {1, 2, 3, 4};
  std::uint16_t out[33];
  std::uint32_t sum = 0;
  for (int i = 0; i < times; ++i) {
    net->infer(in, out);
    sum += out[i % 33];
    for (int j = 0; j < 4; ++j) in[j] = static_cast<std::uint16_t>((in[j] + out[j]) & 32767);
  }
  return sum;
}

}  // namespace

#if defined(__wasm__)

#define EXPORT(name) extern "C" __attribute__((export_name(#name)))
EXPORT(prepare) int prepare_all() {
  return prepare() ? 1 : 0;
}
EXPORT(fixed) std::uint32_t run_fixed(int times) {
  return infer(&fixed, times);
}
EXPORT(arena) std::uint32_t run_arena(int times) {
  return infer(&arena, times);
}

EXPORT(rival) std::uint32_t run_rival(int times) {
  return infer(&rival, times);
}

#else

#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace {

template <class Net>
void time(const char* name, Net* net, int times) {
  const auto start = std::chrono::steady_clock::now();
  const std::uint32_t sum = infer(net, times);
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  std::printf("%s %.0f %u\n", name, times / spent.count(), sum);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 || !prepare()) return 2;
  const int times = std::atoi(argv[1]);
  for (int round = 0; round < 5; ++round) {
    time("fixed", &fixed, times);
    time("arena", &arena, times);
    time("float", &rival, times);
  }
  return 0;
}

#endif
