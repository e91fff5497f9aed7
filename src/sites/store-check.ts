/**
 * Checks a store, in a child process because damage may crash it: before it is opened, or while it is in use. If its
 * structure is damaged before it is opened, everything intact is copied into a new one and the damaged one is kept next
 * to it.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { isAsClosed } from './closed-store.ts';
import { lowerPriority } from './priority.ts';
import { nodeArguments } from './spawn.ts';
import type { ProbeOptions } from './store-probe.ts';

/** Each probe finds one more thing that cannot be read. */
const MAX_PROBES = 200;
const MIN_TIMEOUT_MS = 600_000;
/** So slow a disk is taken for one that does not answer. */
const MIN_BYTES_PER_MS = 5_000;
const FILES = ['data.mdb', 'lock.mdb'];

export interface CheckReport {
  /** Damaged sites and what is wrong with them; all others are intact. */
  readonly damaged: ReadonlyMap<string, string>;
  /** Where the damaged store was moved, if it had to be replaced. */
  readonly keptAs?: string;
}

interface Probe {
  readonly done: boolean;
  /** What it was reading when it crashed. */
  readonly last: string;
  readonly bad: readonly (readonly [step: string, why: string])[];
}

const argumentsOf = (directory: string, options: ProbeOptions): string[] => [
  ...nodeArguments('store-probe'),
  directory,
  JSON.stringify(options),
];

function probe(directory: string, options: ProbeOptions): Probe {
  const { stdout } = spawnSync(process.execPath, argumentsOf(directory, options), {
    encoding: 'utf8',
    timeout: MIN_TIMEOUT_MS + Math.round(sizeOf(directory) / MIN_BYTES_PER_MS),
    maxBuffer: 1 << 30,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return probeOf(stdout);
}

const sizeOf = (directory: string): number =>
  statSync(path.join(directory, 'data.mdb'), { throwIfNoEntry: false })?.size ?? 0;

/** What a probe has said. */
function probeOf(stdout: string): Probe {
  const lines = stdout.split('\n').map((line) => line.split('\t'));
  const bad = lines.flatMap(([word, step = '', why = '']) =>
    word === 'bad' ? [[step, why] as const] : [],
  );
  const last = lines.findLast(([word]) => word === 'step')?.[1] ?? 'start';
  return { done: lines.some(([word]) => word === 'done'), last, bad };
}

/** Probes until nothing crashes the probe any more, skipping what did. */
function probeAround(directory: string, salvage: string | undefined): Probe & { skip: string[] } {
  const skip: string[] = [];
  for (;;) {
    if (salvage !== undefined) rmSync(salvage, { recursive: true, force: true });
    const result = probe(directory, { skip, ...(salvage !== undefined && { salvage }) });
    if (result.done) return { ...result, skip };
    if (result.last === 'open' || result.last === 'start' || skip.length >= MAX_PROBES) {
      throw new Error(
        `The store in ${directory} is damaged and cannot be read (${result.last}). Restore data.mdb from a backup.`,
      );
    }
    skip.push(result.last);
  }
}

const siteOf = (step: string): string | undefined => /^site (.*)$/.exec(step)?.[1];

const damageIn = ({ bad }: Probe): Map<string, string> =>
  new Map(bad.map(([step, why]) => [siteOf(step) ?? step, why]));

/**
 * Checks every value of the store in `directory` while it is in use, by a process to which all others come first.
 *
 * @returns damaged sites and what is wrong with them; `'broken'` if more is damaged than values, and the store has to be
 *   replaced; `'unknown'` if the process could not be started, or was ended
 */
export async function checkInUse(
  directory: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string> | 'broken' | 'unknown'> {
  const options = { sweep: true, skip: [] };
  const child = spawn(process.execPath, argumentsOf(directory, options), {
    stdio: ['ignore', 'pipe', 'ignore'],
    signal,
  });
  if (child.pid !== undefined) lowerPriority(child.pid);
  try {
    const [said] = await Promise.all([text(child.stdout), once(child, 'close')]);
    const found = probeOf(said);
    if (found.done) return damageIn(found);
    return child.signalCode === 'SIGKILL' ? 'unknown' : 'broken';
  } catch {
    return 'unknown';
  }
}

/**
 * Checks every value of the store in `directory`; if its structure is damaged, everything intact is copied to `salvage`.
 * Throws a sentence if nothing can be recovered. A folder without a store is fine.
 */
function examine(
  directory: string,
  salvage: string | undefined,
): { damaged: ReadonlyMap<string, string>; isWhole: boolean } {
  if (!existsSync(path.join(directory, 'data.mdb'))) return { damaged: new Map(), isWhole: true };
  const first = probe(directory, { sweep: true, skip: [] });
  const damaged = new Map<string, string>();
  const note = (one: Probe) => {
    for (const [site, why] of damageIn(one)) damaged.set(site, why);
  };
  note(first);
  if (first.done) return { damaged, isWhole: true };
  const around = probeAround(directory, salvage);
  note(around);
  for (const step of around.skip) damaged.set(siteOf(step) ?? step, 'its pages are damaged');
  return { damaged, isWhole: false };
}

/**
 * Checks every value of the store in `directory`. Throws a sentence if nothing can be recovered. A folder without a
 * store is fine.
 */
export function checkStore(directory: string, repair: boolean): CheckReport {
  const fresh = path.join(directory, 'salvaged');
  const { damaged, isWhole } = examine(directory, repair ? fresh : undefined);
  if (isWhole || !repair) return { damaged };
  const keptAs = path.join(directory, `damaged-${new Date().toISOString().replaceAll(':', '-')}`);
  mkdirSync(keptAs);
  for (const file of FILES) {
    if (existsSync(path.join(directory, file))) {
      renameSync(path.join(directory, file), path.join(keptAs, file));
    }
    if (existsSync(path.join(fresh, file))) {
      renameSync(path.join(fresh, file), path.join(directory, file));
    }
  }
  rmSync(fresh, { recursive: true, force: true });
  return { damaged, keptAs };
}

/** A store that can be read without a crash. */
export interface ReadableStore {
  /** The folder itself, or a temporary copy of everything intact in it. */
  readonly directory: string;
  readonly damaged: ReadonlyMap<string, string>;
}

/**
 * Runs `read` on the store in `directory`, which is not changed; on a copy of everything intact if its structure is
 * damaged. Throws a sentence if nothing can be recovered.
 */
export async function readChecked<Result>(
  directory: string,
  read: (store: ReadableStore) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ensemble-salvaged-'));
  try {
    const salvage = path.join(folder, 'store');
    const { damaged, isWhole } = examine(directory, salvage);
    return await read({ directory: isWhole ? directory : salvage, damaged });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @throws Error if the structure of the store in `directory` is damaged: whatever opens it may crash */
export function requireWhole(directory: string): void {
  const isStore = existsSync(path.join(directory, 'data.mdb'));
  if (!isStore || isAsClosed(directory) || probe(directory, { sweep: true, skip: [] }).done) return;
  throw new Error(
    `The store in ${directory} is damaged. Start the server once: it copies everything intact to a new store and keeps the damaged one beside it.`,
  );
}
