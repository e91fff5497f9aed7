// The tempo of an instrument while a MIDI clock runs: the param of the slot tempo_bpm, if there is
// one, has the tempo of the clock, whatever the network says or a hand holds.
#pragma once

#include "instrument/frames.h"
#include "instrument/midi_clock.h"
#include "instrument/unit_bits.h"
#include "instrument/wiring.h"

namespace ens {

class ClockedTempo {
 public:
  // `engine` outlives this.
  ClockedTempo(const EngineInfo& engine, const Wiring& wiring) : engine_(engine) {
    const std::uint8_t slot = find_slot(engine, "tempo_bpm");
    for (std::size_t i = 0; i < wiring.param_count; ++i) {
      if (wiring.slots[i] == slot) param_ = i;
    }
    slot_ = slot;
  }

  void prepare(std::uint32_t sample_rate_hz) {
    clock_.prepare(static_cast<float>(sample_rate_hz) / static_cast<float>(kTickFrames));
  }

  // A real-time message, 0xf8…0xff. True if a beat begins with it, which is then in `event`.
  bool take(std::uint8_t status, NoteEvent* event) {
    MidiClock::Beat beat = MidiClock::Beat::kNone;
    if (status == 0xf8) beat = clock_.pulse(ticks_);
    if (status == 0xfa) clock_.start();
    if (status == 0xfb) clock_.go_on();
    if (status == 0xfc) clock_.stop();
    if (beat == MidiClock::Beat::kNone) return false;
    const bool first = beat == MidiClock::Beat::kFirst;
    *event = {first ? NoteEvent::Kind::kFirstBeat : NoteEvent::Kind::kBeat, 0, Unit()};
    return true;
  }

  // Once a control tick. The value of the param changes with the tempo, not with its jitter.
  void tick(std::size_t voice_space) {
    ++ticks_;
    const float bpm = param_ == kNone ? 0.0f : clock_.bpm(ticks_);
    const float moved = bpm > bpm_ ? bpm - bpm_ : bpm_ - bpm;
    if (bpm > 0.0f && moved < kStillBpm && voice_space == voice_space_) return;
    bpm_ = bpm;
    voice_space_ = voice_space;
    if (bpm == 0.0f) return;
    const Slot& slot = engine_.slots[slot_];
    const Curve curve = engine_.curve(voice_space, slot_);
    unit_ = UnitBits::q15(unshape(curve, Range(slot.min, slot.max), static_cast<double>(bpm)));
  }

  // True while the clock has the tempo and this is its param.
  bool holds(std::size_t param) const { return param == param_ && bpm_ > 0.0f; }
  std::uint16_t unit() const { return unit_; }

 private:
  static constexpr std::size_t kNone = SIZE_MAX;
  static constexpr float kStillBpm = 0.25f;

  const EngineInfo& engine_;
  MidiClock clock_;
  std::size_t param_ = kNone;
  std::size_t slot_ = 0;
  std::size_t voice_space_ = 0;
  std::uint32_t ticks_ = 0;
  float bpm_ = 0.0f;  // 0: no clock
  std::uint16_t unit_ = 0;
};

}  // namespace ens
