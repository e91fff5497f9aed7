/** Fewer edits than people wait for each other where turns take time; nobody else waits. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { APART_TIMES, MAX_APART_MS, TurnPace, type Waiting } from '../../src/sites/turn-pace.ts';
import { promises } from '../support/pace.ts';

const ONE: Waiting = { changes: 1, people: 2, urgent: false };

/** A site whose time only passes when it is told to. */
class Site {
  waiting: Waiting;
  #nowMs = 1_000;
  #begun = 0;
  readonly #pace = new TurnPace(
    () => this.waiting,
    () => this.#nowMs,
  );

  constructor(waiting: Waiting) {
    this.waiting = waiting;
  }

  pass(ms: number): void {
    this.#nowMs += ms;
  }

  changed(waiting: Waiting): void {
    this.waiting = waiting;
    this.#pace.changed();
  }

  /** A turn that takes so long, and then does `end`, begins when it may. */
  turn(ms: number, end = () => {}): Promise<void> {
    return this.#pace.take(async () => {
      this.#begun += 1;
      this.pass(ms);
      end();
    });
  }

  /** Whether the next turn begins before any timer. */
  async beginsAtOnce(): Promise<boolean> {
    const before = this.#begun;
    const turn = this.turn(0);
    await promises();
    const begun = this.#begun > before;
    await turn;
    return begun;
  }
}

async function afterTurnOf(ms: number, waiting: Waiting): Promise<Site> {
  const site = new Site(waiting);
  await site.turn(ms);
  return site;
}

test('a turn waits after one that took time only if it has fewer changes than there are people, and no answer', async () => {
  const after = (waiting: Waiting) => afterTurnOf(3, waiting);
  assert.ok(await new Site(ONE).beginsAtOnce(), 'the first');
  assert.not(await (await after(ONE)).beginsAtOnce());
  assert.ok(await (await after({ ...ONE, people: 1 })).beginsAtOnce());
  assert.ok(await (await after({ ...ONE, changes: 2 })).beginsAtOnce());
  assert.ok(await (await after({ ...ONE, people: 50, urgent: true })).beginsAtOnce());
});

test('turns take half of the time at most', async () => {
  const took = 4;
  const left = (APART_TIMES - 1) * took;
  const early = await afterTurnOf(took, ONE);
  early.pass(left - 1);
  assert.not(await early.beginsAtOnce());
  const due = await afterTurnOf(took, ONE);
  due.pass(left);
  assert.ok(await due.beginsAtOnce());
});

test('after a long turn the next one waits no longer than twelve milliseconds from its begin', async () => {
  assert.not(await (await afterTurnOf(MAX_APART_MS - 1, ONE)).beginsAtOnce());
  assert.ok(await (await afterTurnOf(MAX_APART_MS, ONE)).beginsAtOnce());
});

test('a turn that fails counts as one that took as long', async () => {
  const site = new Site(ONE);
  const fail = () => {
    throw new Error('the disk is full');
  };
  await site.turn(3, fail).catch(() => {});
  assert.not(await site.beginsAtOnce());
});

test('a turn that waits begins as soon as it has enough, not with less', async () => {
  const site = await afterTurnOf(3, { ...ONE, people: 3 });
  let begun = false;
  const next = site.turn(0).then(() => {
    begun = true;
  });
  site.changed({ ...site.waiting, changes: 2 });
  await promises();
  assert.not(begun);
  site.changed({ ...site.waiting, changes: 3 });
  await promises();
  assert.ok(begun);
  await next;
});

test.run();
