/** A member as stored: someone who keeps their name with a passkey. */
import * as v from 'valibot';

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const PasskeySchema = v.strictObject({
  id: v.string(),
  /** COSE public key, base64url. */
  key: v.string(),
  counter: Count,
  transports: v.array(v.string()),
  addedMs: Count,
  /** Its counter went back, as that of a copy does: it signs nobody in any more. */
  suspended: v.boolean(),
});

const SessionSchema = v.strictObject({
  /** Author id of the browser's key, which has to sign on every socket. */
  author: v.string(),
  startedMs: Count,
  seenMs: Count,
});

export const MemberSchema = v.strictObject({
  /** Author id of all the member's edits, from every device. */
  id: v.string(),
  name: v.string(),
  /** Names they had before, which stay theirs: history shows people as they were called. */
  formerNames: v.optional(v.array(v.string())),
  createdMs: Count,
  passkeys: v.array(PasskeySchema),
  sessions: v.array(SessionSchema),
  /** Hashes of recovery codes that were not used yet. */
  codes: v.array(v.string()),
});

/** All names that are a member's. */
export const namesOf = ({ name, formerNames = [] }: MemberRecord): readonly string[] => [
  name,
  ...formerNames,
];

/** All ids that a site may know the member by: as a guest, each of their browsers had one of its own. */
export const personIds = ({ id, sessions }: MemberRecord): readonly string[] => [
  id,
  ...sessions.map(({ author }) => author),
];

export type MemberRecord = Readonly<v.InferOutput<typeof MemberSchema>>;
export type Passkey = MemberRecord['passkeys'][number];
