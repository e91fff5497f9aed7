// What paf_synth uses of each slot: the end of paf_synth.h, which would be too long with it, and
// alone includes it. Inline functions, since boards, which do not measure, leave those out.
#pragma once

namespace ens {

// Of a voice, without detuning, vibrato and tremor; hz.
inline float PafSynth::pitch_in_use(int voice) const {
  const Voice& of = voices_[voice];
  return of.sound.pitch_hz(sample_rate()) / ratio_of_semitones(of.cents * 0.01f);
}

inline float PafSynth::interval_in_use(int voice) const {
  return semitones_of_ratio(pitch_in_use(voice) / pitch_in_use(0));
}

inline float PafSynth::formant_in_use(int formant) const {
  const Voice& of = voices_[0];
  const float hz = of.sound.centre(formant) * of.sound.pitch_hz(sample_rate());
  return hz / (tone_of(0).follow * of.shift[formant]);
}

inline float PafSynth::bandwidth_in_use(int formant) const {
  const PafVoice& of = voices_[0].sound;
  const float hz = of.bandwidth(formant) * of.pitch_hz(sample_rate());
  return hz > 0.0f ? hz / traits().bandwidth : kUnheard;
}

inline float PafSynth::gain_in_use(int formant) const {
  const float gain = voices_[0].sound.gain(formant);
  return gain > 0.0f ? db_of_gain(gain / tone_of(0).bright) : kUnheard;
}

inline float PafSynth::breath_in_use() const {
  const float gain = breath_gain_.target;
  return gain > 0.0f ? db_of_gain(gain / sqrt(1.5f / breath_share_)) : kUnheard;
}

inline float PafSynth::in_use(Index slot) const {
  // Keys set what these set without them.
  if (keys_.is_played() && slot <= kLevel3) return kUnheard;
  switch (slot) {
    case kPitch: {
      const float hz = pitch_in_use(0);
      if (traits().track == 0.0f) return hz;
      return agreed(hz, 220.0f * (1.0f + (tone_of(0).follow - 1.0f) / traits().track));
    }
    case kInterval2:
    case kInterval3:
      return interval_in_use(1 + slot - kInterval2);
    case kLevel2:
    case kLevel3:
      return 100.0f * voices_[1 + slot - kLevel2].sound.level() / kVoiceGain;
    case kDetune:
      return detune_cents_;
    case kFormant1:
    case kFormant2:
    case kFormant3:
      return formant_in_use(slot - kFormant1);
    case kBandwidth1:
    case kBandwidth2:
    case kBandwidth3:
      return bandwidth_in_use(slot - kBandwidth1);
    case kGain2:
    case kGain3:
      return gain_in_use(1 + slot - kGain2);
    case kSkirt:
      return 100.0f * skirt_.target;
    case kFormantShift:
      return semitones_of_ratio(voices_[0].shift[0]) - tone_of(0).shift_st - 0.4f * sweep_ -
             voices_[0].roam[0];
    case kVibratoRate:
      return hz_of_step(vibrato_phase_, tick_rate_);
    case kVibratoDepth:
      return vibrato_cents_;
    case kTremor:
      return tremor_cents_;
    case kPulseRate:
      return hz_of_step(pulse_phase_, tick_rate_);
    case kPulseDepth:
      return 100.0f * pulse_depth_;
    case kSweepRate:
      return hz_of_step(sweep_phase_, tick_rate_);
    case kSweepDepth:
      return sweep_ / sine(sweep_phase_);
    case kBreath:
      return breath_in_use();
    case kBreathTone:
      return one_pole_cutoff(breath_share_, sample_rate());
    case kCutoff:
      return filter_.target().frequency() * sample_rate();
    case kResonance:
      return 100.0f * (1.0f - sqrt(0.7518797f * (filter_.target().damping() - 0.08f)));
    case kDrive:
      return Drive::db(drive_.target().d2) / drive_yields();
    case kWidth:
      return -200.0f * voices_[0].sound.pan();
    case kEchoMs:
      return echo_.target().samples * 1000.0f / sample_rate();
    case kEchoFeedback:
      return 100.0f * echo_.target().feedback;
    case kEchoMix:
      return 100.0f * echo_.target().mix;
    case kLevel:
      return db_of_gain(level_.target / (pulse_ * kHeadroom));
  }
  return kUnheard;
}

}  // namespace ens
