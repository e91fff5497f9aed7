// The life of an LV2 plugin: made, played, taught, trained, saved, restored and deleted.
#include <vector>

#include "hosts/churn/lives.h"
#include "hosts/lv2/smallest_host.h"
#include "lv2/plugin.h"
#include "lv2_ports.h"
#include "registry.h"

namespace {

using namespace ens::lv2;
using namespace lv2_host;

constexpr std::uint32_t kFrames = 256;

// Buffers of exactly the size that a host owes, so that a step too far is found.
struct Connected {
  std::vector<float> values;
  std::vector<std::vector<float>> sound;

  Connected(const LV2_Descriptor& descriptor, LV2_Handle handle, const Ports& ports)
      : values(ports.count, 0.0f) {
    for (const std::uint32_t port :
         {static_cast<std::uint32_t>(kLeftOut), static_cast<std::uint32_t>(kRightOut),
          ports.left_in, ports.right_in}) {
      if (port != kNoPort) sound.emplace_back(kFrames);
    }
    std::size_t next = 0;
    for (std::uint32_t port = 0; port < ports.count; ++port) {
      const bool is_audio =
          port == kLeftOut || port == kRightOut || port == ports.left_in || port == ports.right_in;
      const bool is_midi = port == ports.midi_in || port == ports.midi_out;
      void* const place = is_audio ? sound[next++].data() : &values[port];
      descriptor.connect_port(handle, port, is_midi ? nullptr : place);
    }
    values[kMaxIterations] = 20.0f;
    values[kLearningRate] = 1.0f;
  }
};

std::size_t life(const LV2_Descriptor& descriptor, const Ports& ports) {
  const LV2_Handle handle = descriptor.instantiate(&descriptor, 48000.0, "", features);
  const auto& state =
      *static_cast<const LV2_State_Interface*>(descriptor.extension_data(LV2_STATE__interface));
  Connected connected(descriptor, handle, ports);
  descriptor.activate(handle);
  descriptor.run(handle, kFrames);
  connected.values[kTeach] = 1.0f;
  descriptor.run(handle, kFrames);
  connected.values[kTrain] = 1.0f;
  descriptor.run(handle, kFrames);
  Saved saved;
  state.save(handle, store, &saved, 0, nullptr);
  state.restore(handle, retrieve, &saved, 0, nullptr);
  descriptor.cleanup(handle);
  return saved.bytes.size();
}

}  // namespace

std::size_t lv2_life(int number) {
  const auto place =
      static_cast<std::uint32_t>(static_cast<std::size_t>(number) % ens::mode::kModeCount);
  return life(*lv2_descriptor(place), kPorts[place]);
}
