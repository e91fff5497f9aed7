// What the score, the voices and the hall of wanderer are set to, in the units of its slots.
#include "engines/wanderer.h"

namespace ens {

const Wanderer::Pad& Wanderer::loudest_pad() const {
  const Pad* most = &pads_[0];
  for (const Pad& pad : pads_) {
    if (pad.envelope.level() > most->envelope.level()) most = &pad;
  }
  return *most;
}

float Wanderer::tonic_in_use() const {
  const float heard = bass_.frequency_hz(sample_rate()) / bass_now_;
  return agreed(heard, tonic_hz_);
}

// From a pad's frequency and how far chance has carried it.
float Wanderer::drift_in_use() const {
  const Pad* most = &pads_[0];
  const auto strayed = [](const Pad& pad) {
    return pad.drift.value() < 0.0f ? -pad.drift.value() : pad.drift.value();
  };
  for (const Pad& pad : pads_) {
    if (strayed(pad) > strayed(*most)) most = &pad;
  }
  const float ratio = most->oscillator.frequency_hz(sample_rate()) / (tonic_hz_ * most->ratio);
  return 1200.0f * log2(ratio) / (25.0f * most->drift.value());
}

float Wanderer::width_in_use() const {
  for (const Pad& pad : pads_) {
    const float sum = pad.left.target + pad.right.target;
    if (pad.pan < 0.1f || sum <= 0.0f) continue;
    return 140.0f * (pad.right.target - pad.left.target) / (sum * pad.pan);
  }
  return kUnheard;
}

float Wanderer::in_use(Index slot) const {
  const float rate = sample_rate();
  const Pad& pad = loudest_pad();
  const float swell = pad.envelope.level();
  // The level of a pair of sides, without what stands before it; silence at the bottom is unheard.
  const auto level = [](const Glide& left, const Glide& right, float full) {
    const float both = left.target + right.target;
    return both > 0.0f ? db_of_gain(both / (1.4f * full)) : kUnheard;
  };
  switch (slot) {
    case kTonic:
      return tonic_in_use();
    case kTempo:
      return score_settings_.bpm / traits().pace;
    case kDensity:
      return 100.0f * score_settings_.density / traits().fill;
    case kSurprise:
      return 100.0f * score_settings_.surprise;
    case kSwing:
      return 100.0f * score_settings_.swing;
    case kRange:
      return range_st_;
    case kChord:
      return score_settings_.chord_seconds;
    case kPadDb:
      return level(pad.left, pad.right, swell * swell * kPadGain);
    case kPadAttack:
      return agreed(pad.envelope.shape().attack_ms, 2.0f * bass_envelope_.shape().attack_ms);
    case kPadBrightness:
      return pad.oscillator.brightness() / (0.0085f * (0.6f + 0.4f * swell));
    case kBassDb:
      return level(bass_gain_, bass_gain_, bass_envelope_.level() * kBassGain / 0.7f);
    case kPluckDb:
      return level(strings_[0].left, strings_[0].right, kStringGain);
    case kPluckDecay:
      return next_pluck_.decay_ms;
    case kPluckTone:
      return 100.0f * next_pluck_.tone;
    case kPluckPlace:
      return 100.0f * next_pluck_.place;
    case kChimeDb:
      return level(chimes_[0].left, chimes_[0].right, kChimeGain);
    case kChimeDecay:
      return -9965.78f * kTickFrames / (log2(chime_fall_) * rate);
    case kChimeRatio:
      return chime_ratio_;
    case kChimeIndex:
      return chime_index_;
    case kDrift:
      return drift_in_use();
    case kSpace:
      return hall_.seconds(rate);
    case kSpaceMix:
      return 100.0f * wet_.target;
    case kSpaceTone:
      return hall_.tone_hz(rate);
    case kWidth:
      return width_in_use();
    case kLevel:
      return db_of_gain(level_.target);
  }
  return kUnheard;
}

}  // namespace ens
