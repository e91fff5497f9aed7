// The pins of a Raspberry Pi Pico 2 with an SGTL5000 audio shield; WIRING.md has the drawing.
#pragma once

#include "pico/types.h"

namespace ens::pins {

inline constexpr uint kNone = ~0u;
inline constexpr const char* kBoardName = "pico2";

// Codec: it is the clock master and gets 12 MHz from the board.
inline constexpr uint kCodecSda = 4;
inline constexpr uint kCodecScl = 5;
inline constexpr uint kI2sDataIn = 16;    // codec DOUT
inline constexpr uint kI2sDataOut = 17;   // codec DIN
inline constexpr uint kI2sBitClock = 18;  // codec BCLK
inline constexpr uint kI2sFrame = 19;     // codec LRCLK
inline constexpr uint kMasterClock = 21;  // GPOUT0, codec MCLK
inline constexpr bool kMasterClockByPwm = false;
inline constexpr std::uint32_t kMasterClockHz = 12'000'000;

// MIDI, 31,250 baud on UART1.
inline constexpr uint kMidiTx = 8;
inline constexpr uint kMidiRx = 9;

// Joysticks: x y z on ADC0…ADC2. ADC3 measures the board's supply.
inline constexpr uint kAdcGpio = 26;  // of ADC0
inline constexpr uint kAdc[] = {0, 1, 2};

// Buttons to ground. There is no encoder.
inline constexpr uint kButtonTeach = 14;
inline constexpr uint kButtonMode = 15;
inline constexpr uint kButtonEncoder = kNone;
inline constexpr uint kEncoderA = kNone;
inline constexpr uint kEncoderB = kNone;

inline constexpr uint kLed = 25;
// High keeps the regulator in PWM mode, whose ripple the ADC reads less of.
inline constexpr uint kQuietSupply = 23;

inline constexpr uint kSystemKhz = 150'000;

}  // namespace ens::pins
