// The LV2 plugins, one for each mode: creation, and what a host finds by the one visible symbol.
#include "lv2/plugin.h"

#include <lv2/midi/midi.h>
#include <lv2/state/state.h>

#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <limits>

#include "registry.h"
#include "statuses.h"

namespace ens::lv2 {
namespace {

// Logs with a printf of the host's own.
__attribute__((format(printf, 3, 4))) void print(const LV2_Log_Log* log, LV2_URID type,
                                                 const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  if (log == nullptr) {
    std::vfprintf(stderr, format, arguments);
  } else {
    log->vprintf(log->handle, type, format, arguments);
  }
  va_end(arguments);
}

const void* find_feature(const LV2_Feature* const* features, const char* uri) {
  for (; features != nullptr && *features != nullptr; ++features) {
    if (std::strcmp((*features)->URI, uri) == 0) return (*features)->data;
  }
  return nullptr;
}

Urids urids_of(const LV2_URID_Map& map) {
  const auto number = [&map](const char* uri) { return map.map(map.handle, uri); };
  return {number(LV2_MIDI__MidiEvent),   number(LV2_ATOM__Sequence),    number(LV2_ATOM__Chunk),
          number("urn:ensemble:taught"), number("urn:ensemble:preset"), number(LV2_ATOM__Int),
          number(LV2_LOG__Error)};
}

std::size_t place_of(const LV2_Descriptor* descriptor);

LV2_Handle instantiate(const LV2_Descriptor* descriptor, double rate_hz, const char*,
                       const LV2_Feature* const* features) {
  const auto* const map = static_cast<const LV2_URID_Map*>(find_feature(features, LV2_URID__map));
  const auto* const log = static_cast<const LV2_Log_Log*>(find_feature(features, LV2_LOG__log));
  auto plugin = std::make_unique<Plugin>();
  const std::size_t place = place_of(descriptor);
  plugin->ports = &kPorts[place];
  if (map == nullptr) {
    complain(*plugin, "the host does not offer urid:map, which is required");
    return nullptr;
  }
  plugin->urids = urids_of(*map);
  plugin->log = log;
  host::PlayerOptions options;
  options.rate_hz = rate_hz;
  options.publishes = true;
  EnsStatus status = ENS_OK;
  plugin->player = host::Player::open(mode::kModes[place], options, &status);
  if (plugin->player == nullptr) {
    complain(*plugin, message_of(status));
    return nullptr;
  }
  if (!plugin->player->rate().exact) {
    complain(*plugin, host::wrong_rate(rate_hz));
  }
  plugin->connected.assign(plugin->ports->count, nullptr);
  plugin->last.assign(plugin->ports->count, std::numeric_limits<float>::quiet_NaN());
  return plugin.release();
}

void connect_port(LV2_Handle handle, std::uint32_t port, void* data) {
  Plugin& plugin = *static_cast<Plugin*>(handle);
  if (port < plugin.connected.size()) plugin.connected[port] = data;
}

void activate(LV2_Handle handle) {
  static_cast<Plugin*>(handle)->player->reset();
}

void cleanup(LV2_Handle handle) {
  delete static_cast<Plugin*>(handle);
}

const void* extension_data(const char* uri) {
  return std::strcmp(uri, LV2_STATE__interface) == 0 ? state_interface() : nullptr;
}

struct Descriptors {
  LV2_Descriptor all[mode::kModeCount];

  Descriptors() {
    for (std::size_t i = 0; i < mode::kModeCount; ++i) {
      all[i] = {kPorts[i].uri, instantiate, connect_port, activate,
                run,           nullptr,     cleanup,      extension_data};
    }
  }
};

const Descriptors& descriptors() {
  static const Descriptors made;
  return made;
}

std::size_t place_of(const LV2_Descriptor* descriptor) {
  return static_cast<std::size_t>(descriptor - descriptors().all);
}

}  // namespace

void complain(const Plugin& plugin, const std::string& what) {
  const std::string line = std::string(plugin.ports->uri) + ": " + what + "\n";
  print(plugin.log, plugin.urids.error, "%s", line.c_str());
}

}  // namespace ens::lv2

extern "C" __attribute__((visibility("default"))) const LV2_Descriptor* lv2_descriptor(
    std::uint32_t index) {
  return index < ens::mode::kModeCount ? &ens::lv2::descriptors().all[index] : nullptr;
}
