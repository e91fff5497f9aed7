// The codec driver against a simulated codec that refuses every wrong order.
#include "board/codec/sgtl5000.h"

#include <cmath>
#include <set>

#include "firmware/device/simulated_sgtl5000.h"

namespace {

using Codec = ens_test::SimulatedSgtl5000;
using Driver = ens::Sgtl5000<Codec>;

void expect(bool good, const char* what) {
  ens_test::note(good, __FILE__, __LINE__, what);
}

void nothing_was_refused(const Codec& codec) {
  for (const std::string& why : codec.refused) expect(false, why.c_str());
}

void every_rate_is_exact_and_the_start_is_in_order() {
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
    Codec codec;
    Driver driver(codec);
    expect(driver.begin(each.rate_hz), "begins");
    CHECK_EQUAL(codec.registers[Codec::kPll], each.pll);
    CHECK_EQUAL(codec.registers[Codec::kClock], each.clock);
    expect(codec.is_master(), "is the I2S master");
    expect(!codec.headphone_sounds() && !codec.line_out_sounds(), "stays muted");
    driver.select_line(3);
    expect(!codec.headphone_sounds() && !codec.line_out_sounds(), "until the volume is set");
    driver.set_output_volume(800);
    expect(codec.headphone_sounds() && codec.line_out_sounds(), "then it sounds");
    CHECK_EQUAL(driver.id(), 0xa011);
    expect(driver.is_locked(), "says that it is locked");
    nothing_was_refused(codec);
  }
}

// The master clock of a board decides the word of the PLL; the rate is right either way.
template <std::uint32_t kMasterClockHz>
void the_rate_is_right() {
  for (const std::uint32_t rate_hz : {24000u, 32000u, 44100u, 48000u}) {
    Codec codec;
    ens::Sgtl5000<Codec, kMasterClockHz> driver(codec);
    expect(driver.begin(rate_hz), "begins");
    const int word = codec.registers[Codec::kPll];
    const double pll_hz = kMasterClockHz * ((word >> 11) + (word & 0x7ff) / 2048.0);
    const double wanted_hz = rate_hz == 44100 ? 4096 * 44100.0 : 4096 * 48000.0;
    expect(std::fabs(pll_hz / wanted_hz - 1) < 13.5e-6, "within 13 millionths");
    nothing_was_refused(codec);
  }
}

void another_mode_touches_only_input_and_volume() {
  Codec codec;
  Driver driver(codec);
  driver.begin(48000);
  driver.select_line(3);
  driver.set_output_volume(800);
  const std::uint32_t started_ms = codec.now_ms;
  codec.written.clear();
  for (int mode = 0; mode < 8; ++mode) {
    expect(driver.begin(48000), "goes on");
    if (mode % 2 == 0) driver.select_microphone(30);
    if (mode % 2 == 1) driver.select_line(3);
    driver.set_output_volume(static_cast<std::uint16_t>(mode * 100));
  }
  for (const int reg : codec.written) {
    expect(reg == Codec::kAdcVolume || reg == Codec::kHeadphone || reg == Codec::kControl ||
               reg == Codec::kMicrophone,
           "writes input and volume");
  }
  CHECK_EQUAL(codec.now_ms, started_ms);  // and waits for nothing
  nothing_was_refused(codec);
}

void another_rate_powers_down_in_order() {
  Codec codec;
  Driver driver(codec);
  driver.begin(48000);
  driver.set_output_volume(1000);
  expect(driver.begin(44100), "begins again");
  expect(codec.is_master(), "and runs");
  CHECK_EQUAL(codec.registers[Codec::kClock], 0x07);
  nothing_was_refused(codec);
}

void a_program_restarts_while_the_codec_is_master() {
  Codec codec;
  {
    Driver driver(codec);
    driver.begin(48000);
    driver.set_output_volume(1000);
  }
  codec.restart_program();
  Driver driver(codec);
  expect(driver.begin(48000), "begins");
  expect(!codec.headphone_sounds(), "muted until the volume is set");
  driver.set_output_volume(500);
  expect(codec.is_master() && codec.headphone_sounds(), "runs");
  nothing_was_refused(codec);
}

// Wherever the program was interrupted, its successor brings the codec up in order.
void a_program_restarts_in_the_middle_of_the_start() {
  Codec whole;
  Driver(whole).begin(48000);
  const auto transfers = static_cast<long>(whole.written.size()) + 4;
  for (long cut = 0; cut < transfers; ++cut) {
    Codec codec;
    codec.fails_after = cut;
    {
      Driver driver(codec);
      driver.begin(48000);
    }
    codec.fails_after = -1;
    codec.powered = true;
    codec.restart_program();
    codec.wait_ms(1000);
    Driver driver(codec);
    expect(driver.begin(48000), "begins");
    driver.set_output_volume(500);
    expect(codec.is_master() && codec.headphone_sounds(), "runs");
    nothing_was_refused(codec);
  }
}

void a_codec_that_lost_power_is_started_again() {
  Codec codec;
  Driver driver(codec);
  driver.begin(48000);
  driver.set_output_volume(500);
  expect(driver.still_runs(), "runs");
  codec.cycle_power();
  expect(!driver.still_runs(), "notices");
  expect(driver.begin(48000), "starts again");
  expect(codec.is_master(), "and runs");
  nothing_was_refused(codec);
}

void a_codec_that_does_not_answer_is_not_written_to() {
  Codec codec;
  codec.powered = false;
  Driver driver(codec);
  expect(!driver.begin(48000), "says so");
  CHECK_EQUAL(codec.written.size(), std::size_t{0});
  CHECK_EQUAL(codec.now_ms, 0u);  // at once
  CHECK_EQUAL(driver.id(), 0);
  codec.powered = true;
  codec.registers[Codec::kId] = 0x1234;
  expect(!driver.begin(48000), "nor is another part at its address");
  CHECK_EQUAL(codec.written.size(), std::size_t{0});
  codec.registers[Codec::kId] = 0xa011;
  expect(driver.begin(48000), "one that answers later is started then");
  nothing_was_refused(codec);
}

void without_a_master_clock_it_does_not_begin() {
  Codec codec;
  codec.clocked = false;
  Driver driver(codec);
  expect(!driver.begin(48000), "says so");
  expect(!codec.is_master(), "and drives no clock");
}

void inputs() {
  Codec codec;
  Driver driver(codec);
  driver.begin(48000);
  driver.select_line(3);
  CHECK_EQUAL(codec.registers[Codec::kAdcVolume], 0x33);  // 4.5 dB on both sides
  expect(codec.has(Codec::kControl, 0x04), "line is selected");
  driver.select_line(200);
  CHECK_EQUAL(codec.registers[Codec::kAdcVolume], 0xff);
  const struct {
    std::uint8_t gain_db;
    int coarse;
    int fine;
  } cases[] = {{0, 0, 0x00},  {12, 0, 0x88}, {20, 1, 0x00}, {36, 2, 0x44},
               {40, 3, 0x00}, {52, 3, 0x88}, {62, 3, 0xee}, {255, 3, 0xff}};
  for (const auto& each : cases) {
    driver.select_microphone(each.gain_db);
    CHECK_EQUAL(codec.registers[Codec::kMicrophone] & 3, each.coarse);
    CHECK_EQUAL(codec.registers[Codec::kAdcVolume], each.fine);
    expect(!codec.has(Codec::kControl, 0x04), "microphone is selected");
    expect(codec.has(Codec::kMicrophone, 0x0300), "microphone has its bias");
  }
}

void volume() {
  Codec codec;
  Driver driver(codec);
  driver.begin(48000);
  driver.set_output_volume(1000);
  CHECK_EQUAL(codec.registers[Codec::kHeadphone], 0x1818);  // 0 dB
  driver.set_output_volume(800);
  CHECK_EQUAL(codec.registers[Codec::kHeadphone], 0x2b2b);  // −9.5 dB
  driver.set_output_volume(0);
  expect(!codec.headphone_sounds() && !codec.line_out_sounds(), "0 mutes both outputs");
  driver.set_output_volume(65535);
  CHECK_EQUAL(codec.registers[Codec::kHeadphone], 0x1818);
  expect(codec.headphone_sounds() && codec.line_out_sounds(), "more than 1 is 1");
  nothing_was_refused(codec);
}

// A register and what is written to it, or, for kWait, milliseconds that pass.
using Words = std::vector<std::pair<int, int>>;
constexpr int kWait = -1;

// Writes `words` and gives whether the codec refused one of them for this reason.
bool refuses(Codec& codec, const Words& words, const char* why) {
  for (const auto& [reg, word] : words) {
    if (reg == kWait) codec.wait_ms(static_cast<std::uint32_t>(word));
    const std::uint8_t bytes[] = {0, static_cast<std::uint8_t>(reg),
                                  static_cast<std::uint8_t>(word >> 8),
                                  static_cast<std::uint8_t>(word)};
    if (reg != kWait) codec.write(0x0a, bytes, sizeof bytes);
  }
  for (const std::string& refused : codec.refused) {
    if (refused == why) return true;
  }
  return false;
}

// The simulated codec is only worth something if it refuses: every wrong order once.
void every_wrong_order_is_refused() {
  const Words ground = {{0x26, 0x6c}, {0x28, 0x1f3}, {0x24, 0x137}, {0x30, 0x40e0}, {kWait, 400}};
  const auto with_ground = [&](Words more) {
    more.insert(more.begin(), ground.begin(), ground.end());
    return more;
  };
  enum From { kReset, kUnread, kUnclocked, kPlaying };
  const struct {
    const char* why;
    Words words;
    From from = kReset;
  } cases[] = {
      {"written to before its identity was read", {{0x24, 0x137}}, kUnread},
      {"no such register", {{0x99, 0}}},
      {"PLL powered before it is set", {{0x30, 0x4560}}},
      {"PLL powered without MCLK", {{0x32, 0x8312}, {0x30, 0x4560}}, kUnclocked},
      {"PLL without its oscillator", {{0x32, 0x8312}, {0x30, 0x4460}}},
      {"PLL set while it is powered", {{0x32, 0x8312}, {0x30, 0x4560}, {0x32, 0x8312}}},
      {"PLL off while the clock comes from it", {{0x30, 0x40ff}}, kPlaying},
      {"clock from a PLL that is not locked", {{0x32, 0x8312}, {0x30, 0x4560}, {0x04, 0x000b}}},
      {"clock changed while it is heard", {{0x04, 0x0007}}, kPlaying},
      {"master without a clock", {{0x06, 0x0080}}},
      {"I2S changed while it is heard", {{0x06, 0x0000}}, kPlaying},
      {"supply or reference off", {{0x30, 0x059f}}, kPlaying},
      {"ground before supply and reference", {{0x30, 0x40e0}}},
      {"ground and outputs on together (pop)", {{0x26, 0x6c}, {0x28, 0x1f3}, {0x30, 0x40ff}}},
      {"ground and outputs cut (pop)", {{0x24, 0x137}, {0x30, 0x4560}}, kPlaying},
      {"outputs on before the ground is up",
       {{0x26, 0x6c}, {0x28, 0x1f3}, {0x24, 0x137}, {0x30, 0x40e0}, {0x30, 0x40ff}}},
      {"outputs on while they are not muted", with_ground({{0x24, 0x26}, {0x30, 0x40ff}})},
      {"outputs off while they are not muted", {{0x30, 0x45e0}}, kPlaying},
      {"unmuted before the ground is up", {{0x24, 0x0026}}},
      {"unmuted without power", with_ground({{0x24, 0x0026}})},
      {"line out set while it is powered", {{0x2c, 0x0f22}}, kPlaying},
  };
  std::set<std::string> reasons;
  for (const auto& [why, words, from] : cases) {
    Codec codec;
    codec.clocked = from != kUnclocked;
    Driver driver(codec);
    if (from != kUnread) driver.id();
    if (from == kPlaying) {
      driver.begin(48000);
      driver.set_output_volume(800);
    }
    CHECK_EQUAL(codec.refused.size(), std::size_t{0});
    expect(refuses(codec, words, why), why);
    reasons.insert(why);
  }
  CHECK_EQUAL(reasons.size(), Codec::kReasons);
}

}  // namespace

int main() {
  every_rate_is_exact_and_the_start_is_in_order();
  the_rate_is_right<12'000'000>();
  the_rate_is_right<12'500'000>();
  another_mode_touches_only_input_and_volume();
  another_rate_powers_down_in_order();
  a_program_restarts_while_the_codec_is_master();
  a_program_restarts_in_the_middle_of_the_start();
  a_codec_that_lost_power_is_started_again();
  a_codec_that_does_not_answer_is_not_written_to();
  without_a_master_clock_it_does_not_begin();
  inputs();
  volume();
  every_wrong_order_is_refused();
  return ens_test::result();
}
