// What a button, a trigger or a menu does in a plugin host.
#pragma once

#include <cstdint>

#include "host/player.h"

namespace ens::host {

// Bits, so that several can wait for the next tick.
enum Action : std::uint32_t {
  kTeach = 1,
  kTrain = 2,
  kUndo = 4,
  kForget = 8,
  kClear = 16,
  kCancel = 32,
  kRandom = 64,
  kVary = 128,
  kTrainOnce = 256,
  // While a sound is explored:
  kLike = 512,
  kDislike = 1024,
  kExploreUndo = 2048,
};

// What some actions need beside their name.
struct ActionValues {
  EnsTrainConfig once = {};  // of kTrainOnce
  std::uint32_t amount = 0;  // of kVary, a unit value
};

// Does one action; what it changed is published (play).
EnsStatus do_action(Player& player, Action action, const ActionValues& values);
// Does several, from the lowest bit. Gives how the last ended; `status` where there is none (play).
EnsStatus do_actions(Player& player, std::uint32_t actions, const ActionValues& values,
                     EnsStatus status);

}  // namespace ens::host
