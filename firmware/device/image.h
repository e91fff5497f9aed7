// The modes of a firmware image, each with the kernels for the shape of its network and the memory
// its instrument takes. All modes, or those whose structs ENS_MODES lists.
#pragma once

#include "abi/handle.h"
#include "core/kernels.h"
#include "device/device.h"
#include "engines/engine_list.h"
#include "registry.h"

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
  // Bytes of the separate engine that listens for a mode; 0 if the engine listens itself.
  static constexpr std::size_t analyser_for(const char* engine_id) {
    std::size_t bytes = 0;
    bool itself = false;
    const auto ask = [&](const EngineInfo& info, std::size_t size) {
      if (!can_analyse(info)) return;
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
      Learner::bytes(ConstantShape<Mode::kLayers>::kShape, ENS_EXAMPLE_CAPACITY);
  static constexpr std::size_t kEngine = Sizes::of(Mode::kEngineId);
  static constexpr std::size_t kAnalyser =
      Mode::kMicrophone ? Sizes::analyser_for(Mode::kEngineId) : 0;
  static_assert(kEngine > 0, "the engine of this mode is not in engine_list.h");
  static constexpr std::size_t kInstrument = BlockPlan(kEngine, kAnalyser, kNetwork).bytes;
  // The largest taught file of the mode.
  static constexpr std::size_t kFile =
      largest_taught_file(ConstantShape<Mode::kLayers>::kShape, ENS_EXAMPLE_CAPACITY);
};

template <class... Modes>
struct List {
  static constexpr mode::Mode kModes[] = {mode::mode_of<Modes>()...};
  static constexpr const Kernels* kKernels[] = {&kernel::Compiled<Modes::kLayers>::kKernels...};
  static constexpr std::size_t kCount = sizeof...(Modes);
  // Enough for the largest of them.
  static constexpr std::size_t kArenaBytes = [] {
    std::size_t most = 0;
    ((most = Memory<Modes>::kInstrument > most ? Memory<Modes>::kInstrument : most), ...);
    return most;
  }();
  static constexpr std::size_t kFileBytes = [] {
    std::size_t most = 0;
    ((most = Memory<Modes>::kFile > most ? Memory<Modes>::kFile : most), ...);
    return most;
  }();
};

#ifdef ENS_MODES
using Modes = List<ENS_MODES>;
#else
using Modes = mode::AllModes<List>;
#endif

inline constexpr ModeList kModes = {Modes::kModes, Modes::kKernels, Modes::kCount};
// An arena of this size holds any one of them.
inline constexpr std::size_t kArenaBytes = Modes::kArenaBytes;
// And a scratch memory of this size any of their taught files.
inline constexpr std::size_t kFileBytes = Modes::kFileBytes;

// The memory of a device with this image.
struct Storage {
  alignas(16) std::uint8_t arena[kArenaBytes];
  alignas(16) std::uint8_t scratch[kFileBytes];

  DeviceMemory memory() { return {arena, sizeof arena, scratch, sizeof scratch}; }
};

}  // namespace ens::image
