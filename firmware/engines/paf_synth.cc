// The sound of paf_synth.h, sample by sample.
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
