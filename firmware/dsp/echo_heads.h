// The two heads that read one echo, and the three ways in which they reach another delay: like
// tape, which bends the pitch; by a crossfade, which does not; or in grains, which may run
// backwards or at another pitch.
//
// A grain whose delay changes by s samples a sample plays 1 − s times as fast: 2 is backwards, −1
// an octave up. Each head fades in and out by half a sine, half a grain after the other, so that
// their power together is constant.
#pragma once

#include "dsp/echo_line.h"
#include "dsp/sine.h"

namespace ens {

class EchoHeads {
 public:
  // At this delay now, in samples; no grain has begun.
  void reset(float samples) {
    for (Head& head : heads_) {
      head.base = samples;
      head.delay.reset(samples);
      head.gain.reset(0.0f);
    }
    heads_[0].gain.reset(1.0f);
    fading_ = tick_ = 0;
  }

  // Like tape: moves there within a tick or more, at most `limit` samples per tick; `wow` is added.
  void glide(float samples, float wow, float limit, int frames) {
    Head& head = heads_[0];
    const float way = samples - head.base;
    const bool is_near = way < 1.0f && way > -1.0f;
    head.base += is_near ? way : clamp(way * kShare, -limit, limit);
    head.gain.aim(1.0f, frames);
    heads_[1].gain.aim(0.0f, frames);
    head.delay.aim(EchoLine::held(head.base + wow), frames);
  }

  // By a crossfade from one head to the other.
  void fade(float samples, float wow, int frames) {
    if (fading_ == 0 && samples != heads_[0].base) {
      heads_[1].base = samples;
      heads_[1].delay.reset(EchoLine::held(samples + wow));
      fading_ = kFadeTicks;
    } else if (fading_ > 0 && --fading_ == 0) {
      heads_[0] = heads_[1];
      heads_[1].gain.reset(0.0f);
    }
    const std::int32_t done = fading_ > 0 ? kFadeTicks - fading_ + 1 : 0;
    const std::uint32_t quarter = 0x40000000u / kFadeTicks * static_cast<std::uint32_t>(done);
    // Exactly 1 at rest: what is held passes here again and again.
    heads_[0].gain.aim(done == 0 ? 1.0f : cosine(quarter), frames);
    heads_[1].gain.aim(sine(quarter), frames);
    for (Head& head : heads_) head.delay.aim(EchoLine::held(head.base + wow), frames);
  }

  // In grains of about `length` samples whose middle is this delay and that move by `slope` samples
  // a sample; shorter ones where the line begins or ends.
  void grain(float samples, float slope, float length, int frames) {
    const float speed = slope < 0.0f ? -slope : slope;
    const float room = samples - EchoLine::kShortest;
    const float rest = EchoLine::kLongest - samples;
    const float most = 2.0f * (room < rest ? room : rest) / speed;
    const float tick = static_cast<float>(frames);
    if (tick_ == 0) {
      half_ticks_ = to_int((length < most ? length : most) / (2.0f * tick), 1, 1 << 12);
    }
    const float half = static_cast<float>(half_ticks_);
    const float reach = EchoLine::kShortest + speed * half * tick;
    for (int i = 0; i < 2; ++i) {
      Head& head = heads_[i];
      int at = tick_ + i * half_ticks_;
      if (at >= 2 * half_ticks_) at -= 2 * half_ticks_;
      if (at == 0) {
        head.base = samples < reach ? reach : samples;
        head.delay.reset(head.base - slope * half * tick);
        head.gain.reset(0.0f);
      }
      const float end = static_cast<float>(at + 1) - half;  // in ticks from the middle
      head.delay.aim(EchoLine::held(head.base + slope * end * tick), frames);
      head.gain.aim(at + 1 == 2 * half_ticks_ ? 0.0f : sine(phase_of(at + 1)), frames);
    }
    if (++tick_ >= 2 * half_ticks_) tick_ = 0;
  }

  // Where the first head reads, apart from wow.
  float samples() const { return heads_[0].base; }

  void read(const EchoLine& line, int side, const Glide& own, float* out, int frames) {
    for (Head& head : heads_) line.read(side, own, head.delay, head.gain, out, frames);
  }
  void read(const EchoLine& line, float* left, float* right, int frames) {
    for (Head& head : heads_) line.read(head.delay, head.gain, left, right, frames);
  }

 private:
  static constexpr float kShare = 0.05f;  // of the way, per tick
  static constexpr int kFadeTicks = 24;   // 32 ms at 48 kHz

  struct Head {
    float base = EchoLine::kShortest;
    Glide delay, gain;
  };

  std::uint32_t phase_of(int tick) const {
    return 0x40000000u / static_cast<std::uint32_t>(half_ticks_) * static_cast<std::uint32_t>(tick);
  }

  Head heads_[2];
  int fading_ = 0;  // ticks left
  int tick_ = 0;    // of the grain of the first head
  int half_ticks_ = 1;
};

}  // namespace ens
