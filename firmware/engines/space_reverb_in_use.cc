// What the reverb's delays, losses, filters and gains are set to, in the units of its slots.
#include "dsp/one_pole.h"
#include "engines/space_reverb.h"

namespace ens {

// Times from what the longest line that is not modulated loses at each pass; the rest from the
// ratios between its bands. Near a full freeze nothing is lost, and nothing can be told.
float SpaceReverb::decay_in_use(Index slot) const {
  if (freeze_ > 0.9f) return kUnheard;
  constexpr int kLine = Fdn::kModulated;
  constexpr float kLog2Of1000 = 9.96578428f;
  const Fdn::Absorption loss = fdn_.absorption(kLine);
  const auto octaves = [&](float gain) { return log2((gain - freeze_) / (1.0f - freeze_)); };
  const float middle = -octaves(loss.middle);
  if (slot == kDecay) return kLog2Of1000 * fdn_.delay(kLine) / (sample_rate() * middle);
  return middle / (middle - octaves(slot == kBass ? loss.bass : loss.treble));
}

float SpaceReverb::in_use(Index slot) const {
  const float rate = sample_rate();
  const float wet = wet_.target * wet_.target;
  const float dry = dry_.target * dry_.target;
  switch (slot) {
    case kPredelay:
      return (predelay_.target - 1.0f) * 1000.0f / rate;
    case kSize:
      return 100.0f * fdn_.delay(Fdn::kLines - 1) / full_[Fdn::kLines - 1];
    case kDecay:
    case kBass:
    case kTreble:
      return decay_in_use(slot);
    case kDamping:
      return one_pole_cutoff(fdn_.treble_share(), rate);
    case kDiffusion:
      return diffusion_.target / 0.0072f;
    case kModRate:
      return phases_[0] * rate / kTickFrames;
    case kModDepth:
      return freeze_ > 0.9f
                 ? kUnheard
                 : depth_ / (traits().modulation * (1.0f - freeze_) * 0.0005f * room_rate());
    case kEarly:
      return db_of_gain(early_.target);
    case kLate:
      return db_of_gain(late_.target);
    case kLowCut:
      return low_cut_.target().frequency() * rate;
    case kHighCut:
      return high_cut_.target().frequency() * rate;
    case kDuck:
      return duck_db_;
    case kFreeze:
      return 100.0f * freeze_;
    case kWidth:
      return 100.0f * width_.target;
    case kMix:
      return 100.0f * wet / (wet + dry);
    case kOutput:
      return 0.5f * db_of_gain(wet + dry);
  }
  return kUnheard;
}

}  // namespace ens
