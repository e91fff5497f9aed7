// The object [ensemble~ MODE] as Pd keeps it, and what its parts call of each other.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "host/names.h"
#include "host/player.h"

extern "C" {
#include "m_pd.h"
}

namespace ens::pd {

// What an object holds beside Pd's own part; a C++ object, where Pd's is plain memory.
struct State {
  std::unique_ptr<host::Player> player;
  host::Names channels;
  host::Names params;
  host::Names voice_spaces;
  host::Names presets;
  std::vector<std::uint8_t> arriving;  // a taught file on its way out of a patch
  std::size_t arriving_bytes = 0;
  t_glist* canvas = nullptr;

  // From perform to the clock: both run on Pd's one thread, never at the same time.
  static constexpr std::size_t kMaxWaiting = 128;
  std::uint32_t midi[kMaxWaiting] = {};  // status | data1 << 8 | data2 << 16
  std::size_t midi_count = 0;
  HeldNotes held;                           // of what was sent
  std::uint32_t training = ENS_TRAIN_IDLE;  // as last reported
  std::uint64_t reported_at = 0;            // tick
};

// Pd allocates it, so it has no constructor; `object` comes first, as Pd demands.
struct Object {
  t_object object;
  t_outlet* messages;
  t_clock* clock;
  t_clock* silence;
  State* state;
};

extern t_class* object_class;

// messages.cc: every message that is not for DSP.
void receive(Object* x, t_symbol* selector, int count, t_atom* atoms);
void receive_list(Object* x, t_symbol* selector, int count, t_atom* atoms);
void receive_bang(Object* x);

// reports.cc
void report(Object* x);     // what perform left for the clock
void end_notes(Object* x);  // that were sent, once DSP has stopped
void send_params(Object* x);
void send_examples(Object* x);
void send_presets(Object* x);
void send_locks(Object* x);
void send_scale(Object* x);
void send_dump(Object* x);

// lessons.cc: lessons inside the patch and in files.
void save_in_patch(t_gobj* object, t_binbuf* out);
void take_lessons(Object* x, int count, t_atom* atoms);
void save_file(Object* x, const std::string& name);
void load_file(Object* x, const std::string& name);

// Tells Pd's console, with what the message was about: `ensemble~ paf_synth: teach: …`.
void complain(Object* x, const std::string& what);
// True if the status is ENS_OK; else complains.
bool succeeded(Object* x, const char* action, EnsStatus status);
// The lessons changed: the patch has something to save.
void mark_changed(Object* x);

}  // namespace ens::pd
