/** Starting a site from a template is one edit that undoes whole, replaces nothing, and yields to others' words. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as Y from 'yjs';
import {
  EMPTY_SITE,
  FILES,
  type FileName,
  fileText,
  readSite,
  type SiteContent,
  setAsset,
} from '../../src/shared/site/document.ts';
import { SiteStart } from '../../src/web/editor/site-start.ts';

const TEMPLATE: SiteContent = {
  ...EMPTY_SITE,
  files: {
    'index.html': '<h1>Template</h1>\n',
    'style.css': 'h1 { color: red }\n',
    'script.js': '',
  },
  assets: [{ name: 'dot.png', bytes: Uint8Array.of(1) }],
  instruments: [{ id: 'drums', mode: 'drum_sequencer', taught: Uint8Array.of(2), voiceSpace: 1 }],
};
const OTHER: SiteContent = {
  ...EMPTY_SITE,
  files: { ...TEMPLATE.files, 'index.html': '<p>Other' },
};

/** One editor: a document, the undo managers of its files, and the start. */
class Writer {
  readonly doc = new Y.Doc();
  readonly undos = FILES.map((file) => new Y.UndoManager(fileText(this.doc, file)));
  yielded = 0;
  readonly start = new SiteStart(this.doc, this.undos, () => {
    this.yielded += 1;
  });

  constructor(client: number) {
    this.doc.clientID = client;
  }

  type(text: string, at = 0, file: FileName = 'index.html'): void {
    fileText(this.doc, file).insert(at, text);
  }

  text(file: FileName = 'index.html'): string {
    return fileText(this.doc, file).toString();
  }

  undo(file: FileName = 'index.html'): void {
    this.undos[FILES.indexOf(file)]?.undo();
  }

  redo(file: FileName = 'index.html'): void {
    this.undos[FILES.indexOf(file)]?.redo();
  }
}

/** Brings writers up to date, with the microtasks between, until nothing changes any more. */
async function sync(...writers: readonly Writer[]): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    for (const from of writers) {
      for (const to of writers) {
        const missing = Y.encodeStateAsUpdate(from.doc, Y.encodeStateVector(to.doc));
        if (from !== to) Y.applyUpdate(to.doc, missing, 'remote');
      }
    }
    await Promise.resolve();
  }
}

const everything = ({ doc }: Writer) => {
  const { files, assets, instruments } = readSite(doc);
  return [...Object.values(files), assets.length, instruments.length];
};
const ALL = ['<h1>Template</h1>\n', 'h1 { color: red }\n', '', 1, 1];
const NOTHING = ['', '', '', 0, 0];

test('a start writes the whole template and keeps the pictures that are there', () => {
  const ada = new Writer(1);
  setAsset(ada.doc, { name: 'cat.png', bytes: Uint8Array.of(3) });
  setAsset(ada.doc, { name: 'dot.png', bytes: Uint8Array.of(4) });
  assert.ok(ada.start.start(TEMPLATE));
  const { assets } = readSite(ada.doc);
  assert.equal(
    assets.map(({ name, bytes }) => [name, ...bytes]),
    [
      ['cat.png', 3],
      ['dot.png', 4],
    ],
  );
  assert.is(ada.text(), TEMPLATE.files['index.html']);
});

test('where somebody has written, in any file, nothing is added', () => {
  for (const file of FILES) {
    const ada = new Writer(1);
    ada.type('x', 0, file);
    assert.not(ada.start.start(TEMPLATE));
    assert.equal(everything(ada), [...FILES.map((one) => (one === file ? 'x' : '')), 0, 0]);
  }
});

test('undo in any file takes all of it back, and redo brings it again', () => {
  for (const file of ['index.html', 'style.css'] as const) {
    const ada = new Writer(1);
    ada.start.start(TEMPLATE);
    assert.equal(everything(ada), ALL);
    ada.undo(file);
    assert.equal(everything(ada), NOTHING, `undone in ${file}`);
    ada.redo(file);
    assert.equal(everything(ada), ALL, `redone in ${file}`);
    ada.undo('index.html');
    assert.equal(everything(ada), NOTHING, 'undone again');
  }
});

test('what was typed before and after is undone by itself', () => {
  const ada = new Writer(1);
  ada.type('draft');
  fileText(ada.doc, 'index.html').delete(0, 5);
  ada.start.start(TEMPLATE);
  ada.type('More ', 4);
  ada.undo();
  assert.equal(everything(ada), ALL, 'only the typing');
  ada.undo();
  assert.equal(everything(ada), NOTHING, 'only the start');
  ada.undo();
  assert.is(ada.text(), '', 'the deletion and the typing were one step');
});

test('the notice takes the template back and leaves what was written since', async () => {
  const [ada, ben] = [new Writer(1), new Writer(2)];
  ada.start.start(TEMPLATE);
  await sync(ada, ben);
  ben.type('Ben was here. ', 4);
  await sync(ada, ben);
  ada.start.undo();
  await sync(ada, ben);
  assert.is(ada.text(), 'Ben was here. ');
  assert.is(ben.text(), 'Ben was here. ');
  assert.is(ada.yielded, 0);
});

for (const [adasId, bensId] of [
  [1, 2],
  [2, 1],
] as const) {
  const ids = `clients ${adasId} and ${bensId}`;

  test(`a template yields to words typed at the same moment (${ids})`, async () => {
    const [ada, ben] = [new Writer(adasId), new Writer(bensId)];
    ada.start.start(TEMPLATE);
    // As after a connection was lost.
    ada.doc.clientID = 30;
    ben.type('Dear');
    ben.type(' all', 4);
    await sync(ada, ben);
    assert.equal(everything(ada), ['Dear all', '', '', 0, 0]);
    assert.equal(everything(ben), everything(ada));
    assert.equal([ada.yielded, ben.yielded], [1, 0]);
  });

  test(`it yields also where words had been removed before (${ids})`, async () => {
    const [ada, ben] = [new Writer(adasId), new Writer(bensId)];
    ada.type('old');
    await sync(ada, ben);
    fileText(ben.doc, 'index.html').delete(0, 3);
    await sync(ada, ben);
    ada.start.start(TEMPLATE);
    ben.type('new');
    await sync(ada, ben);
    assert.is(ada.text(), 'new');
    assert.is(ben.text(), 'new');
    assert.is(ada.yielded, 1);
  });

  test(`of two templates chosen at the same moment one stays, whole (${ids})`, async () => {
    const [ada, ben] = [new Writer(adasId), new Writer(bensId)];
    ada.start.start(TEMPLATE);
    ben.start.start(OTHER);
    await sync(ada, ben);
    assert.equal(readSite(ada.doc), readSite(ben.doc));
    assert.is(ada.yielded + ben.yielded, 1);
    const stays = ada.yielded === 0 ? TEMPLATE : OTHER;
    assert.equal(readSite(ada.doc).files, stays.files);
  });
}

test('whoever builds on a template does not remove it', async () => {
  const [ada, ben] = [new Writer(1), new Writer(2)];
  ada.start.start(TEMPLATE);
  await sync(ada, ben);
  ben.type('<!-- first -->\n');
  ben.type('<!-- last -->', ben.text().length);
  ben.type('// script', 0, 'script.js');
  await sync(ada, ben);
  assert.is(ada.text(), '<!-- first -->\n<h1>Template</h1>\n<!-- last -->');
  const all = fileText(ben.doc, 'index.html');
  ben.doc.transact(() => {
    all.delete(0, all.length);
    ben.type('mine now');
  });
  await sync(ada, ben);
  assert.is(ada.text(), 'mine now');
  assert.is(ada.text('style.css'), TEMPLATE.files['style.css']);
  assert.is(ada.yielded, 0);
});

test.run();
