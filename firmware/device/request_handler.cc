// What the device does for each request on the serial wire (dsl/contract/wire.ts declares them).
#include "device/session.h"
#include "dispatch.h"

namespace ens {
namespace {

namespace answer = link::answer;
namespace request = link::request;

constexpr const char* kFirmware = "0.2.0";

link::Status done_if(bool able) {
  return able ? link::Status::kOk : link::Status::kNotOnThisBoard;
}

template <class Request>
EnsTrainConfig config_in(const Request& request) {
  return {request.learning_rate, request.max_iterations, request.min_error};
}

}  // namespace

class RequestHandler {
 public:
  using Status = link::Status;

  explicit RequestHandler(Session& session) : session_(session) {}

  // --- What there is

  Status handle(const request::Hello&, answer::Hello& answer) const {
    answer = {ENS_TICK_FRAMES, device().driver().sample_rate_hz,
              static_cast<std::uint8_t>(device().mode_count()), board().name(), kFirmware};
    return Status::kOk;
  }

  Status handle(const request::Mode& request, answer::Mode& answer) const {
    if (request.index >= device().mode_count()) return Status::kBadValue;
    const mode::Mode& mode = device().mode_at(request.index);
    answer = {static_cast<std::uint8_t>(mode.channel_count),
              static_cast<std::uint8_t>(mode.param_count),
              static_cast<std::uint8_t>(mode.voice_space_count), mode.mode_id, mode.engine_id};
    return Status::kOk;
  }

  Status handle(const request::Name& request, answer::Name& answer) const {
    const mode::Mode& mode = device().mode();
    const std::size_t index = request.index;
    switch (request.kind) {
      case link::NameKind::kChannel:
        if (index < mode.channel_count) answer.name = mode.channel_names[index];
        break;
      case link::NameKind::kParam:
        if (index < mode.param_count) answer.name = mode.param_names[index];
        break;
      case link::NameKind::kVoiceSpace:
        if (index < mode.voice_space_count) answer.name = mode.voice_spaces[index].data;
        break;
      case link::NameKind::kPreset:
        if (index < mode.preset_count) answer.name = mode.presets[index].name.data;
        break;
    }
    return answer.name == nullptr ? Status::kBadValue : Status::kOk;
  }

  Status handle(const request::State&, answer::State& answer) const {
    const LinkCounters& counters = session_.counters();
    answer.mode = static_cast<std::uint8_t>(device().selected());
    answer.voice_space = static_cast<std::uint8_t>(ens_voice_space(instrument()));
    answer.training = session_.training_;
    answer.examples = static_cast<std::uint16_t>(ens_example_count(instrument()));
    answer.example_capacity = static_cast<std::uint16_t>(ens_example_capacity(instrument()));
    answer.ticks = board().ticks();
    answer.longest_tick_us = board().longest_tick_us();
    answer.frames = counters.frames;
    answer.broken = counters.broken;
    answer.too_long = counters.too_long;
    answer.bad_crc = counters.bad_crc;
    answer.bad_version = counters.bad_version;
    answer.late_ticks = board().late_ticks();
    answer.faults = device().faults();
    answer.volume = device().settings().volume;
    return Status::kOk;
  }

  // --- Playing

  Status handle(const request::SelectMode& request) const { return session_.select(request.index); }

  Status handle(const request::SelectVoiceSpace& request) const {
    return status_of(device().select_voice_space(request.ordinal));
  }

  Status handle(const request::Preset&, answer::Preset& answer) const {
    answer = {static_cast<std::uint8_t>(device().mode().preset_count),
              static_cast<std::uint8_t>(device().preset())};
    return Status::kOk;
  }

  Status handle(const request::SelectPreset& request) const {
    return session_.choose_preset(request.number);
  }

  Status handle(const request::SetVolume& request) const {
    if (request.volume > ENS_UNIT_ONE) return Status::kBadValue;
    device().set_volume(request.volume);
    return Status::kOk;
  }

  Status handle(const request::ReadParams&, answer::ReadParams& answer) const {
    answer.values.count = device().mode().param_count;
    return status_of(ens_read_params(instrument(), answer.values.values));
  }

  Status handle(const request::SetParam& request) const {
    return status_of(device().set_param(request.index, request.value));
  }

  Status handle(const request::LockParam& request) const {
    return status_of(device().lock_param(request.index, request.locked));
  }

  Status handle(const request::ReadLocks&, answer::ReadLocks& answer) const {
    answer.values.count = device().mode().param_count;
    return status_of(ens_read_locks(instrument(), answer.values.values));
  }

  Status handle(const request::SetScale& request) const {
    return status_of(device().set_scale(request.scale));
  }

  Status handle(const request::ReadScale&, answer::ReadScale& answer) const {
    answer.scale = static_cast<std::uint16_t>(ens_scale(instrument()));
    return Status::kOk;
  }

  Status handle(const request::ReleaseParams&) const {
    return status_of(ens_release_params(instrument()));
  }

  // All values are checked before the first is set.
  Status handle(const request::SetInputs& request) const {
    const link::Units& units = request.values;
    if (request.first + units.count > device().mode().channel_count) return Status::kBadValue;
    for (std::size_t i = 0; i < units.count; ++i) {
      if (units.values[i] > ENS_UNIT_ONE) return Status::kBadValue;
    }
    for (std::size_t i = 0; i < units.count; ++i) {
      ens_set_input(instrument(), request.first + static_cast<std::uint32_t>(i), units.values[i]);
    }
    return Status::kOk;
  }

  Status handle(const request::NoteOn& request) const {
    return status_of(ens_note_on(instrument(), request.key, request.velocity));
  }

  Status handle(const request::NoteOff& request) const {
    return status_of(ens_note_off(instrument(), request.key));
  }

  // --- Teaching

  Status handle(const request::AddExample&) const { return status_of(session_.teach()); }

  Status handle(const request::RemoveNearest&) const {
    std::uint16_t inputs[ENS_MAX_INPUTS] = {};
    ens_read_inputs(instrument(), inputs);
    return status_of(session_.taught(ens_remove_nearest(instrument(), inputs)));
  }

  Status handle(const request::ClearExamples&) const {
    return status_of(session_.clear_examples());
  }

  Status handle(const request::Train&) { return status_of(session_.train()); }

  Status handle(const request::TrainWith& request) {
    const EnsTrainConfig config = config_in(request);
    return status_of(session_.training_started(ens_train_begin_with(instrument(), &config)));
  }

  Status handle(const request::CancelTraining&) { return status_of(session_.cancel_training()); }

  Status handle(const request::SetTrainConfig& request) const {
    const EnsTrainConfig config = config_in(request);
    return status_of(ens_set_train_config(instrument(), &config, request.fields));
  }

  Status handle(const request::TrainConfig&, answer::TrainConfig& answer) const {
    EnsTrainConfig config{};
    const EnsStatus status = ens_train_config(instrument(), &config);
    answer = {config.learning_rate, config.max_iterations, config.min_error};
    return status_of(status);
  }

  Status handle(const request::Jitter& request) const {
    return status_of(session_.jitter(request.amount));
  }

  Status handle(const request::Undo&) const { return status_of(session_.undo()); }

  // --- Exploring

  Status handle(const request::ExploreBegin& request) const {
    return status_of(ens_explore_begin(instrument(), request.seed));
  }

  Status handle(const request::ExploreMove& request) const {
    return status_of(ens_explore_move(instrument(), request.x, request.y));
  }

  Status handle(const request::ExploreLike&) const {
    return status_of(ens_explore_like(instrument()));
  }

  Status handle(const request::ExploreDislike&) const {
    return status_of(ens_explore_dislike(instrument()));
  }

  Status handle(const request::ExploreUndo&) const {
    return status_of(ens_explore_undo(instrument()));
  }

  Status handle(const request::ExploreEnd&) const {
    return status_of(ens_explore_end(instrument()));
  }

  Status handle(const request::ExploreState&, answer::ExploreState& answer) const {
    EnsExploreState state{};
    const EnsStatus status = ens_explore_state(instrument(), &state);
    answer = {state.active != 0, static_cast<std::uint16_t>(state.x),
              static_cast<std::uint16_t>(state.y), static_cast<std::uint16_t>(state.reach),
              static_cast<std::uint16_t>(state.presses)};
    return status_of(status);
  }

  // --- Taught files

  Status handle(const request::TaughtSize&, answer::TaughtSize& answer) {
    session_.open_file(false);
    const auto capacity = static_cast<std::uint32_t>(device().scratch_size());
    const EnsStatus status =
        ens_save(instrument(), device().scratch(), capacity, &session_.file_size_);
    answer.size = session_.file_size_;
    return status_of(status);
  }

  Status handle(const request::TaughtRead& request, answer::TaughtRead& answer) const {
    if (session_.receiving_file_ || !in_file(request.at, request.count)) return Status::kBadValue;
    session_.open_file(false);
    answer.bytes = {device().scratch() + request.at, request.count};
    return Status::kOk;
  }

  Status handle(const request::TaughtBegin& request) {
    if (request.size > device().scratch_size()) return Status::kBufferTooSmall;
    session_.file_size_ = request.size;
    session_.open_file(true);
    return Status::kOk;
  }

  Status handle(const request::TaughtWrite& request) const {
    const link::Bytes& bytes = request.bytes;
    if (!session_.receiving_file_ || !in_file(request.at, bytes.size)) return Status::kBadValue;
    session_.open_file(true);
    for (std::size_t i = 0; i < bytes.size; ++i) device().scratch()[request.at + i] = bytes.data[i];
    return Status::kOk;
  }

  Status handle(const request::TaughtEnd&) {
    if (!session_.receiving_file_) return Status::kBadValue;
    session_.file_open_ = session_.receiving_file_ = false;
    const EnsStatus status = ens_load(instrument(), device().scratch(), session_.file_size_);
    if (status == ENS_OK) device().taught_elsewhere();
    return status_of(status);
  }

  Status handle(const request::Keep&) {
    session_.file_open_ = session_.receiving_file_ = false;
    return status_of(device().keep());
  }

  Status handle(const request::Forget&) const { return status_of(device().forget()); }

  // --- The board

  Status handle(const request::SelfTest&, answer::SelfTest& answer) const {
    answer = session_.self_test().fields<answer::SelfTest>();
    return Status::kOk;
  }

  Status handle(const request::Clock& request) const {
    return done_if(board().clock(request.ticks));
  }

  Status handle(const request::FreeRun& request) const {
    return done_if(board().free_run(request.on));
  }

  Status handle(const request::Calibrate& request) const {
    return session_.calibrate(request.begin) ? Status::kOk : Status::kBadValue;
  }

  Status handle(const request::HoldControls& request, answer::HoldControls& answer) const {
    if (request.axes.count != Calibration::kAxes) return Status::kBadValue;
    ControlReadings controls;
    for (std::size_t axis = 0; axis < Calibration::kAxes; ++axis) {
      if (request.axes.values[axis] > ENS_UNIT_ONE) return Status::kBadValue;
      const std::uint32_t reading = request.axes.values[axis] * 65520u / ENS_UNIT_ONE;
      controls.axes[axis] = static_cast<std::uint16_t>(reading);
    }
    controls.buttons = request.buttons;
    controls.turned = request.turned - 128;
    LightSeen seen;
    if (!board().hold(controls, seen)) return Status::kNotOnThisBoard;
    answer = {seen.lit, seen.flashes};
    return Status::kOk;
  }

 private:
  Device& device() const { return session_.device_; }
  Board& board() const { return device().board(); }
  EnsInstrument* instrument() const { return device().instrument(); }

  bool in_file(std::uint32_t at, std::size_t count) const {
    return at <= session_.file_size_ && count <= session_.file_size_ - at;
  }

  Session& session_;
};

link::Status Session::answer(std::uint8_t type, FieldReader& in, FieldWriter& out) {
  RequestHandler handler(*this);
  return link::dispatch(type, in, out, handler);
}

}  // namespace ens
