#include "device/session.h"

#include "device/test_tone.h"

namespace ens {
namespace {

// Examples, or updates of a layer, in one slice of training.
constexpr std::uint32_t kSliceBudget = 8;
// Ticks without a change after which what was taught is saved, 2 s.
constexpr std::uint32_t kQuietTicks = 1500;

}  // namespace

void Session::take(std::uint8_t byte) {
  Frame frame;
  if (!receiver_.take(byte, frame)) return;
  tell_of_parts();
  std::uint8_t body[link::kMaxBodyBytes] = {};
  FieldReader in(frame.body, frame.size);
  FieldWriter out(body + 1, sizeof body - 1);
  const link::Status status = answer(frame.type, in, out);
  body[0] = static_cast<std::uint8_t>(status);
  const std::size_t size = status == link::Status::kOk ? 1 + out.size() : 1;
  send(static_cast<std::uint8_t>(frame.type | link::kAnswerBit), frame.sequence, body, size);
}

link::Status Session::select(std::size_t index, Unsaved unsaved) {
  receiving_file_ = file_open_ = false;  // saving needs the memory of the file
  return selected(device_.select(index, unsaved));
}

link::Status Session::choose_preset(std::size_t number) {
  receiving_file_ = file_open_ = false;
  return selected(device_.choose_preset(number));
}

link::Status Session::selected(link::Status status) {
  if (status == link::Status::kOk) training_ = false;
  if (status == link::Status::kFlashFull) tell(FlashStatus::kNoRoom);
  if (status == link::Status::kFlashFailed) tell(FlashStatus::kFailed);
  return status;
}

EnsStatus Session::taught(EnsStatus status) {
  if (status == ENS_OK) device_.touch();
  return status;
}

EnsStatus Session::teach() {
  return taught(ens_record_example(device_.instrument()));
}

EnsStatus Session::jitter(std::uint32_t unit) {
  return taught(ens_jitter(device_.instrument(), unit));
}

EnsStatus Session::undo() {
  return taught(ens_undo(device_.instrument()));
}

EnsStatus Session::clear_examples() {
  return taught(ens_clear_examples(device_.instrument()));
}

EnsStatus Session::cancel_training() {
  training_ = false;
  return taught(ens_train_cancel(device_.instrument()));
}

EnsStatus Session::train() {
  return training_started(ens_train_begin(device_.instrument()));
}

EnsStatus Session::training_started(EnsStatus status) {
  if (status != ENS_OK) return status;
  training_ = true;
  reported_iterations_ = 0;
  return status;
}

PartsFound Session::self_test(bool at_power_on) {
  PartsFound found = device_.board().find_parts(at_power_on);
  found.add(link::Part::kFlash, device_.flash_works());
  device_.set_test_volume();
  device_.board().play_tone();
  tone_plays_ = true;
  tone_at_ = device_.board().ticks();
  if (at_power_on) {
    parts_ = found;
    parts_unreported_ = true;
  }
  return found;
}

bool Session::calibrate(bool begin) {
  if (begin) {
    calibrator_.begin();
    return true;
  }
  Calibration calibration = device_.settings().calibration;
  const bool moved = calibrator_.end(calibration);
  if (moved) device_.set_calibration(calibration);
  return moved;
}

void Session::end_tone() {
  if (!tone_plays_ || device_.board().ticks() - tone_at_ <= TestTone::kTicks) return;
  tone_plays_ = false;
  device_.set_volume(device_.settings().volume);
}

void Session::tell_of_parts() {
  if (!parts_unreported_) return;
  parts_unreported_ = false;
  send_event(link::Event::kSelfTest, parts_.fields<link::event::SelfTest>());
}

bool Session::work() {
  end_tone();
  const bool training = train_slice();
  if (!training) save_when_quiet();
  return training;
}

bool Session::is_quiet_since(std::uint32_t tick) const {
  return device_.board().ticks() - tick >= kQuietTicks;
}

void Session::open_file(bool receiving) {
  file_open_ = true;
  receiving_file_ = receiving;
  file_at_ = device_.board().ticks();
}

// Saving takes up to a second, in which only the audio and the MIDI input go on: never while
// somebody plays with the settings or teaches.
void Session::save_when_quiet() {
  if (device_.touched() && !holds_file() && is_quiet_since(device_.touched_at())) {
    receiving_file_ = file_open_ = false;
    tell(device_.keep_changes());
  }
  if (settings_ != device_.settings()) {
    settings_ = device_.settings();
    settings_at_ = device_.board().ticks();
  } else if (is_quiet_since(settings_at_)) {
    tell(device_.keep_settings());
  }
}

// At once, so that it is there after a power cut; behind a file that is being read or sent.
void Session::save_trained() {
  device_.touch();
  if (!holds_file()) tell(device_.keep_changes());
}

void Session::tell(FlashStatus status) {
  if (status == FlashStatus::kNoRoom || status == FlashStatus::kTooLarge) {
    log("not saved: the flash memory is full; forget what another mode keeps");
  }
  if (status == FlashStatus::kFailed) {
    log("not saved: the flash memory failed; copy what was taught to a computer (dump)");
  }
}

bool Session::train_slice() {
  if (!training_) return false;
  ens_train_step(device_.instrument(), kSliceBudget);
  EnsTrainProgress progress{};
  ens_train_progress(device_.instrument(), &progress);
  training_ = progress.state == ENS_TRAIN_RUNNING;
  if (training_ && progress.iterations - reported_iterations_ < link::kProgressInterval) {
    return true;
  }
  reported_iterations_ = progress.iterations;
  send_event(link::Event::kProgress,
             link::event::Progress{static_cast<std::uint8_t>(progress.state), progress.iterations,
                                   progress.error});
  if (!training_) save_trained();
  return training_;
}

void Session::log(const char* text) {
  send_event(link::Event::kLog, link::event::Log{text});
}

template <class Fields>
void Session::send_event(link::Event event, const Fields& fields) {
  std::uint8_t body[link::kMaxBodyBytes];
  FieldWriter out(body, sizeof body);
  link::write(out, fields);
  send(static_cast<std::uint8_t>(event), 0, body, out.size());
}

void Session::send(std::uint8_t type, std::uint8_t sequence, const std::uint8_t* body,
                   std::size_t size) {
  std::uint8_t frame[kMaxFrameBytes];
  device_.board().send(frame, write_frame(type, sequence, body, size, frame));
}

}  // namespace ens
