// [ensemble~ MODE] in Pure Data: creation, DSP, and what Pd has to be told when it loads the
// object.
#include <algorithm>
#include <type_traits>

#include "pd/object.h"
#include "statuses.h"

namespace ens::pd {

t_class* object_class = nullptr;

namespace {

// A tick at a time goes through buffers of our own: Pd may give one buffer as input of one side and
// output of the other, and its numbers may be doubles.
constexpr int kPart = ENS_TICK_FRAMES;
// After so long without a block, DSP is off.
constexpr double kSilenceMs = 200.0;

struct Sides {
  const t_sample* in[2];
  t_sample* out[2];
};

void take_events(Object* x) {
  State& state = *x->state;
  EnsInstrument* instrument = state.player->instrument();
  for (std::uint32_t event = ens_next_event(instrument); event != 0;
       event = ens_next_event(instrument)) {
    if (state.midi_count < State::kMaxWaiting) state.midi[state.midi_count++] = event;
  }
}

// Training is reported twenty times a second and when it ends.
bool is_due(const State& state) {
  EnsTrainProgress progress = {};
  ens_train_progress(state.player->instrument(), &progress);
  if (progress.state != state.training) return true;
  constexpr std::uint64_t kTicksBetween = 38;
  return progress.state == ENS_TRAIN_RUNNING &&
         state.player->ticks() - state.reported_at >= kTicksBetween;
}

void play_part(host::Player& player, const Sides& sides, int at, int frames) {
  float in[2][kPart] = {};
  float out[2][kPart];
  for (int side = 0; side < 2 && sides.in[side] != nullptr; ++side) {
    for (int i = 0; i < frames; ++i) in[side][i] = static_cast<float>(sides.in[side][at + i]);
  }
  const bool hears = sides.in[0] != nullptr;
  player.process(hears ? in[0] : nullptr, hears ? in[1] : nullptr, out[0], out[1],
                 static_cast<std::uint32_t>(frames));
  for (int side = 0; side < 2; ++side) {
    for (int i = 0; i < frames; ++i) sides.out[side][at + i] = static_cast<t_sample>(out[side][i]);
  }
}

t_int* perform(t_int* words) {
  auto* x = reinterpret_cast<Object*>(words[1]);
  const Sides sides = {
      {reinterpret_cast<const t_sample*>(words[3]), reinterpret_cast<const t_sample*>(words[4])},
      {reinterpret_cast<t_sample*>(words[5]), reinterpret_cast<t_sample*>(words[6])}};
  const int frames = static_cast<int>(words[2]);
  State& state = *x->state;
  const std::uint64_t ticks = state.player->ticks();
  for (int at = 0; at < frames; at += kPart) {
    play_part(*state.player, sides, at, std::min(kPart, frames - at));
  }
  take_events(x);
  const bool ticked = state.player->ticks() != ticks;
  if (state.midi_count > 0 || (ticked && is_due(state))) clock_delay(x->clock, 0);
  // Put off by every block: due once there are none.
  if (state.held.any()) clock_delay(x->silence, kSilenceMs);
  return words + 7;
}

void dsp(Object* x, t_signal** signals) {
  host::Player& player = *x->state->player;
  const auto rate = static_cast<double>(signals[0]->s_sr);
  if (succeeded(x, "sample rate", player.set_rate(rate)) && !player.rate().exact) {
    complain(x, host::wrong_rate(rate));
  }
  const bool hears = player.listens();
  t_signal** const outputs = signals + (hears ? 2 : 0);
  dsp_add(perform, 6, x, static_cast<t_int>(signals[0]->s_n), hears ? signals[0]->s_vec : nullptr,
          hears ? signals[1]->s_vec : nullptr, outputs[0]->s_vec, outputs[1]->s_vec);
}

// What follows an object in a patch file goes to #A, which Pd leaves bound to the newest taker.
void bind_for_lessons(Object* x) {
  t_symbol* const name = gensym("#A");
  name->s_thing = nullptr;
  pd_bind(&x->object.ob_pd, name);
}

void unbind_for_lessons(Object* x) {
  t_symbol* const name = gensym("#A");
  if (pd_findbyclass(name, object_class) == &x->object.ob_pd) pd_unbind(&x->object.ob_pd, name);
}

void add_ports(Object* x) {
  if (x->state->player->listens()) {
    for (int side = 0; side < 2; ++side) {
      inlet_new(&x->object, &x->object.ob_pd, gensym("signal"), gensym("signal"));
    }
  }
  outlet_new(&x->object, gensym("signal"));
  outlet_new(&x->object, gensym("signal"));
  x->messages = outlet_new(&x->object, nullptr);
}

std::unique_ptr<host::Player> open_player(const std::string& name) {
  const mode::Mode* const mode = host::find_mode(name.c_str());
  if (mode == nullptr) {
    const std::string advice = host::instead(name, host::mode_names());
    pd_error(nullptr, "ensemble~: no mode \"%s\"%s", name.c_str(), advice.c_str());
    return nullptr;
  }
  host::PlayerOptions options;
  options.rate_hz = static_cast<double>(sys_getsr());
  EnsStatus status = ENS_OK;
  std::unique_ptr<host::Player> player = host::Player::open(*mode, options, &status);
  if (player == nullptr) pd_error(nullptr, "ensemble~ %s: %s", name.c_str(), message_of(status));
  return player;
}

void* create(t_symbol*, int count, t_atom* atoms) {
  const std::string name = atom_getsymbolarg(0, count, atoms)->s_name;
  std::unique_ptr<host::Player> player = open_player(name);
  if (player == nullptr) return nullptr;
  auto* x = reinterpret_cast<Object*>(pd_new(object_class));
  x->state = new State;
  const mode::Mode& mode = player->mode();
  x->state->player = std::move(player);
  x->state->channels = host::channel_names(mode);
  x->state->params = host::param_names(mode);
  x->state->voice_spaces = host::voice_space_names(mode);
  x->state->presets = host::preset_names(mode);
  x->state->canvas = canvas_getcurrent();
  x->clock = clock_new(x, reinterpret_cast<t_method>(report));
  x->silence = clock_new(x, reinterpret_cast<t_method>(end_notes));
  add_ports(x);
  bind_for_lessons(x);
  return x;
}

void destroy(Object* x) {
  unbind_for_lessons(x);
  clock_free(x->clock);
  clock_free(x->silence);
  delete x->state;
}

}  // namespace

void complain(Object* x, const std::string& what) {
  pd_error(x, "ensemble~ %s: %s", x->state->player->mode().mode_id, what.c_str());
}

bool succeeded(Object* x, const char* action, EnsStatus status) {
  if (status == ENS_OK) return true;
  complain(x, std::string(action) + ": " + message_of(status));
  return false;
}

}  // namespace ens::pd

extern "C" __attribute__((visibility("default"))) void ensemble_tilde_setup() {
  using namespace ens::pd;
  // Pd's types of methods say nothing of arguments; A_GIMME does.
  const auto make = reinterpret_cast<t_newmethod>(reinterpret_cast<t_method>(create));
  object_class = class_new(gensym("ensemble~"), make, reinterpret_cast<t_method>(destroy),
                           sizeof(Object), CLASS_DEFAULT, A_GIMME, A_NULL);
  class_addmethod(object_class, reinterpret_cast<t_method>(dsp), gensym("dsp"), A_CANT, A_NULL);
  class_addbang(object_class, reinterpret_cast<t_method>(receive_bang));
  class_addlist(object_class, reinterpret_cast<t_method>(receive_list));
  class_addanything(object_class, reinterpret_cast<t_method>(receive));
  class_setsavefn(object_class, save_in_patch);
}
