/** `GET /health`: whether this process should receive traffic, from checks that run in the background. */
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { DATA_HEADERS } from '../http/policy.ts';
import type { Route } from '../http/router.ts';
import { send } from '../http/send.ts';
import type { SiteHealth } from '../sites/sites.ts';
import { API_TEXT, HEALTH_TEXT } from './text.ts';

interface Check {
  readonly status: 'pass' | 'fail';
  readonly observedValue?: number;
  readonly observedUnit?: string;
  readonly output?: string;
}

interface HealthOptions {
  readonly store: () => SiteHealth | Promise<SiteHealth>;
  readonly event_loop_lag_ms: number;
  readonly health_interval_ms: number;
}

const NANOSECONDS = 1e6;
const RESOLUTION_MS = 10;

export class Health {
  readonly #options: HealthOptions;
  readonly #lag: IntervalHistogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  readonly #timer: NodeJS.Timeout;
  #checks: Readonly<Record<string, Check>> = {};
  #draining = false;
  #status = 503;
  #body = '';
  #head: string[] = [];

  constructor(options: HealthOptions) {
    this.#options = options;
    this.#write();
    this.#lag.enable();
    this.#timer = setInterval(() => this.check(), options.health_interval_ms).unref();
  }

  /** Runs every check now. A check that throws counts as failed. */
  async check(): Promise<void> {
    const store = await this.#store();
    this.#checks = { store, 'event-loop': this.#eventLoop() };
    this.#write();
  }

  /** Answers 503 from now on, so that load balancers stop sending traffic. */
  drain(): void {
    this.#draining = true;
    this.#write();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#lag.disable();
  }

  get passing(): boolean {
    return this.#status === 200;
  }

  async #store(): Promise<Check> {
    try {
      const { writable, output } = await this.#options.store();
      return { status: writable ? 'pass' : 'fail', ...(output !== undefined && { output }) };
    } catch {
      return { status: 'fail', output: HEALTH_TEXT.storeSilent };
    }
  }

  #eventLoop(): Check {
    const lag = Math.max(0, this.#lag.max / NANOSECONDS - RESOLUTION_MS);
    this.#lag.reset();
    const observed = Number.isFinite(lag) ? Math.round(lag) : 0;
    const status = observed > this.#options.event_loop_lag_ms ? 'fail' : 'pass';
    return { status, observedValue: observed, observedUnit: 'ms' };
  }

  #write(): void {
    const failed = Object.values(this.#checks).some(({ status }) => status === 'fail');
    const passing = !failed && !this.#draining && Object.keys(this.#checks).length > 0;
    this.#status = passing ? 200 : 503;
    const text = JSON.stringify({
      status: passing ? 'pass' : 'fail',
      ...(this.#draining && { output: HEALTH_TEXT.draining }),
      checks: this.#checks,
    });
    // Latin-1 is one byte a character, so Node sends the body in one write with the head.
    this.#body = Buffer.from(text).toString('latin1');
    this.#head = [
      'Content-Type',
      'application/json; charset=utf-8',
      'Content-Length',
      String(this.#body.length),
      'Cache-Control',
      'no-store',
      ...DATA_HEADERS,
    ];
  }

  get route(): Route {
    return {
      method: 'GET',
      pattern: '/health',
      about: API_TEXT.health,
      handle: ({ response }) => send(response, this.#status, this.#head, this.#body),
    };
  }
}
