// Notes and triggers as voltages, the way of modular synthesizers.
#pragma once

#include <array>
#include <cstdint>

#include "abi/abi.h"
#include "host/names.h"

namespace ens::host {

// A level that rises: to 1 V, after it was at most 0.1 V. One that is up from the start has not
// risen.
class Edge {
 public:
  bool rose(float volts) {
    if (is_high_) {
      is_high_ = !(volts <= 0.1f);
      return false;
    }
    if (!(volts >= 1.0f)) return false;
    is_high_ = true;
    return true;
  }
  bool is_high() const { return is_high_; }

 private:
  bool is_high_ = true;
};

// Plays one voice from a pitch of 1 V an octave (0 V is middle C), a gate and a velocity of 0 to
// 10 V. The pitch between two keys bends; a glide further than a bend can go is another note.
class NoteOfVolts {
 public:
  // Every frame: gates may be as short as one.
  void watch(float gate_volts) {
    if (gate_.rose(gate_volts)) rose_ = true;
  }
  // At the beginning of a tick. What sounds by itself until it is played does so again when the
  // cable of the gate is pulled out.
  void play(EnsInstrument* instrument, bool has_gate, float pitch_volts, float velocity_volts);

 private:
  Edge gate_;
  bool rose_ = false;
  bool sounds_ = false;
  bool has_gate_ = false;
  std::uint32_t key_ = 0;
  std::uint32_t bend_ = 0x2000;
};

// How many triggers a clock may give in a beat, and how menus say so.
inline constexpr std::array<std::uint32_t, 4> kClockTriggers = {1, 2, 4, 24};
Names clock_choices();

// A clock of triggers as pulses of a MIDI clock, 24 a beat: those between two triggers are placed
// by the time between the two before. Each trigger stands for the same number of pulses; it makes
// up for those that are still to come.
class ClockOfVolts {
 public:
  struct Due {
    bool starts = false;  // the first pulse is the first beat
    std::uint32_t pulses = 0;
  };

  // Every frame: triggers may be as short as one.
  void watch(float clock_volts, float reset_volts) {
    if (reset_.rose(reset_volts)) starts_ = true;
    if (clock_.rose(clock_volts)) rose_ = true;
  }
  // At the beginning of a tick, `each` being the pulses that a trigger stands for. A clock starts
  // again after a reset or a pause; one whose tempo is not known yet, with its second trigger.
  Due take(std::uint32_t each);

 private:
  static constexpr std::uint32_t kPause = 3 * 750;  // ticks, about three seconds

  Edge clock_, reset_;
  bool rose_ = false;
  bool starts_ = true;
  std::uint32_t since_ = kPause;  // ticks since the newest trigger
  std::uint32_t gap_ = 0;         // ticks between the two before it; 0: not known
  std::uint32_t given_ = 0;       // pulses since the newest trigger; 0: there was none
};

}  // namespace ens::host
