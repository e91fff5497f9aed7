// The life of a module for VCV Rack: made, played, taught, trained, saved, loaded, initialized and
// deleted.
#include <cstring>
#include <iterator>
#include <memory>

#include "hosts/churn/lives.h"
#include "rack/module.h"

namespace {

void play(rack::engine::Module& module, int frames) {
  for (int i = 0; i < frames; ++i) module.process({48000.0f, 1.0f / 48000.0f, 0});
}

std::size_t life(rack::plugin::Model& model, int number) {
  const std::unique_ptr<rack::engine::Module> module(model.createModule());
  for (rack::engine::Output& output : module->outputs) output.channels = 1;
  play(*module, 100);
  for (const int button : {ens::rack_host::kTeachParam, ens::rack_host::kTrainParam}) {
    module->params[static_cast<std::size_t>(button)].setValue(1.0f);
  }
  for (std::size_t i = ens::rack_host::kPitchInput; i < module->inputs.size(); ++i) {
    module->inputs[i].channels = static_cast<std::uint8_t>(1 + number % 16);
  }
  play(*module, 300);
  json_t* const data = module->dataToJson();
  const std::size_t bytes = std::strlen(json_string_value(json_object_get(data, "taught")));
  module->dataFromJson(data);
  module->onReset({});
  play(*module, 100);
  json_decref(data);
  return bytes;
}

}  // namespace

std::size_t rack_life(int number) {
  static rack::plugin::Plugin plugin;
  if (plugin.models.empty()) init(&plugin);
  const int place = number % static_cast<int>(plugin.models.size());
  return life(**std::next(plugin.models.begin(), place), number);
}
