// The sound of paf_synth.h, sample by sample.
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

}  // namespace ens
