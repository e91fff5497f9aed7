// The reverb's rooms and its signal path.
#include "engines/space_reverb.h"

#include "dsp/ceiling.h"

namespace ens {
namespace {

// Away from even spacing (in octaves), so that no two lines keep a simple ratio.
constexpr float kJitter[Fdn::kLines] = {0.000f,  0.013f, -0.021f, 0.017f,  -0.009f, 0.026f,
                                        -0.015f, 0.007f, 0.023f,  -0.027f, 0.011f,  -0.019f,
                                        0.005f,  0.021f, -0.012f, 0.000f};
// Early reflections: place in their span and gain, left and right unlike each other.
constexpr float kTapPlace[2][5] = {{0.09f, 0.26f, 0.43f, 0.67f, 0.97f},
                                   {0.06f, 0.31f, 0.49f, 0.74f, 1.00f}};
constexpr float kTapGain[2][5] = {{0.72f, -0.60f, 0.52f, 0.44f, -0.36f},
                                  {-0.70f, 0.58f, 0.53f, -0.43f, 0.35f}};

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
  int total = 0;
  for (int i = 0; i < Fdn::kLines; ++i) {
    int most = 0;
    for (const RoomTraits& room : SpaceReverb::kVoiceSpaces.traits) {
      const int length = longest(room, i, 48000.0f);
      most = length > most ? length : most;
    }
    total += most + Fdn::kMargin;
  }
  for (const RoomTraits& room : SpaceReverb::kVoiceSpaces.traits) {
    if (room.diffuser_ms * 48.0f > static_cast<float>(Diffuser::kPool)) return false;
  }
  return total <= Fdn::kPool;
}
static_assert(rooms_fit(), "the rooms need more delay than the pools hold at 48 kHz");

}  // namespace

void SpaceReverb::on_reset() {
  lay_out();
  if (!is_clear()) {
    for (float& sample : predelay_left_) sample = 0.0f;
    for (float& sample : predelay_right_) sample = 0.0f;
  }
  for (int i = 0; i < Fdn::kModulated; ++i) phases_[i] = static_cast<float>(i) / Fdn::kModulated;
  input_peak_ = wet_peak_ = 0.0f;
  jump_ = true;
}

// Each line has memory for the room where it is longest, so that a change of room finds its
// content.
void SpaceReverb::lay_out() {
  int lengths[Fdn::kLines] = {};
  for (const RoomTraits& room : kVoiceSpaces.traits) {
    for (int i = 0; i < Fdn::kLines; ++i) {
      const int length = longest(room, i, room_rate());
      lengths[i] = length > lengths[i] ? length : lengths[i];
    }
  }
  fdn_.lay_out(lengths, is_clear());
  furnish();
}

// What the room in force makes of lines, reflections and diffusers; the last 31 ms, which are in
// the diffusers, go.
void SpaceReverb::furnish() {
  const RoomTraits& room = traits();
  for (int i = 0; i < Fdn::kLines; ++i) full_[i] = line_ms(room, i) * 0.001f * room_rate();
  for (int side = 0; side < 2; ++side) {
    for (int i = 0; i < kTaps; ++i) {
      const float place = exp2(log2(kTapPlace[side][i]) / room.early_density);
      place_[side][i] = place * room.early_ms * 0.001f * room_rate();
    }
  }
  // Dattorro's proportions; the right side a little longer, so both decorrelate.
  constexpr float kProportion[2][Diffuser::kStages] = {{0.157f, 0.118f, 0.419f, 0.306f},
                                                       {0.146f, 0.127f, 0.403f, 0.324f}};
  const float samples = room.diffuser_ms * 0.001f * room_rate();
  for (int side = 0; side < 2; ++side) {
    int stages[Diffuser::kStages];
    for (int i = 0; i < Diffuser::kStages; ++i)
      stages[i] = static_cast<int>(kProportion[side][i] * samples);
    (side == 0 ? diffuse_left_ : diffuse_right_).lay_out(stages, is_clear());
  }
}

// Samples a second of room: over 48 kHz the buffers hold no more, and rooms get smaller in
// proportion (decay times stay).
float SpaceReverb::room_rate() const {
  return sample_rate() < 48000.0f ? sample_rate() : 48000.0f;
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
