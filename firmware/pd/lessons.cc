// Lessons of [ensemble~]: inside the patch, so that it is all there is to pass on, and in taught
// files, as browsers and boards write them.
//
// In a patch they follow the object as messages to #A: `lessons begin <bytes>`, then `lessons data`
// with 16 bits in each number (Pd writes whole numbers up to 999,999 exactly), then `lessons end`.
#include <algorithm>
#include <cstdio>
#include <cstring>

#include "pd/object.h"
#include "statuses.h"

extern "C" {
#include "g_canvas.h"
}

namespace ens::pd {
namespace {

constexpr std::size_t kWordsInMessage = 256;
// Far above any taught file: networks of 256 neurons in 8 layers take 2 MB.
constexpr std::size_t kMaxFileBytes = 16 << 20;

void add_lessons(t_binbuf* out, const std::vector<std::uint8_t>& file) {
  t_symbol* const to = gensym("#A");
  t_symbol* const lessons = gensym("lessons");
  binbuf_addv(out, "sssi;", to, lessons, gensym("begin"), static_cast<int>(file.size()));
  for (std::size_t at = 0; at < file.size();) {
    binbuf_addv(out, "sss", to, lessons, gensym("data"));
    for (std::size_t i = 0; i < kWordsInMessage && at < file.size(); ++i, at += 2) {
      const int high = at + 1 < file.size() ? file[at + 1] : 0;
      binbuf_addv(out, "i", file[at] | high << 8);
    }
    binbuf_addsemi(out);
  }
  binbuf_addv(out, "sss;", to, lessons, gensym("end"));
}

void add_settings(Object* x, t_binbuf* out) {
  EnsInstrument* const instrument = x->state->player->instrument();
  EnsTrainConfig config = {};
  ens_train_config(instrument, &config);
  t_symbol* const to = gensym("#A");
  // The first, since it makes the instrument anew; by halves, since Pd writes six digits exactly.
  const std::uint32_t seed = x->state->player->seed();
  if (seed != ENS_FIRST_SEED) {
    binbuf_addv(out, "ssii;", to, gensym("seed"), static_cast<int>(seed >> 16),
                static_cast<int>(seed & 0xffff));
  }
  binbuf_addv(out, "ssi;", to, gensym("voice_space"),
              static_cast<int>(ens_voice_space(instrument)));
  binbuf_addv(out, "ssfff;", to, gensym("set_train_config"),
              static_cast<double>(config.learning_rate), static_cast<double>(config.max_iterations),
              static_cast<double>(config.min_error));
}

void load_bytes(Object* x, const char* action, const std::vector<std::uint8_t>& file) {
  const EnsStatus status = x->state->player->load(file.data(), file.size());
  if (!succeeded(x, action, status)) return;
  send_examples(x);
}

// Where a name in a message leads: beside the patch, unless it is absolute.
std::string place_of(Object* x, const std::string& name) {
  char place[MAXPDSTRING];
  canvas_makefilename(x->state->canvas, name.c_str(), place, MAXPDSTRING);
  return place;
}

}  // namespace

void mark_changed(Object* x) {
  x->state->player->touch();
  if (x->state->canvas != nullptr && !x->state->canvas->gl_loading) {
    canvas_dirty(x->state->canvas, 1);
  }
}

void save_in_patch(t_gobj* object, t_binbuf* out) {
  auto* x = reinterpret_cast<Object*>(object);
  binbuf_addv(out, "ssii", gensym("#X"), gensym("obj"), static_cast<int>(x->object.te_xpix),
              static_cast<int>(x->object.te_ypix));
  binbuf_addbinbuf(out, x->object.te_binbuf);
  obj_saveformat(&x->object, out);
  binbuf_addsemi(out);
  add_settings(x, out);
  add_lessons(out, x->state->player->save());
}

void take_lessons(Object* x, int count, t_atom* atoms) {
  std::vector<std::uint8_t>& arriving = x->state->arriving;
  const char* const step = atom_getsymbolarg(0, count, atoms)->s_name;
  if (std::strcmp(step, "begin") == 0) {
    const auto bytes = static_cast<double>(atom_getfloatarg(1, count, atoms));
    arriving.clear();
    if (bytes > 0.0 && bytes <= static_cast<double>(kMaxFileBytes)) {
      arriving.reserve(static_cast<std::size_t>(bytes) + 1);
    }
    x->state->arriving_bytes = arriving.capacity() == 0 ? 0 : static_cast<std::size_t>(bytes);
  } else if (std::strcmp(step, "data") == 0) {
    for (int i = 1; i < count && arriving.size() < x->state->arriving_bytes; ++i) {
      const auto word = static_cast<std::uint32_t>(
          std::clamp<double>(static_cast<double>(atom_getfloatarg(i, count, atoms)), 0.0, 65535.0));
      arriving.push_back(static_cast<std::uint8_t>(word & 0xff));
      arriving.push_back(static_cast<std::uint8_t>(word >> 8));
    }
  } else if (std::strcmp(step, "end") == 0) {
    if (arriving.size() > x->state->arriving_bytes) arriving.resize(x->state->arriving_bytes);
    load_bytes(x, "lessons in the patch", arriving);
    arriving = {};
  }
}

void save_file(Object* x, const std::string& name) {
  const std::string place = place_of(x, name);
  const std::vector<std::uint8_t> file = x->state->player->save();
  std::FILE* const stream = std::fopen(place.c_str(), "wb");
  const bool written =
      stream != nullptr && std::fwrite(file.data(), 1, file.size(), stream) == file.size();
  const bool closed = stream != nullptr && std::fclose(stream) == 0;
  if (!written || !closed) complain(x, "save: cannot write " + place);
}

void load_file(Object* x, const std::string& name) {
  const std::string place = place_of(x, name);
  std::FILE* const stream = std::fopen(place.c_str(), "rb");
  if (stream == nullptr) return complain(x, "load: cannot read " + place);
  std::vector<std::uint8_t> file;
  std::uint8_t part[4096];
  std::size_t got = 0;
  while (file.size() < kMaxFileBytes && (got = std::fread(part, 1, sizeof part, stream)) > 0) {
    file.insert(file.end(), part, part + got);
  }
  std::fclose(stream);
  load_bytes(x, ("load " + name).c_str(), file);
  mark_changed(x);
}

}  // namespace ens::pd
