/** What others changed since the person was here: remembers the last edit that this browser has shown of each site. */
import * as v from 'valibot';
import { recallUser } from '../people.ts';
import type { Session, SiteVersion } from '../session.ts';

/** Changes are noted as seen after this pause, if the page is visible. */
const SEEN_DELAY_MS = 3_000;

const stored = v.object({ incarnation: v.string(), edit: v.number() });

export interface Missed {
  /** The last edit that was seen. */
  readonly since: number;
  /** Who has edited since, without this person. */
  readonly people: readonly string[];
}

export class LastVisit {
  readonly #session: Session;
  readonly #key: string;
  #timer = 0;

  constructor(session: Session) {
    this.#session = session;
    this.#key = `ensemble.seen.${session.username}`;
  }

  /** What others did since the last visit; undefined if nothing, or if there was none. Counts as seen from now on. */
  async missed(): Promise<Missed | undefined> {
    const { versions } = await this.#session.history();
    const since = this.#recall();
    this.#remember(versions);
    if (since === undefined) return undefined;
    const own = recallUser().name;
    const others = versions.filter(
      ({ to, authors }) => to > since && !(authors.length === 1 && authors[0] === own),
    );
    if (others.length === 0) return undefined;
    const people = new Set(others.flatMap(({ authors }) => authors).filter((name) => name !== own));
    return { since, people: [...people] };
  }

  /** Call this after every edit. */
  changed(): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#see(), SEEN_DELAY_MS);
  }

  async #see(): Promise<void> {
    if (document.visibilityState !== 'visible' || this.#session.saveStatus.kind !== 'saved') return;
    try {
      this.#remember((await this.#session.history({ limit: 1 })).versions);
    } catch {
      // Without a connection nothing new was shown either.
    }
  }

  #recall(): number | undefined {
    try {
      const seen = v.safeParse(stored, JSON.parse(localStorage.getItem(this.#key) ?? 'null'));
      const isSame = seen.success && seen.output.incarnation === this.#session.incarnation;
      return isSame ? seen.output.edit : undefined;
    } catch {
      return undefined;
    }
  }

  #remember([latest]: readonly SiteVersion[]): void {
    if (latest === undefined) return;
    const { incarnation } = this.#session;
    try {
      localStorage.setItem(this.#key, JSON.stringify({ incarnation, edit: latest.to }));
    } catch {
      // Storage may be blocked or full: then nothing is told at the next visit.
    }
  }
}
