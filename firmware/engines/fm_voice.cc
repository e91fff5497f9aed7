// fm_voice.h: operators once a sample, everything else once a tick.
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

void FmVoice::control(Voice& voice) {
  const FmTraits& space = traits();
  const float hold = space.hold;
  const float level = voice.amp.tick(
      {slot(kAttack), slot(kDecay), hold + (1.0f - hold) * slot(kSustain) * 0.01f, slot(kRelease)},
      tick_ms_);
  const float tone = voice.tone.tick({slot(kAttack) * space.tone_attack, slot(kIndexDecay),
                                      slot(kIndexSustain) * 0.01f, slot(kRelease)},
                                     tick_ms_);
  voice.pitch += (static_cast<float>(voice.key) - voice.pitch) * glide_share_;
  const float cents = lfo_ * (vibrato_cents_ + 60.0f * wheel_);
  const float hz = hz_of_key(voice.pitch + space.transpose_st + bend_semitones_ + cents * 0.01f);
  const float hertz[kOperators] = {hz, hz * ratio(kRatioB), hz * ratio(kRatioC) * detune_,
                                   hz * ratio(kRatioD) / detune_};
  voice.touch = 1.0f - slot(kVelocityTone) * 0.01f * (1.0f - voice.velocity);
  const float bright = tone * voice.touch * space.index * (1.0f + 0.5f * pressure_);
  voice.bright = bright;
  const float want[kOperators] = {0.0f, slot(kIndexB) * bright, slot(kIndexC) * bright,
                                  slot(kIndexD) * bright};
  const Algorithm& algorithm = space.algorithm;
  // Feedback makes a sawtooth: the nearer to 1, the slower its harmonics fall.
  const float half_rate = 0.5f * sample_rate();
  const float orders = half_rate / hertz[3];
  const float max_beta = orders / (orders + 22.0f);
  const float asked = slot(kFeedback) * 0.01f;
  const float beta = asked < max_beta ? asked : max_beta;
  voice.operators.feedback_depth = 0.5f * beta * 0.159154943f;  // the two are averaged
  // Two voices per tick recompute their reach: it is expensive and changes slowly.
  if (!voice.sounding || (voice.turn++ & 3) == 0) {
    voice.share = room_for(algorithm, hertz, want, beta, half_rate);
  }
  float depth[kOperators] = {};
  for (std::size_t op = 1; op < kOperators; ++op) depth[op] = want[op] * voice.share * 0.159154943f;
  float heard = 0.0f;
  for (std::size_t op = 0; op < kOperators; ++op)
    heard += static_cast<float>((algorithm.heard >> op) & 1);
  const float loud = level * gain_ * (0.25f + 0.75f * voice.velocity);
  for (std::size_t op = 0; op < kOperators; ++op) {
    voice.operators.step[op] = phase_step(hertz[op], sample_rate());
    float to = depth[op];
    if (((algorithm.heard >> op) & 1) != 0) {
      // Organ: the indices are drawbars. Elsewhere carriers share the level.
      to = op > 0 && space.drawbars ? loud * slot(kIndexB + op - 1) * (1.0f / 18.0f) : loud / heard;
      if (hertz[op] > 0.45f * sample_rate()) to = 0.0f;
    }
    voice.reached[op] = to;
    const float from = voice.sounding ? voice.operators.depth[op].value : 0.0f;
    voice.operators.depth[op] = {from, (to - from) * (1.0f / kTickFrames)};
  }
  const float side = ((voice.age & 1) != 0 ? 0.35f : -0.35f) * slot(kWidth) * 0.01f;
  voice.pan_left = 0.7f - side;
  voice.pan_right = 0.7f + side;
  voice.sounding = true;
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
