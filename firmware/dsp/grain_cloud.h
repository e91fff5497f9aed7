// A cloud of up to 40 grains over a ring of recorded sound: where each begins, how fast and which
// way it plays, its window and its place between the sides.
//
// C. Roads, "Microsound" (2001), ch. 3. A grain begins on its sample; its window is a straight line
// within a block and reaches zero on its last sample. Four points make a cubic between samples
// (Catmull–Rom). Whatever is set applies to grains that begin from then on, so nothing clicks.
#pragma once

#include "dsp/grain_memory.h"
#include "dsp/level.h"
#include "dsp/noise.h"

namespace ens {

// Times are in frames of the memory.
struct GrainSettings {
  float place = 0.0f;      // 0…1 of the span, back from the newest
  float span = 48000.0f;   // how far back grains begin
  float walk = 1.0f;       // frames a frame that the place moves on: 1 is as recorded
  float spray = 0.0f;      // most that a grain begins away from the place
  float length = 3000.0f;  // of a grain
  float step = 0.001f;     // grains a frame
  float jitter = 0.0f;     // 0 regular … 1
  float peak = 0.5f;       // of the window, 0…1 of the grain
  float flat = 0.0f;       // share of the grain at full level
  float pitch_st = 0.0f;
  float scatter_st = 0.0f;  // most that a grain is off
  float harmony = 0.0f;     // share of grains at one of the intervals
  float intervals_st[4] = {0.0f};
  float backwards = 0.0f;  // share of grains
  float spread = 0.0f;     // 0 middle … 1 anywhere between the sides
  int repeats = 1;         // grains that begin at the same place
  float level = 1.0f;      // of a grain
};

class GrainCloud {
 public:
  static constexpr int kGrains = 40;
  static constexpr int kBlock = GrainMemory::kBlock;
  // The least that a grain keeps away from where is written.
  static constexpr int kMargin = kBlock + 8;

  // Silence; `seed` decides everything that is drawn.
  void reset(std::uint32_t seed) {
    for (Grain& grain : grains_) grain.left = 0;
    random_.reseed(seed);
    due_ = walked_ = 0.0f;
    repeats_left_ = 0;
  }
  // The place is again where it is set.
  void rewind() { walked_ = 0.0f; }

  void set(const GrainSettings& settings) { now_ = settings; }
  const GrainSettings& settings() const { return now_; }

  int sounding() const {
    int count = 0;
    for (const Grain& grain : grains_) count += grain.left > 0 ? 1 : 0;
    return count;
  }
  // Frames back from the newest, without the spray.
  float place() const { return wrapped(now_.place * now_.span + walked_); }

  // Adds a block to both sides. `runs`: while it sounds, the next block is recorded.
  void play(const GrainMemory& memory, bool runs, float* left, float* right) {
    begin_due(memory, runs);
    for (Grain& grain : grains_) {
      if (grain.left > 0) sound(grain, memory, left, right);
    }
    walked_ = wrapped(walked_ + kBlock * ((runs ? 1.0f : 0.0f) - now_.walk));
  }

  // Mean and mean square of a window over its grain.
  static constexpr float mean_of(float flat) { return 0.5f + 0.5f * flat; }
  static constexpr float power_of(float flat) { return 13.0f / 35 + (22.0f / 35) * flat; }

 private:
  static constexpr int kBits = 14;  // of a position below the point
  static constexpr int kOne = 1 << kBits;
  static constexpr float kLeastSlope = 48.0f;  // frames that a window takes to rise or fall

  struct Grain {
    int left = 0;  // frames to play
    int length = 0;
    int wait = 0;  // frames of the first block before it begins
    int at = 0;    // in the memory, in 2^−14 frames
    int speed = 0;
    float window = 0.0f;
    float per_rise = 0.0f, per_fall = 0.0f;
    float to_left = 0.0f, to_right = 0.0f;
  };

  float wrapped(float frames) const {
    const float turns = frames / now_.span;
    const float whole = static_cast<float>(to_int(turns + 4096.0f, 0, 1 << 20)) - 4096.0f;
    return clamp(frames - whole * now_.span, 0.0f, now_.span);
  }

  void begin_due(const GrainMemory& memory, bool runs) {
    while (due_ < kBlock * now_.step) {
      const int wait = to_int(due_ / now_.step, 0, kBlock - 1);
      begin(memory.head(), wait, runs);
      due_ += 1.0f + now_.jitter * 0.95f * random_.white();
    }
    due_ -= kBlock * now_.step;
  }

  // As many numbers are drawn for each grain, whatever is set.
  void begin(int head, int wait, bool runs) {
    const float spray = now_.spray * random_.white();
    const float off_st = now_.scatter_st * random_.white();
    const bool is_interval = random_.share() < now_.harmony;
    const float interval_st = now_.intervals_st[random_.below(4)];
    const bool is_backwards = random_.share() < now_.backwards;
    const float side = now_.spread * random_.white();
    Grain* grain = nullptr;
    for (Grain& each : grains_) {
      if (each.left == 0) grain = &each;
    }
    if (grain == nullptr) return;
    const float st = now_.pitch_st + off_st + (is_interval ? interval_st : 0.0f);
    const float ratio = clamp(ratio_of_semitones(st), 0.0625f, GrainMemory::kMostSpeed);
    const float speed = is_backwards ? -ratio : ratio;
    grain->speed = static_cast<int>(speed * kOne);
    grain->wait = wait;
    grain->window = 0.0f;
    const float walked = static_cast<float>(wait) * ((runs ? 1.0f : 0.0f) - now_.walk);
    const int frame = place_for(speed, walked, spray, head + (runs ? wait : 0), grain);
    grain->at = frame * kOne;
    const auto length = static_cast<float>(grain->length);
    const float slopes = length * (1.0f - now_.flat);
    grain->per_rise = 1.0f / at_least(slopes * now_.peak, length);
    grain->per_fall = 1.0f / at_least(slopes * (1.0f - now_.peak), length);
    grain->to_left = now_.level * sqrt(0.5f - 0.5f * side);
    grain->to_right = now_.level * sqrt(0.5f + 0.5f * side);
  }

  static float at_least(float slope, float length) {
    const float least = length < 2.0f * kLeastSlope ? 0.5f * length : kLeastSlope;
    return slope < least ? least : slope;
  }

  // The frame where a grain begins, so far back that it meets the head neither while that runs nor
  // while it stands; sets how long the grain is.
  int place_for(float speed, float walked, float spray, int head, Grain* grain) {
    const float ahead = speed > 0.0f ? speed : 0.0f;          // frames a frame towards the head
    const float behind = speed < 1.0f ? 1.0f - speed : 0.0f;  // and away from it
    constexpr float kRoom = GrainMemory::kFrames - 2 * kMargin - 1;
    const float most = kRoom / (ahead + behind);
    const float length = now_.length < most ? now_.length : most;
    grain->length = grain->left = static_cast<int>(length);
    const float nearest = kMargin + ahead * length;
    const float farthest = kMargin + kRoom - behind * length;
    const int since = head - kept_;
    float back = static_cast<float>(since < 0 ? since + GrainMemory::kFrames : since);
    const bool is_again = repeats_left_ > 0 && back <= farthest;
    if (!is_again) {
      repeats_left_ = now_.repeats;
      back = wrapped(now_.place * now_.span + walked_ + walked) + spray;
    }
    --repeats_left_;
    if (back < nearest) back = nearest + nearest - back;
    back = clamp(back, nearest, farthest);
    const int frame = head - static_cast<int>(back);
    const int in_ring = frame < 0                       ? frame + GrainMemory::kFrames
                        : frame >= GrainMemory::kFrames ? frame - GrainMemory::kFrames
                                                        : frame;
    if (!is_again) kept_ = in_ring;
    return in_ring;
  }

  static float smooth(float x) { return x < 1.0f ? x * x * (3.0f - 2.0f * x) : 1.0f; }

  void sound(Grain& of, const GrainMemory& memory, float* left, float* right) {
    Grain grain = of;  // in registers
    const int room = kBlock - grain.wait;
    const int frames = grain.left < room ? grain.left : room;
    const int first = grain.wait;
    grain.left -= frames;
    grain.wait = 0;
    const float rise = smooth(static_cast<float>(grain.length - grain.left) * grain.per_rise);
    const float fall = smooth(static_cast<float>(grain.left) * grain.per_fall);
    const float end = rise < fall ? rise : fall;
    const float slope = (end - grain.window) / static_cast<float>(frames);
    const std::int16_t* const from = memory.at(grain.at >> kBits);
    int at = grain.at & (kOne - 1);
    float window = grain.window;
    for (int n = first; n < first + frames; ++n) {
      const float x = between(from + (at >> kBits), at & (kOne - 1)) * window;
      window += slope;
      at += grain.speed;
      left[n] += x * grain.to_left;
      right[n] += x * grain.to_right;
    }
    grain.window = end;
    grain.at = (grain.at & ~(kOne - 1)) + at;
    constexpr int kEnd = GrainMemory::kFrames * kOne;
    if (grain.at >= kEnd) grain.at -= kEnd;
    if (grain.at < 0) grain.at += kEnd;
    of = grain;
  }

  static float between(const std::int16_t* x, int part) {
    const float t = static_cast<float>(part) * (1.0f / kOne);
    const float before = static_cast<float>(x[-1]), here = static_cast<float>(x[0]);
    const float next = static_cast<float>(x[1]), after = static_cast<float>(x[2]);
    const float tilt = 0.5f * (next - before);
    const float lack = here - next;
    const float bend = tilt + lack;
    const float turn = bend + lack + 0.5f * (after - here);
    return (((turn * t - bend - turn) * t + tilt) * t + here) * (1.0f / GrainMemory::kScale);
  }

  Grain grains_[kGrains];
  GrainSettings now_;
  Noise random_;
  float due_ = 0.0f;     // grains until the next begins
  float walked_ = 0.0f;  // frames that the place moved back
  int repeats_left_ = 0;
  int kept_ = 0;  // where grains begin again
};

}  // namespace ens
