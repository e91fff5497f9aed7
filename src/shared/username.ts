/** Usernames in addresses: judged on the raw bytes, so that one member has one address. */

/** The limit unless the service is configured with another. */
export const MAX_USERNAME_CHARACTERS = 64;

/** The rule as a sentence. */
export function usernameRule(limitCharacters = MAX_USERNAME_CHARACTERS): string {
  return `A site name has 1 to ${limitCharacters} characters: a-z and 0-9, with single dots, hyphens or underscores in between.`;
}

const USERNAME = /^[a-z\d]+(?:[._-][a-z\d]+)*$/;

export type UsernameJudgement = 'valid' | 'capitals' | 'invalid';

/** Whether `text` is a username, would be one in lower case, or breaks the rule. */
export function judgeUsername(
  text: string,
  limitCharacters = MAX_USERNAME_CHARACTERS,
): UsernameJudgement {
  if (text.length > limitCharacters) return 'invalid';
  if (USERNAME.test(text)) return 'valid';
  return /[A-Z]/.test(text) && USERNAME.test(text.toLowerCase()) ? 'capitals' : 'invalid';
}

/**
 * The nearest username to what a person typed: accents dropped, anything else that is not allowed
 * turned into one hyphen. Empty where nothing is left to keep.
 */
export function suggestUsername(typed: string, limitCharacters = MAX_USERNAME_CHARACTERS): string {
  return typed
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z\d._-]+/g, '-')
    .replace(/[._-]{2,}/g, '-')
    .slice(0, limitCharacters)
    .replace(/^[._-]+|[._-]+$/g, '');
}
