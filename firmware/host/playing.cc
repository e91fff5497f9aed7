// How an instrument of a plugin host sounds: whole ticks at the base rate, filters around them at
// others, and the taught file published behind them. Nothing here allocates or waits.
#include "host/player.h"

namespace ens::host {
namespace {

// While training runs the network changes at every tick; a file is published this often.
constexpr std::uint64_t kTicksBetweenFiles = 64;

}  // namespace

std::uint32_t Player::frames_to_tick() const {
  return (ENS_TICK_FRAMES - phase_) * rate_.factor - waiting_count_;
}

void Player::process(const float* in_left, const float* in_right, float* out_left, float* out_right,
                     std::uint32_t frames) {
  if (rate_.factor == 1) {
    play(in_left, in_right, out_left, out_right, frames);
  } else {
    // With what waits, at most 64 frames of the base rate.
    const std::uint32_t most = (Resampler::kMaxFrames - 1) * rate_.factor;
    while (frames > 0) {
      const std::uint32_t part = frames < most ? frames : most;
      const float* const in[2] = {in_left, in_right};
      float* const out[2] = {out_left, out_right};
      play_resampled(in, out, part);
      if (in_left != nullptr) in_left += part;
      if (in_right != nullptr) in_right += part;
      out_left += part;
      out_right += part;
      frames -= part;
    }
  }
  if (snapshot_ != nullptr) publish_if_due();
}

void Player::play(const float* in_left, const float* in_right, float* out_left, float* out_right,
                  std::uint32_t frames) {
  ens_process(instrument(), listens_ ? in_left : nullptr, listens_ ? in_right : nullptr, out_left,
              out_right, frames);
  const std::uint32_t all = phase_ + frames;
  // A tick begins with its first frame.
  ticks_ += (all + ENS_TICK_FRAMES - 1) / ENS_TICK_FRAMES - (phase_ == 0 ? 0 : 1);
  phase_ = all % ENS_TICK_FRAMES;
}

// With w host frames waiting and n new ones, whole groups of `factor` are played. Of the results,
// factor − 1 − w were left from before, so there always are n to hand out.
void Player::play_resampled(const float* const* in, float* const* out, std::uint32_t frames) {
  const std::uint32_t factor = rate_.factor;
  const std::uint32_t groups = (waiting_count_ + frames) / factor;
  const std::uint32_t left_over = (waiting_count_ + frames) % factor;
  const std::uint32_t ready = factor - 1 - waiting_count_;
  const auto count = static_cast<int>(groups);
  float host[kMaxHostFrames];
  float base[2][Resampler::kMaxFrames];
  for (int side = 0; side < 2 && listens_; ++side) {
    for (std::uint32_t i = 0; i < waiting_count_; ++i) host[i] = waiting_[side][i];
    for (std::uint32_t i = 0; i < frames; ++i) {
      host[waiting_count_ + i] = in[side] == nullptr ? 0.0f : in[side][i];
    }
    down_[side].down(host, base[side], count, factor);
    for (std::uint32_t i = 0; i < left_over; ++i) waiting_[side][i] = host[groups * factor + i];
  }
  if (groups > 0) play(base[0], base[1], base[0], base[1], groups);
  for (int side = 0; side < 2; ++side) {
    up_[side].up(base[side], host, count, factor);
    const auto result = [&](std::uint32_t i) {
      return i < ready ? ready_[side][i] : host[i - ready];
    };
    for (std::uint32_t i = 0; i < frames; ++i) out[side][i] = result(i);
    float rest[Resampler::kMaxFactor] = {};
    const std::uint32_t next = factor - 1 - left_over;
    for (std::uint32_t i = 0; i < next; ++i) rest[i] = result(frames + i);
    for (std::uint32_t i = 0; i < next; ++i) ready_[side][i] = rest[i];
  }
  waiting_count_ = left_over;
}

void Player::publish_if_due() {
  EnsTrainProgress progress = {};
  ens_train_progress(instrument(), &progress);
  const bool training = progress.state == ENS_TRAIN_RUNNING;
  // The pass that ended the training changed the network too.
  if (training || was_training_) changed_ = true;
  const bool ended = was_training_ && !training;
  was_training_ = training;
  if (!changed_) return;
  if (training && !ended && ticks_ - published_at_ < kTicksBetweenFiles) return;
  publish();
}

void Player::publish() {
  std::uint32_t written = 0;
  const auto room = static_cast<std::uint32_t>(snapshot_->capacity());
  if (ens_save(instrument(), snapshot_->draft(), room, &written) != ENS_OK) return;
  snapshot_->publish(written);
  published_at_ = ticks_;
  ++publications_;
  changed_ = false;
}

}  // namespace ens::host
