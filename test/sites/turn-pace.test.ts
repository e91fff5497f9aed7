/** Fewer edits than people wait for each other a moment; nobody else waits. */
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { APART_MS, turnPace, type Waiting } from '../../src/sites/turn-pace.ts';
import { beginsAtOnce, promises } from '../support/pace.ts';
import { Editor, withSites } from '../support/sites.ts';
import { until } from '../support/until.ts';

const CROWD = 40;
const WORDS = 60;

async function secondBeginsAtOnce(waiting: Waiting): Promise<boolean> {
  const pace = turnPace(() => waiting);
  assert.ok(await beginsAtOnce(pace));
  return beginsAtOnce(pace);
}

test('a turn waits after another one only if it has fewer changes than there are people, and no answer', async () => {
  const one = { changes: 1, urgent: false };
  assert.ok(await secondBeginsAtOnce({ ...one, people: 1 }));
  assert.not(await secondBeginsAtOnce({ ...one, people: 2 }));
  assert.ok(await secondBeginsAtOnce({ ...one, changes: 2, people: 2 }));
  assert.ok(await secondBeginsAtOnce({ ...one, people: 50, urgent: true }));
});

test('a turn that waits begins as soon as it has enough, not with less', async () => {
  let waiting: Waiting = { changes: 1, people: 3, urgent: false };
  const pace = turnPace(() => waiting);
  await pace.next();
  let begun = false;
  const next = pace.next().then(() => {
    begun = true;
  });
  waiting = { ...waiting, changes: 2 };
  pace.changed();
  await promises();
  assert.not(begun);
  waiting = { ...waiting, changes: 3 };
  pace.changed();
  await promises();
  assert.ok(begun);
  await next;
});

test('where many listen, what one person types reaches them in order, in fewer messages', () =>
  withSites({ limits: { sockets_per_address: CROWD + 1 } }, async ({ port }) => {
    const crowd = await Promise.all(
      Array.from({ length: CROWD }, () => new Editor(port, 'choir').ready()),
    );
    const writer = await new Editor(port, 'choir').ready();
    const words = Array.from({ length: WORDS }, (_, index) => `word ${index} `);
    const startedMs = performance.now();
    for (const word of words) {
      writer.insert(word, writer.text().length);
      await sleep(2);
    }
    const text = words.join('');
    await until(() => crowd.every((listener) => listener.text() === text));
    const most = Math.ceil((performance.now() - startedMs) / APART_MS) + 1;
    for (const { heard } of crowd) {
      const messages = heard.filter(({ kind }) => kind === 'update');
      assert.ok(messages.length <= most, `${messages.length} messages, not ${most}`);
    }
  }));

test.run();
