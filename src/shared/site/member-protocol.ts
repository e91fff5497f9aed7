/** What browser and server say about members: who keeps a name with a passkey, on which devices. */
import * as v from 'valibot';
import type { AccessRequest } from './access-protocol.ts';

export const MAX_MEMBER_NAME_CHARACTERS = 40;

const Text = (most: number) => v.pipe(v.string(), v.maxLength(most));
const Bytes = v.pipe(v.string(), v.regex(/^[\w-]*$/), v.maxLength(4_000));

/** What `navigator.credentials.create` gave, of it what proves the passkey. */
const Creation = v.strictObject({
  id: Bytes,
  rawId: Bytes,
  type: v.literal('public-key'),
  clientExtensionResults: v.strictObject({}),
  response: v.strictObject({ clientDataJSON: Bytes, attestationObject: Bytes }),
});

/** What `navigator.credentials.get` gave. */
const Assertion = v.strictObject({
  id: Bytes,
  rawId: Bytes,
  type: v.literal('public-key'),
  clientExtensionResults: v.strictObject({}),
  response: v.strictObject({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
  }),
});

export const MEMBER_REQUESTS = [
  v.strictObject({ op: v.literal('member') }),
  v.strictObject({
    op: v.literal('passkey'),
    purpose: v.picklist(['register', 'sign-in']),
    /** Of a new member. */
    name: v.optional(Text(MAX_MEMBER_NAME_CHARACTERS)),
  }),
  v.strictObject({ op: v.literal('register'), response: Creation }),
  v.strictObject({ op: v.literal('sign-in'), response: Assertion }),
  v.strictObject({ op: v.literal('use-code'), code: Text(40) }),
  v.strictObject({ op: v.literal('new-codes') }),
  v.strictObject({ op: v.literal('remove-passkey'), passkey: Text(4_000) }),
  v.strictObject({ op: v.literal('end-session'), author: Text(64) }),
  v.strictObject({ op: v.literal('own-sites') }),
  v.strictObject({ op: v.literal('rename'), name: Text(MAX_MEMBER_NAME_CHARACTERS) }),
] as const;

export type MemberRequest = v.InferInput<(typeof MEMBER_REQUESTS)[number]>;

/** What is asked of people rather than of the document. */
export type PeopleRequest = AccessRequest | MemberRequest;

export const MemberReply = v.object({
  /** Nobody signed in if missing. */
  member: v.optional(
    v.object({
      id: v.string(),
      name: v.string(),
      passkeys: v.array(
        v.object({
          id: v.string(),
          addedMs: v.number(),
          /** It was copied, and signs nobody in any more. */
          suspended: v.boolean(),
        }),
      ),
      /** Recovery codes that are left. */
      codes: v.number(),
      sessions: v.array(
        v.object({
          author: v.string(),
          startedMs: v.number(),
          seenMs: v.number(),
          /** Whether it is the one that asks. */
          here: v.boolean(),
        }),
      ),
    }),
  ),
  /** New recovery codes: only told once. */
  newCodes: v.optional(v.array(v.string())),
});
export type MemberReply = v.InferOutput<typeof MemberReply>;

/** The sites of the member who asks, latest edit first. */
export const OwnSitesReply = v.object({
  sites: v.array(
    v.object({
      username: v.string(),
      displayName: v.string(),
      /** Otherwise they were invited to edit it. */
      owns: v.boolean(),
      listed: v.boolean(),
    }),
  ),
  /** Whether there are more than these. */
  more: v.boolean(),
});
export type OwnSitesReply = v.InferOutput<typeof OwnSitesReply>;

export const PasskeyReply = v.object({ options: v.unknown() });
