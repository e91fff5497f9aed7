// What a player does on a board: stick, buttons and encoder once a control tick, to the session,
// and the light.
#pragma once

#include "device/control_readings.h"
#include "device/controls.h"
#include "device/gestures.h"
#include "device/light.h"
#include "device/session.h"

// Hands are slow, and code is in RAM: once, and for size.
#define ENS_SMALL [[gnu::cold, gnu::noinline]]

namespace ens {

class Panel {
 public:
  explicit Panel(Session& session) : session_(session) {}

  // Once, with the buttons that are held while the board is switched on: both start the self-test.
  void power_on(std::uint8_t buttons) {
    if (buttons == Gestures::kBothButtons) session_.self_test(true);
  }

  // Before the control tick.
  ENS_SMALL void tick(const ControlReadings& controls) {
    if (bound_ != device().selections()) bind();
    handle(gestures_.take(controls.buttons));
    if (controls.turned != 0) turn_volume(controls.turned * kDetent);
    session_.calibrator().take(controls.axes);
    if (!is_for_settings(controls)) move(controls);
    const auto faults = static_cast<std::uint16_t>(link::Fault::kCodec) |
                        static_cast<std::uint16_t>(link::Fault::kFlash);
    lit_ = light_.tick({gestures_.is_long(), gestures_.is_clearing(), session_.training(),
                        (device().faults() & faults) != 0, device().board().late_ticks()});
  }

  bool lit() const { return lit_; }

 private:
  static constexpr std::int32_t kOne = ENS_UNIT_ONE;
  static constexpr std::int32_t kDetent = kOne / 32;
  // With the stick: from silence to full in two seconds.
  static constexpr std::int32_t kSlide = kOne / 1500;
  static constexpr std::uint32_t kJitter = ENS_UNIT_ONE / 10;

  Device& device() const { return session_.device(); }

  void bind() {
    bound_ = device().selections();
    controls_.bind(device().mode());
  }

  ENS_SMALL void move(const ControlReadings& controls) {
    std::uint16_t axes[Controls::kAxes];
    for (std::size_t axis = 0; axis < Controls::kAxes; ++axis) {
      axes[axis] = device().settings().calibration.axes[axis].unit(controls.axes[axis]);
    }
    controls_.move(device().instrument(), axes);
  }

  // 1 or -1 where the stick is pushed along this axis, and further than along the other.
  ENS_SMALL int way(const ControlReadings& controls, std::size_t axis) const {
    const auto push = [&](std::size_t at) {
      const AxisCalibration& ends = device().settings().calibration.axes[at];
      return std::int32_t{ends.unit(controls.axes[at])} - kOne / 2;
    };
    const auto size = [](std::int32_t value) { return value < 0 ? -value : value; };
    const std::int32_t own = push(axis);
    if (size(own) <= kOne / 4 || size(own) < size(push(1 - axis))) return 0;
    return own > 0 ? 1 : -1;
  }

  // The stick pushed while the mode button is held: up and down for the volume; aside, from its
  // middle, for the presets. Until both are let go, it does not play.
  ENS_SMALL bool is_for_settings(const ControlReadings& controls) {
    const int up = way(controls, 1);
    const int aside = way(controls, 0);
    const bool held = gestures_.mode_is_held();
    if (!held && !for_settings_) was_aside_ = true;
    if (held && (up != 0 || (aside != 0 && !was_aside_))) {
      gestures_.used_for_stick();
      for_settings_ = true;
    }
    if (gestures_.is_idle()) {
      for_settings_ = for_settings_ && (up != 0 || aside != 0);
    } else if (for_settings_) {
      if (up != 0) turn_volume(up * kSlide);
      if (aside != 0 && !was_aside_) next_preset(aside);
    }
    if (held || for_settings_) was_aside_ = aside != 0;
    return for_settings_;
  }

  ENS_SMALL void turn_volume(std::int32_t by) {
    const std::int32_t to = std::int32_t{device().settings().volume} + by;
    const std::int32_t bounded = to < 0 ? 0 : to > kOne ? kOne : to;
    device().set_volume(static_cast<std::uint16_t>(bounded));
  }

  ENS_SMALL void handle(Gesture gesture) {
    switch (gesture) {
      case Gesture::kNone:
        return;
      case Gesture::kTeach:
        return tell(session_.teach(), 1);
      case Gesture::kTrain:
        return session_.training() ? tell(session_.cancel_training(), 1)
                                   : tell(session_.train(), 1);
      case Gesture::kNextMode:
        return next_mode();
      case Gesture::kNextVoiceSpace:
        return next_voice_space();
      case Gesture::kJitter:
        return tell(session_.jitter(kJitter), 2);
      case Gesture::kUndo:
        return tell(session_.undo(), 2);
      case Gesture::kClear:
        return tell(session_.clear_examples(), 3);
    }
  }

  void tell(EnsStatus status, std::uint32_t flashes) {
    if (status == ENS_OK) {
      light_.flash(flashes);
    } else {
      light_.refuse();
    }
  }

  ENS_SMALL void next_mode() {
    const std::size_t next = (device().selected() + 1) % device().mode_count();
    if (session_.select(next) != link::Status::kOk) return light_.refuse();
    light_.flash(static_cast<std::uint32_t>(next) + 1);
  }

  ENS_SMALL void next_voice_space() {
    const std::size_t count = device().mode().voice_space_count;
    if (count < 2) return light_.refuse();
    const std::size_t next = (ens_voice_space(device().instrument()) + 1) % count;
    tell(device().select_voice_space(next), static_cast<std::uint32_t>(next) + 1);
  }

  // What was taught is before the first and after the last.
  ENS_SMALL void next_preset(int way) {
    const std::size_t places = device().mode().preset_count + 1;
    const std::size_t back = way > 0 ? 1 : places - 1;
    const std::size_t next = (device().preset() + back) % places;
    if (places == 1 || session_.choose_preset(next) != link::Status::kOk) return light_.refuse();
    light_.flash(static_cast<std::uint32_t>(next) + 1);
  }

  Session& session_;
  Gestures gestures_;
  Light light_;
  Controls controls_;
  std::uint32_t bound_ = 0;
  bool for_settings_ = false;
  bool was_aside_ = true;  // so that one that is held aside already chooses nothing
  bool lit_ = false;
};

}  // namespace ens

#undef ENS_SMALL
