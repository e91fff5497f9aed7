// Where a song is, in quarter notes, and where on it a swung step falls. Integers: what two lines
// play together stays together for ever.
//
// A position is 32.32 bits of quarter notes. Straight positions are those of written music; swing
// stretches the first half of each pair and shortens the second.
#pragma once

#include "core/approx.h"
#include "engines/engine.h"

namespace ens {

inline constexpr std::uint64_t kQuarter = std::uint64_t{1} << 32;

// Pairs of a length whose second half begins late.
struct Swing {
  std::uint64_t pair = kQuarter;
  std::uint64_t half = kQuarter / 2;  // where the second half begins

  constexpr std::uint64_t swung(std::uint64_t straight) const {
    const std::uint64_t middle = pair / 2, in = straight % pair;
    const std::uint64_t to =
        in < middle ? in * half / middle : half + (in - middle) * (pair - half) / (pair - middle);
    return straight - in + to;
  }
  constexpr std::uint64_t straight(std::uint64_t swung) const {
    const std::uint64_t middle = pair / 2, in = swung % pair;
    const std::uint64_t to =
        in < half ? in * middle / half : middle + (in - half) * (pair - middle) / (pair - half);
    return swung - in + to;
  }
  constexpr float pct() const {
    return 100.0f * static_cast<float>(half) / static_cast<float>(pair);
  }
};

class SongPosition {
 public:
  void begin() {
    at_ = played_ = until_ = 0;
    pulled_ = pull_ticks_ = 0;
  }

  // A quarter note of a clock that leads begins now: the song runs faster or slower for one quarter
  // note, so that the next ones come together.
  void pull(float bpm, float sample_rate) {
    const float place = static_cast<float>(now() % kQuarter) * (1.0f / 4294967296.0f);
    ahead_ = place < 0.5f ? place : place - 1.0f;
    const float ticks = 60.0f * sample_rate / (bpm * static_cast<float>(kTickFrames));
    pull_ticks_ = static_cast<std::uint32_t>(to_int(ticks, 1, 1 << 16));
  }

  // Once a tick.
  void tick(float bpm, const Swing& swing, float sample_rate) {
    at_ = now();
    step_ = static_cast<std::uint32_t>(
        to_int(bpm * (1.0f / 60.0f) / sample_rate * 4294967296.0f + 0.5f, 1, 1 << 30));
    pulled_ = step_;
    if (pull_ticks_ > 0) {
      --pull_ticks_;
      const float share = ahead_ * static_cast<float>(step_);
      pulled_ -= static_cast<std::uint32_t>(to_int(share, -(1 << 29), 1 << 29));
    }
    swing_ = swing;
    played_ = until_;
    const std::uint64_t end = swing.straight(now());
    until_ = end > played_ ? end : played_;
  }

  // The straight positions of this tick: each belongs to just one, whatever moves.
  std::uint64_t from() const { return played_; }
  std::uint64_t until() const { return until_; }

  // The frame of this tick at which a straight position sounds.
  std::uint8_t frame_of(std::uint64_t straight) const {
    const std::uint64_t swung = swing_.swung(straight);
    if (swung <= at_) return 0;
    const std::uint64_t frame = (swung - at_ + pulled_ - 1) / pulled_;
    return static_cast<std::uint8_t>(frame < kTickFrames ? frame : kTickFrames - 1);
  }

  float bpm(float sample_rate) const {
    return 60.0f * static_cast<float>(step_) * (1.0f / 4294967296.0f) * sample_rate;
  }
  const Swing& swing() const { return swing_; }

 private:
  // Where the tick ends.
  std::uint64_t now() const { return at_ + static_cast<std::uint64_t>(pulled_) * kTickFrames; }

  std::uint64_t at_ = 0;  // swung, where the tick begins
  std::uint64_t played_ = 0, until_ = 0;
  std::uint32_t step_ = 0;    // a frame
  std::uint32_t pulled_ = 0;  // the same, towards the clock that leads
  float ahead_ = 0.0f;        // of its last quarter note, −½…½
  std::uint32_t pull_ticks_ = 0;
  Swing swing_;
};

}  // namespace ens
