// A board without hardware for tests of the device: a flash that may lose power or fail, a wire
// that remembers what was sent, and time that passes when told.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "device/fade_gate.h"
#include "device/image.h"
#include "device/session.h"
#include "device/test_tone.h"
#include "firmware/device/simulated_flash.h"

namespace ens_test {

struct RoomyFlash : SimulatedFlash {
  static constexpr std::size_t kSectorCount = 63;
  RoomyFlash() { bytes.assign(kSectorSize * kSectorCount, 0xff); }
};

class SimulatedBoard final : public ens::Board {
 public:
  explicit SimulatedBoard(RoomyFlash& flash) : flash_(flash), store_(flash) {}

  const char* name() const override { return "simulated"; }
  void send(const std::uint8_t* bytes, std::size_t size) override {
    sent.append(reinterpret_cast<const char*>(bytes), size);
  }
  void pause_audio() override {
    // As the audio thread does while the control thread waits.
    gate.shut([this] {
      tick();
      return true;
    });
    instrument = nullptr;
  }
  void resume_audio(EnsInstrument* of, const EnsDriverConfig& driver) override {
    instrument = of;
    volume = driver.output_volume;
    gate.open();
  }
  void set_volume(float to) override { volume = to; }
  std::uint32_t ticks() const override { return ticks_; }
  std::uint32_t longest_tick_us() const override { return 0; }
  std::uint16_t faults() const override { return hardware_faults; }
  ens::FlashStatus keep(std::uint32_t key, const std::uint8_t* from, std::size_t size) override {
    return store_.save(key, from, size);
  }
  ens::FlashStatus load(std::uint32_t key, std::uint8_t* to, std::size_t capacity,
                        std::size_t& size) override {
    return store_.load(key, to, capacity, size);
  }
  ens::FlashStatus forget(std::uint32_t key) override { return store_.forget(key); }

  // Renders one tick and gives its largest sample.
  float tick() {
    ++ticks_;
    ens_process(instrument, nullptr, nullptr, left, right, ENS_TICK_FRAMES);
    gate.apply(left, right);
    tone.replace(left, right);
    if (records) heard.insert(heard.end(), left, left + ENS_TICK_FRAMES);
    float peak = 0.0f;
    for (const float sample : left) peak = std::max(peak, sample < 0 ? -sample : sample);
    for (const float sample : right) peak = std::max(peak, sample < 0 ? -sample : sample);
    return peak;
  }
  void pass(std::uint32_t count) { ticks_ += count; }
  int erases() const {
    int sum = 0;
    for (const auto& [sector, count] : flash_.erases) sum += count;
    return sum;
  }

  ens::PartsFound find_parts(bool) override { return parts; }
  void play_tone() override { tone.start(48000); }

  // What tick() rendered.
  float left[ENS_TICK_FRAMES] = {};
  float right[ENS_TICK_FRAMES] = {};
  bool records = false;
  std::vector<float> heard;  // on the left, while it records
  ens::FadeGate gate;
  ens::TestTone tone;
  ens::PartsFound parts;  // what a self-test finds
  std::string sent;
  EnsInstrument* instrument = nullptr;
  float volume = -1.0f;
  std::uint16_t hardware_faults = 0;

 private:
  RoomyFlash& flash_;
  ens::FlashStore<RoomyFlash> store_;
  std::uint32_t ticks_ = 0;
};

// The device from power-on to power-off. What is in `flash` is all that outlives it.
class Life {
 public:
  explicit Life(RoomyFlash& flash) : board(flash) {
    expect(device.start() == ens::link::Status::kOk, "starts");
  }

  // Plays on, as a board's main loop does, for so many seconds.
  void play(double seconds) {
    for (auto left = static_cast<int>(seconds * 750); left > 0; --left) {
      board.tick();
      session.work();
    }
  }
  // Lets time pass without rendering it.
  void rest(double seconds) {
    for (auto left = static_cast<int>(seconds * 750); left > 0; --left) {
      board.pass(1);
      session.work();
    }
  }
  void teach(int examples) {
    for (int i = 0; i < examples; ++i) {
      ens_set_input(device.instrument(), 0, static_cast<std::uint32_t>(i * 2000));
      board.tick();
      expect(session.teach() == ENS_OK, "teaches");
    }
  }
  void train() {
    expect(session.train() == ENS_OK, "trains");
    while (session.work()) board.pass(1);
  }
  std::size_t index_of(const char* mode_id) const {
    std::size_t index = 0;
    while (!ens::same_text(device.mode_at(index).mode_id, mode_id)) ++index;
    return index;
  }
  bool select(const char* mode_id) {
    return session.select(index_of(mode_id)) == ens::link::Status::kOk;
  }
  std::uint32_t examples() const { return ens_example_count(device.instrument()); }
  std::vector<std::uint8_t> file() const {
    std::vector<std::uint8_t> bytes(ens_save_bytes(device.instrument()));
    std::uint32_t size = 0;
    ens_save(device.instrument(), bytes.data(), static_cast<std::uint32_t>(bytes.size()), &size);
    return bytes;
  }
  bool is_faulty(ens::link::Fault fault) const {
    return (device.faults() & static_cast<std::uint16_t>(fault)) != 0;
  }

 private:
  std::vector<ens::image::Storage> storage_{1};

 public:
  SimulatedBoard board;
  ens::Device device{board, ens::image::kModes, storage_[0].memory()};
  ens::Session session{device};
};

}  // namespace ens_test
