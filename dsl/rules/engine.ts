/** Rules that ask the engine: it exists, has the slots and voice spaces named, and the declared ranges. */
import type { Slot } from '../catalogue.ts';
import { instead, quote } from '../wording.ts';
import { type Rule, voiceSpaceName } from './subject.ts';

export const engineKnown: Rule = ({ parts, catalogue, engine, report }) => {
  if (parts.engineId === undefined || !catalogue || engine) return;
  const ids = catalogue.engines.map((known) => known.engine_id);
  const message = `there is no engine ${quote(parts.engineId)}${instead(parts.engineId, ids)}`;
  report('E_ENGINE_UNKNOWN', ['engine_id'], message);
};

/** From so many params on, all unknown, the mode was written for another engine: that is told once. */
const STRANGERS = 3;

export const paramsAreSlots: Rule = ({ parts, engine, report }) => {
  if (!engine) return;
  const names = engine.slots.map((slot) => slot.name);
  const known = new Set(names);
  const asked = parts.params.filter((param) => param !== undefined);
  if (asked.length >= STRANGERS && asked.every(({ name }) => !known.has(name))) {
    const id = quote(engine.engine_id);
    const message = `none of the ${asked.length} params is a slot of engine ${id}; the reference cards in build/docs/modes show its slots, and npm run new-mode -- NAME --engine ${engine.engine_id} writes a mode with all of them`;
    report('E_PARAM_UNKNOWN', ['params'], message);
    return;
  }
  for (const [index, param] of parts.params.entries()) {
    if (!param || known.has(param.name)) continue;
    const message = `engine ${quote(engine.engine_id)} has no slot ${quote(param.name)}${instead(param.name, names)}`;
    report('E_PARAM_UNKNOWN', ['params', index, 'name'], message);
  }
};

export const voiceSpacesOfEngine: Rule = ({ parts, engine, report }) => {
  if (!engine) return;
  const { voice_spaces: there, engine_id: id } = engine;
  const order =
    there.length === 0
      ? `engine ${quote(id)} has no voice spaces; write []`
      : `engine ${quote(id)} has, in this order: ${there.map(quote).join(', ')}`;
  for (const [index, space] of parts.voiceSpaces.entries()) {
    if (space === undefined) continue;
    const name = voiceSpaceName(space);
    if (name === there[index]) continue;
    const expected = there[index];
    const wanted =
      expected === undefined
        ? `the list to end before place ${index}`
        : `${quote(expected)} at place ${index}`;
    const message = `expected ${wanted}; received ${quote(name)}; ${order}`;
    const path = ['voice_spaces', index, ...(typeof space === 'string' ? [] : ['name'])];
    report('E_VOICE_SPACE_ENGINE', path, message);
    // Everything after the first wrong place is shifted; one sentence is enough.
    return;
  }
};

/** Engines compute in float32: a declared 0.1 and the engine's nearest float agree. */
const agrees = (declared: number, engine: number): boolean =>
  declared === engine || Math.fround(declared) === Math.fround(engine);

export const rangeOfEngine: Rule = ({ parts, engine, report }) => {
  if (!engine) return;
  const slots = new Map<string, Slot>(engine.slots.map((slot) => [slot.name, slot]));
  for (const [index, param] of parts.params.entries()) {
    const slot = param && slots.get(param.name);
    if (!slot) continue;
    for (const end of ['min', 'max'] as const) {
      if (agrees(param[end], slot[end])) continue;
      const message = `declared ${end} is ${param[end]}, but the engine's is ${slot[end]}; declare what the engine does`;
      report('W_RANGE', ['params', index, end], message);
    }
  }
};
