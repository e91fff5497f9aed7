/** Requests about the history of a site: its versions, what they held, going back to them, labels, and fewer of them. */
import * as encoding from 'lib0/encoding';
import * as v from 'valibot';
import * as Y from 'yjs';
import type { Asker, Costs } from '../cost-budget.ts';
import { readSite, type SiteContent } from '../shared/site/document.ts';
import { MAX_NAME_CHARACTERS } from '../shared/site/protocol.ts';
import { type RestoreReply, restoreSite, siteChanges } from '../shared/site/restore.ts';
import { isFileName, isKept } from '../shared/site/text-files.ts';
import { ChargedWork, finished } from './charged-work.ts';
import { type FoundVersion, findVersion, listVersions, MAX_VERSIONS_A_REPLY } from './history.ts';
import type { EditAuthor } from './live-document.ts';
import { merging } from './merged-document.ts';
import { BYTES_PER_MS } from './prepared-sites.ts';
import { cleanName } from './presence.ts';
import { DamageError } from './records.ts';
import { accept, type RequestResult, reject } from './request-result.ts';
import type { Requester } from './requester.ts';
import type { Room } from './room.ts';
import type { SiteStore } from './store.ts';

const MAX_LABEL_CHARACTERS = 80;
/** Of the log in one reply. */
const EDITS_BYTES = 524_288;

const Edit = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

export const HISTORY_REQUESTS = [
  v.strictObject({
    op: v.literal('history'),
    before: v.optional(Edit),
    limit: v.optional(v.pipe(Edit, v.maxValue(MAX_VERSIONS_A_REPLY))),
    author: v.optional(v.pipe(v.string(), v.maxLength(MAX_NAME_CHARACTERS))),
  }),
  v.strictObject({ op: v.literal('edits'), from: Edit }),
  v.strictObject({ op: v.literal('version'), at: Edit }),
  v.strictObject({
    op: v.literal('restore'),
    at: Edit,
    file: v.optional(v.pipe(v.string(), v.check(isFileName, 'the name of a text file'))),
  }),
  v.strictObject({
    op: v.literal('label'),
    at: Edit,
    label: v.pipe(v.string(), v.maxLength(MAX_LABEL_CHARACTERS)),
  }),
  v.strictObject({ op: v.literal('prune'), at: Edit }),
  v.strictObject({ op: v.literal('thin') }),
] as const;

export type HistoryRequest = v.InferOutput<(typeof HISTORY_REQUESTS)[number]>;
type Of<Op extends HistoryRequest['op']> = Extract<HistoryRequest, { op: Op }>;

export interface HistoryHost {
  readonly costs: Costs;
  readonly store: SiteStore;
  /** Makes this the whole of a site that cannot be opened; its history stays. */
  restart(room: Room, author: EditAuthor, content: SiteContent): Promise<void>;
}

const NO_VERSION = reject('version', 'This site has no such version.');

/** What one request needs, as long as it takes. */
interface Task {
  readonly host: HistoryHost;
  readonly room: Room;
  readonly from: Requester;
  readonly asker: Asker;
  readonly work: ChargedWork;
}

/** Only for who may: the caller has looked at that. Throws `StoreError`, `DamageError` and `FileError`. */
export function answerHistory(
  host: HistoryHost,
  room: Room,
  from: Requester,
  request: HistoryRequest,
): RequestResult | Promise<RequestResult> {
  const asker = { address: from.address, site: room.name };
  // Everyone on the site waits for what changes it, so it is as urgent as anything that waits there.
  const work = new ChargedWork(host.costs, asker, () => room.priority);
  const task: Task = { host, room, from, asker, work };
  switch (request.op) {
    case 'history':
      return beside(task, (reading) => showHistory(reading, request));
    case 'edits':
      return sendEdits(task, request);
    case 'version':
      return beside(task, (reading) => showVersion(reading, request));
    case 'restore':
      return restore(task, request);
    case 'label':
      return label(task, request);
    case 'prune':
      return prune(task, request);
    case 'thin':
      return thin(task);
  }
}

/** Answers while edits go on, one request of a site at a time: what several of them hold would add up. */
function beside(
  task: Task,
  answer: (reading: Task) => Promise<RequestResult>,
): Promise<RequestResult> {
  const { host, room, from, asker } = task;
  from.readsOnly?.();
  const work = new ChargedWork(host.costs, asker);
  return room.readings.run(room.name, () => answer({ ...task, work }));
}

async function find({ host, room, work }: Task, at: number): Promise<FoundVersion | undefined> {
  const steps = await work.do(() => findVersion(host.store, room.name, at));
  return work.finish(steps);
}

async function showHistory(
  { host, room, from, work }: Task,
  query: Of<'history'>,
): Promise<RequestResult> {
  const versions = listVersions(host.store, room.name, { ...query, asker: from.number });
  return accept(await work.finish(versions));
}

async function showVersion(task: Task, { at }: Of<'version'>): Promise<RequestResult> {
  const found = await find(task, at);
  if (found === undefined) return NO_VERSION;
  return accept({ version: found.version }, await stateAt(task, found.at));
}

async function stateAt(task: Task, at: number): Promise<Uint8Array> {
  const merged = await mergedAt(task, at);
  if (merged !== undefined) return merged;
  const doc = await documentAt(task, at);
  const state = await task.work.do(() => Y.encodeStateAsUpdate(doc));
  doc.destroy();
  return state;
}

async function contentAt(task: Task, at: number): Promise<SiteContent> {
  const merged = await mergedAt(task, at);
  const { doc } =
    merged === undefined
      ? { doc: await documentAt(task, at) }
      : await task.work.finish(merging([merged]));
  const content = await task.work.do(() => readSite(doc));
  doc.destroy();
  return content;
}

async function documentAt({ room, work }: Task, at: number): Promise<Y.Doc> {
  return work.finish(await work.do(() => room.document.at(at)));
}

/** The state after an edit of a large site, which a thread merges; undefined where it cannot, or need not. */
async function mergedAt(task: Task, at: number): Promise<Uint8Array | undefined> {
  const { host, room, work } = task;
  const merged = await host.store.mergeAt(room.name, at)?.catch((error: unknown) => {
    if (error instanceof DamageError) throw error;
    return undefined;
  });
  if (merged !== undefined) work.charge(merged.length / BYTES_PER_MS);
  return merged;
}

/** The log as it is stored, in pieces: whoever replays it does the work. */
function sendEdits({ host, room }: Task, { from }: Of<'edits'>): RequestResult {
  const { values, to } = host.store.storedEdits(room.name, from, EDITS_BYTES);
  const encoder = encoding.createEncoder();
  for (const value of values) encoding.writeVarUint8Array(encoder, value);
  // Past the last edit a client that continues at `to` + 1 asks for the same again, and not for the whole history.
  const isPast = values.length === 0;
  const value = isPast ? { to: from - 1, more: false } : { to, more: to < room.document.seq };
  return accept(value, encoding.toUint8Array(encoder));
}

async function label(task: Task, request: Of<'label'>): Promise<RequestResult> {
  const { host, room, from } = task;
  const found = await find(task, request.at);
  if (found === undefined) return NO_VERSION;
  const text = cleanName(request.label);
  const record = { label: text, by: from.name, atMs: Date.now() };
  await host.store.label(room.name, found.at, text === '' ? undefined : record);
  return accept({ version: (await find(task, found.at))?.version });
}

/** Makes the content of an old version a new edit, or all of a site that cannot be opened. Gives what it changed. */
async function restore(task: Task, { at, file }: Of<'restore'>): Promise<RequestResult> {
  const { host, room, from, work } = task;
  const { document } = room;
  const found = await find(task, at);
  if (found === undefined) return NO_VERSION;
  const then = await contentAt(task, found.at);
  const now = await work.do(() => readSite(document.doc));
  if (file !== undefined && !Object.hasOwn({ ...now.files, ...then.files }, file)) {
    return reject('files', `Neither that version nor the site has a file ${file}.`);
  }
  const content = file === undefined ? then : withFileOf(now, then, file);
  const changes = await work.do(() => siteChanges(now, content));
  const before = document.seq;
  const begunAnew = document.unreadable;
  if (begunAnew) await host.restart(room, from, content);
  else {
    const edit = { kind: 'restore', author: from, address: from.address } as const;
    const isStored = await work.do(() => room.edit(edit, (doc) => restoreSite(doc, content)));
    if (!isStored) return accept({ at: found.at, before, changes } satisfies RestoreReply);
  }
  const listing = listVersions(host.store, room.name, { limit: 1 });
  // Where it was begun anew everyone is sent away in the next turn, after the reply.
  const latest = begunAnew ? finished(listing) : await work.finish(listing);
  const [version] = latest.versions;
  const reply: RestoreReply = { at: found.at, before, changes, ...(version && { version }) };
  return accept(reply);
}

/** A site with one file as it was then: also a file that was not there then is not there again. */
function withFileOf(now: SiteContent, then: SiteContent, file: string): SiteContent {
  const { [file]: wanted } = then.files;
  if (wanted !== undefined) return { ...now, files: { ...now.files, [file]: wanted } };
  const files = { ...now.files };
  if (!isKept(file)) Reflect.deleteProperty(files, file);
  return { ...now, files };
}

/** Makes room in a history, so that people can edit again. */
async function thin({ room, work }: Task): Promise<RequestResult> {
  const thinned = await room.document.thin((piece) => work.run(piece));
  room.updatePermissions();
  return accept(thinned);
}

async function prune(task: Task, { at }: Of<'prune'>): Promise<RequestResult> {
  const { room } = task;
  const found = await find(task, at);
  if (found === undefined) return NO_VERSION;
  await room.document.prune(found.at);
  room.updatePermissions();
  return accept({});
}
