// The reverb's signal path and the control rate that steers it.
#include "engines/space_reverb.h"

#include "dsp/ceiling.h"
#include "dsp/one_pole.h"

namespace ens {
namespace {

constexpr int kFrames = static_cast<int>(kTickFrames);
constexpr float kBassHz = 250.0f;
// Delays follow the size at most this fast, in samples per sample: a fifth of a semitone per cent.
constexpr float kGlideLimit = 0.2f * kTickFrames;
// Away from even spacing (in octaves), so that no two lines keep a simple ratio.
constexpr float kJitter[Fdn::kLines] = {0.000f,  0.013f, -0.021f, 0.017f,  -0.009f, 0.026f,
                                        -0.015f, 0.007f, 0.023f,  -0.027f, 0.011f,  -0.019f,
                                        0.005f,  0.021f, -0.012f, 0.000f};
// Signs of the lines in each output: rows of a Hadamard matrix, so left and right are uncorrelated.
constexpr float kLeftSign[Fdn::kLines] = {1, 1, -1, -1, 1, 1, -1, -1, 1, 1, -1, -1, 1, 1, -1, -1};
constexpr float kRightSign[Fdn::kLines] = {1, -1, -1, 1, 1, -1, -1, 1, -1, 1, 1, -1, -1, 1, 1, -1};
// Early reflections: place in their span and gain, left and right unlike each other.
constexpr float kTapPlace[2][6] = {{0.09f, 0.23f, 0.38f, 0.57f, 0.76f, 0.97f},
                                   {0.06f, 0.28f, 0.41f, 0.52f, 0.83f, 1.00f}};
constexpr float kTapGain[2][6] = {{0.72f, -0.60f, 0.50f, 0.43f, -0.37f, 0.31f},
                                  {-0.70f, 0.57f, 0.51f, -0.44f, 0.35f, 0.30f}};

float magnitude(float x) {
  return x < 0.0f ? -x : x;
}

// sin(2 pi t) for t in [0, 1), within 0.1 %: two parabolas, then one step of correction. A
// modulation needs no more, but its slope must have no corner.
float slow_sine(float t) {
  const float x = t < 0.5f ? t : t - 0.5f;
  const float half = 16.0f * x * (0.5f - x);
  const float y = half * (0.775f + 0.225f * half);
  return t < 0.5f ? y : -y;
}

// Nearest whole number of samples: a delay at rest reads one sample and loses no treble.
float whole(float samples) {
  return static_cast<float>(to_int(samples + 0.5f, 0, 1 << 20));
}

// Length of line `line` at full size, in ms.
constexpr float line_ms(const SpaceReverb::Room& room, int line) {
  const float octaves = log2(room.longest_ms / room.shortest_ms);
  const float place = static_cast<float>(line * 7 % Fdn::kLines) / (Fdn::kLines - 1);
  return room.shortest_ms * exp2(octaves * place + kJitter[line * 7 % Fdn::kLines]);
}

constexpr float kDepthMaxMs = 2.0f;

constexpr int longest(const SpaceReverb::Room& room, int line, float sample_rate_hz) {
  const float spare_ms = line < Fdn::kModulated ? kDepthMaxMs * room.modulation : 0.0f;
  return static_cast<int>((line_ms(room, line) + spare_ms) * 0.001f * sample_rate_hz) + 2;
}

consteval bool rooms_fit() {
  for (const SpaceReverb::Room& room : SpaceReverb::kRooms) {
    int total = 0;
    for (int i = 0; i < Fdn::kLines; ++i) total += longest(room, i, 48000.0f) + Fdn::kMargin;
    if (total > Fdn::kPool) return false;
    if (room.diffuser_ms * 48.0f > static_cast<float>(Diffuser::kPool)) return false;
  }
  return true;
}
static_assert(rooms_fit(), "a room needs more delay than the pools hold at 48 kHz");

}  // namespace

void SpaceReverb::on_reset() {
  lay_out();
  for (float& sample : predelay_left_) sample = 0.0f;
  for (float& sample : predelay_right_) sample = 0.0f;
  for (int i = 0; i < Fdn::kModulated; ++i) phases_[i] = static_cast<float>(i) / Fdn::kModulated;
  input_peak_ = wet_peak_ = 0.0f;
  jump_ = true;
}

void SpaceReverb::lay_out() {
  const Room& room = kRooms[voice_space()];
  int lengths[Fdn::kLines];
  for (int i = 0; i < Fdn::kLines; ++i) lengths[i] = longest(room, i, room_rate());
  fdn_.lay_out(lengths);
  // Dattorro's proportions; the right side a little longer, so both decorrelate.
  constexpr float kProportion[2][Diffuser::kStages] = {{0.157f, 0.118f, 0.419f, 0.306f},
                                                       {0.146f, 0.127f, 0.403f, 0.324f}};
  const float samples = room.diffuser_ms * 0.001f * room_rate();
  for (int side = 0; side < 2; ++side) {
    int stages[Diffuser::kStages];
    for (int i = 0; i < Diffuser::kStages; ++i)
      stages[i] = static_cast<int>(kProportion[side][i] * samples);
    (side == 0 ? diffuse_left_ : diffuse_right_).lay_out(stages);
  }
}

void SpaceReverb::move(Glide& glide, float to) {
  if (jump_) glide.reset(to);
  glide.aim(to, kFrames);
}

// A delay follows its target no faster than kGlideLimit: a change of size bends the pitch and never
// tears.
void SpaceReverb::move_delay(Glide& delay, float to) {
  if (jump_) delay.reset(to);
  delay.aim(delay.target + clamp(to - delay.target, -kGlideLimit, kGlideLimit), kFrames);
}

void SpaceReverb::on_tick() {
  aim_delays();
  aim_decay();
  aim_early();
  aim_levels();
  const SvfCoefficients low = svf_high_pass(slot(kLowCutHz) / sample_rate(), 0.7071f);
  const SvfCoefficients high = svf_low_pass(slot(kHighCutHz) / sample_rate(), 0.7071f);
  if (jump_) {
    low_cut_.reset(low);
    high_cut_.reset(high);
  }
  low_cut_.aim(low, kFrames);
  high_cut_.aim(high, kFrames);
  jump_ = false;
}

// Samples a second of room: over 48 kHz the buffers hold no more, and rooms get smaller in
// proportion (decay times stay).
float SpaceReverb::room_rate() const {
  return sample_rate() < 48000.0f ? sample_rate() : 48000.0f;
}

float SpaceReverb::line_samples(int line) const {
  const float ms = line_ms(kRooms[voice_space()], line) * slot(kSizePct) * 0.01f;
  return whole(ms * 0.001f * room_rate());
}

void SpaceReverb::aim_delays() {
  const float held = 1.0f - slot(kFreezePct) / 100.0f;
  const float depth =
      slot(kModDepthMs) * kRooms[voice_space()].modulation * held * 0.0005f * room_rate();
  const float turn = slot(kModRateHz) * kTickFrames / sample_rate();
  for (int i = 0; i < Fdn::kLines; ++i) {
    float want = line_samples(i);
    if (i < Fdn::kModulated) {
      // Rates a little apart, so the lines never move together.
      phases_[i] += turn * (1.0f + 0.09f * static_cast<float>(i));
      if (phases_[i] >= 1.0f) phases_[i] -= 1.0f;
      want += depth * (1.0f + slow_sine(phases_[i]));
    }
    if (jump_) fdn_.set_delay(i, want);
    const float way = clamp(want - fdn_.delay(i), -kGlideLimit, kGlideLimit);
    fdn_.aim_delay(i, fdn_.delay(i) + way, kFrames);
  }
}

// −60 dB in decay_s: a line of d samples loses 3 d / (rate · decay) decades at each pass.
void SpaceReverb::aim_decay() {
  constexpr float kLog2Of1000 = 9.96578428f;
  const float freeze = slot(kFreezePct) / 100.0f;
  const float per_sample = kLog2Of1000 / (sample_rate() * slot(kDecayS));
  const float bass = per_sample / slot(kBassX);
  const float treble = per_sample / slot(kTrebleX);
  for (int i = 0; i < Fdn::kLines; ++i) {
    const float samples = fdn_.delay(i);
    const float middle = exp2(-per_sample * samples);
    const float low = exp2((per_sample - bass) * samples);
    const float high = exp2((per_sample - treble) * samples);
    const Fdn::Absorption loss = {middle + freeze * (1.0f - middle), low + freeze * (1.0f - low),
                                  high + freeze * (1.0f - high)};
    if (jump_) fdn_.set_absorption(i, loss);
    fdn_.aim_absorption(i, loss, kFrames);
  }
  fdn_.set_corners(one_pole_share(kBassHz, sample_rate()),
                   one_pole_share(slot(kDampingHz), sample_rate()));
}

void SpaceReverb::aim_early() {
  const Room& room = kRooms[voice_space()];
  const float span = room.early_ms * 0.001f * room_rate() * slot(kSizePct) * 0.01f;
  constexpr float kEarlyLongest = 2600.0f;
  const float predelay = slot(kPredelayMs) * 0.001f * sample_rate();
  move_delay(predelay_, whole(clamp(predelay, 0.0f, kPredelayLength - kEarlyLongest)) + 1.0f);
  for (int i = 0; i < kTaps; ++i) {
    const float left = exp2(log2(kTapPlace[0][i]) / room.early_density);
    const float right = exp2(log2(kTapPlace[1][i]) / room.early_density);
    move_delay(early_left_[i], predelay_.target + whole(span * left));
    move_delay(early_right_[i], predelay_.target + whole(span * right));
  }
}

void SpaceReverb::aim_levels() {
  const float freeze = slot(kFreezePct) / 100.0f;
  const float output = gain_of_db(slot(kOutputDb));
  const float mix = slot(kMixPct) * 0.01f;
  // Long decays gather energy as 1 / (1 − g²); half of that, in dB, is taken back.
  const float passes = 9.96578428f * 0.03f / slot(kDecayS);
  const float gathered = 1.0f - exp2(-2.0f * passes);
  move(diffusion_, slot(kDiffusionPct) * 0.0072f);
  move(early_, gain_of_db(slot(kEarlyDb)));
  move(late_, gain_of_db(slot(kLateDb)));
  move(feed_, (1.0f - freeze) * sqrt(sqrt(gathered)));
  move(width_, slot(kWidthPct) * 0.01f);
  move(dry_, sqrt(1.0f - mix) * output);
  move(wet_, sqrt(mix) * output);
  const float loud = clamp(1.0f + db_of_gain(input_peak_ + 1e-6f) * (1.0f / 40.0f), 0.0f, 1.0f);
  move(duck_, gain_of_db(-slot(kDuckDb) * loud));
  // Peaks let go in about 0.3 s.
  const float release = exp2(-1.44269504f * kTickFrames / (0.3f * sample_rate()));
  input_peak_ = flush(input_peak_ * release);
  wet_peak_ = flush(wet_peak_ * release);
}

void SpaceReverb::write_predelay(float left, float right) {
  predelay_at_ = (predelay_at_ + 1) % kPredelayLength;
  predelay_left_[predelay_at_] = left;
  predelay_right_[predelay_at_] = right;
}

float SpaceReverb::read_predelay(const float* memory, float samples) const {
  const std::uint32_t steps = static_cast<std::uint32_t>(to_int(samples, 0, kPredelayLength - 2));
  const float part = samples - static_cast<float>(steps);
  const float near = memory[(predelay_at_ - steps) % kPredelayLength];
  return near + part * (memory[(predelay_at_ - steps - 1) % kPredelayLength] - near);
}

// Each side hears its own reflections and, weaker, those of the other.
void SpaceReverb::step_early(float* left, float* right) {
  float l = 0.0f, r = 0.0f;
  for (int i = 0; i < kTaps; ++i) {
    l += kTapGain[0][i] *
         read_predelay(i % 2 == 0 ? predelay_left_ : predelay_right_, early_left_[i].next());
    r += kTapGain[1][i] *
         read_predelay(i % 2 == 0 ? predelay_right_ : predelay_left_, early_right_[i].next());
  }
  const float gain = early_.next();
  *left = l * gain;
  *right = r * gain;
}

void SpaceReverb::step_late(float left, float right, float* wet_left, float* wet_right) {
  const float diffusion = diffusion_.next();
  const float feed = feed_.next();
  const float l = diffuse_left_.step(left, diffusion) * feed;
  const float r = diffuse_right_.step(right, diffusion) * feed;
  float in[Fdn::kLines], out[Fdn::kLines];
  for (int i = 0; i < Fdn::kLines; i += 2) {
    in[i] = (i & 2) != 0 ? -l : l;
    in[i + 1] = (i & 4) != 0 ? -r : r;
  }
  fdn_.step(in, out);
  float sum_left = 0.0f, sum_right = 0.0f;
  for (int i = 0; i < Fdn::kLines; ++i) {
    sum_left += kLeftSign[i] * out[i];
    sum_right += kRightSign[i] * out[i];
  }
  const float gain = 0.28f * late_.next();
  *wet_left += sum_left * gain;
  *wet_right += sum_right * gain;
}

void SpaceReverb::render(const StereoBlock& block) {
  float wet_left[kTickFrames], wet_right[kTickFrames];
  const int frames = static_cast<int>(block.frames);
  for (int i = 0; i < frames; ++i) {
    const float l = block.in_left[i];
    const float r = block.in_right[i];
    const float peak = magnitude(l) > magnitude(r) ? magnitude(l) : magnitude(r);
    input_peak_ = peak > input_peak_ ? peak : input_peak_;
    write_predelay(l, r);
    step_early(&wet_left[i], &wet_right[i]);
    const float before = predelay_.next();
    step_late(read_predelay(predelay_left_, before), read_predelay(predelay_right_, before),
              &wet_left[i], &wet_right[i]);
  }
  low_cut_.process(wet_left, wet_right, frames);
  high_cut_.process(wet_left, wet_right, frames);
  mix_down(block, wet_left, wet_right);
}

void SpaceReverb::mix_down(const StereoBlock& block, float* wet_left, float* wet_right) {
  for (std::size_t i = 0; i < block.frames; ++i) {
    const float wet = wet_.next() * duck_.next();
    const float dry = dry_.next();
    const float mid = 0.5f * (wet_left[i] + wet_right[i]) * wet;
    const float side = 0.5f * (wet_left[i] - wet_right[i]) * wet * width_.next();
    const float peak = magnitude(mid) + magnitude(side);
    wet_peak_ = peak > wet_peak_ ? peak : wet_peak_;
    const float l = block.in_left[i] * dry + mid + side;
    const float r = block.in_right[i] * dry + mid - side;
    block.out_left[i] = ceiling(l);
    block.out_right[i] = ceiling(r);
  }
}

void SpaceReverb::live_state(float* out) const {
  out[0] = db_of_gain(input_peak_ + 1e-6f);
  out[1] = db_of_gain(wet_peak_ + 1e-6f);
}

}  // namespace ens
