/**
 * What a stranger sends over an editing socket of a running service: frames of every kind, and requests. Whatever comes,
 * the people there go on editing, all see the same, and the log has no error.
 */
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import { FILES, readSite } from '../../../src/shared/site/document.ts';
import * as p from '../../../src/shared/site/protocol.ts';
import { Editor, type RunningSites, startSites } from '../../support/sites.ts';
import { until } from '../../support/until.ts';
import { bytesOf, mutateBytes, mutateText, pack, textOf, unpack } from '../bytes.ts';
import { mutateList, type Random } from '../random.ts';
import { must, type Target } from '../target.ts';
import { type Id, mutateUpdate, placesIn, readUpdate, writeUpdate } from '../update-model.ts';

const KEY = 'operator';
const WAIT_MS = 40_000;
/** Of a whole conversation with three clients in one process; test/load measures the service alone. */
const LIMIT_MS = 1_000;
/** One in so many sites is closed and opened again. */
const REOPENED_ONE_IN = 8;
/** As if a thousand strangers came from everywhere: no limit of rates keeps an input from what it is to reach. */
const UNLIMITED = 1_000_000_000;
const LIMITS = {
  messages_per_second: UNLIMITED,
  work_ms_per_address: UNLIMITED,
  work_ms_per_site: UNLIMITED,
  unread_bytes_per_address: UNLIMITED,
  wrong_keys_per_minute: UNLIMITED,
  sites_per_address_hour: UNLIMITED,
  sites: UNLIMITED,
  history_bytes_per_address_hour: 1e12,
};
/** Client id of the person whose site it is, so that inputs can name their edits. */
const HOST_CLIENT = 77;

function connect(port: number, site: string, doc = new Y.Doc()): Promise<Editor> {
  return new Editor(port, site, { doc }).ready();
}

const seen = (doc: Y.Doc): string =>
  JSON.stringify([FILES.map((name) => doc.getText(name).toDelta()), readSite(doc)]);

interface Answered {
  /** Why the socket was closed, empty if it was not. */
  readonly closed: string;
  /** What the requests were answered: `ok` with the fields of the result, or the code of a refusal. */
  readonly answers: readonly string[];
}

function answerOf({ ok, json }: { readonly ok: boolean; readonly json: string }): string {
  const value: unknown = JSON.parse(json);
  if (typeof value !== 'object' || value === null) return ok ? 'ok' : 'refused';
  return ok ? `ok ${Object.keys(value).sort()}` : String(Reflect.get(value, 'code'));
}

/** Sends the frames and waits until they are dealt with. */
async function send(
  port: number,
  site: string,
  messages: readonly Uint8Array[],
): Promise<Answered> {
  const ws = new WebSocket(`ws://127.0.0.1:${port}/member/${site}`);
  let closed: string | undefined;
  let answered = false;
  const answers: string[] = [];
  ws.on('error', () => {});
  ws.on('close', (code, reason) => {
    closed = `${code} ${String(reason)
      .replaceAll(/"[^"]*"|\d+/g, '#')
      .slice(0, 50)}`;
  });
  ws.on('message', (data) => {
    if (!(data instanceof Buffer)) return;
    const message = p.decodeServerMessage(data);
    if (message.kind !== 'reply') return;
    if (message.id === UNLIMITED) answered = true;
    else answers.push(answerOf(message));
  });
  await until(() => ws.readyState === WebSocket.OPEN || closed !== undefined, undefined, WAIT_MS);
  for (const message of messages) ws.send(message);
  // Requests are answered in order, behind everything before them.
  ws.send(p.encodeRequest(UNLIMITED, { op: 'history', limit: 1 }));
  await until(
    () => answered || closed !== undefined,
    () => 'an answer to the stranger',
    WAIT_MS,
  );
  ws.terminate();
  return { closed: closed ?? '', answers };
}

class Service {
  readonly #running: RunningSites;
  #count = 0;

  constructor(running: RunningSites) {
    this.#running = running;
  }

  /** People and the stranger on one site. */
  async share(input: Uint8Array): Promise<string> {
    const { port, sites } = this.#running;
    const site = this.#name();
    const doc = new Y.Doc();
    doc.clientID = HOST_CLIENT;
    const ada = await connect(port, site, doc);
    ada.insert('honest words');
    await ada.save();
    const { closed } = await send(port, site, unpack(input));
    ada.insert('more ');
    await ada.save();
    const bob = await connect(port, site);
    await until(
      () => seen(bob.doc) === seen(ada.doc),
      () => `the same text: ${seen(ada.doc)} and ${seen(bob.doc)}`,
      WAIT_MS,
    );
    const expected = seen(bob.doc);
    for (const person of [ada, bob]) person.cut();
    if (this.#count % REOPENED_ONE_IN === 0) {
      await until(() => sites.rooms.open === 0, undefined, WAIT_MS);
      const later = await connect(port, site);
      must(seen(later.doc) === expected, 'a site reads the same when it is opened again');
      later.cut();
    }
    this.#noErrors();
    return `${closed} ${expected.length >> 4}`;
  }

  /** The stranger has the operator's key on one site; someone edits another. */
  async operate(input: Uint8Array): Promise<string> {
    const { port } = this.#running;
    const site = this.#name();
    const host = await connect(port, site);
    host.insert('first');
    await host.save();
    const hello = p.encodeHello(input.length % 2 === 0 ? KEY : '', 'Mallory');
    const { closed, answers } = await send(port, site, [hello, ...requestFrames(input)]);
    host.cut();
    const ada = await connect(port, this.#name());
    ada.insert('elsewhere');
    await ada.save();
    ada.cut();
    const { blocks } = this.#running.sites.rooms.store;
    must(![...blocks.keys()].includes('127.0.0.1') || closed !== '', 'who is blocked is closed');
    for (const address of [...blocks.keys()]) await this.#running.sites.rooms.block(address, 0);
    this.#noErrors();
    return [closed, ...new Set(answers)].sort().join();
  }

  #name(): string {
    this.#count += 1;
    return `f${this.#count}`;
  }

  #noErrors(): void {
    const error = this.#running.logged.find(({ level }) => level === 'error');
    must(error === undefined, `the log says: ${error?.message}`);
  }

  close(): Promise<void> {
    return this.#running.close();
  }
}

async function start(): Promise<Service> {
  return new Service(await startSites({ limits: LIMITS, keys: { operator: KEY } }));
}

/** Parts of a frame: its type, the step of a sync message, and what it carries. */
function bodyOf(frame: Uint8Array): { head: Uint8Array; body: Uint8Array } | undefined {
  try {
    const decoder = decoding.createDecoder(frame);
    const type = decoding.readVarUint(decoder);
    if (type === 0) decoding.readVarUint(decoder);
    else if (type !== 1) return undefined;
    const head = frame.slice(0, decoder.pos);
    return { head, body: decoding.readVarUint8Array(decoder) };
  } catch {
    return undefined;
  }
}

function mutateFrame(
  frame: Uint8Array,
  known: readonly Id[],
  random: Random,
  other: Uint8Array,
): Uint8Array {
  const parts = random(6) > 0 ? bodyOf(frame) : undefined;
  if (parts === undefined) return mutateBytes(frame, random, other);
  const update = readUpdate(parts.body);
  const body =
    update === undefined
      ? mutateBytes(parts.body, random, other)
      : writeUpdate(mutateUpdate(update, known, random));
  const encoder = encoding.createEncoder();
  encoding.writeUint8Array(encoder, parts.head);
  encoding.writeVarUint8Array(encoder, body);
  return encoding.toUint8Array(encoder);
}

/** Places in what the host of the site wrote, and in what the frames bring. */
function placesOf(frames: readonly Uint8Array[]): Id[] {
  const updates = frames.flatMap((frame) => {
    const parts = bodyOf(frame);
    const update = parts && readUpdate(parts.body);
    return update ? placesIn(update) : [];
  });
  return [[HOST_CLIENT, 0], [HOST_CLIENT, 3], [HOST_CLIENT, 11], ...updates.slice(0, 200)];
}

function words(): Uint8Array {
  const doc = new Y.Doc();
  doc.clientID = 99;
  doc.getText('index.html').insert(0, 'from Mallory');
  doc.getText('index.html').delete(2, 3);
  doc.getMap('meta').set('lang', 'en');
  return Y.encodeStateAsUpdate(doc);
}

const hello = p.encodeHello('', 'Mallory');
const nothing = Y.encodeStateVector(new Y.Doc());

/** Conversations of a stranger: the frames of one socket. */
export const roomInputs: Pick<Target, 'seeds' | 'mutate'> = {
  seeds: [
    pack([hello, p.encodeStep1(nothing), p.encodeUpdate(words())]),
    pack([p.encodeStep2(words()), Uint8Array.of(3)]),
    pack([
      hello,
      p.encodeAwareness(bytesOf('\u0001\u0005\u0001\u0002{}')),
      p.encodeUpdate(words()),
    ]),
  ],
  mutate: (input, random, other) => {
    const frames = unpack(input);
    const known = placesOf(frames);
    const change = (frame: Uint8Array) => mutateFrame(frame, known, random, other);
    return pack(mutateList(frames, random, change, unpack(other)));
  },
};

export async function rooms(): Promise<Target> {
  const service = await start();
  return {
    ...roomInputs,
    limitMs: LIMIT_MS,
    run: (input) => service.share(input),
    close: () => service.close(),
  };
}

const PASSKEY = { id: 'AA', rawId: 'AA', type: 'public-key', clientExtensionResults: {} };
const REQUESTS: readonly object[] = [
  { op: 'history', before: 3, limit: 100 },
  { op: 'version', at: 1 },
  { op: 'restore', at: 1 },
  { op: 'label', at: 1, label: 'first' },
  { op: 'remix', to: 'copy-of-it' },
  { op: 'prune', at: 1 },
  { op: 'thin' },
  ...['lock', 'unlock', 'hide', 'show', 'remove', 'recover', 'purge'].map((op) => ({ op })),
  { op: 'moderation' },
  { op: 'block', client: 5, hours: 1 },
  { op: 'block', address: '10.0.0.1', hours: 2 },
  { op: 'unblock', address: '10.0.0.1' },
  { op: 'edits', from: 1 },
  { op: 'sites', search: 'a' },
  ...['access', 'challenge', 'claim', 'release', 'member'].map((op) => ({ op })),
  { op: 'identify', key: 'AAAA', signature: 'AAAA' },
  { op: 'set-access', editors: 'link', listed: false, editLink: true },
  { op: 'invite', once: true, name: 'Ada', days: 1 },
  { op: 'revoke', link: 'AAAA' },
  { op: 'dismiss', author: 'AAAA' },
  { op: 'hand-over', author: 'AAAA' },
  { op: 'passkey', purpose: 'register', name: 'Ada' },
  {
    op: 'register',
    response: { ...PASSKEY, response: { attestationObject: 'oA', clientDataJSON: 'e30' } },
  },
  {
    op: 'sign-in',
    response: {
      ...PASSKEY,
      response: { authenticatorData: 'AA', clientDataJSON: 'e30', signature: 'AA' },
    },
  },
  { op: 'new-codes' },
  { op: 'remove-passkey', passkey: 'AA' },
  { op: 'comments', after: 1 },
  {
    op: 'comment',
    anchor: {
      root: 'index.html',
      start: { client: 1, clock: 0 },
      end: { client: 1, clock: 1 },
    },
    text: 'a',
  },
  { op: 'reply', thread: 1, text: 'b' },
  { op: 'resolve', thread: 1, resolved: true },
  { op: 'edit-comment', comment: 1, text: 'c' },
  { op: 'delete-comment', comment: 1 },
  { op: 'use-code', code: 'AAAA-AAAA-AAAA-AAAA' },
  { op: 'end-session', author: 'AAAA' },
];
const WORDS = [
  ...REQUESTS.map((request) => JSON.stringify(request)),
  '"op":',
  '-1',
  '1e999',
  '2',
  '0.5',
  'null',
  '__proto__',
  '"2001:db8::/64"',
  '\\ud800',
  '[',
  '{',
];

/** Requests as JSON, several in a row. */
const TEXTS = REQUESTS.map((request) => bytesOf(JSON.stringify(request)));
export const requestInputs: Pick<Target, 'seeds' | 'mutate'> = {
  seeds: [pack(TEXTS.slice(0, 8)), pack(TEXTS.slice(8))],
  mutate: (input, random, other) => {
    const change = (json: Uint8Array) =>
      bytesOf(mutateText(textOf(json), random, textOf(other), WORDS));
    return pack(mutateList(unpack(input), random, change, TEXTS));
  },
};

/** The requests of an input as frames. */
export function requestFrames(input: Uint8Array): Uint8Array[] {
  return unpack(input).map((json) => {
    const encoder = encoding.createEncoder();
    encoding.writeVarUint(encoder, 68);
    encoding.writeVarUint(encoder, 5);
    encoding.writeVarString(encoder, textOf(json));
    return encoding.toUint8Array(encoder);
  });
}

export async function requests(): Promise<Target> {
  const service = await start();
  return {
    ...requestInputs,
    limitMs: LIMIT_MS,
    run: (input) => service.operate(input),
    close: () => service.close(),
  };
}
