// The RP2350 instrument: control, wire and training on core 0, audio on core 1.
#include <atomic>

#include "board/codec/sgtl5000.h"
#include "board/rp2350/buttons.h"
#include "board/rp2350/codec_bus.h"
#include "board/rp2350/i2s_audio.h"
#include "board/rp2350/joystick.h"
#include "board/rp2350/midi_port.h"
#include "board/rp2350/rp_flash.h"
#include "device/audio_watch.h"
#include "device/controls.h"
#include "device/core_watch.h"
#include "device/image.h"
#include "device/session.h"
#include "device/stacks.h"
#include "hardware/watchdog.h"
#include "pico/multicore.h"
#include "pico/stdlib.h"

namespace {

ens::image::Storage storage;

alignas(8) std::uint32_t audio_stack[ens::kAudioStackBytes / 4];
static_assert(PICO_STACK_SIZE == ens::kControlStackBytes);

// What core 1 plays, and whether it is in it.
std::atomic<EnsInstrument*> playing{nullptr};
std::atomic<bool> inside{false};
std::atomic<std::uint32_t> audio_ticks{0};
ens::I2sAudio audio;

void process(void*, const float (&in)[2][ENS_TICK_FRAMES], float (&out)[2][ENS_TICK_FRAMES]) {
  inside.store(true);
  EnsInstrument* const instrument = playing.load();
  if (instrument != nullptr) {
    ens_audio_process(instrument, in[0], in[1], out[0], out[1], ENS_TICK_FRAMES);
  } else {
    for (std::size_t i = 0; i < ENS_TICK_FRAMES; ++i) out[0][i] = out[1][i] = 0.0f;
  }
  inside.store(false);
  audio_ticks.fetch_add(1, std::memory_order_relaxed);
}

ens::CoreWatch cores;
// Longest that either core may be busy in one piece: the ramps of the codec, erasing a sector.
constexpr std::uint32_t kWatchdogMs = 2000;

// Beats between interrupts; one that never returns is found by the watchdog.
void audio_core() {
  audio.start(process, nullptr);
  for (;;) {
    cores.beat();
    busy_wait_us(1000);
  }
}

ens::MidiPort midi;

class RpBoard final : public ens::FlashBoard<ens::RpFlash> {
 public:
  void begin() {
    restarted_ = watchdog_enable_caused_reboot();
    bus_.begin();
    watchdog_enable(kWatchdogMs, true);
  }

  const char* name() const override { return "rp2350"; }
  void send(const std::uint8_t* bytes, std::size_t size) override {
    for (std::size_t i = 0; i < size; ++i) putchar_raw(bytes[i]);
    stdio_flush();
  }

  void pause_audio() override {
    playing.store(nullptr);
    while (inside.load()) tight_loop_contents();
  }
  void resume_audio(EnsInstrument* instrument, const EnsDriverConfig& driver) override {
    watch_.start(driver, time_us_32());
    playing.store(instrument);
  }
  void set_volume(float volume) override {
    codec_.set_output_volume(static_cast<std::uint16_t>(volume * 1000.0f + 0.5f));
  }
  std::uint32_t ticks() const override { return watch_.ticks(); }
  std::uint32_t longest_tick_us() const override { return audio.longest_us(); }
  std::uint32_t late_ticks() const override { return audio.late(); }
  std::uint16_t faults() const override {
    using ens::link::Fault;
    const auto flag = [](bool on, Fault fault) { return on ? static_cast<unsigned>(fault) : 0u; };
    return static_cast<std::uint16_t>(
        flag(!watch_.sounds(), Fault::kCodec) | flag(audio.late() > 0, Fault::kLate) |
        flag(midi.lost() > 0, Fault::kMidiLost) | flag(restarted_, Fault::kRestarted));
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
  ens::CodecBus bus_;
  ens::Sgtl5000<ens::CodecBus> codec_{bus_};
  ens::AudioWatch<RpBoard> watch_{*this};
  bool started_ = false;
  bool restarted_ = false;
};

RpBoard board;
ens::Device device(board, ens::image::kModes, storage.memory());
ens::Session session(device);

// The player's controls and MIDI, once a control tick.
class Panel {
 public:
  void begin() {
    joystick_.begin();
    buttons_.begin();
    bind();
  }

  void tick() {
    if (bound_ != device.selections()) bind();
    std::uint16_t axes[ens::Controls::kAxes];
    joystick_.read(axes);
    controls_.move(device.instrument(), axes);
    ens::MidiMessage message{};
    while (midi.take(message)) {
      ens_midi_in(device.instrument(), message.status, message.data1, message.data2);
    }
    ens_control_tick(device.instrument());
    while (const std::uint32_t event = ens_next_event(device.instrument())) midi.send(event);
    handle(buttons_.read());
  }

 private:
  void bind() {
    bound_ = device.selections();
    controls_.bind(device.mode());
    // What the last mode sent notes to must not hold them.
    constexpr std::uint32_t kAllNotesOff = 0xb0 | 123 << 8;
    for (std::uint32_t channel = 0; channel < 16; ++channel) midi.send(kAllNotesOff | channel);
  }

  void handle(ens::Buttons::Action action) {
    switch (action) {
      case ens::Buttons::Action::kNone:
        break;
      case ens::Buttons::Action::kTeach:
        session.teach();
        break;
      case ens::Buttons::Action::kTrain:
        session.train();
        break;
      case ens::Buttons::Action::kNextMode:
        session.select((device.selected() + 1) % device.mode_count());
        break;
    }
  }

  ens::Joystick joystick_;
  ens::Buttons buttons_;
  ens::Controls controls_;
  std::uint32_t bound_ = 0;
};

}  // namespace

int main() {
  stdio_init_all();
  gpio_init(ens::pins::kLed);
  gpio_set_dir(ens::pins::kLed, true);
  board.begin();
  midi.begin();
  if (device.start() != ens::link::Status::kOk) panic("the first mode cannot be created");
  static Panel panel;
  panel.begin();
  std::uint32_t done = 0;
  for (;;) {
    board.turn();
    for (int byte = getchar_timeout_us(0); byte >= 0; byte = getchar_timeout_us(0)) {
      session.take(static_cast<std::uint8_t>(byte));
    }
    const std::uint32_t now = board.ticks();
    if (now != done) {
      done = now;
      panel.tick();
    }
    gpio_put(ens::pins::kLed, session.work());
  }
}
