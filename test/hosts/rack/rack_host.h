// Loads a plugin for VCV Rack and makes modules of it, in Rack or in our test double of it; and
// looks at panels and menus, which only the double shows without a window.
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

#ifdef ENS_RACK_DOUBLE
inline void log_here() {}
#else
// To the standard error, not to a file.
inline void log_here() {
  rack::logger::init();
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
    plugin_.slug = "Ensemble";
    using Init = void (*)(rack::plugin::Plugin*);
    void* const library = dlopen((folder + "/plugin.so").c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) give_up(dlerror());
    const auto init = reinterpret_cast<Init>(dlsym(library, "init"));
    if (init == nullptr) give_up("the plugin has no init");
    init(&plugin_);
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

#ifdef ENS_RACK_DOUBLE

using rack::ui::Menu;
using rack::ui::MenuItem;
using rack::widget::Widget;

inline MenuItem* find_item(Menu& menu, const std::string& name) {
  for (const auto& child : menu.children) {
    auto* const item = dynamic_cast<MenuItem*>(child.get());
    if (item != nullptr && item->text == name) return item;
  }
  give_up("no menu item " + name);
}

inline void print_menu(Menu& menu, const std::string& indent) {
  for (const auto& child : menu.children) {
    if (const auto* const label = dynamic_cast<rack::ui::MenuLabel*>(child.get())) {
      std::printf("%s%s\n", indent.c_str(), label->text.c_str());
    } else if (const auto* const slider = dynamic_cast<rack::ui::Slider*>(child.get())) {
      std::printf("%s%s: %s\n", indent.c_str(), slider->quantity->getLabel().c_str(),
                  slider->quantity->getDisplayValueString().c_str());
    } else if (const auto* const item = dynamic_cast<MenuItem*>(child.get())) {
      const std::string right = item->rightText.empty() ? "" : ": " + item->rightText;
      std::printf("%s%s%s\n", indent.c_str(), item->text.c_str(), right.c_str());
      if (!item->submenu) continue;
      Menu sub;
      item->submenu(&sub);
      print_menu(sub, indent + "  ");
    }
  }
}

// Opens menus along a path; gives what the last item shows or has done.
inline void click(Menu& menu, const std::string& path) {
  const std::size_t end = path.find('/');
  MenuItem* const item = find_item(menu, path.substr(0, end));
  if (end == std::string::npos) return item->action();
  Menu sub;
  item->submenu(&sub);
  click(sub, path.substr(end + 1));
}

inline void slide(Menu& menu, const std::string& path, std::istringstream& place) {
  const std::size_t end = path.find('/');
  if (end != std::string::npos) {
    Menu sub;
    find_item(menu, path.substr(0, end))->submenu(&sub);
    return slide(sub, path.substr(end + 1), place);
  }
  for (const auto& child : menu.children) {
    const auto* const slider = dynamic_cast<rack::ui::Slider*>(child.get());
    if (slider == nullptr || slider->quantity->getLabel() != path) continue;
    float value = 0.0f;
    if (place >> value) return slider->quantity->setValue(value);
    slider->quantity->setValue(slider->quantity->getDefaultValue());
    return;
  }
  give_up("no slider " + path);
}

inline void print_panel(rack::app::ModuleWidget& widget) {
  std::printf("panel %.2f %.2f\n", static_cast<double>(widget.box.size.x),
              static_cast<double>(widget.box.size.y));
  for (const auto& child : widget.children) {
    const auto* const part = dynamic_cast<rack::app::PartWidget*>(child.get());
    if (part == nullptr) continue;
    const rack::math::Rect& box = part->box;
    std::printf("%s %d %.2f %.2f %.2f %.2f\n", part->kind, part->id, static_cast<double>(box.pos.x),
                static_cast<double>(box.pos.y), static_cast<double>(box.size.x),
                static_cast<double>(box.size.y));
  }
}

// Commands that need a widget; false if it is none of them.
inline bool look(const std::string& command, std::istringstream& words,
                 rack::engine::Module* module) {
  if (command != "menu" && command != "slide" && command != "panel") return false;
  const std::unique_ptr<rack::app::ModuleWidget> widget(module->model->createModuleWidget(module));
  Menu menu;
  widget->appendContextMenu(&menu);
  std::string path;
  std::getline(words >> std::ws, path, '|');
  if (command == "panel") {
    print_panel(*widget);
  } else if (command == "slide") {
    slide(menu, path, words);
  } else if (path.empty()) {
    print_menu(menu, "");
  } else {
    click(menu, path);
  }
  // The module lives on.
  widget->setModule(nullptr);
  return true;
}

#else

inline bool look(const std::string&, std::istringstream&, rack::engine::Module*) {
  return false;
}

#endif

}  // namespace rack_host
