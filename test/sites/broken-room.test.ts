/** A site that cannot be opened, or goes down with an error of ours: 4503, and people reconnect and lose nothing. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isPermanentClose } from '../../src/shared/site/protocol.ts';
import { countReads, Editor, type RunningSites, startSites, withSites } from '../support/sites.ts';
import { until } from '../support/until.ts';

/** Makes one method of the store fail with an error that no caller expects, until `mend`. */
function breakStore({ sites }: RunningSites, method: 'load' | 'append'): { mend: () => void } {
  const { store } = sites.rooms;
  Object.defineProperty(store, method, {
    configurable: true,
    value: () => {
      throw new TypeError('an error of ours');
    },
  });
  return { mend: () => Reflect.deleteProperty(store, method) };
}

test('a site that cannot be opened closes its sockets with 4503, which is no permanent code', () =>
  withSites({}, async (running) => {
    const broken = breakStore(running, 'load');
    const ada = new Editor(running.port, 'ada');
    assert.is(await ada.gone(), 4503);
    assert.match(ada.reason, /cannot be opened/);
    assert.not(isPermanentClose(4503));
    assert.ok(
      running.logged.some(({ level, message }) => level === 'error' && /open/.test(message)),
    );
    broken.mend();
    const again = await new Editor(running.port, 'ada').ready();
    again.insert('here');
    await again.save();
  }));

test('a site that goes down sends its people away with 4503, and what they bring back is saved', () =>
  withSites({}, async (running) => {
    const { port } = running;
    const ada = await new Editor(port, 'ada').ready();
    ada.insert('before ');
    await ada.save();
    const bob = await new Editor(port, 'ada').ready();
    const other = await new Editor(port, 'other').ready();
    const broken = breakStore(running, 'append');
    ada.insert('while ');
    assert.is(await ada.gone(), 4503);
    assert.is(await bob.gone(), 4503);
    assert.match(bob.reason, /reconnect/);
    assert.is(bob.text(), 'before ', 'nobody saw what is not on disk');
    assert.is(other.closed, undefined, 'other sites go on');
    broken.mend();
    const back = await new Editor(port, 'ada', { doc: ada.doc }).ready();
    await back.save();
    const reader = await new Editor(port, 'ada').ready();
    assert.is(reader.text(), 'while before ');
    assert.ok(
      running.logged.some(({ message }) => message === 'site closed after an internal error'),
    );
  }));

test('an edit that fails with an error of ours sends its people away with 4503, and is saved when they come back', () =>
  withSites({}, async (running) => {
    const { port, sites } = running;
    const ada = await new Editor(port, 'ada').ready();
    const bob = await new Editor(port, 'ada').ready();
    ada.insert('before ');
    await ada.save();
    const room = sites.rooms.find('ada');
    assert.ok(room);
    room.document.apply = () => {
      throw new TypeError('an error of ours');
    };
    ada.insert('while ');
    assert.is(await bob.gone(), 4503);
    assert.is.not(await ada.gone(), undefined);
    const back = await new Editor(port, 'ada', { doc: ada.doc }).ready();
    await back.save();
    const reader = await new Editor(port, 'ada').ready();
    assert.is(reader.text(), 'while before ');
  }));

test('a page that is asked for while its site goes down shows what is stored, and so do later ones', () =>
  withSites({}, async (running) => {
    const { port, sites } = running;
    const page = async () => (await fetch(`http://127.0.0.1:${port}/member/ada`)).text();
    const ada = await new Editor(port, 'ada').ready();
    ada.insert('<p>before</p>');
    await ada.save();
    let fail = () => {};
    const appending = new Promise<void>((begun) => {
      Object.defineProperty(sites.rooms.store, 'append', {
        configurable: true,
        value: () => {
          begun();
          return new Promise((_, reject) => {
            fail = () => reject(new TypeError('an error of ours'));
          });
        },
      });
    });
    ada.insert('<p>while</p>');
    await appending;
    const reads = countReads(running);
    const asked = page();
    await until(() => reads() === 1);
    fail();
    assert.match(await asked, /before/);
    Reflect.deleteProperty(sites.rooms.store, 'append');
    const back = await new Editor(port, 'ada', { doc: ada.doc }).ready();
    await back.save();
    assert.match(await page(), /while/);
  }));

test('a server stops even if a site goes down with an error of ours as it stops', async () => {
  const running = await startSites();
  const ada = await new Editor(running.port, 'ada').ready();
  const room = running.sites.rooms.find('ada');
  assert.ok(room);
  room.schedule(async () => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    throw new TypeError('an error of ours');
  });
  await running.close();
  await until(() => ada.closed !== undefined);
});

test.run();
