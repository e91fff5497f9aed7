/** Who may edit a site: what is stored about that, and what a visitor's proofs give them. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { type AccessReply, EDITORS, SECRET, SECRET_BYTES } from '../shared/site/access-protocol.ts';

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const PersonRecord = v.strictObject({ id: v.string(), name: v.string() });

export const AccessRecordSchema = v.strictObject({
  editors: v.picklist(EDITORS),
  listed: v.boolean(),
  /** Whether the published page shows a link to its editor. */
  editLink: v.boolean(),
  /** Who decides all this; nobody yet if missing. */
  owner: v.optional(PersonRecord),
  people: v.array(PersonRecord),
  /** Authors who may not edit, whatever link they have. */
  removed: v.array(v.string()),
  links: v.array(
    v.strictObject({
      id: v.string(),
      /** SHA-256 of the secret, which nobody but the link's holders has. */
      hash: v.string(),
      once: v.boolean(),
      name: v.string(),
      /** Milliseconds since 1970; 0 for ever. */
      expiresMs: Count,
    }),
  ),
  /** The latest time it was changed: an expired link stays expired if the clock goes back. */
  changedMs: Count,
});

export type AccessRecord = Readonly<v.InferOutput<typeof AccessRecordSchema>>;
export type PersonRecord = AccessRecord['people'][number];
export type LinkRecord = AccessRecord['links'][number];

/** A site about which nothing was decided. */
export const OPEN_ACCESS: AccessRecord = {
  editors: 'everyone',
  listed: true,
  editLink: true,
  people: [],
  removed: [],
  links: [],
  changedMs: 0,
};

/** Where what was decided cannot be read: nobody edits the site, and no list shows it. */
export const UNKNOWN_ACCESS: AccessRecord = {
  ...OPEN_ACCESS,
  editors: 'invited',
  listed: false,
  editLink: false,
};

/** What someone has shown since they came. Grows while they are there. */
export interface Proofs {
  /** Author id of their browser: its key signed our challenge. */
  author?: string;
  /** Id of the edit link or invitation they came by. */
  link?: string;
  /** What their device has to sign. */
  challenge?: { readonly nonce: string; readonly untilMs: number };
  /** What their passkey has to sign, */
  passkey?: {
    readonly challenge: string;
    readonly purpose: 'register' | 'sign-in';
    readonly untilMs: number;
  };
  /** and the member who is to have a new one. */
  joining?: { readonly id: string; readonly name: string };
  /** When they last used their passkey on this socket. */
  verifiedMs?: number;
  /** Id of the member whose browser this is now. */
  readonly member?: () => string | undefined;
  /** Origin of the page they came from. */
  readonly origin: string;
}

/**
 * `open`: as on a site nobody restricted; `invited`: lets in also where a key is needed; `stranger`: no member, where
 * only members edit.
 */
export type Admission = 'open' | 'invited' | 'refused' | 'stranger';

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** A new link and its secret, which is not stored. */
export function newLink(about: Pick<LinkRecord, 'once' | 'name' | 'expiresMs'>): {
  readonly link: LinkRecord;
  readonly secret: string;
} {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const id = randomBytes(9).toString('base64url');
  return { secret, link: { ...about, id, hash: hashOf(secret).toString('base64url') } };
}

const isValid = ({ expiresMs }: LinkRecord, record: AccessRecord, now: number): boolean =>
  expiresMs === 0 || Math.max(now, record.changedMs) < expiresMs;

/** The link with this secret. Compares with every link of the site, each in constant time. */
export function linkOf(
  record: AccessRecord | undefined,
  secret: string,
  now = Date.now(),
): LinkRecord | undefined {
  if (record === undefined || !SECRET.test(secret)) return undefined;
  const given = hashOf(secret);
  const [found] = record.links.filter(({ hash }) =>
    timingSafeEqual(given, Buffer.from(hash, 'base64url')),
  );
  return found !== undefined && isValid(found, record, now) ? found : undefined;
}

/** The invitation someone came by and has not used yet. */
export function openInvitation(
  record: AccessRecord | undefined,
  { link }: Proofs,
  now = Date.now(),
): LinkRecord | undefined {
  const found = record?.links.find(({ id }) => id === link);
  return found?.once === true && record && isValid(found, record, now) ? found : undefined;
}

/** Who someone is: the member first, and the guest that their browser was before. */
export function idsOf({ author, member }: Proofs): readonly string[] {
  return [member?.(), author].filter((id) => id !== undefined);
}

/** Whether someone decides about the site. */
export function owns(record: AccessRecord | undefined, proofs: Proofs): boolean {
  const owner = record?.owner?.id;
  return owner !== undefined && idsOf(proofs).includes(owner);
}

/** What cannot be taken back needs a passkey used within this time. */
const FRESH_MS = 300_000;

/** Whether a member has used their passkey just now; a guest has none. */
export function isFresh({ member, verifiedMs = 0 }: Proofs, now = Date.now()): boolean {
  return member?.() === undefined || now - verifiedMs < FRESH_MS;
}

/** What the site's access lets someone do now. */
export function admission(
  record: AccessRecord | undefined,
  proofs: Proofs,
  now = Date.now(),
): Admission {
  if (record === undefined) return 'open';
  const { link } = proofs;
  const ids = idsOf(proofs);
  if (owns(record, proofs)) return 'invited';
  if (record.removed.some((id) => ids.includes(id))) return 'refused';
  if (record.people.some(({ id }) => ids.includes(id))) return 'invited';
  const came = record.links.find(({ id }) => id === link);
  const byLink = came !== undefined && !came.once && isValid(came, record, now);
  if (byLink && record.editors !== 'invited') return 'invited';
  return record.editors === 'everyone' ? 'open' : 'refused';
}

/** What is told to someone who asks; links and people only to whoever manages the site. */
export function accessReply(record: AccessRecord = OPEN_ACCESS, manages: boolean): AccessReply {
  const { editors, listed, editLink, owner, people, links } = record;
  const shown = links.map(({ hash: _, ...link }) => link);
  const about = { editors, listed, editLink, ...(owner && { owner }), manages };
  return { ...about, links: manages ? shown : [], people: manages ? people : [] };
}
