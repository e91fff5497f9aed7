/**
 * `npm run fuzz [-- TARGET] [--seconds N] [--seed S] [--input FILE]`: random inputs for every parser. Without a target
 * all share the time. An input that breaks a promise is kept in out/fuzz, with the command that repeats it.
 */
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { runCommand, UsageError } from '../../scripts/command-line.ts';
import { TARGET_NAMES } from './targets.ts';

const OUT = 'out/fuzz';
const SECONDS = 60;
/** An input that has not ended after this never will. */
const HANG_MS = 60_000;
/** A target that never gets to its first input. */
const START_MS = 120_000;

const USAGE = `usage: npm run fuzz [-- TARGET] [--seconds N] [--seed S] [--input FILE]

  TARGET     ${TARGET_NAMES.join(', ')}; all by default
  --seconds  how long, for all targets together (${SECONDS})
  --seed     repeats the order of a run
  --input    runs one kept input of a target`;

const Report = v.object({
  inputs: v.number(),
  verdicts: v.number(),
  longestMs: v.number(),
  failure: v.optional(v.string()),
});

interface Job {
  readonly target: string;
  readonly seed: number;
  readonly seconds: number;
  readonly input?: string;
}

/** Fuzzes one target. @returns its line, and whether it held */
function run({ target, seed, seconds, input }: Job): Promise<{ line: string; ok: boolean }> {
  mkdirSync(OUT, { recursive: true });
  const current = path.join(OUT, `${target}.current`);
  const args = [target, String(seed), String(seconds), current, ...(input ? [input] : [])];
  const child = fork('test/fuzz/worker.ts', args, { execArgv: ['--import', 'tsx'] });
  let report: v.InferOutput<typeof Report> | undefined;
  let hangs = false;
  const started = Date.now();
  const watching = setInterval(() => {
    const { mtimeMs } = statSync(current, { throwIfNoEntry: false }) ?? { mtimeMs: started };
    const limit = mtimeMs <= started ? START_MS : HANG_MS;
    hangs = Date.now() - Math.max(mtimeMs, started) > limit;
    if (hangs) child.kill('SIGKILL');
  }, 1_000);
  child.on('message', (message) => {
    report = v.parse(Report, message);
  });
  return new Promise((resolve) => {
    child.once('close', (code, signal) => {
      clearInterval(watching);
      const ended = code === 0 ? undefined : `ended with ${signal ?? code}`;
      const failure = report?.failure ?? (hangs ? 'never ended' : ended);
      if (failure === undefined) {
        const { inputs = 1, verdicts = 1, longestMs = 0 } = report ?? {};
        const facts = `${inputs} inputs, ${verdicts} verdicts, longest ${longestMs.toFixed(1)} ms`;
        resolve({ ok: true, line: `ok   ${target}: ${facts}, seed ${seed}` });
        return;
      }
      const kept = input ?? keep(target, current);
      const again = `npm run fuzz -- ${target} --input ${kept}`;
      resolve({ ok: false, line: `FAIL ${target}: ${failure}\n     ${kept}\n     ${again}` });
    });
  });
}

function keep(target: string, current: string): string {
  const hash = createHash('sha256').update(readFileSync(current)).digest('hex').slice(0, 12);
  const kept = path.join(OUT, `${target}-${hash}`);
  copyFileSync(current, kept);
  return kept;
}

/** @param what the option's name; a number above 0 */
function numberFrom(text: string | undefined, otherwise: number, what: string): number {
  if (text === undefined) return otherwise;
  const number = Number(text);
  if (!(number > 0)) throw new UsageError(`--${what} must be a positive number, got "${text}"`);
  return number;
}

async function main(args: readonly string[]): Promise<0 | 1> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      seconds: { type: 'string' },
      seed: { type: 'string' },
      input: { type: 'string' },
    },
  });
  const known: readonly string[] = TARGET_NAMES;
  const unknown = positionals.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(`no target "${unknown}"; there are: ${known.join(', ')}`);
  }
  const { input } = values;
  if (input !== undefined && positionals.length !== 1) {
    throw new UsageError('--input needs the target it belongs to');
  }
  const seed = numberFrom(values.seed, 1 + (Date.now() % 1_000_000), 'seed');
  const queue = positionals.length > 0 ? [...positionals] : [...known];
  const lanes = Math.min(queue.length, availableParallelism());
  const seconds = (numberFrom(values.seconds, SECONDS, 'seconds') * lanes) / queue.length;
  let [passed, failed] = [0, 0];
  const lane = async () => {
    for (let target = queue.shift(); target !== undefined; target = queue.shift()) {
      const { line, ok } = await run({ target, seed, seconds, ...(input && { input }) });
      console.log(line);
      if (ok) passed += 1;
      else failed += 1;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

await runCommand(USAGE, main);
