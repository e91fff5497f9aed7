// Runs plugins of an LV2 bundle by a script, one command a line. Arguments: the bundle, the script.
//
//   open URI RATE          makes a plugin, instead of the one before
//   set SYMBOL VALUE       sets a control port from the next run on
//   get SYMBOL             prints a control port: `SYMBOL VALUE`
//   line FILE              what the inputs hear: 32-bit floats
//   midi FRAME A B C       sends a message at this frame since `open`
//   play FRAMES SIZE...    runs in blocks of these sizes by turns; prints what the plugin sends
//   sound FILE             writes what was played since `open`, left then right
//   save FILE, load FILE   the taught file in the state; `load -` gives a state without one, and
//                          `load FILE TYPE` one of another type
//   restart                stops and starts the plugin: `sound` begins here
//   in_place               the outputs are the buffers of the inputs, crosswise
//   keep, revive           the state as lilv writes it, to this and from this
//   preset URI             chooses a preset of the bundle as a host does: its ports, its state
//   quiet                  counts what runs allocate, lock and ask of the kernel
//   race SAVES             saves so often while another thread plays, and on until
//                          two files differ; prints how many do
#include <atomic>
#include <cinttypes>
#include <memory>
#include <set>
#include <sstream>
#include <thread>

#include "firmware/quiet.h"
#include "hosts/lv2/plugin_host.h"

namespace {

using lv2_host::Bytes;
using lv2_host::map_uri;

constexpr const char* kTaught = "urn:ensemble:taught";

struct State {
  Bytes bytes;
  LV2_URID type = 0;
  bool is_there = false;
};

LV2_State_Status store(LV2_State_Handle handle, std::uint32_t key, const void* value,
                       std::size_t size, std::uint32_t type, std::uint32_t) {
  State& state = *static_cast<State*>(handle);
  if (key != map_uri(nullptr, kTaught)) lv2_host::give_up("an unknown key was stored");
  const char* const bytes = static_cast<const char*>(value);
  state = {Bytes(bytes, bytes + size), type, true};
  return LV2_STATE_SUCCESS;
}

const void* retrieve(LV2_State_Handle handle, std::uint32_t key, std::size_t* size,
                     std::uint32_t* type, std::uint32_t* flags) {
  const State& state = *static_cast<State*>(handle);
  if (!state.is_there || key != map_uri(nullptr, kTaught)) return nullptr;
  *size = state.bytes.size();
  *type = state.type;
  *flags = LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE;
  return state.bytes.data();
}

class Session {
 public:
  explicit Session(const std::string& bundle) : world_(bundle) {}

  // One command; false if there is none of this name.
  bool act(const std::string& command, std::istream& words) {
    if (command == "open") return open(words);
    if (command == "set") return set(words);
    if (command == "get") return get(words);
    if (command == "line") return hear(words);
    if (command == "midi") return midi(words);
    if (command == "play") return play(words);
    if (command == "sound") return sound(words);
    if (command == "save") return save(words);
    if (command == "load") return load(words);
    if (command == "restart") return restart();
    if (command == "in_place") return in_place();
    if (command == "keep") return keep();
    if (command == "revive") return revive();
    if (command == "preset") return preset(words);
    if (command == "quiet") return quiet();
    if (command == "race") return race(words);
    return false;
  }

 private:
  bool open(std::istream& words) {
    std::string uri;
    double rate_hz = 0.0;
    words >> uri >> rate_hz;
    plugin_.reset();
    plugin_ = std::make_unique<lv2_host::Plugin>(world_, uri, rate_hz);
    heard_[0].clear();
    heard_[1].clear();
    return true;
  }

  bool set(std::istream& words) {
    std::string symbol;
    float value = 0.0f;
    words >> symbol >> value;
    *plugin_->control(symbol) = value;
    return true;
  }

  bool get(std::istream& words) {
    std::string symbol;
    words >> symbol;
    std::printf("%s %.9g\n", symbol.c_str(), static_cast<double>(*plugin_->control(symbol)));
    return true;
  }

  bool hear(std::istream& words) {
    std::string name;
    words >> name;
    const Bytes bytes = lv2_host::read_file(name);
    line_.resize(bytes.size() / sizeof(float));
    std::memcpy(line_.data(), bytes.data(), line_.size() * sizeof(float));
    return true;
  }

  bool midi(std::istream& words) {
    lv2_host::Message message = {};
    words >> message.frame;
    for (std::uint8_t& byte : message.bytes) {
      unsigned value = 0;
      words >> value;
      byte = static_cast<std::uint8_t>(value);
    }
    plugin_->send(message);
    return true;
  }

  void play_block(std::uint32_t frames) {
    plugin_->run(line_, frames);
    const char* const outputs[2] = {"left_out", "right_out"};
    for (int side = 0; side < 2; ++side) {
      const float* const samples = plugin_->output(outputs[side]);
      heard_[side].insert(heard_[side].end(), samples, samples + frames);
    }
    for (const lv2_host::Message& message : plugin_->received(frames)) {
      std::printf("midi %" PRIu64 " %u %u %u\n", message.frame, message.bytes[0], message.bytes[1],
                  message.bytes[2]);
    }
  }

  bool play(std::istream& words) {
    std::uint32_t frames = 0;
    std::vector<std::uint32_t> sizes;
    words >> frames;
    for (std::uint32_t size = 0; words >> size;) sizes.push_back(size);
    if (sizes.empty()) sizes.push_back(64);
    for (std::size_t i = 0; frames > 0; ++i) {
      const std::uint32_t part = std::min(frames, sizes[i % sizes.size()]);
      play_block(part);
      frames -= part;
    }
    return true;
  }

  bool sound(std::istream& words) {
    std::string name;
    words >> name;
    std::vector<float> both = heard_[0];
    both.insert(both.end(), heard_[1].begin(), heard_[1].end());
    lv2_host::write_file(name, both.data(), both.size() * sizeof(float));
    return true;
  }

  bool restart() {
    plugin_->restart();
    heard_[0].clear();
    heard_[1].clear();
    return true;
  }

  bool in_place() {
    plugin_->play_in_place();
    return true;
  }

  State saved() const {
    State state;
    plugin_->state()->save(plugin_->handle(), store, &state, 0, nullptr);
    return state;
  }

  bool save(std::istream& words) {
    std::string name;
    words >> name;
    const State state = saved();
    lv2_host::write_file(name, state.bytes.data(), state.bytes.size());
    return true;
  }

  bool load(std::istream& words) {
    std::string name, type = LV2_ATOM__Chunk;
    words >> name >> type;
    State state;
    if (name != "-") state = {lv2_host::read_file(name), map_uri(nullptr, type.c_str()), true};
    plugin_->state()->restore(plugin_->handle(), retrieve, &state, 0, nullptr);
    return true;
  }

  bool keep() {
    LilvState* const state = lilv_state_new_from_instance(
        plugin_->plugin(), plugin_->instance(), &lv2_host::map_feature, nullptr, nullptr, nullptr,
        nullptr, nullptr, nullptr, LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE, nullptr);
    char* const text =
        lilv_state_to_string(world_.get(), &lv2_host::map_feature, &lv2_host::unmap_feature, state,
                             "urn:ensemble:test:state", nullptr);
    kept_ = text;
    lilv_free(text);
    lilv_state_free(state);
    return true;
  }

  bool revive() {
    LilvState* const state =
        lilv_state_new_from_string(world_.get(), &lv2_host::map_feature, kept_.c_str());
    lilv_state_restore(state, plugin_->instance(), nullptr, nullptr, 0, nullptr);
    lilv_state_free(state);
    return true;
  }

  static void set_port(const char* symbol, void* handle, const void* value, std::uint32_t size,
                       std::uint32_t) {
    if (size != sizeof(float)) lv2_host::give_up("a port of a preset is no float");
    std::memcpy(static_cast<lv2_host::Plugin*>(handle)->control(symbol), value, sizeof(float));
  }

  bool preset(std::istream& words) {
    std::string uri;
    words >> uri;
    LilvNode* const node = lilv_new_uri(world_.get(), uri.c_str());
    lilv_world_load_resource(world_.get(), node);
    LilvState* const state = lilv_state_new_from_world(world_.get(), &lv2_host::map_feature, node);
    if (state == nullptr) lv2_host::give_up("no preset " + uri);
    std::printf("preset %s\n", lilv_state_get_label(state));
    lilv_state_restore(state, plugin_->instance(), set_port, plugin_.get(), 0, nullptr);
    lilv_state_free(state);
    lilv_node_free(node);
    return true;
  }

  // Moves everything and presses every button, as a restless hand would.
  bool quiet() {
    const bool watched = ens_test::watch_calls();
    const char* const buttons[] = {"teach", "forget", "undo", "redraw", "jitter", "train"};
    std::vector<float*> pressed;
    for (const char* const button : buttons) pressed.push_back(plugin_->control(button));
    float* const hold = plugin_->control("hold");
    plugin_->run_quietly(64);
    const ens_test::Counted counted = ens_test::count([&] {
      for (std::uint32_t block = 0; block < 600; ++block) {
        *hold = block / 20 % 2 == 0 ? 1.0f : 0.0f;
        for (std::size_t i = 0; i < pressed.size(); ++i) {
          *pressed[i] = block % 97 == 13 * i || (i == 0 && block % 31 == 0) ? 1.0f : 0.0f;
        }
        plugin_->run_quietly(1 + block % 256);
      }
    });
    std::printf("quiet %d %d %d%s\n", counted.allocations, counted.locks, counted.calls,
                watched ? "" : " (calls of the kernel were not counted)");
    return true;
  }

  bool race(std::istream& words) {
    int saves = 0;
    words >> saves;
    std::atomic<bool> done = false;
    std::thread player([&] {
      while (!done) play_block(64);
    });
    std::set<Bytes> files;
    // On a busy machine the player may not run before many saves are done.
    for (int i = 0; i < saves || (files.size() < 2 && i < 500 * saves); ++i) {
      files.insert(saved().bytes);
    }
    done = true;
    player.join();
    std::printf("race %zu\n", files.size());
    int number = 0;
    for (const Bytes& file : files) {
      const std::string name = "race-" + std::to_string(number++) + ".taught";
      lv2_host::write_file(name, file.data(), file.size());
    }
    return true;
  }

  lv2_host::World world_;
  std::unique_ptr<lv2_host::Plugin> plugin_;
  std::vector<float> line_;
  std::vector<float> heard_[2];
  std::string kept_;
};

}  // namespace

int main(int count, char** words) {
  if (count != 3) lv2_host::give_up("takes a bundle and a script");
  Session session(words[1]);
  std::ifstream script(words[2]);
  for (std::string line; std::getline(script, line);) {
    std::istringstream stream(line);
    std::string command;
    stream >> command;
    if (!session.act(command, stream)) lv2_host::give_up("no command: " + line);
  }
  return 0;
}
