// The reverb's signal path and its control rate.
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
// Early reflections: place in their span and gain, left and right unlike each other.
constexpr float kTapPlace[2][5] = {{0.09f, 0.26f, 0.43f, 0.67f, 0.97f},
                                   {0.06f, 0.31f, 0.49f, 0.74f, 1.00f}};
constexpr float kTapGain[2][5] = {{0.72f, -0.60f, 0.52f, 0.44f, -0.36f},
                                  {-0.70f, 0.58f, 0.53f, -0.43f, 0.35f}};

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
constexpr float line_ms(const RoomTraits& room, int line) {
  const float octaves = log2(room.longest_ms / room.shortest_ms);
  const float place = static_cast<float>(line * 7 % Fdn::kLines) / (Fdn::kLines - 1);
  return room.shortest_ms * exp2(octaves * place + kJitter[line * 7 % Fdn::kLines]);
}

constexpr float kDepthMaxMs = 2.0f;

constexpr int longest(const RoomTraits& room, int line, float sample_rate_hz) {
  const float spare_ms = line < Fdn::kModulated ? kDepthMaxMs * room.modulation : 0.0f;
  return static_cast<int>((line_ms(room, line) + spare_ms) * 0.001f * sample_rate_hz) + 2;
}

consteval bool rooms_fit() {
  for (const RoomTraits& room : SpaceReverb::kVoiceSpaces.traits) {
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
  const RoomTraits& room = traits();
  int lengths[Fdn::kLines];
  for (int i = 0; i < Fdn::kLines; ++i) {
    lengths[i] = longest(room, i, room_rate());
    full_[i] = line_ms(room, i) * 0.001f * room_rate();
  }
  for (int side = 0; side < 2; ++side) {
    for (int i = 0; i < kTaps; ++i) {
      const float place = exp2(log2(kTapPlace[side][i]) / room.early_density);
      place_[side][i] = place * room.early_ms * 0.001f * room_rate();
    }
  }
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
  fdn_.settle();
  aim_delays();
  aim_decay();
  aim_early();
  aim_levels();
  const SvfCoefficients low = svf_high_pass(slot(kLowCut) / sample_rate(), 0.7071f);
  const SvfCoefficients high = svf_low_pass(slot(kHighCut) / sample_rate(), 0.7071f);
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
  return whole(full_[line] * slot(kSize) * 0.01f);
}

void SpaceReverb::aim_delays() {
  freeze_ = slot(kFreeze) / 100.0f;
  const float held = 1.0f - freeze_;
  depth_ = slot(kModDepth) * traits().modulation * held * 0.0005f * room_rate();
  const float turn = slot(kModRate) * kTickFrames / sample_rate();
  for (int i = 0; i < Fdn::kLines; ++i) {
    float want = line_samples(i);
    if (i < Fdn::kModulated) {
      // Rates a little apart, so the lines never move together.
      phases_[i] += turn * (1.0f + 0.09f * static_cast<float>(i));
      if (phases_[i] >= 1.0f) phases_[i] -= 1.0f;
      want += depth_ * (1.0f + slow_sine(phases_[i]));
    }
    if (jump_) fdn_.set_delay(i, want);
    const float way = clamp(want - fdn_.delay(i), -kGlideLimit, kGlideLimit);
    fdn_.aim_delay(i, fdn_.delay(i) + way, kFrames);
  }
}

// −60 dB in decay_s: a line of d samples loses 3 d / (rate · decay) decades at each pass.
void SpaceReverb::aim_decay() {
  constexpr float kLog2Of1000 = 9.96578428f;
  const float freeze = freeze_;
  const float per_sample = kLog2Of1000 / (sample_rate() * slot(kDecay));
  const float bass = per_sample / slot(kBass);
  const float treble = per_sample / slot(kTreble);
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
  fdn_.set_corners(one_pole_coefficient(kBassHz, sample_rate()),
                   one_pole_coefficient(slot(kDamping), sample_rate()));
}

void SpaceReverb::aim_early() {
  constexpr float kEarlyLongest = 2416.0f;
  const float size = slot(kSize) * 0.01f;
  const float predelay = slot(kPredelay) * 0.001f * sample_rate();
  move_delay(predelay_, whole(clamp(predelay, 0.0f, kPredelayLength - kEarlyLongest)) + 1.0f);
  for (int i = 0; i < kTaps; ++i) {
    move_delay(early_left_[i], predelay_.target + whole(size * place_[0][i]));
    move_delay(early_right_[i], predelay_.target + whole(size * place_[1][i]));
  }
}

void SpaceReverb::aim_levels() {
  const float output = gain_of_db(slot(kOutput));
  const float mix = slot(kMix) * 0.01f;
  // Long decays gather energy as 1 / (1 − g²); half of that, in dB, is taken back.
  const float passes = 9.96578428f * 0.03f / slot(kDecay);
  const float gathered = 1.0f - exp2(-2.0f * passes);
  move(diffusion_, slot(kDiffusion) * 0.0072f);
  move(early_, gain_of_db(slot(kEarly)));
  move(late_, gain_of_db(slot(kLate)));
  move(feed_, (1.0f - freeze_) * sqrt(sqrt(gathered)));
  move(width_, slot(kWidth) * 0.01f);
  move(dry_, sqrt(1.0f - mix) * output);
  move(wet_, sqrt(mix) * output);
  const float loud =
      clamp(1.0f + db_of_gain(0.5f * input_peak_ + 1e-6f) * (1.0f / 40.0f), 0.0f, 1.0f);
  duck_db_ = slot(kDuck);
  move(duck_, gain_of_db(-duck_db_ * loud));
  // Peaks decay in about 0.3 s.
  const float release = exp2(-1.44269504f * kTickFrames / (0.3f * sample_rate()));
  input_peak_ = flush(input_peak_ * release);
  wet_peak_ = flush(wet_peak_ * release);
}

// Adds a delayed copy to `out`: the block's own samples are already in the memory.
void SpaceReverb::tap(const float* memory, Glide& delay, float gain, float* out, int frames) const {
  const std::uint32_t start = predelay_at_ - static_cast<std::uint32_t>(frames) + 1;
  if (delay.step == 0.0f) {
    const std::uint32_t whole = static_cast<std::uint32_t>(to_int(delay.value, 0, kPredelayLength));
    const int from = static_cast<int>((start - whole) % kPredelayLength);
    const int run = kPredelayLength - from < frames ? kPredelayLength - from : frames;
    for (int n = 0; n < run; ++n) out[n] += gain * memory[from + n];
    for (int n = run; n < frames; ++n) out[n] += gain * memory[n - run];
    return;
  }
  // All that the block can touch, with two samples for the interpolation and one for rounding.
  // Where it crosses the end of the ring, a straight copy of it is read.
  const float slope = delay.step < 0.0f ? -delay.step : delay.step;
  const int spread = to_int(slope * Fdn::kBlock, 0, Fdn::kBlock) + 3;
  const int before = to_int(delay.value, 0, 1 << 20) + spread;
  const int size = frames + 2 * spread;
  const int first =
      static_cast<int>((start - static_cast<std::uint32_t>(before)) % kPredelayLength);
  float straight[4 * Fdn::kBlock];
  const float* region = memory + first;
  if (first + size > kPredelayLength) {
    const int run = kPredelayLength - first;
    for (int i = 0; i < run; ++i) straight[i] = region[i];
    for (int i = run; i < size; ++i) straight[i] = memory[i - run];
    region = straight;
  }
  Glide moving = delay;
  for (int n = 0; n < frames; ++n) {
    const float samples = moving.next();
    const int whole = static_cast<int>(samples);
    const float part = samples - static_cast<float>(whole);
    const float* here = region + (before + n - whole);
    out[n] += gain * (here[0] + part * (here[-1] - here[0]));
  }
  delay = moving;
}

// Each side hears its own reflections and some of the other's.
void SpaceReverb::reflect(float* left, float* right, int frames) {
  for (int i = 0; i < kTaps; ++i) {
    const bool own = i % 2 == 0;
    tap(own ? predelay_left_ : predelay_right_, early_left_[i], kTapGain[0][i], left, frames);
    tap(own ? predelay_right_ : predelay_left_, early_right_[i], kTapGain[1][i], right, frames);
  }
}

void SpaceReverb::reverberate(const float* in_left, const float* in_right, float* wet_left,
                              float* wet_right, int frames) {
  for (int n = 0; n < frames; ++n) {
    predelay_at_ = (predelay_at_ + 1) % kPredelayLength;
    predelay_left_[predelay_at_] = in_left[n];
    predelay_right_[predelay_at_] = in_right[n];
    const float peak = magnitude(in_left[n] + in_right[n]);
    input_peak_ = peak > input_peak_ ? peak : input_peak_;
  }
  float early_left[Fdn::kBlock] = {}, early_right[Fdn::kBlock] = {};
  float left[Fdn::kBlock] = {}, right[Fdn::kBlock] = {};
  reflect(early_left, early_right, frames);
  Glide predelay = predelay_;
  tap(predelay_left_, predelay, 1.0f, left, frames);
  tap(predelay_right_, predelay_, 1.0f, right, frames);
  diffuse_left_.process(left, frames, diffusion_.value, diffusion_.step);
  diffusion_.value = diffuse_right_.process(right, frames, diffusion_.value, diffusion_.step);
  for (int n = 0; n < frames; ++n) {
    const float feed = feed_.next();
    left[n] *= feed;
    right[n] *= feed;
  }
  fdn_.process(left, right, wet_left, wet_right, frames);
  for (int n = 0; n < frames; ++n) {
    const float early = early_.next();
    const float late = 0.28f * late_.next();
    wet_left[n] = early_left[n] * early + wet_left[n] * late;
    wet_right[n] = early_right[n] * early + wet_right[n] * late;
  }
}

void SpaceReverb::render(const StereoBlock& block) {
  float wet_left[kTickFrames], wet_right[kTickFrames];
  const int frames = static_cast<int>(block.frames);
  for (int i = 0; i < frames; i += Fdn::kBlock) {
    const int part = frames - i < Fdn::kBlock ? frames - i : Fdn::kBlock;
    reverberate(block.in_left + i, block.in_right + i, wet_left + i, wet_right + i, part);
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
  out[0] = db_of_gain(0.5f * input_peak_ + 1e-6f);
  out[1] = db_of_gain(wet_peak_ + 1e-6f);
}

}  // namespace ens
