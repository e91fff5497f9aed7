/* The calls of the C ABI that look for a sound by ear. Included by abi.h, which declares the rest.
 */
#ifndef ENSEMBLE_ABI_EXPLORE_H_
#define ENSEMBLE_ABI_EXPLORE_H_

/* --- Exploring by ear (control) -------------------------------------------------------------- */

/* A plane of sounds around the current one takes the place of the network. At (x, y) each param is
 * the middle plus (2x - 1) of one random direction and (2y - 1) of another, clamped; params that
 * set the level stay. The same seed and presses give the same sounds on every target. A param that
 * is held meanwhile stays held, ens_record_example keeps the current sound at the current inputs,
 * and what the network learned does not change. */
/* Begins around the current sound, and releases held params; starts over if already exploring. */
ENS_API EnsStatus ens_explore_begin(EnsInstrument* instrument, uint32_t seed);
/* Moves to a place in the plane, unit values; ENS_NOT_EXPLORING before ens_explore_begin. */
ENS_API EnsStatus ens_explore_move(EnsInstrument* instrument, uint32_t x, uint32_t y);
/* Like: the sound at the place becomes the middle of a smaller plane. Dislike: another plane around
 * the same middle. Both move to the middle. Undo takes back the last one, up to 32 in a row. */
ENS_API EnsStatus ens_explore_like(EnsInstrument* instrument);
ENS_API EnsStatus ens_explore_dislike(EnsInstrument* instrument);
ENS_API EnsStatus ens_explore_undo(EnsInstrument* instrument);
/* Ends, and holds the params as they are; ens_release_params gives them back to the network. */
ENS_API EnsStatus ens_explore_end(EnsInstrument* instrument);
/* generated: explore-state */
/* How far exploring around a sound has got. */
typedef struct EnsExploreState {
  /* 1 while a sound is being explored */
  uint32_t active;
  /* unit value: the place in the plane, from left to right */
  uint32_t x;
  /* unit value: the place in the plane, from bottom to top */
  uint32_t y;
  /* unit value: how far the plane reaches; each Like makes it smaller */
  uint32_t reach;
  /* Likes and Dislikes that can be undone */
  uint32_t presses;
} EnsExploreState;
/* end */
ENS_API EnsStatus ens_explore_state(const EnsInstrument* instrument, EnsExploreState* out);
/* Each param as it will be at the next tick. */
ENS_API EnsStatus ens_explore_params(EnsInstrument* instrument, uint16_t* out);

#endif /* ENSEMBLE_ABI_EXPLORE_H_ */
