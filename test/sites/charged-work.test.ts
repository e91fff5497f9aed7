/** What a request takes is spread over turns of the event loop, and charged to whoever asked. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Costs } from '../../src/cost-budget.ts';
import { ChargedWork, finished, type Steps } from '../../src/sites/charged-work.ts';

const LIMITS = { work_ms_per_address: 100, work_ms_per_site: 100 };
const ASKER = { address: '192.0.2.1', site: 'garden' };
const STEP_MS = 3;

function spend(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

function steps(count: number): Steps<string> {
  let left = count;
  return (isOver) => {
    for (; left > 0; left--) {
      if (isOver()) return undefined;
      spend(STEP_MS);
    }
    return { value: 'done' };
  };
}

const spent = ({ addresses, sites }: Costs) =>
  [addresses.left(ASKER.address), sites.left(ASKER.site)].map((left) => 800 - left);

test('others have their turn between the steps, all of which are charged', async () => {
  const costs = new Costs(LIMITS);
  const finishing = new ChargedWork(costs, ASKER).finish(steps(40));
  let turns = 0;
  let open = true;
  const count = () => {
    turns += 1;
    if (open) setImmediate(count);
  };
  setImmediate(count);
  assert.is(await finishing, 'done');
  open = false;
  assert.ok(turns >= 10, `others had ${turns} turns in ${40 * STEP_MS} ms`);
  // A hundredth of a second comes back for every tenth that passes.
  for (const ms of spent(costs)) assert.ok(ms > 0.8 * 40 * STEP_MS, `${ms} ms were charged`);
});

test('work is charged until it first waits, and its result or error comes back', async () => {
  const costs = new Costs(LIMITS);
  const work = new ChargedWork(costs, ASKER);
  const result = await work.do(() => {
    spend(20);
    return Promise.resolve('stored');
  });
  assert.is(result, 'stored');
  for (const ms of spent(costs)) assert.ok(ms > 15, `${ms} ms were charged`);
  const failed = await work
    .do(() => {
      throw new RangeError('no such version');
    })
    .catch((error: unknown) => error);
  assert.instance(failed, RangeError);
});

test('steps are finished at once where nobody has to wait for them', () => {
  assert.is(finished(steps(5)), 'done');
});

test('steps that fail end there', async () => {
  let times = 0;
  const failing: Steps<string> = () => {
    times += 1;
    if (times === 2) throw new RangeError('damaged');
    return undefined;
  };
  const work = new ChargedWork(new Costs(LIMITS), ASKER);
  const failed = await work.finish(failing).catch((error: unknown) => error);
  assert.is(String(failed), 'RangeError: damaged');
  assert.is(times, 2);
});

test.run();
