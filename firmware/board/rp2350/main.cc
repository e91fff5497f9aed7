// The RP2350 instrument: control, wire and training on core 0, audio on core 1.
#include <atomic>

#include "board/codec/sgtl5000.h"
#include "board/rp2350/codec_bus.h"
#include "board/rp2350/controls.h"
#include "board/rp2350/i2s_audio.h"
#include "board/rp2350/midi_port.h"
#include "board/rp2350/modes.h"
#include "board/rp2350/rp_flash.h"
#include "board/rp2350/usb_port.h"
#include "device/audio_watch.h"
#include "device/core_watch.h"
#include "device/fade_gate.h"
#include "device/midi_in.h"
#include "device/midi_out.h"
#include "device/panel.h"
#include "device/session.h"
#include "device/stack_guard.h"
#include "device/stacks.h"
#include "device/test_tone.h"
#include "hardware/structs/busctrl.h"
#include "hardware/watchdog.h"
#include "pico/multicore.h"
#include "pico/stdlib.h"

// The SDK's linker script: the lowest address of core 0's stack.
extern "C" std::uint32_t __StackBottom[];

namespace {

alignas(8) std::uint32_t audio_stack[ens::kAudioStackBytes / 4];
static_assert(PICO_STACK_SIZE == ens::kControlStackBytes);

// What core 1 plays, and whether it is in it.
std::atomic<EnsInstrument*> playing{nullptr};
std::atomic<bool> inside{false};
std::atomic<std::uint32_t> audio_ticks{0};
// In the scratch memory that the SDK would make a second stack of.
ens::I2sAudio __scratch_x("audio") audio;
ens::FadeGate gate;
ens::TestTone tone;

void process(void*, const float (&in)[2][ENS_TICK_FRAMES], float (&out)[2][ENS_TICK_FRAMES]) {
  inside.store(true);
  EnsInstrument* const instrument = playing.load();
  if (instrument != nullptr) {
    ens_audio_process(instrument, in[0], in[1], out[0], out[1], ENS_TICK_FRAMES);
  } else {
    for (std::size_t i = 0; i < ENS_TICK_FRAMES; ++i) out[0][i] = out[1][i] = 0.0f;
  }
  gate.apply(out[0], out[1]);
  tone.replace(out[0], out[1]);
  inside.store(false);
  audio_ticks.fetch_add(1, std::memory_order_relaxed);
}

ens::CoreWatch cores;
// Longest that either core may be busy in one piece: the ramps of the codec, erasing a sector.
constexpr std::uint32_t kWatchdogMs = 2000;

// Beats between interrupts; one that never returns is found by the watchdog.
void audio_core() {
  ens::guard_stack(audio_stack);
  audio.start(process, nullptr);
  for (;;) {
    cores.beat();
    busy_wait_us(1000);
  }
}

ens::MidiPort midi;
ens::UsbPort usb;
ens::BoardControls controls;

class RpBoard final : public ens::FlashBoard<ens::RpFlash> {
 public:
  void begin() {
    restarted_ = watchdog_enable_caused_reboot();
    // Code runs from RAM, which both cores share: the audio core never waits for the other.
    busctrl_hw->priority = BUSCTRL_BUS_PRIORITY_PROC1_BITS | BUSCTRL_BUS_PRIORITY_DMA_R_BITS |
                           BUSCTRL_BUS_PRIORITY_DMA_W_BITS;
    bus_.begin();
    watchdog_enable(kWatchdogMs, true);
  }

  const char* name() const override { return ens::pins::kBoardName; }
  void send(const std::uint8_t* bytes, std::size_t size) override { usb.write(bytes, size); }

  void pause_audio() override {
    const std::uint32_t began = time_us_32();
    gate.shut([began] { return time_us_32() - began < kShutUs; });
    playing.store(nullptr);
    while (inside.load()) tight_loop_contents();
  }
  void resume_audio(EnsInstrument* instrument, const EnsDriverConfig& driver) override {
    watch_.start(driver, time_us_32());
    playing.store(instrument);
    gate.open();
  }
  void set_volume(float volume) override {
    codec_.set_output_volume(static_cast<std::uint16_t>(volume * 1000.0f + 0.5f));
  }
  void play_tone() override { tone.start(watch_.sample_rate_hz()); }
  ens::PartsFound find_parts(bool at_power_on) override {
    using ens::link::Part;
    ens::PartsFound found;
    found.codec_id = codec_.id();
    found.add(Part::kCodec, codec_.is_sgtl5000(found.codec_id));
    found.add(Part::kClock, codec_.is_locked());
    ens::ControlReadings readings;
    for (int i = 0; i < 16; ++i) controls.read(readings);  // until the noise is gone
    for (std::uint16_t& reading : readings.axes) reading = ens::AxisCalibration().unit(reading);
    found.add_axes(readings.axes, ens::BoardControls::kAxes);
    found.add_buttons(controls.down(), ens::Gestures::kBothButtons, at_power_on);
    found.add(Part::kMidi, midi.comes_back());
    return found;
  }
  std::uint32_t ticks() const override { return watch_.ticks(); }
  std::uint32_t longest_tick_us() const override { return audio.longest_us(); }
  std::uint32_t late_ticks() const override { return audio.late(); }
  std::uint16_t faults() const override {
    return ens::HardwareFaults{.codec = !watch_.sounds(),
                               .late = audio.late() > 0,
                               .midi_lost = midi.lost() > 0,
                               .restarted = restarted_}
        .flags();
  }

  // Call in every turn of the main loop: ticks, the codec, and the watchdog of both cores.
  void turn() {
    watch_.turn(audio_ticks.load(std::memory_order_relaxed), time_us_32());
    if (cores.both_live(started_, time_us_32())) watchdog_update();
  }

  // Hardware, for start_up(). The codec makes the sample clock, and its PLL supports four rates.
  void set_clock(std::uint32_t rate_hz) {
    if (ens_select_sample_rate(static_cast<double>(rate_hz)) != rate_hz) panic("sample rate");
  }
  bool begin_codec(std::uint32_t rate_hz) { return codec_.begin(rate_hz); }
  void select_line(std::uint8_t level) { codec_.select_line(level); }
  void select_microphone(std::uint8_t gain_db) { codec_.select_microphone(gain_db); }
  bool codec_runs() { return codec_.still_runs(); }
  void set_output_volume(std::uint16_t thousandths) { codec_.set_output_volume(thousandths); }
  void start_audio() {
    if (!started_) {
      multicore_launch_core1_with_stack(audio_core, audio_stack, sizeof audio_stack);
    }
    started_ = true;
  }

  bool sounds() const { return watch_.sounds(); }

 private:
  // Longer than a fade; without a codec nothing fades.
  static constexpr std::uint32_t kShutUs = 25'000;

  ens::CodecBus bus_;
  ens::Sgtl5000<ens::CodecBus, ens::pins::kMasterClockHz> codec_{bus_};
  ens::AudioWatch<RpBoard> watch_{*this};
  bool started_ = false;
  bool restarted_ = false;
};

RpBoard board;
ens::Device device(board, ens::board_modes(), ens::board_memory());
ens::Session session(device);

ens::Panel panel(session);
ens::MidiIn midi_in(device);
ens::MidiOut midi_out(device);

void send_midi(std::uint32_t event) {
  midi.send(event);
  ens::usb_midi::Packet packet{};
  ens::usb_midi::write_packet(event, packet);
  usb.send_midi(packet);
}

void take_midi() {
  for (int byte = midi.take(); byte >= 0; byte = midi.take()) {
    midi_in.take(static_cast<std::uint8_t>(byte));
  }
  ens::usb_midi::Packet packet{};
  while (usb.take_midi(packet)) midi_in.take(packet);
}

// The player's controls and MIDI, once a tick.
void control_tick() {
  static ens::ControlReadings readings;
  controls.read(readings);
  panel.tick(readings);
  take_midi();
  ens_control_tick(device.instrument());
  midi_out.turn(send_midi);
  gpio_put(ens::pins::kLed, panel.lit());
}

}  // namespace

int main() {
  ens::guard_stack(__StackBottom);
  set_sys_clock_khz(ens::pins::kSystemKhz, true);
  gpio_init(ens::pins::kLed);
  gpio_set_dir(ens::pins::kLed, true);
  usb.begin();
  board.begin();
  midi.begin();
  controls.begin();
  if (device.start() != ens::link::Status::kOk) panic("the first mode cannot be created");
  panel.power_on(controls.down());
  std::uint32_t done = 0;
  for (;;) {
    board.turn();
    usb.turn();
    for (int byte = usb.read(); byte >= 0; byte = usb.read()) {
      session.take(static_cast<std::uint8_t>(byte));
    }
    const std::uint32_t now = board.ticks();
    if (now != done) {
      done = now;
      control_tick();
    }
    session.work();
  }
}
