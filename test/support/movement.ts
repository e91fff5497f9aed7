/** How far the network of a mode moves its outputs before anything is taught. */
import { UNIT_ONE } from '../../build/ts/contract.ts';
import type { Mode } from '../../build/ts/mode.ts';
import type { Abi } from '../../src/shared/instrument/abi.ts';
import { modeSpec } from '../../src/shared/instrument/mode-spec.ts';
import { WasmInstrument } from '../../src/shared/instrument/wasm-instrument.ts';

export interface Movement {
  readonly deviation: number;
  readonly range: number;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** All places where every input is at one of its ends. */
export function cornersOf(channels: number): number[][] {
  return Array.from({ length: 2 ** channels }, (_, corner) =>
    Array.from({ length: channels }, (_channel, at) => ((corner >> at) & 1) * UNIT_ONE),
  );
}

/** Standard deviation and range of the outputs over all corners of the inputs, as means over the outputs. */
export function movementOf(instrument: WasmInstrument, mode: Mode): Movement {
  const answers = cornersOf(mode.channels.length).map((corner) => instrument.map(corner));
  const outputs = mode.params.map((_, at) => answers.map((answer) => (answer[at] ?? 0) / UNIT_ONE));
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

/** Of an instrument nobody has taught, made from a seed. */
export function untaughtMovement(
  abi: Abi,
  mode: Mode,
  seed: number,
  spread = mode.defaultSpread,
): Movement {
  const instrument = new WasmInstrument(abi, { ...modeSpec(mode), default_spread: spread, seed });
  try {
    return movementOf(instrument, mode);
  } finally {
    instrument.destroy();
  }
}
