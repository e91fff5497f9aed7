/** Answers what editors say about a site to each other: comments pinned to text, their replies, what became of them. */
import type * as Y from 'yjs';
import type { Limits } from '../limits.ts';
import { commentPlaces, MAX_QUOTE_CHARACTERS } from '../shared/site/comment-places.ts';
import type {
  CommentAnchor,
  CommentRequest,
  SiteComment,
} from '../shared/site/comment-protocol.ts';
import { addedFiles, isKept } from '../shared/site/text-files.ts';
import type { CommentRecord } from './comment-record.ts';
import { cleanLine } from './presence.ts';
import { sealComment } from './records.ts';
import { accept, NO_SITE, type RequestResult, reject } from './request-result.ts';
import type { Requester } from './requester.ts';
import type { Room } from './room.ts';
import { owns } from './site-access.ts';
import { authorOf, commentFor, isBy, readsComments } from './site-comments.ts';
import type { SiteStore } from './store.ts';

/** Of comments in one reply, as JSON. */
const REPLY_CHARACTERS = 262_144;

/** What answering needs besides the room. */
export interface CommentHost {
  readonly store: SiteStore;
  readonly limits: Limits;
  /** Whether this author may comment once more now, from this address; it is then counted. */
  mayComment(address: string, author: string): boolean;
  /** So many bytes of this address are about to be written. */
  writes(address: string, bytes: number): void;
}

type Changes = Map<number, CommentRecord | undefined>;

const NOT_EDITOR = reject('access', 'Only people who can edit this site now see its comments.');
const NO_TEXT = reject('anchor', 'The text you want to comment on is not there any more.');
const NO_COMMENT = reject('comment', 'This comment is not there any more.');
const NOT_AUTHOR = reject('author', 'Only its author can change a comment.');
const NOT_YOURS = reject(
  'author',
  'Only its author and the owner of the site can delete a comment.',
);
const EMPTY = reject('text', 'Write something first.');
const FULL = reject('full', 'This site has as many comments as it can have. Delete some.');
const TOO_MANY = reject('growth', 'Too many comments at once. Wait a minute, then try again.');

/** Only within a task of the room. */
export async function answerComments(
  host: CommentHost,
  room: Room,
  from: Requester,
  request: CommentRequest,
): Promise<RequestResult> {
  if (!readsComments(room.permission(from))) return NOT_EDITOR;
  if (!host.store.sites.has(room.name)) return NO_SITE;
  const text = 'text' in request ? cleanText(request.text) : '';
  const problem = 'text' in request ? textProblem(host, text) : undefined;
  if (problem !== undefined) return problem;
  switch (request.op) {
    case 'comments':
      return list(host, room, from, request.after ?? 0);
    case 'comment':
      return start(host, room, from, request.anchor, text);
    case 'reply':
      return reply(host, room, from, request.thread, text);
    case 'resolve':
      return resolve(host, room, from, request.thread, request.resolved);
    case 'edit-comment':
      return edit(host, room, from, request.comment, text);
    case 'delete-comment':
      return remove(host, room, from, request.comment);
  }
}

const manages = ({ store }: CommentHost, { name }: Room, { rights, proofs }: Requester): boolean =>
  rights === 'operate' || owns(store.access.get(name), proofs);

function list(host: CommentHost, room: Room, from: Requester, after: number): RequestResult {
  from.follow?.();
  const comments: SiteComment[] = [];
  let left = REPLY_CHARACTERS;
  let more = false;
  for (const [number, record] of room.comments.all) {
    if (number <= after) continue;
    const comment = commentFor(from, number, record);
    left -= JSON.stringify(comment).length;
    more = left < 0 && comments.length > 0;
    if (more) break;
    comments.push(comment);
  }
  return accept({ comments, more, manages: manages(host, room, from) });
}

/** The lines of a comment without characters that are invisible or reorder text. */
function cleanText(text: string): string {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/);
  return lines
    .map((line) => cleanLine(line.replaceAll('\t', '  ')))
    .join('\n')
    .trim();
}

/** Why this text is no comment; undefined if it is. */
function textProblem({ limits }: CommentHost, text: string): RequestResult | undefined {
  if (text === '') return EMPTY;
  const most = limits.comment_characters;
  if (text.length <= most) return undefined;
  return reject('text', `A comment has at most ${most.toLocaleString('en')} characters.`);
}

const sizeOf = (record: CommentRecord): number => sealComment(record).length;

/** Why these entries cannot be added; what has to go for them, which nobody sees any more, joins the changes. */
function limitProblem(
  host: CommentHost,
  room: Room,
  from: Requester,
  changes: Changes,
): RequestResult | undefined {
  const { comments_per_site, comments_per_author, comment_bytes_per_site } = host.limits;
  const { all } = room.comments;
  const after = () => {
    const left = new Map<number, CommentRecord | undefined>([...all, ...changes]);
    return [...left.values()].filter((record) => record !== undefined);
  };
  const isOver = (records: readonly CommentRecord[]) =>
    records.length > comments_per_site ||
    records.filter((record) => isBy(from, record)).length > comments_per_author ||
    records.reduce((sum, record) => sum + sizeOf(record), 0) > comment_bytes_per_site;
  if (isOver(after())) {
    for (const number of room.comments.removable()) {
      if (!changes.has(number)) changes.set(number, undefined);
    }
    if (isOver(after())) return FULL;
  }
  return host.mayComment(from.address, authorOf(from)) ? undefined : TOO_MANY;
}

/** Stores changes, tells everyone, and answers with the last of them. */
async function save(
  host: CommentHost,
  room: Room,
  from: Requester,
  changes: Changes,
): Promise<RequestResult> {
  const kept = [...changes].flatMap(([number, record]) =>
    record === undefined ? [] : [[number, record] as const],
  );
  host.writes(
    from.address,
    kept.reduce((sum, [, record]) => sum + sizeOf(record), 0),
  );
  await room.comments.save(changes);
  for (const [number, record] of kept) room.tellComment(number, record);
  const [number, record] = kept.at(-1) ?? [];
  if (number === undefined || record === undefined) return NO_COMMENT;
  return accept({ comment: commentFor(from, number, record) });
}

const nextNumber = (room: Room): number => Math.max(0, ...room.comments.all.keys()) + 1;

function entryBy(
  from: Requester,
  about: Pick<CommentRecord, 'thread' | 'kind' | 'text'>,
): CommentRecord {
  const member = from.proofs.member?.() !== undefined;
  return { ...about, author: authorOf(from), by: from.name, member, atMs: Date.now() };
}

/** What of the site a new thread is about; undefined if it is not there. */
function subject(
  doc: Y.Doc,
  anchor: CommentAnchor,
): Pick<CommentRecord, 'quote' | 'file'> | undefined {
  const { root } = anchor;
  const added = () => [...addedFiles(doc)].find(([, one]) => one === root)?.[0];
  const file = isKept(root) ? root : added();
  if (file === undefined) return undefined;
  // Not from `doc.share`: there a root that arrived by an update has no type until it is asked for by one.
  const text = doc.getText(root);
  const place = commentPlaces(text, new Map([[root, anchor]])).get(root);
  if (place === undefined || place.to === place.from) return undefined;
  const quote = text.toString().slice(place.from, place.to);
  return { file, quote: quote.slice(0, MAX_QUOTE_CHARACTERS).replace(/[\ud800-\udbff]$/, '') };
}

async function start(
  host: CommentHost,
  room: Room,
  from: Requester,
  anchor: CommentAnchor,
  text: string,
): Promise<RequestResult> {
  const about = subject(room.document.doc, anchor);
  if (about === undefined) return NO_TEXT;
  const number = nextNumber(room);
  const entry = entryBy(from, { thread: number, kind: 'comment', text });
  const changes: Changes = new Map([[number, { ...entry, anchor, ...about }]]);
  return limitProblem(host, room, from, changes) ?? save(host, room, from, changes);
}

/** The thread of that number, if it is there and not all of it was deleted. */
function isThread(room: Room, thread: number): boolean {
  return room.comments.thread(thread).some(({ kind, deleted }) => kind === 'comment' && !deleted);
}

async function reply(
  host: CommentHost,
  room: Room,
  from: Requester,
  thread: number,
  text: string,
): Promise<RequestResult> {
  if (!isThread(room, thread)) return NO_COMMENT;
  const changes: Changes = new Map();
  let number = nextNumber(room);
  // What is said in a resolved thread would not be seen there.
  if (room.comments.isResolved(thread)) {
    changes.set(number++, entryBy(from, { thread, kind: 'reopen', text: '' }));
  }
  changes.set(number, entryBy(from, { thread, kind: 'comment', text }));
  return limitProblem(host, room, from, changes) ?? save(host, room, from, changes);
}

async function resolve(
  host: CommentHost,
  room: Room,
  from: Requester,
  thread: number,
  resolved: boolean,
): Promise<RequestResult> {
  if (!isThread(room, thread)) return NO_COMMENT;
  if (room.comments.isResolved(thread) === resolved) return accept({});
  const kind = resolved ? 'resolve' : 'reopen';
  const changes: Changes = new Map([[nextNumber(room), entryBy(from, { thread, kind, text: '' })]]);
  return limitProblem(host, room, from, changes) ?? save(host, room, from, changes);
}

/** A comment that can still be changed. */
function changeable(room: Room, number: number): CommentRecord | undefined {
  const record = room.comments.all.get(number);
  return record?.kind === 'comment' && record.deleted === undefined ? record : undefined;
}

async function edit(
  host: CommentHost,
  room: Room,
  from: Requester,
  number: number,
  text: string,
): Promise<RequestResult> {
  const record = changeable(room, number);
  if (record === undefined) return NO_COMMENT;
  if (!isBy(from, record)) return NOT_AUTHOR;
  const changes: Changes = new Map([[number, { ...record, text, editedMs: Date.now() }]]);
  return limitProblem(host, room, from, changes) ?? save(host, room, from, changes);
}

/** Who deleted it stays, what it said does not. */
async function remove(
  host: CommentHost,
  room: Room,
  from: Requester,
  number: number,
): Promise<RequestResult> {
  const record = changeable(room, number);
  if (record === undefined) return NO_COMMENT;
  if (!isBy(from, record) && !manages(host, room, from)) return NOT_YOURS;
  const deleted = { by: from.name, atMs: Date.now() };
  return save(host, room, from, new Map([[number, { ...record, text: '', deleted }]]));
}
