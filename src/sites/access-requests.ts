/** Answers what visitors ask about who may edit a site, and lets its owner change it. */
import { type AccessRequest, EDITORS } from '../shared/site/access-protocol.ts';
import type { Reason } from '../shared/site/protocol.ts';
import { mayEdit } from './access.ts';
import { authorOf, challenge, numberOf } from './identity.ts';
import { cleanName } from './presence.ts';
import { accept, NO_SITE, NOT_FRESH, type RequestResult, reject } from './request-result.ts';
import type { Requester } from './requester.ts';
import type { Room } from './room.ts';
import {
  type AccessRecord,
  accessReply,
  idsOf,
  isFresh,
  newLink,
  OPEN_ACCESS,
  openInvitation,
  owns,
  type PersonRecord,
} from './site-access.ts';
import type { SiteStore } from './store.ts';

type Change = Exclude<AccessRequest, { op: 'access' | 'challenge' | 'identify' | 'claim' }>;

const MAX_REMOVED = 500;
const DAY_MS = 24 * 3_600_000;
/** What whoever makes it is called if they gave no name. */
const NO_NAME = 'Someone';

/** What answering needs besides the room. */
export interface AccessHost {
  readonly store: SiteStore;
  readonly limits: { readonly links_per_site: number; readonly editors_per_site: number };
  /** What stops all edits now. */
  obstacle(): Reason;
  /** Whether this address may make another claim or invitation now, which is then counted. */
  mayInvite(address: string): boolean;
  mayClaim(address: string): boolean;
  /** The member who has this id, or whose browser has it. */
  memberOf(id: string): PersonRecord | undefined;
  /** The session of this author was used. */
  seen(author: string): void;
  /** Stores who may edit, and tells everyone there. */
  saveAccess(room: Room, record: AccessRecord): Promise<void>;
}

const NOT_OWNER = reject('owner', 'Only the owner of this site can do this.');
const NOT_MEMBER = reject(
  'member',
  'Only members can own a site. Keep your name with a passkey first.',
);
const GUEST = reject(
  'member',
  'Only members can own a site. They have to keep their name with a passkey first.',
);
const NOBODY = reject('person', 'This person is not an editor of this site.');

/** Only within a task of the room, so that of several claims one wins. */
export async function answerAccess(
  host: AccessHost,
  room: Room,
  from: Requester,
  request: AccessRequest,
): Promise<RequestResult> {
  switch (request.op) {
    case 'access':
      return tell(host, room, from);
    case 'challenge': {
      const { origin } = from.proofs;
      return accept({ nonce: challenge(from.proofs), origin });
    }
    case 'identify':
      return identify(host, room, from, request.key, request.signature);
    case 'claim':
      return claim(host, room, from);
    default: {
      if (!host.store.sites.has(room.name)) return NO_SITE;
      if (!manages(host, room, from)) return NOT_OWNER;
      if (request.op === 'hand-over' && !isConfirmed(from)) return NOT_FRESH;
      return change(host, room, from, request);
    }
  }
}

/** What cannot be taken back needs a passkey used just now, or the operator key. */
const isConfirmed = ({ rights, proofs }: Requester): boolean =>
  rights === 'operate' || isFresh(proofs);

/** Why this person may not delete the site now; undefined where they may. */
export function deletionProblem(
  host: AccessHost,
  room: Room,
  from: Requester,
): RequestResult | undefined {
  if (!manages(host, room, from)) return NOT_OWNER;
  return isConfirmed(from) ? undefined : NOT_FRESH;
}

/** Whether the owner may restore a version though nobody may edit: the history is full, or the site cannot be opened. */
export function mayRescue(host: AccessHost, room: Room, from: Requester): boolean {
  if (!manages(host, room, from) || host.obstacle() !== '') return false;
  const { reason } = room.permission(from);
  const { historyFull, hasReserve, unreadable } = room.document;
  return (reason === 'full' && historyFull && hasReserve) || (reason === 'damaged' && unreadable);
}

/** Why this person may not thin or prune the history now; undefined where they may. */
export function historyProblem(
  host: AccessHost,
  room: Room,
  from: Requester,
  op: 'thin' | 'prune',
): RequestResult | undefined {
  if (from.rights === 'operate') return undefined;
  if (!manages(host, room, from)) return NOT_OWNER;
  const { reason } = room.permission(from);
  if (reason !== '' && reason !== 'full') {
    return reject('access', 'You cannot change this site right now.');
  }
  if (op === 'thin') return undefined;
  if (!room.document.historyFull) {
    return reject('room', 'The history of this site has room. Only a full one can be erased.');
  }
  return isConfirmed(from) ? undefined : NOT_FRESH;
}

function manages({ store }: AccessHost, { name }: Room, { rights, proofs }: Requester): boolean {
  return rights === 'operate' || owns(store.access.get(name), proofs);
}

function tell(host: AccessHost, room: Room, from: Requester): RequestResult {
  const managed = manages(host, room, from);
  const about = accessReply(host.store.access.get(room.name), managed);
  // Members are called what they are called now.
  const named = ({ id, name }: PersonRecord) => ({ id, name: host.memberOf(id)?.name ?? name });
  const people = about.people.map(named);
  const { historyFull } = room.document;
  const value = {
    ...about,
    people,
    ...(about.owner && { owner: named(about.owner) }),
    ...(managed && historyFull && { historyFull }),
  };
  return accept(value);
}

async function identify(
  host: AccessHost,
  room: Room,
  from: Requester,
  key: string,
  signature: string,
): Promise<RequestResult> {
  const author = authorOf(from.proofs, key, signature);
  if (author === undefined) return reject('signature', 'This signature is not valid.');
  from.proofs.author = author.id;
  const member = from.proofs.member?.();
  if (member !== undefined) host.seen(author.id);
  from.identified?.(member === undefined ? author.number : numberOf(member));
  const record = host.store.access.get(room.name);
  const invitation = openInvitation(record, from.proofs);
  if (record !== undefined && invitation !== undefined) {
    const id = idsOf(from.proofs)[0] ?? author.id;
    const person = { id, name: invitation.name || from.name || NO_NAME };
    const links = record.links.filter((link) => link.id !== invitation.id);
    const people = [...record.people.filter((one) => one.id !== person.id), person];
    const removed = record.removed.filter((one) => one !== person.id);
    await save(host, room, { ...record, links, people, removed });
  } else {
    room.updatePermissions();
  }
  const name = host.memberOf(author.id)?.name;
  return accept({ author: author.id, ...(name !== undefined && { member: name }) });
}

/** Makes the member who asks the owner of a site that has none. */
async function claim(host: AccessHost, room: Room, from: Requester): Promise<RequestResult> {
  const [author] = idsOf(from.proofs);
  if (!host.store.sites.has(room.name)) return NO_SITE;
  const record = host.store.access.get(room.name) ?? OPEN_ACCESS;
  if (record.owner !== undefined) return reject('owned', 'This site has an owner already.');
  if (author === undefined) return reject('identity', 'Identify yourself first.');
  if (!mayEdit(room.permission(from))) {
    return reject('access', 'You cannot edit this site right now.');
  }
  if (host.memberOf(author) === undefined) return NOT_MEMBER;
  if (!host.mayClaim(from.address)) {
    return reject('growth', 'Too many sites were claimed from here; try again in an hour.');
  }
  await save(host, room, { ...record, owner: { id: author, name: from.name || NO_NAME } });
  return tell(host, room, from);
}

async function save(host: AccessHost, room: Room, record: AccessRecord): Promise<void> {
  const changedMs = Math.max(Date.now(), record.changedMs);
  await host.saveAccess(room, { ...record, changedMs });
}

async function change(
  host: AccessHost,
  room: Room,
  from: Requester,
  request: Change,
): Promise<RequestResult> {
  const record = host.store.access.get(room.name) ?? OPEN_ACCESS;
  if (request.op === 'invite') return invite(host, room, from, record, request);
  if (request.op === 'hand-over') return handOver(host, room, from, record, request.author);
  const changed = changeOf(record, request);
  if (changed === undefined) return NOBODY;
  await save(host, room, changed);
  return tell(host, room, from);
}

function changeOf(
  record: AccessRecord,
  request: Exclude<Change, { op: 'invite' | 'hand-over' }>,
): AccessRecord | undefined {
  const { links } = record;
  switch (request.op) {
    case 'set-access': {
      const { editors = record.editors, listed = record.listed } = request;
      const { editLink = record.editLink } = request;
      return { ...record, editors, listed, editLink };
    }
    case 'revoke':
      return { ...record, links: links.filter(({ id }) => id !== request.link) };
    case 'dismiss':
      return dismiss(record, request.author);
    case 'release': {
      const { owner: _, ...rest } = record;
      const [editors = record.editors] = EDITORS;
      return { ...rest, editors, links: [], removed: [] };
    }
  }
}

/** Of those removed long ago some are forgotten, which only matters where everyone may edit. */
function dismiss(record: AccessRecord, author: string): AccessRecord {
  const removed = [...record.removed.filter((id) => id !== author), author].slice(-MAX_REMOVED);
  return { ...record, removed, people: record.people.filter(({ id }) => id !== author) };
}

/** Makes an editor who is a member the owner; the owner before stays an editor. */
async function handOver(
  host: AccessHost,
  room: Room,
  from: Requester,
  record: AccessRecord,
  author: string,
): Promise<RequestResult> {
  const person = record.people.find(({ id }) => id === author);
  if (person === undefined) return NOBODY;
  const member = host.memberOf(author);
  if (member === undefined) return GUEST;
  const before: readonly PersonRecord[] = record.owner === undefined ? [] : [record.owner];
  const people = [...record.people.filter((one) => one !== person), ...before];
  await save(host, room, { ...record, owner: { id: member.id, name: member.name }, people });
  return tell(host, room, from);
}

async function invite(
  host: AccessHost,
  room: Room,
  from: Requester,
  record: AccessRecord,
  { once, name = '', days }: Extract<Change, { op: 'invite' }>,
): Promise<RequestResult> {
  const { links_per_site, editors_per_site } = host.limits;
  const invited = record.people.length + record.links.filter((link) => link.once).length;
  if (record.links.length >= links_per_site || (once && invited >= editors_per_site)) {
    return reject('full', 'This site has as many links and editors as it can have. Remove some.');
  }
  if (!host.mayInvite(from.address)) {
    return reject('growth', 'Too many links were made from here; try again in an hour.');
  }
  const now = Math.max(Date.now(), record.changedMs);
  const expiresMs = days === undefined ? 0 : now + days * DAY_MS;
  const { link, secret } = newLink({ once, name: cleanName(name), expiresMs });
  await save(host, room, { ...record, links: [...record.links, link] });
  return accept({ secret });
}
