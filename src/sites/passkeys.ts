/** Passkeys: what a browser is asked to sign, and whether it did. The library is loaded when first needed. */
import { createPublicKey, randomBytes } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { MemberRecord, Passkey } from './member-record.ts';
import type { Proofs } from './site-access.ts';

const NAME = 'Ensemble';
const CHALLENGE_MS = 120_000;
const CHALLENGE_BYTES = 32;

/** ES256 and RS256, which every authenticator has one of. */
const ALGORITHMS = [-7, -257];
const MIN_RSA_BYTES = 256;

const library = () => import('@simplewebauthn/server');

/** Whether a COSE key is whole: the library keeps one that was cut short, which nobody could sign in with. */
async function isUsable(publicKey: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const { cose, decodeCredentialPublicKey } = await import('@simplewebauthn/server/helpers');
  const key = decodeCredentialPublicKey(publicKey);
  if (cose.isCOSEPublicKeyEC2(key)) {
    const text = (part: Uint8Array = new Uint8Array()) => Buffer.from(part).toString('base64url');
    const [x, y] = [text(key.get(cose.COSEKEYS.x)), text(key.get(cose.COSEKEYS.y))];
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    return true;
  }
  return cose.isCOSEPublicKeyRSA(key) && (key.get(cose.COSEKEYS.n)?.length ?? 0) >= MIN_RSA_BYTES;
}

export type Purpose = 'register' | 'sign-in';

/** The relying party is the host of the page; the socket's handshake has checked that it is ours. */
const hostOf = (origin: string): string => new URL(origin).hostname;

function ask(proofs: Proofs, purpose: Purpose, now: number): Uint8Array<ArrayBuffer> {
  const bytes = Uint8Array.from(randomBytes(CHALLENGE_BYTES));
  const challenge = Buffer.from(bytes).toString('base64url');
  proofs.passkey = { challenge, purpose, untilMs: now + CHALLENGE_MS };
  return bytes;
}

/** The challenge that can still be answered for this purpose, which is used up. */
function take(proofs: Proofs, purpose: Purpose, now: number): string | undefined {
  const asked = proofs.passkey;
  delete proofs.passkey;
  return asked?.purpose === purpose && now <= asked.untilMs ? asked.challenge : undefined;
}

/** Options for `navigator.credentials.create`. */
export async function creation(
  proofs: Proofs,
  member: Pick<MemberRecord, 'id' | 'name' | 'passkeys'>,
  now = Date.now(),
): Promise<unknown> {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: NAME,
    rpID: hostOf(proofs.origin),
    userID: new TextEncoder().encode(member.id),
    userName: member.name,
    userDisplayName: member.name,
    challenge: ask(proofs, 'register', now),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: member.passkeys.map(({ id }) => ({ id })),
  });
}

/** Options for `navigator.credentials.get`; they name no passkey, so they tell nothing about anyone. */
export async function request(proofs: Proofs, now = Date.now()): Promise<unknown> {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: hostOf(proofs.origin),
    challenge: ask(proofs, 'sign-in', now),
    userVerification: 'required',
  });
}

/** The passkey just made, undefined if what the browser sent does not prove it. */
export async function created(
  proofs: Proofs,
  response: RegistrationResponseJSON,
  now = Date.now(),
): Promise<Passkey | undefined> {
  const expectedChallenge = take(proofs, 'register', now);
  if (expectedChallenge === undefined) return undefined;
  const { verifyRegistrationResponse } = await library();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin: proofs.origin,
      expectedRPID: hostOf(proofs.origin),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    if (!(await isUsable(publicKey))) return undefined;
    const key = Buffer.from(publicKey).toString('base64url');
    return { id, key, counter, transports: [], addedMs: now, suspended: false };
  } catch {
    return undefined;
  }
}

/** What became of an assertion: the passkey with its new counter, one whose counter went back, or nothing. */
export type Assertion =
  | { readonly kind: 'signed'; readonly counter: number }
  | { readonly kind: 'cloned' }
  | { readonly kind: 'invalid' };

/** Counters are compared here, because a signature that is valid says that a copy was made. */
export async function asserted(
  proofs: Proofs,
  passkey: Passkey | undefined,
  response: AuthenticationResponseJSON,
  now = Date.now(),
): Promise<Assertion> {
  const expectedChallenge = take(proofs, 'sign-in', now);
  if (expectedChallenge === undefined || passkey === undefined || passkey.suspended) {
    return { kind: 'invalid' };
  }
  const { verifyAuthenticationResponse } = await library();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: proofs.origin,
      expectedRPID: hostOf(proofs.origin),
      requireUserVerification: true,
      credential: {
        id: passkey.id,
        publicKey: Uint8Array.from(Buffer.from(passkey.key, 'base64url')),
        counter: 0,
      },
    });
    if (!verified) return { kind: 'invalid' };
    const { newCounter: counter } = authenticationInfo;
    const went = counter > passkey.counter || (counter === 0 && passkey.counter === 0);
    return went ? { kind: 'signed', counter } : { kind: 'cloned' };
  } catch {
    return { kind: 'invalid' };
  }
}
