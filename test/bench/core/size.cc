// The whole learning core in one program and nothing else, for the sizes of its code and tables.
#include "core/mlp.h"

inline constexpr int kVoice[] = {4, 10, 10, 14, 33};

static ens::FixedMlp<kVoice, 16> net;
static std::uint16_t in[4];
static std::uint16_t out[33];

int main() {
  int result = static_cast<int>(net.start({1, 16384, {1.0f, 1000, 0.001f}}));
  result += static_cast<int>(net.add_example(in, out));
  net.infer(in, out);
  result += static_cast<int>(net.begin_training());
  result += static_cast<int>(net.train_step(10));
  result += static_cast<int>(net.cancel_training());
  result += static_cast<int>(net.set_train_config({.min_error = 0.01f}));
  result += static_cast<int>(net.jitter(100));
  result += static_cast<int>(net.redraw());
  result += static_cast<int>(net.undo());
  result += net.worst_example();
  result += static_cast<int>(net.remove_nearest_example(in));
  result += static_cast<int>(net.clear_examples());
  return result;
}
