// Finding a sound by ear: a plane through the space of all sounds, with a sound in its middle.
//
// At the place (x, y) the plane has p = clamp(c + a·u + b·v), a = 2x − 1 and b = 2y − 1. The player
// sweeps it and says where it is best: Like makes that sound the centre c and draws directions u
// and v that reach less far; Dislike draws others around the same centre. Directions come from a
// seed and the number of the draw, so the same presses give the same sounds on every target, and
// undo plays the presses before the last one again.
//
// Formats: sounds, places and the reach in Q0.15, directions in Q0.15 with a sign; products in 64
// bits, the sum rounded half up once.
#pragma once

#include <cstdint>

#include "core/examples.h"
#include "core/rng.h"
#include "core/shape.h"
#include "core/status.h"

namespace ens {

class Explorer {
 public:
  static constexpr std::uint16_t kMiddle = kUnitOne / 2;
  // Presses that can be undone; of more, the oldest count as done.
  static constexpr int kMaxPresses = 32;

  // Begins around a sound of `count` params. Those with `fixed` set stay where they are.
  void begin(const std::uint16_t* sound, const bool* fixed, int count, std::uint32_t seed) {
    count_ = count;
    free_count_ = 0;
    for (int i = 0; i < count; ++i) {
      first_.centre[i] = sound[i];
      if (!fixed[i]) free_[free_count_++] = static_cast<std::uint8_t>(i);
    }
    first_.draws = 0;
    first_.reach = kWideReach;
    seed_ = seed;
    presses_ = 0;
    active_ = true;
    restore();
  }
  void end() { active_ = false; }
  bool active() const { return active_; }

  // Where the player is in the plane, unit values; the middle after every press.
  void move(std::uint16_t x, std::uint16_t y) {
    x_ = x;
    y_ = y;
  }
  std::uint16_t x() const { return x_; }
  std::uint16_t y() const { return y_; }
  // How far directions reach, 1 at first, and how many presses can be undone.
  std::uint16_t reach() const { return now_.reach; }
  int presses() const { return presses_; }

  // The sound at this place.
  void sound(std::uint16_t* out) const {
    const std::int64_t a = 2 * std::int64_t{x_} - kUnitOne;
    const std::int64_t b = 2 * std::int64_t{y_} - kUnitOne;
    for (int i = 0; i < count_; ++i) {
      const std::int64_t moved = (a * u_[i] + b * v_[i] + kUnitOne / 2) >> 15;
      const std::int64_t value = now_.centre[i] + moved;
      out[i] = static_cast<std::uint16_t>(value < 0 ? 0 : value > kUnitOne ? kUnitOne : value);
    }
  }

  Status like() { return press({x_, y_, true}); }
  Status dislike() { return press({kMiddle, kMiddle, false}); }
  // Takes back the last press.
  Status undo() {
    if (!active_) return Status::kNotExploring;
    if (presses_ == 0) return Status::kNothingToUndo;
    --presses_;
    restore();
    return Status::kOk;
  }

 private:
  struct Press {
    std::uint16_t x;
    std::uint16_t y;
    bool liked;
  };
  struct State {
    std::uint16_t centre[kMaxOutputs];
    std::uint32_t draws;
    std::uint16_t reach;
  };

  // Planes that move every param, and how far they reach at first, 0.7.
  static constexpr std::uint32_t kWidePlanes = 4;
  static constexpr std::uint16_t kWideReach = 22938;
  // Then planes of two groups, a fifth of the params each, 0.8.
  static constexpr int kGroups = 5;
  static constexpr std::uint16_t kGroupReach = 26214;
  static constexpr std::uint16_t kLeastReach = kUnitOne / 16;

  // After a Like directions reach 0.85 as far.
  static constexpr std::uint16_t shrunk(std::uint16_t reach) {
    const auto less = static_cast<std::uint16_t>((reach * std::uint32_t{27853}) >> 15);
    return less < kLeastReach ? kLeastReach : less;
  }

  Status press(const Press& press) {
    if (!active_) return Status::kNotExploring;
    if (presses_ == kMaxPresses) forget_oldest();
    log_[presses_++] = press;
    apply(press);
    return Status::kOk;
  }

  // One press on what is now.
  void apply(const Press& press) {
    if (press.liked) {
      move(press.x, press.y);
      sound(now_.centre);
      now_.reach = shrunk(now_.reach);
    }
    ++now_.draws;
    if (now_.draws == kWidePlanes) now_.reach = kGroupReach;
    draw();
  }

  void restore() {
    now_ = first_;
    draw();
    for (int i = 0; i < presses_; ++i) apply(log_[i]);
  }

  void forget_oldest() {
    const int kept = presses_;
    presses_ = 1;
    restore();
    first_ = now_;
    for (int i = 1; i < kept; ++i) log_[i - 1] = log_[i];
    presses_ = kept - 1;
    restore();
  }

  // The directions of draw `now_.draws`. The first planes move every param, to come near; then u
  // moves a fifth of the params and v another fifth, until all were moved, to go on where planes of
  // all params no longer find anything better.
  void draw() {
    move(kMiddle, kMiddle);
    for (int i = 0; i < count_; ++i) u_[i] = v_[i] = 0;
    if (now_.draws < kWidePlanes) {
      Rng random(stream(now_.draws));
      for (int k = 0; k < free_count_; ++k) {
        u_[free_[k]] = reaching(random.next_signed());
        v_[free_[k]] = reaching(random.next_signed());
      }
      return;
    }
    draw_groups(now_.draws - kWidePlanes);
  }

  // Two planes share a shuffle of the params, so that no group comes twice in a row.
  void draw_groups(std::uint32_t plane) {
    Rng random(stream(kWidePlanes + plane / 2));
    std::uint8_t shuffled[kMaxOutputs];
    for (int k = 0; k < free_count_; ++k) {
      const std::uint64_t below = std::uint64_t{random.next()} * static_cast<std::uint32_t>(k + 1);
      const auto at = static_cast<int>(below >> 32);
      shuffled[k] = shuffled[at];
      shuffled[at] = free_[k];
    }
    const int size = (free_count_ + kGroups - 1) / kGroups;
    const int first = plane % 2 == 0 ? 0 : 2 * size;
    Rng amounts(stream(~plane));
    for (int k = 0; k < 2 * size; ++k) {
      if (free_count_ == 0) return;
      std::int16_t* const direction = k < size ? u_ : v_;
      direction[shuffled[(first + k) % free_count_]] = far_reaching(amounts.next_signed());
    }
  }

  // A seed of its own for each draw (the finaliser of MurmurHash3, Austin Appleby).
  std::uint32_t stream(std::uint32_t draw) const {
    std::uint32_t x = seed_ ^ (draw * 0x9E3779B9u);
    x = (x ^ (x >> 16)) * 0x85EBCA6Bu;
    x = (x ^ (x >> 13)) * 0xC2B2AE35u;
    return x ^ (x >> 16);
  }

  // Up to the reach to either side.
  std::int16_t reaching(std::int32_t random) const {
    return static_cast<std::int16_t>((std::int64_t{random} * now_.reach) >> 31);
  }
  // Up to the reach to either side, and at least half of it.
  std::int16_t far_reaching(std::int32_t random) const {
    const std::int32_t size = (now_.reach + (random & 0x7fff) * now_.reach / kUnitOne) / 2;
    return static_cast<std::int16_t>(random < 0 ? -size : size);
  }

  State first_ = {};  // before the presses in the log
  State now_ = {};
  Press log_[kMaxPresses] = {};
  int presses_ = 0;
  std::int16_t u_[kMaxOutputs] = {};
  std::int16_t v_[kMaxOutputs] = {};
  std::uint8_t free_[kMaxOutputs] = {};  // params that move
  int free_count_ = 0;
  int count_ = 0;
  std::uint32_t seed_ = 0;
  std::uint16_t x_ = kMiddle;
  std::uint16_t y_ = kMiddle;
  bool active_ = false;
};

}  // namespace ens
