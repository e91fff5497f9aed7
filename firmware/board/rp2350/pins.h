// Every pin of the RP2350 instrument; WIRING.md has a drawing.
#pragma once

#include "pico/types.h"

namespace ens::pins {

// Codec (SGTL5000): it is the clock master and gets 12 MHz from the board.
inline constexpr uint kCodecSda = 4;
inline constexpr uint kCodecScl = 5;
inline constexpr uint kI2sDataIn = 16;    // codec DOUT
inline constexpr uint kI2sDataOut = 17;   // codec DIN
inline constexpr uint kI2sBitClock = 18;  // codec BCLK
inline constexpr uint kI2sFrame = 19;     // codec LRCLK
inline constexpr uint kMasterClock = 21;  // GPOUT0, 12 MHz, codec MCLK

// MIDI, 31,250 baud on UART1.
inline constexpr uint kMidiTx = 8;
inline constexpr uint kMidiRx = 9;

// Joystick: two sticks, x y z w on ADC0…ADC3 (GPIO 26 to 29 on boards that bring ADC3 out).
inline constexpr uint kAdcFirst = 26;
inline constexpr uint kAdcCount = 4;

// Buttons to ground: teach (press: add an example; hold: train), next mode.
inline constexpr uint kButtonTeach = 14;
inline constexpr uint kButtonMode = 15;

inline constexpr uint kLed = 25;

}  // namespace ens::pins
