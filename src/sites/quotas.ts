/** How often one address, or one author, may do what the whole server has to bear. */
import type { Limits } from '../limits.ts';
import { WindowLimiter } from './window-limiter.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** `comment`: by author; all others by address. */
type Quota = 'join' | 'recover' | 'invite' | 'claim' | 'comment' | 'comments';

export class Quotas {
  readonly #limiters: Readonly<Record<Quota, WindowLimiter>>;

  constructor(limits: Limits) {
    this.#limiters = {
      join: new WindowLimiter(limits.members_per_address_hour, HOUR_MS),
      recover: new WindowLimiter(limits.wrong_codes_per_hour, HOUR_MS),
      invite: new WindowLimiter(limits.invitations_per_address_hour, HOUR_MS),
      claim: new WindowLimiter(limits.claims_per_address_hour, HOUR_MS),
      comment: new WindowLimiter(limits.comments_per_author_minute, MINUTE_MS),
      comments: new WindowLimiter(limits.comments_per_address_minute, MINUTE_MS),
    };
  }

  /** Whether it may be done once more, which is then counted. */
  take(quota: Quota, key: string): boolean {
    return this.takeBoth([quota, key]);
  }

  /** Whether all of it may be done once more; only then any is counted. */
  takeBoth(...wanted: readonly (readonly [quota: Quota, key: string])[]): boolean {
    const may = wanted.every(([quota, key]) => this.#limiters[quota].may(key));
    if (may) for (const [quota, key] of wanted) this.#limiters[quota].count(key, 1);
    return may;
  }

  giveBack(quota: Quota, key: string): void {
    this.#limiters[quota].count(key, -1);
  }

  tidy(now: number): void {
    for (const limiter of Object.values(this.#limiters)) limiter.tidy(now);
  }
}
