// Which drum plays on which sixteenth: a table of how strongly each step calls for a hit, with a
// density as threshold.
//
// The tables follow metrical weight (F. Lerdahl, R. Jackendoff, "A Generative Theory of Tonal
// Music", 1983; H. C. Longuet-Higgins, C. S. Lee, "The rhythmic interpretation of monophonic
// music", 1984): raising a density adds hits in the order a drummer would, and never moves one.
// Integers only.
#pragma once

#include <cstdint>

#include "core/approx.h"

namespace ens {

enum DrumIndex : std::uint8_t { kKick, kSnare, kHat, kClap, kTom, kPerc, kDrumCount };

inline constexpr int kStepsPerBar = 16;
inline constexpr int kBarsPerPhrase = 4;  // the last one may end in a fill

// 0 never … 255 first, for every drum and sixteenth of a bar; where the hat rings open.
struct Groove {
  std::uint8_t weight[kDrumCount][kStepsPerBar];
  std::uint8_t open[kStepsPerBar];
};

// Shares of 255.
struct PatternSettings {
  std::uint8_t density[kDrumCount];
  std::uint8_t open;
  std::uint8_t syncopation;  // towards the same bar, three sixteenths late
  std::uint8_t variation;    // chance at each step
  std::uint8_t fill;
};

// How hard each drum is struck on a step: 0 not at all, else 1…255.
struct StepHits {
  std::uint8_t force[kDrumCount];
  bool open;
};

class DrumPattern {
 public:
  void reset() { *this = DrumPattern(); }

  // The next sixteenth; draws as many random numbers whatever the settings.
  StepHits advance(const Groove& groove, const PatternSettings& settings) {
    const int step = position_ % kStepsPerBar;
    const bool last_half_bar = position_ >= kStepsPerBar * kBarsPerPhrase - 8;
    position_ = (position_ + 1) % (kStepsPerBar * kBarsPerPhrase);
    step_ = step;
    StepHits hits = {};
    for (int drum = 0; drum < kDrumCount; ++drum) {
      int weight = morph(groove.weight[drum], step, settings.syncopation);
      weight += chance() * settings.variation * 110 / (255 * 128);
      if (last_half_bar) weight += fill(drum, step) * settings.fill / 255;
      hits.force[drum] = cut(weight, settings.density[drum]);
    }
    hits.open = cut(morph(groove.open, step, settings.syncopation), settings.open) > 0;
    return hits;
  }

  int step() const { return step_; }

 private:
  // −128…127; xorshift32.
  int chance() {
    random_ ^= random_ << 13;
    random_ ^= random_ >> 17;
    random_ ^= random_ << 5;
    return static_cast<int>(random_ >> 24) - 128;
  }

  static int morph(const std::uint8_t* row, int step, int amount) {
    const int late = row[(step + kStepsPerBar - 3) % kStepsPerBar];
    return (row[step] * (255 - amount) + late * amount) / 255;
  }

  // Snare, toms and clap thicken towards the end of a fill, kick and hat thin out.
  static int fill(int drum, int step) {
    const int rise = 60 + 20 * (step % 8);
    switch (drum) {
      case kSnare:
        return step % 3 == 0 ? rise : rise / 2;
      case kTom:
        return step % 3 != 0 ? rise + 60 : rise / 2;
      case kClap:
      case kPerc:
        return rise / 3;
      default:
        return -60;
    }
  }

  // A step sounds if its weight reaches the threshold that the density sets; its weight is its
  // force.
  static std::uint8_t cut(int weight, int density) {
    const int over = (weight > 255 ? 255 : weight) - (256 - density);
    if (weight <= 0 || density == 0 || over < 0) return 0;
    const int force = weight < 1 ? 1 : weight > 255 ? 255 : weight;
    return static_cast<std::uint8_t>(force);
  }

  int position_ = 0;
  int step_ = 0;
  std::uint32_t random_ = 0x72687974u;
};

}  // namespace ens
