// An engine on a test bench: memory, a stereo recording, and settings drawn from a seed.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <vector>

#include "dsp/noise.h"
#include "dsp/sine.h"
#include "engines/registry.h"

namespace ens_test {

struct Stereo {
  std::vector<float> left;
  std::vector<float> right;
};

class Rig {
 public:
  explicit Rig(const ens::EngineKind& kind, float sample_rate = 48000.0f)
      : memory_(new Block[kind.bytes / sizeof(Block) + 1]), engine_(kind.make(memory_.get())) {
    engine_->prepare(sample_rate);
  }
  ens::Engine* operator->() { return engine_; }

  // Renders `frames` with the given input (silence if null), cut into blocks of `block`.
  Stereo render(std::size_t frames, const Stereo* input = nullptr, std::size_t block = 4096) {
    Stereo out{std::vector<float>(frames), std::vector<float>(frames)};
    for (std::size_t at = 0; at < frames; at += block) {
      const std::size_t part = frames - at < block ? frames - at : block;
      engine_->process(input == nullptr ? nullptr : input->left.data() + at,
                       input == nullptr ? nullptr : input->right.data() + at, out.left.data() + at,
                       out.right.data() + at, part);
    }
    return out;
  }

  // The same as the engine made it, before it is bounded.
  Stereo render_unfinished(std::size_t frames, const Stereo* input = nullptr) {
    Stereo out{std::vector<float>(frames), std::vector<float>(frames)};
    engine_->process_unfinished(input == nullptr ? nullptr : input->left.data(),
                                input == nullptr ? nullptr : input->right.data(), out.left.data(),
                                out.right.data(), frames);
    return out;
  }

  // Sets a slot by name; false if there is none.
  bool set(const char* name, float unit) {
    const ens::EngineInfo& info = engine_->info();
    for (std::size_t i = 0; i < info.slots.size(); ++i) {
      const char* a = name;
      const char* b = info.slots[i].name;
      while (*a != '\0' && *a == *b) ++a, ++b;
      if (*a == *b) {
        engine_->set_param(i, ens::Unit::from_ratio(unit));
        return true;
      }
    }
    std::printf("no slot %s in %s\n", name, info.engine_id);
    return false;
  }

 private:
  struct alignas(64) Block {
    unsigned char bytes[64];
  };
  std::unique_ptr<Block[]> memory_;
  ens::Engine* engine_;
};

// Whether an engine is silent until it plays a note.
inline bool needs_note(const ens::EngineKind& kind) {
  return kind.info->plays_notes && !kind.info->drones;
}

// Random slots; one in four at an end of its range.
inline void randomise(ens::Engine& engine, ens::Noise& random) {
  for (std::size_t i = 0; i < engine.info().slots.size(); ++i) {
    const std::uint32_t q = random.below(32769);
    const std::uint32_t end = random.below(8);
    engine.set_param(i, ens::Unit::from_q15(end == 0   ? std::uint16_t{0}
                                            : end == 1 ? std::uint16_t{32768}
                                                       : static_cast<std::uint16_t>(q)));
  }
}

inline float largest(const std::vector<float>& x) {
  float most = 0.0f;
  for (const float sample : x) most = std::fmax(most, std::fabs(sample));
  return most;
}

inline float largest_step(const std::vector<float>& x) {
  float most = 0.0f;
  for (std::size_t i = 1; i < x.size(); ++i) most = std::fmax(most, std::fabs(x[i] - x[i - 1]));
  return most;
}

// FNV-1a over the bits of both channels.
inline std::uint64_t hash(const Stereo& sound) {
  std::uint64_t h = 14695981039346656037u;
  for (const std::vector<float>* channel : {&sound.left, &sound.right}) {
    for (const float sample : *channel) {
      h = (h ^ std::bit_cast<std::uint32_t>(sample)) * 1099511628211u;
    }
  }
  return h;
}

}  // namespace ens_test
