// The instrument as a device: one mode of many at a time in one block of memory, and what flash
// keeps of each mode. Control thread only.
#pragma once

#include "core/store.h"
#include "device/board.h"
#include "mode.h"

namespace ens {

// Memory and scratch a device works in; sizes in bytes, both aligned to 16. `scratch` holds one
// taught file of any mode.
struct DeviceMemory {
  std::uint8_t* arena;
  std::size_t arena_size;
  std::uint8_t* scratch;
  std::size_t scratch_size;
};

// The modes of a device. `kernels` are those compiled for the network of each, or null: then the
// networks run by the general code, to the same bits.
struct ModeList {
  const mode::Mode* modes;
  const Kernels* const* kernels;
  std::size_t count;
};

// One seed for every device, so that an untaught instrument sounds the same wherever it is.
inline constexpr std::uint32_t kDeviceSeed = 1;
inline constexpr std::uint32_t kDeviceExamples = 64;

// What ens_create is told for `mode`. `layers` and defaults as the mode and build/cpp/training.h
// say.
EnsConfig config_of(const mode::Mode& mode);

class Device {
 public:
  Device(Board& board, const ModeList& modes, const DeviceMemory& memory)
      : board_(board), modes_(modes), memory_(memory) {}

  // Makes the instrument of `index`, with what flash keeps of it, and plays it. On an error the
  // mode before goes on.
  EnsStatus select(std::size_t index);

  std::size_t selected() const { return selected_; }
  std::size_t mode_count() const { return modes_.count; }
  const mode::Mode& mode_at(std::size_t index) const { return modes_.modes[index]; }
  const mode::Mode& mode() const { return modes_.modes[selected_]; }
  // Null until the first select().
  EnsInstrument* instrument() const { return instrument_; }
  const EnsDriverConfig& driver() const { return driver_; }
  Board& board() const { return board_; }

  // Keeps what was learned in flash, and takes it out again.
  FlashStatus keep();
  FlashStatus forget();

  // One taught file that comes or goes in pieces.
  std::uint8_t* scratch() const { return memory_.scratch; }
  std::size_t scratch_size() const { return memory_.scratch_size; }

 private:
  std::uint32_t key() const;

  Board& board_;
  ModeList modes_;
  DeviceMemory memory_;
  std::size_t selected_ = 0;
  EnsInstrument* instrument_ = nullptr;
  EnsDriverConfig driver_{};
};

}  // namespace ens
