// paf_synth.h: ramps computed once a tick, sound once a sample.
#include "engines/paf_synth.h"

namespace ens {

void PafSynth::on_prepare() {
  tick_rate_ = sample_rate() / static_cast<float>(kTickFrames);
  dc_left_.prepare(sample_rate());
  dc_right_.prepare(sample_rate());
  damp_share_ = one_pole_coefficient(4500.0f, sample_rate());
}

void PafSynth::on_reset() {
  for (Voice& voice : voices_) {
    voice = Voice();
    for (PafFormant& formant : voice.formants) formant.reset();
  }
  noise_.reseed(0x50414653u);
  breath_.reset();
  breath_gain_.reset(0.0f);
  skirt_.reset(slot(kSkirt) * 0.01f);
  sub_.reset(0.5f * traits().sub);
  level_.reset(0.0f);

  brightest_hz_ = 0.0f;
  drive_ = drive_target_ = drive_wanted();
  echo_mix_.reset(slot(kEchoMix) * 0.01f);
  echo_feedback_.reset(slot(kEchoFeedback) * 0.01f);
  echo_samples_.reset(clamp(slot(kEchoMs) * 0.001f * sample_rate(), 1.0f, Delay<16384>::kMaxDelay));
  vibrato_phase_ = pulse_phase_ = sweep_phase_ = 0;
  rate_left_.reset();
  rate_right_.reset();
  saturator_left_.reset(drive_);
  saturator_right_.reset(drive_);
  filter_.reset(svf_low_pass(slot(kCutoff) / sample_rate(), 0.7f));
  dc_left_.reset();
  dc_right_.reset();
  echo_left_.reset();
  echo_right_.reset();
  damp_left_.reset();
  damp_right_.reset();
}

// A hop from harmonic to harmonic glides in about 5 ms; all else moves as its slots do.
void PafSynth::aim_formant(Voice& voice, int index, float hz, float wanted_hz) {
  const PafTraits& space = traits();
  const float harmonic = clamp(wanted_hz / hz, 0.0f, 4000.0f);
  const float nearest = static_cast<float>(to_int(harmonic + 0.5f, 1, 4000));
  const float pull = voice.pull[index].low((nearest - harmonic) * space.lock, 0.25f);
  const float centre = clamp(harmonic + pull, 0.0f, 4001.0f);
  const float room = 0.48f * sample_rate() / hz - centre - PafFormant::reach(0.0f);
  const float max_root = clamp(room * 0.2f, 0.0f, 31.0f);
  const float wide =
      0.5f * slot(static_cast<std::size_t>(kBandwidth1 + index)) * space.bandwidth / hz;
  const float root = wide < max_root ? wide : max_root;
  voice.narrowed[index] = wide > max_root;
  const float width = root * root;
  float gain = clamp(1.0f + room * hz / (0.04f * sample_rate()), 0.0f, 1.0f);
  voice.room[index] = gain;
  if (index > 0) gain *= gain_of_db(slot(static_cast<std::size_t>(kGain2 + index - 1)));
  voice.formants[index].aim(centre, width, gain * sqrt(sqrt(sqrt(1.0f + 6.0f * width))), kFrames);
  live_[index] = centre * hz;
  if (live_[index] > brightest_hz_) brightest_hz_ = live_[index];
}

void PafSynth::aim_voice(int index) {
  const PafTraits& space = traits();
  Voice& voice = voices_[index];
  const float shaky = voice.tremor.low(noise_.white(), 0.02f) * 9.0f;
  float interval = index == 0 ? 0.0f : slot(static_cast<std::size_t>(kInterval2 + index - 1));
  voice.interval = interval;
  if (space.whole_steps) {
    interval = static_cast<float>(to_int(interval + 64.5f, 0, 128)) - 64.0f;
  }
  const float side = static_cast<float>(index - 1);  // −1, 0, 1
  const float vibrato = sine(vibrato_phase_ + static_cast<std::uint32_t>(index) * 0x0aaaaaaau);
  const float cents = side * detune_cents_ + vibrato * vibrato_cents_ + shaky * tremor_cents_;
  voice.cents = cents;
  const float hz =
      clamp(slot(kPitch) * ratio_of_semitones(interval + cents * 0.01f), 10.0f, 4500.0f);
  const auto step = static_cast<std::int32_t>(phase_step(0.5f * hz, sample_rate()));
  voice.half_step = voice.half_target == 0 ? step : voice.half_target;
  voice.half_bend = (step - voice.half_step) / kFrames;
  voice.half_target = step;
  for (int i = 0; i < kFormants; ++i) {
    const float roam = voice.wander[i].low(noise_.white(), 0.004f) * 20.0f * space.roam;
    const float shift =
        ratio_of_semitones(slot(kFormantShift) + sweep_ * (i == 0 ? 0.4f : 1.0f) + roam);
    voice.shift[i] = shift;
    voice.roam[i] = roam;
    aim_formant(voice, i, hz, slot(static_cast<std::size_t>(kFormant1 + i)) * follow_ * shift);
  }
  const float loud =
      kVoiceGain *
      (index == 0 ? 1.0f : slot(static_cast<std::size_t>(kLevel2 + index - 1)) * 0.01f);

  voice.silent = loud == 0.0f && voice.level.target == 0.0f;
  voice.level.aim(loud, kFrames);
  const float pan = side * 0.5f * slot(kWidth) * 0.01f;
  voice.left.aim(0.5f - pan, kFrames);
  voice.right.aim(0.5f + pan, kFrames);
  if (index == 0) live_[3] = hz;
}

// The harder the drive, the smaller the bias that leaves room on both sides. Formants so high that
// their overtones would fold past what the saturator's rate holds back are driven less: 40 % of the
// dB at 18 kHz.
float PafSynth::drive_yields() const {
  return clamp(1.0f - (brightest_hz_ - 8000.0f) * (0.6f / 10000.0f), 0.4f, 1.0f);
}

Drive PafSynth::drive_wanted() const {
  const float amount = Drive::amount(slot(kDrive) * drive_yields());
  return Drive(amount, traits().bias / sqrt(1.0f + amount));
}

// What follows from the amount costs roots: once a tick, and straight lines between.
void PafSynth::aim_drive() {
  drive_ = drive_target_;
  drive_target_ = drive_wanted();
  constexpr float kPart = 1.0f / kFrames;
  drive_step_.d2 = (drive_target_.d2 - drive_.d2) * kPart;
  drive_step_.half = (drive_target_.half - drive_.half) * kPart;
  drive_step_.bias = (drive_target_.bias - drive_.bias) * kPart;
  drive_step_.rest = (drive_target_.rest - drive_.rest) * kPart;
}

void PafSynth::on_tick() {
  vibrato_phase_ += phase_step(slot(kVibratoRate), tick_rate_);
  pulse_phase_ += phase_step(slot(kPulseRate), tick_rate_);
  sweep_phase_ += phase_step(slot(kSweepRate), tick_rate_);
  sweep_ = sine(sweep_phase_) * slot(kSweepDepth);
  detune_cents_ = slot(kDetune);
  vibrato_cents_ = slot(kVibratoDepth);
  tremor_cents_ = slot(kTremor);
  follow_ = 1.0f + traits().track * (slot(kPitch) * (1.0f / 220.0f) - 1.0f);
  brightest_hz_ = 0.0f;
  for (int i = kVoices; i-- > 0;) aim_voice(i);  // voice 1 last: the live fields show it
  const float swell = 0.5f + 0.5f * cosine(pulse_phase_);
  pulse_depth_ = slot(kPulseDepth) * 0.01f;
  pulse_ = 1.0f - pulse_depth_ * (1.0f - swell * swell);
  live_[4] = pulse_;
  // Silence at the very bottom of the breath slot.
  const float breath = slot(kBreath) > -59.5f ? gain_of_db(slot(kBreath)) : 0.0f;
  breath_share_ = one_pole_coefficient(slot(kBreathTone), sample_rate());
  // White noise through a one-pole loses √(share/2) of its RMS; give that back.
  breath_gain_.aim(breath * sqrt(1.5f / breath_share_), kFrames);
  skirt_.aim(slot(kSkirt) * 0.01f, kFrames);
  sub_.aim(0.5f * traits().sub, kFrames);
  level_.aim(gain_of_db(slot(kLevel)) * pulse_ * kHeadroom, kFrames);

  aim_drive();
  const float open = 1.0f - slot(kResonance) * 0.01f;
  filter_.aim(svf_low_pass(slot(kCutoff) / sample_rate(), 1.0f / (0.08f + 1.33f * open * open)),
              kFrames);
  echo_mix_.aim(slot(kEchoMix) * 0.01f, kFrames);
  echo_feedback_.aim(slot(kEchoFeedback) * 0.01f, kFrames);
  // The echo's length moves like tape: a jump bends its pitch, it does not click.
  echo_wanted_ = clamp(slot(kEchoMs) * 0.001f * sample_rate(), 1.0f, Delay<16384>::kMaxDelay);
  const float max_way = kMaxEchoSlope * static_cast<float>(kTickFrames);
  const float way = clamp((echo_wanted_ - echo_samples_.target) * 0.05f, -max_way, max_way);
  echo_samples_.aim(echo_samples_.target + way, kFrames);
}

void PafSynth::render_voice(Voice& voice, const Shared& shared, float* left, float* right,
                            int frames) {
  std::uint32_t half[kTickFrames];
  std::uint32_t phase[kTickFrames];
  float edge[kTickFrames];
  float sum[kTickFrames];
  for (int i = 0; i < frames; ++i) {
    voice.half_step += voice.half_bend;
    voice.half_phase += static_cast<std::uint32_t>(voice.half_step);
    half[i] = voice.half_phase;
    phase[i] = half[i] * 2;
    edge[i] = 1.0f - cosine(phase[i]);
    sum[i] = 0.0f;
  }
  if (voice.silent) return;
  for (PafFormant& formant : voice.formants) {
    formant.render({phase, edge, shared.skirt, shared.air}, sum, frames);
  }
  for (int i = 0; i < frames; ++i) {
    const float soft = 1.0f + shared.soft[i] * (cosine(half[i]) - 1.0f);
    sum[i] *= soft * voice.level.next();
    left[i] += sum[i] * voice.left.next();
    right[i] += sum[i] * voice.right.next();
  }
}

// One channel at a time: what the saturator remembers then stays in registers. Gives the drive at
// the end.
Drive PafSynth::drive(HalfBand& rate, Saturator4& kept, float* samples, int frames) const {
  float doubled[2 * kTickFrames];
  rate.up(samples, doubled, frames);
  Saturator4 saturator = kept;
  Drive drive = drive_;
  for (int i = 0; i < frames; ++i) {
    drive.d2 += drive_step_.d2;
    drive.half += drive_step_.half;
    drive.bias += drive_step_.bias;
    drive.rest += drive_step_.rest;
    doubled[2 * i] = saturator.step(doubled[2 * i], drive);
    doubled[2 * i + 1] = saturator.step(doubled[2 * i + 1], drive);
  }
  kept = saturator;
  rate.down(doubled, samples, frames);
  return drive;
}

void PafSynth::drive(float* left, float* right, int frames) {
  drive(rate_left_, saturator_left_, left, frames);
  drive_ = drive(rate_right_, saturator_right_, right, frames);
}

void PafSynth::echo(float* left, float* right, int frames) {
  for (int i = 0; i < frames; ++i) {
    const float samples = echo_samples_.next();
    const float feedback = echo_feedback_.next();
    const float mix = echo_mix_.next();
    const float heard_left = damp_left_.low(echo_left_.between(samples), damp_share_);
    const float heard_right = damp_right_.low(echo_right_.between(samples), damp_share_);
    const float dry_left = left[i];
    const float dry_right = right[i];
    // Crossed, so that repeats walk from side to side; the ceiling bounds what feeds back.
    echo_left_.write(flush(ceiling(dry_left + heard_right * feedback)));
    echo_right_.write(flush(ceiling(dry_right * 0.4f + heard_left * feedback)));
    left[i] = ceiling(dry_left + (heard_left - 0.3f * dry_left) * mix);
    right[i] = ceiling(dry_right + (heard_right - 0.3f * dry_right) * mix);
  }
}

void PafSynth::render(const StereoBlock& block) {
  const int frames = static_cast<int>(block.frames);
  Shared shared;
  for (int i = 0; i < frames; ++i) {
    shared.skirt[i] = skirt_.next();
    shared.soft[i] = sub_.next();
    shared.air[i] = breath_.low(noise_.white(), breath_share_) * breath_gain_.next();
    block.out_left[i] = block.out_right[i] = 0.0f;
  }
  for (Voice& voice : voices_) render_voice(voice, shared, block.out_left, block.out_right, frames);

  drive(block.out_left, block.out_right, frames);
  filter_.process(block.out_left, block.out_right, frames);
  for (int i = 0; i < frames; ++i) {
    const float level = level_.next();
    block.out_left[i] = dc_left_.step(block.out_left[i]) * level;
    block.out_right[i] = dc_right_.step(block.out_right[i]) * level;
  }
  echo(block.out_left, block.out_right, frames);
}

void PafSynth::live_state(float* out) const {
  for (std::size_t i = 0; i < kLiveFields.size(); ++i) out[i] = live_[i];
}

}  // namespace ens
