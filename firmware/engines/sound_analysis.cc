// From the trackers to channels and controllers.
#include "engines/sound_analysis.h"

namespace ens {
namespace {

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
  for (float& value : measured_) value = 0.0f;
  measured_[kMeasuredAperiodicity] = 1.0f;
  for (std::uint8_t& value : sent_) value = kNeverSent;
  next_ = 0;
}

void SoundAnalysis::on_tick() {
  measure();
  send_controllers();
}

void SoundAnalysis::measure() {
  loudness_.tick(tick_ms_);
  const bool fresh = pitch_.tick();
  const PitchTracker::Estimate& estimate = pitch_.estimate();
  const float level = loudness_.level_db();
  measured_[kMeasuredEnergy] = clamp(level * (1.0f / 60.0f) + 1.0f, 0.0f, 1.0f);
  measured_[kMeasuredAttack] = loudness_.onset();
  if (level > kGateDb) {
    measured_[kMeasuredBrightness] = octaves_between(loudness_.brightness_hz(), kDarkHz, kBrightHz);
  }
  if (!fresh) return;
  // As amplitude, which is nearer to what an ear calls breathy: a quarter of the power reads ½.
  measured_[kMeasuredAperiodicity] =
      level > kGateDb ? clamp(sqrt(estimate.aperiodicity), 0.0f, 1.0f) : 1.0f;
  if (estimate.periodic && level > kGateDb) {
    measured_[kMeasuredPitch] =
        octaves_between(estimate.hz, PitchTracker::kMinHz, PitchTracker::kMaxHz);
  }
}

// Round robin: every controller gets its turn however busy another is.
void SoundAnalysis::send_controllers() {
  for (std::size_t i = 0; i < kSlots.size(); ++i) controller_[i] = slot(i);
  for (std::size_t i = 0; i < kSlots.size(); ++i) {
    const std::size_t at = (next_ + i) % kSlots.size();
    const auto value = static_cast<std::uint8_t>(to_int(controller_[at] + 0.5f, 0, 127));
    if (sent_[at] == value) continue;
    sent_[at] = value;
    emit({kControlChange, kSlots.traits[at].number, sent_[at]});
    next_ = (at + 1) % kSlots.size();
    return;
  }
}

void SoundAnalysis::render(const StereoBlock& block) {
  for (std::size_t i = 0; i < block.frames; ++i) {
    pitch_.step(loudness_.step(0.5f * (block.in_left[i] + block.in_right[i])));
    block.out_left[i] = block.out_right[i] = 0.0f;
  }
}

void SoundAnalysis::live_state(float* out) const {
  for (const float value : measured_) *out++ = value;
  out[0] = pitch_.estimate().hz;
  out[1] = loudness_.level_db();
  out[2] = loudness_.brightness_hz();
}

}  // namespace ens
