// The formants and the sound of paf_voice.h.
#include "dsp/paf_voice.h"

namespace ens {

void PafVoice::aim_pitch(float hz, float sample_rate) {
  hz_ = hz;
  highest_ = 0.48f * sample_rate / hz;
  const auto step = static_cast<std::int32_t>(phase_step(0.5f * hz, sample_rate));
  half_step_ = half_target_ == 0 ? step : half_target_;
  half_bend_ = (step - half_step_) / kMaxFrames;
  half_target_ = step;
}

float PafVoice::aim_formant(int index, const Formant& wanted, float sample_rate) {
  const float harmonic = clamp(wanted.centre_hz / hz_, 0.0f, 4000.0f);
  const float nearest = static_cast<float>(to_int(harmonic + 0.5f, 1, 4000));
  const float pull = pull_[index].low((nearest - harmonic) * wanted.lock, 0.25f);
  const float centre = clamp(harmonic + pull, 0.0f, 4001.0f);
  const float room = highest_ - centre - PafFormant::reach(0.0f);
  const float max_root = clamp(room * 0.2f, 0.0f, 31.0f);
  const float wide = 0.5f * wanted.bandwidth_hz / hz_;
  const float root = wide < max_root ? wide : max_root;
  narrowed_[index] = wide > max_root;
  const float width = root * root;
  room_[index] = clamp(1.0f + room * hz_ / (0.04f * sample_rate), 0.0f, 1.0f);
  formants_[index].aim(centre, width, room_[index] * wanted.gain * even(width), kMaxFrames);
  return centre * hz_;
}

void PafVoice::aim_level(float level, float pan) {
  silent_ = level == 0.0f && level_.target == 0.0f;
  level_.aim(level, kMaxFrames);
  left_.aim(0.5f - pan, kMaxFrames);
  right_.aim(0.5f + pan, kMaxFrames);
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
    }
  });
  half_phase_ = now;
  half_step_ = step;
  if (silent_) return;
  const PafFormant::Voice voice = {phase, edge, shared.skirt, shared.air};
  formants_[0].render<true>(voice, sum, frames);
  for (int i = 1; i < kFormants; ++i) formants_[i].render(voice, sum, frames);
  if (shared.is_soft) {
    place(sum, left, right, frames,
          [&](int i) { return 1.0f + shared.soft[i] * (cosine(half[i]) - 1.0f); });
  } else {
    place(sum, left, right, frames, [](int) { return 1.0f; });
  }
}

// Adds a sound at the voice's level and place, times what `soft` gives for each sample.
template <class Soft>
void PafVoice::place(const float* sound, float* left, float* right, int frames, Soft soft) {
  Glide level = level_, to_left = left_, to_right = right_;
  in_groups(frames, [&](auto group, int at) {
    float gains[group.count];
    for (int i = 0; i < group.count; ++i) gains[i] = soft(at + i);
    for (int i = 0; i < group.count; ++i) {
      const float placed = sound[at + i] * (gains[i] * level.next());
      left[at + i] += placed * to_left.next();
      right[at + i] += placed * to_right.next();
    }
  });
  level_ = level;
  left_ = to_left;
  right_ = to_right;
}

}  // namespace ens
