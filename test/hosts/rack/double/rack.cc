// How the test double of Rack behaves.
#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <rack.hpp>
#include <random>

namespace rack {

namespace logger {
void warn(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  std::printf("log warn: ");
  std::vprintf(format, arguments);
  std::printf("\n");
  va_end(arguments);
}
}  // namespace logger

namespace plugin {
std::vector<Plugin*> plugins;

Plugin::~Plugin() {
  for (Model* const model : models) delete model;
}
void Plugin::addModel(Model* model) {
  model->plugin = this;
  models.push_back(model);
}
}  // namespace plugin

namespace engine {

void Port::setChannels(std::uint8_t count) {
  if (channels == 0) return;
  for (std::uint8_t i = count; i < channels; ++i) voltages[i] = 0.0f;
  channels = std::max<std::uint8_t>(count, 1);
}

void Module::config(int param_count, int input_count, int output_count, int light_count) {
  params.resize(static_cast<std::size_t>(param_count));
  inputs.resize(static_cast<std::size_t>(input_count));
  outputs.resize(static_cast<std::size_t>(output_count));
  lights.resize(static_cast<std::size_t>(light_count));
  paramQuantities.resize(params.size());
  inputInfos.resize(inputs.size());
  outputInfos.resize(outputs.size());
  lightInfos.resize(lights.size());
  for (int i = 0; i < param_count; ++i) configParam(i, 0.0f, 1.0f, 0.0f);
}

namespace {
template <class Made>
Made* set_up(Module* module, int id, float min, float max, float rest, std::string name) {
  auto made = std::make_unique<Made>();
  Made* const quantity = made.get();
  quantity->module = module;
  quantity->paramId = id;
  quantity->minValue = min;
  quantity->maxValue = max;
  quantity->defaultValue = rest;
  quantity->name = std::move(name);
  const auto place = static_cast<std::size_t>(id);
  module->paramQuantities.at(place) = std::move(made);
  module->params.at(place).setValue(rest);
  return quantity;
}

template <class Info>
Info* name_it(std::vector<std::unique_ptr<Info>>& infos, int id, std::string name) {
  auto& place = infos.at(static_cast<std::size_t>(id));
  place = std::make_unique<Info>();
  place->name = std::move(name);
  return place.get();
}
}  // namespace

ParamQuantity* Module::configParam(int id, float min, float max, float rest, std::string name) {
  return set_up<ParamQuantity>(this, id, min, max, rest, std::move(name));
}
SwitchQuantity* Module::configSwitch(int id, float min, float max, float rest, std::string name,
                                     std::vector<std::string> labels) {
  auto* const made = set_up<SwitchQuantity>(this, id, min, max, rest, std::move(name));
  made->labels = std::move(labels);
  return made;
}
SwitchQuantity* Module::configButton(int id, std::string name) {
  auto* const made = set_up<SwitchQuantity>(this, id, 0.0f, 1.0f, 0.0f, std::move(name));
  made->randomizeEnabled = false;
  return made;
}
PortInfo* Module::configInput(int id, std::string name) {
  return name_it(inputInfos, id, std::move(name));
}
PortInfo* Module::configOutput(int id, std::string name) {
  return name_it(outputInfos, id, std::move(name));
}
LightInfo* Module::configLight(int id, std::string name) {
  return name_it(lightInfos, id, std::move(name));
}

void Module::onReset(const ResetEvent&) {
  for (const auto& quantity : paramQuantities) {
    params[static_cast<std::size_t>(quantity->paramId)].setValue(quantity->defaultValue);
  }
}

void Module::onRandomize(const RandomizeEvent&) {
  std::minstd_rand random;
  for (const auto& quantity : paramQuantities) {
    if (!quantity->randomizeEnabled) continue;
    std::uniform_real_distribution<float> somewhere(quantity->minValue, quantity->maxValue);
    params[static_cast<std::size_t>(quantity->paramId)].setValue(somewhere(random));
  }
}

void Engine::addModule(Module* module) {
  modules_.push_back(module);
  module->onSampleRateChange({rate_hz_, 1.0f / rate_hz_});
}

void Engine::removeModule(Module* module) {
  std::erase(modules_, module);
}

void Engine::setSampleRate(float rate_hz) {
  rate_hz_ = rate_hz;
  for (Module* const module : modules_) module->onSampleRateChange({rate_hz, 1.0f / rate_hz});
}

void Engine::bypassModule(Module* module, bool bypassed) {
  module->bypassed = bypassed;
  for (Output& output : module->outputs) {
    std::fill(std::begin(output.voltages), std::end(output.voltages), 0.0f);
    output.setChannels(1);
  }
}

namespace {
void pass_by(Module& module) {
  for (const Module::BypassRoute& route : module.bypassRoutes) {
    Input& from = module.inputs[static_cast<std::size_t>(route.inputId)];
    Output& to = module.outputs[static_cast<std::size_t>(route.outputId)];
    to.setChannels(from.channels);
    std::copy(std::begin(from.voltages), std::end(from.voltages), std::begin(to.voltages));
  }
}
}  // namespace

void Engine::stepBlock(int frames) {
  for (int i = 0; i < frames; ++i, ++frame_) {
    for (Module* const module : modules_) {
      if (module->bypassed) {
        pass_by(*module);
      } else {
        module->process({rate_hz_, 1.0f / rate_hz_, frame_});
      }
    }
  }
}

json_t* Engine::moduleToJson(Module* module) {
  json_t* const root = json_object();
  json_object_set_new(root, "plugin", json_string(module->model->plugin->slug.c_str()));
  json_object_set_new(root, "model", json_string(module->model->slug.c_str()));
  json_t* const params = json_array();
  for (std::size_t i = 0; i < module->params.size(); ++i) {
    json_t* const one = json_object();
    json_object_set_new(one, "id", json_integer(static_cast<json_int_t>(i)));
    json_object_set_new(one, "value", json_real(static_cast<double>(module->params[i].getValue())));
    json_array_append_new(params, one);
  }
  json_object_set_new(root, "params", params);
  if (json_t* const data = module->dataToJson()) json_object_set_new(root, "data", data);
  return root;
}

namespace {
// As Rack refuses what does not name the module's plugin and model.
void check_name(const json_t* root, const char* key, const std::string& expected) {
  const char* const name = json_string_value(json_object_get(root, key));
  if (name != nullptr && name == expected) return;
  std::printf("module JSON: %s is %s, not %s\n", key, name == nullptr ? "missing" : name,
              expected.c_str());
  std::fflush(stdout);
  std::_Exit(1);
}
}  // namespace

void Engine::moduleFromJson(Module* module, json_t* root) {
  check_name(root, "plugin", module->model->plugin->slug);
  check_name(root, "model", module->model->slug);
  const json_t* const params = json_object_get(root, "params");
  for (std::size_t i = 0; i < json_array_size(params); ++i) {
    const json_t* const one = json_array_get(params, i);
    const auto place = static_cast<std::size_t>(json_integer_value(json_object_get(one, "id")));
    const double value = json_number_value(json_object_get(one, "value"));
    module->params.at(place).setValue(static_cast<float>(value));
  }
  if (json_t* const data = json_object_get(root, "data")) module->dataFromJson(data);
}

}  // namespace engine

namespace app {
void ModuleWidget::setPanel(SvgPanel* drawing) {
  panel = drawing;
  addChild(drawing);
  std::ifstream file(drawing->light);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  float width = 0.0f;
  float height = 0.0f;
  const std::size_t at = text.find(" width=\"");
  if (at != std::string::npos) {
    std::sscanf(text.c_str() + at, " width=\"%fmm\" height=\"%fmm\"", &width, &height);
  }
  box.size = window::mm2px({width, height});
}
}  // namespace app

app::SvgPanel* createPanel(const std::string& light, const std::string& dark) {
  auto* const panel = new app::SvgPanel;
  panel->light = light;
  panel->dark = dark;
  return panel;
}
ui::MenuLabel* createMenuLabel(const std::string& text) {
  auto* const label = new ui::MenuLabel;
  label->text = text;
  return label;
}
namespace {
// Something to click on.
struct ActionItem : ui::MenuItem {
  std::function<void()> action;
  void onAction(const ActionEvent&) override { action(); }
};

// Opens another menu.
struct SubmenuItem : ui::MenuItem {
  std::function<void(ui::Menu*)> fill;
  ui::Menu* createChildMenu() override {
    auto* const menu = new ui::Menu;
    fill(menu);
    return menu;
  }
};

// One of some choices, with a check mark if it is the chosen one.
struct ChoiceItem : ActionItem {
  std::function<bool()> is_chosen;
  void step() override { rightText = is_chosen() ? CHECKMARK_STRING : ""; }
};

// Opens choices, and shows the chosen one.
struct ChoicesItem : SubmenuItem {
  std::function<std::string()> chosen;
  void step() override { rightText = chosen() + "  " RIGHT_ARROW; }
};
}  // namespace

ui::MenuItem* createMenuItem(const std::string& text, const std::string& right,
                             std::function<void()> action) {
  auto* const item = new ActionItem;
  item->text = text;
  item->rightText = right;
  item->action = std::move(action);
  return item;
}
ui::MenuItem* createSubmenuItem(const std::string& text, const std::string& right,
                                std::function<void(ui::Menu*)> fill) {
  auto* const item = new SubmenuItem;
  item->text = text;
  item->rightText = right + (right.empty() ? "" : "  ") + RIGHT_ARROW;
  item->fill = std::move(fill);
  return item;
}
ui::MenuItem* createIndexSubmenuItem(const std::string& text, const std::vector<std::string>& names,
                                     const std::function<std::size_t()>& get,
                                     const std::function<void(std::size_t)>& set) {
  auto* const item = new ChoicesItem;
  item->text = text;
  item->chosen = [names, get] { return names.at(get()); };
  item->fill = [names, get, set](ui::Menu* menu) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      auto* const choice = new ChoiceItem;
      choice->text = names[i];
      choice->action = [set, i] { set(i); };
      choice->is_chosen = [get, i] { return get() == i; };
      menu->addChild(choice);
    }
  };
  return item;
}

namespace {
Context* current = nullptr;
}
void contextSet(Context* context) {
  current = context;
}
Context* contextGet() {
  return current;
}

}  // namespace rack
