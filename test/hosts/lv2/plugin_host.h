// An LV2 host over lilv, as small as one can be: one plugin, its ports, its state and its log.
#pragma once

#include <lilv/lilv.h>
#include <lv2/atom/atom.h>
#include <lv2/atom/util.h>
#include <lv2/log/log.h>
#include <lv2/midi/midi.h>
#include <lv2/state/state.h>
#include <lv2/urid/urid.h>

#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

namespace lv2_host {

using Bytes = std::vector<char>;

inline constexpr std::uint32_t kMaxFrames = 8192;
inline constexpr std::uint32_t kSequenceBytes = 1 << 16;

[[noreturn]] inline void give_up(const std::string& what) {
  std::printf("host: %s\n", what.c_str());
  std::fflush(stdout);
  std::exit(1);
}

inline Bytes read_file(const std::string& name) {
  std::ifstream stream(name, std::ios::binary);
  if (!stream) give_up("cannot read " + name);
  return Bytes(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
}

inline void write_file(const std::string& name, const void* bytes, std::size_t size) {
  std::ofstream(name, std::ios::binary)
      .write(static_cast<const char*>(bytes), static_cast<std::streamsize>(size));
}

// --- What a host offers: numbers for names, and a log --------------------------------------------

inline std::vector<std::string>& uris() {
  static std::vector<std::string> all;
  return all;
}

inline LV2_URID map_uri(LV2_URID_Map_Handle, const char* uri) {
  std::vector<std::string>& all = uris();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i] == uri) return static_cast<LV2_URID>(i + 1);
  }
  all.emplace_back(uri);
  return static_cast<LV2_URID>(all.size());
}

inline const char* unmap_uri(LV2_URID_Unmap_Handle, LV2_URID urid) {
  return uris()[urid - 1].c_str();
}

inline int log_arguments(LV2_Log_Handle, LV2_URID type, const char* format, va_list arguments) {
  std::printf("log %s: ", type == map_uri(nullptr, LV2_LOG__Error) ? "error" : "other");
  return std::vprintf(format, arguments);
}

inline int log_line(LV2_Log_Handle handle, LV2_URID type, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int result = log_arguments(handle, type, format, arguments);
  va_end(arguments);
  return result;
}

inline LV2_URID_Map map_feature = {nullptr, map_uri};
inline LV2_URID_Unmap unmap_feature = {nullptr, unmap_uri};
inline LV2_Log_Log log_feature = {nullptr, log_line, log_arguments};
inline const LV2_Feature map_entry = {LV2_URID__map, &map_feature};
inline const LV2_Feature log_entry = {LV2_LOG__log, &log_feature};
inline const LV2_Feature* const features[] = {&map_entry, &log_entry, nullptr};

// --- One plugin ----------------------------------------------------------------------------------

class World {
 public:
  explicit World(const std::string& bundle) : world_(lilv_world_new()) {
    LilvNode* const place = lilv_new_file_uri(world_, nullptr, (bundle + "/").c_str());
    lilv_world_load_bundle(world_, place);
    lilv_node_free(place);
  }
  ~World() { lilv_world_free(world_); }
  LilvWorld* get() const { return world_; }

  const LilvPlugin* plugin(const std::string& uri) const {
    LilvNode* const node = lilv_new_uri(world_, uri.c_str());
    const LilvPlugin* const found =
        lilv_plugins_get_by_uri(lilv_world_get_all_plugins(world_), node);
    lilv_node_free(node);
    if (found == nullptr) give_up("no plugin " + uri);
    return found;
  }

  bool is(const LilvPlugin* plugin, const LilvPort* port, const char* kind) const {
    LilvNode* const node = lilv_new_uri(world_, kind);
    const bool yes = lilv_port_is_a(plugin, port, node);
    lilv_node_free(node);
    return yes;
  }

 private:
  LilvWorld* world_;
};

struct Message {
  std::uint64_t frame;
  std::uint8_t bytes[3];
};

class Plugin {
 public:
  Plugin(const World& world, const std::string& uri, double rate_hz)
      : world_(world), plugin_(world.plugin(uri)) {
    instance_ = lilv_plugin_instantiate(plugin_, rate_hz, features);
    if (instance_ == nullptr) give_up("cannot instantiate " + uri);
    const std::uint32_t count = lilv_plugin_get_num_ports(plugin_);
    values_.resize(count);
    buffers_.resize(count);
    lilv_plugin_get_port_ranges_float(plugin_, nullptr, nullptr, values_.data());
    for (std::uint32_t i = 0; i < count; ++i) connect(i);
    lilv_instance_activate(instance_);
  }
  ~Plugin() {
    lilv_instance_deactivate(instance_);
    lilv_instance_free(instance_);
  }
  Plugin(const Plugin&) = delete;
  Plugin& operator=(const Plugin&) = delete;

  float* control(const std::string& symbol) {
    const auto found = symbols_.find(symbol);
    if (found == symbols_.end()) give_up("no port " + symbol);
    return &values_[found->second];
  }
  bool has(const std::string& symbol) const { return symbols_.contains(symbol); }

  // Both inputs hear the line, from the frame that is played next.
  void run(const std::vector<float>& line, std::uint32_t frames) {
    for (const std::uint32_t port : inputs_) {
      for (std::uint32_t i = 0; i < frames; ++i) {
        const std::uint64_t at = frame_ + i;
        audio(port)[i] = at < line.size() ? line[at] : 0.0f;
      }
    }
    offer_midi(frames);
    lilv_instance_run(instance_, frames);
    frame_ += frames;
  }

  // The same without anything that allocates: what is heard is not kept.
  void run_quietly(std::uint32_t frames) {
    offer_midi(0);
    lilv_instance_run(instance_, frames);
  }

  const float* output(const char* symbol) { return audio(symbols_.at(symbol)); }

  // Stops and starts again, as a host does around a change of its settings.
  void restart() {
    lilv_instance_deactivate(instance_);
    lilv_instance_activate(instance_);
    frame_ = 0;
  }

  // Each output in the buffer of the input of the other side, as a host that saves memory does.
  void play_in_place() {
    const char* const sides[2][2] = {{"left_out", "right_in"}, {"right_out", "left_in"}};
    for (const auto& [output, input] : sides) {
      const std::uint32_t port = symbols_.at(input);
      lilv_instance_connect_port(instance_, symbols_.at(output), buffers_[port].data());
      symbols_[output] = port;
    }
  }

  void send(const Message& message) { waiting_.push_back(message); }
  std::vector<Message> received(std::uint32_t frames) {
    std::vector<Message> all;
    if (midi_out_ < 0) return all;
    const auto* const sequence =
        reinterpret_cast<LV2_Atom_Sequence*>(buffers_[static_cast<std::size_t>(midi_out_)].data());
    LV2_ATOM_SEQUENCE_FOREACH(sequence, event) {
      Message message = {frame_ - frames + static_cast<std::uint64_t>(event->time.frames), {}};
      std::memcpy(message.bytes, event + 1, 3);
      all.push_back(message);
    }
    return all;
  }

  const LV2_State_Interface* state() const {
    return static_cast<const LV2_State_Interface*>(
        lilv_instance_get_extension_data(instance_, LV2_STATE__interface));
  }
  LV2_Handle handle() const { return lilv_instance_get_handle(instance_); }
  LilvInstance* instance() const { return instance_; }
  const LilvPlugin* plugin() const { return plugin_; }

 private:
  void connect(std::uint32_t index) {
    const LilvPort* const port = lilv_plugin_get_port_by_index(plugin_, index);
    const std::string symbol = lilv_node_as_string(lilv_port_get_symbol(plugin_, port));
    symbols_[symbol] = index;
    if (world_.is(plugin_, port, LV2_CORE__ControlPort)) {
      if (world_.is(plugin_, port, LV2_CORE__OutputPort)) values_[index] = 0.0f;
      lilv_instance_connect_port(instance_, index, &values_[index]);
      return;
    }
    const bool is_input = world_.is(plugin_, port, LV2_CORE__InputPort);
    if (world_.is(plugin_, port, LV2_ATOM__AtomPort)) {
      buffers_[index].resize(kSequenceBytes);
      (is_input ? midi_in_ : midi_out_) = static_cast<int>(index);
    } else {
      buffers_[index].resize(kMaxFrames * sizeof(float));
      if (is_input) inputs_.push_back(index);
    }
    lilv_instance_connect_port(instance_, index, buffers_[index].data());
  }

  float* audio(std::uint32_t port) { return reinterpret_cast<float*>(buffers_[port].data()); }

  void offer_midi(std::uint32_t frames) {
    if (midi_out_ >= 0) {
      auto* const out = reinterpret_cast<LV2_Atom_Sequence*>(
          buffers_[static_cast<std::size_t>(midi_out_)].data());
      out->atom = {kSequenceBytes - sizeof(LV2_Atom), 0};
    }
    if (midi_in_ < 0) return;
    auto* const in =
        reinterpret_cast<LV2_Atom_Sequence*>(buffers_[static_cast<std::size_t>(midi_in_)].data());
    in->atom = {sizeof(LV2_Atom_Sequence_Body), map_uri(nullptr, LV2_ATOM__Sequence)};
    in->body = {0, 0};
    for (; !waiting_.empty() && waiting_.front().frame < frame_ + frames;
         waiting_.erase(waiting_.begin())) {
      struct {
        LV2_Atom_Event head;
        std::uint8_t bytes[3];
      } event = {};
      event.head.time.frames = static_cast<std::int64_t>(waiting_.front().frame - frame_);
      event.head.body = {3, map_uri(nullptr, LV2_MIDI__MidiEvent)};
      std::memcpy(event.bytes, waiting_.front().bytes, 3);
      lv2_atom_sequence_append_event(in, kSequenceBytes - sizeof(LV2_Atom), &event.head);
    }
  }

  const World& world_;
  const LilvPlugin* plugin_;
  LilvInstance* instance_ = nullptr;
  std::map<std::string, std::uint32_t> symbols_;
  std::vector<float> values_;
  std::vector<std::vector<char>> buffers_;
  std::vector<std::uint32_t> inputs_;
  int midi_in_ = -1;
  int midi_out_ = -1;
  std::uint64_t frame_ = 0;
  std::vector<Message> waiting_;
};

}  // namespace lv2_host
