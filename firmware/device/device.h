// The instrument as a device: one of many modes at a time, in one block of memory, and what flash
// keeps: what was taught to each mode, and the settings of the last session. Control thread only.
//
// Nothing taught is lost by selecting another mode or by a power cut: select() saves first, and
// whoever teaches calls touch(), after which Session saves when it has been quiet for a while.
#pragma once

#include "core/store.h"
#include "device/board.h"
#include "device/settings.h"
#include "device/status.h"
#include "mode.h"

namespace ens {

// The memory a device works in; sizes in bytes, both aligned to 16. `scratch` holds one taught file
// of any mode.
struct DeviceMemory {
  std::uint8_t* arena;
  std::size_t arena_size;
  std::uint8_t* scratch;
  std::size_t scratch_size;
};

// The modes of a device. `kernels` are compiled for the network of each, or null: then the general
// code runs the networks, with the same bits.
struct ModeList {
  const mode::Mode* modes;
  const Kernels* const* kernels;
  std::size_t count;
};

// What select() does with something taught that flash does not take.
enum class Unsaved : std::uint8_t { kStay, kDiscard };

// Whether the mode is heard without a note, a microphone or a line input.
bool sounds_by_itself(const mode::Mode& mode);

class Device {
 public:
  Device(Board& board, const ModeList& modes, const DeviceMemory& memory)
      : board_(board), modes_(modes), memory_(memory) {}

  // Plays the mode of the last session with its preset or what was taught, in its voice space; the
  // first time, the first mode that sounds by itself.
  link::Status start();

  // Saves what was taught, creates the instrument of `index`, with what flash keeps for it, and
  // plays it. On an error the previous mode continues.
  link::Status select(std::size_t index, Unsaved unsaved = Unsaved::kStay);
  EnsStatus select_voice_space(std::size_t ordinal);
  // Saves what was taught, as select() does, and plays what a new instrument would that learned
  // this preset, counted from 1; 0 plays what flash keeps for the mode.
  link::Status choose_preset(std::size_t number);
  // The one that was chosen since the mode was selected, taught further or not; 0 if none.
  std::size_t preset() const { return preset_; }
  // 0…ENS_UNIT_ONE of the volume that the mode asks for.
  void set_volume(std::uint16_t unit);

  std::size_t selected() const { return selected_; }
  // Counts calls of select() that succeeded.
  std::uint32_t selections() const { return selections_; }
  std::size_t mode_count() const { return modes_.count; }
  const mode::Mode& mode_at(std::size_t index) const { return modes_.modes[index]; }
  const mode::Mode& mode() const { return modes_.modes[selected_]; }
  // Null until the first select().
  EnsInstrument* instrument() const { return instrument_; }
  const EnsDriverConfig& driver() const { return driver_; }
  Board& board() const { return board_; }
  const Settings& settings() const { return settings_; }
  void set_calibration(const Calibration& calibration) { settings_.calibration = calibration; }

  // Stores what was learned in flash, and deletes it there.
  FlashStatus keep();
  FlashStatus forget();
  // Stores it if it was trained or taught and flash does not hold it yet. Uses the scratch memory.
  FlashStatus keep_changes();
  // Stores the settings if they changed.
  FlashStatus keep_settings();
  // Saves a few bytes under a key of their own, reads them back and deletes them.
  bool flash_works();

  // Holds a param at a value; keeps one out of learning, or gives it back. Locks stay when a preset
  // is chosen, and flash keeps them with what was taught. Those that change while a preset plays
  // replace nothing there.
  EnsStatus set_param(std::uint32_t param, std::uint32_t unit);
  EnsStatus lock_param(std::uint32_t param, bool locked);
  // Keeps pitches on a scale, which stays and is kept as locks are.
  EnsStatus set_scale(std::uint32_t scale);

  // Something was taught or trained just now.
  void touch() {
    touched_ = true;
    touched_at_ = board_.ticks();
  }
  bool touched() const { return touched_; }
  std::uint32_t touched_at() const { return touched_at_; }
  // A taught file from elsewhere was loaded: it is worth keeping even without examples.
  void taught_elsewhere() {
    worth_keeping_ = true;
    touch();
  }

  // Sets how loud the self-test is, whatever the settings say; set_volume() ends it.
  void set_test_volume();

  // Flags of link::Fault.
  std::uint16_t faults() const { return static_cast<std::uint16_t>(faults_ | board_.faults()); }

  // Holds one taught file while it is sent or received in pieces.
  std::uint8_t* scratch() const { return memory_.scratch; }
  std::size_t scratch_size() const { return memory_.scratch_size; }

 private:
  // Of the id of a mode, or the name of a preset.
  static std::uint32_t key_of(const char* name);
  std::size_t first_index() const;
  // The number of the preset with this key, or 0.
  std::size_t preset_of(const mode::Mode& mode, std::uint32_t key) const;
  // Plays a mode with a preset, counted from 1, or with what flash keeps for it.
  link::Status open(std::size_t index, std::size_t preset, std::size_t voice_space);
  EnsStatus create(std::size_t index);
  EnsStatus learn(const mode::Preset& preset);
  void load();
  void play();
  bool was_taught() const;
  // Writes the taught file to the scratch memory.
  bool write_file(std::uint32_t& size);
  // Of the lessons in that file, without the locks and the scale.
  std::uint32_t crc_in(std::uint32_t size) const;
  void add_locks(const std::uint16_t* locks);
  void choices_changed();
  // What the instrument is now needs no saving.
  void nothing_to_keep();
  FlashStatus store(std::uint32_t size);
  FlashStatus report_flash(FlashStatus status);
  void set_fault(link::Fault fault, bool on);

  Board& board_;
  ModeList modes_;
  DeviceMemory memory_;
  std::size_t selected_ = 0;
  std::size_t preset_ = 0;
  std::uint32_t selections_ = 0;
  EnsInstrument* instrument_ = nullptr;
  EnsDriverConfig driver_{};
  Settings settings_;
  Settings kept_settings_;
  std::uint32_t kept_crc_ = 0;  // of the taught file that flash holds, or of the untaught one
  bool worth_keeping_ = false;
  bool choices_changed_ = false;  // flash holds other locks, or another scale
  bool touched_ = false;
  std::uint32_t touched_at_ = 0;
  std::uint16_t faults_ = 0;
};

}  // namespace ens
