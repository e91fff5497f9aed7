/** Answers requests over the editing socket: history, restore, labels, remix, moderation; leads to the other files that do. */
import { isIP } from 'node:net';
import * as v from 'valibot';
import { addressKey } from '../http/address.ts';
import type { Limits } from '../limits.ts';
import { ACCESS_REQUESTS, type AccessRequest } from '../shared/site/access-protocol.ts';
import { COMMENT_REQUESTS, type CommentRequest } from '../shared/site/comment-protocol.ts';
import { readSite, type SiteContent } from '../shared/site/document.ts';
import { MEMBER_REQUESTS, type MemberRequest } from '../shared/site/member-protocol.ts';
import { MAX_BLOCK_HOURS, type ModerationReply } from '../shared/site/moderation-protocol.ts';
import { MAX_NAME_CHARACTERS } from '../shared/site/protocol.ts';
import type { SitesReply } from '../shared/site/sites-protocol.ts';
import { FileError } from '../shared/site/text-files.ts';
import { mayEdit } from './access.ts';
import {
  type AccessHost,
  answerAccess,
  deletionProblem,
  historyProblem,
  mayRescue,
} from './access-requests.ts';
import { answerComments, type CommentHost } from './comment-requests.ts';
import {
  answerHistory,
  HISTORY_REQUESTS,
  type HistoryHost,
  type HistoryRequest,
} from './history-requests.ts';
import { answerMember, type MemberHost } from './member-requests.ts';
import { DamageError } from './records.ts';
import { requestProblem } from './request-problem.ts';
import { accept, type RequestResult, reject } from './request-result.ts';
import type { Requester } from './requester.ts';
import type { Room } from './room.ts';
import { StoreError } from './store.ts';

const HOUR_MS = 3_600_000;

/** An IP address or an IPv6 /64 network, as the key by which limits count it. */
const Address = v.pipe(
  v.string(),
  v.transform((text) => text.replace(/\/64$/, '')),
  v.check((text) => isIP(text) !== 0, 'an IP address'),
  v.transform(addressKey),
);

const RequestSchema = v.variant('op', [
  v.strictObject({
    op: v.literal('sites'),
    search: v.optional(v.pipe(v.string(), v.maxLength(MAX_NAME_CHARACTERS))),
  }),
  v.strictObject({ op: v.literal('remix'), to: v.string() }),
  v.strictObject({
    op: v.picklist(['lock', 'unlock', 'hide', 'show', 'remove', 'recover', 'purge']),
  }),
  v.strictObject({ op: v.literal('moderation') }),
  v.strictObject({
    op: v.literal('block'),
    client: v.optional(v.pipe(v.number(), v.safeInteger())),
    address: v.optional(Address),
    hours: v.pipe(v.number(), v.minValue(1), v.maxValue(MAX_BLOCK_HOURS)),
  }),
  v.strictObject({ op: v.literal('unblock'), address: Address }),
  ...ACCESS_REQUESTS,
  ...COMMENT_REQUESTS,
  ...HISTORY_REQUESTS,
  ...MEMBER_REQUESTS,
]);
type EditorRequest = v.InferOutput<typeof RequestSchema>;

/** What an operator may do to a site. */
export const MODERATION = ['lock', 'unlock', 'hide', 'show', 'remove', 'recover'] as const;
export type Moderation = (typeof MODERATION)[number];

/** What each changes in a site's record. */
export const MODERATED: Readonly<Record<Moderation, object>> = {
  lock: { locked: true },
  unlock: { locked: false },
  hide: { hidden: true },
  show: { hidden: false },
  remove: {},
  recover: { removedMs: 0 },
};

/** What answering needs besides the room. */
export interface RequestHost extends AccessHost, CommentHost, HistoryHost, MemberHost {
  readonly limits: Limits;
  /** Creates a site with this content. Resolves with the problem if it may not be created. */
  create(
    name: string,
    content: SiteContent,
    by: Requester,
  ): Promise<{ readonly code: string; readonly message: string } | undefined>;
  moderate(room: Room, action: Moderation): Promise<void>;
  purge(room: Room): Promise<void>;
  block(address: string, untilMs: number): Promise<void>;
}

const NOT_BLOCKED = reject('client', 'This address is not blocked.');
const OWN_ADDRESS = reject(
  'own-address',
  'This is your own network address, too. Lock the site instead, or let only members edit.',
);
const NO_CHANGE = reject('access', 'You cannot edit this site right now.');
const NO_VERSION = reject('version', 'This site has no such version.');

/** The request, or what is wrong with it. */
function read(json: string): EditorRequest | RequestResult {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return reject('json', 'The request is not JSON.');
  }
  const parsed = v.safeParse(RequestSchema, value);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  const isUnknown = issue.type === 'variant' && issue.received.startsWith('"');
  return reject(isUnknown ? 'op' : 'request', requestProblem(issue));
}

/** Answers one request. Only within a task of the room. Never throws because of what a client sent. */
export async function answerRequest(
  host: RequestHost,
  room: Room,
  from: Requester,
  json: string,
): Promise<RequestResult> {
  const request = read(json);
  if ('ok' in request) return request;
  try {
    return await answer(host, room, from, request);
  } catch (error) {
    if (error instanceof StoreError) {
      return reject('storage', 'The server cannot write to its disk right now.');
    }
    if (error instanceof FileError) return reject('files', error.message);
    if (error instanceof DamageError) {
      return reject('damaged', 'This version is damaged on the server.');
    }
    throw error;
  }
}

function answer(
  host: RequestHost,
  room: Room,
  from: Requester,
  request: EditorRequest,
): RequestResult | Promise<RequestResult> {
  switch (request.op) {
    case 'sites':
      return otherSites(host, room.name, request.search ?? '');
    case 'history':
    case 'edits':
    case 'version':
      return answerHistory(host, room, from, request);
    case 'restore':
    case 'label':
      if (!mayChange(host, room, from, request.op)) return NO_CHANGE;
      return answerHistory(host, room, from, request);
    case 'remix':
      if (!mayChange(host, room, from, request.op)) return NO_CHANGE;
      return remix(host, room, from, request.to);
    case 'access':
    case 'challenge':
    case 'identify':
    case 'claim':
    case 'set-access':
    case 'invite':
    case 'revoke':
    case 'dismiss':
    case 'hand-over':
    case 'release':
      return answerAccess(host, room, from, request);
    case 'comments':
    case 'comment':
    case 'reply':
    case 'resolve':
    case 'edit-comment':
    case 'delete-comment':
      return answerComments(host, room, from, request);
    case 'member':
    case 'own-sites':
    case 'passkey':
    case 'register':
    case 'sign-in':
    case 'use-code':
    case 'new-codes':
    case 'remove-passkey':
    case 'end-session':
    case 'rename':
      return answerMember(host, from, request);
    case 'remove':
      return deletionProblem(host, room, from) ?? operate(host, room, from, request);
    case 'thin':
    case 'prune':
      return (
        historyProblem(host, room, from, request.op) ?? answerHistory(host, room, from, request)
      );
    default:
      if (from.rights === 'operate') return operate(host, room, from, request);
      return reject('access', 'This needs the operator key.');
  }
}

/** Operator and owner can go back to a version where nobody may edit: the way out of a full history or a broken site. */
function mayChange(
  host: RequestHost,
  room: Room,
  from: Requester,
  op: EditorRequest['op'],
): boolean {
  if (mayEdit(room.permission(from))) return true;
  if (op !== 'restore' || host.store.damaged.has(room.name)) return false;
  return from.rights === 'operate' || mayRescue(host, room, from);
}

/** What the homepage lists, without this site. */
async function otherSites(host: RequestHost, own: string, search: string): Promise<RequestResult> {
  await host.directory.loading;
  const count = host.limits.sites_per_page;
  const { sites, total } = host.directory.list({ search, offset: 0, count: count + 1 });
  const others = sites.filter(({ username }) => username !== own);
  const isOwnAmong = others.length < sites.length;
  const reply: SitesReply = {
    sites: others
      .slice(0, count)
      .map(({ username, display_name }) => ({ username, displayName: display_name })),
    more: total - (isOwnAmong ? 1 : 0) > count,
  };
  return accept(reply);
}

async function remix(
  host: RequestHost,
  room: Room,
  from: Requester,
  to: string,
): Promise<RequestResult> {
  const problem = await host.create(to, readSite(room.document.doc), from);
  return problem === undefined ? accept({ to }) : reject(problem.code, problem.message);
}

type Operation = Exclude<
  EditorRequest,
  AccessRequest | CommentRequest | HistoryRequest | MemberRequest | { op: 'remix' | 'sites' }
>;

async function operate(
  host: RequestHost,
  room: Room,
  from: Requester,
  request: Operation,
): Promise<RequestResult> {
  if (request.op === 'moderation') return tell(host, room, from);
  if (request.op === 'block') return block(host, room, from, request);
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
  return accept({});
}

/** What the operator may want to change. */
function tell({ store }: RequestHost, room: Room, from: Requester): RequestResult {
  const { locked = false, hidden = false, removedMs = 0 } = store.sites.get(room.name) ?? {};
  const addresses = [...room.presence.clientsByAddress()].map(([address, clients]) => {
    return { clients, own: address === from.address };
  });
  const value: ModerationReply = { locked, hidden, removed: removedMs > 0, addresses };
  return accept(value);
}

/** Whoever names a person does not see whose address that is, so theirs is refused. */
async function block(
  host: RequestHost,
  room: Room,
  from: Requester,
  { client, address, hours }: Extract<EditorRequest, { op: 'block' }>,
): Promise<RequestResult> {
  if ((client === undefined) === (address === undefined)) {
    return reject('request', 'Give either "client" or "address".');
  }
  const blocked = address ?? room.presence.ownerOf(client ?? 0)?.connection.address;
  if (blocked === undefined) return reject('client', 'Nobody with this client ID is here.');
  if (client !== undefined && blocked === from.address) return OWN_ADDRESS;
  await host.block(blocked, Date.now() + hours * HOUR_MS);
  return accept({ address: blocked });
}
