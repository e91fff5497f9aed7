// What the drum machine's clock, pattern, drums and mix are set to, in the units of its slots.
#include "engines/drum_sequencer.h"

namespace ens {
namespace {

// A share of 255 in per cent.
float pct(std::uint8_t share) {
  return static_cast<float>(share) * (100.0f / 255.0f);
}

}  // namespace

float DrumSequencer::in_use(Index slot) const {
  const float rate = sample_rate();
  const auto& density = settings_.density;
  switch (slot) {
    case kTempo:
      return 30.0f * hz_of_step(eighth_step_, rate);
    case kSwing:
      return hz_of_step(swing_, 100.0f);
    case kKickDensity:
      return pct(density[kKick]);
    case kSnareDensity:
      return pct(density[kSnare]);
    case kHatDensity:
      return pct(density[kHat]);
    case kPercDensity:
      return agreed(pct(density[kPerc]), agreed(pct(density[kClap]), pct(density[kTom])));
    case kSyncopation:
      return pct(settings_.syncopation);
    case kVariation:
      return pct(settings_.variation);
    case kFill:
      return pct(settings_.fill);
    case kAccent:
      return -db_of_gain(velocity(0));
    case kOpen:
      return pct(settings_.open);
    case kKickHz:
      return kick_.settings(rate).hz;
    case kKickSweep:
      return kick_.settings(rate).sweep_st;
    case kKickDecay:
      return kick_.settings(rate).decay_ms;
    case kKickDrive:
      return kick_.settings(rate).drive_db;
    case kSnareHz:
      return snare_.settings(rate).hz;
    case kSnareDecay:
      return snare_.settings(rate).decay_ms;
    case kSnareNoise:
      return 100.0f * snare_.settings(rate).noise;
    case kHatHz:
      return hat_.settings(rate).hz;
    case kHatDecay:
      return agreed(hat_.settings(rate).decay_ms, hat_.settings(rate).open_ms / traits().hat_ring);
    case kClapDecay:
      return clap_.decay_ms(rate);
    case kTomHz:
      return tom_.hz(rate);
    case kPercHz:
      return perc_.hz(rate);
    case kPercDecay:
      return perc_.decay_ms(rate);
    case kKickDb:
      return db_of_gain(levels_[kKickBus].target);
    case kSnareDb:
      return db_of_gain(levels_[kSnareBus].target);
    case kHatDb:
      return db_of_gain(levels_[kHatBus].target);
    case kPercDb:
      return db_of_gain(levels_[kPercBus].target);
    case kDrive:
      return Drive::db(drive_.target);
    case kOutput:
      return db_of_gain(output_.target);
  }
  return kUnheard;
}

}  // namespace ens
