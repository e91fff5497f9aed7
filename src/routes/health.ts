/** `GET /health`: whether this process should be sent visitors, from checks that run beside the requests. */
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { DATA_HEADERS } from '../http/policy.ts';
import type { Route } from '../http/router.ts';
import { send } from '../http/send.ts';
import type { SiteHealth } from '../sites/sites.ts';

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

  /** Runs every check now; a check that throws fails. */
  async check(): Promise<void> {
    const store = await this.#store();
    this.#checks = { store, 'event-loop': this.#eventLoop() };
    this.#write();
  }

  /** From now on the answer is 503: send visitors elsewhere. */
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
      return { status: 'fail', output: 'The store does not answer.' };
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
    const fine = !failed && !this.#draining && Object.keys(this.#checks).length > 0;
    this.#status = fine ? 200 : 503;
    const text = JSON.stringify({
      status: fine ? 'pass' : 'fail',
      ...(this.#draining && { output: 'The service is shutting down.' }),
      checks: this.#checks,
    });
    // One character a byte: written as Latin-1 it leaves together with the head.
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
      about: 'Health check: whether the service can do its work',
      handle: ({ response }) => send(response, this.#status, this.#head, this.#body),
    };
  }
}
