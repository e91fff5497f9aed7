/** What newcomers are sent: a document that takes long to encode is encoded once, and followed by what was added since. */
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as Y from 'yjs';
import { limitsWith } from '../../src/limits.ts';
import { decodeServerMessage } from '../../src/shared/site/protocol.ts';
import type { Frames } from '../../src/sites/frames.ts';
import { LiveDocument } from '../../src/sites/live-document.ts';
import { Room } from '../../src/sites/room.ts';
import { type Between, WholeDocument } from '../../src/sites/whole-document.ts';
import { commit } from '../support/commit.ts';
import { Editor, withSites } from '../support/sites.ts';
import { until } from '../support/until.ts';
import { withStore } from '../support/with-store.ts';

const FILE = 'index.html';
/** Pieces that take Yjs some milliseconds to encode. */
const PIECES = 20_000;

/** The messages in frames that are neither masked nor split (RFC 6455, section 5.2). */
function messagesIn(frames: Frames): Uint8Array[] {
  const bytes = Buffer.concat(frames);
  const messages: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const short = bytes.readUInt8(at + 1);
    const [head, length] =
      short < 126
        ? [2, short]
        : short === 126
          ? [4, bytes.readUInt16BE(at + 2)]
          : [10, Number(bytes.readBigUInt64BE(at + 2))];
    messages.push(bytes.subarray(at + head, at + head + length));
    at += head + length;
  }
  return messages;
}

/** The first file as someone has it who got these frames. */
function textOf(frames: Frames): string {
  const doc = new Y.Doc();
  for (const [at, message] of messagesIn(frames).entries()) {
    const decoded = decodeServerMessage(message);
    assert.is(decoded.kind, at === 0 ? 'step2' : 'update');
    if (decoded.kind === 'step2' || decoded.kind === 'update') Y.applyUpdate(doc, decoded.update);
  }
  return doc.getText(FILE).toString();
}

interface Site {
  readonly live: LiveDocument;
  readonly whole: WholeDocument;
  /** Edits the first file, and tells what is sent to newcomers. */
  edit(change: (text: Y.Text) => void): Promise<void>;
}

const withLarge = (keptMs: number | undefined, body: (site: Site) => Promise<void>) =>
  withStore(async (store) => {
    const live = new LiveDocument('garden', store, limitsWith());
    const whole = new WholeDocument(live, keptMs);
    const edit = async (change: (text: Y.Text) => void) => {
      const update = await commit(live, 'import', ['Ada'], () => change(live.doc.getText(FILE)));
      whole.add(update === undefined ? [] : [update]);
    };
    await edit((text) => {
      text.insert(0, 'start');
      for (let piece = 0; piece < PIECES; piece++) text.insert((piece * 7_919) % text.length, 'ab');
    });
    await body({ live, whole, edit });
    live.destroy();
  });

/** The bytes of the encoded document, which are never copied. */
const encodedIn = (frames: Frames): Uint8Array | undefined =>
  frames.find(({ length }) => length > PIECES);

test('what was added since is sent behind the document, which is not encoded again', () =>
  withLarge(undefined, async ({ live, whole, edit }) => {
    const first = whole.frames();
    const text = () => live.doc.getText(FILE).toString();
    assert.is(textOf(first), text());
    for (let at = 0; at < 150; at++) {
      await edit((one) => one.insert((at * 31) % one.length, `<${at}>`));
      if (at % 3 === 0) await edit((one) => one.delete((at * 17) % one.length, 1));
    }
    const later = whole.frames();
    assert.is(encodedIn(later), encodedIn(first));
    assert.is(textOf(later), text());
    assert.ok(messagesIn(later).length < 6, `${messagesIn(later).length} messages`);
    assert.is(messagesIn(first).length, 1, 'what was sent before stays as it was');
  }));

const atOnce: Between = async (task) => task();
const notCharged = (): void => assert.unreachable('whoever came first is charged');

test('a document of many pieces is encoded in several turns, while edits go on', () =>
  withLarge(undefined, async ({ live, whole, edit }) => {
    let turns = 0;
    let charged = 0;
    const between: Between = async (task) => {
      turns += 1;
      for (let at = 0; at < 10; at++) {
        await edit((text) => text.insert((at * 7_919) % text.length, `<${turns}>`));
        await edit((text) => text.delete((turns * 7_919 + at) % text.length, 1));
      }
      return task();
    };
    const preparing = whole.prepare(between, (ms) => {
      charged += ms;
    });
    assert.instance(preparing, Promise);
    assert.is(whole.prepare(atOnce, notCharged), preparing);
    await preparing;
    assert.ok(charged > 0, `${charged} ms`);
    assert.is(whole.prepare(atOnce, notCharged), undefined, 'it is at hand');
    const frames = whole.frames();
    assert.is(textOf(frames), live.doc.getText(FILE).toString());
    assert.is(encodedIn(whole.frames()), encodedIn(frames));
  }));

test('a document that somebody is sent meanwhile is encoded at once, and not twice', () =>
  withLarge(undefined, async ({ live, whole, edit }) => {
    let turns = 0;
    const between: Between = async (task) => {
      turns += 1;
      whole.frames();
      return task();
    };
    await whole.prepare(between, () => {});
    assert.is(turns, 1, 'it is not encoded twice');
    await edit((text) => text.insert(0, 'more'));
    assert.is(textOf(whole.frames()), live.doc.getText(FILE).toString());
  }));

test('people type while the document is encoded for a newcomer, who gets all of it', () =>
  withSites({}, async ({ port }) => {
    const ada = await new Editor(port, 'garden').ready();
    ada.doc.transact(() => {
      for (let piece = 0; piece < PIECES; piece++) ada.insert('ab', piece > 0 ? 1 : 0);
    });
    await ada.save();
    const { run } = Room.prototype;
    let parts = 0;
    Room.prototype.run = async function <Result>(task: () => Result | Promise<Result>) {
      const result = await (run<Result>).call(this, task);
      parts += 1;
      if (parts === 1) {
        ada.insert('typed meanwhile');
        await ada.save();
      }
      return result;
    };
    const ben = await new Editor(port, 'garden').ready();
    Room.prototype.run = run;
    assert.ok(parts > 1, `${parts} parts, the last of which sends it`);
    await until(() => ben.text() === ada.text());
    ada.insert('after that');
    await until(() => ben.text() === ada.text());
    ada.cut();
    ben.cut();
  }));

test('a document to which much was added is encoded again', () =>
  withLarge(undefined, async ({ live, whole, edit }) => {
    const first = whole.frames();
    await edit((text) => text.insert(0, 'x'.repeat(300_000)));
    const later = whole.frames();
    assert.is.not(encodedIn(later), encodedIn(first));
    assert.is(messagesIn(later).length, 1);
    assert.is(textOf(later), live.doc.getText(FILE).toString());
  }));

test('a document that changed otherwise is encoded again', () =>
  withLarge(undefined, async ({ live, whole }) => {
    whole.frames();
    const erase = () => live.doc.getText(FILE).delete(0, live.doc.getText(FILE).length);
    await commit(live, 'import', ['Ada'], erase);
    assert.is(textOf(whole.frames()), '');
  }));

test('an encoded document is dropped when nobody has come for a while', () =>
  withLarge(50, async ({ whole }) => {
    const first = encodedIn(whole.frames());
    await until(async () => {
      await sleep(100);
      return encodedIn(whole.frames()) !== first;
    });
  }));

test.run();
