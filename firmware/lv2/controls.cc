// Control ports: what a host set since the last run goes to the instrument, and what it is told
// back. What is set counts from the next tick, as on every target.
#include <cmath>

#include "host/actions.h"
#include "host/scales.h"
#include "host/units.h"
#include "lv2/plugin.h"

namespace ens::lv2 {
namespace {

using host::unit_of;

EnsInstrument* instrument_of(Plugin& plugin) {
  return plugin.player->instrument();
}

// Whether a value differs from that of the last run, and remembers it.
bool changed(Plugin& plugin, std::uint32_t port, float value) {
  const float before = plugin.last[port];
  plugin.last[port] = value;
  return !(value == before);
}

// A button counts when it goes down; one that is down when a session is opened does not.
bool pressed(Plugin& plugin, std::uint32_t port) {
  const float value = read_port(plugin, port, 0.0f);
  const float before = plugin.last[port];
  plugin.last[port] = value;
  return value > 0.0f && before <= 0.0f;
}

std::uint32_t whole(float value, std::uint32_t most) {
  if (!(value > 0.0f)) return 0;
  const double rounded = static_cast<double>(value) + 0.5;
  return rounded < most ? static_cast<std::uint32_t>(rounded) : most;
}

void take_channels(Plugin& plugin) {
  for (std::uint32_t i = 0; i < plugin.player->mode().channel_count; ++i) {
    const std::uint32_t port = plugin.ports->channels[i];
    if (port == kNoPort || plugin.connected[port] == nullptr) continue;
    const float value = read_port(plugin, port, 0.0f);
    if (changed(plugin, port, value)) {
      plugin.player->set_input(i, unit_of(static_cast<double>(value)));
    }
  }
}

// While they are held, all params are where the ports say.
void take_params(Plugin& plugin) {
  const bool held = read_port(plugin, kHold, 0.0f) > 0.0f;
  const bool turned = changed(plugin, kHold, held ? 1.0f : 0.0f);
  if (!held) {
    if (turned) plugin.player->release_params();
    return;
  }
  for (std::uint32_t i = 0; i < plugin.player->mode().param_count; ++i) {
    const std::uint32_t port = plugin.ports->first_hand + i;
    const float value = read_port(plugin, port, 0.0f);
    if (changed(plugin, port, value) || turned) {
      plugin.player->set_param(i, unit_of(static_cast<double>(value)));
    }
  }
}

// While it is on, a plane of sounds plays; Hold parameters then holds what its ports are moved to.
void take_exploring(Plugin& plugin) {
  host::Player& player = *plugin.player;
  const bool on = read_port(plugin, kExplore, 0.0f) > 0.0f;
  if (changed(plugin, kExplore, on ? 1.0f : 0.0f)) {
    if (on) {
      plugin.status = player.begin_exploring(static_cast<std::uint32_t>(player.ticks()));
    } else if (player.end_exploring() == ENS_OK && !(plugin.last[kHold] > 0.0f)) {
      player.release_params();
    }
  }
  const float x = read_port(plugin, kExploreX, 0.5f);
  const float y = read_port(plugin, kExploreY, 0.5f);
  const bool moved = changed(plugin, kExploreX, x);
  if (!changed(plugin, kExploreY, y) && !moved) return;
  ens_explore_move(instrument_of(plugin), unit_of(static_cast<double>(x)),
                   unit_of(static_cast<double>(y)));
}

void take_voice_space(Plugin& plugin) {
  const std::uint32_t port = plugin.ports->voice_space;
  if (port == kNoPort) return;
  const float value = read_port(plugin, port, 0.0f);
  if (!changed(plugin, port, value)) return;
  const auto last = static_cast<std::uint32_t>(plugin.player->mode().voice_space_count - 1);
  ens_set_voice_space(instrument_of(plugin), whole(value, last));
}

// Choices by name, which what is restored from a session does not change.
void take_scale(Plugin& plugin) {
  const Ports& ports = *plugin.ports;
  if (ports.scale == kNoPort) return;
  const std::uint32_t choice = whole(read_port(plugin, ports.scale, 0.0f), host::kMaxScaleChoice);
  const std::uint32_t root = whole(read_port(plugin, ports.scale_root, 0.0f), host::kMaxRoot);
  host::apply({choice, root}, *plugin.player);
}

// The three values that follow one another from this port on.
EnsTrainConfig config_at(const Plugin& plugin, std::uint32_t port) {
  return {read_port(plugin, port, 1.0f), whole(read_port(plugin, port + 1, 1.0f), 2000000),
          read_port(plugin, port + 2, 0.0f)};
}

void take_train_config(Plugin& plugin) {
  bool any = false;
  for (std::uint32_t port = kLearningRate; port <= kMinError; ++port) {
    if (changed(plugin, port, read_port(plugin, port, 0.0f))) any = true;
  }
  if (!any) return;
  const EnsTrainConfig config = config_at(plugin, kLearningRate);
  constexpr std::uint32_t kAll =
      ENS_TRAIN_LEARNING_RATE | ENS_TRAIN_MAX_ITERATIONS | ENS_TRAIN_MIN_ERROR;
  const EnsStatus status = ens_set_train_config(instrument_of(plugin), &config, kAll);
  if (status != ENS_OK) plugin.status = status;
}

struct Button {
  Port port;
  host::Action action;
};

constexpr Button kButtons[] = {
    {kTeach, host::kTeach},   {kForget, host::kForget},   {kClear, host::kClear},
    {kUndo, host::kUndo},     {kRedraw, host::kRandom},   {kJitter, host::kVary},
    {kCancel, host::kCancel}, {kTrain, host::kTrain},     {kTrainOnce, host::kTrainOnce},
    {kLike, host::kLike},     {kDislike, host::kDislike}, {kExploreUndo, host::kExploreUndo},
};

}  // namespace

void take_controls(Plugin& plugin) {
  take_voice_space(plugin);
  take_scale(plugin);
  take_channels(plugin);
  take_params(plugin);
  take_exploring(plugin);
  take_train_config(plugin);
  for (const Button& button : kButtons) {
    if (!pressed(plugin, button.port)) continue;
    const auto amount = static_cast<double>(read_port(plugin, kJitterAmount, 0.1f));
    const host::ActionValues values = {config_at(plugin, kOnceLearningRate), unit_of(amount)};
    plugin.status = host::do_action(*plugin.player, button.action, values);
  }
}

void give_reports(Plugin& plugin) {
  EnsTrainProgress progress = {};
  ens_train_progress(instrument_of(plugin), &progress);
  write_port(plugin, kLatency, plugin.player->latency_frames());
  write_port(plugin, kStatus, plugin.status);
  write_port(plugin, kTraining, progress.state);
  write_port(plugin, kIterations, progress.iterations);
  write_port(plugin, kError, static_cast<double>(progress.error));
  write_port(plugin, kExamples, ens_example_count(instrument_of(plugin)));
  std::uint16_t params[ENS_MAX_OUTPUTS];
  ens_read_params(instrument_of(plugin), params);
  for (std::uint32_t i = 0; i < plugin.player->mode().param_count; ++i) {
    write_port(plugin, plugin.ports->first_now + i, host::ratio_of(params[i]));
  }
}

}  // namespace ens::lv2
