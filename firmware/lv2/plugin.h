// A plugin as an LV2 host keeps it, and what its parts call of each other.
#pragma once

#include <lv2/atom/atom.h>
#include <lv2/core/lv2.h>
#include <lv2/log/log.h>
#include <lv2/urid/urid.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "host/player.h"
#include "lv2_ports.h"

namespace ens::lv2 {

// Numbers that the host gives to names.
struct Urids {
  LV2_URID midi_event;
  LV2_URID sequence;
  LV2_URID chunk;
  LV2_URID taught;
  LV2_URID preset;
  LV2_URID integer;
  LV2_URID error;
};

struct Plugin {
  std::unique_ptr<host::Player> player;
  const Ports* ports = nullptr;
  std::vector<void*> connected;  // what the host gave for each port; null before it did
  std::vector<float> last;       // value of each input at the last run; NaN before it
  Urids urids = {};
  const LV2_Log_Log* log = nullptr;
  EnsStatus status = ENS_OK;  // of the last action
};

// The value of a control port; `otherwise` where the host connected none.
inline float read_port(const Plugin& plugin, std::uint32_t port, float otherwise) {
  const auto* const value = static_cast<const float*>(plugin.connected[port]);
  return value == nullptr ? otherwise : *value;
}

inline void write_port(const Plugin& plugin, std::uint32_t port, double value) {
  auto* const place = static_cast<float*>(plugin.connected[port]);
  if (place != nullptr) *place = static_cast<float>(value);
}

// controls.cc: control ports, before and after the sound of a run.
void take_controls(Plugin& plugin);
void give_reports(Plugin& plugin);

// run.cc
void run(LV2_Handle handle, std::uint32_t frames);

// state.cc: LV2_State_Interface.
const void* state_interface();

// Tells the host's log, or the standard error where it has none. Never while sound runs.
void complain(const Plugin& plugin, const std::string& what);

}  // namespace ens::lv2
