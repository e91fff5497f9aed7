// The panel of a module, its menu, and the list of modules that Rack asks for.
#include <string>

#include "host/names.h"
#include "rack/module.h"
#include "registry.h"
#include "statuses.h"

namespace ens::rack_host {
namespace {

using rack::ui::Menu;

rack::plugin::Plugin* plugin = nullptr;

// A training value on a slider of the menu.
struct TrainQuantity : rack::Quantity {
  std::atomic<float>& value;
  host::TrainValue which;

  TrainQuantity(std::atomic<float>& at, host::TrainValue name) : value(at), which(name) {}
  void setValue(float place) override { value = host::train_value(which, place); }
  float getValue() override { return host::train_place(which, value); }
  float getDefaultValue() override { return host::train_place(which, host::train_default(which)); }
  std::string getLabel() override { return host::kTrainValueNames[which]; }
  std::string getDisplayValueString() override { return host::train_text(which, value); }
};

struct TrainSlider : rack::ui::Slider {
  TrainSlider(std::atomic<float>& value, host::TrainValue which) {
    box.size.x = 240.0f;
    quantity = new TrainQuantity(value, which);
  }
  ~TrainSlider() override { delete quantity; }
};

void add_sliders(Menu* menu, Training& values) {
  for (std::size_t i = 0; i < host::kTrainValues; ++i) {
    menu->addChild(new TrainSlider(values[i], static_cast<host::TrainValue>(i)));
  }
}

rack::ui::MenuItem* action_item(const char* name, Module* module, host::Action action) {
  return rack::createMenuItem(name, "", [=] { module->request(action); });
}

void add_choice(Menu* menu, const char* name, const host::Names& choices,
                std::atomic<std::uint32_t>& value) {
  menu->addChild(rack::createIndexSubmenuItem(
      name, choices, [&value] { return static_cast<std::size_t>(value.load()); },
      [&value](std::size_t chosen) { value = static_cast<std::uint32_t>(chosen); }));
}

void add_ranges(Menu* menu, Module* module) {
  for (std::size_t i = 0; i < module->mode.channel_count; ++i) {
    const Channel& channel = *module->panel.channels[i];
    if (channel.of_notes) continue;
    menu->addChild(rack::createIndexSubmenuItem(
        channel.label, {"\u00b15 V", "0\u201310 V"},
        [=] { return static_cast<std::size_t>(module->bipolar[i] ? 0 : 1); },
        [=](std::size_t range) { module->bipolar[i] = range == 0; }));
  }
}

struct Widget : rack::app::ModuleWidget {
  Widget(Module* module, const Panel& panel, const std::string& name) {
    setModule(module);
    const std::string base = rack::asset::plugin(plugin, "res/" + name);
    setPanel(rack::createPanel(base + ".svg", base + "-dark.svg"));
    for (const Group& group : panel.groups) {
      for (const Part& part : group.parts) add(part, group.left_mm);
    }
  }

  void add(const Part& part, float left_mm) {
    using namespace rack::componentlibrary;
    const rack::math::Vec at = rack::window::mm2px(rack::math::Vec(left_mm + part.x_mm, part.y_mm));
    switch (part.kind) {
      case Kind::kKnob:
        return addParam(rack::createParamCentered<RoundBlackKnob>(at, module, part.id));
      case Kind::kTrimmer:
        return addParam(rack::createParamCentered<Trimpot>(at, module, part.id));
      case Kind::kButton:
        return addParam(rack::createParamCentered<VCVButton>(at, module, part.id));
      case Kind::kLatch:
        return addParam(rack::createParamCentered<VCVLatch>(at, module, part.id));
      case Kind::kInput:
        return addInput(rack::createInputCentered<PJ301MPort>(at, module, part.id));
      case Kind::kOutput:
        return addOutput(rack::createOutputCentered<PJ301MPort>(at, module, part.id));
      case Kind::kLight:
        if (part.id == kErrorLight) {
          return addChild(rack::createLightCentered<MediumLight<RedLight>>(at, module, part.id));
        }
        return addChild(rack::createLightCentered<MediumLight<YellowLight>>(at, module, part.id));
    }
  }

  void appendContextMenu(Menu* menu) override {
    auto* const owner = static_cast<Module*>(module);
    menu->addChild(new rack::ui::MenuSeparator);
    menu->addChild(
        rack::createMenuLabel(std::string("Last action: ") + message_of(owner->last_status())));
    const host::Names spaces = host::voice_space_names(owner->mode);
    if (spaces.size() > 1) add_choice(menu, "Voice space", spaces, owner->voice_space);
    if (owner->panel.has_pitches) {
      add_choice(menu, "Scale", host::scale_choices(), owner->scale);
      add_choice(menu, "Scale root", host::root_names(), owner->scale_root);
    }
    if (owner->panel.follows_clock) add_choice(menu, "Clock", host::clock_choices(), owner->clock);
    menu->addChild(
        rack::createSubmenuItem("Inputs", "", [=](Menu* sub) { add_ranges(sub, owner); }));
    menu->addChild(rack::createSubmenuItem("Training configuration", "",
                                           [=](Menu* sub) { add_sliders(sub, owner->training); }));
    menu->addChild(rack::createSubmenuItem("Train once", "", [=](Menu* sub) {
      add_sliders(sub, owner->once);
      sub->addChild(action_item("Train with these", owner, host::kTrainOnce));
    }));
    menu->addChild(action_item("Cancel training", owner, host::kCancel));
    menu->addChild(action_item("Forget the nearest example", owner, host::kForget));
    menu->addChild(action_item("Clear all examples", owner, host::kClear));
    menu->addChild(action_item("Random sound", owner, host::kRandom));
    menu->addChild(action_item("Variation", owner, host::kVary));
  }
};

struct Model : rack::plugin::Model {
  std::size_t place;

  explicit Model(std::size_t at) : place(at) { slug = mode::kModes[at].mode_id; }
  rack::engine::Module* createModule() override {
    auto* const module = new Module(place);
    module->model = this;
    return module;
  }
  rack::app::ModuleWidget* createModuleWidget(rack::engine::Module* module) override {
    auto* const widget = new Widget(static_cast<Module*>(module), kPanels[place], slug);
    widget->setModel(this);
    return widget;
  }
};

}  // namespace
}  // namespace ens::rack_host

extern "C" __attribute__((visibility("default"))) void init(rack::plugin::Plugin* plugin) {
  ens::rack_host::plugin = plugin;
  for (std::size_t i = 0; i < ens::mode::kModeCount; ++i) {
    plugin->addModel(new ens::rack_host::Model(i));
  }
}
