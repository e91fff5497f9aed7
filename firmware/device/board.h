// What the shared code needs of a board.
#pragma once

#include <cstddef>
#include <cstdint>

#include "abi/abi.h"
#include "contract.h"
#include "device/control_readings.h"
#include "device/flash_store.h"
#include "device/parts.h"

namespace ens {

// What is wrong with the hardware of a board.
struct HardwareFaults {
  bool codec = false;      // it does not answer, or does not clock the audio
  bool late = false;       // a tick of audio was late
  bool midi_lost = false;  // bytes came faster than they were taken
  bool restarted = false;  // by the watchdog

  // Flags of link::Fault.
  std::uint16_t flags() const {
    using link::Fault;
    const auto flag = [](bool on, Fault fault) { return on ? static_cast<unsigned>(fault) : 0u; };
    return static_cast<std::uint16_t>(flag(codec, Fault::kCodec) | flag(late, Fault::kLate) |
                                      flag(midi_lost, Fault::kMidiLost) |
                                      flag(restarted, Fault::kRestarted));
  }
};

class Board {
 public:
  virtual const char* name() const = 0;
  // Sends bytes to the host; may wait while the host reads.
  virtual void send(const std::uint8_t* bytes, std::size_t size) = 0;

  // Stops the audio thread. On return it has left the instrument and does not enter it again.
  virtual void pause_audio() = 0;
  // Sets up the hardware and plays `instrument` from now on.
  virtual void resume_audio(EnsInstrument* instrument, const EnsDriverConfig& driver) = 0;

  // Sets the volume of what plays, 0…1.
  virtual void set_volume(float volume) = 0;

  // Ticks of 64 frames since the start, of the audio or, while it stands still, of a timer.
  virtual std::uint32_t ticks() const = 0;
  // The longest time a tick of audio took in microseconds (0: not measured), and how many were
  // late.
  virtual std::uint32_t longest_tick_us() const = 0;
  virtual std::uint32_t late_ticks() const { return 0; }
  // What is wrong with the hardware: flags of link::Fault.
  virtual std::uint16_t faults() const { return 0; }

  // For the self-test: looks at the parts (at power-on, when the buttons are held to start it), and
  // begins the tone of TestTone.
  virtual PartsFound find_parts(bool /*at_power_on*/) { return {}; }
  virtual void play_tone() {}

  // Flash, by key (a hash of the mode id). `load` sets `size` to the bytes it read.
  virtual FlashStatus keep(std::uint32_t key, const std::uint8_t* bytes, std::size_t size) = 0;
  virtual FlashStatus load(std::uint32_t key, std::uint8_t* to, std::size_t capacity,
                           std::size_t& size) = 0;
  virtual FlashStatus forget(std::uint32_t key) = 0;

  // For boards with an emulated codec: renders `ticks` ticks now; starts or stops rendering by a
  // timer. False on boards with a real codec.
  virtual bool clock(std::uint32_t /*ticks*/) { return false; }
  virtual bool free_run(bool /*on*/) { return false; }
  // For boards without controls: holds them so, and tells of the light.
  virtual bool hold(const ControlReadings& /*controls*/, LightSeen& /*seen*/) { return false; }

 protected:
  ~Board() = default;
};

// A board that keeps taught files in `Flash` (flash_store.h says what it needs).
template <class Flash>
class FlashBoard : public Board {
 public:
  template <class... Args>
  explicit FlashBoard(Args... args) : flash_(args...) {}

  FlashStatus keep(std::uint32_t key, const std::uint8_t* bytes, std::size_t size) final {
    return store_.save(key, bytes, size);
  }
  FlashStatus load(std::uint32_t key, std::uint8_t* to, std::size_t capacity,
                   std::size_t& size) final {
    return store_.load(key, to, capacity, size);
  }
  FlashStatus forget(std::uint32_t key) final { return store_.forget(key); }

 protected:
  ~FlashBoard() = default;

 private:
  Flash flash_;
  FlashStore<Flash> store_{flash_};
};

}  // namespace ens
