/** Unit values as the player reads them: in the param's own range and unit. */
import { UNIT_ONE } from '../../../build/ts/contract.ts';
import type { Mode } from '../../../build/ts/mode.ts';
import { shape, unshape } from '../../../dsl/curves.ts';

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

/** Three figures at most: 0.0432, 3.14, 127, 4800; what is as good as nothing is 0. */
export function readable(value: number): string {
  const size = Math.abs(value);
  if (size < 0.0005) return '0';
  if (size >= 100) return value.toFixed(0);
  if (size >= 10) return value.toFixed(1);
  return String(Number(value.toPrecision(3)));
}

/** A param's value with its unit, as a person reads it. */
export function paramText(mode: Mode, voiceSpace: number, param: number, unit: number): string {
  const symbol = mode.params[param]?.unit ?? '';
  const value = readable(valueOfUnit(mode, voiceSpace, param, unit));
  return symbol === '' ? value : `${value} ${symbol}`;
}

/** A unit value as a percentage, for screen readers. */
export function percent(unit: number): string {
  return `${Math.round((unit / UNIT_ONE) * 100)} %`;
}
