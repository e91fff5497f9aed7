/** The spelling of every name a program refers to: modes, engines, params and channels. */
import * as v from 'valibot';

/** Owner's rule; anchored at both ends, no flags, so JSON Schema can carry it. */
export const IDENTIFIER_PATTERN = /^[a-z][a-z0-9_]*$/;

/** Gives a schema of an identifier with its own title and description for editors. */
export function identifier(title: string, description: string, examples: readonly string[]) {
  return v.pipe(
    v.string(),
    v.regex(IDENTIFIER_PATTERN),
    v.metadata({ title, description, examples: [...examples] }),
  );
}
