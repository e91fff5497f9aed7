// The sound of paf_synth.h, sample by sample, and what it uses of each slot.
#include "engines/paf_synth.h"

namespace ens {
namespace {

// A level rises in 10 ms, and falls by 60 dB in 300 ms.
constexpr float kOpenMs = 10.0f;
constexpr float kFallMs = 300.0f;
constexpr float kSixtyDb = 9.96578f;  // octaves

}  // namespace

void PafSynth::on_prepare() {
  tick_rate_ = sample_rate() / static_cast<float>(kTickFrames);
  opens_ = 1.0f - exp2(-kSixtyDb * 1000.0f / (kOpenMs * tick_rate_));
  falls_ = 1.0f - exp2(-kSixtyDb * 1000.0f / (kFallMs * tick_rate_));
  dc_left_.prepare(sample_rate());
  dc_right_.prepare(sample_rate());
  echo_.prepare(sample_rate());
}

void PafSynth::on_reset() {
  for (Voice& voice : voices_) {
    voice = Voice();
    voice.sound.reset();
  }
  keys_ = PafKeys();
  noise_.reseed(0x50414653u);
  breath_.reset();
  breath_gain_.reset(0.0f);
  skirt_.reset(slot(kSkirt) * 0.01f);
  sub_.reset(0.5f * traits().sub);
  level_.reset(0.0f);

  brightest_hz_ = 0.0f;
  drive_.reset(drive_wanted());
  vibrato_phase_ = pulse_phase_ = sweep_phase_ = 0;
  filter_.reset(svf_low_pass(slot(kCutoff) / sample_rate(), 0.7f));
  dc_left_.reset();
  dc_right_.reset();
  echo_.reset(echo_wanted(), is_clear());
}

void PafSynth::on_note_on(std::uint8_t key, float velocity) {
  keys_.start(key, velocity);
  for (Voice& voice : voices_) voice.is_moving = true;
}

void PafSynth::render(const StereoBlock& block) {
  const int frames = static_cast<int>(block.frames);
  PafVoice::Shared shared;
  shared.is_soft = sub_.value != 0.0f || sub_.step != 0.0f;
  Noise noise = noise_;
  OnePole breath = breath_;
  for (int i = 0; i < frames; ++i) {
    shared.skirt[i] = skirt_.next();
    shared.soft[i] = sub_.next();
    shared.air[i] = breath.low(noise.white(), breath_share_) * breath_gain_.next();
    block.out_left[i] = block.out_right[i] = 0.0f;
  }
  noise_ = noise;
  breath_ = breath;
  for (Voice& voice : voices_) {
    voice.sound.render(shared, block.out_left, block.out_right, frames);
  }
  drive_.process(block.out_left, block.out_right, frames);
  filter_.process(block.out_left, block.out_right, frames);
  DcBlocker of_left = dc_left_, of_right = dc_right_;
  Glide gain = level_;
  for (int i = 0; i < frames; ++i) {
    const float level = gain.next();
    block.out_left[i] = of_left.step(block.out_left[i]) * level;
    block.out_right[i] = of_right.step(block.out_right[i]) * level;
  }
  dc_left_ = of_left;
  dc_right_ = of_right;
  level_ = gain;
  echo_.process(block.out_left, block.out_right, frames);
}

void PafSynth::live_state(float* out) const {
  for (std::size_t i = 0; i < kLiveFields.size(); ++i) out[i] = live_[i];
}

// Of a voice, without detuning, vibrato and tremor; hz.
float PafSynth::pitch_in_use(int voice) const {
  const Voice& of = voices_[voice];
  return of.sound.pitch_hz(sample_rate()) / ratio_of_semitones(of.cents * 0.01f);
}

float PafSynth::interval_in_use(int voice) const {
  return semitones_of_ratio(pitch_in_use(voice) / pitch_in_use(0));
}

float PafSynth::formant_in_use(int formant) const {
  const Voice& of = voices_[0];
  const float hz = of.sound.centre(formant) * of.sound.pitch_hz(sample_rate());
  return hz / (song_of(0).follow * of.shift[formant]);
}

float PafSynth::bandwidth_in_use(int formant) const {
  const PafVoice& of = voices_[0].sound;
  const float hz = of.bandwidth(formant) * of.pitch_hz(sample_rate());
  return hz > 0.0f ? hz / traits().bandwidth : kUnheard;
}

float PafSynth::gain_in_use(int formant) const {
  const float gain = voices_[0].sound.gain(formant);
  return gain > 0.0f ? db_of_gain(gain / song_of(0).bright) : kUnheard;
}

float PafSynth::breath_in_use() const {
  const float gain = breath_gain_.target;
  return gain > 0.0f ? db_of_gain(gain / sqrt(1.5f / breath_share_)) : kUnheard;
}

float PafSynth::in_use(Index slot) const {
  // Keys set what these set without them.
  if (keys_.is_played() && slot <= kLevel3) return kUnheard;
  switch (slot) {
    case kPitch: {
      const float hz = pitch_in_use(0);
      if (traits().track == 0.0f) return hz;
      return agreed(hz, 220.0f * (1.0f + (song_of(0).follow - 1.0f) / traits().track));
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
      return semitones_of_ratio(voices_[0].shift[0]) - song_of(0).shift_st - 0.4f * sweep_ -
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
