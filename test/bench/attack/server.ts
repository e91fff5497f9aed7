/** The server as a process of its own with a probe inside, which says what its main thread did and its memory holds. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { freePort } from '../../support/free-port.ts';
import { allocatorSettings } from '../../support/service-environment.ts';

const SERVER_CORE = '0';
const START_TIMEOUT_MS = 60_000;
const PROBE = path.join(import.meta.dirname, 'probe.mjs');

const Memory = v.object({
  liveBytes: v.number(),
  /** What of it is not code that V8 made. */
  dataBytes: v.number(),
  /** Mean of five minutes. */
  residentBytes: v.number(),
});
const Turns = v.object({
  /** That reached the server over sockets that were open. */
  messages: v.number(),
  /** Longest time in one go that the main thread had the processor, */
  longestMs: v.number(),
  /** and that passed meanwhile, whoever had the processor. */
  latestMs: v.number(),
  /** How many were longer than 50 ms. */
  over: v.number(),
});
export type Memory = v.InferOutput<typeof Memory>;
export type Turns = v.InferOutput<typeof Turns>;

export class ProbedServer {
  readonly port: number;
  readonly #child: ChildProcess;
  readonly #directory: string;

  private constructor(port: number, child: ChildProcess, directory: string) {
    this.port = port;
    this.#child = child;
    this.#directory = directory;
  }

  /** Starts what is in dist, with the limits it comes with, and memory as the systemd unit sets it. */
  static async start(): Promise<ProbedServer> {
    const port = await freePort();
    const directory = mkdtempSync(path.join(tmpdir(), 'ensemble-bench-'));
    const args = ['-c', SERVER_CORE, process.execPath, '--import', PROBE, 'dist/server.js'];
    const child = spawn('taskset', args, {
      env: {
        PATH: process.env['PATH'],
        ...allocatorSettings(),
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: directory,
        WELCOME: '0',
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    const server = new ProbedServer(port, child, directory);
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error('the server does not listen')),
        START_TIMEOUT_MS,
      );
      child.once('exit', () => reject(new Error('the server ended')));
      child.stdout?.on('data', (chunk: Buffer) => {
        if (!chunk.includes('listening')) return;
        clearTimeout(timer);
        resolve();
      });
    });
    // What is to be loaded before the program is left out where it is missing.
    if (!readFileSync(`/proc/${child.pid}/maps`, 'utf8').includes('jemalloc')) {
      throw new Error('the unit loads jemalloc: apt-get install libjemalloc2');
    }
    return server;
  }

  async #ask(question: string): Promise<unknown> {
    this.#child.send(question);
    const [answer] = await once(this.#child, 'message');
    return answer;
  }

  /** Means over the five minutes after this is called. */
  async memory(): Promise<Memory> {
    return v.parse(Memory, await this.#ask('memory'));
  }

  /** What the main thread did since this was last asked. */
  async turns(): Promise<Turns> {
    return v.parse(Turns, await this.#ask('turns'));
  }

  async stop(): Promise<void> {
    this.#child.removeAllListeners('exit');
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
    rmSync(this.#directory, { recursive: true, force: true });
  }
}
