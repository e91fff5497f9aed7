// The start-up all boards share: a clock that dies of an unsupported rate never gets one, whatever
// a mode asks for, and nothing sounds before everything is set.
#include "device/start_up.h"

#include <limits>
#include <string>
#include <vector>

#include "firmware/check.h"

namespace {

struct Hardware {
  std::vector<std::string> calls;
  bool panicked = false;
  bool codec_answers = true;

  void set_clock(std::uint32_t rate_hz) {
    calls.push_back("clock " + std::to_string(rate_hz));
    const bool known = rate_hz == 24000 || rate_hz == 32000 || rate_hz == 44100 || rate_hz == 48000;
    panicked = panicked || !known;
  }
  bool begin_codec(std::uint32_t rate_hz) {
    calls.push_back("codec " + std::to_string(rate_hz));
    return codec_answers;
  }
  void select_line(std::uint8_t level) { calls.push_back("line " + std::to_string(level)); }
  void select_microphone(std::uint8_t gain) {
    calls.push_back("microphone " + std::to_string(gain));
  }
  void set_output_volume(std::uint16_t volume) {
    calls.push_back("volume " + std::to_string(volume));
  }
  void start_audio() { calls.emplace_back("audio"); }
};

using Calls = std::vector<std::string>;

void the_order_is_rate_clock_codec_input_volume_audio() {
  Hardware hardware;
  CHECK(ens::start_up(hardware, {1, 3, 0, 0.8f, 44100}));
  CHECK(hardware.calls == (Calls{"clock 44100", "codec 44100", "line 3", "volume 800", "audio"}));
}

void a_mode_that_hears_gets_the_microphone() {
  Hardware hardware;
  CHECK(ens::start_up(hardware, {2, 3, 36, 0.8f, 48000}));
  CHECK(hardware.calls[2] == "microphone 36");
}

void every_other_rate_falls_back_before_the_clock() {
  for (const std::uint32_t rate : {0u, 1u, 22050u, 47999u, 48001u, 96000u, 4294967295u}) {
    Hardware hardware;
    ens::start_up(hardware, {1, 3, 0, 0.8f, rate});
    CHECK(!hardware.panicked);
    CHECK(hardware.calls[0] == "clock 48000");
  }
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  constexpr double kEndless = std::numeric_limits<double>::infinity();
  for (const double rate : {kNone, kEndless, -kEndless, -48000.0, 44100.5}) {
    CHECK_EQUAL(ens_select_sample_rate(rate), 48000u);
  }
}

void levels_out_of_range_are_brought_in() {
  const struct {
    float volume;
    const char* call;
  } cases[] = {{-1.0f, "volume 0"},
               {0.0f, "volume 0"},
               {1.0f, "volume 1000"},
               {7.0f, "volume 1000"},
               {std::numeric_limits<float>::quiet_NaN(), "volume 0"}};
  for (const auto& each : cases) {
    Hardware hardware;
    ens::start_up(hardware, {1, 99, 0, each.volume, 48000});
    CHECK(hardware.calls[2] == "line 15");
    CHECK(hardware.calls[3] == each.call);
  }
}

void a_codec_that_does_not_answer_starts_nothing() {
  Hardware hardware;
  hardware.codec_answers = false;
  CHECK(!ens::start_up(hardware, {1, 3, 0, 0.8f, 48000}));
  CHECK(hardware.calls == (Calls{"clock 48000", "codec 48000"}));
}

}  // namespace

int main() {
  the_order_is_rate_clock_codec_input_volume_audio();
  a_mode_that_hears_gets_the_microphone();
  every_other_rate_falls_back_before_the_clock();
  levels_out_of_range_are_brought_in();
  a_codec_that_does_not_answer_starts_nothing();
  return ens_test::result();
}
