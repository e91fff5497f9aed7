/** Somebody writes under the client id of a person whose edit is on its way: the person's edit is saved all the same. */
import type { WebSocketRoute } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as Y from 'yjs';
import { waitForStatus } from '../../scripts/demo/page-actions.ts';
import { decodeClientMessage, encodeUpdate } from '../../src/shared/site/protocol.ts';
import { waitForCode, withWorld, write } from '../support/editing.ts';
import { Editor } from '../support/sites.ts';
import { until } from '../support/until.ts';

/** Client id of the first edit in `frames`. */
function editIn(frames: readonly Uint8Array[]): number | undefined {
  for (const frame of frames) {
    const message = decodeClientMessage(frame);
    if (message.kind === 'update') return Y.decodeUpdate(message.update).structs[0]?.id.client;
  }
  return undefined;
}

test('an edit whose name was forged while it was on its way is saved under another', async () => {
  await withWorld({}, async ({ editor, url }) => {
    const { page } = await editor('forged', 'Ada');
    const swallowed: Uint8Array[] = [];
    const routes: WebSocketRoute[] = [];
    let swallows = false;
    await page.routeWebSocket(/member\/forged/, (route) => {
      const server = route.connectToServer();
      routes.push(route, server);
      route.onMessage((message) => {
        if (swallows && typeof message !== 'string') swallowed.push(new Uint8Array(message));
        else server.send(message);
      });
    });
    await page.reload();
    await waitForStatus(page, 'saved');
    await write(page, 'one ');
    await waitForStatus(page, 'saved');

    swallows = true;
    await write(page, 'two ');
    await until(() => editIn(swallowed) !== undefined);
    const port = Number(new URL(url('/')).port);
    const mallory = await new Editor(port, 'forged').ready();
    const forged = new Y.Doc();
    Y.applyUpdate(forged, Y.encodeStateAsUpdate(mallory.doc));
    forged.clientID = editIn(swallowed) ?? 0;
    const before = Y.encodeStateVector(forged);
    forged.getText('index.html').insert(0, 'FORGED ');
    mallory.sent += 1;
    mallory.ws.send(encodeUpdate(Y.encodeStateAsUpdate(forged, before)));
    assert.is(mallory.text(), 'one ');

    swallows = false;
    for (const route of routes) await route.close();
    await mallory.save();
    await waitForCode(page, 'FORGED one two ');
    await waitForStatus(page, 'saved');
    const reader = await new Editor(port, 'forged').ready();
    assert.is(reader.text(), 'FORGED one two ');
    await write(page, 'three');
    await until(() => reader.text() === 'FORGED one two three');
    mallory.cut();
    reader.cut();
  });
});

test.run();
