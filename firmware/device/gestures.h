// What a player means by the two buttons and the encoder of a board (the table is in
// board/README.md): presses, holds, and one button pressed while the other is held.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ens {

enum class Gesture : std::uint8_t {
  kNone,
  kTeach,
  kTrain,
  kNextMode,
  kNextVoiceSpace,
  kJitter,
  kUndo,
  kClear,
};

// Takes the buttons once a control tick of 1.33 ms and gives what they mean, once.
class Gestures {
 public:
  enum Button : std::uint8_t { kTeach = 1, kMode = 2, kEncoder = 4 };
  static constexpr std::uint8_t kBothButtons = kTeach | kMode;
  static constexpr std::uint32_t kSettleTicks = 5;  // contacts bounce for up to 7 ms
  static constexpr std::uint32_t kHoldTicks = 375;  // half a second
  static constexpr std::uint32_t kClearTicks = 1500;

  // `down`: flags of Button.
  Gesture take(std::uint8_t down) {
    if (down != seen_) {
      seen_ = down;
      stable_ = 0;
    }
    if (stable_ < kSettleTicks && ++stable_ == kSettleTicks) settled_ = down;
    if (!is_known_) {
      // What is held at power-on starts the self-test and means nothing more.
      is_known_ = stable_ == kSettleTicks;
      phase_ = (settled_ & (kTeach | kMode)) != 0 ? Phase::kDone : Phase::kIdle;
      encoder_down_ = (settled_ & kEncoder) != 0;
      return Gesture::kNone;
    }
    const Gesture pressed = encoder((settled_ & kEncoder) != 0);
    const Gesture meant = buttons(settled_ & (kTeach | kMode));
    return meant != Gesture::kNone ? meant : pressed;
  }

  // The mode button is held, alone: the stick sets the volume and chooses presets.
  bool mode_is_held() const { return phase_ == Phase::kOne && first_ == kMode; }
  // The stick did: letting go of the button means nothing any more.
  void used_for_stick() { phase_ = Phase::kDone; }
  // No button is down, or none has meant anything yet.
  bool is_idle() const { return phase_ == Phase::kIdle; }
  // Held long enough that letting go trains, or selects the next voice space.
  bool is_long() const { return phase_ == Phase::kOne && held_ >= kHoldTicks; }
  // Both are held, and will clear the examples.
  bool is_clearing() const { return phase_ == Phase::kBoth && held_ >= kHoldTicks; }

 private:
  enum class Phase : std::uint8_t {
    kIdle,
    kOne,   // one button is down
    kBoth,  // and now the other
    kPair,  // the other is up again
    kDone,  // nothing more until all are up
  };

  Gesture encoder(bool down) {
    const bool came = down && !encoder_down_;
    encoder_down_ = down;
    return came ? Gesture::kNextVoiceSpace : Gesture::kNone;
  }

  Gesture buttons(std::uint8_t down) {
    constexpr std::uint8_t kAll = kTeach | kMode;
    ++held_;
    switch (phase_) {
      case Phase::kIdle:
        if (down != 0) enter(down == kAll ? Phase::kBoth : Phase::kOne, down);
        return Gesture::kNone;
      case Phase::kOne:
        if (down == first_) return Gesture::kNone;
        if (down == kAll) {
          enter(Phase::kBoth, first_);
          return Gesture::kNone;
        }
        return let_go(down);
      case Phase::kBoth:
        return both(down);
      case Phase::kPair:
        if (down == kAll) enter(Phase::kBoth, first_);
        if (down == 0) enter(Phase::kIdle, 0);
        return Gesture::kNone;
      case Phase::kDone:
        if (down == 0) enter(Phase::kIdle, 0);
        return Gesture::kNone;
    }
    return Gesture::kNone;
  }

  Gesture let_go(std::uint8_t down) {
    const bool was_long = held_ >= kHoldTicks;
    const std::uint8_t first = first_;
    enter(down == 0 ? Phase::kIdle : Phase::kOne, down);
    if (first == kTeach) return was_long ? Gesture::kTrain : Gesture::kTeach;
    return was_long ? Gesture::kNextVoiceSpace : Gesture::kNextMode;
  }

  Gesture both(std::uint8_t down) {
    if (down == (kTeach | kMode)) {
      if (held_ < kClearTicks) return Gesture::kNone;
      enter(Phase::kDone, 0);
      return Gesture::kClear;
    }
    const bool was_short = held_ < kHoldTicks;
    const std::uint8_t first = first_;
    enter(down == 0 ? Phase::kIdle : down == first ? Phase::kPair : Phase::kDone, first);
    if (!was_short) return Gesture::kNone;
    if (first == kTeach) return Gesture::kJitter;
    return first == kMode ? Gesture::kUndo : Gesture::kNone;
  }

  void enter(Phase phase, std::uint8_t first) {
    phase_ = phase;
    first_ = first;
    held_ = 0;
  }

  std::uint8_t seen_ = 0;
  std::uint8_t settled_ = 0;
  std::uint32_t stable_ = 0;
  Phase phase_ = Phase::kIdle;
  std::uint8_t first_ = 0;  // the button that came first; both, if they came together
  std::uint32_t held_ = 0;  // ticks in this phase
  bool encoder_down_ = false;
  bool is_known_ = false;  // the contacts have settled once
};

}  // namespace ens
