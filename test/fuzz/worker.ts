/**
 * Fuzzes one target in a process of its own: `worker.ts TARGET SEED SECONDS FILE [INPUT]`. Each input is in `FILE` while
 * it runs, so that it is known also where it ends the process or never ends. Sends the outcome to its parent.
 */
import { ftruncateSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { fuzz, runOne } from './fuzzer.ts';
import { CORPUS, isTargetName, TARGETS } from './targets.ts';

setFlagsFromString('--expose-gc');
const collector: unknown = runInNewContext('gc');

function collect(): void {
  if (typeof collector === 'function') collector();
}

const [, , name = '', seed = '', seconds = '', file = '', only] = process.argv;
if (!isTargetName(name)) throw new RangeError(`there is no target ${name}`);
const current = openSync(file, 'w');

function starting(input: Uint8Array): void {
  ftruncateSync(current, 0);
  writeSync(current, input, 0, input.length, 0);
}

function corpusOf(target: string): Uint8Array[] {
  const folder = path.join(CORPUS, target);
  return readdirSync(folder)
    .sort()
    .map((each) => new Uint8Array(readFileSync(path.join(folder, each))));
}

// What is thrown where nobody waits for it is a finding as well.
let stray: unknown;
process.on('unhandledRejection', (reason) => {
  stray ??= reason;
});
const opened = await TARGETS[name]();
const target = {
  ...opened,
  mutate: opened.mutate.bind(opened),
  run: async (input: Uint8Array) => {
    const verdict = await opened.run(input);
    if (stray !== undefined) throw stray;
    return verdict;
  },
};
if (only === undefined) {
  const plan = { seed: Number(seed), seconds: Number(seconds), corpus: corpusOf(name) };
  const outcome = await fuzz(target, { ...plan, starting, collect });
  process.send?.({ ...outcome, ...(outcome.failure && { failure: outcome.failure.message }) });
  if (outcome.failure) starting(outcome.failure.input);
} else {
  const { verdict, ms } = await runOne(target, new Uint8Array(readFileSync(only)));
  console.log(`${verdict} after ${ms.toFixed(1)} ms`);
}
await opened.close?.();
process.exit();
