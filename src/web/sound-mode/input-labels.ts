/** What the inputs of an instrument are called: after the parameter that each moves most, as it is taught now. */
import { UNIT_ONE } from '../../../build/ts/contract.ts';
import { channelNamed } from '../../../dsl/channels.ts';
import type { Model } from './model.ts';
import { SOUND_MODE_TEXT } from './text.ts';

/** Positions of an input that are compared. */
const STEPS = [0, 0.25, 0.5, 0.75, 1].map((step) => step * UNIT_ONE);
/** Taught places from which the inputs are tried, beside the middle. */
const MAX_PLACES = 8;
/** An input that moves no parameter by this much on average has no name of its own. */
const LEAST_MOVE = UNIT_ONE / 32;

/** These channels say where a control is; the others say in their names what they follow. */
const isPlace = (channel: string): boolean => !/^(?:midi|audio)_/.test(channel);

/** How far one input moves each param, a unit value: the mean over some positions of the others. */
function movesOf(
  model: Model,
  channel: number,
  places: readonly (readonly number[])[],
): readonly number[] {
  const sum = model.mode.params.map(() => 0);
  for (const place of places) {
    const answers = STEPS.map((unit) => model.answerAt(place.with(channel, unit)));
    for (const param of sum.keys()) {
      const units = answers.map((answer) => answer[param] ?? 0);
      sum[param] = (sum[param] ?? 0) + Math.max(...units) - Math.min(...units);
    }
  }
  return sum.map((way) => way / places.length);
}

/** For each channel the param that it moves most, no param twice; undefined where it moves none. */
function movedMost(model: Model): readonly (number | undefined)[] {
  const { channels } = model.mode;
  const middle = channels.map(() => UNIT_ONE / 2);
  const taught = model.examples.slice(0, MAX_PLACES).map(({ inputs }) => [...inputs]);
  const found: (number | undefined)[] = channels.map(() => undefined);
  const moves = channels.flatMap((name, channel) =>
    isPlace(name)
      ? movesOf(model, channel, [middle, ...taught]).map((way, param) => ({ channel, param, way }))
      : [],
  );
  for (const { channel, param, way } of moves.sort((a, b) => b.way - a.way)) {
    if (way < LEAST_MOVE) break;
    if (found[channel] === undefined && !found.includes(param)) found[channel] = param;
  }
  return found;
}

export interface InputLabel {
  /** What a person reads and hears: what the input moves, and which control it is. */
  readonly full: string;
  /** Only what it moves, or which control it is where it moves nothing. */
  readonly short: string;
}

/** A label for each channel of the instrument. */
export function inputLabels(model: Model): readonly InputLabel[] {
  const { channels, params } = model.mode;
  const moved = movedMost(model);
  return channels.map((channel, index) => {
    const control = channelNamed(channel)?.label ?? channel;
    const param = params[moved[index] ?? -1]?.label;
    if (param === undefined) return { full: control, short: control };
    return { full: SOUND_MODE_TEXT.input.moves(param, control), short: param };
  });
}
