// What every mode costs in time of the processor: its engine, an LV2 plugin and a module of VCV
// Rack, by turns, the best of many rounds. Arguments: the shared object of the LV2 plugins, the
// folder of the plugin for Rack. Prints `mode engine lv2 rack`, in percents of a core.
#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <ctime>

#include "host/player.h"
#include "hosts/cost/lv2_plugin.h"
#include "hosts/rack/rack_host.h"
#include "rack_panels.h"
#include "registry.h"

namespace {

using ens::host::Player;
using ens_cost::kFrames;

constexpr int kRounds = 30;
constexpr int kTicks = 200;
constexpr std::uint32_t kKey = 60;
constexpr float kVolts = 5.0f;

double processor_s() {
  timespec now = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <class Tick>
void keep_best(double* percent, Tick tick) {
  const double start = processor_s();
  for (int i = 0; i < kTicks; ++i) tick();
  const double seconds = kTicks * kFrames / 48000.0;
  *percent = std::min(*percent, 100.0 * (processor_s() - start) / seconds);
}

// A module that is played as the engine is: every control in the middle, a key down.
class Module {
 public:
  Module(rack_host::Host& host, std::size_t place, bool listens)
      : module_(host.add(ens::mode::kModes[place].mode_id)), listens_(listens) {
    rest(place);
    for (auto& output : module_->outputs) output.channels = 1;
    for (const auto id : {ens::rack_host::kGateInput, ens::rack_host::kVelocityInput}) {
      module_->inputs[id].channels = 1;
    }
    module_->process(args_);
    for (const auto id : {ens::rack_host::kGateInput, ens::rack_host::kVelocityInput}) {
      module_->inputs[id].voltages[0] = 10.0f;
    }
  }

  void rest(std::size_t place) {
    const ens::rack_host::Panel& panel = ens::rack_host::kPanels[place];
    for (std::size_t i = 0; i < ens::mode::kModes[place].channel_count; ++i) {
      const ens::rack_host::Channel& channel = *panel.channels[i];
      if (channel.of_notes) continue;
      if (channel.moves_itself) {
        rack::engine::Input& jack = module_->inputs[ens::rack_host::kFirstInput + i];
        jack.channels = 1;
        jack.voltages[0] = channel.bipolar ? 0.0f : 5.0f;
      } else {
        module_->params[ens::rack_host::kFirstParam + i].setValue(0.5f);
      }
    }
  }

  void play(const float* in) {
    for (std::uint32_t i = 0; i < kFrames; ++i) {
      for (const auto id : {ens::rack_host::kLeftInput, ens::rack_host::kRightInput}) {
        module_->inputs[id].channels = listens_ ? 1 : 0;
        module_->inputs[id].voltages[0] = kVolts * in[i];
      }
      module_->process(args_);
    }
  }

 private:
  rack::engine::Module* module_;
  bool listens_;
  rack::engine::Module::ProcessArgs args_ = {48000.0f, 1.0f / 48000.0f, 0};
};

}  // namespace

int main(int, char** words) {
  void* const object = dlopen(words[1], RTLD_NOW);
  if (object == nullptr) return 1;
  const auto find = reinterpret_cast<LV2_Descriptor_Function>(dlsym(object, "lv2_descriptor"));
  rack_host::Host host(words[2]);
  host.engine().setSampleRate(48000.0f);
  float in[kFrames], left[kFrames], right[kFrames];
  for (std::uint32_t i = 0; i < kFrames; ++i) in[i] = 0.02f * static_cast<float>(i % 13) - 0.12f;
  for (std::uint32_t at = 0; at < ens::mode::kModeCount; ++at) {
    const ens::mode::Mode& mode = ens::mode::kModes[at];
    EnsStatus status = ENS_OK;
    const auto engine = Player::open(mode, {}, &status);
    for (std::uint32_t i = 0; i < mode.channel_count; ++i) engine->set_input(i, ENS_UNIT_ONE / 2);
    ens_note_on(engine->instrument(), kKey, ENS_UNIT_ONE);
    ens_cost::Plugin plugin(*find(at), ens::lv2::kPorts[at]);
    Module module(host, at, engine->listens());
    double costs[3] = {1e9, 1e9, 1e9};
    for (int round = 0; round < kRounds; ++round) {
      keep_best(&costs[0],
                [&] { ens_process(engine->instrument(), in, in, left, right, kFrames); });
      keep_best(&costs[1], [&] { plugin.run(); });
      keep_best(&costs[2], [&] { module.play(in); });
    }
    std::printf("%s %.3f %.3f %.3f\n", mode.mode_id, costs[0], costs[1], costs[2]);
  }
  std::fflush(stdout);
  // What a plugin made is not taken down in any order that Rack would.
  std::_Exit(0);
}
