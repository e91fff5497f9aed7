/** What others changed since the person was here: remembers the last edit that this browser has shown of each site. */
import * as v from 'valibot';
import { keep, recallJson } from '../browser-storage.ts';
import { recallUser } from '../people.ts';
import type { Session } from '../session.ts';
import type { SiteVersion } from '../site-version.ts';

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
    // Names prove nothing: they count only where this browser cannot say who it is.
    const isKnown = await this.#session.isIdentified();
    const { versions } = await this.#session.history();
    const since = this.#recall();
    this.#remember(versions);
    if (since === undefined) return undefined;
    const { name } = recallUser();
    const isOwn = ({ own, authors }: SiteVersion): boolean =>
      own === true || (!isKnown && authors.length === 1 && authors[0] === name);
    const others = versions.filter((version) => version.to > since && !isOwn(version));
    if (others.length === 0) return undefined;
    const people = new Set(others.flatMap(({ authors }) => authors));
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
    const seen = v.safeParse(stored, recallJson(this.#key));
    const isSame = seen.success && seen.output.incarnation === this.#session.incarnation;
    return isSame ? seen.output.edit : undefined;
  }

  #remember([latest]: readonly SiteVersion[]): void {
    if (latest === undefined) return;
    const { incarnation } = this.#session;
    keep(this.#key, JSON.stringify({ incarnation, edit: latest.to }));
  }
}
