/**
 * Strangers who attack a server all at once, a process of their own: `strangers.ts PORT SEED`. They come from a few
 * addresses each, do whatever the server lets them, and come back when it closes them, until they are killed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import * as Y from 'yjs';
import * as p from '../../../src/shared/site/protocol.ts';
import { type Random, randomOf } from '../../fuzz/random.ts';
import { open } from '../../support/raw.ts';
import { CORPUS_FRAMES, CORPUS_PAGES, randomFrames } from './inputs.ts';
import { GARDEN, LARGE, LONG } from './sites.ts';
import { type Visit, visit as visitOf } from './visit.ts';

const [, , portText = '', seed = '1'] = process.argv;
const PORT = Number(portText);

/** Addresses of those who send random messages; each has so many sites. */
const ADDRESSES = 16;
const SITES_EACH = 20;
const BATCH = 40;
const LANES = 12;
const COME_BACK_MS = 200;

const PASTE = 'p'.repeat(7_340_032);
const PIPELINING = 20;
const PIPELINED = 'GET /member/quiet HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(1_400);

/** A vector that names someone else, so that everything is encoded anew. */
function foreignVector(): Uint8Array {
  const doc = new Y.Doc();
  doc.getText('index.html').insert(0, 'x');
  return Y.encodeStateVector(doc);
}

/** Words of the person whose edits the kept inputs name. */
function hostWords(): Uint8Array {
  const doc = new Y.Doc();
  doc.clientID = 77;
  doc.getText('index.html').insert(0, 'honest words');
  return p.encodeUpdate(Y.encodeStateAsUpdate(doc));
}

/** An awareness message of about 120 KB: people who never were there. */
function crowd(): Uint8Array {
  const parts: number[] = [0xb8, 0x17];
  const state = Buffer.from('{"user":{"name":"Mallory","color":"#30bced"}}');
  for (let i = 0; i < 3_000; i++) {
    parts.push((i & 127) | 128, i >> 7, 1, state.length, ...state);
  }
  return p.encodeAwareness(Uint8Array.from(parts.slice(0, 120_000)));
}

/** Does something again and again; who was closed at once takes a moment to come back. */
async function forever(act: (turn: number) => Promise<void>): Promise<void> {
  for (let turn = 0; ; turn++) {
    const started = performance.now();
    await act(turn).catch(() => {});
    if (performance.now() - started < 2) await sleep(COME_BACK_MS);
  }
}

const visit = (what: Visit): Promise<void> => visitOf(PORT, what);

const words = hostWords();

function randomMessages(random: Random): Promise<void> {
  const from = random(ADDRESSES);
  const site = `stranger-${from}-${random(SITES_EACH)}`;
  const messages = [words, ...randomFrames(random, BATCH)];
  return visit({ site, address: `127.0.1.${1 + from}`, messages });
}

/** What was kept, on the site where honest people edit. */
function keptMessages(turn: number): Promise<void> {
  const messages = CORPUS_FRAMES[turn % CORPUS_FRAMES.length] ?? [];
  return visit({ site: GARDEN, address: '127.0.2.1', messages, stayMs: 500 });
}

async function hostilePages(turn: number): Promise<void> {
  const doc = new Y.Doc();
  doc.getText('index.html').insert(0, CORPUS_PAGES[turn % CORPUS_PAGES.length] ?? '');
  const messages = [p.encodeUpdate(Y.encodeStateAsUpdate(doc))];
  const site = `page-${turn % SITES_EACH}`;
  await visit({ site, address: '127.0.2.2', messages });
  const response = await fetch(`http://127.0.0.1:${PORT}/member/${site}`);
  await response.text();
}

/** Pastes seven megabytes and deletes them; once an address has used up its history, from the next. */
async function pastes(turn: number): Promise<void> {
  const doc = new Y.Doc();
  const messages: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => messages.push(p.encodeUpdate(update)));
  doc.getText('index.html').insert(0, PASTE);
  doc.getText('index.html').delete(0, PASTE.length);
  const address = `127.0.3.${1 + (Math.floor(turn / 20) % 250)}`;
  await visit({ site: `paste-${turn % 8}`, address, messages, stayMs: 10_000 });
  await sleep(COME_BACK_MS);
}

/** Sends requests without waiting for answers, which it reads. */
async function pipelines(from: number): Promise<void> {
  const socket = await open(PORT, `127.0.4.${1 + (from % 2)}`);
  socket.on('error', () => {});
  socket.resume();
  const write = () => {
    while (!socket.destroyed && socket.write(PIPELINED));
  };
  socket.on('drain', write);
  write();
  await new Promise((resolve) => socket.once('close', resolve));
}

const times = (count: number, message: Uint8Array): Uint8Array[] =>
  Array.from({ length: count }, () => message);

function start(): void {
  const random = randomOf(Number(seed));
  const vector = p.encodeStep1(foreignVector());
  const history = p.encodeRequest(1, { op: 'history' });
  const restore = p.encodeRequest(2, { op: 'restore', at: 1 });
  const people = crowd();
  for (let lane = 0; lane < LANES; lane++) void forever(() => randomMessages(random));
  for (let lane = 0; lane < PIPELINING; lane++) void forever(() => pipelines(lane));
  void forever(keptMessages);
  void forever(hostilePages);
  void forever(pastes);
  const floods: readonly Omit<Visit, 'address'>[] = [
    { site: LARGE, messages: times(500, vector) },
    { site: LARGE, messages: times(500, vector), deaf: true },
    { site: LONG, messages: times(90, history) },
    { site: LONG, messages: times(20, restore) },
    { site: 'crowd', messages: times(500, people) },
  ];
  for (const [index, flood] of floods.entries()) {
    const address = `127.0.5.${1 + index}`;
    void forever(() => visit({ ...flood, address, stayMs: 12_000 }));
  }
}

process.on('disconnect', () => process.exit());
start();
