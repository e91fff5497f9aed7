// An SGTL5000 that is stricter than the real one: a state machine that refuses every write in the
// wrong order and says why. Register addresses, bits and reset values: NXP data sheet, rev. 7.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "firmware/check.h"

namespace ens_test {

class SimulatedSgtl5000 {
 public:
  enum : int {
    kId = 0x00,
    kDigital = 0x02,
    kClock = 0x04,
    kI2s = 0x06,
    kAdcVolume = 0x20,
    kHeadphone = 0x22,
    kControl = 0x24,
    kRegulator = 0x26,
    kReference = 0x28,
    kMicrophone = 0x2a,
    kLineOutCtrl = 0x2c,
    kPower = 0x30,
    kPll = 0x32,
    kTop = 0x34,
    kStatus = 0x38,
  };

  // For so many reasons a write is refused; sgtl5000_test.cc gives cause for each.
  static constexpr std::size_t kReasons = 21;

  std::map<int, int> registers = after_reset();
  std::vector<std::string> refused;
  std::vector<int> written;  // registers in order, since it was last cleared
  bool powered = true;       // answers on the bus
  bool clocked = true;       // gets MCLK
  long fails_after = -1;     // transfers until the bus fails
  std::uint32_t now_ms = 0;

  // The codec loses its supply and gets it back.
  void cycle_power() {
    registers = after_reset();
    set_words_.clear();
    id_read_ = false;
  }
  // The program restarts: MCLK stops for a moment, the codec stays what it was.
  void restart_program() {
    id_read_ = false;
    pll_since_ms_ = now_ms;
  }

  bool write(std::uint8_t address, const std::uint8_t* bytes, std::size_t size) {
    note(address == 0x0a && size == 4, __FILE__, __LINE__, "one register of the codec at a time");
    if (!answers()) return false;
    take(bytes[0] << 8 | bytes[1], bytes[2] << 8 | bytes[3]);
    return true;
  }
  bool read(std::uint8_t address, const std::uint8_t* reg, std::uint8_t* to) {
    note(address == 0x0a, __FILE__, __LINE__, "reads from the codec");
    if (!answers()) return false;
    const int from = reg[0] << 8 | reg[1];
    if (from == kId) id_read_ = true;
    const int value = from == kStatus ? (is_locked() ? 0x10 : 0) : registers[from];
    to[0] = static_cast<std::uint8_t>(value >> 8);
    to[1] = static_cast<std::uint8_t>(value);
    return true;
  }
  void wait_ms(std::uint32_t time_ms) { now_ms += time_ms; }

  bool has(int reg, int bits) const { return (registers.at(reg) & bits) != 0; }
  bool headphone_sounds() const { return has(kPower, 0x10) && !has(kControl, 0x10) && plays(); }
  bool line_out_sounds() const { return has(kPower, 0x01) && !has(kControl, 0x100) && plays(); }
  bool is_master() const { return has(kI2s, 0x80) && clocked && is_locked(); }

 private:
  static constexpr int kOutputs = 0x1d;  // headphone, DAC, capless, line out
  static constexpr int kGround = 0x80;
  static constexpr int kPllPower = 0x400;
  static constexpr int kOscillator = 0x100;

  static std::map<int, int> after_reset() {
    return {{kId, 0xa011},    {kDigital, 0},        {kClock, 0x0008},   {kI2s, 0x0010},
            {0x0a, 0x0010},   {0x0e, 0x020c},       {0x10, 0x3c3c},     {0x14, 0x015f},
            {kAdcVolume, 0},  {kHeadphone, 0x1818}, {kControl, 0x0111}, {kRegulator, 0},
            {kReference, 0},  {kMicrophone, 0},     {kLineOutCtrl, 0},  {0x2e, 0x0404},
            {kPower, 0x7060}, {kPll, 0x5000},       {kTop, 0},          {kStatus, 0},
            {0x3c, 0}};
  }

  bool answers() {
    if (fails_after == 0) powered = false;
    if (fails_after > 0) --fails_after;
    return powered;
  }
  bool plays() const { return has(kPower, 0x08) && (registers.at(0x0e) & 0x0c) == 0; }
  bool is_locked() const {
    return clocked && has(kPower, kPllPower) && has(kPower, kOscillator) &&
           now_ms - pll_since_ms_ >= 10;
  }
  bool is_unmuted() const { return (registers.at(kControl) & 0x110) != 0x110; }
  bool uses_pll() const { return (registers.at(kClock) & 3) == 3; }
  bool ground_is_up() const { return has(kPower, kGround) && now_ms - ground_since_ms_ >= 400; }
  bool was_set(int reg) const { return set_words_.count(reg) > 0; }

  void refuse_if(bool wrong, const char* why) {
    if (wrong) refused.emplace_back(why);
  }

  void take(int reg, int value) {
    written.push_back(reg);
    refuse_if(!id_read_, "written to before its identity was read");
    refuse_if(registers.count(reg) == 0 || reg == kId || reg == kStatus, "no such register");
    if (reg == kPower) check_power(registers[kPower], value);
    if (reg == kPll || reg == kTop) {
      refuse_if(has(kPower, kPllPower), "PLL set while it is powered");
    }
    if (reg == kClock) {
      refuse_if((value & 3) == 3 && !is_locked(), "clock from a PLL that is not locked");
      refuse_if(is_unmuted(), "clock changed while it is heard");
    }
    if (reg == kI2s) {
      refuse_if((value & 0x80) != 0 && !(uses_pll() && is_locked()), "master without a clock");
      refuse_if(is_unmuted(), "I2S changed while it is heard");
    }
    if (reg == kControl) {
      const bool unmutes = (value & 0x110) != 0x110;
      refuse_if(unmutes && !ground_is_up(), "unmuted before the ground is up");
      refuse_if(unmutes && (registers[kPower] & kOutputs) != kOutputs, "unmuted without power");
    }
    if (reg == kLineOutCtrl || reg == kReference) {
      refuse_if(has(kPower, 0x01), "line out set while it is powered");
    }
    set_words_[reg] = value;
    registers[reg] = value;
  }

  void check_power(int before, int after) {
    const int rises = after & ~before;
    const int falls = before & ~after;
    const bool is_clocked_by_pll = uses_pll();
    if ((rises & kPllPower) != 0) {
      refuse_if(!was_set(kPll), "PLL powered before it is set");
      refuse_if((after & kOscillator) == 0, "PLL without its oscillator");
      refuse_if(!clocked, "PLL powered without MCLK");
      pll_since_ms_ = now_ms;
    }
    refuse_if((falls & (kPllPower | kOscillator)) != 0 && is_clocked_by_pll,
              "PLL off while the clock comes from it");
    if ((rises & kGround) != 0) {
      refuse_if(!was_set(kReference) || !was_set(kRegulator), "ground before supply and reference");
      refuse_if((rises & kOutputs) != 0, "ground and outputs on together (pop)");
      ground_since_ms_ = now_ms;
    }
    refuse_if((rises & kOutputs) != 0 && !ground_is_up(), "outputs on before the ground is up");
    refuse_if((rises & kOutputs) != 0 && is_unmuted(), "outputs on while they are not muted");
    refuse_if((falls & kOutputs) != 0 && is_unmuted(), "outputs off while they are not muted");
    refuse_if((falls & kGround) != 0 && (before & kOutputs) != 0, "ground and outputs cut (pop)");
    refuse_if((after & 0x4060) != 0x4060, "supply or reference off");
  }

  std::map<int, int> set_words_;  // what a program wrote since power-on
  bool id_read_ = false;
  std::uint32_t ground_since_ms_ = 0;
  std::uint32_t pll_since_ms_ = 0;
};

}  // namespace ens_test
