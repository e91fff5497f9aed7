// What [ensemble~] calls of Pd, on its own: compiled with the header of Pd, for numbers of either
// size, so that sanitizers see the external and nothing else.
#include <cstdarg>
#include <cstdio>
#include <map>

#include "hosts/pd/double/pd_double.h"

extern "C" {
#include "g_canvas.h"
}

using pd_double::Method;

// Pd declares these and keeps what is in them to itself.
struct _class {
  t_symbol* name;
  t_newmethod make;
  t_method free;
  std::size_t size;
  std::map<std::string, Method> methods;
  Method bang, list, anything;
  t_savefn save;
};
struct _outlet {
  t_symbol* kind;  // null: messages
};
struct _clock {
  void* owner;
  Method act;
  bool is_set;
};
struct _binbuf {
  std::vector<t_atom> atoms;
};

namespace {

t_class* made_class = nullptr;
pd_double::Console console;
std::vector<std::unique_ptr<_outlet>> outlets;
std::vector<t_clock*> clocks;
std::size_t inlets = 0;  // for signals, of the newest object
std::vector<t_int> chain;
t_glist canvas = {};
double rate_hz = 48000.0;

t_atom atom_of(double value) {
  t_atom atom;
  SETFLOAT(&atom, static_cast<t_float>(value));
  return atom;
}

t_atom atom_of(t_symbol* symbol) {
  t_atom atom;
  SETSYMBOL(&atom, symbol);
  return atom;
}

t_atom semicolon() {
  t_atom atom;
  SETSEMI(&atom);
  return atom;
}

std::string text_of(const t_atom& atom) {
  if (atom.a_type == A_SYMBOL) return atom.a_w.w_symbol->s_name;
  if (atom.a_type == A_SEMI) return ";";
  char number[40];
  std::snprintf(number, sizeof number, "%.9g", static_cast<double>(atom.a_w.w_float));
  return number;
}

Method method_of(t_method function) {
  return reinterpret_cast<Method>(function);
}

}  // namespace

extern "C" {

t_symbol* gensym(const char* name) {
  static std::map<std::string, t_symbol> symbols;
  const auto [at, is_new] = symbols.try_emplace(name);
  if (is_new) at->second.s_name = at->first.c_str();
  return &at->second;
}

// m_pd.h gives it another name for double-precision numbers, so that no Pd takes what is not made
// for it.
t_class* class_new(t_symbol* name, t_newmethod make, t_method free, std::size_t size, int,
                   t_atomtype, ...) {
  static t_class only;
  only = {name, make, free, size, {}, {}, {}, {}, {}};
  made_class = &only;
  return made_class;
}
void class_addmethod(t_class* c, t_method function, t_symbol* selector, t_atomtype, ...) {
  c->methods[selector->s_name] = method_of(function);
}
void class_addbang(t_class* c, t_method function) {
  c->bang = method_of(function);
}
void class_addlist(t_class* c, t_method function) {
  c->list = method_of(function);
}
void class_addanything(t_class* c, t_method function) {
  c->anything = method_of(function);
}
void class_setsavefn(t_class* c, t_savefn function) {
  c->save = function;
}

t_pd* pd_new(t_class* c) {
  auto* const object = static_cast<t_pd*>(std::calloc(1, c->size));
  *object = c;
  return object;
}
void pd_bind(t_pd* object, t_symbol* name) {
  name->s_thing = object;
}
void pd_unbind(t_pd*, t_symbol* name) {
  name->s_thing = nullptr;
}
t_pd* pd_findbyclass(t_symbol* name, const t_class*) {
  return name->s_thing;
}

t_inlet* inlet_new(t_object*, t_pd*, t_symbol*, t_symbol*) {
  ++inlets;
  return nullptr;
}
t_outlet* outlet_new(t_object*, t_symbol* kind) {
  outlets.push_back(std::make_unique<_outlet>(_outlet{kind}));
  return outlets.back().get();
}
void outlet_anything(t_outlet*, t_symbol* selector, int count, t_atom* atoms) {
  std::string line = std::string("out: ") + selector->s_name;
  for (int i = 0; i < count; ++i) line += " " + text_of(atoms[i]);
  console.push_back(line);
}
void pd_error(const void*, const char* format, ...) {
  char line[1000];
  std::va_list list;
  va_start(list, format);
  std::vsnprintf(line, sizeof line, format, list);
  va_end(list);
  console.push_back(std::string("error: ") + line);
}

t_clock* clock_new(void* owner, t_method function) {
  clocks.push_back(new _clock{owner, method_of(function), false});
  return clocks.back();
}
void clock_delay(t_clock* clock, double) {
  clock->is_set = true;
}
void clock_free(t_clock* clock) {
  std::erase(clocks, clock);
  delete clock;
}

t_float sys_getsr() {
  return static_cast<t_float>(rate_hz);
}
void dsp_add(t_perfroutine function, int count, ...) {
  chain.assign(1, reinterpret_cast<t_int>(function));
  std::va_list list;
  va_start(list, count);
  for (int i = 0; i < count; ++i) chain.push_back(va_arg(list, t_int));
  va_end(list);
}

t_float atom_getfloatarg(int which, int count, const t_atom* atoms) {
  if (which >= count || atoms[which].a_type != A_FLOAT) return 0;
  return atoms[which].a_w.w_float;
}
t_symbol* atom_getsymbolarg(int which, int count, const t_atom* atoms) {
  if (which >= count || atoms[which].a_type != A_SYMBOL) return gensym("");
  return atoms[which].a_w.w_symbol;
}
void atom_string(const t_atom* atom, char* text, unsigned int size) {
  std::snprintf(text, size, "%s", text_of(*atom).c_str());
}

void binbuf_addv(t_binbuf* out, const char* format, ...) {
  std::va_list list;
  va_start(list, format);
  for (const char* at = format; *at != '\0'; ++at) {
    if (*at == 's') out->atoms.push_back(atom_of(va_arg(list, t_symbol*)));
    if (*at == 'i') out->atoms.push_back(atom_of(va_arg(list, int)));
    if (*at == 'f') out->atoms.push_back(atom_of(va_arg(list, double)));
    if (*at == ';') out->atoms.push_back(semicolon());
  }
  va_end(list);
}
void binbuf_addsemi(t_binbuf* out) {
  out->atoms.push_back(semicolon());
}
void binbuf_addbinbuf(t_binbuf* out, const t_binbuf* from) {
  out->atoms.insert(out->atoms.end(), from->atoms.begin(), from->atoms.end());
}
void obj_saveformat(const t_object*, t_binbuf*) {}

t_glist* canvas_getcurrent() {
  return &canvas;
}
void canvas_dirty(t_canvas*, t_floatarg changed) {
  canvas.gl_dirty = changed != 0;
}
void canvas_makefilename(const t_glist*, const char* name, char* place, int size) {
  std::snprintf(place, static_cast<std::size_t>(size), "%s", name);
}

}  // extern "C"

namespace pd_double {

void start(double sample_rate_hz) {
  rate_hz = sample_rate_hz;
  if (made_class == nullptr) ensemble_tilde_setup();
}

Console take_console() {
  return std::exchange(console, {});
}

Box::Box(const std::string& mode) {
  t_atom name = atom_of(gensym(mode.c_str()));
  using Make = void* (*)(t_symbol*, int, t_atom*);
  const auto make = reinterpret_cast<Make>(reinterpret_cast<t_method>(made_class->make));
  inlets = 0;
  object_ = static_cast<t_object*>(make(made_class->name, 1, &name));
  if (object_ == nullptr) return;
  inlets_ = inlets;
  text_ = std::make_unique<_binbuf>();
  text_->atoms = {atom_of(made_class->name), name};
  object_->te_binbuf = text_.get();
}

Box::~Box() {
  if (object_ == nullptr) return;
  made_class->free == nullptr ? void() : method_of(made_class->free)(object_, nullptr, 0, nullptr);
  std::free(object_);
}

void Box::deliver(std::vector<t_atom> atoms) {
  if (atoms.empty()) return;
  const auto count = static_cast<int>(atoms.size());
  if (atoms[0].a_type == A_FLOAT)
    return made_class->list(object_, gensym("list"), count, &atoms[0]);
  t_symbol* const selector = atoms[0].a_w.w_symbol;
  if (selector == gensym("bang")) return made_class->bang(object_, nullptr, 0, nullptr);
  made_class->anything(object_, selector, count - 1, &atoms[0] + 1);
}

void Box::send(const std::string& message) {
  std::vector<t_atom> atoms;
  for (std::size_t at = 0; at < message.size();) {
    const std::size_t end = std::min(message.find(' ', at), message.size());
    const std::string word = message.substr(at, end - at);
    char* rest = nullptr;
    const double number = std::strtod(word.c_str(), &rest);
    atoms.push_back(*rest == '\0' ? atom_of(number) : atom_of(gensym(word.c_str())));
    at = end + 1;
  }
  deliver(std::move(atoms));
}

void Box::connect(int frames) {
  signals_.assign(inlets_ + 2, {});
  std::vector<t_signal*> list;
  for (Signal& signal : signals_) {
    signal.samples.assign(static_cast<std::size_t>(frames), 0);
    signal.pd.s_n = frames;
    signal.pd.s_vec = signal.samples.data();
    signal.pd.s_sr = static_cast<t_float>(rate_hz);
    list.push_back(&signal.pd);
  }
  made_class->methods.at("dsp")(object_, reinterpret_cast<t_symbol*>(list.data()), 0, nullptr);
  chain_ = chain;
}

void Box::play() {
  reinterpret_cast<t_perfroutine>(chain_[0])(chain_.data());
}

void Box::run_clocks() {
  for (t_clock* const clock : clocks) {
    if (clock->owner != object_ || !clock->is_set) continue;
    clock->is_set = false;
    clock->act(clock->owner, nullptr, 0, nullptr);
  }
}

std::vector<t_atom> Box::saved() {
  _binbuf out;
  made_class->save(&object_->te_g, &out);
  return out.atoms;
}

void Box::restore(const std::vector<t_atom>& patch) {
  std::vector<t_atom> message;
  for (const t_atom& atom : patch) {
    if (atom.a_type != A_SEMI) {
      message.push_back(atom);
      continue;
    }
    if (message[0].a_w.w_symbol == gensym("#A")) {
      deliver({message.begin() + 1, message.end()});
    }
    message.clear();
  }
}

}  // namespace pd_double
