/** Updates written item by item, as no editor writes them, and the random numbers that tests of merging draw. */
import * as encoding from 'lib0/encoding';

/** Numbers below `below`, the same for a seed. */
export function randomOf(seed: number): (below: number) => number {
  let now = seed;
  return (below) => {
    now = (now * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor(now / 65_536) % below;
  };
}

export type Neighbour = readonly [client: number, clock: number];

export interface Written {
  readonly text?: string;
  readonly left?: Neighbour | undefined;
  readonly right?: Neighbour | undefined;
}

/** An update of one client, item by item, as nobody's editor writes it. */
export function made(
  client: number,
  clock: number,
  items: readonly Written[],
  file = 'index.html',
): Uint8Array {
  const encoder = encoding.createEncoder();
  const put = (...numbers: readonly number[]) => {
    for (const one of numbers) encoding.writeVarUint(encoder, one);
  };
  put(1, items.length, client, clock);
  for (const { left, right, text = 'x' } of items) {
    encoding.writeUint8(encoder, 4 + (left ? 0x80 : 0) + (right ? 0x40 : 0));
    if (left) put(...left);
    if (right) put(...right);
    if (!left && !right) {
      put(1);
      encoding.writeVarString(encoder, file);
    }
    encoding.writeVarString(encoder, text);
  }
  put(0);
  return encoding.toUint8Array(encoder);
}

/** Letters of which each stands before the one before it, and the first before a letter, if given. */
export const backwards = (client: number, count: number, right?: Neighbour): Uint8Array =>
  made(
    client,
    0,
    Array.from({ length: count }, (_, at) => ({ right: at === 0 ? right : [client, at - 1] })),
  );

/**
 * Letters that are each written at the start of the text and before a letter amid a word. Where thousands stand at that
 * start, each of these has to pass all of them, which takes too long.
 */
export const amid = (client: number, count: number, right: Neighbour): Uint8Array =>
  made(
    client,
    0,
    Array.from({ length: count }, () => ({ right })),
  );
