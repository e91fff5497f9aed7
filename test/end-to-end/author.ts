/** An author at work: a drafted mode made their own, as a file in a folder of modes, and a mistake in it. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { type Mode, ModeSchema } from '../../dsl/schema/mode.ts';

export const MODE_ID = 'harbour_bell';

/** What the network shall move, in an order of the author's, with the author's labels and groups. */
const WANTED: readonly (readonly [param: string, label: string, group: string])[] = [
  ['cutoff_hz', 'Fog', 'Weather'],
  ['breath_db', 'Wind “from the Süden”', 'Weather'],
  ['pitch_hz', 'Bell', 'Harbour'],
  ['interval_2_st', 'Second <bell>', 'Harbour'],
  ['formant_2_hz', 'Vowel', 'Harbour'],
  ['bandwidth_2_hz', 'Hull', 'Harbour'],
  ['tremor_cents', 'Swell', 'Water'],
  ['echo_mix_pct', 'Quay */ wall', 'Water'],
  ['level_db', 'Distance', 'Water'],
];

const fileOf = (modes: string): string => path.join(modes, `${MODE_ID}.json`);

/** Rewrites the draft: other params, labels, channels, layers, spread, and only two voice spaces. */
export function makeItTheirs(modes: string): void {
  const draft = v.parse(ModeSchema, JSON.parse(readFileSync(fileOf(modes), 'utf8')));
  const kept = new Set(WANTED.map(([name]) => name));
  const params = WANTED.flatMap(([name, label, group]) =>
    draft.params
      .filter((param) => param.name === name)
      .map((param) => ({ ...param, label, group })),
  );
  const voiceSpaces = draft.voice_spaces.slice(0, 2).map((space) => {
    if (typeof space === 'string') return space;
    const overrides = Object.entries(space.curve_overrides).filter(([name]) => kept.has(name));
    return { ...space, curve_overrides: Object.fromEntries(overrides) };
  });
  const mode: Mode = {
    ...draft,
    _note: 'Bells over water: across for the bell, up for the weather, the slider for the tide.',
    ml: {
      ...draft.ml,
      input_channels: ['pad_x', 'pad_y', 'slider_0'],
      input_size: 3,
      hidden_layers: [12, 9, 7],
      output_size: params.length,
      default_spread: 0.8,
    },
    params,
    voice_spaces: voiceSpaces,
  };
  writeFileSync(fileOf(modes), `${JSON.stringify(mode, null, 2)}\n`);
}

/** Declares a curve that the engine does not have. @returns how to put it right again */
export function misdeclare(modes: string): () => void {
  const right = readFileSync(fileOf(modes), 'utf8');
  writeFileSync(fileOf(modes), right.replace('"curve": "exp"', '"curve": "linear"'));
  return () => writeFileSync(fileOf(modes), right);
}
