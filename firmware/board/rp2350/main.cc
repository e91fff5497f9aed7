// The RP2350 instrument: control, wire and training on core 0, audio on core 1.
#include <atomic>

#include "board/codec/sgtl5000.h"
#include "board/rp2350/buttons.h"
#include "board/rp2350/codec_bus.h"
#include "board/rp2350/i2s_audio.h"
#include "board/rp2350/joystick.h"
#include "board/rp2350/midi_port.h"
#include "board/rp2350/rp_flash.h"
#include "device/controls.h"
#include "device/image.h"
#include "device/session.h"
#include "device/start_up.h"
#include "pico/multicore.h"
#include "pico/stdlib.h"

namespace {

constexpr std::size_t kScratchBytes = 24 * 1024;
constexpr std::uint32_t kSliceExamples = 8;  // 0.3 ms: shorter than a control tick

alignas(16) std::uint8_t arena[ens::image::kArenaBytes];
alignas(16) std::uint8_t scratch[kScratchBytes];

// Core 1's stack: the 4 KB the SDK has for it would do for the engines, but leave nothing to spare.
alignas(8) std::uint32_t audio_stack[2048];

// What core 1 plays, and whether it is inside it.
std::atomic<EnsInstrument*> playing{nullptr};
std::atomic<bool> inside{false};
std::atomic<std::uint32_t> audio_ticks{0};
ens::I2sAudio audio;

void process(void*, const float (&in)[2][64], float (&out)[2][64]) {
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

void audio_core() {
  audio.start(process, nullptr);
  for (;;) __wfi();
}

class RpBoard final : public ens::Board {
 public:
  void begin() { bus_.begin(); }

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
    sounds_ = ens::start_up(*this, driver);
    playing.store(instrument);
  }
  std::uint32_t ticks() const override { return audio_ticks.load(std::memory_order_relaxed); }
  std::uint32_t longest_tick_us() const override { return audio.longest_us(); }

  ens::FlashStatus keep(std::uint32_t key, const std::uint8_t* bytes, std::size_t size) override {
    return store_.save(key, bytes, size);
  }
  ens::FlashStatus load(std::uint32_t key, std::uint8_t* to, std::size_t capacity,
                        std::size_t& size) override {
    return store_.load(key, to, capacity, size);
  }
  ens::FlashStatus forget(std::uint32_t key) override { return store_.forget(key); }

  // Hardware, for start_up(). The codec makes the sample clock; a rate its PLL has no words for
  // must never reach it.
  void set_clock(std::uint32_t rate_hz) {
    if (ens_select_sample_rate(static_cast<double>(rate_hz)) != rate_hz) panic("sample rate");
  }
  bool begin_codec(std::uint32_t rate_hz) { return codec_.begin(rate_hz); }
  void select_line(std::uint8_t level) { codec_.select_line(level); }
  void select_microphone(std::uint8_t gain_db) { codec_.select_microphone(gain_db); }
  void set_output_volume(std::uint16_t thousandths) { codec_.set_output_volume(thousandths); }
  void start_audio() {
    if (!started_) {
      multicore_launch_core1_with_stack(audio_core, audio_stack, sizeof audio_stack);
    }
    started_ = true;
  }

  bool sounds() const { return sounds_; }

 private:
  ens::CodecBus bus_;
  ens::Sgtl5000<ens::CodecBus> codec_{bus_};
  ens::RpFlash flash_;
  ens::FlashStore<ens::RpFlash> store_{flash_};
  bool started_ = false;
  bool sounds_ = false;
};

RpBoard board;
ens::Device device(board, ens::image::kModes, {arena, sizeof arena, scratch, sizeof scratch});
ens::Session session(device);

// The hands and the wires of the player, once a control tick.
class Desk {
 public:
  void begin() {
    joystick_.begin();
    midi_.begin();
    buttons_.begin();
    bind();
  }

  void tick() {
    if (bound_ != device.selected()) bind();
    ens::Unit axes[ens::Controls::kAxes];
    joystick_.read(axes);
    controls_.move(device.instrument(), axes);
    ens::MidiMessage message{};
    while (midi_.take(message)) {
      ens_midi_in(device.instrument(), message.status, message.data1, message.data2);
    }
    ens_control_tick(device.instrument());
    while (const std::uint32_t event = ens_next_event(device.instrument())) midi_.send(event);
    press(buttons_.read());
  }

 private:
  void bind() {
    bound_ = device.selected();
    controls_.bind(device.mode());
  }

  void press(ens::Buttons::Press pressed) {
    switch (pressed) {
      case ens::Buttons::Press::none:
        break;
      case ens::Buttons::Press::teach:
        ens_record_example(device.instrument());
        break;
      case ens::Buttons::Press::train:
        session.train();
        break;
      case ens::Buttons::Press::next_mode:
        device.select((device.selected() + 1) % device.mode_count());
        break;
    }
  }

  ens::Joystick joystick_;
  ens::MidiPort midi_;
  ens::Buttons buttons_;
  ens::Controls controls_;
  std::size_t bound_ = 0;
};

}  // namespace

int main() {
  stdio_init_all();
  gpio_init(ens::pins::kLed);
  gpio_set_dir(ens::pins::kLed, true);
  board.begin();
  if (device.select(0) != ENS_OK) panic("the first mode cannot be made");
  static Desk desk;
  desk.begin();
  if (!board.sounds()) session.log("the codec does not answer: check SDA, SCL, MCLK and power");
  std::uint32_t done = 0;
  bool trained = false;
  for (;;) {
    for (int byte = getchar_timeout_us(0); byte >= 0; byte = getchar_timeout_us(0)) {
      session.take(static_cast<std::uint8_t>(byte));
    }
    const std::uint32_t now = board.ticks();
    if (now != done) {
      done = now;
      desk.tick();
    }
    const bool training = session.train_slice(kSliceExamples);
    gpio_put(ens::pins::kLed, training);
    if (trained && !training) device.keep();  // what was taught outlives the power
    trained = training;
  }
}
