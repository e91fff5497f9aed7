// The modes of a firmware image, each with what the compiler makes of it: the kernels of its
// network's shape and the memory its instrument takes. All modes, or one where ENS_ONLY_MODE names
// its struct.
#pragma once

#include "core/kernels.h"
#include "device/device.h"
#include "engines/engine_list.h"
#include "registry.h"
#include "wasm/handle.h"

namespace ens::image {

template <class... Engines>
struct EngineSizes {
  // Bytes of the engine with this id; 0 if there is none.
  static constexpr std::size_t of(const char* engine_id) {
    std::size_t bytes = 0;
    ((same_text(Engines::kInfo.engine_id, engine_id) ? void(bytes = sizeof(Engines)) : void()),
     ...);
    return bytes;
  }
  // Bytes of the ear that listens for a mode on this engine; 0 if the engine hears by itself.
  static constexpr std::size_t ear_for(const char* engine_id) {
    std::size_t bytes = 0;
    bool itself = false;
    const auto ask = [&](const EngineInfo& info, std::size_t size) {
      if (!can_hear(info)) return;
      if (bytes == 0) bytes = size;
      if (same_text(info.engine_id, engine_id)) itself = true;
    };
    (ask(Engines::kInfo, sizeof(Engines)), ...);
    return itself ? 0 : bytes;
  }
};
using Sizes = AllEngines<EngineSizes>;

// The memory of a mode on a device, in bytes.
template <class Mode>
struct Memory {
  static constexpr std::size_t kNetwork =
      ConstantShape<Mode::kLayers>::layout_for(kDeviceExamples).bytes;
  static constexpr std::size_t kEngine = Sizes::of(Mode::kEngineId);
  static constexpr std::size_t kEar = Mode::kMicrophone ? Sizes::ear_for(Mode::kEngineId) : 0;
  static_assert(kEngine > 0, "the engine of this mode is not in engine_list.h");
  static constexpr std::size_t kInstrument = BlockPlan(kEngine, kEar, kNetwork).bytes;
};

template <class... Modes>
struct List {
  static constexpr mode::Mode kModes[] = {mode::mode_of<Modes>()...};
  static constexpr const Kernels* kKernels[] = {&kernel::Compiled<Modes::kLayers>::kKernels...};
  static constexpr std::size_t kCount = sizeof...(Modes);
  // What the largest of them takes.
  static constexpr std::size_t kArenaBytes = [] {
    std::size_t most = 0;
    ((most = Memory<Modes>::kInstrument > most ? Memory<Modes>::kInstrument : most), ...);
    return most;
  }();
};

#ifdef ENS_ONLY_MODE
using Modes = List<modes::ENS_ONLY_MODE>;
#else
using Modes = mode::AllModes<List>;
#endif

inline constexpr ModeList kModes = {Modes::kModes, Modes::kKernels, Modes::kCount};
// Of an arena that holds any one of them.
inline constexpr std::size_t kArenaBytes = Modes::kArenaBytes;

}  // namespace ens::image
