/** A dozen kills of the server at random moments; test/load has hundreds. `SEED` repeats the plan of a run. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bundled } from '../support/bundled.ts';
import { crash } from '../support/crash.ts';

const CRASHES = 12;
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);

test(`${CRASHES} kills at random moments lose nothing that anyone saw or was told is saved; seed ${SEED}`, async () => {
  await bundled();
  const owed = await crash({ crashes: CRASHES, seed: SEED, people: 4, lifeMs: 600, everyMs: 1 });
  assert.ok(owed > CRASHES * 5, `only ${owed} owed`);
});

test.run();
