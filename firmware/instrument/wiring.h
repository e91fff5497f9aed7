// Which channels feed a mode's network and which slots of the engine its params drive, found by
// name.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/mlp.h"
#include "engines/engine.h"
#include "instrument/channels.h"

namespace ens {

// A mode's names, as its file gives them.
struct ModeNames {
  const char* const* channels;
  std::size_t channel_count;
  const char* const* params;
  std::size_t param_count;
};

enum class WiringFault : std::uint8_t { kNone, kChannel, kParam, kCount };

struct Wiring {
  std::uint8_t channels[kMaxChannels] = {};  // positions in kChannels
  std::uint8_t slots[kMaxSlots] = {};        // engine slot of each param
  std::size_t channel_count = 0;
  std::size_t param_count = 0;

  // What hands move rests where its channel says; notes and sounds go through the middle; and what
  // sets the level does not move.
  Untaught untaught(const EngineInfo& info) const {
    Untaught result;
    for (std::size_t i = 0; i < channel_count; ++i) {
      if (rests_at_bottom(channels[i])) result.at_bottom |= std::uint64_t{1} << i;
    }
    for (std::size_t i = 0; i < param_count; ++i) {
      if (info.slots[slots[i]].role == Role::kLevel)
        result.still[i / 64] |= std::uint64_t{1} << i % 64;
    }
    return result;
  }
  bool listens() const {
    for (std::size_t i = 0; i < channel_count; ++i) {
      if (kChannels[channels[i]].source == ChannelSource::kAnalyser) return true;
    }
    return false;
  }
};

constexpr std::uint8_t find_slot(const EngineInfo& info, const char* name) {
  for (std::uint8_t i = 0; i < info.slots.size(); ++i) {
    if (same_text(info.slots[i].name, name)) return i;
  }
  return kNoChannel;
}

// Fills `wiring`, or says which kind of name the engine or the build does not know.
constexpr WiringFault wire(const EngineInfo& info, const ModeNames& names, Wiring* wiring) {
  if (names.channel_count > kMaxChannels || names.param_count > kMaxSlots)
    return WiringFault::kCount;
  for (std::size_t i = 0; i < names.channel_count; ++i) {
    wiring->channels[i] = find_channel(names.channels[i]);
    if (wiring->channels[i] == kNoChannel) return WiringFault::kChannel;
  }
  for (std::size_t i = 0; i < names.param_count; ++i) {
    wiring->slots[i] = find_slot(info, names.params[i]);
    if (wiring->slots[i] == kNoChannel) return WiringFault::kParam;
  }
  wiring->channel_count = names.channel_count;
  wiring->param_count = names.param_count;
  return WiringFault::kNone;
}

}  // namespace ens
