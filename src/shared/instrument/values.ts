/** Unit values as the player reads them: in the param's own range and unit. */
import { UNIT_ONE } from '../../../build/ts/contract.ts';
import type { Mode } from '../../../build/ts/mode.ts';
import { shape, unshape } from '../../../dsl/curves.ts';
import { nearestStep, type Stepped, shareOfStep } from '../../../dsl/steps.ts';

/** The value of a param in its own unit where its unit value is `unit`, in one voice space. */
export function valueOfUnit(mode: Mode, voiceSpace: number, param: number, unit: number): number {
  const declared = mode.params[param];
  const curve = mode.voiceSpaces[voiceSpace]?.curves[param] ?? declared?.curve;
  if (declared === undefined || curve === undefined) return 0;
  return declared.min + (declared.max - declared.min) * shape(curve, unit / UNIT_ONE);
}

/** Gives the unit value for `value` of a param in a voice space. */
export function unitOfValue(mode: Mode, voiceSpace: number, param: number, value: number): number {
  const declared = mode.params[param];
  const curve = mode.voiceSpaces[voiceSpace]?.curves[param] ?? declared?.curve;
  if (declared === undefined || curve === undefined) return 0;
  const shaped = (value - declared.min) / (declared.max - declared.min);
  return Math.round(unshape(curve, shaped) * UNIT_ONE);
}

/** How many steps a voice space has for a param, both ends of its range among them; 0: it reads any value. */
export const stepsOf = (mode: Mode, voiceSpace: number, param: number): number =>
  mode.voiceSpaces[voiceSpace]?.steps[param] ?? 0;

function stepped(mode: Mode, voiceSpace: number, param: number): Stepped {
  const { min = 0, max = 1, stepValues } = mode.params[param] ?? {};
  return { min, max, stepValues, steps: stepsOf(mode, voiceSpace, param) };
}

/** The step nearest to a unit value of a param that has steps. */
export function stepOfUnit(mode: Mode, voiceSpace: number, param: number, unit: number): number {
  const curve = mode.voiceSpaces[voiceSpace]?.curves[param] ?? 'linear';
  return nearestStep(stepped(mode, voiceSpace, param), shape(curve, unit / UNIT_ONE));
}

/** The unit value of a step. */
export function unitOfStep(mode: Mode, voiceSpace: number, param: number, step: number): number {
  const curve = mode.voiceSpaces[voiceSpace]?.curves[param] ?? 'linear';
  return Math.round(unshape(curve, shareOfStep(stepped(mode, voiceSpace, param), step)) * UNIT_ONE);
}

/** The unit value on the step nearest to one; the same where a voice space reads any value. */
export function onStep(mode: Mode, voiceSpace: number, param: number, unit: number): number {
  if (stepsOf(mode, voiceSpace, param) === 0) return unit;
  return unitOfStep(mode, voiceSpace, param, stepOfUnit(mode, voiceSpace, param, unit));
}

/** Three figures at most: 0.0432, 3.14, 127, 4800; what is as good as nothing is 0. */
export function readable(value: number): string {
  const size = Math.abs(value);
  if (size < 0.0005) return '0';
  if (size >= 100) return value.toFixed(0);
  if (size >= 10) return value.toFixed(1);
  return String(Number(value.toPrecision(3)));
}

const ofStep = (value: number): string =>
  Number.isInteger(value) ? String(value) : readable(value);

/** A param's value with its unit, as a person reads it. Steps that are not of its numbers are counted: 3 of 14. */
export function paramText(mode: Mode, voiceSpace: number, param: number, unit: number): string {
  const { unit: symbol = '', min = 0, max = 0, stepValues } = mode.params[param] ?? {};
  const steps = stepsOf(mode, voiceSpace, param);
  const step = steps === 0 ? 0 : stepOfUnit(mode, voiceSpace, param, unit);
  const isNamed = stepValues !== undefined || max - min === steps - 1;
  if (steps > 0 && !isNamed) return `${step + 1} of ${steps}`;
  const value =
    steps > 0
      ? ofStep(stepValues?.[step] ?? min + step)
      : readable(valueOfUnit(mode, voiceSpace, param, unit));
  return symbol === '' ? value : `${value} ${symbol}`;
}

/** A unit value as a percentage, for screen readers. */
export function percent(unit: number): string {
  return `${Math.round((unit / UNIT_ONE) * 100)} %`;
}
