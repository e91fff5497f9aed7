// How wander_score.h draws its notes.
#include "engines/wander_score.h"

namespace ens {
namespace {

// How strong each sixteenth of a bar is.
constexpr float kStrength[16] = {1.0f, 0.2f, 0.45f, 0.25f, 0.7f, 0.2f,  0.5f,  0.3f,
                                 0.9f, 0.2f, 0.45f, 0.3f,  0.7f, 0.25f, 0.55f, 0.35f};
constexpr float kStrong = 0.65f;
// A melody moves mostly by seconds, with an occasional leap.
constexpr std::int32_t kWalk[8] = {-1, 1, -1, 1, -2, 2, -3, 4};

std::int32_t magnitude(std::int32_t x) {
  return x < 0 ? -x : x;
}

}  // namespace

void WanderScore::reset(std::uint32_t seed) {
  *this = WanderScore();
  noise_.reseed(seed);
  for (int i = 0; i < 8; ++i) noise_.bits();  // small seeds start alike
  const ScoreSettings settings{60.0f, 0.5f, 1.0f, 0.0f, 8, 10.0f};
  for (Place& place : places_) renew(place, settings);
}

void WanderScore::renew(Place& place, const ScoreSettings& settings) {
  // The further from the middle of the range, the stronger the way back.
  const std::int32_t back = (settings.range / 2 - last_degree_) / 3;
  std::int32_t degree = last_degree_ + kWalk[noise_.below(8)] + back;
  if (degree < 0) degree = -degree;
  if (degree > settings.range) degree = 2 * settings.range - degree;
  place.degree = degree < 0 ? 0 : degree;
  place.pluck_threshold = 0.05f + 0.95f * noise_.share();
  place.chime_threshold = 0.25f + 0.75f * noise_.share();
  last_degree_ = place.degree;
}

// True when a sixteenth begins in this tick.
bool WanderScore::clock(const ScoreSettings& settings, float seconds) {
  const float eighths = clamp(settings.bpm * (1.0f / 30.0f) * seconds, 0.0f, 0.49f);
  const std::uint32_t before = eighth_;
  eighth_ += static_cast<std::uint32_t>(eighths * 4294967296.0f);
  if (eighth_ < before || chord_age_ > 1e8f) {
    off_beat_due_ = true;
    return true;
  }
  const auto off_beat =
      static_cast<std::uint32_t>((0.5f + 0.2f * clamp(settings.swing, 0.0f, 1.0f)) * 4294967040.0f);
  if (off_beat_due_ && eighth_ >= off_beat) {
    off_beat_due_ = false;
    return true;
  }
  return false;
}

void WanderScore::change_chord(const Scale& scale) {
  const std::int32_t move = scale.moves[noise_.below(6)];
  // Away from home by one of the moves; from there every third change or so leads back.
  const bool home = chord_ != 0 && noise_.below(100) < 35;
  chord_ = home ? 0 : (chord_ + move + 2 * scale.count) % scale.count;
}

std::int32_t WanderScore::nearest_chord_tone(const Scale& scale, std::int32_t degree) const {
  std::int32_t best = degree;
  std::int32_t least = 100;
  for (std::int32_t tone = 0; tone < 3; ++tone) {
    for (std::int32_t octave = -1; octave < 5; ++octave) {
      const std::int32_t candidate = chord_ + 2 * tone + octave * scale.count;
      const std::int32_t distance = magnitude(candidate - degree);
      if (distance < least) {
        least = distance;
        best = candidate;
      }
    }
  }
  return best;
}

void WanderScore::play(const Scale& scale, const ScoreSettings& settings, ScoreEvents* events) {
  Place& place = places_[(bar_ % 2) * 16 + step_];
  if (noise_.share() < 0.5f * settings.surprise) renew(place, settings);
  const float strength = kStrength[step_];
  const auto arc_phase = static_cast<std::uint32_t>((bar_ % kArcBars) * 16 + step_) * 0x02000000u;
  const float arc = 0.75f - 0.25f * cosine(arc_phase);  // swells and sinks over eight bars
  const float chance = settings.density * (0.25f + 0.95f * strength) * arc;
  const float human = 0.85f + 0.15f * noise_.share();
  std::int32_t degree = place.degree < settings.range ? place.degree : settings.range;
  if (strength >= kStrong) degree = nearest_chord_tone(scale, degree);
  events->pluck = chance > place.pluck_threshold;
  events->pluck_degree = degree;
  events->pluck_velocity = (0.35f + 0.5f * strength * arc) * human;
  events->chime = strength >= 0.45f && chance * 0.8f > place.chime_threshold;
  events->chime_degree = nearest_chord_tone(scale, degree + scale.count);
  events->chime_velocity = (0.4f + 0.5f * arc) * human;
}

ScoreEvents WanderScore::tick(const Scale& scale, const ScoreSettings& settings, float seconds) {
  ScoreEvents events = {};
  chord_age_ += seconds;
  if (!clock(settings, seconds)) {
    events.chord_degree = chord_;
    return events;
  }
  if (chord_age_ > 1e8f) {  // the first moment of the piece
    chord_age_ = 0.0f;
    events.chord = true;
  } else {
    step_ = (step_ + 1) % 16;
    if (step_ == 0) bar_ = (bar_ + 1) % kArcBars;
    // On a beat once it is time, so that harmony moves with the metre.
    if (step_ % 4 == 0 && chord_age_ >= settings.chord_seconds) {
      chord_age_ = 0.0f;
      change_chord(scale);
      events.chord = true;
    }
  }
  events.chord_degree = chord_;
  play(scale, settings, &events);
  return events;
}

}  // namespace ens
