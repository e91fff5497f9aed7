// The list of engines. A new engine adds its include and its line in kEngines, nothing else
// anywhere.
#include "engines/registry.h"

#include "engines/channel_strip.h"
#include "engines/drum_sequencer.h"
#include "engines/fm_voice.h"
#include "engines/paf_synth.h"
#include "engines/sound_analysis.h"
#include "engines/space_reverb.h"
#include "engines/wanderer.h"

namespace ens {
namespace {

struct At {
  void* memory;
};

}  // namespace
}  // namespace ens

// Placement new of our own: <new> is not among the headers the wasm build keeps to.
inline void* operator new(std::size_t, ens::At at) noexcept {
  return at.memory;
}

namespace ens {
namespace {

template <typename E>
constexpr EngineKind kind() {
  static_assert(is_sound(E::kInfo), "the engine's table of slots and voice spaces has a fault");
  return {&E::kInfo, sizeof(E), alignof(E),
          [](void* memory) -> Engine* { return new (At{memory}) E; }};
}

// clang-format off
constexpr EngineKind kEngines[] = {
    kind<ChannelStrip>(),
    kind<DrumSequencer>(),
    kind<FmVoice>(),
    kind<PafSynth>(),
    kind<SoundAnalysis>(),
    kind<SpaceReverb>(),
    kind<Wanderer>(),
};
// clang-format on

bool same(const char* a, const char* b) {
  while (*a != '\0' && *a == *b) {
    ++a;
    ++b;
  }
  return *a == *b;
}

}  // namespace

std::size_t engine_count() {
  return sizeof(kEngines) / sizeof(kEngines[0]);
}

const EngineKind& engine_at(std::size_t index) {
  return kEngines[index];
}

const EngineKind* find_engine(const char* engine_id) {
  for (const EngineKind& entry : kEngines) {
    if (same(entry.info->engine_id, engine_id)) return &entry;
  }
  return nullptr;
}

}  // namespace ens
