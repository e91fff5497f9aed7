// The composer inside wanderer: a two-bar motif that repeats, forgets and varies over slow harmony.
//
// Every sixteenth of two bars has a degree of the scale and a threshold; a note sounds when density
// (weighted by the metre and a slow arc over eight bars) passes the threshold, so more density
// reveals more of the same phrase instead of a different one. `surprise` is the chance that a step
// is redrawn. Integers and one seed: the same piece on every target.
#pragma once

#include "dsp/noise.h"
#include "dsp/sine.h"
#include "engines/scales.h"

namespace ens {

struct ScoreSettings {
  float bpm;
  float density;       // 0…1
  float surprise;      // 0…1
  float swing;         // 0…1: the second sixteenth of each pair comes later
  std::int32_t range;  // degrees the melody spans
  float chord_seconds;
};

// What happens in this tick. Degrees count from the tonic; scale.count is an octave.
struct ScoreEvents {
  bool chord;
  bool pluck;
  bool chime;
  std::int32_t chord_degree;
  std::int32_t pluck_degree;
  std::int32_t chime_degree;
  float pluck_velocity;
  float chime_velocity;
};

class WanderScore {
 public:
  void reset(std::uint32_t seed);
  // Moves by one tick of `seconds`.
  ScoreEvents tick(const Scale& scale, const ScoreSettings& settings, float seconds);

  std::int32_t step() const { return step_; }
  std::int32_t chord() const { return chord_; }

 private:
  static constexpr std::int32_t kPlaces = 32;  // two bars of sixteenths
  static constexpr std::int32_t kArcBars = 8;

  struct Place {
    std::int32_t degree = 0;
    float pluck_threshold = 1.0f;
    float chime_threshold = 1.0f;
  };

  bool clock(const ScoreSettings& settings, float seconds);
  void change_chord(const Scale& scale);
  void renew(Place& place, const ScoreSettings& settings);
  void play(const Scale& scale, const ScoreSettings& settings, ScoreEvents* events);
  std::int32_t nearest_chord_tone(const Scale& scale, std::int32_t degree) const;

  Noise noise_;
  Place places_[kPlaces];
  std::uint32_t eighth_ = 0;
  bool off_beat_due_ = false;
  std::int32_t step_ = 0;
  std::int32_t bar_ = 0;
  std::int32_t chord_ = 0;
  std::int32_t last_degree_ = 5;
  float chord_age_ = 1e9f;
};

}  // namespace ens
