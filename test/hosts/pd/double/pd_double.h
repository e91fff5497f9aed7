// A host with one thing in it: boxes with [ensemble~], without Pd. Pd is one thread at a time;
// whoever plays and sends from several takes turns.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

// Macros of Pd that give methods their type.
#define PD_CLASS_DEF
extern "C" {
#include "m_pd.h"
}

extern "C" void ensemble_tilde_setup();

namespace pd_double {

// What every method of the external takes that is called with a message.
using Method = void (*)(void* object, t_symbol* selector, int count, t_atom* atoms);

// What the console and the message outlet were given, a line each.
using Console = std::vector<std::string>;

void start(double sample_rate_hz);
Console take_console();

class Box {
 public:
  explicit Box(const std::string& mode);
  ~Box();
  Box(const Box&) = delete;
  Box& operator=(const Box&) = delete;

  // False where the object could not be made.
  bool is_made() const { return object_ != nullptr; }
  void send(const std::string& message);
  // For blocks of so many frames; inlets hear silence.
  void connect(int frames);
  // One block. What it leaves for clocks waits for run_clocks().
  void play();
  void run_clocks();
  // Left or right, of the newest block.
  const std::vector<t_sample>& heard(std::size_t side) const {
    return signals_[signals_.size() - 2 + side].samples;
  }

  // The object as it stands in a patch, and what follows it there for a new object.
  std::vector<t_atom> saved();
  void restore(const std::vector<t_atom>& patch);

 private:
  struct Signal {
    t_signal pd = {};
    std::vector<t_sample> samples;
  };

  void deliver(std::vector<t_atom> atoms);

  t_object* object_ = nullptr;
  std::size_t inlets_ = 0;
  std::unique_ptr<t_binbuf> text_;
  std::vector<Signal> signals_;
  std::vector<t_int> chain_;
};

}  // namespace pd_double
