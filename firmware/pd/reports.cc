// What [ensemble~] sends from its message outlet.
#include <sstream>

#include "host/scales.h"
#include "host/units.h"
#include "pd/object.h"

namespace ens::pd {
namespace {

// Enough for every message: one number or name for each param, or two for each channel.
constexpr int kMaxAtoms = 2 * ENS_MAX_OUTPUTS;

// A message being put together.
class Message {
 public:
  Message& add(double value) {
    if (count_ == kMaxAtoms) return *this;
    SETFLOAT(&atoms_[count_], static_cast<t_float>(value));
    ++count_;
    return *this;
  }
  Message& add(const char* name) {
    if (count_ == kMaxAtoms) return *this;
    SETSYMBOL(&atoms_[count_], gensym(name));
    ++count_;
    return *this;
  }
  void send(Object* x, const char* selector) {
    outlet_anything(x->messages, gensym(selector), count_, atoms_);
  }

 private:
  t_atom atoms_[kMaxAtoms];
  int count_ = 0;
};

EnsInstrument* instrument_of(Object* x) {
  return x->state->player->instrument();
}

const char* state_name(std::uint32_t state) {
  switch (state) {
    case ENS_TRAIN_RUNNING:
      return "running";
    case ENS_TRAIN_CONVERGED:
      return "converged";
    case ENS_TRAIN_EXHAUSTED:
      return "exhausted";
    case ENS_TRAIN_CANCELLED:
      return "cancelled";
    default:
      return "idle";
  }
}

void send_progress(Object* x) {
  State& state = *x->state;
  EnsTrainProgress progress = {};
  ens_train_progress(instrument_of(x), &progress);
  state.training = progress.state;
  state.reported_at = state.player->ticks();
  Message()
      .add(state_name(progress.state))
      .add(progress.iterations)
      .add(static_cast<double>(progress.error))
      .send(x, "progress");
  // The example to teach again or remove.
  if (progress.state == ENS_TRAIN_EXHAUSTED) {
    Message().add(ens_worst_example(instrument_of(x))).send(x, "worst");
  }
}

void send_event(Object* x, std::uint32_t event) {
  Message().add(event & 0xffu).add((event >> 8) & 0xffu).add((event >> 16) & 0xffu).send(x, "midi");
}

void send_midi(Object* x) {
  State& state = *x->state;
  const std::size_t count = state.midi_count;
  state.midi_count = 0;
  for (std::size_t i = 0; i < count; ++i) {
    state.held.follow(state.midi[i]);
    send_event(x, state.midi[i]);
  }
}

void send_channels(Object* x) {
  std::uint16_t inputs[ENS_MAX_INPUTS];
  ens_read_inputs(instrument_of(x), inputs);
  x->state->player->read_hand(inputs);
  Message message;
  for (std::size_t i = 0; i < x->state->channels.size(); ++i) {
    message.add(x->state->channels[i].c_str()).add(host::ratio_of(inputs[i]));
  }
  message.send(x, "channels");
}

void send_train_config(Object* x) {
  EnsTrainConfig config = {};
  ens_train_config(instrument_of(x), &config);
  Message()
      .add(static_cast<double>(config.learning_rate))
      .add(config.max_iterations)
      .add(static_cast<double>(config.min_error))
      .send(x, "train_config");
}

}  // namespace

void end_notes(Object* x) {
  x->state->held.end([x](std::uint32_t event) { send_event(x, event); });
}

void report(Object* x) {
  EnsTrainProgress progress = {};
  ens_train_progress(instrument_of(x), &progress);
  send_midi(x);
  if (progress.state != x->state->training || progress.state == ENS_TRAIN_RUNNING) {
    if (progress.state != ENS_TRAIN_RUNNING) mark_changed(x);
    send_progress(x);
  }
}

void send_params(Object* x) {
  std::uint16_t params[ENS_MAX_OUTPUTS];
  ens_read_params(instrument_of(x), params);
  Message message;
  for (std::size_t i = 0; i < x->state->params.size(); ++i) {
    message.add(host::ratio_of(params[i]));
  }
  message.send(x, "params");
}

void send_examples(Object* x) {
  Message().add(ens_example_count(instrument_of(x))).send(x, "examples");
}

void send_presets(Object* x) {
  Message message;
  for (const std::string& name : x->state->presets) message.add(name.c_str());
  message.send(x, "presets");
}

void send_locks(Object* x) {
  std::uint16_t locks[ENS_MAX_OUTPUTS];
  ens_read_locks(instrument_of(x), locks);
  Message message;
  for (std::size_t i = 0; i < x->state->params.size(); ++i) {
    if (locks[i] == ENS_NOT_LOCKED) continue;
    message.add(x->state->params[i].c_str()).add(host::ratio_of(locks[i]));
  }
  message.send(x, "locks");
}

void send_scale(Object* x) {
  Message message;
  std::istringstream words(host::scale_text(ens_scale(instrument_of(x))));
  for (std::string word; words >> word;) message.add(word.c_str());
  message.send(x, "scale");
}

void send_dump(Object* x) {
  State& state = *x->state;
  const std::uint32_t space = ens_voice_space(instrument_of(x));
  Message().add(state.player->mode().mode_id).send(x, "mode");
  send_channels(x);
  send_params(x);
  send_locks(x);
  Message().add(space).add(state.voice_spaces[space].c_str()).send(x, "voice_space");
  send_scale(x);
  send_train_config(x);
  send_examples(x);
  send_progress(x);
  Message().add(state.player->rate().base_hz).add(state.player->latency_frames()).send(x, "rate");
}

}  // namespace ens::pd
