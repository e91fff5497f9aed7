/** Remembers the sites with edits that only this browser has, so that the homepage can say so. */
import { forget, keep, recall } from './browser-storage.ts';

const PREFIX = 'ensemble.unsaved.';
/** Edits that are saved sooner than this are nothing to remember. */
const SAVING_MS = 3_000;

/** The names of the sites, in order. */
export function unsavedSites(): readonly string[] {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
    return names.map((name) => name.slice(PREFIX.length)).sort();
  } catch {
    // Storage is blocked, and edits are not kept either.
    return [];
  }
}

/** Whether the site of this page is among them. */
export class UnsavedMark {
  readonly #name: string;
  readonly #isPending: () => boolean;
  #timer = 0;
  #isSet: boolean;

  /** @param isPending whether this browser keeps edits of this visit that the server has not saved */
  constructor(username: string, isPending: () => boolean) {
    this.#name = PREFIX + username;
    this.#isSet = recall(this.#name) !== undefined;
    this.#isPending = isPending;
    addEventListener('pagehide', () => this.#set());
  }

  /** Whether edits of this visit or of an earlier one wait, as far as is remembered. */
  get isSet(): boolean {
    return this.#isSet;
  }

  /** Call this after every edit made here. */
  edited(): void {
    if (this.#timer === 0) this.#timer = window.setTimeout(() => this.#set(), SAVING_MS);
  }

  #set(): void {
    this.#timer = 0;
    if (!this.#isPending()) return;
    keep(this.#name, '');
    this.#isSet = true;
  }

  /** Call this when every edit is saved, or they are given up. */
  saved(): void {
    forget(this.#name);
    this.#isSet = false;
  }
}
