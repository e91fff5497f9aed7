/** Answers what clients ask over the editing socket: history, restore, labels, remix, moderation. */
import { isIP } from 'node:net';
import * as v from 'valibot';
import * as Y from 'yjs';
import { addressKey } from '../http/address.ts';
import { mayEdit } from './access.ts';
import { readSite, type SiteContent, writeSite } from './document.ts';
import { findVersion, listVersions, MAX_VERSIONS_A_REPLY } from './history.ts';
import { cleanName } from './presence.ts';
import { DamageError } from './records.ts';
import type { Room } from './room.ts';
import type { Answer, Asker } from './room-host.ts';
import { type SiteStore, StoreError } from './store.ts';

const MAX_LABEL_CHARACTERS = 80;
const MAX_BLOCK_HOURS = 8_760;
const HOUR_MS = 3_600_000;

const Edit = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

/** An IP address, or the network of 64 bits by which one of version 6 is counted, as that which is counted. */
const Address = v.pipe(
  v.string(),
  v.transform((text) => text.replace(/\/64$/, '')),
  v.check((text) => isIP(text) !== 0),
  v.transform(addressKey),
);

const RequestSchema = v.variant('op', [
  v.strictObject({
    op: v.literal('history'),
    before: v.optional(Edit),
    limit: v.optional(v.pipe(Edit, v.maxValue(MAX_VERSIONS_A_REPLY))),
  }),
  v.strictObject({ op: v.literal('version'), at: Edit }),
  v.strictObject({ op: v.literal('restore'), at: Edit }),
  v.strictObject({
    op: v.literal('label'),
    at: Edit,
    label: v.pipe(v.string(), v.maxLength(MAX_LABEL_CHARACTERS)),
  }),
  v.strictObject({ op: v.literal('remix'), to: v.string() }),
  v.strictObject({
    op: v.picklist(['lock', 'unlock', 'hide', 'show', 'remove', 'recover', 'purge']),
  }),
  v.strictObject({
    op: v.literal('block'),
    client: v.optional(v.pipe(v.number(), v.safeInteger())),
    address: v.optional(Address),
    hours: v.pipe(v.number(), v.minValue(1), v.maxValue(MAX_BLOCK_HOURS)),
  }),
  v.strictObject({ op: v.literal('unblock'), address: Address }),
]);
type Request = v.InferOutput<typeof RequestSchema>;

/** What moderates a site; see live-sites.ts. */
export const MODERATION = ['lock', 'unlock', 'hide', 'show', 'remove', 'recover'] as const;
export type Moderation = (typeof MODERATION)[number];

/** What answering needs beyond the room. */
export interface RequestHost {
  readonly store: SiteStore;
  /** Creates a site with this content; a problem as code and sentence where it may not. */
  create(
    name: string,
    content: SiteContent,
    by: Asker,
  ): Promise<{ readonly code: string; readonly message: string } | undefined>;
  moderate(room: Room, action: Moderation): Promise<void>;
  purge(room: Room): Promise<void>;
  block(address: string, untilMs: number): Promise<void>;
}

const refuse = (code: string, message: string): Answer => ({
  ok: false,
  value: { code, message },
});
const give = (value: unknown, bytes?: Uint8Array): Answer => ({
  ok: true,
  value,
  ...(bytes !== undefined && { bytes }),
});

const NO_REQUEST = refuse('request', 'This is not a request of the protocol.');
const NOT_BLOCKED = refuse('client', 'This address is not blocked.');
const NO_VERSION = refuse('version', 'This site has no such version.');

function read(json: string): Request | undefined {
  try {
    const parsed = v.safeParse(RequestSchema, JSON.parse(json));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

/** Answers one request within the order of its room. Never throws for what a client sent. */
export async function answerRequest(
  host: RequestHost,
  room: Room,
  from: Asker,
  json: string,
): Promise<Answer> {
  const request = read(json);
  if (request === undefined) return NO_REQUEST;
  try {
    return await answer(host, room, from, request);
  } catch (error) {
    if (error instanceof StoreError) {
      return refuse('storage', 'The server cannot write to its disk now.');
    }
    if (error instanceof DamageError) {
      return refuse('damaged', 'This version is damaged on the disk of the server.');
    }
    throw error;
  }
}

function answer(
  host: RequestHost,
  room: Room,
  from: Asker,
  request: Request,
): Answer | Promise<Answer> {
  switch (request.op) {
    case 'history':
      return give(listVersions(host.store, room.name, request.before, request.limit));
    case 'version':
      return showVersion(host, room, request.at);
    case 'restore':
    case 'label':
    case 'remix':
      if (mayEdit(room.permission(from))) return change(host, room, from, request);
      return refuse('access', 'You may not edit this site now.');
    default:
      if (from.rights === 'operate') return operate(host, room, request);
      return refuse('access', 'This needs the key of the operator.');
  }
}

function showVersion(host: RequestHost, room: Room, at: number): Answer {
  const found = findVersion(host.store, room.name, at);
  if (found === undefined) return NO_VERSION;
  const doc = room.live.at(found.at);
  const state = Y.encodeStateAsUpdate(doc);
  doc.destroy();
  return give({ version: found.version }, state);
}

type Change = Extract<Request, { op: 'restore' | 'label' | 'remix' }>;

async function change(
  host: RequestHost,
  room: Room,
  from: Asker,
  request: Change,
): Promise<Answer> {
  if (request.op === 'remix') return remix(host, room, from, request.to);
  const found = findVersion(host.store, room.name, request.at);
  if (found === undefined) return NO_VERSION;
  if (request.op === 'restore') {
    await restore(room, found.at, from.name);
    return give({ version: listVersions(host.store, room.name, undefined, 1).versions[0] });
  }
  const text = cleanName(request.label);
  const label = { label: text, by: from.name, atMs: Date.now() };
  await host.store.label(room.name, found.at, text === '' ? undefined : label);
  return give({ version: findVersion(host.store, room.name, found.at)?.version });
}

/** Makes the content of an old version a new edit. Only within a task of the room. */
export async function restore(room: Room, at: number, author: string): Promise<void> {
  const old = room.live.at(at);
  const content = readSite(old);
  old.destroy();
  await room.edit('restore', author, (doc) => writeSite(doc, content));
}

async function remix(host: RequestHost, room: Room, from: Asker, to: string): Promise<Answer> {
  const problem = await host.create(to, readSite(room.live.doc), from);
  return problem === undefined ? give({ to }) : refuse(problem.code, problem.message);
}

type Operation = Exclude<Request, Change | { op: 'history' | 'version' }>;

async function operate(host: RequestHost, room: Room, request: Operation): Promise<Answer> {
  if (request.op === 'block') return block(host, room, request);
  if (request.op === 'unblock') {
    if (!host.store.blocks.has(request.address)) return NOT_BLOCKED;
    await host.block(request.address, 0);
  } else if (request.op === 'purge') {
    await host.purge(room);
  } else if (host.store.sites.has(room.name)) {
    await host.moderate(room, request.op);
  } else {
    return NO_VERSION;
  }
  return give({});
}

async function block(
  host: RequestHost,
  room: Room,
  { client, address, hours }: Extract<Request, { op: 'block' }>,
): Promise<Answer> {
  if ((client === undefined) === (address === undefined)) return NO_REQUEST;
  const blocked = address ?? room.presence.ownerOf(client ?? 0)?.address;
  if (blocked === undefined) return refuse('client', 'Nobody of that client id is here.');
  await host.block(blocked, Date.now() + hours * HOUR_MS);
  return give({});
}
