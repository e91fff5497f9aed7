/** Checks a store while it is in use, once, if it was opened without. */
import { checkInUse } from './store-check.ts';

/** A server that has just started has other things to do: people come back all at once. */
const DELAY_MS = 10_000;

const BROKEN = 'the store is damaged; restart the server, which repairs it';
const UNKNOWN = 'the store could not be checked; the next start will check it first';

export interface BackgroundCheckOptions {
  readonly directory: string;
  /** Whether there is anything to check. */
  readonly isDue: boolean;
  /** Where damaged sites are noted. */
  readonly damaged: Map<string, string>;
  readonly log: Record<'error' | 'warn', (facts: object, message: string) => void>;
  /** Default 10,000 ms. */
  readonly delayMs?: number;
}

export class BackgroundCheck {
  readonly #options: BackgroundCheckOptions;
  readonly #stopped = new AbortController();
  readonly #timer: NodeJS.Timeout | undefined;
  /** What was found, but for damaged sites. */
  #found: 'broken' | 'unknown' | undefined;

  constructor(options: BackgroundCheckOptions) {
    this.#options = options;
    if (!options.isDue) return;
    this.#timer = setTimeout(() => void this.#check(), options.delayMs ?? DELAY_MS);
    this.#timer.unref();
  }

  /** False if the next start has to check the store before it opens it. */
  get isSound(): boolean {
    return this.#found === undefined && this.#options.damaged.size === 0;
  }

  /** What the operator has to do, if anything. */
  get problem(): string | undefined {
    return this.#found === 'broken' ? BROKEN : undefined;
  }

  async #check(): Promise<void> {
    const { directory, damaged, log } = this.#options;
    const { signal } = this.#stopped;
    const found = await checkInUse(directory, signal);
    if (signal.aborted) return;
    if (typeof found === 'string') {
      this.#found = found;
      if (found === 'broken') log.error({ directory }, BROKEN);
      else log.warn({ directory }, UNKNOWN);
      return;
    }
    for (const [site, damage] of found) damaged.set(site, damage);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#stopped.abort();
  }
}
