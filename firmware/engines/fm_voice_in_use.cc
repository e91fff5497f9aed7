// What a voice's operators and envelopes are set to, in the units of the slots.
#include "engines/fm_voice.h"

namespace ens {
namespace {

constexpr float kCyclesPerRadian = 0.159154943f;

}  // namespace

const FmVoice::Voice* FmVoice::sounding_voice() const {
  for (const Voice& voice : voices_) {
    if (voice.sounding) return &voice;
  }
  return nullptr;
}

// From the operator's frequency against A's: without detuning, stretch, and what snap has drawn
// away.
float FmVoice::ratio_in_use(const Voice& voice, std::size_t op) const {
  const float off = op == 2 ? detune_ : op == 3 ? 1.0f / detune_ : 1.0f;
  const float heard = static_cast<float>(voice.operators.step[op]) /
                      (static_cast<float>(voice.operators.step[0]) * off * traits().stretch);
  const float snap = snap_pct_ * 0.01f * traits().snap;
  if (snap > 0.98f) return kUnheard;
  const float whole = heard < 0.75f ? 0.5f : static_cast<float>(to_int(heard + 0.5f, 1, 16));
  return (heard - whole * snap) / (1.0f - snap);
}

// From the operator's depth. A carrier's is the level, where it is not a drawbar.
float FmVoice::index_in_use(const Voice& voice, std::size_t op) const {
  const bool is_heard = ((traits().algorithm.heard >> op) & 1) != 0;
  if (is_heard && !traits().drawbars) return kUnused;
  if (is_heard) {
    const float loud = voice.amp.level() * gain_ * (0.25f + 0.75f * voice.velocity);
    return voice.reached[op] * 18.0f / loud;
  }
  const float per_index = voice.share * kCyclesPerRadian * voice.bright;
  return per_index > 0.0f ? voice.reached[op] / per_index : kUnheard;
}

float FmVoice::level_in_use(const Voice& voice) const {
  float carriers = 0.0f;
  for (std::size_t op = 0; op < kOperators; ++op) {
    carriers += static_cast<float>((traits().algorithm.heard >> op) & 1);
  }
  const float full = voice.amp.level() * (0.25f + 0.75f * voice.velocity) * (1.0f - tremble_);
  return db_of_gain(voice.reached[0] * carriers / (full * kVoiceGain));
}

float FmVoice::in_use(Index slot) const {
  const Voice* voice = sounding_voice();
  if (voice == nullptr) return kUnheard;
  const EnvelopeShape& amp = voice->amp.shape();
  const EnvelopeShape& tone = voice->tone.shape();
  switch (slot) {
    case kRatioB:
      return ratio_in_use(*voice, 1);
    case kRatioC:
      return ratio_in_use(*voice, 2);
    case kRatioD:
      return ratio_in_use(*voice, 3);
    case kRatioSnap:
      return traits().snap == 0.0f ? kUnused : snap_pct_;
    case kIndexB:
      return index_in_use(*voice, 1);
    case kIndexC:
      return index_in_use(*voice, 2);
    case kIndexD:
      return index_in_use(*voice, 3);
    case kFeedback: {
      const float beta = 2.0f * voice->operators.feedback_depth / kCyclesPerRadian;
      const float hz = hz_of_step(voice->operators.step[3], sample_rate());
      const float orders = 0.5f * sample_rate() / hz;
      return beta < 0.999f * orders / (orders + 22.0f) ? 100.0f * beta : kUnheard;
    }
    case kAttack:
      return agreed(amp.attack_ms, tone.attack_ms / traits().tone_attack);
    case kDecay:
      return amp.decay_ms;
    case kSustain:
      return 100.0f * (amp.sustain - traits().hold) / (1.0f - traits().hold);
    case kRelease:
      return agreed(amp.release_ms, tone.release_ms);
    case kIndexDecay:
      return tone.decay_ms;
    case kIndexSustain:
      return 100.0f * tone.sustain;
    case kVelocityTone:
      return 100.0f * (1.0f - voice->touch) / (1.0f - voice->velocity);
    case kDetune:
      return 1200.0f * log2(detune_);
    case kVibratoRate:
      return hz_of_step(lfo_phase_, sample_rate()) / kTickFrames;
    case kVibratoDepth:
      return vibrato_cents_;
    case kTremolo:
      return 100.0f * tremble_ / (0.5f + 0.5f * lfo_);
    case kGlide:
      return -4.0f * tick_ms_ / log2(1.0f - glide_share_);
    case kWidth: {
      const float side = 0.7f - voice->pan_left;
      return 100.0f * (side < 0.0f ? -side : side) / 0.35f;
    }
    case kLevel:
      return level_in_use(*voice);
  }
  return kUnheard;
}

}  // namespace ens
