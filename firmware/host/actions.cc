// Actions as calls of the ABI.
#include "host/actions.h"

namespace ens::host {
namespace {

// The nearest to where the controls are put, which need not be where they were at the last tick.
EnsStatus forget(Player& player) {
  std::uint16_t spot[ENS_MAX_INPUTS];
  ens_read_inputs(player.instrument(), spot);
  player.read_hand(spot);
  return ens_remove_nearest(player.instrument(), spot);
}

EnsStatus call(Player& player, Action action, const ActionValues& values) {
  EnsInstrument* const instrument = player.instrument();
  switch (action) {
    case kTeach:
      return ens_record_example(instrument);
    case kTrain:
      return ens_train_begin(instrument);
    case kUndo:
      return ens_undo(instrument);
    case kForget:
      return forget(player);
    case kClear:
      return ens_clear_examples(instrument);
    case kCancel:
      return ens_train_cancel(instrument);
    case kRandom:
      return ens_redraw(instrument);
    case kVary:
      return ens_jitter(instrument, values.amount);
    case kTrainOnce:
      return ens_train_begin_with(instrument, &values.once);
    case kLike:
      return ens_explore_like(instrument);
    case kDislike:
      return ens_explore_dislike(instrument);
    case kExploreUndo:
      return ens_explore_undo(instrument);
  }
  return ENS_BAD_VALUE;
}

}  // namespace

EnsStatus do_action(Player& player, Action action, const ActionValues& values) {
  const EnsStatus status = call(player, action, values);
  if (status == ENS_OK) player.touch();
  return status;
}

EnsStatus do_actions(Player& player, std::uint32_t actions, const ActionValues& values,
                     EnsStatus status) {
  for (std::uint32_t bit = 1; bit <= actions; bit *= 2) {
    if ((actions & bit) != 0) status = do_action(player, static_cast<Action>(bit), values);
  }
  return status;
}

}  // namespace ens::host
