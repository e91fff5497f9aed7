/** What editor and server say about who may edit a site: requests over the editing socket, and their replies. */
import * as v from 'valibot';

/** Who may edit: whoever reaches the site; whoever has a link its owner gave; people its owner invited. */
export const EDITORS = ['everyone', 'link', 'invited'] as const;
export type Editors = (typeof EDITORS)[number];

/** Random bits of a link's secret, and how it is written: base64url. */
export const SECRET_BYTES = 16;
export const SECRET = /^[\w-]{22}$/;

/** A name for a person whom an invitation is for. */
const MAX_GUEST_NAME_CHARACTERS = 64;
const MAX_LINK_DAYS = 365;

const Id = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/));
const Bytes = (most: number) => v.pipe(v.string(), v.regex(/^[\w-]+$/), v.maxLength(most));

/** The requests, each with what it needs. */
export const ACCESS_REQUESTS = [
  v.strictObject({ op: v.literal('access') }),
  v.strictObject({ op: v.literal('challenge') }),
  v.strictObject({ op: v.literal('identify'), key: Bytes(88), signature: Bytes(88) }),
  v.strictObject({ op: v.literal('claim') }),
  v.strictObject({
    op: v.literal('set-access'),
    editors: v.optional(v.picklist(EDITORS)),
    listed: v.optional(v.boolean()),
    editLink: v.optional(v.boolean()),
  }),
  v.strictObject({
    op: v.literal('invite'),
    /** Opens once and makes whoever opens it an editor; otherwise all who have the link may edit. */
    once: v.boolean(),
    name: v.optional(v.pipe(v.string(), v.maxLength(MAX_GUEST_NAME_CHARACTERS))),
    days: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(MAX_LINK_DAYS))),
  }),
  v.strictObject({ op: v.literal('revoke'), link: Id }),
  v.strictObject({ op: v.literal('dismiss'), author: Id }),
  v.strictObject({ op: v.literal('hand-over'), author: Id }),
  v.strictObject({ op: v.literal('release') }),
] as const;

export type AccessRequest = v.InferInput<(typeof ACCESS_REQUESTS)[number]>;

const Person = v.object({ id: Id, name: v.string() });
const Link = v.object({
  id: Id,
  once: v.boolean(),
  name: v.string(),
  /** Milliseconds since 1970; 0 for ever. */
  expiresMs: v.number(),
});

/** Who may edit, as a visitor is told. */
export const AccessReply = v.object({
  editors: v.picklist(EDITORS),
  listed: v.boolean(),
  editLink: v.boolean(),
  /** Nobody owns the site if missing. */
  owner: v.optional(Person),
  /** Whether that is who asks, or the operator asks: only they may change this. */
  manages: v.boolean(),
  /** For whoever manages it: nobody can edit until its history is thinned or pruned. */
  historyFull: v.optional(v.literal(true)),
  links: v.array(Link),
  people: v.array(Person),
});
export type AccessReply = v.InferOutput<typeof AccessReply>;

export const InviteReply = v.object({ secret: v.pipe(v.string(), v.regex(SECRET)) });
export const ChallengeReply = v.object({ nonce: v.string(), origin: v.string() });
export const IdentifyReply = v.object({
  author: Id,
  /** Name of the member whose browser this is. */
  member: v.optional(v.string()),
});

/** What a device signs to prove who it is: for this server, this socket, and nothing else. */
export function identityMessage(origin: string, nonce: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`ensemble identity 1\n${origin}\n${nonce}`);
}
