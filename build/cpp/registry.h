// @generated from modes/ by `npm run gen`.
// Do not edit: change the source and generate again.
#pragma once

#include "mode.h"

namespace ens::mode {

// The constants of a mode struct as one value.
template <class M>
constexpr Mode mode_of() {
  return {M::kModeId,
          M::kEngineId,
          M::kChannels,
          M::kChannelNames,
          M::kChannelCount,
          M::kLayers,
          M::kLayerCount,
          M::kParams,
          M::kParamNames,
          M::kParamCount,
          M::kGroups,
          M::kGroupCount,
          M::kVoiceSpaces,
          M::kVoiceSpaceCount,
          &M::kCurves[0][0],
          M::kDefaultSpread,
          M::kMicrophone,
          M::kUi};
}

inline constexpr const Mode* kModes = nullptr;
inline constexpr std::size_t kModeCount = 0;

}  // namespace ens::mode
