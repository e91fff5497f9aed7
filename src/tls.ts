/** Reads the https certificate and key and checks that they belong together. */
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { type Config, ConfigError } from './config.ts';

export interface TlsPair {
  readonly cert: string;
  readonly key: string;
}

/**
 * The PEM texts of TLS_CERT and TLS_KEY, or undefined if they are unset.
 * @throws ConfigError with one sentence if a file cannot be read or the two do not match
 */
export function readTls({
  TLS_CERT,
  TLS_KEY,
}: Pick<Config, 'TLS_CERT' | 'TLS_KEY'>): TlsPair | undefined {
  if (TLS_CERT === '') return undefined;
  const pair = { cert: read('TLS_CERT', TLS_CERT), key: read('TLS_KEY', TLS_KEY) };
  tryPart('TLS_CERT', TLS_CERT, 'a PEM certificate chain', () =>
    createSecureContext({ cert: pair.cert }),
  );
  tryPart('TLS_KEY', TLS_KEY, `the PEM private key of the certificate in ${TLS_CERT}`, () =>
    createSecureContext(pair),
  );
  return pair;
}

function read(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new ConfigError(`${name} names ${file}, which cannot be read.`);
  }
}

function tryPart(name: string, file: string, expected: string, make: () => void): void {
  try {
    make();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`${name} names ${file}, which is not ${expected} (${reason}).`);
  }
}
