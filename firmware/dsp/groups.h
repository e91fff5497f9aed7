// How many samples a loop takes at once.
//
// Processors of computers calculate four floats with one instruction; those of boards do not.
// Compilers use it in a loop of known length whose results lie in an array of its own. Every sample
// is calculated as before, so groups of any size give the same bits.
#pragma once

namespace ens {

#if defined(__SSE2__) || defined(__ARM_NEON)
inline constexpr int kGroupFrames = 16;
#else
inline constexpr int kGroupFrames = 1;
#endif

template <int kCount>
struct Group {
  static constexpr int count = kCount;
};

// Calls render(Group<n>(), at) for the n samples from `at` on, until all `frames` had their turn.
template <class Render>
void in_groups(int frames, Render render) {
  int at = 0;
  if constexpr (kGroupFrames > 1) {
    for (; at + kGroupFrames <= frames; at += kGroupFrames) render(Group<kGroupFrames>(), at);
  }
  for (; at < frames; ++at) render(Group<1>(), at);
}

}  // namespace ens
