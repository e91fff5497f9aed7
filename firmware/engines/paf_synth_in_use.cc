// What the voices, formants, filter and echo of paf_synth are set to, in the units of its slots.
//
// Formants are read from voice 1, as the live fields are.
#include "engines/paf_synth.h"

namespace ens {
namespace {

float semitones(float ratio) {
  return 12.0f * log2(ratio);
}

}  // namespace

// Of a voice, without detuning, vibrato and tremor; hz.
float PafSynth::pitch_in_use(int voice) const {
  const Voice& of = voices_[voice];
  const float hz = 2.0f * hz_of_step(static_cast<std::uint32_t>(of.half_target), sample_rate());
  return hz / ratio_of_semitones(of.cents * 0.01f);
}

// As asked, where the pitch is that rounded to what the voice space allows.
float PafSynth::interval_in_use(int voice) const {
  const float heard = semitones(pitch_in_use(voice) / pitch_in_use(0));
  const float off = heard - voices_[voice].interval;
  const float most = traits().whole_steps ? 0.501f : 0.01f;
  return off < most && off > -most ? voices_[voice].interval : heard + 2.0f * off;
}

float PafSynth::formant_in_use(int formant) const {
  const Voice& of = voices_[0];
  const float hz = pitch_in_use(0) * ratio_of_semitones(of.cents * 0.01f);
  const float harmonic = of.formants[formant].centre() - of.pull[formant].value();
  return harmonic * hz / (follow_ * of.shift[formant]);
}

float PafSynth::bandwidth_in_use(int formant) const {
  const Voice& of = voices_[0];
  if (of.narrowed[formant]) return kUnheard;
  const float hz = pitch_in_use(0) * ratio_of_semitones(of.cents * 0.01f);
  return 2.0f * sqrt(of.formants[formant].width()) * hz / traits().bandwidth;
}

float PafSynth::gain_in_use(int formant) const {
  const Voice& of = voices_[0];
  const PafFormant& bump = of.formants[formant];
  if (of.room[formant] < 0.001f) return kUnheard;
  const float wide = sqrt(sqrt(sqrt(1.0f + 6.0f * bump.width())));
  return db_of_gain(bump.gain() / (of.room[formant] * wide));
}

float PafSynth::in_use(Index slot) const {
  const float rate = sample_rate();
  switch (slot) {
    case kPitch: {
      const float hz = pitch_in_use(0);
      if (traits().track == 0.0f) return hz;
      return agreed(hz, 220.0f * (1.0f + (follow_ - 1.0f) / traits().track));
    }
    case kInterval2:
    case kInterval3:
      return interval_in_use(1 + slot - kInterval2);
    case kLevel2:
    case kLevel3:
      return 100.0f * voices_[1 + slot - kLevel2].level.target / kVoiceGain;
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
      return semitones(voices_[0].shift[0]) - 0.4f * sweep_ - voices_[0].roam[0];
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
      return breath_gain_.target > 0.0f
                 ? db_of_gain(breath_gain_.target / sqrt(1.5f / breath_share_))
                 : kUnheard;
    case kBreathTone:
      return one_pole_cutoff(breath_share_, rate);
    case kCutoff:
      return filter_.target().frequency() * rate;
    case kResonance:
      return 100.0f * (1.0f - sqrt(0.7518797f * (filter_.target().damping() - 0.08f)));
    case kDrive:
      return Drive::db(drive_target_.d2) / drive_yields();
    case kWidth:
      return 200.0f * (voices_[0].left.target - 0.5f);
    case kEchoMs:
      return echo_wanted_ * 1000.0f / rate;
    case kEchoFeedback:
      return 100.0f * echo_feedback_.target;
    case kEchoMix:
      return 100.0f * echo_mix_.target;
    case kLevel:
      return db_of_gain(level_.target / (pulse_ * kHeadroom));
  }
  return kUnheard;
}

}  // namespace ens
