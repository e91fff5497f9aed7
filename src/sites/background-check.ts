/** Checks a store while it is in use, once, if it was opened without. */
import { checkInUse } from './store-check.ts';

/** A server that has just started has other things to do: people come back all at once. */
const DELAY_MS = 10_000;

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
  #isSound = true;

  constructor(options: BackgroundCheckOptions) {
    this.#options = options;
    if (!options.isDue) return;
    this.#timer = setTimeout(() => void this.#check(), options.delayMs ?? DELAY_MS);
    this.#timer.unref();
  }

  /** False if the next start has to check the store before it opens it. */
  get isSound(): boolean {
    return this.#isSound && this.#options.damaged.size === 0;
  }

  async #check(): Promise<void> {
    const { directory, damaged, log } = this.#options;
    const { signal } = this.#stopped;
    const found = await checkInUse(directory, signal);
    if (signal.aborted) return;
    if (found === 'broken') {
      log.error({ directory }, 'the store is damaged; restart the server, which repairs it');
    } else if (found === 'unknown') {
      log.warn({ directory }, 'the store could not be checked; the next start will check it first');
    } else {
      for (const [site, damage] of found) {
        damaged.set(site, damage);
        log.error({ site, damage }, 'stored site is damaged');
      }
    }
    this.#isSound = typeof found !== 'string';
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#stopped.abort();
  }
}
