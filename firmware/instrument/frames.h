// What the control side and the audio side of an instrument send each other, tick by tick.
#pragma once

#include <cstdint>

#include "engines/engine.h"
#include "instrument/channels.h"
#include "instrument/mailbox.h"

namespace ens {

// Control → audio: where every slot of the engine is to go.
struct ParamFrame {
  Unit slots[kMaxSlots];
  std::uint8_t voice_space;
  std::uint8_t sounds;  // counts the sounds chosen at once: random ones, presets, what was learned
};

// Control → audio: something a player did with keys, or a beat of the clock that leads.
struct NoteEvent {
  enum class Kind : std::uint8_t {
    kOn,
    kOff,
    kAllOff,
    kBend,
    kBendRange,
    kMod,
    kPressure,
    kTimbre,  // of the notes of a channel
    kNoteBendRange,
    kSustain,
    kFirstBeat,  // of the song
    kBeat
  };
  Kind kind;
  std::uint8_t key;
  Unit value;  // velocity, bend, its range in 32 (of notes: 96) semitones, depth, pressure, timbre;
               // 0 for a pedal that is up and for beats
  std::uint8_t channel = 0;  // whose notes; 0: of all
};

// Audio → control: how many ticks have sounded, what the analyser measured, and the engine's state
// fields.
struct SoundFrame {
  std::uint64_t ticks;
  Unit analyser[kAnalyserChannelCount];
  float state[kMaxStateFields];
};

// The whole of what two threads share.
struct Link {
  TripleBuffer<ParamFrame> params;
  Queue<NoteEvent, 64> notes;
  TripleBuffer<SoundFrame> sound;
  Queue<MidiEvent, 128> events;
};

}  // namespace ens
