/** Names and colours of the people editing a site, as each browser announces its own. */
import * as v from 'valibot';
import { keep, recallJson } from './browser-storage.ts';
import { WEB_TEXT } from './text.ts';

export const MAX_NAME_CHARACTERS = 40;

const { colours, names } = WEB_TEXT;

/** [name, colour]: each at least 4.5:1 against white, so that a white label on it can be read. */
export const COLOURS: readonly (readonly [string, string])[] = [
  [colours.violet, '#7c3aed'],
  [colours.blue, '#1d6fd8'],
  [colours.teal, '#0b7a75'],
  [colours.green, '#2f7d32'],
  [colours.amber, '#a15c00'],
  [colours.red, '#c62f3b'],
  [colours.pink, '#b8327e'],
  [colours.slate, '#52606d'],
];

const user = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(MAX_NAME_CHARACTERS)),
  color: v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/i)),
  /** Of others: the server has seen that this is a member. */
  member: v.optional(v.boolean()),
});
export type User = v.InferOutput<typeof user>;

const STORED = 'ensemble.user';
const UNKNOWN: User = { name: WEB_TEXT.someone, color: '#52606d' };

function pick<T>(list: readonly T[]): T | undefined {
  return list[Math.floor(Math.random() * list.length)];
}

function invent(): User {
  const [, color = UNKNOWN.color] = pick(COLOURS) ?? [];
  return { name: names.map(pick).join(' '), color };
}

/** A user announced by another browser; anything malformed becomes "Someone", so it never reaches a style. */
export function readUser(value: unknown): User {
  const read = v.safeParse(user, value);
  return read.success ? read.output : UNKNOWN;
}

/** The user stored in this browser; invented and stored at the first visit. */
export function recallUser(): User {
  const kept = v.safeParse(user, recallJson(STORED));
  if (kept.success) return kept.output;
  const fresh = invent();
  rememberUser(fresh);
  return fresh;
}

export function rememberUser(person: User): void {
  keep(STORED, JSON.stringify(person));
}

/** A colour for the name of someone who need not be here: the same one for the same name. */
export function colourOf(name: string): string {
  let hash = 0;
  for (const letter of name) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  return COLOURS[hash % COLOURS.length]?.[1] ?? UNKNOWN.color;
}

/** The initials of a name in any script, at most two. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = words.slice(0, 2).map((word) => [...word][0] ?? '');
  return letters.join('').toLocaleUpperCase();
}
