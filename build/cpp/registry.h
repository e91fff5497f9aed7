// @generated from modes/ by `npm run gen`.
// Do not edit: change the source and generate again.
#pragma once

#include "mode.h"
#include "modes/channel_strip.h"
#include "modes/drone.h"
#include "modes/drum_sequencer.h"
#include "modes/echo_bank.h"
#include "modes/fm_voice.h"
#include "modes/granular.h"
#include "modes/paf_synth.h"
#include "modes/polyrhythm.h"
#include "modes/sound_analysis.h"
#include "modes/space_reverb.h"
#include "modes/strings.h"
#include "modes/vocoder.h"
#include "modes/wanderer.h"
#include "modes/wavetable.h"

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
          M::kPresets,
          M::kPresetCount,
          M::kDefaultSpread,
          M::kMicrophone,
          M::kUi};
}

// Every mode's struct, for what is made of each when it is compiled.
template <template <class...> class List>
using AllModes = List<
    modes::ChannelStrip,
    modes::Drone,
    modes::DrumSequencer,
    modes::EchoBank,
    modes::FmVoice,
    modes::Granular,
    modes::PafSynth,
    modes::Polyrhythm,
    modes::SoundAnalysis,
    modes::SpaceReverb,
    modes::Strings,
    modes::Vocoder,
    modes::Wanderer,
    modes::Wavetable>;

inline constexpr Mode kModes[] = {
    mode_of<modes::ChannelStrip>(),
    mode_of<modes::Drone>(),
    mode_of<modes::DrumSequencer>(),
    mode_of<modes::EchoBank>(),
    mode_of<modes::FmVoice>(),
    mode_of<modes::Granular>(),
    mode_of<modes::PafSynth>(),
    mode_of<modes::Polyrhythm>(),
    mode_of<modes::SoundAnalysis>(),
    mode_of<modes::SpaceReverb>(),
    mode_of<modes::Strings>(),
    mode_of<modes::Vocoder>(),
    mode_of<modes::Wanderer>(),
    mode_of<modes::Wavetable>(),
};
inline constexpr std::size_t kModeCount = 14;

}  // namespace ens::mode
