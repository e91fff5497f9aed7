#include "device/device.h"

#include "core/crc32.h"
#include "training.h"
#include "wasm/handle.h"

namespace ens {

EnsConfig config_of(const mode::Mode& mode) {
  EnsConfig config{};
  config.engine_id = mode.engine_id;
  config.mode_id = mode.mode_id;
  config.channels = mode.channel_names;
  config.params = mode.param_names;
  config.layers = mode.layers;
  config.layer_count = static_cast<std::uint32_t>(mode.layer_count);
  config.sample_rate_hz = 48000.0f;
  config.seed = kDeviceSeed;
  config.default_spread = static_cast<std::uint32_t>(mode.default_spread * 32768.0 + 0.5);
  config.learning_rate = static_cast<float>(mode::kLearningRate);
  config.max_iterations = mode::kMaxIterations;
  config.min_error = static_cast<float>(mode::kMinError);
  config.example_capacity = kDeviceExamples;
  return config;
}

EnsStatus Device::select(std::size_t index) {
  if (index >= modes_.count) return ENS_BAD_VALUE;
  const EnsConfig config = config_of(modes_.modes[index]);
  EnsStatus status = ENS_OK;
  const std::uint32_t bytes = ens_instance_bytes(&config, &status);
  if (bytes == 0) return status;
  if (bytes > memory_.arena_size) return ENS_NO_MEMORY;
  board_.pause_audio();
  if (instrument_ != nullptr) ens_destroy(instrument_);
  status = ens_create(&config, memory_.arena, static_cast<std::uint32_t>(memory_.arena_size),
                      &instrument_);
  if (status != ENS_OK) return status;
  selected_ = index;
  if (modes_.kernels != nullptr) instrument_->network.store().use(modes_.kernels[index]);
  ens_driver(instrument_, &driver_);
  std::size_t size = 0;
  if (board_.load(key(), memory_.scratch, memory_.scratch_size, size) == FlashStatus::kOk) {
    // A file of other firmware may not fit any more; the instrument then starts untaught.
    ens_load(instrument_, memory_.scratch, static_cast<std::uint32_t>(size));
  }
  board_.resume_audio(instrument_, driver_);
  return ENS_OK;
}

FlashStatus Device::keep() {
  std::uint32_t size = 0;
  const auto capacity = static_cast<std::uint32_t>(memory_.scratch_size);
  if (ens_save(instrument_, memory_.scratch, capacity, &size) != ENS_OK)
    return FlashStatus::kFailed;
  return board_.keep(key(), memory_.scratch, size);
}

FlashStatus Device::forget() {
  return board_.forget(key());
}

std::uint32_t Device::key() const {
  const char* id = mode().mode_id;
  std::size_t size = 0;
  while (id[size] != '\0') ++size;
  return crc32(reinterpret_cast<const std::uint8_t*>(id), size) & 0x7fffffffu;
}

}  // namespace ens
