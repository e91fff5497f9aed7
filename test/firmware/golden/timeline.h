// The fixed performance behind the golden hashes: 2 s of every mode in every voice space, network,
// training, notes and engine included, told in integers so that every target and TypeScript play
// the same.
//
// scripts/golden/performance.ts is its twin; change both.
#pragma once

#include <bit>
#include <cstdint>

#include "abi/mode_config.h"
#include "core/same_text.h"
#include "engines/engine_list.h"
#include "registry.h"

namespace ens_test {

inline constexpr std::uint32_t kGoldenTicks = 1500;
inline constexpr std::uint32_t kMaxUnits = 128;

// FNV-1a over 32-bit words (Fowler, Noll, Vo).
class Hash {
 public:
  void add(std::uint32_t word) { value_ = (value_ ^ word) * 16777619u; }
  void add(const float* samples, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) add(std::bit_cast<std::uint32_t>(samples[i]));
  }
  std::uint32_t value() const { return value_; }

 private:
  std::uint32_t value_ = 2166136261u;
};

// Bursts of noise, each half as loud as the last, from a congruential generator: exact in float32.
class Signal {
 public:
  float next() {
    random_ = random_ * 1664525u + 1013904223u;
    const std::uint32_t softer = (frame_++ >> 11) & 7u;
    const std::int32_t noise = static_cast<std::int32_t>(random_) >> (8 + softer);
    return static_cast<float>(noise) * (1.0f / 16777216.0f);
  }

 private:
  std::uint32_t random_ = 1;
  std::uint32_t frame_ = 0;
};

// A triangle between 0 and 1 for each channel, each at its own pace.
inline std::uint32_t channel_at(std::uint32_t tick, std::uint32_t channel) {
  const std::uint32_t phase = (tick * (3 + 2 * channel) * 44 + channel * 9000) & 0xffffu;
  return phase <= 32768 ? phase : 65536 - phase;
}

inline bool moves_itself(const char* name) {
  const auto starts = [name](const char* with) {
    for (const char* at = name; *with != '\0'; ++at, ++with) {
      if (*at != *with) return false;
    }
    return true;
  };
  return starts("midi_") || starts("audio_") || starts("wander_");
}

// Few examples, so that a host with little memory plays every mode.
inline EnsConfig golden_config(const ens::mode::Mode& mode) {
  EnsConfig config = ens::mode_config(mode);
  config.example_capacity = 4;
  return config;
}

inline void teach(EnsInstrument* instrument, const ens::mode::Mode& mode) {
  std::uint16_t inputs[kMaxUnits];
  std::uint16_t params[kMaxUnits];
  for (std::uint32_t example = 0; example < 2; ++example) {
    for (std::uint32_t i = 0; i < mode.channel_count; ++i) {
      inputs[i] = static_cast<std::uint16_t>(4000 + 24000 * example);
    }
    for (std::uint32_t i = 0; i < mode.param_count; ++i) {
      params[i] =
          static_cast<std::uint16_t>((i * (1237 + 1476 * example) + 9000 * example) % 32769);
    }
    ens_add_example(instrument, inputs, params);
  }
  ens_set_train_budget(instrument, 5);
}

inline void play_keys(EnsInstrument* instrument, std::uint32_t tick) {
  if (tick % 100 == 0) ens_note_on(instrument, 48 + tick / 100 * 7 % 24, 20000);
  if (tick % 100 == 60) ens_note_off(instrument, 48 + tick / 100 * 7 % 24);
  if (tick % 250 == 0) ens_midi_in(instrument, 0xe0, 0, tick / 250 * 20 % 128);
  if (tick % 300 == 0) ens_midi_in(instrument, 0xb0, 1, tick / 300 * 31 % 128);
}

template <class... Engines>
struct Drones {
  static bool named(const char* engine_id) {
    return ((Engines::kInfo.drones && ens::same_text(Engines::kInfo.engine_id, engine_id)) || ...);
  }
};

// Whether a mode plays notes and sounds by itself until the first.
inline bool drones(const ens::mode::Mode& mode) {
  return ens::AllEngines<Drones>::named(mode.engine_id);
}

// The hash of samples, params and MIDI messages; `train`: it begins to train on the way.
inline std::uint32_t perform(EnsInstrument* instrument, const ens::mode::Mode& mode, bool train,
                             bool keys) {
  Hash hash;
  Signal signal;
  float left[ENS_TICK_FRAMES];
  float right[ENS_TICK_FRAMES];
  std::uint16_t params[kMaxUnits];
  for (std::uint32_t tick = 0; tick < kGoldenTicks; ++tick) {
    for (std::uint32_t i = 0; i < mode.channel_count; ++i) {
      if (!moves_itself(mode.channel_names[i])) ens_set_input(instrument, i, channel_at(tick, i));
    }
    if (train && tick == 100) ens_train_begin(instrument);
    if (keys) play_keys(instrument, tick);
    for (float& x : left) x = signal.next();
    ens_process(instrument, left, left, left, right, ENS_TICK_FRAMES);
    hash.add(left, ENS_TICK_FRAMES);
    hash.add(right, ENS_TICK_FRAMES);
    ens_read_params(instrument, params);
    for (std::uint32_t i = 0; i < mode.param_count; ++i) hash.add(params[i]);
    for (std::uint32_t event = ens_next_event(instrument); event != 0;
         event = ens_next_event(instrument)) {
      hash.add(event);
    }
  }
  return hash.value();
}

// Plays `mode` in a voice space in `memory`; 0 if it cannot. `keys`: though it sounds by itself.
inline std::uint32_t golden(const ens::mode::Mode& mode, std::uint32_t voice_space, void* memory,
                            std::uint32_t bytes, bool keys) {
  const EnsConfig config = golden_config(mode);
  EnsInstrument* instrument = nullptr;
  if (ens_create(&config, memory, bytes, &instrument) != ENS_OK) return 0;
  ens_set_voice_space(instrument, voice_space);
  teach(instrument, mode);
  const std::uint32_t hash = perform(instrument, mode, true, keys || !drones(mode));
  ens_destroy(instrument);
  return hash;
}

}  // namespace ens_test
