/**
 * What the operator may do to a site, as commands: asked of a server that runs, with the operator's key, or done to a
 * store that no server has open. Either way it is the same request of the protocol, answered by the same code.
 */
import * as v from 'valibot';
import { WebSocket } from 'ws';
import { judgeUsername } from '../../src/http/username.ts';
import { limitsWith } from '../../src/limits.ts';
import { lockData } from '../../src/sites/data-lock.ts';
import { Directory } from '../../src/sites/directory.ts';
import { LmdbStore } from '../../src/sites/lmdb-store.ts';
import {
  decodeServerMessage,
  encodeHello,
  encodeRequest,
  type ServerMessage,
  type SiteRequest,
  VERSION_KINDS,
} from '../../src/sites/protocol.ts';
import { answerRequest, MODERATION } from '../../src/sites/requests.ts';
import { Rooms } from '../../src/sites/rooms.ts';

const PATIENCE_MS = 10_000;
const DEFAULT_HOURS = 24;
/** A block is of no site; a request has to be made at some place. */
const NO_SITE = 'operator';
const AUTHOR = 'Operator';

/** The commands of one word and a site, `revert` and `versions`, and those of addresses. */
export const COMMANDS: ReadonlySet<string> = new Set([
  ...MODERATION,
  'purge',
  'versions',
  'revert',
  'block',
  'unblock',
]);

/** Whom to ask. */
export interface Place {
  /** Address of a server that runs; undefined: the store in `directory`. */
  readonly server: string | undefined;
  readonly key: string;
  readonly directory: string;
}

/** A command whose words do not fit it. */
export class WrongWords extends Error {
  override readonly name = 'WrongWords';
  readonly code = 'E_USAGE';
}

interface Order {
  readonly site: string;
  readonly request: SiteRequest;
  readonly done: string;
}

const wrong = (message: string): never => {
  throw new WrongWords(message);
};

function whole(text: string, what: string): number {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : wrong(`${text} is no ${what}`);
}

/** What the words of a command ask for. @throws WrongWords */
function orderOf(command: string, words: readonly string[]): Order {
  const [first = '', second] = words;
  const most = command === 'revert' || command === 'block' ? 2 : 1;
  if (first === '' || words.length > most) {
    const what = command === 'block' || command === 'unblock' ? 'an address' : 'a site';
    return wrong(`${command} needs ${what}${command === 'revert' ? ' and a version' : ''}`);
  }
  if (command === 'block') {
    const hours = second === undefined ? DEFAULT_HOURS : whole(second, 'number of hours');
    const done = `${first} is blocked for ${hours} hours`;
    return { site: NO_SITE, request: { op: 'block', address: first, hours }, done };
  }
  if (command === 'unblock') {
    const done = `${first} is blocked no more`;
    return { site: NO_SITE, request: { op: 'unblock', address: first }, done };
  }
  if (judgeUsername(first) !== 'valid') wrong(`${first} is no name of a site`);
  if (command === 'versions') {
    return { site: first, request: { op: 'history', limit: 100 }, done: '' };
  }
  if (command === 'revert') {
    const at = whole(second ?? wrong('revert needs a version; versions lists them'), 'version');
    return { site: first, request: { op: 'restore', at }, done: `${first} is as in version ${at}` };
  }
  const op = [...MODERATION, 'purge' as const].find((one) => one === command);
  if (op === undefined) return wrong(`there is no command ${command}`);
  return { site: first, request: { op }, done: `${first}: ${op} is done` };
}

interface Answer {
  readonly ok: boolean;
  readonly value: unknown;
}

/** Asks a server that runs. Rejects with a sentence where it does not answer or does not let us in. */
function askServer({ server = '', key }: Place, { site, request }: Order): Promise<Answer> {
  const address = new URL(`/member/${site}`, server);
  address.protocol = address.protocol.replace('http', 'ws');
  const socket = new WebSocket(address);
  return new Promise<Answer>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${server} did not answer`)), PATIENCE_MS);
    const hear = (message: ServerMessage): void => {
      if (message.kind === 'welcome' && site !== NO_SITE && !message.exists) {
        reject(new Error(`There is no site ${site}.`));
      } else if (message.kind === 'welcome') {
        socket.send(encodeRequest(1, request));
      } else if (message.kind === 'reply') {
        resolve({ ok: message.ok, value: JSON.parse(message.json) });
      }
    };
    socket.on('open', () => socket.send(encodeHello(key, AUTHOR)));
    socket.on('message', (data) => {
      if (data instanceof Buffer) hear(decodeServerMessage(data));
    });
    socket.on('error', (error) => reject(new Error(`${server}: ${error.message}`)));
    socket.on('close', (code, reason) => {
      clearTimeout(timer);
      reject(new Error(`${server} closed the connection: ${code} ${reason.toString()}`));
    });
  }).finally(() => socket.close());
}

/** The lock of the folder; who has a server that runs is told how to reach it. */
function lockOf(directory: string): () => void {
  try {
    return lockData(directory);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${why} Or have the server do it: --server http://HOST:PORT.`);
  }
}

/** Does it to the store of a folder. Throws a sentence where a server has it open. */
async function askStore({ directory }: Place, { site, request }: Order): Promise<Answer> {
  const unlock = lockOf(directory);
  const store = new LmdbStore({ directory });
  try {
    if (site !== NO_SITE && !store.sites.has(site) && !store.damaged.has(site)) {
      throw new Error(`There is no site ${site}.`);
    }
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    const directoryOfSites = new Directory(store.sites);
    const rooms = new Rooms({ store, limits: limitsWith(), directory: directoryOfSites, log });
    const room = rooms.enter(site);
    const asker = { rights: 'operate' as const, name: AUTHOR, address: '' };
    const json = JSON.stringify(request);
    const { ok, value } = await room.ask(() => answerRequest(rooms, room, asker, json));
    await rooms.settle();
    return { ok, value };
  } finally {
    await store.close();
    unlock();
  }
}

const Refusal = v.object({ message: v.string() });
const Versions = v.object({
  versions: v.array(
    v.object({
      to: v.number(),
      endedMs: v.number(),
      kind: v.picklist(VERSION_KINDS),
      authors: v.array(v.string()),
      label: v.optional(v.string()),
    }),
  ),
  more: v.boolean(),
});

async function ask(place: Place, order: Order): Promise<unknown> {
  const { ok, value } = await (place.server === undefined ? askStore : askServer)(place, order);
  if (ok) return value;
  const refusal = v.safeParse(Refusal, value);
  throw new Error(refusal.success ? refusal.output.message : 'The server refused.');
}

/** All versions of a site, latest first, a line each: number, end, kind, authors, name. */
async function printVersions(
  place: Place,
  order: Order,
  print: (line: string) => void,
): Promise<void> {
  let before: number | undefined;
  for (let more = true; more; ) {
    const request: SiteRequest = { op: 'history', limit: 100, ...(before && { before }) };
    const page = v.parse(Versions, await ask(place, { ...order, request }));
    for (const { to, endedMs, kind, authors, label } of page.versions) {
      const facts = [String(to), new Date(endedMs).toISOString(), kind, authors.join(', ')];
      print([...facts, ...(label === undefined ? [] : [`"${label}"`])].join('  '));
      before = to;
    }
    more = page.more && page.versions.length > 0;
  }
}

/** Does one of `COMMANDS`. Throws `WrongWords`, or an error with a sentence where it cannot be done. */
export async function moderate(
  place: Place,
  command: string,
  words: readonly string[],
  print: (line: string) => void,
): Promise<void> {
  const order = orderOf(command, words);
  if (command === 'versions') {
    await printVersions(place, order, print);
    return;
  }
  await ask(place, order);
  print(order.done);
}
