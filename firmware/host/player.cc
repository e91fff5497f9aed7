// Creating, remaking and saving an instrument of a plugin host. How it sounds: playing.cc.
#include "host/player.h"

#include <algorithm>

namespace ens::host {
namespace {

std::uint32_t inputs_of(const mode::Mode& mode) {
  return static_cast<std::uint32_t>(mode.channel_count);
}
std::uint32_t params_of(const mode::Mode& mode) {
  return static_cast<std::uint32_t>(mode.param_count);
}

bool is_training(const EnsInstrument* instrument) {
  EnsTrainProgress progress = {};
  ens_train_progress(instrument, &progress);
  return progress.state == ENS_TRAIN_RUNNING;
}

std::vector<std::uint8_t> file_of(EnsInstrument* instrument) {
  std::vector<std::uint8_t> file(ens_save_bytes(instrument));
  std::uint32_t written = 0;
  const auto room = static_cast<std::uint32_t>(file.size());
  if (ens_save(instrument, file.data(), room, &written) != ENS_OK) written = 0;
  file.resize(written);
  return file;
}

void copy_examples(const EnsInstrument* from, EnsInstrument* to) {
  std::uint16_t inputs[ENS_MAX_INPUTS];
  std::uint16_t params[ENS_MAX_OUTPUTS];
  for (std::uint32_t i = 0; i < ens_example_count(from); ++i) {
    if (ens_read_example(from, i, inputs, params) == ENS_OK) ens_add_example(to, inputs, params);
  }
}

void copy_choices(const EnsInstrument* from, EnsInstrument* to) {
  std::uint16_t locks[ENS_MAX_OUTPUTS];
  ens_set_scale(to, ens_scale(from));
  if (ens_read_locks(from, locks) == ENS_OK) ens_set_locks(to, locks);
}

// The largest taught file of a mode: that of an instrument full of examples, in a
// scale, all params locked.
std::size_t largest_file(const mode::Mode& mode, std::uint32_t base_hz) {
  Block full;
  if (full.open(mode, base_hz, ENS_FIRST_SEED) != ENS_OK) return 0;
  const std::uint16_t inputs[ENS_MAX_INPUTS] = {};
  const std::uint16_t params[ENS_MAX_OUTPUTS] = {};
  while (ens_add_example(full.instrument(), inputs, params) == ENS_OK) {
  }
  ens_set_locks(full.instrument(), params);
  ens_set_scale(full.instrument(), ENS_SCALE_CHROMATIC);
  return ens_save_bytes(full.instrument());
}

}  // namespace

std::unique_ptr<Player> Player::open(const mode::Mode& mode, const PlayerOptions& options,
                                     EnsStatus* status) {
  std::unique_ptr<Player> player(new Player(mode, options.seed));
  *status = player->begin(options);
  if (*status != ENS_OK) return nullptr;
  return player;
}

EnsStatus Player::begin(const PlayerOptions& options) {
  std::fill(std::begin(inputs_), std::end(inputs_), kFree);
  std::fill(std::begin(params_), std::end(params_), kFree);
  rate_ = plan_rate(options.rate_hz);
  const EnsStatus status = block_.open(mode_, rate_.base_hz, seed_);
  if (status != ENS_OK) return status;
  ens_set_train_budget(block_.instrument(), train_budget_);
  EnsDriverConfig driver = {};
  ens_driver(block_.instrument(), &driver);
  listens_ = driver.input != ENS_INPUT_NONE;
  if (options.publishes) {
    snapshot_ = std::make_unique<Snapshot>(largest_file(mode_, rate_.base_hz));
    publish();
  }
  return ENS_OK;
}

std::uint32_t Player::latency_frames() const {
  if (rate_.factor == 1) return 0;
  const std::uint32_t one_way = Resampler::delay(rate_.factor) + rate_.factor - 1;
  return listens_ ? one_way + Resampler::delay(rate_.factor) : one_way;
}

EnsStatus Player::set_input(std::uint32_t index, std::uint32_t unit) {
  const EnsStatus status = ens_set_input(instrument(), index, unit);
  if (status == ENS_OK) inputs_[index] = static_cast<std::uint16_t>(unit);
  return status;
}

EnsStatus Player::release_input(std::uint32_t index) {
  if (index < inputs_of(mode_) && inputs_[index] == kFree) return ENS_OK;
  const EnsStatus status = ens_release_input(instrument(), index);
  if (status == ENS_OK) inputs_[index] = kFree;
  return status;
}

void Player::read_hand(std::uint16_t* inputs) const {
  for (std::uint32_t i = 0; i < inputs_of(mode_); ++i) {
    if (inputs_[i] != kFree) inputs[i] = inputs_[i];
  }
}

EnsStatus Player::set_param(std::uint32_t param, std::uint32_t unit) {
  const EnsStatus status = ens_set_param(instrument(), param, unit);
  if (status == ENS_OK) params_[param] = static_cast<std::uint16_t>(unit);
  return status;
}

EnsStatus Player::release_param(std::uint32_t param) {
  const EnsStatus status = ens_release_param(instrument(), param);
  if (status == ENS_OK) params_[param] = kFree;
  return status;
}

EnsStatus Player::release_params() {
  std::fill(std::begin(params_), std::end(params_), kFree);
  return ens_release_params(instrument());
}

EnsStatus Player::lock_param(std::uint32_t param) {
  return ens_lock_param(instrument(), param);
}

EnsStatus Player::unlock_param(std::uint32_t param) {
  std::uint16_t before[ENS_MAX_OUTPUTS];
  ens_read_locks(instrument(), before);
  const EnsStatus status = ens_unlock_param(instrument(), param);
  if (status == ENS_OK) forget_unlocked(before);
  return status;
}

void Player::forget_unlocked(const std::uint16_t* before) {
  std::uint16_t now[ENS_MAX_OUTPUTS];
  ens_read_locks(instrument(), now);
  for (std::uint32_t i = 0; i < params_of(mode_); ++i) {
    if (before[i] != ENS_NOT_LOCKED && now[i] == ENS_NOT_LOCKED) params_[i] = kFree;
  }
}

EnsStatus Player::begin_exploring(std::uint32_t seed) {
  const EnsStatus status = ens_explore_begin(instrument(), seed);
  if (status == ENS_OK) std::fill(std::begin(params_), std::end(params_), kFree);
  return status;
}

EnsStatus Player::end_exploring() {
  std::uint16_t heard[ENS_MAX_OUTPUTS];
  EnsStatus status = ens_explore_params(instrument(), heard);
  if (status == ENS_OK) status = ens_explore_end(instrument());
  if (status == ENS_OK) std::copy_n(heard, params_of(mode_), params_);
  return status;
}

EnsStatus Player::set_train_budget(std::uint32_t budget) {
  train_budget_ = budget;
  return ens_set_train_budget(instrument(), budget);
}

void Player::hold_again(EnsInstrument* instrument) const {
  for (std::uint32_t i = 0; i < inputs_of(mode_); ++i) {
    if (inputs_[i] != kFree) ens_set_input(instrument, i, inputs_[i]);
  }
  for (std::uint32_t i = 0; i < params_of(mode_); ++i) {
    if (params_[i] != kFree) ens_set_param(instrument, i, params_[i]);
  }
}

void Player::clear_buffers() {
  phase_ = 0;
  waiting_count_ = 0;
  for (int side = 0; side < 2; ++side) {
    down_[side].reset();
    up_[side].reset();
    std::fill(std::begin(ready_[side]), std::end(ready_[side]), 0.0f);
  }
}

EnsStatus Player::reset() {
  clear_buffers();
  return ens_reset(instrument());
}

EnsStatus Player::remake(const RatePlan& rate, std::uint32_t seed, bool keep_network) {
  Block next;
  EnsStatus status = next.open(mode_, rate.base_hz, seed);
  if (status != ENS_OK) return status;
  EnsTrainConfig config = {};
  ens_train_config(instrument(), &config);
  constexpr std::uint32_t kAll =
      ENS_TRAIN_LEARNING_RATE | ENS_TRAIN_MAX_ITERATIONS | ENS_TRAIN_MIN_ERROR;
  ens_set_train_config(next.instrument(), &config, kAll);
  ens_set_voice_space(next.instrument(), ens_voice_space(instrument()));
  ens_set_train_budget(next.instrument(), train_budget_);
  end_exploring();
  hold_again(next.instrument());
  if (keep_network) {
    const std::vector<std::uint8_t> file = file_of(instrument());
    status = ens_load(next.instrument(), file.data(), static_cast<std::uint32_t>(file.size()));
    if (status != ENS_OK) return status;
    if (is_training(instrument())) ens_train_begin(next.instrument());
  } else {
    copy_examples(instrument(), next.instrument());
    copy_choices(instrument(), next.instrument());
  }
  block_.swap(next);
  rate_ = rate;
  seed_ = seed;
  clear_buffers();
  touch();
  return ENS_OK;
}

EnsStatus Player::set_rate(double rate_hz) {
  const RatePlan rate = plan_rate(rate_hz);
  if (rate.host_hz == rate_.host_hz) return ENS_OK;
  return remake(rate, seed_, true);
}

EnsStatus Player::set_seed(std::uint32_t seed) {
  return remake(rate_, seed, false);
}

std::vector<std::uint8_t> Player::save() const {
  return file_of(instrument());
}

EnsStatus Player::load(const std::uint8_t* file, std::size_t bytes) {
  // A file that is refused must not cost a training: it is tried on another instrument first.
  Block trial;
  const auto size = static_cast<std::uint32_t>(bytes);
  EnsStatus status = trial.open(mode_, rate_.base_hz, seed_);
  if (status == ENS_OK) status = ens_load(trial.instrument(), file, size);
  if (status != ENS_OK) return status;
  ens_train_cancel(instrument());
  std::uint16_t before[ENS_MAX_OUTPUTS];
  ens_read_locks(instrument(), before);
  status = ens_load(instrument(), file, size);
  forget_unlocked(before);
  touch();
  if (snapshot_ != nullptr) publish();
  return status;
}

EnsStatus Player::choose(const mode::Preset& preset) {
  Block fresh;
  EnsStatus status = fresh.open(mode_, rate_.base_hz, ENS_FIRST_SEED);
  const std::uint16_t* row = preset.examples;
  for (std::size_t i = 0; i < preset.example_count && status == ENS_OK; ++i) {
    status = ens_add_example(fresh.instrument(), row, row + mode_.channel_count);
    row += mode_.channel_count + mode_.param_count;
  }
  if (status != ENS_OK) return status;
  copy_choices(instrument(), fresh.instrument());
  const std::vector<std::uint8_t> file = file_of(fresh.instrument());
  status = load(file.data(), file.size());
  if (status != ENS_OK) return status;
  end_exploring();
  release_params();
  return ens_set_voice_space(instrument(), preset.voice_space);
}

std::vector<std::uint8_t> Player::read_published() {
  if (snapshot_ == nullptr) return {};
  std::size_t size = 0;
  const std::uint8_t* file = snapshot_->read(&size);
  return std::vector<std::uint8_t>(file, file + size);
}

}  // namespace ens::host
