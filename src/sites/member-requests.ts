/** Answers what browsers ask about members: keep a name with a passkey, sign in, recover, end a session. */
import { randomBytes } from 'node:crypto';
import type { MemberReply, MemberRequest, OwnSitesReply } from '../shared/site/member-protocol.ts';
import { skeletonOf } from './confusable.ts';
import type { Directory } from './directory.ts';
import { numberOf } from './identity.ts';
import { type MemberRecord, namesOf, personIds } from './member-record.ts';
import type { Members } from './members.ts';
import { asserted, created, creation, request as signIn } from './passkeys.ts';
import { cleanName } from './presence.ts';
import { hashesOf, newCodes } from './recovery-codes.ts';
import { accept, NOT_FRESH, type RequestResult, reject } from './request-result.ts';
import type { Requester } from './requester.ts';
import { isFresh } from './site-access.ts';

type Of<Op extends MemberRequest['op']> = Extract<MemberRequest, { op: Op }>;

const ID_BYTES = 24;
const MAX_SESSIONS = 20;
const MAX_PASSKEYS = 20;
const MIN_NAME_SKELETON = 2;
/** Sites of a member in one reply. */
const MAX_OWN_SITES = 500;

/** What answering needs. */
export interface MemberHost {
  readonly members: Members;
  readonly directory: Directory;
  readonly limits: { readonly members: number; readonly names_per_member: number };
  mayJoin(address: string): boolean;
  /** Whether this address may try a recovery code, which counts as a wrong one until it was right. */
  mayRecover(address: string): boolean;
  recovered(address: string): void;
  /** The browsers of these authors are somebody else from now on. */
  signedOut(author: string): void;
  signedIn(author: string): void;
}

const NOT_IDENTIFIED = reject('identity', 'Identify yourself first.');
const NO_MEMBER = reject('member', 'You are not signed in.');
const INVALID = reject('passkey', 'This passkey could not be verified.');
const NO_PASSKEY = reject('passkey', 'You have no such passkey.');
const LAST_PASSKEY = reject('last', 'This is your only passkey. Add another one first.');
const TAKEN = reject('name', 'A member has this name, or one that looks like it.');
const TOO_SHORT = reject('name', 'A name needs at least two letters.');
const MANY_NAMES = reject('full', 'You have had as many names as you can have. Take one of them.');

export function answerMember(
  host: MemberHost,
  from: Requester,
  request: MemberRequest,
): Promise<RequestResult> | RequestResult {
  const { author } = from.proofs;
  if (author === undefined) return NOT_IDENTIFIED;
  switch (request.op) {
    case 'member':
      return tell(host, author);
    case 'own-sites':
      return ownSites(host, author);
    case 'passkey':
      return offer(host, from, author, request);
    case 'register':
      return register(host, from, author, request);
    case 'sign-in':
      return assert(host, from, author, request);
    case 'use-code':
      return recover(host, from, author, request.code);
    case 'new-codes':
      return renewCodes(host, from, author);
    case 'remove-passkey':
      return removePasskey(host, from, author, request.passkey);
    case 'end-session':
      return endSession(host, author, request.author);
    case 'rename':
      return rename(host, author, cleanName(request.name));
  }
}

function tell({ members }: MemberHost, author: string, codes?: readonly string[]): RequestResult {
  const member = members.ofSession(author);
  if (member === undefined) return accept({});
  const { id, name } = member;
  const passkeys = member.passkeys.map(({ id, addedMs, suspended }) => ({
    id,
    addedMs,
    suspended,
  }));
  const sessions = member.sessions.map((one) => ({ ...one, here: one.author === author }));
  const about = { id, name, passkeys, codes: member.codes.length, sessions };
  const value: MemberReply = { member: about, ...(codes && { newCodes: [...codes] }) };
  return accept(value);
}

/** All sites of whoever asks, also unlisted ones. */
function ownSites({ members, directory }: MemberHost, author: string): RequestResult {
  const member = members.ofSession(author);
  if (member === undefined) return NO_MEMBER;
  const all = directory.people.of(personIds(member));
  const sites = all.slice(0, MAX_OWN_SITES).map(({ username, display_name, owns, listed }) => {
    return { username, displayName: display_name, owns, listed };
  });
  const value: OwnSitesReply = { sites, more: all.length > MAX_OWN_SITES };
  return accept(value);
}

async function offer(
  { members }: MemberHost,
  from: Requester,
  author: string,
  { purpose, name = '' }: Of<'passkey'>,
): Promise<RequestResult> {
  if (purpose === 'sign-in') return accept({ options: await signIn(from.proofs) });
  const known = members.ofSession(author);
  if (known !== undefined && !isFresh(from.proofs)) return NOT_FRESH;
  const wanted = cleanName(name);
  if (known === undefined && skeletonOf(wanted).length < MIN_NAME_SKELETON) {
    return TOO_SHORT;
  }
  if (known === undefined && members.isTaken(wanted)) return TAKEN;
  const id = randomBytes(ID_BYTES).toString('base64url');
  const member = known ?? { id, name: wanted, passkeys: [] };
  from.proofs.joining = { id: member.id, name: member.name };
  return accept({ options: await creation(from.proofs, member) });
}

async function register(
  host: MemberHost,
  from: Requester,
  author: string,
  { response }: Of<'register'>,
): Promise<RequestResult> {
  const { joining } = from.proofs;
  const passkey = await created(from.proofs, response);
  if (passkey === undefined || joining === undefined) return INVALID;
  const { members } = host;
  return members.run(async () => {
    if (members.ofPasskey(passkey.id) !== undefined) return INVALID;
    const known = members.ofSession(author);
    if (known !== undefined && known.id === joining.id) {
      if (known.passkeys.length >= MAX_PASSKEYS) {
        return reject('full', 'You have as many passkeys as you can have.');
      }
      await members.save({ ...known, passkeys: [...known.passkeys, passkey] });
      return tell(host, author);
    }
    if (members.isTaken(joining.name)) return TAKEN;
    if (members.count >= host.limits.members || !host.mayJoin(from.address)) {
      return reject('growth', 'Too many new members; try again in an hour.');
    }
    const now = Date.now();
    const session = { author, startedMs: now, seenMs: now };
    const { codes, hashes } = newCodes();
    const about = { ...joining, createdMs: now, passkeys: [passkey], codes: hashes };
    await members.release(author);
    await members.save({ ...about, sessions: [session] });
    from.proofs.verifiedMs = now;
    from.identified?.(numberOf(joining.id));
    host.signedIn(author);
    return tell(host, author, codes);
  });
}

/** Signs the browser in; the session that was used longest ago makes room. */
async function admit(
  host: MemberHost,
  from: Requester,
  member: MemberRecord,
  author: string,
): Promise<RequestResult> {
  const now = Date.now();
  const others = member.sessions.filter((one) => one.author !== author);
  const latest = others.sort((a, b) => b.seenMs - a.seenMs).slice(0, MAX_SESSIONS - 1);
  const sessions = [...latest, { author, startedMs: now, seenMs: now }];
  await host.members.release(author, member.id);
  await host.members.save({ ...member, sessions });
  from.proofs.verifiedMs = now;
  from.identified?.(numberOf(member.id));
  host.signedIn(author);
  return tell(host, author);
}

async function assert(
  host: MemberHost,
  from: Requester,
  author: string,
  { response }: Of<'sign-in'>,
): Promise<RequestResult> {
  const { members } = host;
  return members.run(async () => {
    const found = members.ofPasskey(response.id);
    const result = await asserted(from.proofs, found?.passkey, response);
    if (found === undefined || result.kind === 'invalid') return INVALID;
    const change = result.kind === 'cloned' ? { suspended: true } : { counter: result.counter };
    const passkeys = found.member.passkeys.map((one) =>
      one.id === found.passkey.id ? { ...one, ...change } : one,
    );
    if (result.kind === 'cloned') {
      await members.save({ ...found.member, passkeys });
      return reject('cloned', 'This passkey was copied, so it was suspended. Use another one.');
    }
    return admit(host, from, { ...found.member, passkeys }, author);
  });
}

async function recover(
  host: MemberHost,
  from: Requester,
  author: string,
  code: string,
): Promise<RequestResult> {
  if (!host.mayRecover(from.address)) {
    return reject('growth', 'Too many wrong codes; try again in an hour.');
  }
  const hashes = await hashesOf(code);
  return host.members.run(async () => {
    const [member] = hashes.flatMap((one) => host.members.ofCode(one) ?? []);
    if (member === undefined) return reject('code', 'This recovery code is not valid.');
    host.recovered(from.address);
    const codes = member.codes.filter((one) => !hashes.includes(one));
    // Whoever has the others signed in may be why a code was needed.
    for (const session of member.sessions) host.signedOut(session.author);
    return admit(host, from, { ...member, codes, sessions: [] }, author);
  });
}

/** Changes what the member of this browser can sign in with, after a passkey was used. */
async function change(
  { members }: MemberHost,
  from: Requester,
  author: string,
  to: (member: MemberRecord) => Promise<RequestResult>,
): Promise<RequestResult> {
  if (!isFresh(from.proofs)) return NOT_FRESH;
  return members.run(async () => {
    const member = members.ofSession(author);
    return member === undefined ? NO_MEMBER : to(member);
  });
}

/** Gives new recovery codes, in place of all old ones. */
const renewCodes = (host: MemberHost, from: Requester, author: string): Promise<RequestResult> =>
  change(host, from, author, async (member) => {
    const { codes, hashes } = newCodes();
    await host.members.save({ ...member, codes: hashes });
    return tell(host, author, codes);
  });

/** At least one passkey stays that signs in. */
const removePasskey = (
  host: MemberHost,
  from: Requester,
  author: string,
  removed: string,
): Promise<RequestResult> =>
  change(host, from, author, async (member) => {
    const passkeys = member.passkeys.filter(({ id }) => id !== removed);
    if (passkeys.length === member.passkeys.length) return NO_PASSKEY;
    if (passkeys.every(({ suspended }) => suspended)) return LAST_PASSKEY;
    await host.members.save({ ...member, passkeys });
    return tell(host, author);
  });

/** A name stays its member's when they take another one, so that nobody else is taken for who they were. */
async function rename(host: MemberHost, author: string, name: string): Promise<RequestResult> {
  const { members, limits } = host;
  if (skeletonOf(name).length < MIN_NAME_SKELETON) return TOO_SHORT;
  return members.run(async () => {
    const member = members.ofSession(author);
    if (member === undefined) return NO_MEMBER;
    if (members.isTaken(name, member.id)) return TAKEN;
    const formerNames = namesOf(member).filter((one) => one !== name);
    if (formerNames.length >= limits.names_per_member) return MANY_NAMES;
    await members.save({ ...member, name, formerNames });
    return tell(host, author);
  });
}

async function endSession(host: MemberHost, author: string, ended: string): Promise<RequestResult> {
  const { members } = host;
  return members.run(async () => {
    const member = members.ofSession(author);
    if (member === undefined) return NO_MEMBER;
    if (member.sessions.some((one) => one.author === ended)) {
      await members.release(ended);
      host.signedOut(ended);
    }
    return tell(host, author);
  });
}
