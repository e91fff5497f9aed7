/** How fast a page answers a gesture and learns, beside libraries that learn in pages. */

import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { UNIT_ONE } from '../../../build/ts/contract.ts';
import { MODES } from '../../../build/ts/registry.ts';
import { figure, median, ratio, type Table } from '../../../scripts/bench/bench.ts';
import { Abi } from '../../../src/shared/instrument/abi.ts';
import { instanceBytes, writeSpec } from '../../../src/shared/instrument/instrument-spec.ts';
import { modeSpec } from '../../../src/shared/instrument/mode-spec.ts';
import { WasmInstrument } from '../../../src/shared/instrument/wasm-instrument.ts';
import { isManual } from '../../../src/web/sound-mode/model.ts';

const SLICE_BUDGET = 256; // as the page trains
const BATCH = 2_000;

const wasm = new WebAssembly.Module(readFileSync('build/wasm/ensemble.wasm'));

/** Nanoseconds a call: the median of batches. */
function nanoseconds(batches: number, call: (turn: number) => void): number {
  const found = Array.from({ length: batches + 2 }, () => {
    const start = performance.now();
    for (let turn = 0; turn < BATCH; turn += 1) call(turn);
    return ((performance.now() - start) * 1e6) / BATCH;
  });
  // The first batches are slow: the code is still being compiled.
  return median(found.slice(2));
}

export function control(quick: boolean): Table {
  const batches = quick ? 5 : 101;
  const rows = MODES.map((mode) => {
    const instance = new WebAssembly.Instance(wasm);
    const abi = new Abi(instance);
    const spec = modeSpec(mode);
    const size = instanceBytes(abi, spec);
    const handle = abi.allocate(size);
    const units = abi.allocate(2 * (mode.channels.length + mode.params.length));
    abi.run('ens_create', writeSpec(abi, spec), handle, size, units);
    const tick = instance.exports['ens_control_tick'];
    if (!(tick instanceof Function)) throw new Error('the wasm has no ens_control_tick');
    const hand = mode.channels.flatMap((name, index) => (isManual(name) ? [index] : []));
    const outputs = units + 2 * mode.channels.length;
    const { ens_map, ens_set_input } = abi.call;
    const inference = nanoseconds(batches, (turn) => {
      abi.data.setUint16(units, (turn * 77) % UNIT_ONE, true);
      ens_map(handle, units, outputs);
    });
    const whole = nanoseconds(batches, (turn) => {
      for (const index of hand) ens_set_input(handle, index, (turn * (77 + index)) % UNIT_ONE);
      tick(handle);
    });
    return [mode.modeId, mode.layers.join('-'), figure(inference), figure(whole)];
  });
  return {
    columns: ['in wasm', 'layers', 'inference, ns', 'gesture to params, ns'],
    rows,
    notes: [
      'Calls into the wasm from JavaScript, in V8. Gesture to params: every hand-controlled channel is set, then a control tick runs: channels, network, parameters passed to the engine. There are 750 ticks per second.',
    ],
  };
}

interface Example {
  readonly input: readonly number[];
  readonly output: readonly number[];
}

function examples(count: number, inputs: number, outputs: number): Example[] {
  let state = 1;
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.round((state / 2 ** 32) * UNIT_ONE) / UNIT_ONE;
  };
  const some = (length: number): number[] => Array.from({ length }, random);
  return Array.from({ length: count }, () => ({ input: some(inputs), output: some(outputs) }));
}

/** Passes a second of the instrument as a page trains it: in slices, through the wrapper. */
function ours(taught: readonly Example[], seconds: number): number {
  const mode = MODES.find(({ modeId }) => modeId === 'paf_synth');
  if (mode === undefined) throw new Error('paf_synth is gone');
  const instrument = new WasmInstrument(new Abi(new WebAssembly.Instance(wasm)), modeSpec(mode));
  const units = (values: readonly number[]) => values.map((value) => Math.round(value * UNIT_ONE));
  for (const { input, output } of taught) instrument.addExample(units(input), units(output));
  const start = performance.now();
  let passes = 0;
  while (performance.now() - start < seconds * 1000) {
    instrument.trainBegin({ learning_rate: 1, max_iterations: 100_000, min_error: 0 });
    let running = true;
    while (running && performance.now() - start < seconds * 1000) {
      instrument.trainStep(SLICE_BUDGET);
      running = instrument.trainProgress().state === 'running';
    }
    passes += instrument.trainProgress().iterations;
    if (running) instrument.trainCancel();
  }
  return (passes * 1000) / (performance.now() - start);
}

const AnswerSchema = v.union([
  v.object({ rivals: v.array(v.string()) }),
  v.object({ perSecond: v.number() }),
  v.object({ error: v.string() }),
]);

function answer(child: ChildProcess): Promise<v.InferOutput<typeof AnswerSchema>> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('the rivals ended'));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      resolve(v.parse(AnswerSchema, message));
    });
  });
}

export async function training(quick: boolean): Promise<Table[]> {
  const rivals = fileURLToPath(new URL('rivals.mjs', import.meta.url));
  // TensorFlow.js praises its native backend on standard error.
  const child = fork(rivals, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [] });
  try {
    const ready = await answer(child);
    const names = 'rivals' in ready ? ready.rivals : [];
    const [rounds, seconds] = quick ? [1, 0.1] : [5, 0.7];
    const tables: Table[] = [];
    for (const count of [2, 10, 30]) {
      const taught = examples(count, 4, 33);
      const found = new Map<string, number[]>();
      const note = (name: string, perSecond: number) =>
        found.set(name, [...(found.get(name) ?? []), perSecond]);
      for (let round = 0; round < rounds; round += 1) {
        note('ours', ours(taught, seconds));
        for (const name of names) {
          child.send({ name, seconds, examples: taught });
          const got = await answer(child);
          if (!('perSecond' in got)) throw new Error(`${name}: ${JSON.stringify(got)}`);
          note(name, got.perSecond);
        }
      }
      const baseline = median(found.get('ours') ?? []);
      tables.push({
        columns: [
          `4-10-10-14-33, ${count} examples`,
          'training passes per second',
          'ours relative to it',
        ],
        rows: [...found].map(([name, all]) => [
          name,
          figure(median(all)),
          ratio(baseline, median(all)),
        ]),
      });
    }
    return tables;
  } finally {
    child.kill();
  }
}
