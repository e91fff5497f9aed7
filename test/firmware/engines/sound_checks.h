// What is wrong with a sound as an engine made it, before anything bounded it or silenced what is
// no number; and the performances it is looked for in.
#pragma once

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

#include "firmware/engines/rig.h"

namespace ens_test {

// How loud a sound may be before it is bounded: overshoot of the last filter behind a ceiling.
inline constexpr float kFullScale = 1.5f;
// The most half a second may lie off the middle.
inline constexpr float kMostDc = 0.02f;

inline std::size_t spaces_of(const ens::EngineKind& kind) {
  const std::size_t count = kind.info->voice_spaces.size();
  return count == 0 ? 1 : count;
}

// The first fault of a channel; null if there is none.
inline const char* fault_of(const std::vector<float>& x) {
  for (const float sample : x) {
    if (std::isnan(sample)) return "not a number";
    if (std::isinf(sample)) return "infinite";
    if (std::fabs(sample) > kFullScale) return "over full scale";
    if (sample != 0.0f && std::fabs(sample) < 1.1754944e-38f) return "denormal";
  }
  return nullptr;
}

inline const char* fault_of(const Stereo& sound) {
  const char* left = fault_of(sound.left);
  return left != nullptr ? left : fault_of(sound.right);
}

inline float dc_of(const Stereo& sound) {
  double left = 0.0, right = 0.0;
  for (const float sample : sound.left) left += static_cast<double>(sample);
  for (const float sample : sound.right) right += static_cast<double>(sample);
  const double most = std::fmax(std::fabs(left), std::fabs(right));
  return static_cast<float>(most / static_cast<double>(sound.left.size()));
}

// A tone and noise at a hot line level.
inline Stereo hot_line(std::size_t frames) {
  Stereo in{std::vector<float>(frames), std::vector<float>(frames)};
  ens::Noise noise(11);
  std::uint32_t phase = 0;
  for (std::size_t i = 0; i < frames; ++i) {
    phase += ens::phase_step(330.0f, 48000.0f);
    in.left[i] = 0.7f * ens::sine(phase) + 0.2f * noise.white();
    in.right[i] = 0.8f * in.left[i] + 0.1f * noise.white();
  }
  return in;
}

// A tone whose own steps are small.
inline Stereo low_tone(std::size_t frames) {
  Stereo in{std::vector<float>(frames), std::vector<float>(frames)};
  for (std::size_t i = 0; i < frames; ++i) {
    const auto phase = static_cast<std::uint32_t>(i) * ens::phase_step(110.0f, 48000.0f);
    in.left[i] = 0.5f * ens::sine(phase);
    in.right[i] = 0.4f * ens::sine(phase);
  }
  return in;
}

// Where the slots are: each at either end with the others at their defaults, then all low, all high
// and scattered.
inline std::size_t corner_count(const ens::EngineKind& kind) {
  return 2 * kind.info->slots.size() + 3;
}

inline void set_corner(ens::Engine& engine, std::size_t corner) {
  const std::size_t slots = engine.info().slots.size();
  if (corner < 2 * slots) {
    engine.set_param(corner / 2, ens::Unit::from_ratio(corner % 2 == 0 ? 0.0f : 1.0f));
    return;
  }
  for (std::size_t i = 0; i < slots; ++i) {
    const auto scattered = static_cast<std::uint16_t>((i * 20252 + 7000) % 32769);
    const std::size_t which = corner - 2 * slots;
    engine.set_param(i, which == 2 ? ens::Unit::from_q15(scattered)
                                   : ens::Unit::from_ratio(static_cast<float>(which)));
  }
}

struct Fault {
  const char* what = nullptr;
  std::size_t space = 0;
  std::size_t corner = 0;  // see set_corner
  int key = -1;            // the last that was played
};

// Every voice space and corner, 25 ms each, with keys from all over the keyboard.
inline Fault first_fault(const ens::EngineKind& kind) {
  const Stereo in = hot_line(300);
  for (std::size_t space = 0; space < spaces_of(kind); ++space) {
    for (std::size_t corner = 0; corner < corner_count(kind); ++corner) {
      Rig rig(kind);
      rig->set_voice_space(space);
      set_corner(*rig.operator->(), corner);
      for (int turn = 0; turn < 4; ++turn) {
        const int key = static_cast<int>((corner * 4 + static_cast<std::size_t>(turn)) * 29 % 128);
        // The first turn of what sounds without is without.
        if (kind.info->plays_notes && !(kind.info->drones && turn == 0)) {
          rig->note_on(static_cast<std::uint8_t>(key), ens::Unit::from_ratio(1.0f));
        }
        const char* what = fault_of(rig.render_unfinished(300, &in));
        if (what != nullptr) return {what, space, corner, kind.info->plays_notes ? key : -1};
      }
    }
  }
  return {};
}

// The largest mean of half a second in any voice space, with all slots at rest, low, high and
// scattered.
inline float largest_dc(const ens::EngineKind& kind) {
  const Stereo in = hot_line(24000);
  float most = 0.0f;
  for (std::size_t space = 0; space < spaces_of(kind); ++space) {
    for (std::size_t corner = 0; corner < 4; ++corner) {
      Rig rig(kind);
      rig->set_voice_space(space);
      if (corner > 0) set_corner(*rig.operator->(), corner_count(kind) - corner);
      if (needs_note(kind)) rig->note_on(57, ens::Unit::from_ratio(1.0f));
      rig.render_unfinished(24000, &in);
      most = std::fmax(most, dc_of(rig.render_unfinished(24000, &in)));
    }
  }
  return most;
}

// Share of the ticks, from two seconds after the sound was let go, that reckon with denormals:
// slow without flush-to-zero, and other bits with it. 0 where the processor does not tell.
inline float denormal_share(const ens::EngineKind& kind, std::size_t space) {
#if defined(__SSE__)
  constexpr unsigned kDenormalOperand = 0x2;
  Rig rig(kind);
  rig->set_voice_space(space);
  const Stereo in = hot_line(4800);
  if (needs_note(kind)) rig->note_on(57, ens::Unit::from_ratio(1.0f));
  rig.render_unfinished(4800, &in);
  rig->all_notes_off();
  rig.render_unfinished(2 * 48000);
  int slow = 0;
  constexpr int kTicks = 750;
  for (int tick = 0; tick < kTicks; ++tick) {
    _mm_setcsr(_mm_getcsr() & ~kDenormalOperand);
    rig.render_unfinished(ens::kTickFrames);
    slow += (_mm_getcsr() & kDenormalOperand) != 0 ? 1 : 0;
  }
  return static_cast<float>(slow) / kTicks;
#else
  static_cast<void>(kind);
  static_cast<void>(space);
  return 0.0f;
#endif
}

inline float largest_step(const Stereo& sound) {
  return std::fmax(largest_step(sound.left), largest_step(sound.right));
}

// The largest step in what a jump of a slot adds to the sound within a tick, in either channel,
// over twice the steps of the sound itself: the same performance with and without the jump, so that
// what plays by itself cancels.
inline float click_of(const ens::EngineKind& kind, std::size_t space, std::size_t slot, bool up) {
  const Stereo in = low_tone(2400);
  Stereo sound[2];
  for (int with = 0; with < 2; ++with) {
    Rig rig(kind);
    rig->set_voice_space(space);
    rig->set_param(slot, ens::Unit::from_ratio(up ? 0.0f : 1.0f));
    if (needs_note(kind)) rig->note_on(57, ens::Unit::from_ratio(0.8f));
    rig.render_unfinished(2400, &in);
    if (with == 1) rig->set_param(slot, ens::Unit::from_ratio(up ? 1.0f : 0.0f));
    sound[with] = rig.render_unfinished(ens::kTickFrames, &in);
  }
  const float own = 2.0f * largest_step(sound[0]);
  for (std::size_t i = 0; i < ens::kTickFrames; ++i) {
    sound[1].left[i] -= sound[0].left[i];
    sound[1].right[i] -= sound[0].right[i];
  }
  const float first = std::fmax(std::fabs(sound[1].left[0]), std::fabs(sound[1].right[0]));
  return std::fmax(first, largest_step(sound[1])) - own;
}

}  // namespace ens_test
