#include "device/session.h"

namespace ens {
namespace {

using namespace link_status;

constexpr const char* kFirmware = "0.1.0";
constexpr std::size_t kMaxUnits = 128;  // widest layer of channels or params
constexpr std::uint32_t kTellEvery = 50;

constexpr std::uint8_t status_of(EnsStatus status) {
  return static_cast<std::uint8_t>(status);
}

constexpr std::uint8_t status_of(FlashStatus status) {
  switch (status) {
    case FlashStatus::kOk:
    case FlashStatus::kNotFound:
      return 0;
    case FlashStatus::kNoRoom:
    case FlashStatus::kTooLarge:
      return kFlashFull;
    case FlashStatus::kFailed:
      break;
  }
  return kFlashFailed;
}

// A question without fields is answered only if it has none.
template <typename Act>
std::uint8_t bare(const FieldReader& in, Act act) {
  return in.done() ? status_of(act()) : kBadBody;
}

}  // namespace

void Session::take(std::uint8_t byte) {
  Frame frame;
  if (!receiver_.take(byte, frame)) return;
  std::uint8_t body[kLinkBodyMax] = {};
  FieldReader in(frame.body, frame.size);
  FieldWriter out(body + 1, sizeof body - 1);
  body[0] = answer(static_cast<Ask>(frame.type), in, out);
  const bool good = body[0] == 0;
  send(frame.type | kAnswerBit, frame.sequence, body, good ? 1 + out.size() : 1);
}

EnsStatus Session::train() {
  return begun(ens_train_begin(device_.instrument()));
}

// Notes that a training began, if it did.
EnsStatus Session::begun(EnsStatus status) {
  if (status != ENS_OK) return status;
  training_ = true;
  told_iterations_ = 0;
  return status;
}

bool Session::train_slice(std::uint32_t examples) {
  if (!training_) return false;
  ens_train_step(device_.instrument(), examples);
  EnsTrainProgress progress{};
  ens_train_progress(device_.instrument(), &progress);
  training_ = progress.state == ENS_TRAIN_RUNNING;
  if (training_ && progress.iterations - told_iterations_ < kTellEvery) return true;
  told_iterations_ = progress.iterations;
  tell_progress(progress);
  return training_;
}

void Session::log(const char* text) {
  std::size_t size = 0;
  while (size < kLinkBodyMax && text[size] != '\0') ++size;
  send(kToldLog, 0, reinterpret_cast<const std::uint8_t*>(text), size);
}

std::uint8_t Session::answer(Ask ask, FieldReader& in, FieldWriter& out) {
  switch (static_cast<std::uint8_t>(ask) & 0xf0) {
    case 0x00:
      return describe(ask, in, out);
    case 0x10:
      return play(ask, in, out);
    case 0x20:
      return teach(ask, in, out);
    case 0x30:
      return move_file(ask, in, out);
    case 0x40:
      return run_board(ask, in);
    default:
      return kUnknownType;
  }
}

std::uint8_t Session::describe(Ask ask, FieldReader& in, FieldWriter& out) {
  switch (ask) {
    case Ask::hello:
      if (!in.done()) return kBadBody;
      out.u16(ENS_TICK_FRAMES).u32(device_.driver().sample_rate_hz);
      out.u8(static_cast<std::uint32_t>(device_.mode_count()));
      out.text(device_.board().name()).text(kFirmware);
      return 0;
    case Ask::mode: {
      const std::uint8_t index = in.u8();
      if (!in.done()) return kBadBody;
      if (index >= device_.mode_count()) return ENS_BAD_VALUE;
      const mode::Mode& mode = device_.mode_at(index);
      out.u8(static_cast<std::uint32_t>(mode.channel_count));
      out.u8(static_cast<std::uint32_t>(mode.param_count));
      out.u8(static_cast<std::uint32_t>(mode.voice_space_count));
      out.text(mode.mode_id).text(mode.engine_id);
      return 0;
    }
    case Ask::name:
      return name(in, out);
    default:
      return kUnknownType;
  }
}

std::uint8_t Session::name(FieldReader& in, FieldWriter& out) const {
  const std::uint8_t kind = in.u8();
  const std::uint8_t index = in.u8();
  if (!in.done()) return kBadBody;
  const mode::Mode& mode = device_.mode();
  const std::size_t counts[] = {mode.channel_count, mode.param_count, mode.voice_space_count};
  if (kind > 2 || index >= counts[kind]) return ENS_BAD_VALUE;
  if (kind == 0) out.text(mode.channel_names[index]);
  if (kind == 1) out.text(mode.param_names[index]);
  if (kind == 2) out.text(mode.voice_spaces[index].data);
  return 0;
}

std::uint8_t Session::play(Ask ask, FieldReader& in, FieldWriter& out) {
  EnsInstrument* const instrument = device_.instrument();
  switch (ask) {
    case Ask::select_mode: {
      const std::uint8_t index = in.u8();
      if (!in.done()) return kBadBody;
      training_ = false;
      file_coming_ = false;
      return status_of(device_.select(index));
    }
    case Ask::select_voice_space: {
      const std::uint8_t ordinal = in.u8();
      if (!in.done()) return kBadBody;
      return status_of(ens_set_voice_space(instrument, ordinal));
    }
    case Ask::state:
      if (!in.done()) return kBadBody;
      state(out);
      return 0;
    case Ask::read_params: {
      if (!in.done()) return kBadBody;
      std::uint16_t params[kMaxUnits] = {};
      ens_read_params(instrument, params);
      for (std::size_t i = 0; i < device_.mode().param_count; ++i) out.u16(params[i]);
      return 0;
    }
    case Ask::set_param: {
      const std::uint8_t index = in.u8();
      const std::uint16_t unit = in.u16();
      return in.done() ? status_of(ens_set_param(instrument, index, unit)) : kBadBody;
    }
    case Ask::release_params:
      return bare(in, [&] { return ens_release_params(instrument); });
    case Ask::set_input:
      return set_inputs(in);
    case Ask::note_on: {
      const std::uint8_t key = in.u8();
      const std::uint16_t velocity = in.u16();
      return in.done() ? status_of(ens_note_on(instrument, key, velocity)) : kBadBody;
    }
    case Ask::note_off: {
      const std::uint8_t key = in.u8();
      return in.done() ? status_of(ens_note_off(instrument, key)) : kBadBody;
    }
    default:
      return kUnknownType;
  }
}

void Session::state(FieldWriter& out) const {
  const EnsInstrument* const instrument = device_.instrument();
  const LinkCounters& counters = receiver_.counters();
  out.u8(static_cast<std::uint32_t>(device_.selected())).u8(ens_voice_space(instrument));
  out.u8(training_ ? 1 : 0);
  out.u16(ens_example_count(instrument)).u16(ens_example_capacity(instrument));
  out.u32(device_.board().ticks()).u32(device_.board().longest_tick_us());
  out.u32(counters.frames).u32(counters.broken).u32(counters.too_long);
  out.u32(counters.bad_crc).u32(counters.bad_version);
}

// All values are looked at before the first is set.
std::uint8_t Session::set_inputs(FieldReader& in) {
  const std::uint8_t first = in.u8();
  std::uint16_t units[kMaxUnits];
  std::size_t count = 0;
  while (in.left() >= 2 && count < kMaxUnits) units[count++] = in.u16();
  if (!in.done() || count == 0) return kBadBody;
  if (first + count > device_.mode().channel_count) return ENS_BAD_VALUE;
  for (std::size_t i = 0; i < count; ++i) {
    if (units[i] > 32768) return ENS_BAD_VALUE;
  }
  for (std::size_t i = 0; i < count; ++i) {
    ens_set_input(device_.instrument(), first + static_cast<std::uint32_t>(i), units[i]);
  }
  return 0;
}

std::uint8_t Session::teach(Ask ask, FieldReader& in, FieldWriter& out) {
  EnsInstrument* const instrument = device_.instrument();
  switch (ask) {
    case Ask::add_example:
      return bare(in, [&] { return ens_record_example(instrument); });
    case Ask::remove_nearest:
      return bare(in, [&] {
        std::uint16_t inputs[kMaxUnits] = {};
        ens_read_inputs(instrument, inputs);
        return ens_remove_nearest(instrument, inputs);
      });
    case Ask::clear_examples:
      return bare(in, [&] { return ens_clear_examples(instrument); });
    case Ask::train:
      return bare(in, [&] { return train(); });
    case Ask::train_with:
      return train_with(in);
    case Ask::cancel_training:
      return bare(in, [&] {
        training_ = false;
        return ens_train_cancel(instrument);
      });
    case Ask::set_train_config:
      return set_train_config(in);
    case Ask::train_config: {
      if (!in.done()) return kBadBody;
      EnsTrainConfig config{};
      ens_train_config(instrument, &config);
      out.f32(config.learning_rate).u32(config.max_iterations).f32(config.min_error);
      return 0;
    }
    case Ask::jitter: {
      const std::uint16_t amount = in.u16();
      return in.done() ? status_of(ens_jitter(instrument, amount)) : kBadBody;
    }
    case Ask::undo:
      return bare(in, [&] { return ens_undo(instrument); });
    default:
      return kUnknownType;
  }
}

std::uint8_t Session::train_with(FieldReader& in) {
  const EnsTrainConfig config = {in.f32(), in.u32(), in.f32()};
  if (!in.done()) return kBadBody;
  return status_of(begun(ens_train_begin_with(device_.instrument(), &config)));
}

std::uint8_t Session::set_train_config(FieldReader& in) {
  const std::uint8_t fields = in.u8();
  const EnsTrainConfig config = {in.f32(), in.u32(), in.f32()};
  if (!in.done() || fields > 7) return kBadBody;
  return status_of(ens_set_train_config(device_.instrument(), &config, fields));
}

std::uint8_t Session::move_file(Ask ask, FieldReader& in, FieldWriter& out) {
  std::uint8_t* const file = device_.scratch();
  switch (ask) {
    case Ask::taught_size: {
      if (!in.done()) return kBadBody;
      file_coming_ = false;
      const auto capacity = static_cast<std::uint32_t>(device_.scratch_size());
      const EnsStatus status = ens_save(device_.instrument(), file, capacity, &file_size_);
      out.u32(file_size_);
      return status_of(status);
    }
    case Ask::taught_read: {
      const std::uint32_t at = in.u32();
      const std::uint16_t count = in.u16();
      if (!in.done() || count > kLinkBodyMax - 1) return kBadBody;
      if (file_coming_ || at > file_size_ || count > file_size_ - at) return ENS_BAD_VALUE;
      out.bytes(file + at, count);
      return 0;
    }
    case Ask::taught_begin: {
      const std::uint32_t size = in.u32();
      if (!in.done()) return kBadBody;
      if (size > device_.scratch_size()) return ENS_BUFFER_TOO_SMALL;
      file_size_ = size;
      file_coming_ = true;
      return 0;
    }
    case Ask::taught_write: {
      const std::uint32_t at = in.u32();
      std::size_t count = 0;
      const std::uint8_t* const bytes = in.rest(count);
      if (!in.done()) return kBadBody;
      if (!file_coming_ || at > file_size_ || count > file_size_ - at) return ENS_BAD_VALUE;
      for (std::size_t i = 0; i < count; ++i) file[at + i] = bytes[i];
      return 0;
    }
    case Ask::taught_end:
      return bare(in, [&]() -> EnsStatus {
        if (!file_coming_) return ENS_BAD_VALUE;
        file_coming_ = false;
        return ens_load(device_.instrument(), file, file_size_);
      });
    case Ask::keep:
      if (!in.done()) return kBadBody;
      file_coming_ = false;
      return status_of(device_.keep());
    case Ask::forget:
      return in.done() ? status_of(device_.forget()) : kBadBody;
    default:
      return kUnknownType;
  }
}

std::uint8_t Session::run_board(Ask ask, FieldReader& in) {
  if (ask == Ask::clock) {
    const std::uint32_t ticks = in.u32();
    if (!in.done()) return kBadBody;
    return device_.board().clock(ticks) ? std::uint8_t{0} : kNotOnThisBoard;
  }
  if (ask == Ask::free_run) {
    const std::uint8_t on = in.u8();
    if (!in.done() || on > 1) return kBadBody;
    return device_.board().free_run(on == 1) ? std::uint8_t{0} : kNotOnThisBoard;
  }
  return kUnknownType;
}

void Session::send(std::uint8_t type, std::uint8_t sequence, const std::uint8_t* body,
                   std::size_t size) {
  std::uint8_t wire[kLinkWireMax];
  device_.board().send(wire, write_frame(type, sequence, body, size, wire));
}

void Session::tell_progress(const EnsTrainProgress& progress) {
  std::uint8_t body[9];
  FieldWriter out(body, sizeof body);
  out.u8(progress.state).u32(progress.iterations).f32(progress.error);
  send(kToldProgress, 0, body, out.size());
}

}  // namespace ens
