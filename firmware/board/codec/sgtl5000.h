// The SGTL5000 stereo codec as I2S master: its own PLL makes the sample clock out of 12 MHz, so
// every supported rate is exact. Register names and figures: NXP SGTL5000 data sheet, rev. 7.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ens {

// I2c: bool write(std::uint8_t address, const std::uint8_t* bytes, std::size_t size).
//      void wait_ms(std::uint32_t).
template <typename I2c>
class Sgtl5000 {
 public:
  static constexpr std::uint8_t kAddress = 0x0a;  // CTRL_ADR0_CS low
  static constexpr std::uint32_t kMasterClockHz = 12'000'000;

  explicit Sgtl5000(I2c& bus) : bus_(bus) {}

  // Powers the codec up at `rate_hz`: 24000, 32000, 44100 or 48000, as select_sample_rate() gives
  // it. False where the codec does not answer. Output stays muted until set_output_volume().
  bool begin(std::uint32_t rate_hz) {
    ok_ = true;
    power_up();
    set_clock(rate_hz);
    write(kI2sCtrl, kI2sMaster);    // 64 clocks a frame, 32-bit slots, I2S format
    write(kSssCtrl, 0x0010);        // ADC → I2S out, I2S in → DAC
    write(kAdcDacCtrl, 0x0000);     // ADC high-pass on (takes DC out), DAC unmuted
    write(kDacVolume, 0x3c3c);      // 0 dB
    write(kLineOutVolume, 0x1d1d);  // 1.0 V rms full scale at 1.65 V bias
    write(kHeadphoneVolume, 0x7f7f);
    return ok_;
  }

  // Line input; `level` 0…15 is the gain in steps of 1.5 dB (3 = 4.5 dB).
  void select_line(std::uint8_t level) {
    write(kAnalogVolume, gain_of(level));
    input_bit_ = kSelectLine;
    write(kAnalogCtrl, analog_ctrl());
  }

  // Microphone input with bias; `gain_db` 0…62: the preamplifier's 0, 20, 30 or 40 dB and the ADC's
  // 1.5 dB steps for the rest.
  void select_microphone(std::uint8_t gain_db) {
    const std::uint8_t coarse = gain_db >= 40 ? 3 : gain_db >= 30 ? 2 : gain_db >= 20 ? 1 : 0;
    constexpr std::uint8_t kCoarseDb[] = {0, 20, 30, 40};
    const auto rest = static_cast<std::uint8_t>((gain_db - kCoarseDb[coarse]) * 2 / 3);
    write(kMicCtrl, static_cast<std::uint16_t>(0x0170 | coarse));  // 2 kΩ, 3.0 V bias
    write(kAnalogVolume, gain_of(rest));
    input_bit_ = 0;
    write(kAnalogCtrl, analog_ctrl());
  }

  // `volume` 0…1 in thousandths: 0 is mute, 1000 is 0 dB, and 48 dB lie between.
  void set_output_volume(std::uint16_t thousandths) {
    if (thousandths > 1000) thousandths = 1000;
    const auto steps = static_cast<std::uint16_t>((1000u - thousandths) * 96u / 1000u);  // of ½ dB
    const auto code = static_cast<std::uint16_t>(0x18 + steps);
    muted_ = thousandths == 0;
    write(kHeadphoneVolume, static_cast<std::uint16_t>(code << 8 | code));
    write(kAnalogCtrl, analog_ctrl());
  }

 private:
  enum Register : std::uint16_t {
    kDigitalPower = 0x0002,
    kClockCtrl = 0x0004,
    kI2sCtrl = 0x0006,
    kSssCtrl = 0x000a,
    kAdcDacCtrl = 0x000e,
    kDacVolume = 0x0010,
    kAnalogVolume = 0x0020,
    kHeadphoneVolume = 0x0022,
    kAnalogCtrl = 0x0024,
    kLinearRegulator = 0x0026,
    kReference = 0x0028,
    kMicCtrl = 0x002a,
    kLineOutCtrl = 0x002c,
    kLineOutVolume = 0x002e,
    kAnalogPower = 0x0030,
    kPllCtrl = 0x0032,
    kShortCtrl = 0x003c,
  };
  static constexpr std::uint16_t kI2sMaster = 0x0080;
  static constexpr std::uint16_t kSelectLine = 0x0004;

  void write(Register reg, std::uint16_t value) {
    const std::uint8_t bytes[] = {
        static_cast<std::uint8_t>(reg >> 8), static_cast<std::uint8_t>(reg & 0xff),
        static_cast<std::uint8_t>(value >> 8), static_cast<std::uint8_t>(value & 0xff)};
    ok_ = bus_.write(kAddress, bytes, sizeof bytes) && ok_;
  }

  // The order of the data sheet, section "Chip powerup and supply configurations", for VDDA and
  // VDDIO at 3.3 V and VDDD at 1.8 V from the board, as the common audio shields have it.
  void power_up() {
    write(kAnalogPower, 0x4060);      // analogue power, outputs still off
    write(kLinearRegulator, 0x006c);  // charge pump from VDDIO
    write(kReference, 0x01f2);        // ground 1.575 V, bias +12.5 %
    write(kLineOutCtrl, 0x0f22);      // 1.65 V, 0.54 mA
    write(kShortCtrl, 0x4446);        // headphone: 125 mA
    write(kAnalogCtrl, 0x0137);       // all muted, zero cross detection on
    write(kAnalogPower, 0x45ff);      // PLL, line out, headphone, ADC, DAC on
    write(kDigitalPower, 0x0073);     // I2S in and out, DAC, ADC
    bus_.wait_ms(400);                // the ramp of the ground
  }

  // PLL at 180.6336 MHz (44.1 kHz) or 196.608 MHz: INT = ⌊f/12 MHz⌋, FRAC = 2048 · remainder.
  void set_clock(std::uint32_t rate_hz) {
    const bool is_cd = rate_hz == 44100;
    const std::uint32_t pll_hz = is_cd ? 180'633'600u : 196'608'000u;
    const std::uint32_t whole = pll_hz / kMasterClockHz;
    const auto rest = static_cast<std::uint64_t>(pll_hz % kMasterClockHz) * 2048u;
    const auto fraction = static_cast<std::uint32_t>(rest / kMasterClockHz);
    write(kPllCtrl, static_cast<std::uint16_t>(whole << 11 | fraction));
    std::uint16_t system_rate = 2;  // 48 kHz; 24 kHz is half of it
    std::uint16_t divider = 0;
    if (rate_hz == 32000) system_rate = 0;
    if (is_cd) system_rate = 1;
    if (rate_hz == 24000) divider = 1;
    write(kClockCtrl, static_cast<std::uint16_t>(divider << 4 | system_rate << 2 | 3));
  }

  static std::uint16_t gain_of(std::uint8_t steps) {
    const std::uint16_t code = steps > 15 ? 15 : steps;
    return static_cast<std::uint16_t>(code << 4 | code);
  }

  // Zero-cross detection on for ADC and headphone; line out plays, headphone unless muted.
  std::uint16_t analog_ctrl() const {
    const auto headphone = static_cast<std::uint16_t>(muted_ ? 0x0010 : 0);
    return static_cast<std::uint16_t>(0x0022 | input_bit_ | headphone);
  }

  I2c& bus_;
  std::uint16_t input_bit_ = kSelectLine;
  bool muted_ = true;
  bool ok_ = true;
};

}  // namespace ens
