/** What people do with a service in its first minute: V8 compiles what that takes, and caches fill. */
import { setTimeout as sleep } from 'node:timers/promises';
import * as encoding from 'lib0/encoding';
import * as Y from 'yjs';
import * as p from '../../../src/shared/site/protocol.ts';
import { visit } from './visit.ts';

/** About the largest paste that one message holds. */
const PASTE = 'p'.repeat(7_000_000);
const LINES = '<p>A line of a page that people write together.</p>\n'.repeat(200);
const PAUSE_MS = 50;
const PAGES = ['/', '/api', '/health', '/nowhere', '/member/nobody', '/member/workshop?edit'];

/** Where someone's cursor is. */
function presence(client: number): Uint8Array {
  const encoder = encoding.createEncoder();
  for (const number of [1, client, 1]) encoding.writeVarUint(encoder, number);
  encoding.writeVarString(encoder, JSON.stringify({ user: { name: 'Ada', color: '#30bced' } }));
  return p.encodeAwareness(encoding.toUint8Array(encoder));
}

/** Messages of someone who writes, looks back and restores; now and then of someone who pastes a lot. */
function messagesOf(turn: number): Uint8Array[] {
  const doc = new Y.Doc();
  const messages: Uint8Array[] = [presence(doc.clientID)];
  doc.on('update', (update: Uint8Array) => messages.push(p.encodeUpdate(update)));
  const text = doc.getText('index.html');
  text.insert(0, turn % 10 === 0 ? PASTE : LINES);
  for (let edit = 0; edit < 20; edit++) text.insert(edit, `word ${edit} `);
  text.delete(0, text.length);
  const character = { client: doc.clientID, clock: 0 };
  const anchor = { root: 'index.html', start: character, end: character };
  const requests: readonly p.SiteRequest[] = [
    { op: 'history' },
    { op: 'history', limit: 5, before: 10 },
    { op: 'version', at: 1 },
    { op: 'edits', from: 1 },
    { op: 'restore', at: 1 + (turn % 20) },
    { op: 'restore', at: 1, file: 'index.html' },
    { op: 'label', at: 2, label: 'A draft' },
    { op: 'remix', to: `copy-${turn % 20}` },
    { op: 'sites', search: 'work' },
    { op: 'comments' },
    { op: 'comment', anchor, text: 'Shorter?' },
    { op: 'access' },
    { op: 'member' },
  ];
  const vector = Y.encodeStateVector(doc);
  messages.push(p.encodeStep1(vector), p.encodeStep1(Y.encodeStateVector(new Y.Doc())));
  for (const [id, request] of requests.entries()) messages.push(p.encodeRequest(id + 1, request));
  return messages;
}

/** People use everything for so long, on sites of their own. */
export async function warmUp(port: number, ms: number): Promise<void> {
  const end = performance.now() + ms;
  const write = async (person: number): Promise<void> => {
    for (let turn = 0; performance.now() < end; turn++) {
      const address = `127.0.8.${1 + person}`;
      const site = `workshop-${person}-${Math.floor(turn / 40)}`;
      await visit(port, { site, address, name: 'Ada', messages: messagesOf(turn) });
      await sleep(PAUSE_MS);
    }
  };
  const read = async (): Promise<void> => {
    for (let turn = 0; performance.now() < end; turn++) {
      const page = PAGES[turn % PAGES.length] ?? '/';
      const response = await fetch(`http://127.0.0.1:${port}${page}`);
      await response.text();
      await sleep(PAUSE_MS);
    }
  };
  await Promise.all([write(0), write(1), write(2), read()]);
}
