// The list of engines. A new engine adds its #include and its name here and nowhere else.
#pragma once

#include "engines/channel_strip.h"
#include "engines/drum_sequencer.h"
#include "engines/echo_bank.h"
#include "engines/fm_voice.h"
#include "engines/granular.h"
#include "engines/paf_synth.h"
#include "engines/polyrhythm.h"
#include "engines/sound_analysis.h"
#include "engines/space_reverb.h"
#include "engines/strings.h"
#include "engines/vocoder.h"
#include "engines/wanderer.h"
#include "engines/wavetable.h"

namespace ens {

// clang-format off
template <template <class...> class List>
using AllEngines = List<
    ChannelStrip,
    DrumSequencer,
    EchoBank,
    FmVoice,
    Granular,
    PafSynth,
    Polyrhythm,
    SoundAnalysis,
    SpaceReverb,
    Strings,
    Vocoder,
    Wanderer,
    Wavetable>;
// clang-format on

}  // namespace ens
