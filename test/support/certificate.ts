/**
 * Self-signed certificates for tests of https, committed because Node cannot make one and its tests need no other
 * program. Good until 2126, for first.example.org and second.example.org; made with
 *
 *     openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 36500 \
 *       -subj /CN=first.example.org -keyout first.key -out first.pem
 */
import { readFileSync } from 'node:fs';

/** PEM texts of a certificate and its key. */
export function certificate(name: 'first' | 'second'): {
  readonly cert: string;
  readonly key: string;
} {
  const read = (ending: string) =>
    readFileSync(new URL(`certificates/${name}.${ending}`, import.meta.url), 'utf8');
  return { cert: read('pem'), key: read('key') };
}
