/** The sites of the benchmark: one that people edit, one that they visit, and what is expensive to ask for. */
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import * as p from '../../../src/shared/site/protocol.ts';

export const GARDEN = 'garden';
export const QUIET = 'quiet';
export const LARGE = 'large';
export const LONG = 'long';

const PIECES = 10_000;
const VERSIONS = 30;
const SAVE_TIMEOUT_MS = 30_000;

/** A text of many pieces, each beside others of an earlier moment: much work to encode, few bytes. */
function scattered(): Uint8Array[] {
  const doc = new Y.Doc();
  const text = doc.getText('index.html');
  let seed = 1;
  doc.transact(() => {
    for (let i = 0; i < PIECES; i++) {
      seed = (seed * 48_271) % 2_147_483_647;
      text.insert(seed % (text.length + 1), 'x');
    }
  });
  return [Y.encodeStateAsUpdate(doc)];
}

function page(): Uint8Array[] {
  const doc = new Y.Doc();
  doc.getText('index.html').insert(0, '<h1>A site</h1>\n'.repeat(100));
  return [Y.encodeStateAsUpdate(doc)];
}

/** Edits of 200 KB each, every other of which deletes the one before. */
function longHistory(): Uint8Array[] {
  const doc = new Y.Doc();
  const updates: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => updates.push(update));
  const text = doc.getText('index.html');
  for (let i = 0; i < VERSIONS; i++) {
    text.insert(0, String(i % 10).repeat(200_000));
    text.delete(0, 200_000);
  }
  return updates;
}

/** Writes a site and waits until it is stored. */
async function write(port: number, site: string, updates: readonly Uint8Array[]): Promise<void> {
  const ws = new WebSocket(`ws://127.0.0.1:${port}/member/${site}`);
  let saved = 0;
  ws.on('open', () => {
    ws.send(p.encodeHello('', 'Ada'));
    for (const update of updates) ws.send(p.encodeUpdate(update));
  });
  ws.on('message', (data) => {
    if (!(data instanceof Buffer)) return;
    const message = p.decodeServerMessage(data);
    if (message.kind === 'saved') saved = message.count;
  });
  const end = performance.now() + SAVE_TIMEOUT_MS;
  while (saved < updates.length) {
    if (performance.now() > end) throw new Error(`${site}: saved ${saved} of ${updates.length}`);
    await sleep(20);
  }
  ws.terminate();
}

export async function writeSites(port: number): Promise<void> {
  await write(port, QUIET, page());
  await write(port, GARDEN, page());
  await write(port, LARGE, scattered());
  await write(port, LONG, longHistory());
}
