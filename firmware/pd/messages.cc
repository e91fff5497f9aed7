// The messages of [ensemble~]: one row each in a table, so that a wrong one is answered with the
// nearest right one.
#include <cmath>
#include <iterator>

#include "host/scales.h"
#include "host/units.h"
#include "pd/object.h"
#include "statuses.h"

namespace ens::pd {
namespace {

using host::kNoName;
using host::unit_of;

EnsInstrument* instrument_of(Object* x) {
  return x->state->player->instrument();
}

double number(int which, int count, t_atom* atoms) {
  return static_cast<double>(atom_getfloatarg(which, count, atoms));
}

// A whole number from 0 to `most`; what lies outside is brought inside, and a NaN is 0.
std::uint32_t whole(double value, double most) {
  if (!(value > 0.0)) return 0;
  return static_cast<std::uint32_t>(value < most ? value : most);
}

// All atoms as one text: names of voice spaces may have spaces.
std::string text(int count, t_atom* atoms) {
  std::string joined;
  for (int i = 0; i < count; ++i) {
    char part[MAXPDSTRING];
    if (atoms[i].a_type == A_SYMBOL) {
      joined += (i == 0 ? "" : " ") + std::string(atoms[i].a_w.w_symbol->s_name);
      continue;
    }
    atom_string(&atoms[i], part, sizeof part);
    joined += (i == 0 ? "" : " ") + std::string(part);
  }
  return joined;
}

// Position of a name; complains where there is none.
std::size_t named(Object* x, const char* kind, const std::string& name, const host::Names& names) {
  const std::size_t at = host::find_name(names, name);
  if (at == kNoName) {
    complain(x, std::string("no ") + kind + " \"" + name + "\"" + host::instead(name, names));
  }
  return at;
}

void set(Object* x, int count, t_atom* atoms) {
  const std::size_t at = named(x, "channel", text(count > 0 ? 1 : 0, atoms), x->state->channels);
  if (at == kNoName) return;
  const std::uint32_t unit = unit_of(number(1, count, atoms));
  succeeded(x, "set", x->state->player->set_input(static_cast<std::uint32_t>(at), unit));
}

void param(Object* x, int count, t_atom* atoms) {
  const std::size_t at = named(x, "param", text(count > 0 ? 1 : 0, atoms), x->state->params);
  if (at == kNoName) return;
  const std::uint32_t unit = unit_of(number(1, count, atoms));
  succeeded(x, "param", x->state->player->set_param(static_cast<std::uint32_t>(at), unit));
}

// A channel or a param by name; everything without one.
void release(Object* x, int count, t_atom* atoms) {
  State& state = *x->state;
  host::Player& player = *state.player;
  if (count == 0) {
    player.release_params();
    for (std::uint32_t i = 0; i < state.channels.size(); ++i) player.release_input(i);
    return;
  }
  const std::string name = text(1, atoms);
  const std::size_t channel = host::find_name(state.channels, name);
  if (channel != kNoName) {
    player.release_input(static_cast<std::uint32_t>(channel));
    return;
  }
  const std::size_t at = named(x, "param", name, state.params);
  if (at != kNoName) player.release_param(static_cast<std::uint32_t>(at));
}

void lock(Object* x, int count, t_atom* atoms) {
  const std::size_t at = named(x, "param", text(count, atoms), x->state->params);
  if (at == kNoName) return;
  const auto index = static_cast<std::uint32_t>(at);
  if (succeeded(x, "lock", x->state->player->lock_param(index))) mark_changed(x);
}

// A param by name; all without one.
void unlock(Object* x, int count, t_atom* atoms) {
  const auto params = static_cast<std::uint32_t>(x->state->params.size());
  std::uint32_t first = 0;
  std::uint32_t end = params;
  if (count > 0) {
    const std::size_t at = named(x, "param", text(count, atoms), x->state->params);
    if (at == kNoName) return;
    first = static_cast<std::uint32_t>(at);
    end = first + 1;
  }
  for (std::uint32_t i = first; i < end; ++i) {
    succeeded(x, "unlock", x->state->player->unlock_param(i));
  }
  mark_changed(x);
}

void teach(Object* x, int, t_atom*) {
  if (!succeeded(x, "teach", ens_record_example(instrument_of(x)))) return;
  mark_changed(x);
  send_examples(x);
}

// The example nearest to where the channels are; `set` counts at once.
void forget(Object* x, int, t_atom*) {
  std::uint16_t inputs[ENS_MAX_INPUTS];
  ens_read_inputs(instrument_of(x), inputs);
  x->state->player->read_hand(inputs);
  if (!succeeded(x, "forget", ens_remove_nearest(instrument_of(x), inputs))) return;
  mark_changed(x);
  send_examples(x);
}

void clear(Object* x, int, t_atom*) {
  if (!succeeded(x, "clear", ens_clear_examples(instrument_of(x)))) return;
  mark_changed(x);
  send_examples(x);
}

EnsTrainConfig config_from(int count, t_atom* atoms) {
  return {static_cast<float>(number(0, count, atoms)), whole(number(1, count, atoms), 4e9),
          static_cast<float>(number(2, count, atoms))};
}

// With three numbers these instead of the training configuration, this once.
void train(Object* x, int count, t_atom* atoms) {
  if (count != 0 && count != 3) {
    return complain(x, "train: takes learning rate, max iterations and min error, or nothing");
  }
  const EnsTrainConfig config = config_from(count, atoms);
  const EnsStatus status = count == 0 ? ens_train_begin(instrument_of(x))
                                      : ens_train_begin_with(instrument_of(x), &config);
  if (succeeded(x, "train", status)) mark_changed(x);
}

// Three numbers, or names each with a number: what is not named stays.
void set_train_config(Object* x, int count, t_atom* atoms) {
  static const host::Names kFields = {"learning_rate", "max_iterations", "min_error"};
  EnsTrainConfig config = config_from(count, atoms);
  std::uint32_t fields = ENS_TRAIN_LEARNING_RATE | ENS_TRAIN_MAX_ITERATIONS | ENS_TRAIN_MIN_ERROR;
  if (count > 0 && atoms[0].a_type == A_SYMBOL) {
    fields = 0;
    for (int i = 0; i < count; i += 2) {
      const std::size_t at = named(x, "setting", text(1, atoms + i), kFields);
      if (at == kNoName) return;
      const double value = number(i + 1, count, atoms);
      if (at == 0) config.learning_rate = static_cast<float>(value);
      if (at == 1) config.max_iterations = whole(value, 4e9);
      if (at == 2) config.min_error = static_cast<float>(value);
      fields |= 1u << at;
    }
  } else if (count != 3) {
    return complain(x, "set_train_config: takes learning rate, max iterations and min error");
  }
  const EnsStatus status = ens_set_train_config(instrument_of(x), &config, fields);
  if (succeeded(x, "set_train_config", status)) mark_changed(x);
}

void cancel(Object* x, int, t_atom*) {
  succeeded(x, "cancel", ens_train_cancel(instrument_of(x)));
}

void undo(Object* x, int, t_atom*) {
  if (succeeded(x, "undo", ens_undo(instrument_of(x)))) mark_changed(x);
}

void jitter(Object* x, int count, t_atom* atoms) {
  const std::uint32_t amount = unit_of(count == 0 ? 0.1 : number(0, count, atoms));
  if (succeeded(x, "jitter", ens_jitter(instrument_of(x), amount))) mark_changed(x);
}

void redraw(Object* x, int, t_atom*) {
  if (succeeded(x, "redraw", ens_redraw(instrument_of(x)))) mark_changed(x);
}

// A plane of sounds around the current one, from a seed or another one each time.
void explore(Object* x, int count, t_atom* atoms) {
  host::Player& player = *x->state->player;
  const auto ticks = static_cast<std::uint32_t>(player.ticks());
  const std::uint32_t seed = count == 0 ? ticks : whole(number(0, count, atoms), 4294967295.0);
  succeeded(x, "explore", player.begin_exploring(seed));
}

void explore_move(Object* x, int count, t_atom* atoms) {
  if (count != 2) return complain(x, "explore_move: takes a place in the plane, two numbers");
  const std::uint32_t at[2] = {unit_of(number(0, count, atoms)), unit_of(number(1, count, atoms))};
  succeeded(x, "explore_move", ens_explore_move(instrument_of(x), at[0], at[1]));
}

void like(Object* x, int, t_atom*) {
  succeeded(x, "like", ens_explore_like(instrument_of(x)));
}

void dislike(Object* x, int, t_atom*) {
  succeeded(x, "dislike", ens_explore_dislike(instrument_of(x)));
}

void explore_undo(Object* x, int, t_atom*) {
  succeeded(x, "explore_undo", ens_explore_undo(instrument_of(x)));
}

void explore_end(Object* x, int, t_atom*) {
  succeeded(x, "explore_end", x->state->player->end_exploring());
}

// Position of what is meant by a name or a number, from 0; complains where there is none.
std::size_t chosen(Object* x, const char* kind, int count, t_atom* atoms,
                   const host::Names& names) {
  const std::string name = text(count, atoms);
  const std::size_t at = host::find_name(names, name);
  if (at == kNoName && count == 1 && atoms[0].a_type == A_FLOAT) {
    const double ordinal = number(0, count, atoms);
    if (ordinal >= 0.0 && ordinal < static_cast<double>(names.size())) {
      return static_cast<std::size_t>(ordinal);
    }
  }
  return at == kNoName ? named(x, kind, name, names) : at;
}

void preset(Object* x, int count, t_atom* atoms) {
  const std::size_t at = chosen(x, "preset", count, atoms, x->state->presets);
  if (at == kNoName) return;
  host::Player& player = *x->state->player;
  if (!succeeded(x, "preset", player.choose(player.mode().presets[at]))) return;
  mark_changed(x);
  send_examples(x);
}

void locks(Object* x, int, t_atom*) {
  send_locks(x);
}

void presets(Object* x, int, t_atom*) {
  send_presets(x);
}

void voice_space(Object* x, int count, t_atom* atoms) {
  const std::size_t at = chosen(x, "voice space", count, atoms, x->state->voice_spaces);
  if (at == kNoName) return;
  const auto ordinal = static_cast<std::uint32_t>(at);
  if (succeeded(x, "voice_space", ens_set_voice_space(instrument_of(x), ordinal))) mark_changed(x);
}

// A root and a scale by name, or off; without any: tells which it is.
void scale(Object* x, int count, t_atom* atoms) {
  if (count == 0) return send_scale(x);
  std::uint32_t bits = 0;
  if (count != 1 || text(1, atoms) != "off") {
    const std::size_t root = count < 2 ? kNoName : host::root_of(text(1, atoms));
    if (root == kNoName) return complain(x, "scale: takes a root (C, F#, Bb) and a scale, or off");
    const std::size_t at = named(x, "scale", text(count - 1, atoms + 1), host::scale_names());
    if (at == kNoName) return;
    bits = host::scale_on(static_cast<std::uint32_t>(root), at);
  }
  if (succeeded(x, "scale", ens_set_scale(instrument_of(x), bits))) mark_changed(x);
}

// Key and velocity 0…127, as Pd's notein gives them; velocity 0 ends the note.
void note(Object* x, int count, t_atom* atoms) {
  const std::uint32_t key = whole(number(0, count, atoms), 127.0);
  const std::uint32_t velocity = unit_of(number(1, count, atoms) / 127.0);
  const EnsStatus status = velocity > 0 ? ens_note_on(instrument_of(x), key, velocity)
                                        : ens_note_off(instrument_of(x), key);
  succeeded(x, "note", status);
}

// The bytes of a MIDI channel message.
void midi(Object* x, int count, t_atom* atoms) {
  std::uint32_t bytes[3];
  for (int i = 0; i < 3; ++i) bytes[i] = whole(number(i, count, atoms), 255.0);
  succeeded(x, "midi", ens_midi_in(instrument_of(x), bytes[0], bytes[1], bytes[2]));
}

// A whole number, or its upper and lower 16 bits, as patches have it.
void seed(Object* x, int count, t_atom* atoms) {
  const std::uint32_t value = count < 2 ? whole(number(0, count, atoms), 4294967295.0)
                                        : whole(number(0, count, atoms), 65535.0) << 16 |
                                              whole(number(1, count, atoms), 65535.0);
  if (succeeded(x, "seed", x->state->player->set_seed(value))) mark_changed(x);
}

void budget(Object* x, int count, t_atom* atoms) {
  x->state->player->set_train_budget(whole(number(0, count, atoms), 1e6));
}

void save(Object* x, int count, t_atom* atoms) {
  save_file(x, text(count, atoms));
}

void load(Object* x, int count, t_atom* atoms) {
  load_file(x, text(count, atoms));
}

void dump(Object* x, int, t_atom*) {
  send_dump(x);
}

struct Message {
  const char* selector;
  void (*act)(Object* x, int count, t_atom* atoms);
};

constexpr Message kMessages[] = {
    {"set", set},
    {"param", param},
    {"release", release},
    {"lock", lock},
    {"unlock", unlock},
    {"locks", locks},
    {"teach", teach},
    {"forget", forget},
    {"clear", clear},
    {"train", train},
    {"set_train_config", set_train_config},
    {"cancel", cancel},
    {"undo", undo},
    {"jitter", jitter},
    {"redraw", redraw},
    {"explore", explore},
    {"explore_move", explore_move},
    {"like", like},
    {"dislike", dislike},
    {"explore_undo", explore_undo},
    {"explore_end", explore_end},
    {"preset", preset},
    {"presets", presets},
    {"voice_space", voice_space},
    {"scale", scale},
    {"note", note},
    {"midi", midi},
    {"seed", seed},
    {"budget", budget},
    {"save", save},
    {"load", load},
    {"dump", dump},
    {"lessons", take_lessons},
};

}  // namespace

void receive(Object* x, t_symbol* selector, int count, t_atom* atoms) {
  const std::string name = selector->s_name;
  host::Names names;
  for (const Message& message : kMessages) {
    if (name == message.selector) return message.act(x, count, atoms);
    names.emplace_back(message.selector);
  }
  complain(x, "no message \"" + name + "\"" + host::instead(name, names));
}

// Channels in the mode's order; a shorter list leaves the others as they are.
void receive_list(Object* x, t_symbol*, int count, t_atom* atoms) {
  const std::size_t channels = x->state->channels.size();
  if (static_cast<std::size_t>(count) > channels) {
    complain(x, "a list has a number for each channel; there are " + std::to_string(channels));
  }
  for (int i = 0; i < count && static_cast<std::size_t>(i) < channels; ++i) {
    const std::uint32_t unit = unit_of(number(i, count, atoms));
    x->state->player->set_input(static_cast<std::uint32_t>(i), unit);
  }
}

void receive_bang(Object* x) {
  send_params(x);
}

}  // namespace ens::pd
