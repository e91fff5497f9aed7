/**
 * What the server does for others, in milliseconds of its time: charged with what each piece of work really took, by the
 * address that asked for it and by the site it was for, so that neither can take the time of everyone else.
 */
import type { Limits } from './limits.ts';
import { WorkLevel } from './work-level.ts';

/** Time that was not used is kept for this long, so that opening a site or pasting a picture does not wait. */
const SAVED_S = 8;
/** What was spent in advance is paid back in this time: less than a socket waits before it is closed. */
const OWED_S = 6;
/** An address that takes this long in a turn of the event loop counts as heavy, */
const HEAVY_TURN_MS = 8;
/** for this long. What is done for heavy addresses together takes at most every other millisecond. */
const HEAVY_MS = 1_000;
/** Questions that may be under way for one address, and for a heavy one: what they cost is only known afterwards. */
const AT_ONCE = 16;
const HEAVY_AT_ONCE = 1;

/** A bucket of milliseconds for each key. Work is begun while it is above zero. */
class CostBudget {
  readonly #perSecond: number;
  readonly #level: () => number;
  readonly #left = new Map<string, { readonly ms: number; readonly atMs: number }>();

  /**
   * @param perSecond milliseconds that come in each second
   * @param level the part of them that comes now
   */
  constructor(perSecond: number, level: () => number = () => 1) {
    this.#perSecond = perSecond;
    this.#level = level;
  }

  charge(key: string, ms: number, now = performance.now()): void {
    const left = Math.max(this.left(key, now) - ms, -this.#rate * OWED_S);
    this.#left.set(key, { ms: left, atMs: now });
  }

  /** Milliseconds until something may be done for `key`; 0: now. */
  wait(key: string, now = performance.now()): number {
    const left = this.left(key, now);
    return left > 0 ? 0 : ((1 - left) / this.#rate) * 1_000;
  }

  /** Forgets those who have saved up all they can. */
  tidy(now = performance.now()): void {
    for (const key of this.#left.keys()) {
      if (this.left(key, now) >= this.#most) this.#left.delete(key);
    }
  }

  /** How many keys are known. */
  get size(): number {
    return this.#left.size;
  }

  /** Milliseconds that may be spent for `key`; negative where more was spent than came. */
  left(key: string, now = performance.now()): number {
    const left = this.#left.get(key);
    if (left === undefined) return this.#most;
    return Math.min(this.#most, left.ms + ((now - left.atMs) / 1_000) * this.#rate);
  }

  get #rate(): number {
    return this.#perSecond * this.#level();
  }

  get #most(): number {
    return this.#rate * SAVED_S;
  }
}

/** Who asked for some work, and for which site. */
export interface Asker {
  readonly address: string;
  readonly site: string;
}

export type CostLimits = Pick<Limits, 'work_ms_per_address' | 'work_ms_per_site'>;

/** The budgets of all addresses and sites. */
export class Costs {
  readonly addresses: CostBudget;
  readonly sites: CostBudget;
  readonly #level: WorkLevel;
  readonly #underWay = new Map<string, number>();
  /** Milliseconds that were spent on each address in this turn of the event loop. */
  readonly #turn = new Map<string, number>();
  /** Until when an address is heavy, */
  readonly #heavy = new Map<string, number>();
  /** and until when nothing is done for those who are. */
  #restMs = 0;

  constructor({ work_ms_per_address, work_ms_per_site }: CostLimits, level = new WorkLevel()) {
    this.#level = level;
    this.addresses = new CostBudget(work_ms_per_address, () => level.now);
    this.sites = new CostBudget(work_ms_per_site);
  }

  charge({ address, site }: Asker, ms: number, now = performance.now()): void {
    this.#level.spend(ms, now);
    this.addresses.charge(address, ms, now);
    this.sites.charge(site, ms, now);
  }

  /** Milliseconds until more may be done; 0: now. */
  wait({ address, site }: Asker, now = performance.now()): number {
    return Math.max(this.addresses.wait(address, now), this.sites.wait(site, now));
  }

  /** Does work now and charges what it takes until it returns or first waits. */
  run<Result>(asker: Asker, work: () => Result): Result {
    const started = performance.now();
    try {
      return work();
    } finally {
      const now = performance.now();
      this.charge(asker, now - started, now);
      this.#spend(asker.address, now - started, now);
    }
  }

  #spend(address: string, ms: number, now: number): void {
    if (this.#turn.size === 0) setImmediate(() => this.#turn.clear());
    const sum = (this.#turn.get(address) ?? 0) + ms;
    this.#turn.set(address, sum);
    if (sum < HEAVY_TURN_MS) return;
    this.#turn.set(address, 0);
    this.#heavy.set(address, now + HEAVY_MS);
    this.#restMs = Math.max(this.#restMs, now) + sum;
  }

  #isHeavy(address: string, now: number): boolean {
    return (this.#heavy.get(address) ?? 0) > now;
  }

  /** Milliseconds that an address which takes long has to leave to others first; 0: none. */
  rest(address: string, now = performance.now()): number {
    return this.#isHeavy(address, now) ? Math.max(0, this.#restMs - now) : 0;
  }

  /** Whether an address has as much under way as it may. */
  isBusy(address: string, now = performance.now()): boolean {
    const most = this.#isHeavy(address, now) ? HEAVY_AT_ONCE : AT_ONCE;
    return (this.#underWay.get(address) ?? 0) >= most;
  }

  begin(address: string): void {
    this.#underWay.set(address, (this.#underWay.get(address) ?? 0) + 1);
  }

  end(address: string): void {
    const left = (this.#underWay.get(address) ?? 1) - 1;
    if (left === 0) this.#underWay.delete(address);
    else this.#underWay.set(address, left);
  }

  tidy(now = performance.now()): void {
    this.addresses.tidy(now);
    this.sites.tidy(now);
    for (const [address, untilMs] of this.#heavy) if (untilMs < now) this.#heavy.delete(address);
  }
}
