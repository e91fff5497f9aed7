// A plugin saved by one thread while another plays, teaches and trains it; built with
// ThreadSanitizer. Exits 0 if every file that was saved loads.
#include <atomic>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include "hosts/lv2/smallest_host.h"
#include "lv2/plugin.h"
#include "lv2_ports.h"

namespace {

using namespace ens::lv2;
using namespace lv2_host;

constexpr int kSaves = 10000;
constexpr std::uint32_t kFrames = 64;

// What a host connects to the ports: the same buffer for all that is no control port.
struct Connected {
  std::vector<float> values;
  std::vector<float> sound = std::vector<float>(kFrames);

  Connected(const LV2_Descriptor& descriptor, LV2_Handle handle, std::uint32_t count)
      : values(count, 0.5f) {
    for (std::uint32_t port = 0; port < count; ++port) {
      descriptor.connect_port(handle, port, port <= kRightOut ? sound.data() : &values[port]);
    }
    for (std::uint32_t port = kTeach; port <= kHold; ++port) values[port] = 0.0f;
    values[kMaxIterations] = 1000000.0f;
    values[kLearningRate] = 1.0f;
  }
};

void play(const LV2_Descriptor& descriptor, LV2_Handle handle, Connected& connected,
          const std::atomic<bool>& done) {
  for (std::uint32_t block = 0; !done.load(std::memory_order_relaxed); ++block) {
    connected.values[kTeach] = block % 40 == 3 ? 1.0f : 0.0f;
    connected.values[kTrain] = block % 400 == 30 ? 1.0f : 0.0f;
    connected.values[kCancel] = block % 40 == 1 ? 1.0f : 0.0f;
    connected.values[kRedraw] = block % 400 == 7 ? 1.0f : 0.0f;
    descriptor.run(handle, kFrames);
  }
}

}  // namespace

int main() {
  const std::string uri = "urn:ensemble:mode:drone";
  std::uint32_t place = 0;
  while (uri != lv2_descriptor(place)->URI) ++place;
  const LV2_Descriptor& descriptor = *lv2_descriptor(place);
  const LV2_Handle handle = descriptor.instantiate(&descriptor, 48000.0, "", features);
  const LV2_Handle other = descriptor.instantiate(&descriptor, 48000.0, "", features);
  const auto& state =
      *static_cast<const LV2_State_Interface*>(descriptor.extension_data(LV2_STATE__interface));
  Connected connected(descriptor, handle, kPorts[place].count);
  descriptor.activate(handle);
  std::atomic<bool> done = false;
  std::thread player([&] { play(descriptor, handle, connected, done); });
  int refused = 0;
  for (int i = 0; i < kSaves; ++i) {
    Saved saved;
    state.save(handle, store, &saved, 0, nullptr);
    if (i % 100 != 0) continue;
    if (state.restore(other, retrieve, &saved, 0, nullptr) != LV2_STATE_SUCCESS) ++refused;
  }
  done = true;
  player.join();
  std::printf("%d saves, %d refused, %.0f examples\n", kSaves, refused,
              static_cast<double>(connected.values[kExamples]));
  descriptor.cleanup(handle);
  descriptor.cleanup(other);
  return refused == 0 && connected.values[kExamples] > 0.0f ? 0 : 1;
}
