/** Whatever a board says is wrong, `npm run device -- info` says in a sentence of its own. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { FAULT } from '../../build/ts/contract.ts';
import { faultsIn } from '../../scripts/device/command.ts';

test('every fault has one sentence, and no fault has none', () => {
  const sentences = Object.values(FAULT).map((flag) => faultsIn(flag));
  for (const said of sentences) assert.is(said.length, 1);
  assert.is(new Set(sentences.flat()).size, Object.keys(FAULT).length);
  assert.equal(faultsIn(0), []);
});

test('a codec that does not answer and a restart by the watchdog are both told', () => {
  assert.equal(faultsIn(FAULT.codec | FAULT.restarted), [
    'the codec does not answer; check SDA, SCL, MCLK and power',
    'the watchdog restarted the board',
  ]);
});

test.run();
