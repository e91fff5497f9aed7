// Voltages as notes of the ABI.
#include "host/volts.h"

#include <algorithm>
#include <cmath>

#include "host/units.h"

namespace ens::host {
namespace {

constexpr double kMiddleC = 60.0;
constexpr double kMostKey = 127.0;
constexpr double kBendSemitones = 2.0;
constexpr double kNoBend = 0x2000;

double pitch_of(float volts) {
  const double pitch = kMiddleC + 12.0 * static_cast<double>(volts);
  return std::isfinite(pitch) ? std::clamp(pitch, 0.0, kMostKey) : kMiddleC;
}

}  // namespace

void NoteOfVolts::play(EnsInstrument* instrument, bool has_gate, float pitch_volts,
                       float velocity_volts) {
  const double pitch = pitch_of(pitch_volts);
  const bool far = sounds_ && std::abs(pitch - key_) > kBendSemitones;
  const bool begins = rose_ || far;
  rose_ = false;
  if (sounds_ && (begins || !gate_.is_high())) {
    ens_note_off(instrument, key_);
    sounds_ = false;
  }
  if (has_gate_ && !has_gate) ens_all_notes_off(instrument);
  has_gate_ = has_gate;
  if (begins) {
    key_ = static_cast<std::uint32_t>(pitch + 0.5);
    const std::uint32_t velocity = unit_of(static_cast<double>(velocity_volts) / 10.0);
    ens_note_on(instrument, key_, std::max(1u, velocity));
    sounds_ = true;
  }
  if (!sounds_) return;
  const double place = kNoBend + (pitch - key_) / kBendSemitones * kNoBend;
  const auto bend = static_cast<std::uint32_t>(std::clamp(place + 0.5, 0.0, 16383.0));
  if (bend != bend_) ens_midi_in(instrument, 0xe0, bend & 0x7f, bend >> 7);
  bend_ = bend;
}

ClockOfVolts::Due ClockOfVolts::take(std::uint32_t each) {
  if (since_ < kPause) ++since_;
  Due due;
  if (rose_) {
    rose_ = false;
    if (since_ < kPause) gap_ = since_;
    if (since_ == kPause) starts_ = true;
    since_ = 0;
    const std::uint32_t missing = each > given_ ? each - given_ : 0;
    given_ = each;
    if (gap_ == 0 && each > 1) return due;
    due.pulses = starts_ ? 1 : missing + 1;
    due.starts = starts_;
    starts_ = false;
    given_ = 1;
    return due;
  }
  if (given_ == 0) return due;
  for (; given_ < each && since_ * each >= given_ * gap_; ++given_) ++due.pulses;
  return due;
}

Names clock_choices() {
  return {"1 trigger a beat", "2 triggers a beat", "4 triggers a beat", "24 triggers a beat"};
}

}  // namespace ens::host
