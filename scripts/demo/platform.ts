/** The service as a process of its own: the built program, on a free port, with a store that goes with it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import * as v from 'valibot';

const START_TIMEOUT_MS = 20_000;
const listening = v.object({ msg: v.literal('listening'), url: v.string() });

export interface PlatformOptions {
  /** Settings of the server beside its store and port. */
  readonly env?: Readonly<Record<string, string>>;
  /** What `npm run build` made: dist, or a folder of its own. */
  readonly dist?: string;
  readonly flags?: readonly string[];
}

/** A server that can be stopped, and started again on the same store and port. */
export class Platform {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'ensemble-'));
  readonly #options: PlatformOptions;
  #process: ChildProcess | undefined;
  #port = '0';
  /** Base address, once it listens. */
  url = '';

  constructor(options: PlatformOptions = {}) {
    this.#options = options;
  }

  /** Address of a page. */
  at(place: string): string {
    return new URL(place, this.url).href;
  }

  /** Resolves when it listens. @throws Error when it ends or says nothing for too long */
  async start(): Promise<void> {
    const { env = {}, dist = 'dist', flags = [] } = this.#options;
    // Settings of whoever starts this are not the settings of this server.
    const { PATH, NODE_V8_COVERAGE } = process.env;
    const child = spawn(process.execPath, [path.join(dist, 'server.js'), ...flags], {
      env: {
        PATH,
        DATA_DIR: this.#folder,
        PORT: this.#port,
        ...(NODE_V8_COVERAGE !== undefined && { NODE_V8_COVERAGE }),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#process = child;
    this.url = '';
    const timer = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS);
    for await (const line of createInterface({ input: child.stdout })) {
      const said = v.safeParse(listening, JSON.parse(line));
      if (!said.success) continue;
      this.url = said.output.url;
      this.#port = new URL(this.url).port;
      break;
    }
    clearTimeout(timer);
    // What it says later must be read too, or its pipe fills.
    child.stdout.resume();
    if (this.url === '') throw new Error('the server did not start');
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.#process;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }

  /** Stops it and deletes its store. */
  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
