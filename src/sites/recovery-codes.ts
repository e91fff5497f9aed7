/** Recovery codes: made, and as they are stored. */
import { createHash, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

const CODES = 8;
/**
 * 120 bits. From 112 on, a plain hash is as good as a slow one (NIST SP 800-63B, look-up secrets), and making codes
 * takes no time that anyone could use up.
 */
const CODE_BYTES = 15;
const CONTEXT = 'ensemble recovery code 2\n';
const OLD_SALT = 'ensemble recovery code 1';
const OLD_HASH_BYTES = 24;

/** Whatever someone types between the digits. */
const plain = (code: string): string => code.toLowerCase().replace(/[^\da-f]/g, '');

const newCode = (): string =>
  (randomBytes(CODE_BYTES).toString('hex').match(/.{5}/g) ?? []).join('-');

const hashOf = (code: string): string =>
  createHash('sha256')
    .update(CONTEXT + plain(code))
    .digest('base64url');

const slowHash = promisify<string, string, number, Buffer>(scrypt);

/** How codes of 80 bits are stored, which earlier versions made. */
const oldHashOf = async (code: string): Promise<string> =>
  (await slowHash(plain(code), OLD_SALT, OLD_HASH_BYTES)).toString('base64url');

/** Codes for a member, and the hashes to store. */
export function newCodes(): { readonly codes: string[]; readonly hashes: string[] } {
  const codes = Array.from({ length: CODES }, newCode);
  return { codes, hashes: codes.map(hashOf) };
}

/** The hashes that a code may be stored as. It takes as long as an old one, so count how often someone asks. */
export const hashesOf = async (code: string): Promise<readonly string[]> => [
  hashOf(code),
  await oldHashOf(code),
];
