/** Settings of all params at once that together show whether each does what is declared, and nothing else. */

/** A param is put at one of the places 0…16 of its range: dense enough to tell all pairs of curves apart. */
export const STEPS = 16;
const ROUNDS = 3;

/** Numbers below `end` that look random and are the same at every run. */
function sequence(): (end: number) => number {
  let state = 1;
  return (end) => {
    state = Math.imul(state, 0x41c64e6d) + 12345;
    return (state >>> 16) % end;
  };
}

/** All places in a random order, once per round. */
function visits(random: (end: number) => number): number[] {
  return Array.from({ length: ROUNDS }, () => {
    const places: number[] = [];
    for (let place = 0; place <= STEPS; place += 1) {
      places.splice(random(places.length + 1), 0, place);
    }
    return places;
  }).flat();
}

/** One param at the far end while the others rest at the near one. */
const alone = (params: number, moved: number, rest: number): number[] =>
  Array.from({ length: params }, (_, param) => (param === moved ? STEPS - rest : rest));

/** Gives the places of all params, trial by trial: 51 shuffled trials, and two corners for each param. */
export function trialPlaces(params: number): number[][] {
  const random = sequence();
  const visited = Array.from({ length: params }, () => visits(random));
  const shuffled = Array.from({ length: ROUNDS * (STEPS + 1) }, (_, trial) =>
    visited.map((places) => places[trial] ?? 0),
  );
  // One rest after the other, so that only two params change from one to the next.
  const corners = [0, STEPS].flatMap((rest) =>
    Array.from({ length: params }, (_, moved) => alone(params, moved, rest)),
  );
  return [...shuffled, ...corners];
}
