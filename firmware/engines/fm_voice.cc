// The sound of fm_voice.h, sample by sample, and how far its sidebands reach.
#include "engines/fm_voice.h"

namespace ens {

float FmVoice::reach(const Algorithm& algorithm, const float* hertz, const float* index, float beta,
                     float share) {
  const std::uint8_t into[kOperators] = {algorithm.into_a, algorithm.into_b, algorithm.into_c, 0};
  float top[kOperators] = {};
  float highest = 0.0f;
  for (std::size_t op = kOperators; op-- > 0;) {
    top[op] = op == 3 ? hertz[3] * (1.0f + 3.0f * beta) : hertz[op];
    for (std::size_t from = op + 1; from < kOperators; ++from) {
      if (((into[op] >> from) & 1) != 0)
        top[op] += top[from] * orders_of_index(index[from] * share);
    }
    if (((algorithm.heard >> op) & 1) != 0 && top[op] > highest) highest = top[op];
  }
  return highest;
}

// The share of all indices, 0…1, that stays below half the rate: by halving the interval.
float FmVoice::room_for(const Algorithm& algorithm, const float* hertz, const float* index,
                        float beta, float half_rate) {
  if (reach(algorithm, hertz, index, beta, 1.0f) <= half_rate) return 1.0f;
  float share = 0.0f;
  for (float part = 0.5f; part > 0.002f; part *= 0.5f) {
    if (reach(algorithm, hertz, index, beta, share + part) <= half_rate) share += part;
  }
  return share;
}

// One sample of operator kOp and of those below it; `out` holds the outputs of those above. Returns
// the audible sum. Recursive, so that every route is resolved at compile time.
template <std::size_t kSpace, std::size_t kOp>
inline float FmVoice::step(Operators& now, float* out) {
  constexpr Algorithm kRoute = kVoiceSpaces.traits[kSpace].algorithm;
  constexpr std::uint8_t kInto[kOperators] = {kRoute.into_a, kRoute.into_b, kRoute.into_c, 0};
  std::uint32_t phase = now.phase[kOp];
  if constexpr (kOp == 3) {
    phase += phase_offset((now.feedback[0] + now.feedback[1]) * now.feedback_depth);
  }
  if constexpr (kInto[kOp] != 0) {
    float cycles = 0.0f;  // at most 3·1.8·1.5·9/2π < 64
    if constexpr ((kInto[kOp] & kB) != 0) cycles += out[1];
    if constexpr ((kInto[kOp] & kC) != 0) cycles += out[2];
    if constexpr ((kInto[kOp] & kD) != 0) cycles += out[3];
    phase += phase_offset(cycles);
  }
  const float raw = sine(phase);
  now.phase[kOp] += now.step[kOp];
  if constexpr (kOp == 3) {
    now.feedback[1] = now.feedback[0];
    now.feedback[0] = raw;
  }
  out[kOp] = raw * now.depth[kOp].next();
  float heard = ((kRoute.heard >> kOp) & 1) != 0 ? out[kOp] : 0.0f;
  if constexpr (kOp > 0) heard += step<kSpace, kOp - 1>(now, out);
  return heard;
}

template <std::size_t kSpace>
void FmVoice::run(Voice& voice, const StereoBlock& block) const {
  Operators now = voice.operators;  // in registers
  for (std::size_t i = 0; i < block.frames; ++i) {
    float out[kOperators];
    const float heard = step<kSpace, kOperators - 1>(now, out);
    block.out_left[i] += heard * voice.pan_left;
    block.out_right[i] += heard * voice.pan_right;
  }
  voice.operators = now;
}

// The loop that was compiled for the algorithm of the voice space in force.
template <std::size_t kSpace>
void FmVoice::run_voice_space(Voice& voice, const StereoBlock& block) const {
  if constexpr (kSpace < kVoiceSpaces.size()) {
    if (voice_space() == kSpace) return run<kSpace>(voice, block);
    run_voice_space<kSpace + 1>(voice, block);
  }
}

void FmVoice::render(const StereoBlock& block) {
  for (std::size_t i = 0; i < block.frames; ++i) block.out_left[i] = block.out_right[i] = 0.0f;
  for (Voice& voice : voices_) {
    if (!voice.sounding) continue;
    run_voice_space(voice, block);
  }
  for (std::size_t i = 0; i < block.frames; ++i) {
    block.out_left[i] = ceiling(dc_left_.step(block.out_left[i]));
    block.out_right[i] = ceiling(dc_right_.step(block.out_right[i]));
  }
}

void FmVoice::live_state(float* out) const {
  float sounding = 0.0f;
  float loudness = 0.0f;
  for (const Voice& voice : voices_) {
    if (voice.amp.idle()) continue;
    sounding += 1.0f;
    if (voice.amp.level() > loudness) loudness = voice.amp.level();
  }
  out[0] = sounding;
  out[1] = last_key_;
  out[2] = loudness;
}

}  // namespace ens
