// A board without a codec, or with one that comes and goes, plays on as far as it can.
#include "device/audio_watch.h"

#include "board/codec/sgtl5000.h"
#include "device/core_watch.h"
#include "firmware/device/simulated_board.h"
#include "firmware/device/simulated_sgtl5000.h"

namespace {

using ens_test::expect;

constexpr EnsDriverConfig kDriver = {ENS_INPUT_LINE, 3, 0, 0.8f, 48000};

// A board's audio: the codec clocks ticks of 1333 µs once it is master and the audio was started.
struct Hardware {
  ens_test::SimulatedSgtl5000 codec;
  ens::Sgtl5000<ens_test::SimulatedSgtl5000> driver{codec};
  bool started = false;
  std::uint32_t audio_ticks = 0;
  std::uint32_t now_us = 4'294'000'000u;  // just before the clock wraps around
  std::uint32_t rest_us = 0;

  void set_clock(std::uint32_t) {}
  bool begin_codec(std::uint32_t rate_hz) { return driver.begin(rate_hz); }
  bool codec_runs() { return driver.still_runs(); }
  void select_line(std::uint8_t level) { driver.select_line(level); }
  void select_microphone(std::uint8_t gain_db) { driver.select_microphone(gain_db); }
  void set_output_volume(std::uint16_t volume) { driver.set_output_volume(volume); }
  void start_audio() { started = true; }

  void pass(std::uint32_t time_us) {
    now_us += time_us;
    if (!started || !codec.powered || !codec.is_master()) return;
    rest_us += time_us;
    audio_ticks += rest_us / 1333;
    rest_us %= 1333;
  }
};

using Watch = ens::AudioWatch<Hardware>;

// Runs the main loop for `ms` and gives the ticks it saw.
std::uint32_t run(Hardware& hardware, Watch& watch, std::uint32_t ms) {
  const std::uint32_t before = watch.ticks();
  for (std::uint32_t i = 0; i < 10 * ms; ++i) {
    hardware.pass(100);
    watch.turn(hardware.audio_ticks, hardware.now_us);
  }
  return watch.ticks() - before;
}

void with_a_codec_the_audio_ticks() {
  Hardware hardware;
  Watch watch(hardware);
  watch.start(kDriver, hardware.now_us);
  const std::uint32_t ticks = run(hardware, watch, 1000);
  expect(watch.sounds(), "sounds");
  CHECK_EQUAL(ticks, hardware.audio_ticks);
  expect(ticks >= 749 && ticks <= 751, "750 ticks a second");
}

void without_a_codec_a_timer_ticks() {
  Hardware hardware;
  hardware.codec.powered = false;
  Watch watch(hardware);
  watch.start(kDriver, hardware.now_us);
  run(hardware, watch, 100);
  expect(!watch.sounds(), "says that it does not sound");
  const std::uint32_t ticks = run(hardware, watch, 1000);
  expect(ticks >= 745 && ticks <= 755, "control ticks go on, 750 a second");
}

void a_codec_that_comes_later_sounds() {
  Hardware hardware;
  hardware.codec.powered = false;
  Watch watch(hardware);
  watch.start(kDriver, hardware.now_us);
  run(hardware, watch, 5000);
  expect(!watch.sounds(), "silent");
  hardware.codec.powered = true;
  run(hardware, watch, 2200);
  expect(watch.sounds() && hardware.codec.headphone_sounds(), "then it sounds");
  const std::uint32_t ticks = run(hardware, watch, 1000);
  expect(ticks >= 749 && ticks <= 751, "at the pace of the audio");
}

void a_codec_that_is_lost_is_told_and_tried_again() {
  Hardware hardware;
  Watch watch(hardware);
  watch.start(kDriver, hardware.now_us);
  run(hardware, watch, 1000);
  hardware.codec.powered = false;
  run(hardware, watch, 100);
  expect(!watch.sounds(), "noticed within 100 ms");
  const std::uint32_t ticks = run(hardware, watch, 1000);
  expect(ticks >= 745 && ticks <= 755, "control ticks go on");
  hardware.codec.cycle_power();
  hardware.codec.powered = true;
  run(hardware, watch, 2500);
  expect(watch.sounds() && hardware.codec.headphone_sounds(), "it sounds again");
  for (const std::string& why : hardware.codec.refused) expect(false, why.c_str());
}

// The rest of the instrument does not depend on the codec.
void an_instrument_without_a_codec_learns_and_answers() {
  ens_test::RoomyFlash flash;
  ens_test::Life life(flash);
  life.board.hardware_faults = static_cast<std::uint16_t>(ens::link::Fault::kCodec);
  Hardware hardware;
  hardware.codec.powered = false;
  Watch watch(hardware);
  watch.start(kDriver, hardware.now_us);
  life.teach(2);
  for (std::uint32_t done = 0; done < 500;) {
    hardware.pass(100);
    watch.turn(hardware.audio_ticks, hardware.now_us);
    if (watch.ticks() == done) continue;
    done = watch.ticks();
    expect(ens_control_tick(life.device.instrument()) == ENS_OK, "controls");
    ens_midi_in(life.device.instrument(), 0x90, 60, 100);
  }
  life.train();
  const std::uint8_t state = 0x12;
  std::uint8_t frame[ens::kMaxFrameBytes];
  const std::size_t size = ens::write_frame(state, 1, nullptr, 0, frame);
  life.board.sent.clear();
  for (std::size_t i = 0; i < size; ++i) life.session.take(frame[i]);
  ens::FrameReceiver receiver;
  ens::Frame answer;
  for (const char byte : life.board.sent) receiver.take(static_cast<std::uint8_t>(byte), answer);
  // status, then the fields of `state`; faults and volume are the last two.
  CHECK_EQUAL(answer.body[0], 0);
  CHECK_EQUAL(ens::get_u16(answer.body + answer.size - 4),
              static_cast<int>(ens::link::Fault::kCodec));
}

void the_watchdog_covers_both_cores() {
  ens::CoreWatch watch;
  std::uint32_t now_us = 4'294'900'000u;
  const auto feed_for = [&](std::uint32_t ms, bool beats, bool expected) {
    int fed = 0;
    for (std::uint32_t i = 0; i < ms; ++i) {
      now_us += 1000;
      if (beats) watch.beat();
      fed += watch.both_live(expected, now_us);
    }
    return fed;
  };
  CHECK_EQUAL(feed_for(2000, false, false), 2000);  // the audio core is not started yet
  CHECK_EQUAL(feed_for(2000, true, true), 2000);
  const int fed = feed_for(2000, false, true);
  expect(fed > 400 && fed < 600, "a core that stands still is not covered up");
}

}  // namespace

int main() {
  with_a_codec_the_audio_ticks();
  without_a_codec_a_timer_ticks();
  a_codec_that_comes_later_sounds();
  a_codec_that_is_lost_is_told_and_tried_again();
  an_instrument_without_a_codec_learns_and_answers();
  the_watchdog_covers_both_cores();
  return ens_test::result();
}
