// A patch saved by one thread while another plays, as a Pd does that runs sound in a callback: they
// take turns by its lock. Built with ThreadSanitizer, which finds what goes on outside of it. Exits
// 0 if every patch that was saved opens.
#include <atomic>
#include <cstdio>
#include <mutex>
#include <thread>

#include "hosts/pd/double/pd_double.h"

namespace {

constexpr int kSaves = 10000;

std::mutex turn;

void play(pd_double::Box& box, const std::atomic<bool>& done) {
  while (!done.load(std::memory_order_relaxed)) {
    const std::lock_guard<std::mutex> lock(turn);
    box.play();
    box.run_clocks();
  }
}

bool was_refused() {
  for (const std::string& line : pd_double::take_console()) {
    if (line.find("lessons in the patch") != std::string::npos) return true;
  }
  return false;
}

}  // namespace

int main() {
  pd_double::start(48000.0);
  pd_double::Box box("drone");
  pd_double::Box other("drone");
  box.connect(64);
  std::atomic<bool> done = false;
  std::thread player([&] { play(box, done); });
  int refused = 0;
  for (int i = 0; i < kSaves; ++i) {
    const std::lock_guard<std::mutex> lock(turn);
    if (i % 40 == 3) box.send("teach");
    if (i % 400 == 30) box.send("train 1 1000000 0");
    if (i % 40 == 1) box.send("cancel");
    if (i % 400 == 7) box.send("redraw");
    const std::vector<t_atom> patch = box.saved();
    if (i % 100 != 0) continue;
    pd_double::take_console();
    other.restore(patch);
    if (was_refused()) ++refused;
  }
  done = true;
  player.join();
  std::printf("%d saves, %d refused\n", kSaves, refused);
  return refused == 0 ? 0 : 1;
}
