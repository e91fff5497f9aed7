// Panels and menus of modules, in Rack or in our test double of it. No window is opened: Rack makes
// both without one, and draws neither.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <sstream>
#include <string>

#include "hosts/rack/rack_host.h"

#ifndef ENS_RACK_DOUBLE
#include <app/ModuleLightWidget.hpp>
#include <app/ModuleWidget.hpp>
#include <app/Scene.hpp>
#include <asset.hpp>
#include <history.hpp>
#include <settings.hpp>
#include <ui/MenuItem.hpp>
#include <ui/MenuLabel.hpp>
#include <ui/Slider.hpp>
#include <widget/event.hpp>
#include <window/Window.hpp>
#endif

namespace rack_host {

using rack::ui::Menu;
using rack::ui::MenuItem;
using rack::widget::Widget;

#ifdef ENS_RACK_DOUBLE
inline void make_scene() {}
#else
// What widgets ask for. Menu items ask the window how wide their text is, which it does not know
// before it has loaded a font; this one has not, and is never opened.
inline void make_scene() {
  rack::Context& context = *rack::contextGet();
  if (context.scene != nullptr) return;
  rack::settings::headless = true;
  // Where its drawings of knobs and jacks are.
  if (const char* const folder = std::getenv("RACK_SYSTEM_DIR")) rack::asset::systemDir = folder;
  context.history = new rack::history::State;
  context.event = new rack::widget::EventState;
  context.scene = new rack::app::Scene;
  alignas(rack::window::Window) static unsigned char closed[sizeof(rack::window::Window)] = {};
  context.window = reinterpret_cast<rack::window::Window*>(closed);
}
#endif

// What stands at the right of an item, without the arrow of those that open a menu.
inline std::string right_of(MenuItem& item) {
  item.step();
  const std::string arrow = RIGHT_ARROW;
  std::string text = item.rightText;
  if (text.ends_with(arrow)) text.resize(text.size() - arrow.size());
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

inline MenuItem& find_item(Menu& menu, const std::string& name) {
  for (Widget* const child : menu.children) {
    auto* const item = dynamic_cast<MenuItem*>(child);
    if (item != nullptr && item->text == name) return *item;
  }
  give_up("no menu item " + name);
}

// The menu at the end of a path, `/` between a menu and what opens from it, and the last name.
inline void at_end(Menu& menu, const std::string& path,
                   const std::function<void(Menu&, const std::string&)>& act) {
  const std::size_t end = path.find('/');
  if (end == std::string::npos) return act(menu, path);
  MenuItem& item = find_item(menu, path.substr(0, end));
  const std::unique_ptr<Menu> sub(item.createChildMenu());
  if (sub == nullptr) give_up("no menu opens from " + item.text);
  at_end(*sub, path.substr(end + 1), act);
}

inline void print_menu(Menu& menu, const std::string& indent) {
  for (Widget* const child : menu.children) {
    if (const auto* const label = dynamic_cast<rack::ui::MenuLabel*>(child)) {
      std::printf("%s%s\n", indent.c_str(), label->text.c_str());
    } else if (const auto* const slider = dynamic_cast<rack::ui::Slider*>(child)) {
      std::printf("%s%s: %s\n", indent.c_str(), slider->quantity->getLabel().c_str(),
                  slider->quantity->getDisplayValueString().c_str());
    } else if (auto* const item = dynamic_cast<MenuItem*>(child)) {
      const std::string right = right_of(*item);
      std::printf("%s%s%s%s\n", indent.c_str(), item->text.c_str(), right.empty() ? "" : ": ",
                  right.c_str());
      const std::unique_ptr<Menu> sub(item->createChildMenu());
      if (sub != nullptr) print_menu(*sub, indent + "  ");
    }
  }
}

inline void slide(Menu& menu, const std::string& name, std::istringstream& place) {
  for (Widget* const child : menu.children) {
    const auto* const slider = dynamic_cast<rack::ui::Slider*>(child);
    if (slider == nullptr || slider->quantity->getLabel() != name) continue;
    float value = 0.0f;
    const bool given = static_cast<bool>(place >> value);
    slider->quantity->setValue(given ? value : slider->quantity->getDefaultValue());
    return;
  }
  give_up("no slider " + name);
}

inline void print_box(const char* kind, int id, const rack::math::Rect& box) {
  std::printf("%s %d %.2f %.2f %.2f %.2f\n", kind, id, static_cast<double>(box.pos.x),
              static_cast<double>(box.pos.y), static_cast<double>(box.size.x),
              static_cast<double>(box.size.y));
}

inline void print_panel(const rack::app::ModuleWidget& widget) {
  std::printf("panel %.2f %.2f\n", static_cast<double>(widget.box.size.x),
              static_cast<double>(widget.box.size.y));
  for (Widget* const child : widget.children) {
    if (const auto* const param = dynamic_cast<rack::app::ParamWidget*>(child)) {
      print_box("param", param->paramId, param->box);
    } else if (const auto* const port = dynamic_cast<rack::app::PortWidget*>(child)) {
      const bool is_input = port->type == rack::engine::Port::INPUT;
      print_box(is_input ? "input" : "output", port->portId, port->box);
    } else if (const auto* const light = dynamic_cast<rack::app::ModuleLightWidget*>(child)) {
      print_box("light", light->firstLightId, light->box);
    }
  }
}

// Commands that need a widget; false if it is none of them.
inline bool look(const std::string& command, std::istringstream& words,
                 rack::engine::Module* module) {
  if (command != "menu" && command != "slide" && command != "panel") return false;
  make_scene();
  const std::unique_ptr<rack::app::ModuleWidget> widget(module->model->createModuleWidget(module));
  const auto menu = std::make_unique<Menu>();
  widget->appendContextMenu(menu.get());
  std::string path;
  std::getline(words >> std::ws, path, '|');
  if (command == "panel") {
    print_panel(*widget);
  } else if (command == "slide") {
    at_end(*menu, path, [&](Menu& sub, const std::string& name) { slide(sub, name, words); });
  } else if (path.empty()) {
    print_menu(*menu, "");
  } else {
    at_end(*menu, path,
           [](Menu& sub, const std::string& name) { find_item(sub, name).doAction(); });
  }
  // The module lives on.
  widget->releaseModule();
  return true;
}

}  // namespace rack_host
