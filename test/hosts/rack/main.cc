// Runs the plugin for VCV Rack by a script, one command a line, in Rack's own engine or in that of
// our test double. Arguments: the folder of the plugin, the script.
//
//   open MODE RATE          makes a module, instead of the one before
//   param ID VALUE          turns a control
//   input ID VOLTS...       plugs in a cable with a channel for each voltage; without any: unplugs
//   line FILE               what the inputs left and right hear, in samples of ±1
//   play FRAMES             steps the engine
//   sound FILE VOICE        writes what a voice played since `open`, left then right, in volts
//   output ID, light ID     prints an output's channels and voltages, or a brightness
//   save FILE, load FILE    the taught file of the patch; `lessons TEXT` puts a text in its place
//   state NAME NUMBER...    changes what the patch keeps beside it
//   data                    prints what the patch keeps, but for the taught file
//   preset NUMBER ID VALUE  chooses a preset as Rack does with a file that says this number and one
//                           control
//   keep, revive            the module as JSON, to this and from this
//   reset, randomize        Initialize and Randomize
//   bypass 0|1, rate HZ     as Rack does them
//   quiet                   counts what process() allocates, locks and asks of the kernel
//   churn TIMES             makes, plays and deletes a module so often
//   menu TEXT               opens items by name, `/` between a menu and what opens from it; the
//                           last is clicked. `menu` alone lists the menu and what opens from it
//   slide TEXT PLACE        moves a slider of the menu; without a place: prints it
//   panel                   prints the size of the panel and every part: kind, id, box in pixels
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <engine/Engine.hpp>
#include <fstream>
#include <iterator>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "firmware/quiet.h"
#include "host/base64.h"
#include "hosts/rack/looks.h"
#include "hosts/rack/rack_host.h"
#include "rack_panels.h"

namespace {

using rack_host::give_up;

using Module = rack::engine::Module;
using Words = std::istringstream;

using ens::rack_host::kLeftInput;
using ens::rack_host::kRightInput;

std::vector<std::uint8_t> read_file(const std::string& name) {
  std::ifstream file(name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void write_file(const std::string& name, const void* bytes, std::size_t size) {
  std::ofstream file(name, std::ios::binary);
  file.write(static_cast<const char*>(bytes), static_cast<std::streamsize>(size));
}

class Session {
 public:
  explicit Session(const std::string& folder) : host_(folder) {}
  ~Session() { close(); }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // One command; false if there is none of this name.
  bool act(const std::string& command, Words& words) {
    for (const Command& one : kCommands) {
      if (command != one.name) continue;
      (this->*one.act)(words);
      return true;
    }
    return rack_host::look(command, words, module_);
  }

 private:
  struct Command {
    const char* name;
    void (Session::*act)(Words& words);
  };
  static const std::vector<Command> kCommands;

  void close() {
    if (module_ != nullptr) host_.engine().removeModule(module_);
    delete module_;
    module_ = nullptr;
  }

  void open(Words& words) {
    std::string slug;
    float rate_hz = 0.0f;
    words >> slug >> rate_hz;
    close();
    host_.engine().setSampleRate(rate_hz);
    module_ = host_.add(slug);
    rate_hz_ = rate_hz;
    plug_outputs();
    for (auto& side : heard_) {
      for (std::vector<float>& voice : side) voice.clear();
    }
    frame_ = 0;
    hears_ = false;
  }

  // A port without a cable has no channels, so what it puts out is lost.
  void plug_outputs() {
    for (rack::engine::Output& output : module_->outputs) output.channels = 1;
  }

  void param(Words& words) {
    std::size_t id = 0;
    float value = 0.0f;
    words >> id >> value;
    module_->params.at(id).setValue(value);
  }

  void input(Words& words) {
    std::size_t id = 0;
    words >> id;
    rack::engine::Input& port = module_->inputs.at(id);
    port.channels = 0;
    for (std::string volts; words >> volts; ++port.channels) {
      port.voltages[port.channels] = std::strtof(volts.c_str(), nullptr);
    }
    for (int i = port.channels; i < 16; ++i) port.voltages[i] = 0.0f;
  }

  void line(Words& words) {
    std::string name;
    words >> name;
    const std::vector<std::uint8_t> bytes = read_file(name);
    line_.resize(bytes.size() / sizeof(float));
    std::memcpy(line_.data(), bytes.data(), line_.size() * sizeof(float));
    hears_ = true;
  }

  void step() {
    if (hears_) {
      const float sample = frame_ < line_.size() ? line_[frame_] : 0.0f;
      for (const auto id : {std::size_t{kLeftInput}, std::size_t{kRightInput}}) {
        module_->inputs[id].channels = 1;
        module_->inputs[id].voltages[0] = 5.0f * sample;
      }
    }
    host_.engine().stepBlock(1);
    ++frame_;
  }

  void play(Words& words) {
    int frames = 0;
    words >> frames;
    for (int i = 0; i < frames; ++i) {
      step();
      for (std::size_t side = 0; side < 2; ++side) {
        rack::engine::Output& output = module_->outputs[side];
        for (std::uint8_t voice = 0; voice < output.channels; ++voice) {
          heard_[side][voice].push_back(output.getVoltage(voice));
        }
      }
    }
  }

  void sound(Words& words) {
    std::string name;
    std::size_t voice = 0;
    words >> name >> voice;
    std::vector<float> both = heard_[0][voice];
    both.insert(both.end(), heard_[1][voice].begin(), heard_[1][voice].end());
    write_file(name, both.data(), both.size() * sizeof(float));
  }

  void output(Words& words) {
    std::size_t id = 0;
    words >> id;
    rack::engine::Output& port = module_->outputs.at(id);
    std::printf("output %d", static_cast<int>(port.channels));
    for (std::uint8_t i = 0; i < port.channels; ++i) {
      std::printf(" %.9g", static_cast<double>(port.getVoltage(i)));
    }
    std::printf("\n");
  }

  void light(Words& words) {
    std::size_t id = 0;
    words >> id;
    std::printf("light %.4g\n", static_cast<double>(module_->lights.at(id).getBrightness()));
  }

  void save(Words& words) {
    std::string name;
    words >> name;
    json_t* const root = host_.engine().moduleToJson(module_);
    const char* const text =
        json_string_value(json_object_get(json_object_get(root, "data"), "taught"));
    const std::vector<std::uint8_t> file =
        ens::host::from_base64(text).value_or(std::vector<std::uint8_t>());
    write_file(name, file.data(), file.size());
    json_decref(root);
  }

  void put_lessons(const std::string& text) {
    json_t* const root = host_.engine().moduleToJson(module_);
    json_object_set_new(json_object_get(root, "data"), "taught", json_string(text.c_str()));
    host_.engine().moduleFromJson(module_, root);
    json_decref(root);
  }

  void load(Words& words) {
    std::string name;
    words >> name;
    put_lessons(ens::host::to_base64(read_file(name)));
  }

  void lessons(Words& words) {
    std::string text;
    words >> text;
    put_lessons(text);
  }

  void state(Words& words) {
    std::string name;
    words >> name;
    json_t* const root = host_.engine().moduleToJson(module_);
    json_t* const values = json_array();
    double value = 0.0;
    while (words >> value) json_array_append_new(values, json_real(value));
    json_t* const kept = json_object_get(root, "data");
    if (name == "voice_space") {
      const auto space = static_cast<json_int_t>(json_number_value(json_array_get(values, 0)));
      json_object_set_new(kept, "voice_space", json_integer(space));
      json_decref(values);
    } else {
      json_object_set_new(kept, name.c_str(), values);
    }
    host_.engine().moduleFromJson(module_, root);
    json_decref(root);
  }

  void data(Words&) {
    json_t* const root = host_.engine().moduleToJson(module_);
    const json_t* const kept = json_object_get(root, "data");
    std::printf("data %lld", json_integer_value(json_object_get(kept, "voice_space")));
    for (const char* const name : {"training", "once", "bipolar"}) {
      const json_t* const values = json_object_get(kept, name);
      for (std::size_t i = 0; i < json_array_size(values); ++i) {
        std::printf(" %.6g", json_number_value(json_array_get(values, i)));
      }
    }
    std::printf("\n");
    json_decref(root);
  }

  void preset(Words& words) {
    json_int_t number = 0;
    json_int_t id = 0;
    double value = 0.0;
    words >> number >> id >> value;
    // With the names of plugin and model, without which Rack refuses it.
    json_t* const root = host_.engine().moduleToJson(module_);
    json_t* const data = json_object();
    json_t* const params = json_array();
    json_t* const one = json_object();
    json_object_set_new(one, "id", json_integer(id));
    json_object_set_new(one, "value", json_real(value));
    json_array_append_new(params, one);
    json_object_set_new(root, "params", params);
    json_object_set_new(data, "preset", json_integer(number));
    json_object_set_new(root, "data", data);
    host_.engine().moduleFromJson(module_, root);
    json_decref(root);
  }

  void keep(Words&) {
    json_decref(kept_);
    kept_ = host_.engine().moduleToJson(module_);
  }
  void revive(Words&) { host_.engine().moduleFromJson(module_, kept_); }
  void reset(Words&) { host_.engine().resetModule(module_); }
  void randomize(Words&) { host_.engine().randomizeModule(module_); }

  void bypass(Words& words) {
    bool bypassed = false;
    words >> bypassed;
    host_.engine().bypassModule(module_, bypassed);
  }

  void rate(Words& words) {
    words >> rate_hz_;
    host_.engine().setSampleRate(rate_hz_);
  }

  // Turns everything and presses every button, as a restless hand would.
  void quiet(Words&) {
    const bool watched = ens_test::watch_calls();
    const Module::ProcessArgs args = {rate_hz_, 1.0f / rate_hz_, 0};
    for (rack::engine::Input& port : module_->inputs) port.channels = 4;
    module_->process(args);
    const ens_test::Counted counted = ens_test::count([&] {
      for (int frame = 0; frame < 48000; ++frame) {
        for (std::size_t i = 0; i < 4; ++i) {
          module_->params[i].value = frame / 64 % (97 + 13 * i) == 5 ? 1.0f : 0.0f;
        }
        for (std::size_t i = 3; i < module_->inputs.size(); ++i) {
          module_->inputs[i].voltages[frame % 4] = static_cast<float>(frame / 640 % 11);
          if (frame % 6400 == 0) module_->inputs[i].channels = frame / 6400 % 2 == 0 ? 4 : 1;
        }
        module_->process(args);
      }
    });
    std::printf("quiet %d %d %d%s\n", counted.allocations, counted.locks, counted.calls,
                watched ? "" : " (calls of the kernel were not counted)");
  }

  static const char* printed(const json_t* root) {
    return json_string_value(json_object_get(json_object_get(root, "data"), "taught"));
  }

  void churn(Words& words) {
    int times = 0;
    words >> times;
    close();
    std::size_t bytes = 0;
    for (int i = 0; i < times; ++i) {
      module_ = host_.add_next();
      plug_outputs();
      module_->params[0].setValue(0.0f);
      host_.engine().stepBlock(100);
      module_->params[0].setValue(1.0f);
      module_->inputs[3].channels = static_cast<std::uint8_t>(1 + i % 16);
      host_.engine().stepBlock(300);
      json_t* const root = host_.engine().moduleToJson(module_);
      bytes += std::strlen(printed(root));
      host_.engine().moduleFromJson(module_, root);
      json_decref(root);
      close();
    }
    std::printf("churn %d %s\n", times, bytes > 0 ? "saved" : "empty");
  }

  rack_host::Host host_;
  Module* module_ = nullptr;
  float rate_hz_ = 48000.0f;
  std::vector<float> line_;
  bool hears_ = false;
  std::size_t frame_ = 0;
  std::vector<float> heard_[2][16];
  json_t* kept_ = nullptr;
};

const std::vector<Session::Command> Session::kCommands = {
    {"open", &Session::open},     {"param", &Session::param},         {"input", &Session::input},
    {"line", &Session::line},     {"play", &Session::play},           {"sound", &Session::sound},
    {"output", &Session::output}, {"light", &Session::light},         {"save", &Session::save},
    {"load", &Session::load},     {"lessons", &Session::lessons},     {"data", &Session::data},
    {"state", &Session::state},   {"keep", &Session::keep},           {"revive", &Session::revive},
    {"reset", &Session::reset},   {"randomize", &Session::randomize}, {"bypass", &Session::bypass},
    {"rate", &Session::rate},     {"quiet", &Session::quiet},         {"churn", &Session::churn},
    {"preset", &Session::preset},
};

}  // namespace

int main(int count, char** words) {
  if (count != 3) give_up("takes a plugin's folder and a script");
  Session session(words[1]);
  std::ifstream script(words[2]);
  for (std::string line; std::getline(script, line);) {
    Words stream(line);
    std::string command;
    stream >> command;
    if (!session.act(command, stream)) give_up("no command: " + line);
  }
  std::fflush(stdout);
  // What a plugin made is not taken down in any order that Rack would.
  std::_Exit(0);
}
