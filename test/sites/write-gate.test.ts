/** A process ends, however it does, although its thread is in the middle of a transaction. */

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { WriteGate } from '../../src/sites/write-gate.ts';
import { withFolder } from '../support/folder.ts';
import { start } from '../support/program.ts';

const TIMES = 4;
const TIMEOUT_MS = 30_000;

for (const how of ['exit', 'throw']) {
  test(`a process that ends with ${how} while it writes does end`, async () => {
    for (let time = 0; time < TIMES; time++) {
      await withFolder(async (directory) => {
        const entry = ['--import', 'tsx', 'test/support/exit-while-writing.ts'];
        const { child, ended, output } = start([directory, how], {}, entry);
        const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
        assert.is(await ended, 1, output());
        clearTimeout(timer);
        assert.is(/a mistake/.test(output()), how === 'throw');
      });
    }
  });
}

test('nothing is begun any more once the process ends, and it does not wait forever', () => {
  const gate = new WriteGate();
  let done = 0;
  const work = () => {
    done += 1;
  };
  gate.pass(() => {
    work();
    assert.not(gate.end(1), 'it is still under way');
  });
  new WriteGate(gate.memory).pass(work);
  assert.is(done, 2);
  assert.ok(gate.end(1));
  assert.ok(gate.end(1));
  new WriteGate(gate.memory).pass(work);
  assert.is(done, 2);
});

test('what fails is no longer under way', () => {
  const gate = new WriteGate();
  assert.throws(() =>
    gate.pass(() => {
      throw new Error('full');
    }),
  );
  assert.ok(gate.end(1));
});

test.run();
