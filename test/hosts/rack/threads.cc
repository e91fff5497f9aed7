// A patch saved by one thread while another plays, teaches and trains the module, and the menu
// asks for more; built with ThreadSanitizer. Exits 0 if every file that was saved loads.
#include <atomic>
#include <cstdio>
#include <string>
#include <thread>

#include "host/base64.h"
#include "host/names.h"
#include "host/player.h"
#include "rack/module.h"
#include "registry.h"

namespace {

using ens::rack_host::Module;

constexpr int kSaves = 10000;

std::string saved(Module& module) {
  json_t* const data = module.dataToJson();
  const std::string text = json_string_value(json_object_get(data, "taught"));
  json_decref(data);
  return text;
}

void play(Module& module, const std::atomic<bool>& done) {
  for (int block = 0; !done.load(std::memory_order_relaxed); ++block) {
    module.params[ens::rack_host::kTeachParam].setValue(block % 40 == 3 ? 1.0f : 0.0f);
    module.params[ens::rack_host::kTrainParam].setValue(block % 400 == 30 ? 1.0f : 0.0f);
    for (int frame = 0; frame < 64; ++frame) module.process({48000.0f, 1.0f / 48000.0f, 0});
  }
}

}  // namespace

int main() {
  const ens::mode::Mode& mode = *ens::host::find_mode("drone");
  Module module(static_cast<std::size_t>(&mode - ens::mode::kModes));
  EnsStatus status = ENS_OK;
  const auto other = ens::host::Player::open(mode, {}, &status);
  module.training[ens::host::kMaxIterations] = 1000000.0f;
  std::atomic<bool> done = false;
  std::thread player([&] { play(module, done); });
  int refused = 0;
  for (int i = 0; i < kSaves; ++i) {
    const std::string text = saved(module);
    if (i % 40 == 1) module.request(ens::host::kCancel);
    if (i % 400 == 7) module.request(ens::host::kRandom);
    module.voice_space = static_cast<std::uint32_t>(i / 100 % 3);
    module.training[ens::host::kLearningRate] = 0.5f + 0.1f * static_cast<float>(i % 7);
    if (i % 100 != 0) continue;
    const auto file = ens::host::from_base64(text);
    if (!file || other->load(file->data(), file->size()) != ENS_OK) ++refused;
  }
  done = true;
  player.join();
  std::printf("%d saves, %d refused\n", kSaves, refused);
  return refused == 0 ? 0 : 1;
}
