/** What somebody pastes: text that brings a picture of itself, or files. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { meansText } from '../../src/web/editor/dropped-files.ts';

/** [text, names of files, whether the text is meant] */
const PASTED: readonly (readonly [string, readonly string[], boolean])[] = [
  ['Monday\tPiano\r\nFriday\tChoir\r\n', ['image.png'], true],
  ['One word', ['image.png'], true],
  ['', ['image.png'], false],
  ['\n', ['image.png'], false],
  ['IMG_0001.png', ['IMG_0001.png'], false],
  ['/photos/a.png\n/photos/b.png', ['a.png', 'b.png'], false],
];

for (const [text, files, expected] of PASTED) {
  test(`${JSON.stringify(text)} with ${files} ${expected ? 'is text' : 'is files'}`, () => {
    assert.is(meansText(text, files), expected);
  });
}

test.run();
