// The formants and the sound of paf_voice.h.
#include "dsp/paf_voice.h"

namespace ens {

void PafVoice::aim_pitch(float hz, float sample_rate, int frames) {
  hz_ = hz;
  const auto step = static_cast<std::int32_t>(phase_step(0.5f * hz, sample_rate));
  half_step_ = half_target_ == 0 ? step : half_target_;
  half_bend_ = (step - half_step_) / frames;
  half_target_ = step;
}

float PafVoice::aim_formant(int index, const Formant& wanted, float sample_rate, int frames) {
  const float harmonic = clamp(wanted.centre_hz / hz_, 0.0f, 4000.0f);
  const float nearest = static_cast<float>(to_int(harmonic + 0.5f, 1, 4000));
  const float pull = pull_[index].low((nearest - harmonic) * wanted.lock, 0.25f);
  const float centre = clamp(harmonic + pull, 0.0f, 4001.0f);
  const float room = 0.48f * sample_rate / hz_ - centre - PafFormant::reach(0.0f);
  const float max_root = clamp(room * 0.2f, 0.0f, 31.0f);
  const float wide = 0.5f * wanted.bandwidth_hz / hz_;
  const float root = wide < max_root ? wide : max_root;
  narrowed_[index] = wide > max_root;
  const float width = root * root;
  room_[index] = clamp(1.0f + room * hz_ / (0.04f * sample_rate), 0.0f, 1.0f);
  formants_[index].aim(centre, width, room_[index] * wanted.gain * even(width), frames);
  return centre * hz_;
}

void PafVoice::aim_level(float level, float pan, int frames) {
  silent_ = level == 0.0f && level_.target == 0.0f;
  level_.aim(level, frames);
  left_.aim(0.5f - pan, frames);
  right_.aim(0.5f + pan, frames);
}

void PafVoice::render(const Shared& shared, float* left, float* right, int frames) {
  std::uint32_t half[kMaxFrames];
  std::uint32_t phase[kMaxFrames];
  float edge[kMaxFrames];
  float sum[kMaxFrames];
  std::uint32_t now = half_phase_;  // in registers, as what follows
  std::int32_t step = half_step_;
  const std::int32_t bend = half_bend_;
  in_groups(frames, [&](auto group, int at) {
    for (int i = at; i < at + group.count; ++i) {
      step += bend;
      now += static_cast<std::uint32_t>(step);
      half[i] = now;
    }
    for (int i = at; i < at + group.count; ++i) {
      phase[i] = half[i] * 2;
      edge[i] = 1.0f - cosine(phase[i]);
      sum[i] = 0.0f;
    }
  });
  half_phase_ = now;
  half_step_ = step;
  if (silent_) return;
  for (PafFormant& formant : formants_) {
    formant.render({phase, edge, shared.skirt, shared.air}, sum, frames);
  }
  Glide level = level_, to_left = left_, to_right = right_;
  in_groups(frames, [&](auto group, int at) {
    float soft[group.count];
    for (int i = 0; i < group.count; ++i) {
      soft[i] = 1.0f + shared.soft[at + i] * (cosine(half[at + i]) - 1.0f);
    }
    for (int i = 0; i < group.count; ++i) {
      const float sound = sum[at + i] * (soft[i] * level.next());
      left[at + i] += sound * to_left.next();
      right[at + i] += sound * to_right.next();
    }
  });
  level_ = level;
  left_ = to_left;
  right_ = to_right;
}

}  // namespace ens
