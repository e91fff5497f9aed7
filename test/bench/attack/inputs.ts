/** What strangers send: all that was ever kept because it broke a promise, and mutations of it, as frames of a socket. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { encodeAwareness, encodeUpdate } from '../../../src/shared/site/protocol.ts';
import { unpack } from '../../fuzz/bytes.ts';
import { pick, type Random } from '../../fuzz/random.ts';
import type { Target } from '../../fuzz/target.ts';
import { awareness } from '../../fuzz/targets/awareness.ts';
import { frames } from '../../fuzz/targets/frames.ts';
import { requestFrames, requestInputs, roomInputs } from '../../fuzz/targets/rooms.ts';
import { updates } from '../../fuzz/targets/updates.ts';
import { CORPUS } from '../../fuzz/targets.ts';

type Frames = readonly Uint8Array[];
type Mutated = Pick<Target, 'seeds' | 'mutate'>;

interface Kind extends Mutated {
  readonly frames: (input: Uint8Array) => Frames;
  readonly pool: readonly Uint8Array[];
}

const MAX_CHANGES = 4;

function kept(name: string): Uint8Array[] {
  const folder = path.join(CORPUS, name);
  const files = readdirSync(folder).sort();
  return files.map((file) => new Uint8Array(readFileSync(path.join(folder, file))));
}

function kind(name: string, mutated: Mutated, asFrames: Kind['frames']): Kind {
  const { seeds, mutate } = mutated;
  return { seeds, mutate, frames: asFrames, pool: [...seeds, ...kept(name)] };
}

const KINDS: readonly Kind[] = [
  kind('rooms', roomInputs, unpack),
  kind('updates', updates(), (input) => unpack(input).map(encodeUpdate)),
  kind('awareness', awareness(), (input) => [encodeAwareness(input)]),
  kind('frames', frames(), (input) => [input]),
  kind('requests', requestInputs, requestFrames),
];

/** Every kept input of the five targets that a socket reaches. */
export const CORPUS_FRAMES: readonly Frames[] = KINDS.flatMap(({ pool, frames: asFrames }) =>
  pool.map(asFrames),
);

/** Pages whose HTML is hard to read. */
export const CORPUS_PAGES: readonly string[] = kept('html').map((bytes) =>
  Buffer.from(bytes).toString(),
);

/** The frames of at least `count` mutated inputs of one kind. */
export function randomFrames(random: Random, count: number): Frames {
  const { pool, mutate, frames: asFrames } = pick(KINDS, random);
  const result: Uint8Array[] = [];
  while (result.length < count) {
    let input = pick(pool, random);
    for (let changes = 1 + random(MAX_CHANGES); changes > 0; changes--) {
      input = mutate(input, random, pick(pool, random));
    }
    result.push(...asFrames(input));
    if (input.length === 0) break;
  }
  return result;
}
