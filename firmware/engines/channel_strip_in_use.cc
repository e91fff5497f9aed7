// What the channel strip's filters, dynamics and gains are set to, in the units of its slots.
#include "dsp/one_pole.h"
#include "engines/channel_strip.h"

namespace ens {

// Without what the desk adds to a bell.
float ChannelStrip::bell_q(const SvfCoefficients& band) const {
  const float db = band.bell_db();
  const float narrowing = 1.0f + traits().proportional * (db < 0.0f ? -db : db) * (1.0f / 15.0f);
  return band.bell_q() / (traits().bell_q * narrowing);
}

float ChannelStrip::in_use(Index slot) const {
  const float rate = sample_rate();
  const auto band = [&](Band which) -> const SvfCoefficients& { return bands_[which].target(); };
  const float mix = 1.0f - dry_.target;
  switch (slot) {
    case kInput:
      return db_of_gain(input_.target);
    case kHighPassHz: {
      const float hz = band(kHighPass).frequency() * rate;
      if (!traits().steep_high_pass) return hz;
      return agreed(hz, one_pole_cutoff(first_order_.target, rate));
    }
    case kLowPassHz:
      return band(kLowPass).frequency() * rate;
    case kLowHz:
      return band(kLow).low_shelf_frequency() * rate;
    case kLowDb:
      return band(kLow).low_shelf_db();
    case kLowMidHz:
      return band(kLowMid).frequency() * rate;
    case kLowMidDb:
      return band(kLowMid).bell_db();
    case kLowMidQ:
      return bell_q(band(kLowMid));
    case kHighMidHz:
      return band(kHighMid).frequency() * rate;
    case kHighMidDb:
      return band(kHighMid).bell_db();
    case kHighMidQ:
      return bell_q(band(kHighMid));
    case kHighHz:
      return band(kHigh).high_shelf_frequency() * rate;
    case kHighDb:
      return band(kHigh).high_shelf_db();
    case kThreshold:
      return compressor_.threshold_db();
    case kRatio:
      return compressor_.ratio();
    case kAttack:
      return compressor_.attack_ms(rate);
    case kRelease:
      return compressor_.release_ms(rate);
    case kKey:
      return one_pole_cutoff(key_share_, rate);
    case kMakeup:
      return mix > 0.001f ? db_of_gain(wet_.target / mix) : kUnheard;
    case kMix:
      return 100.0f * mix;
    case kDrive:
      return Drive::db(drive_.target);
    case kWidth:
      return 100.0f * width_.target;
    case kOutput:
      return db_of_gain(output_.target);
  }
  return kUnheard;
}

}  // namespace ens
