// Keeps the voices of a module at what the first of them has learned.
#include "host/voices.h"

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
  if (first().publications() == shared_) return;
  EnsTrainProgress progress = {};
  ens_train_progress(first().instrument(), &progress);
  if (progress.state == ENS_TRAIN_RUNNING) return;
  const auto room = static_cast<std::uint32_t>(file_.size());
  if (ens_save(first().instrument(), file_.data(), room, &bytes_) != ENS_OK) return;
  shared_ = first().publications();
  for (std::uint32_t voice = 1; voice < count_; ++voice) teach(voice);
}

void Voices::set_voice_space(std::uint32_t voice_space) {
  for (auto& player : players_) ens_set_voice_space(player->instrument(), voice_space);
}

void Voices::release_input(std::uint32_t index) {
  for (auto& player : players_) player->release_input(index);
}

void Voices::release_params() {
  for (auto& player : players_) player->release_params();
}

EnsStatus Voices::set_rate(double rate_hz) {
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
  set_voice_space(preset.voice_space);
  return status;
}

}  // namespace ens::host
