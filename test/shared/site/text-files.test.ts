/** The text files of a site: what they may be called, added and renamed by several people at once, undone, restored. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as Y from 'yjs';
import { EMPTY_SITE, readSite, writeSite } from '../../../src/shared/site/document.ts';
import type { LogEntry } from '../../../src/shared/site/edit-log.ts';
import { exportSite, exportSources, importSite } from '../../../src/shared/site/export.ts';
import { applyGuarded, guardDocument } from '../../../src/shared/site/integration-guard.ts';
import { publishSite } from '../../../src/shared/site/publish.ts';
import { restoreSite, siteChanges } from '../../../src/shared/site/restore.ts';
import {
  ADDED_FILES,
  ADDED_ROOTS,
  addedFiles,
  addFile,
  deleteFile,
  FileError,
  fileNames,
  nameProblem,
  renameFile,
  rootOfFile,
  textOfFile,
} from '../../../src/shared/site/text-files.ts';
import { checkUpdate } from '../../../src/shared/site/update-check.ts';
import { Weave } from '../../../src/shared/site/weave.ts';

const codeOf = (attempt: () => unknown): string => {
  try {
    attempt();
    return 'none';
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    assert.match(error.message, /\.$/);
    return error.code;
  }
};

const ADDED = { ...EMPTY_SITE.files, 'about.html': '<h1>About</h1>\n', 'more.css': 'p {}\n' };

/** [name, what comes of adding it] */
const NAMES: readonly (readonly [string, string])[] = [
  ['contact.html', 'none'],
  ['Contact-2_b.old.html', 'none'],
  ['tools.js', 'none'],
  ['about.html', 'E_FILE_DUPLICATE'],
  ['ABOUT.html', 'E_FILE_DUPLICATE'],
  ['index.html', 'E_FILE_DUPLICATE'],
  ['Style.css', 'E_FILE_DUPLICATE'],
  [`${'a'.repeat(58)}.html`, 'none'],
  [`${'a'.repeat(59)}.html`, 'E_FILE_NAME'],
  [`${'a'.repeat(59)}.js`, 'E_FILE_NAME'],
  ['-a.html', 'E_FILE_NAME'],
  ['.a.html', 'E_FILE_NAME'],
  ['a..b.html', 'E_FILE_NAME'],
  ['A.HTML', 'E_FILE_NAME'],
  ['', 'E_FILE_NAME'],
  ['about', 'E_FILE_NAME'],
  ['about.php', 'E_FILE_NAME'],
  ['photo.png', 'E_FILE_NAME'],
  ['.html', 'E_FILE_NAME'],
  ['../about.html', 'E_FILE_NAME'],
  ['a/b.html', 'E_FILE_NAME'],
  ['a..html', 'E_FILE_NAME'],
  ['a b.html', 'E_FILE_NAME'],
  ['é.html', 'E_FILE_NAME'],
  [`${'a'.repeat(60)}.html`, 'E_FILE_NAME'],
];

for (const [name, code] of NAMES) {
  test(`adding "${name}" beside about.html gives ${code}`, () => {
    const doc = new Y.Doc();
    addFile(doc, 'about.html');
    assert.is(
      codeOf(() => addFile(doc, name)),
      code,
    );
    const again = new Y.Doc();
    addFile(again, 'about.html');
    addFile(again, 'other.html');
    assert.is(
      codeOf(() => renameFile(again, 'other.html', name)),
      code,
    );
  });
}

test('the sentence about a name says how long it may be and how it begins', () => {
  const [tooLong, dash] = [`${'a'.repeat(59)}.html`, '-a.html'];
  for (const name of [tooLong, dash]) {
    assert.match(
      nameProblem(name, [])?.message ?? '',
      /up to 58 .*single dots.*cannot begin with a dash or dot/,
    );
  }
});

test('a site holds so many files and no more, and the three of every site stay', () => {
  const doc = new Y.Doc();
  for (let number = 0; number < ADDED_FILES; number++) addFile(doc, `page-${number}.html`);
  assert.is(
    codeOf(() => addFile(doc, 'more.html')),
    'E_FILE_COUNT',
  );
  for (const name of ['index.html', 'style.css', 'script.js']) {
    assert.is(
      codeOf(() => deleteFile(doc, name)),
      'E_FILE_KEPT',
    );
    assert.is(
      codeOf(() => renameFile(doc, name, 'x.html')),
      'E_FILE_KEPT',
    );
  }
  deleteFile(doc, 'page-0.html');
  addFile(doc, 'more.html');
  assert.is(fileNames(doc).length, 3 + ADDED_FILES);
});

test('files that people add at the same moment beyond what a site holds are all there, also once restored', () => {
  const docs = [new Y.Doc(), new Y.Doc()] as const;
  const meet = () => {
    for (const [from, to] of [docs, [docs[1], docs[0]]] as const)
      Y.applyUpdate(to, Y.encodeStateAsUpdate(from));
  };
  for (let number = 1; number < ADDED_FILES; number++) addFile(docs[0], `page-${number}.html`);
  meet();
  const before = fileNames(docs[0]);
  addFile(docs[0], 'ada.html', 'from Ada');
  addFile(docs[1], 'grace.html', 'from Grace');
  meet();
  const site = readSite(docs[1]);
  assert.equal(Object.keys(site.files).sort(), [...before, 'ada.html', 'grace.html'].sort());
  assert.is(
    codeOf(() => addFile(docs[0], 'more.html')),
    'E_FILE_COUNT',
  );
  deleteFile(docs[0], 'ada.html');
  restoreSite(docs[0], site);
  assert.equal(readSite(docs[0]), site);
  assert.equal(importSite(exportSite(site, publishSite(site, 'ada'))), site);
  const copy = new Y.Doc();
  writeSite(copy, site);
  assert.equal(readSite(copy), site);
});

test('people who add, rename and edit at the same moment keep every word', () => {
  const [ada, grace] = [new Y.Doc(), new Y.Doc()];
  const meet = () => {
    Y.applyUpdate(ada, Y.encodeStateAsUpdate(grace, Y.encodeStateVector(ada)));
    Y.applyUpdate(grace, Y.encodeStateAsUpdate(ada, Y.encodeStateVector(grace)));
    assert.equal(readSite(ada), readSite(grace));
  };
  addFile(ada, 'about.html', 'from Ada');
  addFile(grace, 'about.html', 'from Grace');
  meet();
  const { 'about.html': one = '', 'about-2.html': two = '' } = readSite(ada).files;
  assert.equal([one, two].sort(), ['from Ada', 'from Grace']);
  renameFile(ada, 'about.html', 'us.html');
  textOfFile(grace, 'about.html')?.insert(0, 'also ');
  meet();
  assert.is(readSite(ada).files['us.html'], `also ${one}`);
  assert.is(readSite(ada).files['about-2.html'] ?? readSite(ada).files['about.html'], two);
});

test('deleting a file is undone with its text, and so is adding and renaming', () => {
  const doc = new Y.Doc();
  const origin = {};
  const undo = new Y.UndoManager(doc, { trackedOrigins: new Set([origin]), captureTimeout: 0 });
  addFile(doc, 'a.html', 'one', origin);
  renameFile(doc, 'a.html', 'b.html', origin);
  deleteFile(doc, 'b.html', origin);
  assert.equal([...addedFiles(doc).keys()], []);
  undo.undo();
  assert.is(textOfFile(doc, 'b.html')?.toString(), 'one');
  undo.undo();
  assert.is(textOfFile(doc, 'a.html')?.toString(), 'one');
  undo.undo();
  assert.equal([...addedFiles(doc).keys()], []);
});

test('sites that break a rule are read without what breaks it', () => {
  const doc = new Y.Doc();
  const map = doc.getMap('files');
  map.set('text:aaaaaaaaaaaa', 'fine.html');
  map.set('text:bbbbbbbbbbbb', '../bad.html');
  map.set('text:cccccccccccc', { name: 'x.html' });
  map.set('index.html', 'other.html');
  map.set('meta', 'meta.html');
  map.set('text:dddddddddddd', 'index.html');
  map.set('text:eeeeeeeeeeee', 'constructor.html');
  assert.equal(Object.keys(readSite(doc).files), [
    'index.html',
    'style.css',
    'script.js',
    'constructor.html',
    'fine.html',
    'index-2.html',
  ]);
});

test('a site with more files is exported and imported byte for byte; one without as ever', () => {
  const site = { ...EMPTY_SITE, files: { ...ADDED, 'odd.js': '\ufeff</script>\r\n\0é😀' } };
  assert.equal(importSite(exportSite(site, publishSite(site, 'ada'))), site);
  assert.match(exportSources(site), /^\{"format":2,/);
  assert.match(exportSources(EMPTY_SITE), /^\{"format":1,/);
  const many = Object.fromEntries(
    Array.from({ length: ADDED_ROOTS + 1 }, (_, at) => [`${at}.html`, '']),
  );
  const tooMany = exportSite({ ...site, files: { ...EMPTY_SITE.files, ...many } }, '');
  assert.throws(() => importSite(tooMany), /holds 259 text files/);
  for (const name of ['../x.html', 'INDEX.html', 'x.exe', '__proto__']) {
    const files = Object.fromEntries([...Object.entries(EMPTY_SITE.files), [name, 'x']]);
    const json = JSON.stringify({ ...JSON.parse(exportSources(site)), files });
    const page = `<script type="application/json" id="ensemble-source">${json}</script>`;
    if (name === '__proto__') assert.equal(importSite(page).files, EMPTY_SITE.files);
    else
      assert.throws(
        () => importSite(page),
        (error: unknown) => error instanceof FileError,
      );
  }
});

test('restoring makes the files those of then, and says what changed', () => {
  const doc = new Y.Doc();
  const then = { ...EMPTY_SITE, files: ADDED };
  writeSite(doc, {
    ...EMPTY_SITE,
    files: { ...EMPTY_SITE.files, 'about.html': 'new', 'x.js': '' },
  });
  const now = readSite(doc);
  const root = rootOfFile(doc, 'about.html');
  restoreSite(doc, then);
  assert.equal(readSite(doc), then);
  assert.is(rootOfFile(doc, 'about.html'), root);
  assert.equal(siteChanges(now, then), [
    { file: 'about.html', added: 1, removed: 1 },
    { file: 'x.js', added: 0, removed: 1 },
    { file: 'more.css', added: 1, removed: 0 },
  ]);
});

test('the history tells every file after every edit, and who wrote it', () => {
  const doc = new Y.Doc();
  const entries: LogEntry[] = [];
  doc.on('update', (update: Uint8Array) => {
    const to = entries.length + 1;
    const times = { startedMs: to, endedMs: to };
    entries.push({ from: to, to, ...times, kind: 'edit', authors: ['Ada'], update });
  });
  addFile(doc, 'a.html', 'one');
  renameFile(doc, 'a.html', 'b.html');
  textOfFile(doc, 'b.html')?.insert(3, ' two');
  deleteFile(doc, 'b.html');
  addFile(doc, 'b.html', 'other');
  const weave = new Weave();
  weave.add(entries);
  const seen = entries.map(({ to }) => weave.contentAt(to).files);
  assert.equal(
    seen.map((files) => [files['a.html'], files['b.html']]),
    [
      ['one', undefined],
      [undefined, 'one'],
      [undefined, 'one two'],
      [undefined, undefined],
      [undefined, 'other'],
    ],
  );
  assert.equal(weave.textAt('b.html', 3).authorship, [
    { end: 3, edit: 1 },
    { end: 7, edit: 3 },
  ]);
  assert.equal(weave.textAt('b.html', 4), { text: '', authorship: [] });
  assert.is.not(weave.rootAt('b.html', 3), weave.rootAt('b.html', 5));
  const place = weave.placeAt(weave.rootAt('b.html', 3) ?? '', 2, { from: 0, to: 3 }, 3);
  assert.equal(place, { from: 0, to: 3 });
});

test('an update may bring texts of files up to a limit, and no other root', () => {
  const written = (roots: readonly string[]): Uint8Array => {
    const doc = new Y.Doc();
    for (const root of roots) doc.getText(root).insert(0, 'x');
    return Y.encodeStateAsUpdate(doc);
  };
  const names = (count: number) =>
    Array.from({ length: count }, (_, at) => `text:${String(at).padStart(12, '0')}`);
  const apply = (update: Uint8Array) => {
    checkUpdate(update);
    const doc = new Y.Doc();
    guardDocument(doc);
    applyGuarded(doc, update);
    return doc;
  };
  apply(written(names(ADDED_ROOTS)));
  assert.throws(() => apply(written(names(ADDED_ROOTS + 1))), /too many files/);
  for (const root of ['text:short', 'text:AAAAAAAAAAAA', 'about.html', 'text:aaaaaaaaaaaaa']) {
    assert.throws(() => checkUpdate(written([root])), /has no root/);
  }
  const keyed = new Y.Doc();
  keyed.getMap('text:aaaaaaaaaaaa').set('key', 1);
  assert.throws(() => apply(Y.encodeStateAsUpdate(keyed)), /a text has no keys/);
});

test('a file that nobody may add any more is a sentence before anything is changed', () => {
  const doc = new Y.Doc();
  for (let number = 0; number < ADDED_ROOTS; number++)
    doc.getText(`text:${String(number).padStart(12, '0')}`);
  assert.is(
    codeOf(() => addFile(doc, 'a.html')),
    'E_FILE_COUNT',
  );
  const before = readSite(doc);
  assert.is(
    codeOf(() => restoreSite(doc, { ...EMPTY_SITE, files: ADDED })),
    'E_FILE_COUNT',
  );
  assert.equal(readSite(doc), before);
});

test.run();
