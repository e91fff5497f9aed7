// The SGTL5000 stereo codec as I2S master: its own PLL makes the sample clock out of a board's
// master clock, 13 millionths beside every supported rate at most: less than crystals are. Register
// names and figures: NXP SGTL5000 data sheet, rev. 7.
//
// Order matters to the ear (pops) and to the clock: the identity is read before anything is
// written; the PLL is set before it is powered and locked before it is used; the analogue ground
// has ramped up before an output is powered, and outputs are muted and off before it ramps down;
// the clock leaves the PLL before the PLL goes off. A mode changes the input and the volume only.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ens {

// I2c: bool write(std::uint8_t address, const std::uint8_t* bytes, std::size_t size),
//      bool read(std::uint8_t address, const std::uint8_t* reg, std::uint8_t* to): two bytes each,
//      both false when nothing acknowledges; void wait_ms(std::uint32_t).
// kMasterClockHz: 8 to 17 MHz.
template <typename I2c, std::uint32_t kMasterClockHz = 12'000'000>
class Sgtl5000 {
 public:
  static_assert(kMasterClockHz >= 8'000'000 && kMasterClockHz < 17'000'000);
  static constexpr std::uint8_t kAddress = 0x0a;  // CTRL_ADR0_CS low
  static constexpr std::uint16_t kPart = 0xa000;  // the identity without its revision

  explicit Sgtl5000(I2c& bus) : bus_(bus) {}

  // Runs the codec at `rate_hz`: 24000, 32000, 44100 or 48000, as select_sample_rate() gives it.
  // Nothing happens if it runs at that rate already; otherwise the outputs stay muted until
  // set_output_volume(). False where no SGTL5000 answers or its PLL does not lock; call it again.
  bool begin(std::uint32_t rate_hz) {
    if (rate_hz == rate_hz_ && still_runs()) return true;
    rate_hz_ = 0;
    muted_ = true;
    ok_ = true;
    if ((read(kChipId) & 0xff00) != kPart || !ok_) return false;
    // Master of a program that was restarted, or at another rate.
    const std::uint16_t power = read(kAnalogPower);
    if (power != kPowerAfterReset) power_down(power);
    power_up(rate_hz);
    if (!ok_) return false;
    rate_hz_ = rate_hz;
    return true;
  }

  // False when the codec no longer answers or was reset, for example by a loose supply.
  bool still_runs() {
    if (rate_hz_ == 0) return false;
    ok_ = true;
    const bool same = (read(kChipId) & 0xff00) == kPart && read(kAnalogPower) == kPowerPlaying &&
                      read(kClockCtrl) == clock_word(rate_hz_);
    if (!same || !ok_) rate_hz_ = 0;
    return rate_hz_ != 0;
  }

  // As read from the codec: identity (0xa0 and the revision; 0 when it does not answer), and
  // whether the PLL is locked.
  std::uint16_t id() {
    ok_ = true;
    const std::uint16_t found = read(kChipId);
    return ok_ ? found : std::uint16_t{0};
  }
  static constexpr bool is_sgtl5000(std::uint16_t id) { return (id & 0xff00) == kPart; }
  bool is_locked() {
    ok_ = true;
    return (read(kAnalogStatus) & kPllLocked) != 0 && ok_;
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

  // `volume` 0…1 in thousandths: 0 mutes headphone and line out, 1000 is 0 dB, and 48 dB lie
  // between.
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
    kChipId = 0x0000,
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
    kTopClockCtrl = 0x0034,
    kAnalogStatus = 0x0038,
    kShortCtrl = 0x003c,
  };
  static constexpr std::uint16_t kI2sMaster = 0x0080;  // 64 clocks a frame, 32-bit slots
  static constexpr std::uint16_t kI2sSlave = 0x0000;
  static constexpr std::uint16_t kSelectLine = 0x0004;
  static constexpr std::uint16_t kMuteLineOut = 0x0100;
  static constexpr std::uint16_t kMuteHeadphone = 0x0010;
  static constexpr std::uint16_t kAllMuted = 0x0137;
  static constexpr std::uint16_t kPllLocked = 0x0010;
  static constexpr std::uint16_t kUsePll = 0x0003;
  // CHIP_ANA_POWER: analogue supply from outside, then one stage on top of another.
  static constexpr std::uint16_t kPowerAfterReset = 0x7060;
  static constexpr std::uint16_t kPowerSupply = 0x4060;
  static constexpr std::uint16_t kPowerGround = kPowerSupply | 0x0080;
  static constexpr std::uint16_t kPowerPll = 0x0500;  // PLL and its oscillator
  static constexpr std::uint16_t kPowerPlaying = kPowerGround | kPowerPll | 0x001f;
  static constexpr std::uint32_t kRampMs = 400;  // of the analogue ground
  static constexpr std::uint32_t kLockMs = 10;
  static constexpr std::uint32_t kMuteMs = 10;  // until the next zero crossing

  void write(Register reg, std::uint16_t value) {
    const std::uint8_t bytes[] = {
        static_cast<std::uint8_t>(reg >> 8), static_cast<std::uint8_t>(reg & 0xff),
        static_cast<std::uint8_t>(value >> 8), static_cast<std::uint8_t>(value & 0xff)};
    ok_ = ok_ && bus_.write(kAddress, bytes, sizeof bytes);
  }
  std::uint16_t read(Register reg) {
    const std::uint8_t which[] = {static_cast<std::uint8_t>(reg >> 8),
                                  static_cast<std::uint8_t>(reg & 0xff)};
    std::uint8_t value[2] = {};
    ok_ = ok_ && bus_.read(kAddress, which, value);
    return static_cast<std::uint16_t>(value[0] << 8 | value[1]);
  }
  void wait_ms(std::uint32_t time_ms) {
    if (ok_) bus_.wait_ms(time_ms);
  }

  // For VDDA and VDDIO at 3.3 V and VDDD at 1.8 V from the board, as the common audio shields have
  // it.
  void power_up(std::uint32_t rate_hz) {
    write(kAnalogPower, kPowerSupply);
    write(kLinearRegulator, 0x006c);  // charge pump from VDDIO
    write(kReference, 0x01f3);        // ground 1.575 V, bias +12.5 %, slow ramp
    write(kLineOutCtrl, 0x0f22);      // 1.65 V, 0.54 mA
    write(kShortCtrl, 0x4446);        // headphone: 125 mA
    write(kAnalogCtrl, kAllMuted);    // zero cross detection on
    write(kTopClockCtrl, 0x0000);     // MCLK as it is: below 17 MHz
    write(kPllCtrl, pll_word(rate_hz));
    write(kAnalogPower, kPowerGround);
    wait_ms(kRampMs);
    write(kAnalogPower, kPowerGround | kPowerPll);
    wait_ms(kLockMs);
    ok_ = ok_ && (read(kAnalogStatus) & kPllLocked) != 0;
    write(kAnalogPower, kPowerPlaying);  // line out, headphone, ADC and DAC on top
    write(kDigitalPower, 0x0073);        // I2S in and out, DAC, ADC
    write(kClockCtrl, clock_word(rate_hz));
    write(kI2sCtrl, kI2sMaster);
    write(kSssCtrl, 0x0010);        // ADC → I2S out, I2S in → DAC
    write(kDacVolume, 0x3c3c);      // 0 dB
    write(kLineOutVolume, 0x1d1d);  // 1.0 V rms full scale at 1.65 V bias
    write(kHeadphoneVolume, 0x7f7f);
    write(kAdcDacCtrl, 0x0000);  // ADC high-pass on (takes DC out), DAC unmuted
  }

  // Only switches off, from whatever stage a start had reached.
  void power_down(std::uint16_t power) {
    write(kAnalogCtrl, kAllMuted);
    wait_ms(kMuteMs);
    write(kI2sCtrl, kI2sSlave);
    write(kClockCtrl, 0x0008);  // 48 kHz from MCLK
    write(kDigitalPower, 0x0000);
    write(kAnalogPower, power & (kPowerGround | kPowerPll));
    write(kAnalogPower, power & (kPowerSupply | kPowerPll));
    wait_ms(kRampMs);
    write(kAnalogPower, kPowerSupply);
  }

  // PLL at 180.6336 MHz (44.1 kHz) or 196.608 MHz: INT = ⌊f / master clock⌋, FRAC = 2048 ·
  // remainder.
  static std::uint16_t pll_word(std::uint32_t rate_hz) {
    const std::uint32_t pll_hz = rate_hz == 44100 ? 180'633'600u : 196'608'000u;
    const std::uint32_t whole = pll_hz / kMasterClockHz;
    const auto rest = static_cast<std::uint64_t>(pll_hz % kMasterClockHz) * 2048u;
    const auto fraction = static_cast<std::uint32_t>(rest / kMasterClockHz);
    return static_cast<std::uint16_t>(whole << 11 | fraction);
  }
  static std::uint16_t clock_word(std::uint32_t rate_hz) {
    std::uint16_t system_rate = 2;  // 48 kHz; 24 kHz is half of it
    std::uint16_t divider = 0;
    if (rate_hz == 32000) system_rate = 0;
    if (rate_hz == 44100) system_rate = 1;
    if (rate_hz == 24000) divider = 1;
    return static_cast<std::uint16_t>(divider << 4 | system_rate << 2 | kUsePll);
  }

  static std::uint16_t gain_of(std::uint8_t steps) {
    const std::uint16_t code = steps > 15 ? 15 : steps;
    return static_cast<std::uint16_t>(code << 4 | code);
  }

  // Zero-cross detection on for ADC and headphone.
  std::uint16_t analog_ctrl() const {
    const auto mute = static_cast<std::uint16_t>(muted_ ? kMuteHeadphone | kMuteLineOut : 0);
    return static_cast<std::uint16_t>(0x0022 | input_bit_ | mute);
  }

  I2c& bus_;
  std::uint32_t rate_hz_ = 0;  // 0: not running
  std::uint16_t input_bit_ = kSelectLine;
  bool muted_ = true;
  bool ok_ = true;
};

}  // namespace ens
