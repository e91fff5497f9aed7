// The codec driver against a bus that remembers: the registers it leaves behind, by the data sheet.
#include "board/codec/sgtl5000.h"

#include <map>

#include "firmware/check.h"

namespace {

void expect(bool good, const char* what) {
  ens_test::note(good, __FILE__, __LINE__, what);
}

struct FakeBus {
  std::map<int, int> registers;
  bool answers = true;
  int waited_ms = 0;

  bool write(std::uint8_t address, const std::uint8_t* bytes, std::size_t size) {
    expect(address == 0x0a && size == 4, "writes one 16-bit register of the codec at a time");
    registers[bytes[0] << 8 | bytes[1]] = bytes[2] << 8 | bytes[3];
    return answers;
  }
  void wait_ms(std::uint32_t time_ms) { waited_ms += static_cast<int>(time_ms); }
};

constexpr int kClock = 0x0004;
constexpr int kAdcVolume = 0x0020;
constexpr int kHeadphone = 0x0022;
constexpr int kControl = 0x0024;
constexpr int kMicrophone = 0x002a;
constexpr int kPll = 0x0032;

void test_rates() {
  // PLL word: integer part << 11 | 2048ths; clock word: divider << 4 | base rate << 2 | PLL.
  const struct {
    std::uint32_t rate_hz;
    int pll;
    int clock;
  } cases[] = {
      {24000, 16 << 11 | 786, 0x1b},
      {32000, 16 << 11 | 786, 0x03},
      {44100, 15 << 11 | 108, 0x07},
      {48000, 16 << 11 | 786, 0x0b},
  };
  for (const auto& each : cases) {
    FakeBus bus;
    ens::Sgtl5000 codec(bus);
    expect(codec.begin(each.rate_hz), "begins");
    expect(bus.registers[kPll] == each.pll, "PLL word");
    expect(bus.registers[kClock] == each.clock, "clock word");
    expect(bus.registers[0x0006] == 0x0080, "is the I2S master");
    expect(bus.waited_ms >= 400, "waits for the ramp of the ground");
    expect((bus.registers[kControl] & 0x10) != 0, "headphone stays muted");
  }
}

void test_inputs() {
  FakeBus bus;
  ens::Sgtl5000 codec(bus);
  codec.begin(48000);
  codec.select_line(3);
  expect(bus.registers[kAdcVolume] == 0x33, "line level 3 is 4.5 dB on both sides");
  expect((bus.registers[kControl] & 0x04) != 0, "line is selected");
  codec.select_line(200);
  expect(bus.registers[kAdcVolume] == 0xff, "a level above 15 is 15");
  const struct {
    std::uint8_t gain_db;
    int coarse;
    int fine;
  } cases[] = {{0, 0, 0x00},  {12, 0, 0x88}, {20, 1, 0x00}, {36, 2, 0x44},
               {40, 3, 0x00}, {52, 3, 0x88}, {62, 3, 0xee}, {255, 3, 0xff}};
  for (const auto& each : cases) {
    codec.select_microphone(each.gain_db);
    expect((bus.registers[kMicrophone] & 3) == each.coarse, "preamplifier");
    expect(bus.registers[kAdcVolume] == each.fine, "fine gain");
    expect((bus.registers[kControl] & 0x04) == 0, "microphone is selected");
    expect((bus.registers[kMicrophone] & 0x0300) != 0, "microphone has its bias");
  }
}

void test_volume() {
  FakeBus bus;
  ens::Sgtl5000 codec(bus);
  codec.begin(48000);
  codec.set_output_volume(1000);
  expect(bus.registers[kHeadphone] == 0x1818, "1 is 0 dB");
  expect((bus.registers[kControl] & 0x10) == 0, "and audible");
  codec.set_output_volume(800);
  expect(bus.registers[kHeadphone] == 0x2b2b, "0.8 is −9.5 dB");
  codec.set_output_volume(0);
  expect((bus.registers[kControl] & 0x10) != 0, "0 is mute");
  codec.set_output_volume(65535);
  expect(bus.registers[kHeadphone] == 0x1818, "more than 1 is 1");
}

void test_absent() {
  FakeBus bus;
  bus.answers = false;
  ens::Sgtl5000 codec(bus);
  expect(!codec.begin(48000), "a codec that does not answer is told");
}

}  // namespace

int main() {
  test_rates();
  test_inputs();
  test_volume();
  test_absent();
  return ens_test::result();
}
