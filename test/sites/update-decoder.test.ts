/** Updates read by the server make up the documents that Yjs makes of them. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as Y from 'yjs';
import { UpdateDecoder } from '../../src/sites/update-decoder.ts';

const LONG = 1_200_000;

const texts: Readonly<Record<string, string>> = {
  nothing: '',
  'a word': 'word',
  'a long text': 'ascii '.repeat(LONG / 6),
  'a long text with one letter that is not ASCII': `${'a'.repeat(LONG)}é`,
  'a long text of other letters': 'ж😀'.repeat(LONG / 6),
};

for (const [what, text] of Object.entries(texts)) {
  test(`${what} before, between and after others`, () => {
    const doc = new Y.Doc();
    const page = doc.getText('index.html');
    page.insert(0, 'before');
    page.insert(6, text);
    page.insert(6 + text.length, 'after');
    doc.getText(text.slice(0, 9)).insert(0, 'another');
    const read = new Y.Doc();
    for (const root of ['index.html', text.slice(0, 9)]) read.getText(root);
    Y.applyUpdateV2(read, Y.encodeStateAsUpdate(doc), undefined, UpdateDecoder);
    assert.ok(read.getText('index.html').toString() === `before${text}after`);
    assert.is(read.getText(text.slice(0, 9)).toString(), 'another');
    assert.ok(Buffer.from(Y.encodeStateAsUpdate(read)).equals(Y.encodeStateAsUpdate(doc)));
  });
}

test('a long text that breaks off is refused as Yjs refuses it', () => {
  const doc = new Y.Doc();
  doc.getText('index.html').insert(0, 'a'.repeat(LONG));
  const update = Y.encodeStateAsUpdate(doc).subarray(0, LONG - 9);
  const told = [Y.UpdateDecoderV1, UpdateDecoder].map((Decoder) => {
    try {
      Y.applyUpdateV2(new Y.Doc(), update, undefined, Decoder);
      return 'read';
    } catch (error) {
      return String(error);
    }
  });
  assert.is(told[1], told[0]);
  assert.is.not(told[0], 'read');
});

test.run();
