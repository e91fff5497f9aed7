/** Files that are deleted while others write in them: nothing is lost, whoever was first. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as Y from 'yjs';
import {
  bringBack,
  type DeletedFile,
  filesDeletedBy,
  keepWritten,
} from '../../../src/shared/site/deleted-files.ts';
import { EMPTY_SITE, readSite, writeSite } from '../../../src/shared/site/document.ts';
import type { LogEntry } from '../../../src/shared/site/edit-log.ts';
import {
  ADDED_FILES,
  ADDED_ROOTS,
  addedFiles,
  addFile,
  deleteFile,
  rootOfFile,
  textOfFile,
} from '../../../src/shared/site/text-files.ts';
import { checkUpdate } from '../../../src/shared/site/update-check.ts';
import { Weave } from '../../../src/shared/site/weave.ts';

const PAGE = '<h1>About</h1>\n<p>Us</p>\n';

/** Two people with a site that has about.html, and a server between them. */
function two() {
  const [ada, ben] = [new Y.Doc(), new Y.Doc()];
  const deleted: DeletedFile[] = [];
  const entries: LogEntry[] = [];
  const text = addFile(ada, 'about.html', PAGE);
  const server = new Y.Doc();
  server.on('update', (update: Uint8Array) => {
    checkUpdate(update);
    const to = entries.length + 1;
    const times = { startedMs: to, endedMs: to };
    entries.push({ from: to, to, ...times, kind: 'edit', authors: ['Ada'], update });
  });
  const meet = () => {
    for (const doc of [ada, ben]) {
      Y.applyUpdate(server, Y.encodeStateAsUpdate(doc, Y.encodeStateVector(server)));
    }
    for (const doc of [ada, ben]) {
      Y.applyUpdate(doc, Y.encodeStateAsUpdate(server, Y.encodeStateVector(doc)));
    }
    assert.equal(readSite(ada), readSite(ben));
    assert.equal(readSite(server), readSite(ben));
  };
  meet();
  ben.on('afterTransaction', (transaction) => {
    keepWritten(transaction);
    if (!transaction.local) deleted.push(...filesDeletedBy(transaction));
  });
  return { ada, ben, text, deleted, entries, meet };
}

const about = (doc: Y.Doc) => readSite(doc).files['about.html'];

test('what somebody writes offline in a file that is deleted meanwhile keeps the file', () => {
  const { ada, ben, meet, entries } = two();
  textOfFile(ben, 'about.html')?.insert(PAGE.length, '<p>by Ben</p>');
  const before = entries.length;
  deleteFile(ada, 'about.html');
  assert.is(about(ada), undefined);
  meet();
  assert.is(about(ada), '<p>by Ben</p>');
  const weave = new Weave();
  weave.add(entries);
  assert.is(weave.contentAt(before).files['about.html'], PAGE);
  assert.is(weave.contentAt(entries.length).files['about.html'], '<p>by Ben</p>');
  assert.is(weave.textAt('about.html', entries.length).text, '<p>by Ben</p>');
  deleteFile(ada, 'about.html');
  meet();
  assert.is(about(ben), undefined);
});

test('a new file of that name keeps it, and the words of the old one stand beside it', () => {
  const { ada, ben, meet } = two();
  textOfFile(ben, 'about.html')?.insert(0, 'by Ben');
  deleteFile(ada, 'about.html');
  addFile(ada, 'about.html', 'anew');
  meet();
  const { files } = readSite(ada);
  assert.equal([files['about.html'], files['about-2.html']], ['anew', 'by Ben']);
});

test('a file comes back with what was deleted, where it was, and with what was written since', () => {
  const { ada, ben, meet, deleted } = two();
  const text = textOfFile(ben, 'about.html');
  text?.insert(PAGE.indexOf('Us'), 'All of ');
  deleteFile(ada, 'about.html');
  meet();
  const [file] = deleted;
  assert.equal([deleted.length, file?.name], [1, 'about.html']);
  assert.is(about(ben), 'All of ');
  text?.insert(text.length, 'the ');
  if (file !== undefined) bringBack(ben, file, null);
  const whole = PAGE.replace('Us', 'All of the Us');
  assert.is(about(ben), whole);
  meet();
  if (file !== undefined) bringBack(ben, file, null);
  assert.is(about(ada), whole);
});

test('a file that nobody wrote in comes back whole, and not twice if its deletion is undone', () => {
  for (const isUndone of [false, true]) {
    const { ada, ben, meet, deleted } = two();
    const origin = {};
    const undo = new Y.UndoManager(ada, { trackedOrigins: new Set([origin]) });
    deleteFile(ada, 'about.html', origin);
    meet();
    assert.is(about(ben), undefined);
    if (isUndone) undo.undo();
    meet();
    const [file] = deleted;
    if (file !== undefined) bringBack(ben, file, null);
    assert.is(about(ben), PAGE);
    meet();
  }
});

test('a file that is kept by what was written in it may be emptied', () => {
  const { ada, ben, meet } = two();
  const text = textOfFile(ben, 'about.html');
  text?.insert(0, 'by Ben');
  deleteFile(ada, 'about.html');
  meet();
  text?.delete(0, text.length);
  assert.is(about(ben), '');
  meet();
  deleteFile(ben, 'about.html');
  assert.is(about(ben), undefined);
});

test('a file comes back to a site that has as many as one may add', () => {
  const { ada, ben, meet, deleted } = two();
  deleteFile(ada, 'about.html');
  for (let number = 0; number < ADDED_FILES; number++) addFile(ada, `page-${number}.html`);
  meet();
  const [file] = deleted;
  if (file !== undefined) bringBack(ben, file, null);
  assert.is(addedFiles(ben).size, ADDED_FILES + 1);
  assert.ok(addedFiles(ben).has('about.html'));
});

test('names of deleted files that were made up bring no file and no root', () => {
  const doc = new Y.Doc();
  const files = doc.getMap('files');
  for (let number = 0; number <= ADDED_ROOTS; number++) {
    files.set(`text:${String(number).padStart(12, '0')}`, { deleted: 'x.html' });
  }
  for (const value of [{ deleted: '../x.html' }, { deleted: 7 }, { deleted: 'index.html' }, null]) {
    files.set('text:aaaaaaaaaaaa', value);
    doc.getText('text:aaaaaaaaaaaa').insert(0, 'x');
  }
  assert.equal([...addedFiles(doc).keys()], []);
  files.set('text:aaaaaaaaaaaa', { deleted: 'index.html' });
  assert.equal([...addedFiles(doc).keys()], ['index-2.html']);
  assert.is([...doc.share.keys()].length, 2);
});

test('a map that is named like a deleted file is none', () => {
  const { ada, ben, meet, deleted } = two();
  ada.getMap('meta').set('lang', 'en');
  ada.getMap('files').set('meta', { deleted: 'x.html' });
  meet();
  ben.getMap('meta').set('lang', 'cy');
  assert.equal(deleted, []);
  assert.equal(Object.keys(readSite(ben).files).slice(3), ['about.html']);
});

test('restoring a version without the file, and one with it, keeps both in the document', () => {
  const { ada, ben, meet } = two();
  const then = readSite(ada);
  textOfFile(ben, 'about.html')?.insert(0, 'by Ben');
  writeSite(ada, EMPTY_SITE);
  meet();
  assert.is(about(ada), 'by Ben');
  const root = rootOfFile(ada, 'about.html');
  writeSite(ada, then);
  meet();
  assert.equal([about(ben), rootOfFile(ben, 'about.html')], [PAGE, root]);
});

test.run();
