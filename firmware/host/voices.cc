// Keeps the voices of a module at what the first of them has learned.
#include "host/voices.h"

#include <cstring>

namespace ens::host {

std::unique_ptr<Voices> Voices::open(const mode::Mode& mode, double rate_hz, EnsStatus* status) {
  auto voices = std::make_unique<Voices>();
  PlayerOptions options;
  options.rate_hz = rate_hz;
  options.publishes = true;
  for (auto& player : voices->players_) {
    player = Player::open(mode, options, status);
    if (player == nullptr) return nullptr;
    options.publishes = false;
  }
  ens_train_config(voices->first().instrument(), &voices->training_);
  voices->file_.resize(voices->first().published_capacity());
  // All begin with the same network.
  voices->shared_ = voices->first().publications();
  voices->known_.fill(voices->shared_);
  return voices;
}

void Voices::teach(std::uint32_t voice) {
  if (known_[voice] == shared_) return;
  ens_load(players_[voice]->instrument(), file_.data(), bytes_);
  known_[voice] = shared_;
}

void Voices::set_count(std::uint32_t count) {
  for (std::uint32_t voice = count_; voice < count; ++voice) {
    ens_all_notes_off(players_[voice]->instrument());
    players_[voice]->reset();
    teach(voice);
  }
  count_ = count;
}

void Voices::follow() {
  if (first().publications() == shared_) {
    teach_next();
    return;
  }
  EnsTrainProgress progress = {};
  ens_train_progress(first().instrument(), &progress);
  if (progress.state == ENS_TRAIN_RUNNING) return;
  const auto room = static_cast<std::uint32_t>(file_.size());
  if (ens_save(first().instrument(), file_.data(), room, &bytes_) != ENS_OK) return;
  shared_ = first().publications();
}

void Voices::teach_next() {
  for (std::uint32_t voice = 1; voice < count_; ++voice) {
    if (known_[voice] == shared_) continue;
    teach(voice);
    return;
  }
}

void Voices::set_voice_space(std::uint32_t voice_space) {
  if (voice_space == voice_space_) return;
  voice_space_ = voice_space;
  for (auto& player : players_) ens_set_voice_space(player->instrument(), voice_space);
}

void Voices::set_scale(const ScaleChoice& choice) {
  for (auto& player : players_) apply(choice, *player);
}

EnsStatus Voices::set_training(const EnsTrainConfig& config) {
  if (std::memcmp(&config, &training_, sizeof config) == 0) return ENS_OK;
  training_ = config;
  constexpr std::uint32_t kAll =
      ENS_TRAIN_LEARNING_RATE | ENS_TRAIN_MAX_ITERATIONS | ENS_TRAIN_MIN_ERROR;
  return ens_set_train_config(first().instrument(), &config, kAll);
}

void Voices::release_input(std::uint32_t index) {
  for (auto& player : players_) player->release_input(index);
}

void Voices::release_params() {
  for (auto& player : players_) player->release_params();
}

void Voices::hold(bool on, const std::uint16_t* units) {
  if (holds_ && !on) release_params();
  holds_ = on;
  for (std::uint32_t voice = 0; voice < count_ && on; ++voice) {
    for (std::uint32_t param = 0; param < first().mode().param_count; ++param) {
      players_[voice]->set_param(param, units[param]);
    }
  }
}

void Voices::follow_clock(const ClockOfVolts::Due& due) {
  constexpr std::uint32_t kPulse = 0xf8, kStart = 0xfa;
  for (std::uint32_t voice = 0; voice < count_; ++voice) {
    EnsInstrument* const instrument = players_[voice]->instrument();
    if (due.starts) ens_midi_in(instrument, kStart, 0, 0);
    for (std::uint32_t i = 0; i < due.pulses; ++i) ens_midi_in(instrument, kPulse, 0, 0);
  }
}

EnsStatus Voices::set_exploring(bool on) {
  explores_ = on;
  if (on) return first().begin_exploring(static_cast<std::uint32_t>(first().ticks()));
  first().end_exploring();
  release_params();
  return ENS_OK;
}

EnsStatus Voices::explore(bool on, std::uint32_t x, std::uint32_t y) {
  EnsStatus status = on == explores_ ? ENS_OK : set_exploring(on);
  if (x != spot_[0] || y != spot_[1]) {
    spot_[0] = x;
    spot_[1] = y;
    if (on) ens_explore_move(first().instrument(), x, y);
  }
  std::uint16_t sound[ENS_MAX_OUTPUTS];
  if (!on || ens_explore_params(first().instrument(), sound) != ENS_OK) return status;
  for (std::uint32_t voice = 1; voice < count_; ++voice) {
    for (std::uint32_t param = 0; param < first().mode().param_count; ++param) {
      players_[voice]->set_param(param, sound[param]);
    }
  }
  return status;
}

// A new rate ends exploring; it begins again around the sound that is held then.
EnsStatus Voices::set_rate(double rate_hz) {
  explores_ = false;
  for (auto& player : players_) {
    const EnsStatus status = player->set_rate(rate_hz);
    if (status != ENS_OK) return status;
  }
  return ENS_OK;
}

EnsStatus Voices::load(const std::uint8_t* file, std::size_t bytes) {
  for (auto& player : players_) {
    const EnsStatus status = player->load(file, bytes);
    if (status != ENS_OK) return status;
  }
  shared_ = first().publications();
  known_.fill(shared_);
  return ENS_OK;
}

EnsStatus Voices::choose(const mode::Preset& preset) {
  EnsStatus status = first().choose(preset);
  if (status != ENS_OK) return status;
  const std::vector<std::uint8_t> file = first().save();
  status = load(file.data(), file.size());
  release_params();
  voice_space_ = preset.voice_space;
  for (auto& player : players_) ens_set_voice_space(player->instrument(), voice_space_);
  return status;
}

}  // namespace ens::host
