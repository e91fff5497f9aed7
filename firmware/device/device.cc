#include "device/device.h"

#include "abi/handle.h"
#include "abi/mode_config.h"
#include "core/crc32.h"
#include "core/same_text.h"

namespace ens {

bool sounds_by_itself(const mode::Mode& mode) {
  for (std::uint32_t engine = 0; engine < ens_engine_count(); ++engine) {
    if (!same_text(ens_engine_id(engine), mode.engine_id)) continue;
    EnsDriverConfig driver{};
    ens_engine_driver(engine, &driver);
    const bool needs_notes = ens_engine_plays_notes(engine) != 0 && ens_engine_drones(engine) == 0;
    return driver.input == ENS_INPUT_NONE && !needs_notes;
  }
  return false;
}

link::Status Device::start() {
  std::uint8_t bytes[Settings::kBytes];
  std::size_t size = 0;
  if (board_.load(Settings::kKey, bytes, sizeof bytes, size) == FlashStatus::kOk) {
    settings_.read(bytes, size);
  }
  kept_settings_ = settings_;
  const std::size_t index = first_index();
  const mode::Mode& mode = modes_.modes[index];
  if (key_of(mode.mode_id) != settings_.mode_key) return open(index, 0, 0);
  const std::size_t preset = preset_of(mode, settings_.preset_key);
  return open(index, preset, preset == 0 ? settings_.voice_space : settings_.preset_voice_space);
}

std::size_t Device::first_index() const {
  for (std::size_t i = 0; i < modes_.count; ++i) {
    if (key_of(modes_.modes[i].mode_id) == settings_.mode_key) return i;
  }
  for (std::size_t i = 0; i < modes_.count; ++i) {
    if (sounds_by_itself(modes_.modes[i])) return i;
  }
  return 0;
}

std::size_t Device::preset_of(const mode::Mode& mode, std::uint32_t key) const {
  for (std::size_t i = 0; i < mode.preset_count; ++i) {
    if (key_of(mode.presets[i].name.data) == key) return i + 1;
  }
  return 0;
}

link::Status Device::select(std::size_t index, Unsaved unsaved) {
  if (index >= modes_.count) return link::Status::kBadValue;
  const link::Status saved = status_of(keep_changes());
  if (saved != link::Status::kOk && unsaved == Unsaved::kStay) return saved;
  return open(index, 0, 0);
}

link::Status Device::choose_preset(std::size_t number) {
  if (number > mode().preset_count) return link::Status::kBadValue;
  const link::Status saved = status_of(keep_changes());
  if (saved != link::Status::kOk) return saved;
  const std::size_t own = settings_.voice_space;
  return open(selected_, number, number == 0 ? own : mode().presets[number - 1].voice_space);
}

link::Status Device::open(std::size_t index, std::size_t preset, std::size_t voice_space) {
  const EnsConfig config = mode_config(modes_.modes[index]);
  EnsStatus status = ENS_OK;
  const std::uint32_t bytes = ens_instance_bytes(&config, &status);
  if (bytes == 0) return status_of(status);
  if (bytes > memory_.arena_size) return link::Status::kNoMemory;
  std::uint16_t locks[kMaxSlots];
  const bool is_same = instrument_ != nullptr && index == selected_;
  const std::uint32_t scale = is_same ? ens_scale(instrument_) : 0;
  if (is_same) ens_read_locks(instrument_, locks);
  board_.pause_audio();
  status = create(index);
  if (status == ENS_OK && preset > 0) status = learn(mode().presets[preset - 1]);
  if (status != ENS_OK) return status_of(status);
  if (preset == 0) load();
  preset_ = preset;
  settings_.mode_key = key_of(mode().mode_id);
  settings_.preset_key = preset == 0 ? 0 : key_of(mode().presets[preset - 1].name.data);
  if (is_same) add_locks(locks);
  if (scale != 0 && scale != ens_scale(instrument_)) set_scale(scale);
  // One that this firmware does not have is left out.
  if (select_voice_space(voice_space) != ENS_OK) select_voice_space(0);
  ++selections_;
  play();
  return link::Status::kOk;
}

EnsStatus Device::create(std::size_t index) {
  if (instrument_ != nullptr) ens_destroy(instrument_);
  const EnsConfig config = mode_config(modes_.modes[index]);
  const EnsStatus status = ens_create(&config, memory_.arena,
                                      static_cast<std::uint32_t>(memory_.arena_size), &instrument_);
  if (status != ENS_OK) return status;
  selected_ = index;
  if (modes_.kernels != nullptr) instrument_->network.use(modes_.kernels[index]);
  return ens_driver(instrument_, &driver_);
}

EnsStatus Device::learn(const mode::Preset& preset) {
  const std::size_t inputs = mode().channel_count;
  const std::size_t row = inputs + mode().param_count;
  for (std::size_t i = 0; i < preset.example_count; ++i) {
    const std::uint16_t* const example = preset.examples + i * row;
    const EnsStatus status = ens_add_example(instrument_, example, example + inputs);
    if (status != ENS_OK) return status;
  }
  nothing_to_keep();
  worth_keeping_ = false;
  return ENS_OK;
}

// A file stored by other firmware may not fit; the instrument then starts untaught and says so.
void Device::load() {
  std::size_t size = 0;
  const FlashStatus found =
      board_.load(key_of(mode().mode_id), memory_.scratch, memory_.scratch_size, size);
  const bool is_there = found != FlashStatus::kNotFound;
  worth_keeping_ =
      found == FlashStatus::kOk &&
      ens_load(instrument_, memory_.scratch, static_cast<std::uint32_t>(size)) == ENS_OK;
  set_fault(link::Fault::kUnfit, is_there && !worth_keeping_);
  nothing_to_keep();
}

void Device::nothing_to_keep() {
  std::uint32_t size = 0;
  if (write_file(size)) kept_crc_ = crc_in(size);
  touched_ = false;
  choices_changed_ = false;
}

EnsStatus Device::set_param(std::uint32_t param, std::uint32_t unit) {
  const EnsStatus status = ens_set_param(instrument_, param, unit);
  if (status != ENS_OK) return status;
  std::uint16_t locks[kMaxSlots];
  ens_read_locks(instrument_, locks);
  if (locks[param] != ENS_NOT_LOCKED) choices_changed();
  return status;
}

EnsStatus Device::lock_param(std::uint32_t param, bool locked) {
  const EnsStatus status =
      locked ? ens_lock_param(instrument_, param) : ens_unlock_param(instrument_, param);
  if (status == ENS_OK) choices_changed();
  return status;
}

EnsStatus Device::set_scale(std::uint32_t scale) {
  const EnsStatus status = ens_set_scale(instrument_, scale);
  if (status == ENS_OK) choices_changed();
  return status;
}

void Device::add_locks(const std::uint16_t* locks) {
  std::uint16_t all[kMaxSlots];
  ens_read_locks(instrument_, all);
  bool other = false;
  for (std::size_t i = 0; i < mode().param_count; ++i) {
    if (locks[i] == ENS_NOT_LOCKED) continue;
    other = other || all[i] != locks[i];
    all[i] = locks[i];
  }
  ens_set_locks(instrument_, all);
  if (other) choices_changed();
}

void Device::choices_changed() {
  if (settings_.preset_key != 0) return;
  choices_changed_ = true;
  touch();
}

void Device::play() {
  EnsDriverConfig driver = driver_;
  driver.output_volume *= static_cast<float>(settings_.volume) / ENS_UNIT_ONE;
  board_.resume_audio(instrument_, driver);
}

EnsStatus Device::select_voice_space(std::size_t ordinal) {
  const EnsStatus status = ens_set_voice_space(instrument_, static_cast<std::uint32_t>(ordinal));
  if (status != ENS_OK) return status;
  const bool own = settings_.preset_key == 0;
  (own ? settings_.voice_space : settings_.preset_voice_space) = static_cast<std::uint8_t>(ordinal);
  return status;
}

void Device::set_volume(std::uint16_t unit) {
  settings_.volume = unit > ENS_UNIT_ONE ? std::uint16_t{ENS_UNIT_ONE} : unit;
  board_.set_volume(driver_.output_volume * static_cast<float>(settings_.volume) / ENS_UNIT_ONE);
}

void Device::set_test_volume() {
  board_.set_volume(0.7f);
}

bool Device::write_file(std::uint32_t& size) {
  const auto capacity = static_cast<std::uint32_t>(memory_.scratch_size);
  return ens_save(instrument_, memory_.scratch, capacity, &size) == ENS_OK;
}

std::uint32_t Device::crc_in(std::uint32_t size) const {
  std::uint16_t locks[kMaxSlots];
  ens_read_locks(instrument_, locks);
  const Choices choices = {locks, PitchScale(static_cast<std::uint16_t>(ens_scale(instrument_)))};
  const std::size_t behind = taught_detail::choices_bytes(choices, mode().param_count);
  return crc32(memory_.scratch + taught_detail::kHashAt, size - taught_detail::kHashAt - behind);
}

bool Device::was_taught() const {
  EnsTrainProgress progress{};
  ens_train_progress(instrument_, &progress);
  return worth_keeping_ || choices_changed_ || progress.state != ENS_TRAIN_IDLE ||
         ens_example_count(instrument_) > 0;
}

FlashStatus Device::keep() {
  std::uint32_t size = 0;
  if (!write_file(size)) return report_flash(FlashStatus::kFailed);
  return store(size);
}

FlashStatus Device::keep_changes() {
  touched_ = false;
  if (instrument_ == nullptr || !was_taught()) return FlashStatus::kOk;
  std::uint32_t size = 0;
  if (!write_file(size)) return report_flash(FlashStatus::kFailed);
  if (crc_in(size) == kept_crc_ && !choices_changed_) return report_flash(FlashStatus::kOk);
  return store(size);
}

// The store reads back what it wrote before it says kOk. A preset that was taught further is what
// was taught from now on, and after a power cut too.
FlashStatus Device::store(std::uint32_t size) {
  FlashStatus status = board_.keep(key_of(mode().mode_id), memory_.scratch, size);
  if (status == FlashStatus::kOk) {
    kept_crc_ = crc_in(size);
    worth_keeping_ = true;
    touched_ = false;
    choices_changed_ = false;
    set_fault(link::Fault::kUnfit, false);
    if (settings_.preset_key != 0) {
      settings_.preset_key = 0;
      settings_.voice_space = settings_.preset_voice_space;
      status = keep_settings();
    }
  }
  return report_flash(status);
}

// What is forgotten is not saved again unless it is taught again.
FlashStatus Device::forget() {
  const FlashStatus status = board_.forget(key_of(mode().mode_id));
  nothing_to_keep();
  return status;
}

FlashStatus Device::keep_settings() {
  if (settings_ == kept_settings_) return FlashStatus::kOk;
  std::uint8_t bytes[Settings::kBytes];
  settings_.write(bytes);
  kept_settings_ = settings_;
  return report_flash(board_.keep(Settings::kKey, bytes, sizeof bytes));
}

bool Device::flash_works() {
  constexpr std::uint32_t kTestKey = 0x80000002u;
  std::uint8_t written[32];
  for (std::size_t i = 0; i < sizeof written; ++i) {
    written[i] = static_cast<std::uint8_t>(board_.ticks() + 37 * i);
  }
  std::uint8_t found[sizeof written] = {};
  std::size_t size = 0;
  bool works = board_.keep(kTestKey, written, sizeof written) == FlashStatus::kOk &&
               board_.load(kTestKey, found, sizeof found, size) == FlashStatus::kOk &&
               size == sizeof written;
  for (std::size_t i = 0; i < sizeof written; ++i) works = works && found[i] == written[i];
  return board_.forget(kTestKey) == FlashStatus::kOk && works;
}

FlashStatus Device::report_flash(FlashStatus status) {
  set_fault(link::Fault::kFlash, status != FlashStatus::kOk);
  return status;
}

void Device::set_fault(link::Fault fault, bool on) {
  const auto flag = static_cast<std::uint16_t>(fault);
  faults_ = static_cast<std::uint16_t>(on ? faults_ | flag : faults_ & ~flag);
}

std::uint32_t Device::key_of(const char* name) {
  std::size_t size = 0;
  while (name[size] != '\0') ++size;
  return crc32(reinterpret_cast<const std::uint8_t*>(name), size) & 0x7fffffffu;
}

}  // namespace ens
