/** Runs the built service as a separate process, on a free port, with a temporary store. */
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
  /** Settings of the server besides its store and port. */
  readonly env?: Readonly<Record<string, string>>;
  /** Output folder of `npm run build` (dist). */
  readonly dist?: string;
  readonly flags?: readonly string[];
}

/** A server that can be stopped and started again with the same store and port. */
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

  /** The same by host name, which passkeys need. */
  named(place: string): string {
    return this.at(place).replace('127.0.0.1', 'localhost');
  }

  /** Resolves when it listens. @throws Error if it exits or does not listen in time */
  async start(): Promise<void> {
    const { env = {}, dist = 'dist', flags = [] } = this.#options;
    // Environment variables of this process must not configure the server.
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
      const message = v.safeParse(listening, JSON.parse(line));
      if (!message.success) continue;
      this.url = message.output.url;
      this.#port = new URL(this.url).port;
      break;
    }
    clearTimeout(timer);
    // The rest of the output must be read as well, or the pipe fills up.
    child.stdout.resume();
    if (this.url === '') throw new Error('the server did not start');
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.#process;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    // Frozen, it would not hear of it.
    child.kill('SIGCONT');
    await exited;
  }

  /** SIGSTOP freezes it, SIGCONT lets it go on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#process?.kill(signal);
  }

  /** Stops it and deletes its store. */
  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
