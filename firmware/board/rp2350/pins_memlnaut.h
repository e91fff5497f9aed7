// The pins of the MEMLNaut (RP2350B), as its public firmware documents them
// (MusicallyEmbodiedML/memllib, hardware/memlnaut). Never tested on the hardware.
#pragma once

#include "pico/types.h"

namespace ens::pins {

inline constexpr uint kNone = ~0u;
inline constexpr const char* kBoardName = "memlnaut";

// Codec (SGTL5000): our firmware makes it the clock master.
inline constexpr uint kCodecSda = 0;
inline constexpr uint kCodecScl = 1;
inline constexpr uint kI2sDataIn = 6;
inline constexpr uint kI2sDataOut = 7;
inline constexpr uint kI2sBitClock = 8;
inline constexpr uint kI2sFrame = 9;
inline constexpr uint kMasterClock = 10;  // no clock output ends here, so PWM makes it
inline constexpr bool kMasterClockByPwm = true;
// A twelfth of the processor's clock, so that PWM makes it without jitter.
inline constexpr std::uint32_t kMasterClockHz = 12'500'000;

// MIDI, 31,250 baud on UART1.
inline constexpr uint kMidiTx = 4;
inline constexpr uint kMidiRx = 5;

// Joystick x y z, and the knob X1 as w.
inline constexpr uint kAdcGpio = 40;  // of ADC0
inline constexpr uint kAdc[] = {0, 1, 2, 4};

// Momentary switches A1 and A2, and the rotary encoder.
inline constexpr uint kButtonTeach = 24;
inline constexpr uint kButtonMode = 25;
inline constexpr uint kButtonEncoder = 23;
inline constexpr uint kEncoderA = 11;
inline constexpr uint kEncoderB = 17;

inline constexpr uint kLed = 33;
inline constexpr uint kQuietSupply = kNone;  // GP23 is the encoder

inline constexpr uint kSystemKhz = 150'000;

}  // namespace ens::pins
