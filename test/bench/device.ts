/** The firmware on a Cortex-M33: flash and RAM of every mode, and what its ticks cost. */
import { MODES } from '../../build/ts/registry.ts';
import { type Bench, figure, type Table } from '../../scripts/bench/bench.ts';
import { FIRMWARE_SOURCES, imageFlags } from '../support/emulator.ts';
import { Device, missingTools } from '../support/qemu.ts';

const MAIN = 'firmware/board/mps2/main.cc';
const TICK_FRAMES = 64;

interface Footprint {
  /** Code, constants and initial values. */
  readonly flash: number;
  /** The mode's instrument: network with room for 64 examples, engine, analyser. */
  readonly ram: number;
}

/** Compiles the device of all modes or of one, and gives its flash and the memory of its instruments. */
async function footprint(mode?: (typeof MODES)[number]): Promise<Footprint> {
  const flags = mode === undefined ? [] : imageFlags([mode]);
  const device = await Device.compile({ sources: FIRMWARE_SOURCES, flags });
  try {
    const storage = device.symbols().find(({ name }) => name === '(anonymous namespace)::storage');
    if (storage === undefined) throw new Error('the firmware has no storage for its instruments');
    return { flash: device.flashBytes(), ram: storage.size };
  } finally {
    device.remove();
  }
}

interface Cost {
  readonly control: number;
  readonly controlWorst: number;
  readonly audio: number;
  readonly audioWorst: number;
}

async function costs(): Promise<Map<string, Cost>> {
  const sources = ['test/bench/device/main.cc', ...FIRMWARE_SOURCES.filter((at) => at !== MAIN)];
  const device = await Device.compile({ sources });
  try {
    const { code, output } = await device.run(900);
    if (code !== 0) throw new Error(`exit ${code}: ${output.slice(-500)}`);
    const lines = output.trim().split('\n');
    return new Map(
      lines.map((line) => {
        const [mode = '', ...words] = line.trim().split(/\s+/);
        const [control, controlWorst, audio, audioWorst] = words.map(Number);
        if (audioWorst === undefined) throw new Error(`not a line of figures: ${line}`);
        return [
          mode,
          {
            control: control ?? 0,
            controlWorst: controlWorst ?? 0,
            audio: audio ?? 0,
            audioWorst,
          },
        ];
      }),
    );
  } finally {
    device.remove();
  }
}

async function table(quick: boolean): Promise<Table> {
  const missing = missingTools();
  if (missing !== undefined) throw new Error(missing);
  const found = await costs();
  const all = await footprint();
  const rows: string[][] = [];
  for (const mode of quick ? MODES.slice(0, 1) : MODES) {
    const { flash, ram } = await footprint(mode);
    const cost = found.get(mode.modeId);
    if (cost === undefined) throw new Error(`no figures of ${mode.modeId}`);
    rows.push([
      mode.modeId,
      figure(flash),
      figure(ram),
      figure(cost.control),
      figure(cost.controlWorst),
      figure(cost.audio / TICK_FRAMES),
      figure(cost.audioWorst / TICK_FRAMES),
    ]);
  }
  rows.push(['all modes in one image', figure(all.flash), figure(all.ram), '', '', '', '']);
  return {
    columns: [
      'mode',
      'flash of an image with only this mode, bytes',
      'RAM of the instrument, bytes',
      'instructions per control tick',
      'worst',
      'instructions per audio sample',
      'worst tick',
    ],
    rows,
    notes: [
      'The whole firmware of board/mps2. Flash is code, constants and initial values, including the C library. RAM is the network with room for 64 examples, the engine and, where a mode listens and its engine does not, the analysis engine. One instrument exists at a time, in memory the size of the largest.',
      'Exact counts in the emulator, -O3, with kernels compiled for the shape of each mode, every input moving, over 900 ticks of 64 samples, in the most expensive voice space. On the RP2350 each thread has a core of its own: at 48 kHz and 150 MHz a tick is 200,000 cycles on each.',
    ],
  };
}

export const bench: Bench = {
  title: 'Firmware',
  about: 'What every mode needs on a board: flash, RAM, and instructions on its two threads.',
  rivals: false,
  run: async (quick) => [await table(quick)],
};
