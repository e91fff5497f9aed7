/** What every mode costs: on this machine, in wasm, on a Cortex-M33; and what a generation that measures costs. */

import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { TICK_FRAMES } from '../../build/ts/contract.ts';
import type { ResolvedMode } from '../../dsl/resolved-mode.ts';
import { type Bench, figure, median, ratio, type Table } from '../../scripts/bench/bench.ts';
import { makeInstrument } from '../../scripts/instrument/make-instrument.ts';
import { openWorkshop, type Workshop } from '../../scripts/instrument/modes.ts';
import { Native } from '../support/native.ts';
import { Device, missingTools } from '../support/qemu.ts';

/** Instructions a sample: 60 % of what 150 MHz gives at 48 kHz, one a cycle. */
const LIMIT = 1875;
const SAMPLE_RATE_HZ = 48000;

const sources = ['dsp', 'engines', 'instrument', 'abi'].flatMap((folder) =>
  readdirSync(`firmware/${folder}`)
    .filter((name) => name.endsWith('.cc'))
    .map((name) => `firmware/${folder}/${name}`),
);

/** Lines `mode ordinal numbers…` by mode. */
function byMode(output: string): Map<string, number[][]> {
  const found = new Map<string, number[][]>();
  for (const line of output.trim().split('\n')) {
    const [mode = '', , ...numbers] = line.trim().split(/\s+/);
    found.set(mode, [...(found.get(mode) ?? []), numbers.map(Number)]);
  }
  return found;
}

const column = (rows: readonly number[][], index: number): number[] =>
  rows.map((row) => row[index] ?? Number.NaN);

/** Nanoseconds a sample in wasm: the same performance, by the wrapper a worklet uses. */
function inWasm({ abi }: Workshop, mode: ResolvedMode, ticks: number): number {
  const costs = mode.voiceSpaces.map((_, ordinal) => {
    const instrument = makeInstrument(abi, mode);
    instrument.setVoiceSpace(ordinal);
    const left = Float32Array.from({ length: TICK_FRAMES }, (_, i) => ((i * 37) % 64) / 640 - 0.05);
    const right = new Float32Array(TICK_FRAMES);
    let spent = 0;
    for (let tick = 0; tick < ticks; tick += 1) {
      for (const [index, { family }] of mode.channels.entries()) {
        if (['midi', 'audio', 'wander'].includes(family)) continue;
        instrument.setInput(index, (tick * (3 + 2 * index) * 44) % 32768);
      }
      if (tick % 225 === 0) instrument.noteOn(48 + (((tick / 225) * 7) % 24), 30000);
      const start = performance.now();
      instrument.process(left, left, left, right);
      spent += performance.now() - start;
      while (instrument.nextEvent());
    }
    instrument.destroy();
    return (spent * 1e6) / (ticks * TICK_FRAMES);
  });
  return median(costs);
}

async function onHost(workshop: Workshop, quick: boolean): Promise<Table> {
  const ticks = quick ? 200 : 1500;
  const rounds = quick ? 1 : 5;
  const native = await Native.compile({
    sources: ['test/bench/engines/host.cc', ...sources],
    flags: ['-O3'],
  });
  try {
    const host = new Map<string, number[]>();
    const wasm = new Map<string, number[]>();
    for (let round = 0; round < rounds; round += 1) {
      const { stdout } = await native.run(String(ticks));
      for (const [mode, rows] of byMode(stdout)) {
        host.set(mode, [...(host.get(mode) ?? []), median(column(rows, 0))]);
      }
      for (const mode of workshop.modes) {
        const cost = inWasm(workshop, mode, ticks);
        wasm.set(mode.modeId, [...(wasm.get(mode.modeId) ?? []), cost]);
      }
    }
    const realTime = (ns: number): string => `${Math.round(1e9 / (ns * SAMPLE_RATE_HZ))}×`;
    return {
      columns: [
        'mode',
        'native, ns per sample',
        'wasm, ns per sample',
        'wasm to native',
        'wasm, times real time',
      ],
      rows: workshop.modes.map(({ modeId }) => {
        const [a, b] = [median(host.get(modeId) ?? []), median(wasm.get(modeId) ?? [])];
        return [modeId, figure(a), figure(b), ratio(b, a), realTime(b)];
      }),
      notes: [
        'Native is g++ -O3 for any x86-64. Wasm is the committed artefact in V8, Chromium’s engine, called through the wrapper a worklet uses, including copies in and out.',
      ],
    };
  } finally {
    native.remove();
  }
}

async function onDevice(): Promise<Table> {
  const missing = missingTools();
  if (missing !== undefined) throw new Error(missing);
  const device = await Device.compile({
    sources: ['test/bench/engines/device.cc', 'firmware/device/device.cc', ...sources],
  });
  try {
    const { code, output } = await device.run(900);
    if (code !== 0) throw new Error(output.slice(-500));
    return {
      columns: [
        'mode',
        'instructions per sample, mean',
        `of ${LIMIT.toLocaleString('en-US')}`,
        'in the worst tick',
        'RAM, bytes',
      ],
      rows: [...byMode(output)].map(([mode, rows]) => {
        const mean = Math.max(...column(rows, 0)) / TICK_FRAMES;
        const worst = Math.max(...column(rows, 1)) / TICK_FRAMES;
        const share = `${((100 * mean) / LIMIT).toFixed(0)} %`;
        return [mode, figure(mean), share, figure(worst), figure(column(rows, 2)[0] ?? 0)];
      }),
      notes: [
        'Exact counts in the emulator, -O3, with kernels compiled for each shape as on a board, every input moving, in the most expensive voice space, over 900 ticks of 64 samples, with keys held where a mode plays notes. RAM is the whole instrument with room for 4 examples.',
        'The limit is 60 % of 150 MHz at 48 kHz, at one instruction per cycle. Divisions and square roots count as one instruction and take more cycles on the processor.',
      ],
    };
  } finally {
    device.remove();
  }
}

function generation(quick: boolean): Table {
  const runs = Array.from({ length: quick ? 1 : 5 }, () => {
    const child = ['--import', 'tsx/esm', 'test/bench/engines/gen-cpu.ts'];
    const said: unknown = JSON.parse(execFileSync(process.execPath, child, { encoding: 'utf8' }));
    if (typeof said !== 'object' || said === null || !('ms' in said)) throw new Error('no figure');
    return Number(said.ms);
  });
  return {
    columns: ['generation with up-to-date wasm, drift measured', 'CPU, ms', 'of 1,000'],
    rows: [['all modes', figure(median(runs)), `${((100 * median(runs)) / 1000).toFixed(0)} %`]],
  };
}

export const bench: Bench = {
  title: 'Engines and run time',
  about:
    'Every mode through the complete run time: channels, network, control rate, engine, 64 samples per tick at 48 kHz.',
  rivals: false,
  run: async (quick) => {
    const workshop = await openWorkshop();
    return [await onDevice(), await onHost(workshop, quick), generation(quick)];
  },
};
