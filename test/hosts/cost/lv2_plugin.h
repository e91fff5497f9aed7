// An LV2 plugin with every port connected, to measure what it costs.
#pragma once

#include <lv2/atom/atom.h>
#include <lv2/core/lv2.h>
#include <lv2/midi/midi.h>
#include <lv2/urid/urid.h>

#include <algorithm>
#include <string>
#include <vector>

#include "lv2_ports.h"

namespace ens_cost {

inline constexpr std::uint32_t kFrames = 64;

inline LV2_URID map_uri(LV2_URID_Map_Handle, const char* uri) {
  static std::vector<std::string> uris;
  const auto found = std::find(uris.begin(), uris.end(), uri);
  if (found != uris.end()) return static_cast<LV2_URID>(found - uris.begin() + 1);
  uris.emplace_back(uri);
  return static_cast<LV2_URID>(uris.size());
}

// A plugin with every port connected.
class Plugin {
 public:
  Plugin(const LV2_Descriptor& descriptor, const ens::lv2::Ports& ports)
      : descriptor_(descriptor), values_(ports.count, 0.5f) {
    static LV2_URID_Map map = {nullptr, map_uri};
    static const LV2_Feature feature = {LV2_URID__map, &map};
    const LV2_Feature* const features[] = {&feature, nullptr};
    handle_ = descriptor.instantiate(&descriptor, 48000.0, "", features);
    for (std::uint32_t port = ens::lv2::kTeach; port <= ens::lv2::kHold; ++port)
      values_[port] = 0.0f;
    if (ports.voice_space != ens::lv2::kNoPort) values_[ports.voice_space] = 0.0f;
    for (std::uint32_t port = 0; port < ports.count; ++port) {
      descriptor.connect_port(handle_, port, buffer_of(ports, port));
    }
    for (std::uint32_t i = 0; i < kFrames; ++i)
      heard_[i] = 0.02f * static_cast<float>(i % 13) - 0.12f;
    keys_.head.atom.size = sizeof keys_ - sizeof(LV2_Atom);
    keys_.event.body = {3, map_uri(nullptr, LV2_MIDI__MidiEvent)};
    descriptor.activate(handle_);
  }
  ~Plugin() { descriptor_.cleanup(handle_); }
  Plugin(const Plugin&) = delete;
  Plugin& operator=(const Plugin&) = delete;
  // A note begins with the first.
  void run() {
    descriptor_.run(handle_, kFrames);
    keys_.head.atom.size = sizeof(LV2_Atom_Sequence_Body);
  }

 private:
  void* buffer_of(const ens::lv2::Ports& ports, std::uint32_t port) {
    if (port == ens::lv2::kLeftOut) return sound_[0];
    if (port == ens::lv2::kRightOut) return sound_[1];
    if (port == ports.left_in || port == ports.right_in) return heard_;
    if (port == ports.midi_in) return &keys_;
    return port == ports.midi_out ? nullptr : &values_[port];
  }

  const LV2_Descriptor& descriptor_;
  LV2_Handle handle_ = nullptr;
  std::vector<float> values_;
  float sound_[2][kFrames] = {};
  float heard_[kFrames];
  struct {
    LV2_Atom_Sequence head = {};
    LV2_Atom_Event event = {};
    std::uint8_t bytes[8] = {0x90, 60, 127};
  } keys_;
};

}  // namespace ens_cost
