/** A site that cannot be opened, or goes down with an error of ours: 4503, and people reconnect and lose nothing. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isPermanentClose } from '../../src/shared/site/protocol.ts';
import { Editor, type RunningSites, withSites } from '../support/sites.ts';

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

test.run();
