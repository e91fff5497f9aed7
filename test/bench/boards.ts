/** What real boards need, by a model of their processor: cycles of a tick, stacks, and the memory of each image. */
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { MODES } from '../../build/ts/registry.ts';
import { type Bench, figure, type Table } from '../../scripts/bench/bench.ts';
import { type Playing, TICK_CYCLES, tickCosts } from '../support/cycles/ticks.ts';
import { missingTools } from '../support/qemu.ts';
import { stackDepths, stackSizes } from '../support/stacks.ts';

const PLAYINGS: readonly Playing[] = ['play', 'change', 'first'];

async function ticks(): Promise<Table> {
  const costs = await tickCosts();
  const depths = await stackDepths();
  const sizes = stackSizes();
  const rows = MODES.map(({ modeId }) => {
    const of = costs.filter(({ mode }) => mode === modeId);
    const worst = PLAYINGS.map((wanted) =>
      Math.max(0, ...of.filter(({ playing }) => playing === wanted).map((cost) => cost.worst)),
    );
    const depth = (wanted: string) =>
      depths.find(({ mode, side }) => mode === modeId && side === wanted)?.bytes ?? Number.NaN;
    return [
      modeId,
      ...worst.map((cycles) => (cycles === 0 ? '' : figure(cycles))),
      `${((100 * Math.max(...worst)) / TICK_CYCLES).toFixed(0)} %`,
      figure(depth('audio')),
      figure(depth('control')),
    ];
  });
  return {
    columns: [
      'mode',
      'cycles of the worst tick, playing',
      'changing voice space',
      'first tick',
      `worst of ${figure(TICK_CYCLES)}`,
      `stack of the audio core, of ${figure(sizes.audio)} bytes`,
      `stack of the control core, of ${figure(sizes.control)} bytes`,
    ],
    rows,
    notes: [
      'An estimate: no board was measured. Every instruction that the emulated Cortex-M33 runs in the audio interrupt costs what the RP2350 datasheet (3.7.4.9) measured of its kind; test/support/cycles/model.ts has the rules. A tick is 64 samples at 48 kHz and 150 MHz; every voice space is played, with every input moving and keys held.',
      'Stacks are painted, and used by requests, training and selections; an interrupt is added.',
    ],
  };
}

/** The RAM that code, constants and data share; two scratch memories hold the control core's stack and audio buffers. */
const RAM = { first: 0x2000_0000, bytes: 524_288 } as const;

/** Sections of an image as `size -A` prints them. */
function ramBytes(elf: string): number {
  const said = execFileSync('arm-none-eabi-size', ['-A', elf], { encoding: 'utf8' });
  return [...said.matchAll(/^\.\S+\s+(\d+)\s+(\d+)$/gm)]
    .map(([, size, address]) => ({ size: Number(size), at: Number(address) - RAM.first }))
    .filter(({ at }) => at >= 0 && at < RAM.bytes)
    .reduce((most, { size, at }) => Math.max(most, at + size), 0);
}

function images(): Table[] {
  const { PICO_SDK_PATH } = process.env;
  if (PICO_SDK_PATH === undefined) return [];
  const rows = ['pico2', 'memlnaut'].map((board) => {
    execFileSync('cmake', ['-S', 'firmware', '--preset', board], { stdio: 'ignore' });
    execFileSync('cmake', ['--build', `out/${board}`], { stdio: 'ignore' });
    const image = `out/${board}/board/rp2350/device`;
    const ram = ramBytes(`${image}.elf`);
    return [board, figure(statSync(`${image}.bin`).size), figure(ram), figure(RAM.bytes - ram)];
  });
  return [
    {
      columns: ['image of its modes', 'flash, bytes', `RAM of ${figure(RAM.bytes)} bytes`, 'free'],
      rows,
      notes: ['Code runs from RAM, so RAM holds it too. Measured where PICO_SDK_PATH is set.'],
    },
  ];
}

async function tables(): Promise<Table[]> {
  const missing = missingTools();
  if (missing !== undefined) throw new Error(missing);
  return [await ticks(), ...images()];
}

export const bench: Bench = {
  title: 'Boards',
  about:
    'Cycles of the audio thread by a model of the RP2350, the stacks of both cores, and the memory of each board.',
  rivals: false,
  run: () => tables(),
};
