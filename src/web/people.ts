/** Who is here: names and colours people chose, and what others' browsers say of themselves. */
import * as v from 'valibot';

export const NAME_LENGTH = 40;

/** [name, colour]: each at least 4.5:1 against white, so that a white label on it can be read. */
export const COLOURS: readonly (readonly [string, string])[] = [
  ['violet', '#7c3aed'],
  ['blue', '#1d6fd8'],
  ['teal', '#0b7a75'],
  ['green', '#2f7d32'],
  ['amber', '#a15c00'],
  ['red', '#c62f3b'],
  ['pink', '#b8327e'],
  ['slate', '#52606d'],
];

const ADJECTIVES = 'Quiet Bright Gentle Swift Curious Sunny Silver Merry Calm Wild'.split(' ');
const CREATURES = 'Otter Finch Heron Lynx Cricket Whale Robin Hare Moth Seal'.split(' ');

const user = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(NAME_LENGTH)),
  color: v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/i)),
});
export type User = v.InferOutput<typeof user>;

const STORED = 'ensemble.user';
const NOBODY: User = { name: 'Someone', color: '#52606d' };

function pick<T>(list: readonly T[], otherwise: T): T {
  return list[Math.floor(Math.random() * list.length)] ?? otherwise;
}

function invent(): User {
  const [, color = NOBODY.color] = pick(COLOURS, COLOURS[0] ?? ['slate', NOBODY.color]);
  return { name: `${pick(ADJECTIVES, 'Quiet')} ${pick(CREATURES, 'Otter')}`, color };
}

/** What a browser says of its person, whatever it is; strangers' bytes never become a style. */
export function readUser(value: unknown): User {
  const read = v.safeParse(user, value);
  return read.success ? read.output : NOBODY;
}

/** This person as remembered by this browser; invented and remembered at the first visit. */
export function recallUser(): User {
  try {
    const kept = v.safeParse(user, JSON.parse(localStorage.getItem(STORED) ?? 'null'));
    if (kept.success) return kept.output;
  } catch {
    // Storage may be forbidden or hold what someone else wrote: then this visit has a new name.
  }
  const fresh = invent();
  rememberUser(fresh);
  return fresh;
}

export function rememberUser(person: User): void {
  try {
    localStorage.setItem(STORED, JSON.stringify(person));
  } catch {
    // Without storage the name lasts as long as the page.
  }
}

/** One or two letters that stand for a name in any script. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = words.slice(0, 2).map((word) => [...word][0] ?? '');
  return letters.join('').toLocaleUpperCase();
}
