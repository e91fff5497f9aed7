/** Awareness updates: what a participant says of itself, and what the others then read with the usual library. */
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { Awareness, applyAwarenessUpdate } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { ProtocolError } from '../../../src/shared/site/protocol.ts';
import { cleanName, readEntries, readState } from '../../../src/sites/presence.ts';
import { mutateBytes, mutateText } from '../bytes.ts';
import { mutateList, otherNumber, type Random } from '../random.ts';
import { must, refusal, type Target } from '../target.ts';

type Entry = readonly [client: number, clock: number, state: string];

function write(entries: readonly Entry[]): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, entries.length);
  for (const [client, clock, state] of entries) {
    encoding.writeVarUint(encoder, client);
    encoding.writeVarUint(encoder, clock);
    encoding.writeVarString(encoder, state);
  }
  return encoding.toUint8Array(encoder);
}

function parse(input: Uint8Array): Entry[] | undefined {
  try {
    const decoder = decoding.createDecoder(input);
    const count = decoding.readVarUint(decoder);
    if (count > input.length) return undefined;
    return Array.from({ length: count }, () => [
      decoding.readVarUint(decoder),
      decoding.readVarUint(decoder),
      decoding.readVarString(decoder),
    ]);
  } catch {
    return undefined;
  }
}

const WORDS = [
  'null',
  '{"user":{"name":"Ada"}}',
  '"name":',
  '{',
  '}',
  '[',
  '1e999',
  '\\ud800',
  '"__proto__":',
  '\u200d',
  '\u202e',
];
const CURSOR = '{"user":{"name":"Ada","color":"#30bced"},"cursor":{"anchor":null,"head":null}}';

function mutate(input: Uint8Array, random: Random, other: Uint8Array): Uint8Array {
  const entries = random(6) > 0 ? parse(input) : undefined;
  if (entries === undefined) return mutateBytes(input, random, other);
  const change = ([client, clock, state]: Entry): Entry => [
    random(4) === 0 ? otherNumber(client, random) : client,
    random(4) === 0 ? otherNumber(clock, random) : clock,
    random(3) > 0 ? mutateText(state, random, CURSOR, WORDS) : state,
  ];
  return write(mutateList(entries, random, change, [[9, 1, CURSOR]]));
}

const doc = new Y.Doc();

function run(input: Uint8Array): string {
  try {
    const entries = readEntries(input).map(({ client, clock, bytes }) => ({
      client,
      clock,
      state: JSON.stringify(readState(bytes).value),
    }));
    // What passes is passed on: no client of the usual library may break on it.
    const others = new Awareness(doc);
    const update = write(entries.map(({ client, clock, state }) => [client, clock, state]));
    applyAwarenessUpdate(others, update, 'test');
    others.destroy();
    const names = entries.map(({ state }) => cleanName(state));
    must(
      names.every((name) => name.length <= 64 && cleanName(name) === name),
      'a name that was cleaned is clean and short',
    );
    return `${entries.length} entries`;
  } catch (error) {
    return refusal(error, ProtocolError);
  }
}

export const awareness = (): Target => ({
  seeds: [
    write([[5, 1, CURSOR]]),
    write([
      [5, 1, 'null'],
      [6, 2 ** 32, '{}'],
    ]),
  ],
  mutate,
  run,
});
