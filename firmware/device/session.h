// One conversation over the serial wire: takes bytes, answers requests, trains in slices in between
// and sends events. Control thread only; nothing here allocates or waits, except in Board::send.
#pragma once

#include "core/little_endian.h"
#include "device/device.h"
#include "device/frame.h"

namespace ens {

class Session {
 public:
  explicit Session(Device& device) : device_(device) {}

  // Takes one byte from the wire and answers if it completed a request.
  void take(std::uint8_t byte);

  // Selects a mode; what was taught is saved first and a running training ends. Told to the host
  // when it could not be saved.
  link::Status select(std::size_t index, Unsaved unsaved = Unsaved::kStay);

  // Chooses a preset, see Device::choose_preset; the same happens around it.
  link::Status choose_preset(std::size_t number);

  // The requests of these names, for hands: what they teach is saved when it has been quiet.
  EnsStatus teach();
  EnsStatus train();
  EnsStatus cancel_training();
  EnsStatus jitter(std::uint32_t unit);
  EnsStatus undo();
  EnsStatus clear_examples();
  bool training() const { return training_; }
  Device& device() const { return device_; }

  // Looks at the parts of the board and begins a tone. At power-on the host is told with its first
  // request.
  PartsFound self_test(bool at_power_on = false);

  // Begins to learn the ends and the centre of the stick or, with the stick at rest, ends it: false
  // if no axis was moved from end to end.
  bool calibrate(bool begin);
  Calibrator& calibrator() { return calibrator_; }

  // Trains for a moment (0.3 ms on the RP2350, shorter than a control tick), sends progress, and
  // saves what was taught when nothing happened for two seconds. Call it again and again. False
  // when no training is running.
  bool work();

  // Sends the host a line of text.
  void log(const char* text);

  const LinkCounters& counters() const { return receiver_.counters(); }

 private:
  // Answers requests from the state of the session (request_handler.cc).
  friend class RequestHandler;
  link::Status answer(std::uint8_t type, FieldReader& in, FieldWriter& out);

  link::Status selected(link::Status status);
  EnsStatus training_started(EnsStatus status);
  // Marks what was taught for saving, unless `status` is an error.
  EnsStatus taught(EnsStatus status);
  bool train_slice();
  void save_when_quiet();
  void save_trained();
  void end_tone();
  void tell_of_parts();
  void tell(FlashStatus status);
  bool is_quiet_since(std::uint32_t tick) const;
  bool holds_file() const { return file_open_ && !is_quiet_since(file_at_); }
  void open_file(bool receiving);
  void send(std::uint8_t type, std::uint8_t sequence, const std::uint8_t* body, std::size_t size);
  template <class Fields>
  void send_event(link::Event event, const Fields& fields);

  Device& device_;
  FrameReceiver receiver_;
  bool training_ = false;
  std::uint32_t reported_iterations_ = 0;
  std::uint32_t file_size_ = 0;  // of the taught file in the device's scratch memory
  bool file_open_ = false;       // the scratch memory may not be used for saving
  bool receiving_file_ = false;
  std::uint32_t file_at_ = 0;      // tick of the last request for it
  std::uint32_t settings_at_ = 0;  // tick at which the settings were last seen to change
  Settings settings_;
  Calibrator calibrator_;
  bool tone_plays_ = false;
  std::uint32_t tone_at_ = 0;  // tick of its start
  PartsFound parts_;           // of a self-test at power-on
  bool parts_unreported_ = false;
};

}  // namespace ens
