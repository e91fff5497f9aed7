// Our own test double of VCV Rack 2: the part of its public programming interface that our modules
// use, with behaviour as its documentation says. Nothing here is Rack's. What draws does nothing but
// keep what it was given.
#pragma once

#define ENS_RACK_DOUBLE 1

#include <jansson.h>

#include <array>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#define WARN(...) rack::logger::warn(__VA_ARGS__)
#define RIGHT_ARROW "\u25b8"
#define CHECKMARK_STRING "\u2714"

namespace rack {

namespace logger {
__attribute__((format(printf, 1, 2))) void warn(const char* format, ...);
}

namespace math {
struct Vec {
  float x = 0.0f;
  float y = 0.0f;
  Vec() = default;
  Vec(float across, float down) : x(across), y(down) {}
};
struct Rect {
  Vec pos;
  Vec size;
};
}  // namespace math

struct Quantity {
  virtual ~Quantity() = default;
  virtual void setValue(float) {}
  virtual float getValue() { return 0.0f; }
  virtual float getDefaultValue() { return 0.0f; }
  virtual std::string getDisplayValueString() { return {}; }
  virtual std::string getLabel() { return {}; }
};

namespace plugin {
struct Model;
struct Plugin {
  std::list<Model*> models;
  std::string path;
  std::string slug;
  ~Plugin();
  void addModel(Model* model);
};
extern std::vector<Plugin*> plugins;
}  // namespace plugin

namespace engine {

struct Module;

struct Param {
  float value = 0.0f;
  float getValue() { return value; }
  void setValue(float to) { value = to; }
};

struct Light {
  float value = 0.0f;
  void setBrightness(float brightness) { value = brightness; }
  float getBrightness() { return value; }
};

// Voltages of a cable; 0 channels where none is connected.
struct Port {
  enum Type { INPUT, OUTPUT };

  float voltages[16] = {};
  std::uint8_t channels = 0;

  void setVoltage(float voltage, std::uint8_t channel = 0) { voltages[channel] = voltage; }
  float getVoltage(std::uint8_t channel = 0) { return voltages[channel]; }
  // A mono cable is the same for every voice.
  float getPolyVoltage(std::uint8_t channel) { return voltages[channels == 1 ? 0 : channel]; }
  float getNormalPolyVoltage(float normal, std::uint8_t channel) {
    return channels > 0 ? getPolyVoltage(channel) : normal;
  }
  // Channels above become 0 V; a port without a cable stays without.
  void setChannels(std::uint8_t count);
  int getChannels() { return channels; }
  bool isConnected() { return channels > 0; }
};
struct Input : Port {};
struct Output : Port {};

struct ParamQuantity : Quantity {
  Module* module = nullptr;
  int paramId = -1;
  float minValue = 0.0f;
  float maxValue = 1.0f;
  float defaultValue = 0.0f;
  std::string name;
  bool randomizeEnabled = true;
};
struct SwitchQuantity : ParamQuantity {
  std::vector<std::string> labels;
};
struct PortInfo {
  std::string name;
};
struct LightInfo {
  std::string name;
};

struct Module {
  struct ProcessArgs {
    float sampleRate;
    float sampleTime;
    std::int64_t frame;
  };
  struct ResetEvent {};
  struct RandomizeEvent {};
  struct SampleRateChangeEvent {
    float sampleRate;
    float sampleTime;
  };
  struct BypassRoute {
    int inputId = -1;
    int outputId = -1;
  };

  plugin::Model* model = nullptr;
  std::int64_t id = -1;
  std::vector<Param> params;
  std::vector<Input> inputs;
  std::vector<Output> outputs;
  std::vector<Light> lights;
  std::vector<std::unique_ptr<ParamQuantity>> paramQuantities;
  std::vector<std::unique_ptr<PortInfo>> inputInfos;
  std::vector<std::unique_ptr<PortInfo>> outputInfos;
  std::vector<std::unique_ptr<LightInfo>> lightInfos;
  std::vector<BypassRoute> bypassRoutes;
  bool bypassed = false;

  Module() = default;
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;
  virtual ~Module() = default;

  void config(int param_count, int input_count, int output_count, int light_count = 0);
  ParamQuantity* configParam(int id, float min, float max, float rest, std::string name = "");
  SwitchQuantity* configSwitch(int id, float min, float max, float rest, std::string name = "",
                               std::vector<std::string> labels = {});
  SwitchQuantity* configButton(int id, std::string name = "");
  PortInfo* configInput(int id, std::string name = "");
  PortInfo* configOutput(int id, std::string name = "");
  LightInfo* configLight(int id, std::string name = "");
  void configBypass(int input, int output) { bypassRoutes.push_back({input, output}); }

  virtual void process(const ProcessArgs&) {}
  virtual json_t* dataToJson() { return nullptr; }
  virtual void dataFromJson(json_t*) {}
  // Every param at its default.
  virtual void onReset(const ResetEvent&);
  // Every param somewhere.
  virtual void onRandomize(const RandomizeEvent&);
  virtual void onSampleRateChange(const SampleRateChangeEvent&) {}
};

// Runs modules frame by frame. Saving takes no lock, so that a test finds what races with sound.
struct Engine {
  void addModule(Module* module);
  void removeModule(Module* module);
  void stepBlock(int frames);
  void setSampleRate(float rate_hz);
  void bypassModule(Module* module, bool bypassed);
  void resetModule(Module* module) { module->onReset({}); }
  void randomizeModule(Module* module) { module->onRandomize({}); }
  json_t* moduleToJson(Module* module);
  void moduleFromJson(Module* module, json_t* root);

 private:
  std::vector<Module*> modules_;
  float rate_hz_ = 44100.0f;
  std::int64_t frame_ = 0;
};

}  // namespace engine

namespace widget {
struct Widget {
  math::Rect box;
  std::list<Widget*> children;
  Widget() = default;
  Widget(const Widget&) = delete;
  Widget& operator=(const Widget&) = delete;
  virtual ~Widget() {
    for (Widget* const child : children) delete child;
  }
  // Before every picture.
  virtual void step() {}
  void addChild(Widget* child) { children.push_back(child); }
};
}  // namespace widget

namespace ui {
struct Menu : widget::Widget {};
struct MenuSeparator : widget::Widget {};
struct MenuLabel : widget::Widget {
  std::string text;
};
struct MenuItem : widget::Widget {
  struct ActionEvent {};

  std::string text;
  std::string rightText;
  // The menu that opens from it, if any; the caller owns it.
  virtual Menu* createChildMenu() { return nullptr; }
  virtual void onAction(const ActionEvent&) {}
  void doAction() { onAction({}); }
};
struct Slider : widget::Widget {
  Quantity* quantity = nullptr;
};
}  // namespace ui

namespace window {
inline math::Vec mm2px(math::Vec mm) {
  constexpr float kPixels = 75.0f / 25.4f;
  return {mm.x * kPixels, mm.y * kPixels};
}
}  // namespace window

namespace app {
struct ParamWidget : widget::Widget {
  engine::Module* module = nullptr;
  int paramId = -1;
};
struct PortWidget : widget::Widget {
  engine::Module* module = nullptr;
  engine::Port::Type type = engine::Port::INPUT;
  int portId = -1;
};
struct ModuleLightWidget : widget::Widget {
  engine::Module* module = nullptr;
  int firstLightId = -1;
};
struct SvgPanel : widget::Widget {
  std::string light;
  std::string dark;
};
struct ModuleWidget : widget::Widget {
  plugin::Model* model = nullptr;
  engine::Module* module = nullptr;
  SvgPanel* panel = nullptr;

  ~ModuleWidget() override { delete module; }
  void setModule(engine::Module* owned) { module = owned; }
  // Who called owns it from now on.
  engine::Module* releaseModule() { return std::exchange(module, nullptr); }
  void setModel(plugin::Model* of) { model = of; }
  // Takes its size from the drawing.
  void setPanel(SvgPanel* panel);
  void addParam(ParamWidget* part) { addChild(part); }
  void addInput(PortWidget* part) { addChild(part); }
  void addOutput(PortWidget* part) { addChild(part); }
  virtual void appendContextMenu(ui::Menu*) {}
};
}  // namespace app

namespace plugin {
struct Model {
  Plugin* plugin = nullptr;
  std::string slug;
  virtual ~Model() = default;
  virtual engine::Module* createModule() { return nullptr; }
  virtual app::ModuleWidget* createModuleWidget(engine::Module*) { return nullptr; }
};
}  // namespace plugin

namespace asset {
inline std::string plugin(plugin::Plugin* owner, const std::string& name) {
  return owner->path + "/" + name;
}
}  // namespace asset

// What stands on a panel, and how wide it is.
namespace componentlibrary {
template <class Base, int kMicrometres>
struct Component : Base {
  Component() {
    const float size = window::mm2px({static_cast<float>(kMicrometres) / 1000.0f, 0.0f}).x;
    this->box.size = {size, size};
  }
};
using RoundBlackKnob = Component<app::ParamWidget, 9600>;
using Trimpot = Component<app::ParamWidget, 6050>;
using VCVButton = Component<app::ParamWidget, 6096>;
struct VCVLatch : VCVButton {};
using PJ301MPort = Component<app::PortWidget, 8026>;
struct RedLight : app::ModuleLightWidget {};
struct YellowLight : app::ModuleLightWidget {};
template <class Base>
using MediumLight = Component<Base, 3000>;
}  // namespace componentlibrary

template <class Part>
Part* createCentered(math::Vec middle, engine::Module* module) {
  auto* const part = new Part;
  part->module = module;
  part->box.pos = {middle.x - part->box.size.x / 2, middle.y - part->box.size.y / 2};
  return part;
}
template <class Part>
Part* createParamCentered(math::Vec middle, engine::Module* module, int id) {
  auto* const part = createCentered<Part>(middle, module);
  part->paramId = id;
  return part;
}
template <class Part>
Part* createInputCentered(math::Vec middle, engine::Module* module, int id) {
  auto* const part = createCentered<Part>(middle, module);
  part->portId = id;
  return part;
}
template <class Part>
Part* createOutputCentered(math::Vec middle, engine::Module* module, int id) {
  auto* const part = createInputCentered<Part>(middle, module, id);
  part->type = engine::Port::OUTPUT;
  return part;
}
template <class Part>
Part* createLightCentered(math::Vec middle, engine::Module* module, int id) {
  auto* const part = createCentered<Part>(middle, module);
  part->firstLightId = id;
  return part;
}

app::SvgPanel* createPanel(const std::string& light, const std::string& dark);
ui::MenuLabel* createMenuLabel(const std::string& text);
ui::MenuItem* createMenuItem(const std::string& text, const std::string& right,
                             std::function<void()> action);
ui::MenuItem* createSubmenuItem(const std::string& text, const std::string& right,
                                std::function<void(ui::Menu*)> fill);
ui::MenuItem* createIndexSubmenuItem(const std::string& text, const std::vector<std::string>& names,
                                     const std::function<std::size_t()>& get,
                                     const std::function<void(std::size_t)>& set);

struct Context {
  engine::Engine* engine = nullptr;
};
void contextSet(Context* context);
Context* contextGet();

}  // namespace rack

extern "C" void init(rack::plugin::Plugin* plugin);
