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
  static constexpr int kPool = 30720;   // samples of all lines together
  static constexpr int kModulated = 8;  // lines 0…7 may move continuously
  static constexpr int kMargin = 4;     // samples a line keeps beyond its longest delay

  // Decay of one line: gain in the middle, and the ratios of the bass and the treble gain to it.
  struct Absorption {
    float middle, bass, treble;
  };

  // Cuts the pool; longest[i] in samples. False, and nothing changes, if they do not fit.
  bool lay_out(const int* longest) {
    int total = 0;
    for (int i = 0; i < kLines; ++i) total += longest[i] + kMargin;
    if (total > kPool) return false;
    int start = 0;
    for (int i = 0; i < kLines; ++i) {
      lines_[i] = Line();
      lines_[i].memory = pool_ + start;
      lines_[i].length = longest[i] + kMargin;
      start += lines_[i].length;
    }
    clear();
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
  // Corner of bass and treble as shares of a one-pole low-pass.
  void set_corners(float bass_share, float treble_share) {
    bass_share_ = bass_share;
    treble_share_ = treble_share;
  }

  // Takes one input per line, gives one output per line (before the matrix).
  void step(const float* in, float* out) {
    float mixed[kLines];
    for (int i = 0; i < kLines; ++i) {
      Line& line = lines_[i];
      const float tap = i < kModulated ? line.read_cubic() : line.read_linear();
      line.high = flush(line.high + treble_share_ * (tap - line.high));
      const float shelved = line.high + line.loss.treble * (tap - line.high);
      line.low = flush(line.low + bass_share_ * (shelved - line.low));
      out[i] = line.middle.next() * (shelved + (line.loss.bass - 1.0f) * line.low);
      mixed[i] = out[i];
    }
    hadamard(mixed);
    for (int i = 0; i < kLines; ++i) lines_[i].write(flush(0.25f * mixed[i] + in[i]));
  }

 private:
  struct Line {
    float* memory = nullptr;
    int length = 0;
    int at = 0;  // where the next sample goes
    Glide delay, middle;
    Absorption loss = {0.0f, 1.0f, 1.0f};
    float low = 0.0f, high = 0.0f;

    float behind(int samples) const {
      const int index = at - samples;
      return memory[index < 0 ? index + length : index];
    }
    float read_linear() {
      const float samples = delay.next();
      const int whole = static_cast<int>(samples);
      const float part = samples - static_cast<float>(whole);
      const float near = behind(whole);
      return near + part * (behind(whole + 1) - near);
    }
    float read_cubic() {
      const float samples = delay.next();
      const int whole = static_cast<int>(samples);
      const float d = samples - static_cast<float>(whole);
      const float a = behind(whole - 1), b = behind(whole), c = behind(whole + 1),
                  e = behind(whole + 2);
      const float up = d + 1.0f, down = d - 1.0f, far = d - 2.0f;
      return down * far * (0.5f * up * b - (1.0f / 6.0f) * d * a) +
             d * up * ((1.0f / 6.0f) * down * e - 0.5f * far * c);
    }
    void write(float sample) {
      memory[at] = sample;
      at = at + 1 == length ? 0 : at + 1;
    }
  };

  float bounded(int line, float samples) const {
    return clamp(samples, 2.0f, static_cast<float>(lines_[line].length - kMargin));
  }

  // In place, sum of squares times 16.
  static void hadamard(float* x) {
    for (int half = 1; half < kLines; half *= 2) {
      for (int i = 0; i < kLines; i += 2 * half) {
        for (int k = i; k < i + half; ++k) {
          const float sum = x[k] + x[k + half];
          x[k + half] = x[k] - x[k + half];
          x[k] = sum;
        }
      }
    }
  }

  float pool_[kPool] = {};
  Line lines_[kLines];
  float bass_share_ = 0.0f, treble_share_ = 1.0f;
};

}  // namespace ens
