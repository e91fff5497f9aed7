/** The stacks of both cores on the emulated Cortex-M33: painted, used by everything a board does, and measured. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MODES } from '../../build/ts/registry.ts';
import { stackDepths, stackSizes } from '../support/stacks.ts';

/** Of each stack, what must stay free. */
const HEADROOM = 0.25;

test('a quarter of both stacks stays free, whatever a mode does', async () => {
  const sizes = stackSizes();
  const depths = await stackDepths();
  assert.is(depths.length, 2 * MODES.length);
  for (const { side, mode, bytes } of depths) console.log(`${side} ${mode} ${bytes}`);
  for (const { side, mode, bytes } of depths) {
    const limit = sizes[side] * (1 - HEADROOM);
    assert.ok(bytes > 200 && bytes <= limit, `${side} ${mode}: ${bytes} bytes`);
  }
});

test.run();
