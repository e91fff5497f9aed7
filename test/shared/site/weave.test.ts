/** Replaying all edits: the site and its authors after each of them, and where an old passage is now. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as Y from 'yjs';
import {
  EMPTY_SITE,
  readSite,
  setAsset,
  setMeta,
  writeSite,
} from '../../../src/shared/site/document.ts';
import type { LogEntry } from '../../../src/shared/site/edit-log.ts';
import { Weave } from '../../../src/shared/site/weave.ts';
import { randomFrom } from '../../support/history-check.ts';

class History {
  readonly entries: LogEntry[] = [];
  readonly doc = new Y.Doc();

  constructor() {
    this.doc.on('update', (update: Uint8Array) => {
      const number = this.entries.length + 1;
      const times = { startedMs: number, endedMs: number };
      this.entries.push({ from: number, to: number, ...times, kind: 'edit', authors: [], update });
    });
  }

  /** An edit by someone who has everything. */
  edit(change: (doc: Y.Doc) => void): void {
    const own = new Y.Doc();
    Y.applyUpdate(own, Y.encodeStateAsUpdate(this.doc));
    const before = Y.encodeStateVector(own);
    own.transact(() => change(own));
    Y.applyUpdate(this.doc, Y.encodeStateAsUpdate(own, before));
    own.destroy();
  }

  weave(): Weave {
    const weave = new Weave();
    weave.add(this.entries.slice(0, 5));
    weave.add(this.entries);
    return weave;
  }
}

test('values that one person wrote over one another are each in the history', () => {
  const history = new History();
  for (let n = 1; n <= 6; n++) setMeta(history.doc, 'displayName', `name ${n}`);
  const weave = history.weave();
  for (let n = 1; n <= 6; n++) assert.is(weave.contentAt(n).displayName, `name ${n}`);
  assert.is(weave.contentAt(0).displayName, '');
});

test('the site after each of 200 random edits is as it was, with the edit that wrote each character', () => {
  const random = randomFrom(7);
  const history = new History();
  const sites = [EMPTY_SITE];
  for (let edit = 1; edit <= 200; edit++) {
    history.edit((doc) => {
      const text = doc.getText(random() < 0.7 ? 'index.html' : 'style.css');
      const at = Math.floor(random() * text.length);
      if (text.length > 9 && random() < 0.4) text.delete(at, Math.ceil((text.length - at) / 3));
      else text.insert(at, String.fromCharCode(0x100 + edit).repeat(3));
      if (edit % 9 === 0) setMeta(doc, 'displayName', `name ${edit}`);
      if (edit % 20 === 0) setAsset(doc, { name: `${edit % 40}.png`, bytes: Uint8Array.of(edit) });
    });
    sites.push(readSite(history.doc));
  }
  const weave = history.weave();
  assert.is(weave.last, 200);
  for (let edit = 0; edit <= 200; edit++) {
    assert.equal(weave.contentAt(edit), sites[edit], `after ${edit}`);
    const { text, authorship } = weave.textAt('index.html', edit);
    let from = 0;
    for (const { end, edit: author } of authorship) {
      const written = String.fromCharCode(0x100 + author).repeat(end - from);
      assert.is(text.slice(from, end), written);
      from = end;
    }
    assert.is(from, text.length);
  }
});

test('a passage of an old version has a place in the text of now', () => {
  const history = new History();
  history.edit((doc) => doc.getText('index.html').insert(0, 'one two three four'));
  history.edit((doc) => doc.getText('index.html').delete(4, 10));
  history.edit((doc) => doc.getText('index.html').insert(0, 'ZERO '));
  history.edit((doc) => doc.getText('index.html').insert(9, 'X'));
  const weave = history.weave();
  const at = (from: number, to: number) => {
    const place = weave.placeAt('index.html', 1, { from, to }, 4);
    return weave.textAt('index.html', 4).text.slice(place.from, place.to);
  };
  assert.is(weave.textAt('index.html', 4).text, 'ZERO one Xfour');
  assert.is(at(0, 3), 'one');
  assert.is(at(4, 13), '');
  assert.equal(weave.placeAt('index.html', 1, { from: 4, to: 13 }, 4), { from: 9, to: 9 });
  assert.is(at(2, 16), 'e Xfo');
});

test('a document that begins anew ends the one before', () => {
  const history = new History();
  history.edit((doc) => doc.getText('index.html').insert(0, 'old'));
  const doc = new Y.Doc();
  writeSite(doc, { ...EMPTY_SITE, files: { ...EMPTY_SITE.files, 'index.html': 'new' } });
  const [first] = history.entries;
  if (first === undefined) throw new Error('no edit');
  const update = Y.encodeStateAsUpdate(doc);
  const weave = new Weave();
  weave.add([first, { ...first, from: 2, to: 2, kind: 'restore', anew: true, update }]);
  assert.is(weave.textAt('index.html', 1).text, 'old');
  assert.is(weave.textAt('index.html', 2).text, 'new');
});

test.run();
