/**
 * Hundreds of kills of the server at random moments, in lanes of their own side by side: many people, short lives. In one
 * lane strangers attack the server all the while.
 * `ENSEMBLE_CRASHES` says how many (default 300), `SEED` repeats the plan of a run.
 */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bundled } from '../support/bundled.ts';
import { crash } from '../support/crash.ts';

const CRASHES = Number(process.env['ENSEMBLE_CRASHES'] ?? 300);
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const LANES = 3;

test(`${CRASHES} kills, a third of them under attack, end no server by itself and lose nothing anyone saw or was told is saved; seed ${SEED}`, async () => {
  await bundled();
  const started = performance.now();
  const crashes = Math.ceil(CRASHES / LANES);
  const lanes = Array.from({ length: LANES }, (_, lane) =>
    crash({
      crashes,
      seed: SEED + lane,
      people: 6,
      lifeMs: 300,
      everyMs: 5,
      attacked: lane === 0,
    }),
  );
  const owed = (await Promise.all(lanes)).reduce((sum, one) => sum + one, 0);
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${crashes * LANES} kills in ${seconds} s, ${owed} edits owed, none lost`);
  assert.ok(owed > CRASHES * 5, `only ${owed} owed`);
});

test.run();
