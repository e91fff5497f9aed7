// Cascades half-band filters.
#include "host/resampler.h"

namespace ens::host {
namespace {

void copy(const float* from, float* to, int frames) {
  for (int i = 0; i < frames; ++i) to[i] = from[i];
}

}  // namespace

void Resampler::up(const float* base, float* host, int frames, std::uint32_t factor) {
  if (factor == 1) return copy(base, host, frames);
  if (factor == 2) return lower_.up(base, host, frames);
  float twice[2 * kMaxFrames];
  lower_.up(base, twice, frames);
  // A stage takes 64 frames at once.
  for (int part = 0; part < 2; ++part)
    upper_.up(twice + part * frames, host + 2 * part * frames, frames);
}

void Resampler::down(const float* host, float* base, int frames, std::uint32_t factor) {
  if (factor == 1) return copy(host, base, frames);
  if (factor == 2) return lower_.down(host, base, frames);
  float twice[2 * kMaxFrames];
  for (int part = 0; part < 2; ++part)
    upper_.down(host + 2 * part * frames, twice + part * frames, frames);
  lower_.down(twice, base, frames);
}

}  // namespace ens::host
