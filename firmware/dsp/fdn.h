// A feedback delay network of sixteen lines: the late part of a room.
//
// J.-M. Jot, A. Chaigne, "Digital delay networks for designing artificial reverberators", AES 90
// (1991): every line loses 60 dB in the wanted time whatever its length, so all modes decay
// together. Feedback through a Hadamard matrix: J. O. Smith, "Physical Audio Signal Processing"
// (2010), "Choice of lossless feedback matrix".
//
// Why it cannot blow up: the matrix is orthogonal, and each line's filter is a product of two
// first-order shelves whose response lies in a disc between its gains at 0 Hz and at half the rate,
// both below 1 (1 when frozen). Interpolated reads (linear, Lagrange of third order between its two
// middle points) never exceed 1.
#pragma once

#include <cstdint>

#include "core/approx.h"
#include "dsp/glide.h"
#include "dsp/level.h"

namespace ens {

class Fdn {
 public:
  static constexpr int kLines = 16;
  static constexpr int kPool = 30720;         // samples of all lines together
  static constexpr int kModulated = 8;        // lines 0…7 may move continuously
  static constexpr int kBlock = 16;           // samples at once; no delay is shorter
  static constexpr int kMargin = kBlock + 4;  // samples a line keeps beyond its longest delay

  // Decay of one line: gain in the middle, and the ratios of the bass and the treble gain to it.
  struct Absorption {
    float middle, bass, treble;
  };

  // Cuts the pool; longest[i] in samples. False, and nothing changes, if they do not fit.
  // `is_clear`: the pool is empty.
  bool lay_out(const int* longest, bool is_clear = false) {
    int total = 0;
    for (int i = 0; i < kLines; ++i) total += longest[i] + kMargin;
    if (total > kPool) return false;
    int start = 0;
    for (int i = 0; i < kLines; ++i) {
      lines_[i] = Line();
      lines_[i].memory = pool_ + start;
      lines_[i].length = longest[i] + kMargin - kBlock;
      start += longest[i] + kMargin;
    }
    if (!is_clear) clear();
    return true;
  }

  void clear() {
    for (float& sample : pool_) sample = 0.0f;
    for (Line& line : lines_) line.low = line.high = 0.0f;
  }

  // Delay in samples now, without a glide.
  void set_delay(int line, float samples) { lines_[line].delay.reset(bounded(line, samples)); }
  // Delay after `frames` more samples.
  void aim_delay(int line, float samples, int frames) {
    lines_[line].delay.aim(bounded(line, samples), frames);
  }
  float delay(int line) const { return lines_[line].delay.target; }

  // Decay now, or after `frames` more samples: the middle gain moves in a straight line.
  void set_absorption(int line, const Absorption& absorption) {
    lines_[line].loss = absorption;
    lines_[line].middle.reset(absorption.middle);
  }
  void aim_absorption(int line, const Absorption& absorption, int frames) {
    lines_[line].loss = absorption;
    lines_[line].middle.aim(absorption.middle, frames);
  }
  const Absorption& absorption(int line) const { return lines_[line].loss; }
  float treble_share() const { return treble_share_; }
  // Corner of bass and treble as shares of a one-pole low-pass.
  void set_corners(float bass_share, float treble_share) {
    bass_share_ = bass_share;
    treble_share_ = treble_share;
  }

  // Up to kBlock samples; outputs may not be the inputs. Lines 0, 2, 4 … hear `in_left`, the others
  // `in_right`, with changing signs; the outputs are two rows of the feedback matrix, so they are
  // uncorrelated and cost nothing.
  void process(const float* in_left, const float* in_right, float* out_left, float* out_right,
               int frames) {
    float taps[kLines][kBlock];
    float fed[4][kBlock];
    for (int n = 0; n < frames; ++n) {
      fed[0][n] = in_left[n];
      fed[1][n] = in_right[n];
      fed[2][n] = -in_left[n];
      fed[3][n] = -in_right[n];
    }
    for (int i = 0; i < kLines; ++i) {
      lines_[i].read(taps[i], frames, i < kModulated);
      lines_[i].absorb(taps[i], frames, bass_share_, treble_share_);
    }
    float* to[kLines];
    for (int i = 0; i < kLines; ++i) to[i] = lines_[i].memory + lines_[i].at;
    for (int n = 0; n < frames; ++n) {
      float x[kLines];
      for (int i = 0; i < kLines; ++i) x[i] = taps[i][n];
      hadamard(x);
      out_left[n] = x[kLeftRow];
      out_right[n] = x[kRightRow];
      for (int i = 0; i < kLines; ++i) {
        const int side = i & 1;
        const int down = (i & (side == 0 ? 2 : 4)) != 0 ? 2 : 0;
        to[i][n] = flush(0.25f * x[i] + fed[side + down][n]);
      }
    }
    for (Line& line : lines_) line.advance(frames);
  }

  // Once a tick: what is left of a decay leaves the denormals. (Within a tick they do no harm: what
  // enters the lines and what leaves the engine is rounded far above them.)
  void settle() {
    for (Line& line : lines_) {
      line.low = flush(line.low);
      line.high = flush(line.high);
    }
  }

 private:
  static constexpr int kLeftRow = 2;    // ++−−++−− …
  static constexpr int kRightRow = 11;  // +−−++−−+ −++−−++−

  struct Line {
    float* memory = nullptr;
    int length = 0;
    int at = 0;  // where the next sample goes
    Glide delay, middle;
    Absorption loss = {0.0f, 1.0f, 1.0f};
    float low = 0.0f, high = 0.0f;

    void read(float* taps, int frames, bool cubic) {
      const int whole = static_cast<int>(delay.value);
      const bool rests = delay.step == 0.0f && static_cast<float>(whole) == delay.value;
      if (rests) {
        read_whole(taps, frames, whole);
        return;
      }
      // All that the block can touch, with two samples for the interpolation and one for rounding.
      const float slope = delay.step < 0.0f ? -delay.step : delay.step;
      const int spread = to_int(slope * kBlock, 0, kBlock) + 3;
      const int first = at - whole - spread;
      const int last = at - whole + frames + spread;
      float straight[4 * kBlock];
      const float* base = memory;
      int now = at;
      if (first < 0 && last > 0) {
        // It crosses the end of the ring: a straight copy of it.
        for (int i = first; i < 0; ++i) straight[i - first] = memory[i + length];
        for (int i = 0; i < last; ++i) straight[i - first] = memory[i];
        base = straight;
        now = at - first;
      } else if (first < 0) {
        now += length;
      }
      // A copy: what is written through `taps` might else be the delay, as far as the compiler
      // knows.
      Glide moving = delay;
      if (cubic) {
        for (int n = 0; n < frames; ++n) taps[n] = read_cubic(base, now + n, moving.next());
      } else {
        for (int n = 0; n < frames; ++n) taps[n] = read_linear(base, now + n, moving.next());
      }
      delay = moving;
    }
    void read_whole(float* taps, int frames, int samples) const {
      const int index = at - samples < 0 ? at - samples + length : at - samples;
      const int run = length - index < frames ? length - index : frames;
      for (int n = 0; n < run; ++n) taps[n] = memory[index + n];
      for (int n = run; n < frames; ++n) taps[n] = memory[n - run];
    }
    static float read_linear(const float* base, int now, float samples) {
      const int whole = static_cast<int>(samples);
      const float part = samples - static_cast<float>(whole);
      const float* here = base + (now - whole);
      return here[0] + part * (here[-1] - here[0]);
    }
    // Lagrange through the samples whole − 1 … whole + 2 ago, in Farrow's form.
    static float read_cubic(const float* base, int now, float samples) {
      const int whole = static_cast<int>(samples);
      const float d = samples - static_cast<float>(whole);
      const float* here = base + (now - whole);
      const float a = here[1], b = here[0], c = here[-1], e = here[-2];
      const float half = 0.5f * (a + c);
      const float c3 = (1.0f / 6.0f) * (e - a) + 0.5f * (b - c);
      const float c1 = c - (1.0f / 3.0f) * a - 0.5f * b - (1.0f / 6.0f) * e;
      return ((c3 * d + (half - b)) * d + c1) * d + b;
    }

    void absorb(float* taps, int frames, float bass_share, float treble_share) {
      const float bass = loss.bass - 1.0f;
      const float treble = loss.treble;
      const float step = middle.step;
      float slow = low, fast = high, gain = middle.value;
      const auto next = [&](float tap) {
        fast += treble_share * (tap - fast);
        const float shelved = fast + treble * (tap - fast);
        slow += bass_share * (shelved - slow);
        gain += step;
        return gain * (shelved + bass * slow);
      };
      int n = 0;
      for (; n + 4 <= frames; n += 4) {
        taps[n] = next(taps[n]);
        taps[n + 1] = next(taps[n + 1]);
        taps[n + 2] = next(taps[n + 2]);
        taps[n + 3] = next(taps[n + 3]);
      }
      for (; n < frames; ++n) taps[n] = next(taps[n]);
      low = slow, high = fast, middle.value = gain;
    }

    // A block is written straight on, past the end of the ring if it must; that part moves to its
    // start.
    void advance(int frames) {
      at += frames;
      if (at < length) return;
      at -= length;
      for (int n = 0; n < at; ++n) memory[n] = memory[length + n];
    }
  };

  float bounded(int line, float samples) const {
    return clamp(samples, kBlock + 4.0f, static_cast<float>(lines_[line].length - 4));
  }

  // In place, sum of squares times 16: the matrix whose row r, column c has the sign (−1)^|r & c|.
  static void hadamard(float* x) {
    for (int i = 0; i < kLines; i += 4) butterfly(x[i], x[i + 1], x[i + 2], x[i + 3]);
    for (int i = 0; i < 4; ++i) butterfly(x[i], x[i + 4], x[i + 8], x[i + 12]);
  }
  static void butterfly(float& a, float& b, float& c, float& d) {
    const float ab = a + b, a_b = a - b, cd = c + d, c_d = c - d;
    a = ab + cd;
    b = a_b + c_d;
    c = ab - cd;
    d = a_b - c_d;
  }

  float pool_[kPool] = {};
  Line lines_[kLines];
  float bass_share_ = 0.0f, treble_share_ = 1.0f;
};

}  // namespace ens
