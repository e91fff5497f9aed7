// How much of the processor sixteen paf_synth take, in time of the processor and not of the clock,
// so that other programs change it little: the engines alone and as LV2 plugins, by turns, and the
// engines while they train. Argument: the shared object of the LV2 plugins. Prints percents of a
// core.
#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <memory>
#include <vector>

#include "host/names.h"
#include "host/player.h"
#include "hosts/cost/lv2_plugin.h"
#include "registry.h"

namespace {

using namespace ens;
using ens_cost::kFrames;
using ens_cost::Plugin;

constexpr int kMany = 16;
constexpr int kRounds = 12;
constexpr int kTicks = 375;  // half a second
constexpr double kSeconds = kTicks * kFrames / 48000.0;

double processor_s() {
  timespec now = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <class Tick>
double percent(Tick tick) {
  const double start = processor_s();
  for (int i = 0; i < kTicks; ++i) tick();
  return 100.0 * (processor_s() - start) / kSeconds;
}

struct Engines {
  std::vector<std::unique_ptr<host::Player>> all;

  Engines(const mode::Mode& mode, bool trains) {
    EnsStatus status = ENS_OK;
    for (int i = 0; i < kMany; ++i) {
      all.push_back(host::Player::open(mode, {}, &status));
      EnsInstrument* const one = all.back()->instrument();
      for (std::uint32_t c = 0; c < mode.channel_count; ++c) ens_set_input(one, c, 16384);
      if (!trains) continue;
      std::uint16_t inputs[ENS_MAX_INPUTS] = {};
      std::uint16_t params[ENS_MAX_OUTPUTS] = {};
      for (std::uint16_t e = 0; e < 8; ++e) {
        for (std::uint16_t k = 0; k < ENS_MAX_OUTPUTS; ++k) params[k] = e * 4001 * k % 32768;
        inputs[0] = inputs[1] = static_cast<std::uint16_t>(e * 4000);
        ens_add_example(one, inputs, params);
      }
      const EnsTrainConfig endless = {1.0f, 1000000, 0.0f};
      ens_train_begin_with(one, &endless);
    }
  }

  void run() {
    float left[kFrames];
    float right[kFrames];
    for (const auto& one : all) {
      ens_process(one->instrument(), nullptr, nullptr, left, right, kFrames);
    }
  }
};

}  // namespace

int main(int, char** words) {
  const mode::Mode& mode = *host::find_mode("paf_synth");
  const auto place = static_cast<std::uint32_t>(&mode - mode::kModes);
  void* const object = dlopen(words[1], RTLD_NOW);
  if (object == nullptr) return 1;
  const auto find = reinterpret_cast<LV2_Descriptor_Function>(dlsym(object, "lv2_descriptor"));
  std::vector<std::unique_ptr<Plugin>> plugins;
  for (int i = 0; i < kMany; ++i) {
    plugins.push_back(std::make_unique<Plugin>(*find(place), lv2::kPorts[place]));
  }
  Engines plain(mode, false);
  Engines training(mode, true);
  double engine = 1e9, lv2 = 1e9, trains = 1e9;
  for (int round = 0; round < kRounds; ++round) {
    engine = std::min(engine, percent([&] { plain.run(); }));
    lv2 = std::min(lv2, percent([&] {
                     for (const auto& plugin : plugins) plugin->run();
                   }));
    trains = std::min(trains, percent([&] { training.run(); }));
  }
  std::printf("engine %.2f lv2 %.2f training %.2f\n", engine, lv2, (trains - engine) / kMany);
  return 0;
}
