/** Edits that take long to merge: however many arrive at once, everyone else has a turn between them. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import * as p from '../../src/shared/site/protocol.ts';
import { amid, backwards, made } from '../support/made-update.ts';
import { Editor, withSites } from '../support/sites.ts';
import { until } from '../support/until.ts';

const STRANGERS = 12;
const SIBLINGS = 3_000;
const WRITER = 5;
const WORD = 'abcdef';

/** In which turn of the event loop each socket was closed because of what it sent, until `end` is called. */
function watchRefusals(): { readonly turns: readonly number[]; end(): void } {
  const turns: number[] = [];
  let turn = 0;
  let watching = true;
  const look = () => {
    turn += 1;
    if (watching) setImmediate(look);
  };
  look();
  const { close } = WebSocket.prototype;
  WebSocket.prototype.close = function (this: WebSocket, code, reason) {
    // Only clients have an address.
    const isServers = !this.url && this.readyState === WebSocket.OPEN;
    if (isServers && code === p.CLOSE.malformed) turns.push(turn);
    close.call(this, code, reason);
  };
  const end = () => {
    watching = false;
    WebSocket.prototype.close = close;
  };
  return { turns, end };
}

test('edits of many that all take too long are refused one after the other, with a turn for everyone between', () =>
  withSites({}, async ({ port }) => {
    const ada = await new Editor(port, 'ada').ready();
    const word = made(WRITER, 0, [{ text: WORD }]);
    ada.ws.send(
      p.encodeUpdate(Y.mergeUpdates([word, backwards(WRITER + 1, SIBLINGS, [WRITER, 0])])),
    );
    await until(() => ada.saved > 0);
    const strangers = await Promise.all(
      Array.from({ length: STRANGERS }, () => new Editor(port, 'ada').ready()),
    );
    const refusals = watchRefusals();
    for (const [index, { ws }] of strangers.entries()) {
      ws.send(p.encodeUpdate(amid(100 + index, SIBLINGS, [WRITER, 3])));
    }
    try {
      await until(() => strangers.every(({ closed }) => closed !== undefined));
    } finally {
      refusals.end();
    }
    assert.is(refusals.turns.length, STRANGERS);
    assert.is(new Set(refusals.turns).size, STRANGERS, refusals.turns.join());
    const bob = await new Editor(port, 'ada').ready();
    assert.is(bob.text(), `${'x'.repeat(SIBLINGS)}${WORD}`);
    ada.cut();
  }));

test('edits that are taken in several turns are all stored, told and acknowledged, in their order', () =>
  withSites({}, async ({ port }) => {
    const [ada, bob] = [
      await new Editor(port, 'ada').ready(),
      await new Editor(port, 'ada').ready(),
    ];
    const doc = new Y.Doc();
    const updates: Uint8Array[] = [];
    doc.on('update', (update: Uint8Array) => updates.push(update));
    for (let at = 0; at < 1_500; at++) doc.getText('index.html').insert(at, String(at % 10));
    for (const update of updates) ada.ws.send(p.encodeUpdate(update));
    await until(
      () => ada.saved >= updates.length,
      () => `${ada.saved}`,
    );
    await until(() => bob.text() === doc.getText('index.html').toString());
  }));

test.run();
