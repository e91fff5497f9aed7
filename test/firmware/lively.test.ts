/**
 * An instrument nobody has taught moves enough to be heard in every mode, from every seed, and what is
 * taught does not know of it.
 */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { UNIT_ONE } from '../../build/ts/contract.ts';
import type { Mode } from '../../build/ts/mode.ts';
import { MODES } from '../../build/ts/registry.ts';
import { openWorkshop } from '../../scripts/instrument/modes.ts';
import { take } from '../../scripts/loudness/performance.ts';
import { modeSpec } from '../../src/shared/instrument/mode-spec.ts';
import { WasmInstrument } from '../../src/shared/instrument/wasm-instrument.ts';
import { cornersOf, type Movement, movementOf, untaughtMovement } from '../support/movement.ts';

const LEAST_DEVIATION = 0.1;
const LEAST_RANGE = 0.35;
/** As a random sound may be. */
const LOUDEST_LUFS = -14;
const SEEDS = Array.from({ length: 100 }, (_, at) => (at * 2_654_435_761) % 2 ** 32);

const { abi, modes } = await openWorkshop();

function moves({ deviation, range }: Movement, what: string): void {
  assert.ok(deviation >= LEAST_DEVIATION, `${what}: standard deviation ${deviation}`);
  assert.ok(range >= LEAST_RANGE, `${what}: range ${range}`);
}

function withInstrument(mode: Mode, run: (instrument: WasmInstrument) => void): void {
  const instrument = new WasmInstrument(abi, modeSpec(mode));
  try {
    run(instrument);
  } finally {
    instrument.destroy();
  }
}

function settle(instrument: WasmInstrument): void {
  while (instrument.trainProgress().state === 'running') instrument.trainStep(256);
}

const answers = (instrument: WasmInstrument, mode: Mode): number[][] =>
  cornersOf(mode.channels.length).map((corner) => [...instrument.map(corner)]);

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

for (const mode of MODES) {
  test(`${mode.modeId} moves enough from every seed`, () => {
    for (const seed of SEEDS) moves(untaughtMovement(abi, mode, seed), `seed ${seed}`);
  });

  test(`${mode.modeId} moves enough at every default_spread, most where it is wild`, () => {
    const [wild = 0, half = 0, calm = 0] = [0, 0.5, 1].map((spread) =>
      mean(
        SEEDS.slice(0, 20).map((seed) => {
          const movement = untaughtMovement(abi, mode, seed, spread);
          moves(movement, `spread ${spread}, seed ${seed}`);
          return movement.deviation;
        }),
      ),
    );
    assert.ok(wild > half && wild > calm, `${wild} > ${half}, ${calm}`);
  });

  test(`${mode.modeId} moves enough after Surprise me, and again when all is forgotten`, () => {
    withInstrument(mode, (instrument) => {
      const first = answers(instrument, mode);
      const place = mode.channels.map(() => UNIT_ONE / 2);
      instrument.addExample(
        place,
        mode.params.map(() => 9000),
      );
      settle(instrument);
      assert.ok(
        instrument.map(place).every((unit) => Math.abs(unit - 9000) <= 8),
        'the taught sound',
      );
      instrument.clearExamples();
      settle(instrument);
      assert.equal(answers(instrument, mode), first, 'forgotten');
      for (let press = 1; press <= 20; press += 1) {
        instrument.redraw();
        moves(movementOf(instrument, mode), `draw ${press}`);
      }
    });
  });
}

for (const mode of modes.filter(({ engineId }) => engineId !== 'sound_analysis')) {
  test(`${mode.modeId}, untaught, is safe to hear in every corner`, () => {
    for (const [voiceSpace, { name }] of mode.voiceSpaces.entries()) {
      for (const inputs of cornersOf(mode.channels.length)) {
        const { integrated, peak } = take(abi, { mode, voiceSpace, seconds: 3, inputs });
        const isSafe = integrated <= LOUDEST_LUFS && peak <= 10 ** (-1 / 20);
        assert.ok(isSafe, `${name}, ${inputs}: ${integrated}, ${peak}`);
      }
    }
  });
}

test.run();
