/** How far the network of each mode moves its outputs before anything is taught. */
import { readFileSync } from 'node:fs';
import { MODES } from '../../../build/ts/registry.ts';
import { figure, median, type Table } from '../../../scripts/bench/bench.ts';
import { Abi } from '../../../src/shared/instrument/abi.ts';
import { untaughtMovement } from '../../support/movement.ts';

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
      const found = Array.from({ length: seeds }, (_, at) => untaughtMovement(abi, mode, at + 1));
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
      `Seeds 1 to ${seeds}. Of each output over all corners of the inputs, in parts of its range; means over the outputs. Promised: 0.10 and 0.35 of every seed in every mode.`,
    ],
  };
}
