// An instrument for tests: made through the C ABI in a heap block of exactly the size it asked for,
// so that a sanitizer sees the first byte written beyond it.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "abi/abi.h"
#include "firmware/check.h"

namespace ens_test {

// Unit values.
using Units = std::vector<std::uint16_t>;
using Bytes = std::vector<std::uint8_t>;

struct Mode {
  std::string engine_id;
  std::vector<const char*> channels;
  std::vector<const char*> params;
  std::vector<std::uint32_t> hidden = {10, 10};
  std::uint32_t seed = 7;
  std::uint32_t example_capacity = 16;
  float sample_rate_hz = 48000.0f;
};

inline std::uint32_t engine_index(const std::string& engine_id) {
  for (std::uint32_t i = 0; i < ens_engine_count(); ++i) {
    if (engine_id == ens_engine_id(i)) return i;
  }
  return ens_engine_count();
}

// Every slot of the engine as a param, in the engine's order.
inline std::vector<const char*> all_slots(const std::string& engine_id) {
  const std::uint32_t engine = engine_index(engine_id);
  std::vector<const char*> names;
  for (std::uint32_t i = 0; i < ens_engine_slot_count(engine); ++i) {
    names.push_back(ens_engine_slot_name(engine, i));
  }
  return names;
}

inline std::vector<std::uint32_t> layers_of(const Mode& mode) {
  std::vector<std::uint32_t> layers = {static_cast<std::uint32_t>(mode.channels.size())};
  layers.insert(layers.end(), mode.hidden.begin(), mode.hidden.end());
  layers.push_back(static_cast<std::uint32_t>(mode.params.size()));
  return layers;
}

inline EnsConfig config_of(const Mode& mode, const std::vector<std::uint32_t>& layers) {
  EnsConfig config = {};
  config.engine_id = mode.engine_id.c_str();
  config.mode_id = "test";
  config.channels = mode.channels.data();
  config.params = mode.params.data();
  config.layers = layers.data();
  config.layer_count = static_cast<std::uint32_t>(layers.size());
  config.sample_rate_hz = mode.sample_rate_hz;
  config.seed = mode.seed;
  config.default_spread = 16384;
  config.learning_rate = 1.0f;
  config.max_iterations = 1000;
  config.min_error = 0.001f;
  config.example_capacity = mode.example_capacity;
  return config;
}

class Player {
 public:
  explicit Player(const Mode& mode) : layers_(layers_of(mode)) {
    const EnsConfig config = config_of(mode, layers_);
    const std::uint32_t bytes = ens_instance_bytes(&config, &status_);
    if (bytes == 0) return;
    block_ = std::aligned_alloc(16, bytes);
    status_ = ens_create(&config, block_, bytes, &handle_);
  }
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;
  ~Player() { std::free(block_); }

  EnsStatus status() const { return status_; }
  EnsInstrument* operator*() const { return handle_; }
  std::size_t inputs() const { return layers_.front(); }
  std::size_t params() const { return layers_.back(); }

  // Plays silence in; left and right, one after the other sample by sample.
  std::vector<float> play(std::uint32_t frames, std::uint32_t block = 64) {
    std::vector<float> sound;
    std::vector<float> left(block);
    std::vector<float> right(block);
    for (std::uint32_t done = 0; done < frames; done += block) {
      const std::uint32_t part = frames - done < block ? frames - done : block;
      ens_process(handle_, nullptr, nullptr, left.data(), right.data(), part);
      for (std::uint32_t i = 0; i < part; ++i) {
        sound.push_back(left[i]);
        sound.push_back(right[i]);
      }
    }
    return sound;
  }

  Units read_inputs() const {
    Units values(inputs());
    ens_read_inputs(handle_, values.data());
    return values;
  }
  Units read_params() const {
    Units values(params());
    ens_read_params(handle_, values.data());
    return values;
  }
  Units map(const Units& at) const {
    Units values(params());
    ens_map(handle_, at.data(), values.data());
    return values;
  }
  // The params after a tick.
  Units sounding() {
    play(ENS_TICK_FRAMES);
    return read_params();
  }

  // The taught file.
  Bytes saved() const {
    Bytes file(ens_save_bytes(handle_));
    std::uint32_t written = 0;
    CHECK_EQUAL(ens_save(handle_, file.data(), static_cast<std::uint32_t>(file.size()), &written),
                ENS_OK);
    CHECK_EQUAL(written, file.size());
    return file;
  }
  EnsStatus load(const Bytes& file) const {
    return ens_load(handle_, file.data(), static_cast<std::uint32_t>(file.size()));
  }

 private:
  std::vector<std::uint32_t> layers_;
  void* block_ = nullptr;
  EnsInstrument* handle_ = nullptr;
  EnsStatus status_ = ENS_OK;
};

inline double loudness(const std::vector<float>& sound) {
  double sum = 0.0;
  for (const float x : sound) sum += static_cast<double>(x) * static_cast<double>(x);
  return sound.empty() ? 0.0 : sum / static_cast<double>(sound.size());
}

}  // namespace ens_test
