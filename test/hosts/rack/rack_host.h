// Loads a plugin for VCV Rack and makes modules of it, in Rack or in our test double of it.
#pragma once

#include <dlfcn.h>

#include <context.hpp>
#include <cstdio>
#include <cstdlib>
#include <engine/Engine.hpp>
#include <plugin.hpp>
#include <sstream>
#include <string>

namespace rack_host {

[[noreturn]] inline void give_up(const std::string& what) {
  std::printf("%s\n", what.c_str());
  std::fflush(stdout);
  std::_Exit(1);
}

using Init = void (*)(rack::plugin::Plugin*);

#ifdef ENS_RACK_DOUBLE
inline void log_here() {}

inline void set_up(rack::plugin::Plugin& plugin, Init init) {
  plugin.slug = "Ensemble";
  init(&plugin);
}
#else
// To the standard error, not to a file.
inline void log_here() {
  rack::logger::init();
}

// As Rack itself does, which throws if the list of modules is not what it takes.
inline void set_up(rack::plugin::Plugin& plugin, Init init) {
  json_error_t error;
  json_t* const list = json_load_file((plugin.path + "/plugin.json").c_str(), 0, &error);
  if (list == nullptr) give_up(error.text);
  plugin.fromJson(list);
  init(&plugin);
  plugin.modulesFromJson(json_object_get(list, "modules"));
  json_decref(list);
}
#endif

class Host {
 public:
  explicit Host(const std::string& folder) {
    log_here();
    rack::contextSet(&context_);
    engine_ = new rack::engine::Engine;
    context_.engine = engine_;
    plugin_.path = folder;
    void* const library = dlopen((folder + "/plugin.so").c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) give_up(dlerror());
    const auto init = reinterpret_cast<Init>(dlsym(library, "init"));
    if (init == nullptr) give_up("the plugin has no init");
    set_up(plugin_, init);
    rack::plugin::plugins.push_back(&plugin_);
    next_ = plugin_.models.begin();
  }

  rack::engine::Engine& engine() { return *engine_; }

  rack::engine::Module* add(const std::string& slug) {
    for (rack::plugin::Model* const model : plugin_.models) {
      if (model->slug == slug) return add(model);
    }
    give_up("no module " + slug);
  }
  // One of each by turns.
  rack::engine::Module* add_next() {
    if (next_ == plugin_.models.end()) next_ = plugin_.models.begin();
    return add(*next_++);
  }

 private:
  rack::engine::Module* add(rack::plugin::Model* model) {
    rack::engine::Module* const module = model->createModule();
    module->id = ++ids_;
    engine_->addModule(module);
    return module;
  }

  rack::Context context_;
  rack::engine::Engine* engine_ = nullptr;
  rack::plugin::Plugin plugin_;
  std::list<rack::plugin::Model*>::iterator next_;
  std::int64_t ids_ = 0;
};

}  // namespace rack_host
