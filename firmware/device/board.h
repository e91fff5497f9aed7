// What a board offers to the code that is the same on all of them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/flash_store.h"
#include "wasm/abi.h"

namespace ens {

class Board {
 public:
  virtual const char* name() const = 0;
  // Sends bytes to the host at the other end of the wire; may wait while the host reads.
  virtual void send(const std::uint8_t* bytes, std::size_t size) = 0;

  // Stops the audio thread; on return it is outside the instrument and stays there.
  virtual void pause_audio() = 0;
  // Sets the hardware as `driver` says and plays `instrument` from now on.
  virtual void resume_audio(EnsInstrument* instrument, const EnsDriverConfig& driver) = 0;

  // Audio ticks since start, and the longest time one took in microseconds.
  virtual std::uint32_t ticks() const = 0;
  virtual std::uint32_t longest_tick_us() const = 0;

  // Flash, by key (a hash of the mode id). `load` gives the bytes that were read in `size`.
  virtual FlashStatus keep(std::uint32_t key, const std::uint8_t* bytes, std::size_t size) = 0;
  virtual FlashStatus load(std::uint32_t key, std::uint8_t* to, std::size_t capacity,
                           std::size_t& size) = 0;
  virtual FlashStatus forget(std::uint32_t key) = 0;

  // Boards whose codec has no crystal (the emulator): run `ticks` ticks now; or run by a timer, or
  // stand still. False where the codec is real and runs by itself.
  virtual bool clock(std::uint32_t /*ticks*/) { return false; }
  virtual bool free_run(bool /*on*/) { return false; }

 protected:
  ~Board() = default;
};

}  // namespace ens
