/** The whole device as a process (firmware/board/host), connected by pipes. */
import { strict as assert } from 'node:assert';
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import type { EventFields } from '../../build/ts/contract.ts';
import type { Surroundings } from '../../scripts/device/device-command.ts';
import { LinkClient, type Wire } from '../../src/shared/link/client.ts';
import { RemoteDevice } from '../../src/shared/link/remote-device.ts';
import { Native } from './native.ts';

const sourcesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.cc'))
    .map((name) => `${folder}/${name}`);

/** Compiles device-host with sanitizers, so that bad requests find memory errors too. */
export function compileDevice(): Promise<Native> {
  const shared = ['dsp', 'engines', 'instrument', 'abi', 'device'].map(
    (folder) => `firmware/${folder}`,
  );
  return Native.compile({
    sources: [...shared.flatMap(sourcesIn), 'firmware/board/host/main.cc'],
    flags: ['-O1', '-fsanitize=address,undefined', '-fno-sanitize-recover=all'],
  });
}

export interface Device {
  readonly remote: RemoteDevice;
  readonly link: LinkClient;
  readonly process: ChildProcess;
  /** Writes bytes that are no frame. */
  raw(bytes: Uint8Array): void;
  /** Resolves when the running training ends. */
  trained(): Promise<EventFields['progress']>;
  /** Ends the process in good order. @returns its exit code. */
  end(): Promise<number | null>;
}

export function startDevice(program: Native, ...args: readonly string[]): Device {
  const child = spawn(program.file, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const wire: Wire = {
    send: (bytes) =>
      new Promise((sent, failed) => {
        child.stdin.write(bytes, (error) => (error ? failed(error) : sent()));
      }),
    onBytes: (listener) => {
      child.stdout.on('data', (chunk: Buffer) => listener(chunk));
    },
    closed: exit.then(() => undefined),
    close: async () => {
      child.stdin.end();
      await exit;
    },
  };
  let ended: (progress: EventFields['progress']) => void = () => undefined;
  const progress = (told: EventFields['progress']) => {
    if (told.state !== 'running') ended(told);
  };
  const link = new LinkClient(wire, { progress }, { timeout_ms: 20_000 });
  return {
    remote: new RemoteDevice(link),
    link,
    process: child,
    raw: (bytes) => {
      child.stdin.write(bytes);
    },
    trained: () =>
      new Promise((resolve) => {
        ended = resolve;
      }),
    end: async () => {
      await link.close();
      return exit;
    },
  };
}

/** Teaches two sounds at two places and trains to the end. */
export async function teach({ remote, trained }: Device): Promise<void> {
  const { params } = await remote.request('mode', {
    index: (await remote.request('state', {})).mode,
  });
  for (const [place, level] of [
    [0, 8000],
    [32768, 24000],
  ] as const) {
    for (let param = 0; param < params; param += 1)
      await remote.request('set_param', { index: param, value: level + param * 100 });
    await remote.request('set_inputs', { first: 0, values: [place, place] });
    await remote.request('clock', { ticks: 2 });
    await remote.request('add_example', {});
  }
  await remote.request('release_params', {});
  const end = trained();
  await remote.train({ learning_rate: 1, max_iterations: 2000, min_error: 0.0001 });
  assert.equal((await end).state, 'converged');
}

/** Where commands print and keep files, held in memory. */
export interface Shell extends Surroundings {
  readonly lines: string[];
  readonly files: Map<string, Uint8Array>;
}

export function shell(device: Device): Shell {
  const lines: string[] = [];
  const files = new Map<string, Uint8Array>();
  let ending: Promise<Awaited<ReturnType<Device['trained']>>> | undefined;
  return {
    lines,
    files,
    print: (line) => lines.push(line),
    readFile: async (name) => files.get(name) ?? new Uint8Array(),
    writeFile: async (name, bytes) => {
      files.set(name, bytes);
    },
    pause: () => Promise.resolve(),
    trainingEnds: () => {
      ending ??= device.trained();
      return ending;
    },
  };
}
