/**
 * Moderation commands: sent to a running server with the operator's key, or carried out on a store that no server
 * has open. Both are the same request of the protocol, answered by the same code.
 */
import { isIP } from 'node:net';
import * as v from 'valibot';
import { WebSocket } from 'ws';
import { limitsWith } from '../../src/limits.ts';
import { MAX_BLOCK_HOURS } from '../../src/shared/site/moderation-protocol.ts';
import {
  decodeServerMessage,
  encodeHello,
  encodeRequest,
  type ServerMessage,
  type SiteRequest,
} from '../../src/shared/site/protocol.ts';
import { isFileName } from '../../src/shared/site/text-files.ts';
import { VERSION_KINDS } from '../../src/shared/site/version.ts';
import { judgeUsername } from '../../src/shared/username.ts';
import { lockData } from '../../src/sites/data-lock.ts';
import { Directory } from '../../src/sites/directory.ts';
import { LmdbStore } from '../../src/sites/lmdb-store.ts';
import { answerRequest, MODERATION } from '../../src/sites/requests.ts';
import { Rooms } from '../../src/sites/rooms.ts';
import { requireWhole } from '../../src/sites/store-check.ts';
import { UsageError } from '../command-line.ts';

/** Thinning a full history takes a while. */
const TIMEOUT_MS = 60_000;
const DEFAULT_HOURS = 24;
/** Blocks concern no site, but every request goes to one. */
const NO_SITE = 'operator';
const AUTHOR = 'Operator';

/** Names of the moderation commands. */
export const COMMANDS: ReadonlySet<string> = new Set([
  ...MODERATION,
  'purge',
  'versions',
  'revert',
  'thin',
  'prune',
  'block',
  'unblock',
]);

/** Where a command is carried out. */
export interface ModerationTarget {
  /** Address of a running server; undefined for the store in `directory`. */
  readonly server: string | undefined;
  readonly key: string;
  readonly directory: string;
  /** How long a server may take to answer. Default a minute. */
  readonly timeoutMs?: number;
}

interface ModerationCommand {
  readonly site: string;
  readonly request: SiteRequest;
  readonly done: string;
}

const wrong = (message: string): never => {
  throw new UsageError(message);
};

function whole(text: string, what: string): number {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : wrong(`${text} is not a ${what}`);
}

/** An IP address, or an IPv6 /64 network as `list` shows it. */
function addressIn(name: string, text: string): string {
  const isAddress = isIP(text) !== 0 || (text.endsWith('/64') && isIP(text.slice(0, -3)) === 6);
  if (isAddress) return text;
  return wrong(`${text} is not an address; ${name} takes one IP address, or an IPv6 /64 network`);
}

function hoursIn(text: string): number {
  const hours = whole(text, 'number of hours');
  return hours <= MAX_BLOCK_HOURS
    ? hours
    : wrong(`block takes at most ${MAX_BLOCK_HOURS} hours, got ${text}`);
}

/** @throws UsageError */
function parseCommand(name: string, words: readonly string[]): ModerationCommand {
  const [first = '', second] = words;
  const takesVersion = name === 'revert' || name === 'prune';
  const max = takesVersion || name === 'block' ? 2 : 1;
  if (first === '' || words.length > max) {
    const what = name === 'block' || name === 'unblock' ? 'an address' : 'a site';
    return wrong(`${name} needs ${what}${takesVersion ? ' and a version' : ''}`);
  }
  if (name === 'block') {
    const address = addressIn(name, first);
    const hours = second === undefined ? DEFAULT_HOURS : hoursIn(second);
    const done = `${first} is blocked for ${hours} hour${hours === 1 ? '' : 's'}`;
    return { site: NO_SITE, request: { op: 'block', address, hours }, done };
  }
  if (name === 'unblock') {
    const address = addressIn(name, first);
    const done = `${first} is no longer blocked`;
    return { site: NO_SITE, request: { op: 'unblock', address }, done };
  }
  if (judgeUsername(first) !== 'valid') wrong(`${first} is not a valid site name`);
  if (name === 'versions') {
    return { site: first, request: { op: 'history', limit: 100 }, done: '' };
  }
  if (takesVersion) {
    const at = whole(
      second ?? wrong(`${name} needs a version; \`versions\` lists them`),
      'version',
    );
    const op = name === 'revert' ? 'restore' : 'prune';
    return { site: first, request: { op, at }, done: `${first}: history before ${at} erased` };
  }
  if (name === 'thin') return { site: first, request: { op: 'thin' }, done: '' };
  const op = [...MODERATION, 'purge' as const].find((one) => one === name);
  if (op === undefined) return wrong(`unknown command ${name}`);
  return { site: first, request: { op }, done: `${first}: ${op} done` };
}

interface Answer {
  readonly ok: boolean;
  readonly value: unknown;
}

/** Sends a command to a running server. @throws Error if it does not answer or rejects the key */
function askServer(
  { server = '', key, timeoutMs = TIMEOUT_MS }: ModerationTarget,
  { site, request }: ModerationCommand,
): Promise<Answer> {
  const address = new URL(`/member/${site}`, server);
  address.protocol = address.protocol.replace('http', 'ws');
  const socket = new WebSocket(address);
  return new Promise<Answer>((resolve, reject) => {
    let sent = false;
    const fail = (what: string): void => {
      const doubt = sent ? '. It may still carry out the command: look before you repeat it' : '';
      reject(new Error(`${server} ${what}${doubt}.`));
    };
    const timer = setTimeout(() => fail(`did not answer within ${timeoutMs / 1000} s`), timeoutMs);
    const receive = (message: ServerMessage): void => {
      if (message.kind === 'welcome' && site !== NO_SITE && !message.exists) {
        reject(new Error(`There is no site ${site}.`));
      } else if (message.kind === 'welcome') {
        socket.send(encodeRequest(1, request));
        sent = true;
      } else if (message.kind === 'reply') {
        resolve({ ok: message.ok, value: JSON.parse(message.json) });
      }
    };
    socket.on('open', () => socket.send(encodeHello(key, AUTHOR)));
    socket.on('message', (data) => {
      if (data instanceof Buffer) receive(decodeServerMessage(data));
    });
    socket.on('error', (error) => reject(new Error(`${server}: ${error.message}`)));
    socket.on('close', (code, reason) => {
      clearTimeout(timer);
      fail(`closed the connection: ${code} ${reason.toString()}`.trimEnd());
    });
  }).finally(() => socket.close());
}

/** Locks the folder; if a server has it open, the error says how to reach that server. */
function lockOf(directory: string): () => void {
  try {
    return lockData(directory);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${why} To send the command to that server, add --server http://HOST:PORT.`);
  }
}

/** Carries a command out on the store of a folder. @throws Error if a server has it open */
async function askStore(
  { directory }: ModerationTarget,
  { site, request }: ModerationCommand,
): Promise<Answer> {
  const unlock = lockOf(directory);
  let store: LmdbStore | undefined;
  try {
    requireWhole(directory);
    store = new LmdbStore({ directory });
    if (site !== NO_SITE && !store.sites.has(site) && !store.damaged.has(site)) {
      throw new Error(`There is no site ${site}.`);
    }
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    const rooms = new Rooms({
      store,
      limits: limitsWith(),
      directory: new Directory({ store }),
      log,
    });
    const room = rooms.enter(site);
    const asker = { rights: 'operate' as const, name: AUTHOR, address: '', proofs: { origin: '' } };
    const json = JSON.stringify(request);
    const { ok, value } = await room.run(() => answerRequest(rooms, room, asker, json));
    await rooms.settle();
    return { ok, value };
  } finally {
    await store?.close();
    unlock();
  }
}

const ErrorReply = v.object({ message: v.string() });
const Versions = v.object({
  versions: v.array(
    v.object({
      from: v.number(),
      to: v.number(),
      endedMs: v.number(),
      kind: v.picklist(VERSION_KINDS),
      authors: v.array(v.string()),
      added: v.optional(v.number()),
      removed: v.optional(v.number()),
      label: v.optional(v.string()),
    }),
  ),
  more: v.boolean(),
});
const Thinned = v.object({ edits: v.number(), bytes: v.number() });
const Restored = v.object({
  at: v.number(),
  before: v.number(),
  changes: v.array(v.object({ file: v.string(), added: v.number(), removed: v.number() })),
});

async function ask(target: ModerationTarget, command: ModerationCommand): Promise<unknown> {
  const { ok, value } = await (target.server === undefined ? askStore : askServer)(target, command);
  if (ok) return value;
  const reply = v.safeParse(ErrorReply, value);
  throw new Error(reply.success ? reply.output.message : 'The server refused the command.');
}

/** Prints all versions of a site, latest first, one per line: number, end, kind, size, authors, name. */
async function printVersions(
  target: ModerationTarget,
  command: ModerationCommand,
  print: (line: string) => void,
): Promise<void> {
  let before: number | undefined;
  for (let more = true; more; ) {
    const request: SiteRequest = { op: 'history', limit: 100, ...(before && { before }) };
    const page = v.parse(Versions, await ask(target, { ...command, request }));
    for (const { from, to, endedMs, kind, authors, added, removed, label } of page.versions) {
      const size = added === undefined ? [] : [`+${added} -${removed ?? 0}`];
      const facts = [
        String(to),
        new Date(endedMs).toISOString(),
        kind,
        ...size,
        authors.join(', '),
      ];
      print([...facts, ...(label === undefined ? [] : [`"${label}"`])].join('  '));
      before = from;
    }
    more = page.more && page.versions.length > 0;
  }
}

/** Reverts a site and prints exactly what that changed, and how to undo it. */
async function revert(
  target: ModerationTarget,
  command: ModerationCommand,
  print: (line: string) => void,
): Promise<void> {
  const { at, before, changes } = v.parse(Restored, await ask(target, command));
  const { site } = command;
  if (changes.length === 0) {
    print(`${site}: already reads as in version ${at}; nothing changed`);
    return;
  }
  print(`${site}: version ${at} restored`);
  for (const { file, added, removed } of changes) {
    const isText = isFileName(file);
    const words = removed === 0 ? 'added' : added === 0 ? 'removed' : 'replaced';
    const lines = (count: number) => `${count} line${count === 1 ? '' : 's'}`;
    print(`  ${file}: ${isText ? `${lines(removed)} removed, ${lines(added)} added` : words}`);
  }
  print(`To undo: revert ${site} ${before}`);
}

/** Runs one of `COMMANDS`. @throws UsageError; Error with a sentence if it cannot be done */
export async function moderate(
  target: ModerationTarget,
  name: string,
  words: readonly string[],
  print: (line: string) => void,
): Promise<void> {
  const command = parseCommand(name, words);
  if (name === 'versions') {
    await printVersions(target, command, print);
    return;
  }
  if (name === 'revert') {
    await revert(target, command, print);
    return;
  }
  const value = await ask(target, command);
  if (name === 'thin') {
    const { edits, bytes } = v.parse(Thinned, value);
    print(`${command.site}: every version kept; ${edits} single edits gone, ${bytes} bytes free`);
    return;
  }
  print(command.done);
}
