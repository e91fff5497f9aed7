/** How far the network of each mode moves its outputs before anything is taught. */
import { readFileSync } from 'node:fs';
import { UNIT_ONE } from '../../../build/ts/contract.ts';
import type { Mode } from '../../../build/ts/mode.ts';
import { MODES } from '../../../build/ts/registry.ts';
import { figure, median, type Table } from '../../../scripts/bench/bench.ts';
import { Abi } from '../../../src/shared/instrument/abi.ts';
import { modeSpec } from '../../../src/shared/instrument/mode-spec.ts';
import { WasmInstrument } from '../../../src/shared/instrument/wasm-instrument.ts';

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Standard deviation and range of the outputs over all corners of the inputs, as means over the outputs. */
function movement(abi: Abi, mode: Mode, seed: number): { deviation: number; range: number } {
  const instrument = new WasmInstrument(abi, { ...modeSpec(mode), seed });
  const corners = Array.from({ length: 2 ** mode.channels.length }, (_, corner) =>
    instrument.map(mode.channels.map((_channel, at) => ((corner >> at) & 1) * UNIT_ONE)),
  );
  instrument.destroy();
  const outputs = mode.params.map((_, at) => corners.map((corner) => (corner[at] ?? 0) / UNIT_ONE));
  return {
    deviation: mean(
      outputs.map((values) => {
        const middle = mean(values);
        return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
      }),
    ),
    range: mean(outputs.map((values) => Math.max(...values) - Math.min(...values))),
  };
}

/** A row for each mode, over seeds 1 to `seeds`. */
export function untaught(seeds: number): Table {
  const module = new WebAssembly.Module(readFileSync('build/wasm/ensemble.wasm'));
  const abi = new Abi(new WebAssembly.Instance(module));
  return {
    columns: [
      'untaught network of',
      'layers',
      'default_spread',
      'standard deviation, median',
      'least',
      'range, median',
      'least',
    ],
    rows: MODES.map((mode) => {
      const found = Array.from({ length: seeds }, (_, at) => movement(abi, mode, at + 1));
      const deviations = found.map(({ deviation }) => deviation);
      const ranges = found.map(({ range }) => range);
      return [
        mode.modeId,
        mode.layers.join('-'),
        String(mode.defaultSpread),
        ...[deviations, ranges].flatMap((values) => [
          figure(median(values)),
          figure(Math.min(...values)),
        ]),
      ];
    }),
    notes: [
      `Seeds 1 to ${seeds}. Of each output over all corners of the inputs, in parts of its range; means over the outputs. Wanted: 0.10 and 0.35 in every mode.`,
    ],
  };
}
