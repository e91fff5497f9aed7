/** Mode files: whatever they hold, reading gives a mode or diagnostics, and both judges of the schema agree. */
import { readdirSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import { emitFiles } from '../../../dsl/emit/files.ts';
import { readJson } from '../../../dsl/json-text.ts';
import { resolveModes } from '../../../dsl/resolve.ts';
import { ModeSchema } from '../../../dsl/schema/mode.ts';
import { modeValidator } from '../../../dsl/validate.ts';
import { CATALOGUE } from '../../dsl/fixtures/engines.ts';
import { soundMode } from '../../dsl/fixtures/modes.ts';
import { bytesOf, mutateBytes, mutateText, textOf } from '../bytes.ts';
import { pick, type Random } from '../random.ts';
import { must, type Target } from '../target.ts';

const FILE = 'modes/glass.json';
/** A command reads modes, not the service. */
const LIMIT_MS = 250;

const VALUES: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  1e300,
  '',
  'linear',
  'pad_x',
  '\ud800',
  [],
  {},
  Array(1_001).fill(0),
];
const WORDS = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\u0000',
  '1e999',
  '-0',
  '__proto__',
  'constructor',
  '//',
  '\ufeff',
  '"mode_id":',
  '"params":',
  '"voice_spaces":',
  'null',
];

type Json = Record<string, unknown> | unknown[];
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Every array and object within a value. */
function partsOf(value: unknown): Json[] {
  return isJson(value) ? [value, ...Object.values(value).flatMap(partsOf)] : [];
}

/** Changes one member somewhere in a value, in place. */
function changeMember(value: unknown, random: Random): void {
  const parts = partsOf(value);
  if (parts.length === 0) return;
  const part = pick(parts, random);
  const keys = Object.keys(part);
  const key = keys.length === 0 ? 'x' : pick(keys, random);
  const taken = pick([...VALUES, ...parts.map((one) => structuredClone(one))], random);
  const kind = random(4);
  if (kind === 0) Reflect.deleteProperty(part, key);
  else Reflect.set(part, kind === 1 ? `${key}_` : key, taken);
}

function mutate(input: Uint8Array, random: Random, other: Uint8Array): Uint8Array {
  const text = textOf(input);
  if (random(3) > 0) {
    try {
      const value: unknown = JSON.parse(text);
      changeMember(value, random);
      return bytesOf(JSON.stringify(value).slice(0, 60_000));
    } catch {
      // Not JSON any more: its text can change all the same.
    }
  }
  if (random(8) === 0) return mutateBytes(input, random, other);
  return bytesOf(mutateText(text, random, textOf(other), WORDS).slice(0, 60_000));
}

const validate = modeValidator();

function run(input: Uint8Array): string {
  const { value, problems, unheld } = readJson(FILE, input);
  must(value !== undefined || problems.length > 0, 'what is no JSON is told');
  if (value !== undefined && unheld.size === 0) {
    const byAjv = !Array.isArray(validate(value));
    must(v.safeParse(ModeSchema, value).success === byAjv, 'both judges of the schema agree');
  }
  const { modes, diagnostics } = resolveModes(
    [{ file: FILE, content: input }],
    CATALOGUE,
    validate,
  );
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  must(modes.length === 1 || errors.length > 0, 'a file gives a mode, or says why not');
  const sound = ({ line, column, message }: (typeof diagnostics)[number]) =>
    line >= 1 && column >= 1 && message !== '';
  must(diagnostics.every(sound), 'a diagnostic has a place and says something');
  for (const [, text] of emitFiles(modes)) must(text !== '', 'an emitted file has a text');
  return [...new Set(diagnostics.map(({ code, message }) => `${code} ${message.slice(0, 20)}`))]
    .sort()
    .slice(0, 3)
    .join();
}

export const modes = (): Target => ({
  seeds: [
    bytesOf(JSON.stringify(soundMode(), null, 2)),
    ...readdirSync('modes')
      .filter((name) => name.endsWith('.json'))
      .map((name) => new Uint8Array(readFileSync(`modes/${name}`))),
  ],
  limitMs: LIMIT_MS,
  mutate,
  run,
});
