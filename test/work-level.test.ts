/** What each address may use over sockets while visitors ask for pages all the time. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Costs } from '../src/cost-budget.ts';
import { WorkLevel } from '../src/work-level.ts';

const LIMITS = { work_ms_per_address: 250, work_ms_per_site: 10_000 };
const STEP_MS = 20;
const STEPS_A_SECOND = 1_000 / STEP_MS;

/** A server whose time is told, not measured. */
class Machine {
  idle = 0;
  active = 0;
  requests = 0;
  nowMs = 0;
  readonly level = new WorkLevel(() => {
    const { idle, active, requests } = this;
    return { idle, active, requests };
  }, this.nowMs);
  readonly costs = new Costs(LIMITS, this.level);

  /**
   * Lets each address take what it wants while it may, in steps, for some seconds.
   * @param wants milliseconds of work a second, by address
   * @returns milliseconds a second that each got in the second half
   */
  run(wants: readonly number[], { seconds = 40, requests = 0, idle = 0 } = {}): number[] {
    const got = wants.map(() => 0);
    const steps = seconds * STEPS_A_SECOND;
    for (let step = 0; step < steps; step++) {
      this.nowMs += STEP_MS;
      this.idle += STEP_MS * idle;
      this.active += STEP_MS * (1 - idle);
      this.requests += requests / STEPS_A_SECOND;
      for (const [index, want] of wants.entries()) {
        const asker = { address: `a${index}`, site: `s${index}` };
        if (this.costs.wait(asker, this.nowMs) > 0) continue;
        const ms = want / STEPS_A_SECOND;
        this.costs.charge(asker, ms, this.nowMs);
        if (step >= steps / 2) got[index] = (got[index] ?? 0) + ms;
      }
    }
    return got.map((ms) => (ms * 2) / seconds);
  }
}

const greedy = (addresses: number) => Array.from({ length: addresses }, () => 200);
const GREEDY = greedy(24);
const MODEST = [5, 5, 5, 5];
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

test('strangers of many addresses together leave seven eighths of the time to visitors who ask all the time', () => {
  const got = new Machine().run(greedy(16), { requests: 5_000 });
  assert.ok(sum(got) < 144, `${sum(got)} ms a second`);
  assert.ok(sum(got) > 75, `${sum(got)} ms a second`);
});

test('each address keeps 5 ms a second, however many there are', () => {
  const got = new Machine().run(greedy(48), { requests: 5_000 });
  assert.ok(Math.min(...got) > 4.5, got.join());
  assert.ok(Math.max(...got) < 5.5, got.join());
});

test('who takes little gets all of it beside them, and they get equal parts', () => {
  const got = new Machine().run([...MODEST, ...GREEDY], { requests: 5_000 });
  for (const [index, want] of MODEST.entries()) {
    assert.ok((got[index] ?? 0) > want * 0.95, `${got[index]} of ${want}`);
  }
  const greedy = got.slice(MODEST.length);
  assert.ok(Math.max(...greedy) < 2 * Math.min(...greedy), greedy.join());
});

for (const [what, state] of [
  ['nobody asks for pages', { requests: 10, idle: 0 }],
  ['the server has time to spare', { requests: 5_000, idle: 0.3 }],
] as const) {
  test(`while ${what} each address may use its whole budget`, () => {
    const machine = new Machine();
    machine.run(GREEDY, { requests: 5_000 });
    assert.ok(machine.level.now < 0.2, `${machine.level.now}`);
    const got = machine.run([400], { ...state, seconds: 60 });
    assert.is(machine.level.now, 1);
    assert.ok((got[0] ?? 0) > 240, `${got[0]}`);
  });
}

test('after an expensive message an address waits for less time than a socket may', () => {
  const machine = new Machine();
  machine.run(GREEDY, { requests: 5_000 });
  const asker = { address: 'someone', site: 'else' };
  machine.costs.charge(asker, 2_000, machine.nowMs);
  assert.ok(machine.costs.wait(asker, machine.nowMs) < 8_000);
});

test.run();
