/** System errors as one line for the person who typed the command. */
import { getSystemErrorMap } from 'node:util';

/** Gives `place: reason`, in the system's own words; undefined for any other error. */
export function systemSentence(error: unknown): string | undefined {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return undefined;
  const [, reason = error.message] =
    getSystemErrorMap().get(Number(Reflect.get(error, 'errno'))) ?? [];
  // A write does not know its file.
  if ('path' in error) return `${String(error.path)}: ${reason}`;
  if ('address' in error && 'port' in error) {
    return `${String(error.address)}:${String(error.port)}: ${reason}`;
  }
  return 'hostname' in error ? `${String(error.hostname)}: ${reason}` : reason;
}
