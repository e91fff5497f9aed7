// From what the trackers measure to channels and controllers.
#include "engines/sound_analysis.h"

namespace ens {
namespace {

enum Heard : std::uint8_t { kPitch, kAperiodicity, kEnergy, kAttack, kBrightness };

constexpr std::uint8_t kNeverSent = 255;
constexpr std::uint8_t kControlChange = 0xb0;  // on MIDI channel 1

// Quieter than this (dB), pitch and brightness keep their last values.
constexpr float kGateDb = -60.0f;
constexpr float kDarkHz = 100.0f, kBrightHz = 10000.0f;

// Place of a frequency between two others, in octaves: 0 at low, 1 at high.
float octaves_between(float hz, float low, float high) {
  return clamp(log2(hz / low) / log2(high / low), 0.0f, 1.0f);
}

}  // namespace

void SoundAnalysis::on_prepare() {
  tick_ms_ = 1000.0f * kTickFrames / sample_rate();
  pitch_.prepare(sample_rate(), static_cast<int>(kTickFrames));
  loudness_.prepare(sample_rate());
}

void SoundAnalysis::on_reset() {
  pitch_.reset();
  loudness_.reset();
  for (float& value : heard_) value = 0.0f;
  heard_[kAperiodicity] = 1.0f;
  for (std::uint8_t& value : sent_) value = kNeverSent;
  next_ = 0;
}

void SoundAnalysis::on_tick() {
  hear();
  send_controllers();
}

void SoundAnalysis::hear() {
  loudness_.tick(tick_ms_);
  const bool fresh = pitch_.tick();
  const PitchTracker::Estimate& estimate = pitch_.estimate();
  const float level = loudness_.level_db();
  heard_[kEnergy] = clamp(level * (1.0f / 60.0f) + 1.0f, 0.0f, 1.0f);
  heard_[kAttack] = loudness_.onset();
  if (level > kGateDb) {
    heard_[kBrightness] = octaves_between(loudness_.brightness_hz(), kDarkHz, kBrightHz);
  }
  if (!fresh) return;
  // As amplitude, which is nearer to what an ear calls breathy: a quarter of the power reads ½.
  heard_[kAperiodicity] = level > kGateDb ? clamp(sqrt(estimate.aperiodicity), 0.0f, 1.0f) : 1.0f;
  if (estimate.periodic && level > kGateDb) {
    heard_[kPitch] =
        octaves_between(estimate.hz, PitchTracker::kLowestHz, PitchTracker::kHighestHz);
  }
}

// Round robin: every controller gets its turn however busy another is.
void SoundAnalysis::send_controllers() {
  for (std::size_t i = 0; i < kSlotCount; ++i) {
    const std::size_t at = (next_ + i) % kSlotCount;
    const float value = slot(at);
    const bool first = sent_[at] == kNeverSent;
    // Half a step and a little more: a value on the edge between two numbers does not chatter.
    const float way = value - static_cast<float>(sent_[at]);
    if (!first && way < 0.6f && way > -0.6f) continue;
    sent_[at] = static_cast<std::uint8_t>(to_int(value + 0.5f, 0, 127));
    emit({kControlChange, kControllers[at], sent_[at]});
    next_ = (at + 1) % kSlotCount;
    return;
  }
}

void SoundAnalysis::render(const StereoBlock& block) {
  for (std::size_t i = 0; i < block.frames; ++i) {
    pitch_.hear(loudness_.hear(0.5f * (block.in_left[i] + block.in_right[i])));
    block.out_left[i] = block.out_right[i] = 0.0f;
  }
}

void SoundAnalysis::live_state(float* out) const {
  for (std::size_t i = 0; i < 5; ++i) out[i] = heard_[i];
  out[5] = pitch_.estimate().hz;
  out[6] = loudness_.level_db();
  out[7] = loudness_.brightness_hz();
}

}  // namespace ens
