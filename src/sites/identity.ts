/**
 * Who an author is: the holder of a key that never leaves their browser. The key signs a challenge of its own socket
 * and the address of this server; the author's id is the hash of the public key.
 */
import { createHash, createPublicKey, randomBytes, verify } from 'node:crypto';
import { identityMessage } from '../shared/site/access-protocol.ts';
import { FIRST_MEMBER_NUMBER } from '../shared/site/edit-log.ts';
import type { Proofs } from './site-access.ts';

const CHALLENGE_MS = 120_000;
const NONCE_BYTES = 32;
/** An uncompressed point of P-256: 4, x, y. */
const KEY_BYTES = 65;
const COORDINATE_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** Of the hash: so many that nobody finds a second key of the same author. */
const ID_BYTES = 24;
/** Of the hash: what tells authors apart in the log. As a number in JavaScript it is exact. */
const NUMBER_BYTES = 6;

export interface Author {
  readonly id: string;
  /** From 1, below `FIRST_MEMBER_NUMBER`; nearly always another one for another author. */
  readonly number: number;
}

/** Gives the one challenge that `proofs` can answer from now on. */
export function challenge(proofs: Proofs, now = Date.now()): string {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url');
  proofs.challenge = { nonce, untilMs: now + CHALLENGE_MS };
  return nonce;
}

/** The author who signed the challenge, which is used up; undefined if the signature is not theirs. */
export function authorOf(
  proofs: Proofs,
  key: string,
  signature: string,
  now = Date.now(),
): Author | undefined {
  const asked = proofs.challenge;
  delete proofs.challenge;
  if (asked === undefined || now > asked.untilMs) return undefined;
  const point = Buffer.from(key, 'base64url');
  const signed = Buffer.from(signature, 'base64url');
  if (point.length !== KEY_BYTES || point[0] !== 4 || signed.length !== SIGNATURE_BYTES) {
    return undefined;
  }
  const message = identityMessage(proofs.origin, asked.nonce);
  return isSigned(point, signed, message) ? nameAuthor(point) : undefined;
}

/** False also for a point that is not on the curve. */
function isSigned(point: Buffer, signature: Buffer, message: Uint8Array): boolean {
  const x = point.subarray(1, 1 + COORDINATE_BYTES).toString('base64url');
  const y = point.subarray(1 + COORDINATE_BYTES).toString('base64url');
  try {
    const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    return verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, signature);
  } catch {
    return false;
  }
}

/** What tells a member's edits from others', from every device: above the number of any guest. */
export function numberOf(id: string): number {
  const hash = createHash('sha256').update(id).digest();
  return FIRST_MEMBER_NUMBER + hash.readUIntBE(0, NUMBER_BYTES);
}

function nameAuthor(point: Buffer): Author {
  const hash = createHash('sha256').update('ensemble author 1\n').update(point).digest();
  const id = hash.subarray(0, ID_BYTES).toString('base64url');
  return { id, number: hash.readUIntBE(ID_BYTES, NUMBER_BYTES) + 1 };
}
