/** Writes patches and runs them in Pure Data without a sound card, as fast as it can. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PLUGINS } from './plugins.ts';

/** A patch, object by object. Texts are Pd's: a comma or a semicolon in a message has a backslash. */
export class Patch {
  readonly #lines: string[] = [];
  readonly #connections: string[] = [];
  #count = 0;

  /** Further right and down with each: Pd orders the outlets of a subpatch by where they are. */
  #place(): string {
    return `${10 + 5 * this.#count} ${10 + 20 * this.#count}`;
  }

  #add(line: string): number {
    this.#lines.push(line);
    this.#count += 1;
    return this.#count - 1;
  }

  /** Gives the object's number. Lines that follow it in a file, such as #A, may be added. */
  obj(text: string, ...following: readonly string[]): number {
    const index = this.#add(`#X obj ${this.#place()} ${text};`);
    this.#lines.push(...following);
    return index;
  }

  msg(text: string): number {
    return this.#add(`#X msg ${this.#place()} ${text};`);
  }

  sub(name: string, patch: Patch): number {
    const inside = patch.text().replace(/^#N canvas.*\n/, `#N canvas 0 0 300 300 ${name} 0;\n`);
    return this.#add(`${inside}#X restore ${this.#place()} pd ${name};`);
  }

  connect(from: number, outlet: number, to: number, inlet = 0): void {
    this.#connections.push(`#X connect ${from} ${outlet} ${to} ${inlet};`);
  }

  text(): string {
    return `${['#N canvas 0 0 600 400 12;', ...this.#lines, ...this.#connections].join('\n')}\n`;
  }
}

export interface PdRun {
  /** What was printed, one line each. */
  readonly lines: readonly string[];
  readonly status: number | null;
}

const TIMEOUT_MS = 60_000;

/** Runs Pd in a folder until a patch quits it. */
export function runPd(folder: string, patch: string, more: PdOptions = {}): PdRun {
  const args = [
    '-nogui',
    '-nrt',
    '-noaudio',
    '-nomidi',
    '-batch',
    '-stderr',
    '-r',
    `${more.rateHz ?? 48000}`,
  ];
  const { status, stderr, stdout } = spawnSync(
    'pd',
    [
      ...args,
      '-path',
      more.external ?? path.join(PLUGINS, 'pd'),
      '-open',
      patch,
      ...(more.also === undefined ? [] : ['-open', more.also]),
    ],
    { cwd: folder, encoding: 'utf8', timeout: TIMEOUT_MS, env: { ...process.env, ...more.env } },
  );
  return { lines: `${stdout}${stderr}`.split('\n').filter((line) => line !== ''), status };
}

export interface PdOptions {
  readonly rateHz?: number;
  /** Another patch to open. */
  readonly also?: string;
  /** Folder of the external. */
  readonly external?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Timeline {
  /** Messages of each DSP tick, the first before the first: `receiver text`. */
  readonly ticks: readonly (readonly string[])[];
}

/** Pd's qlist: lines up to one that begins with a number are sent by `next`. */
const qlistText = (ticks: Timeline['ticks']): string =>
  ticks.map((messages) => `${messages.map((message) => `${message};\n`).join('')}0;\n`).join('');

/**
 * Adds what sends the messages of qlist.txt tick by tick while DSP runs: those of the first tick before it, the
 * others between ticks. A last message may quit.
 */
function addConductor(patch: Patch): void {
  const load = patch.obj('loadbang');
  const order = patch.obj('t b b b b');
  const list = patch.obj('qlist');
  const read = patch.msg('read qlist.txt \\, rewind');
  const next = patch.msg('next');
  const each = patch.obj('bang~');
  const start = patch.obj('s start');
  const on = patch.msg('\\; pd dsp 1');
  patch.connect(load, 0, order);
  patch.connect(order, 3, read);
  patch.connect(read, 0, list);
  patch.connect(order, 2, start);
  patch.connect(order, 1, next);
  patch.connect(next, 0, list);
  patch.connect(order, 0, on);
  patch.connect(each, 0, next);
}

/** A folder for patches and what they write, gone afterwards. */
export function withFolder<T>(act: (folder: string) => T): T {
  const folder = mkdtempSync(path.join(tmpdir(), 'ensemble-pd-'));
  try {
    return act(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Compiles the object [capture~ FILE FRAMES] into a folder. */
export function addCapture(folder: string): void {
  execFileSync('gcc', [
    ...['-O1', '-shared', '-fPIC', '-I/usr/include/pd', 'test/hosts/pd/capture_tilde.c'],
    ...['-o', path.join(folder, 'capture~.pd_linux')],
  ]);
}

/** What [capture~] wrote. */
export function readCapture(file: string): {
  readonly left: Float32Array;
  readonly right: Float32Array;
} {
  const bytes = new Uint8Array(readFileSync(file));
  const samples = new Float32Array(bytes.buffer);
  const half = samples.length / 2;
  return { left: samples.subarray(0, half), right: samples.subarray(half) };
}

/** Plays a patch by its timeline; gives what Pd printed. */
export function play(
  folder: string,
  patch: Patch,
  ticks: Timeline['ticks'],
  more?: PdOptions,
): PdRun {
  addConductor(patch);
  writeFileSync(path.join(folder, 'qlist.txt'), qlistText(ticks));
  writeFileSync(path.join(folder, 'patch.pd'), patch.text());
  return runPd(folder, 'patch.pd', more);
}
