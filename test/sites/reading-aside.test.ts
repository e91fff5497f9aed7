/** What someone reads of a site's history keeps nobody else from editing; what changes it does, and is done soon. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ChargedWork, type Steps } from '../../src/sites/charged-work.ts';
import { EventLoop } from '../../src/sites/event-loop.ts';
import { Editor, type RunningSites, withSites } from '../support/sites.ts';
import { until } from '../support/until.ts';

const STRANGER = '127.0.0.2';

/** Holds everything that is done in several turns until it is released. */
function holdSteps(): { release: () => void; readonly held: number } {
  const { finish } = ChargedWork.prototype;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const hold = { held: 0, release };
  ChargedWork.prototype.finish = async function <Result>(
    this: ChargedWork,
    steps: Steps<Result>,
  ): Promise<Result> {
    hold.held += 1;
    await released;
    return this.finish(steps);
  };
  hold.release = () => {
    ChargedWork.prototype.finish = finish;
    release();
  };
  return hold;
}

const rooms = ({ sites }: RunningSites) => sites.rooms;

for (const request of [{ op: 'history' }, { op: 'version', at: 1 }] as const) {
  test(`people edit on while someone waits for the answer to "${request.op}"`, () =>
    withSites({}, async ({ port }) => {
      const ada = await new Editor(port, 'ada', { name: 'Ada' }).ready();
      const bob = await new Editor(port, 'ada', { name: 'Bob' }).ready();
      ada.insert('one');
      await ada.save();
      const steps = holdSteps();
      const asked = bob.request(request);
      await until(() => steps.held === 1);
      ada.insert('two');
      await ada.save();
      await until(() => bob.text() === 'twoone');
      steps.release();
      assert.ok((await asked).ok);
    }));
}

test('one answer of a site is read at a time', () =>
  withSites({}, async ({ port }) => {
    const ada = await new Editor(port, 'ada', { name: 'Ada' }).ready();
    const bob = await new Editor(port, 'ada', { name: 'Bob' }).ready();
    ada.insert('one');
    await ada.save();
    const steps = holdSteps();
    const answers = [ada, bob].map((who) => who.request({ op: 'history' }));
    await until(() => steps.held === 1);
    // Both were received before this is stored.
    for (const who of [ada, bob]) {
      who.insert('x');
      await who.save();
    }
    assert.is(steps.held, 1);
    steps.release();
    for (const { ok } of await Promise.all(answers)) assert.ok(ok);
  }));

test('a site whose reader has left closes once the answer is made, and opens again', () =>
  withSites({}, async (running) => {
    const ada = await new Editor(running.port, 'ada').ready();
    ada.insert('kept');
    await ada.save();
    const steps = holdSteps();
    ada.request({ op: 'history' }).catch(() => {});
    await until(() => steps.held === 1);
    ada.cut();
    const room = rooms(running).find('ada');
    const settled = room?.settled();
    await new Editor(running.port, 'other').ready();
    assert.is(rooms(running).find('ada'), room, 'open while something is read');
    steps.release();
    await settled;
    await until(() => rooms(running).find('ada') === undefined);
    assert.is((await new Editor(running.port, 'ada').ready()).text(), 'kept');
  }));

test('what holds up everyone on a site is as urgent as what they wait for', () =>
  withSites({}, async (running) => {
    const { addresses } = rooms(running).costs;
    const ada = await new Editor(running.port, 'ada', { name: 'Ada' }).ready();
    const bob = await new Editor(running.port, 'ada', { name: 'Bob', from: STRANGER }).ready();
    ada.insert('one');
    await ada.save();
    const steps = holdSteps();
    const asked = bob.request({ op: 'restore', at: 1 });
    await until(() => steps.held === 1);
    addresses.charge(STRANGER, 500);
    const poor = addresses.left(STRANGER);
    const priorities: number[] = [];
    const { turn } = EventLoop.prototype;
    EventLoop.prototype.turn = function (priority = () => 0) {
      priorities.push(priority());
      return turn.call(this, priority);
    };
    ada.insert('two');
    await until(() => (rooms(running).find('ada')?.priority ?? 0) > poor + 100);
    steps.release();
    assert.ok((await asked).ok);
    EventLoop.prototype.turn = turn;
    assert.ok(Math.min(...priorities) > poor + 100, `${priorities} beside ${poor}`);
  }));

test.run();
