// A conversation over the serial protocol: takes bytes, answers every question about the device,
// and trains in slices in between. Control thread only; nothing here allocates or waits, but for
// Board::send.
#pragma once

#include "device/device.h"
#include "device/frame.h"
#include "device/messages.h"

namespace ens {

class Session {
 public:
  explicit Session(Device& device) : device_(device) {}

  // Takes one byte from the wire, and answers if it completed a question.
  void take(std::uint8_t byte);

  // Begins training with the instrument's configuration, as the question `train` does.
  EnsStatus train();

  // Trains for at most `examples` example passes and tells the progress every 50 passes and at the
  // end. Call again and again: false where no training runs.
  bool train_slice(std::uint32_t examples);

  // Tells the host a line of text.
  void log(const char* text);

  const LinkCounters& counters() const { return receiver_.counters(); }

 private:
  std::uint8_t answer(Ask ask, FieldReader& in, FieldWriter& out);
  std::uint8_t describe(Ask ask, FieldReader& in, FieldWriter& out);
  std::uint8_t play(Ask ask, FieldReader& in, FieldWriter& out);
  std::uint8_t teach(Ask ask, FieldReader& in, FieldWriter& out);
  std::uint8_t move_file(Ask ask, FieldReader& in, FieldWriter& out);
  std::uint8_t run_board(Ask ask, FieldReader& in);

  EnsStatus begun(EnsStatus status);
  std::uint8_t name(FieldReader& in, FieldWriter& out) const;
  void state(FieldWriter& out) const;
  std::uint8_t set_inputs(FieldReader& in);
  std::uint8_t train_with(FieldReader& in);
  std::uint8_t set_train_config(FieldReader& in);
  void send(std::uint8_t type, std::uint8_t sequence, const std::uint8_t* body, std::size_t size);
  void tell_progress(const EnsTrainProgress& progress);

  Device& device_;
  FrameReceiver receiver_;
  bool training_ = false;
  std::uint32_t told_iterations_ = 0;
  std::uint32_t file_size_ = 0;  // of the taught file in the device's scratch memory
  bool file_coming_ = false;
};

}  // namespace ens
