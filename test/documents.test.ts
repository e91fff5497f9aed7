/** The documents name only commands and files that there are. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { limitsWith } from '../src/limits.ts';

const DOCUMENTS = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'PROTOCOL.md',
  'SECURITY.md',
  'firmware/README.md',
  'firmware/board/rp2350/WIRING.md',
];

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const ROOTS = 'src dsl modes build firmware scripts test';
/** A path of this repository that names one file or folder: no pattern, no placeholder. */
const PATH = new RegExp(`(?<![\\w./-])(?:${ROOTS.split(' ').join('|')})/[\\w./-]*\\w`, 'g');
/** What readers are to make themselves. */
const TO_COME = [
  'modes/whisper.json',
  'build/cpp/modes/whisper.h',
  'build/ts/modes/whisper.ts',
  'firmware/engines/hum.h',
];

for (const document of DOCUMENTS) {
  const text = readFileSync(document, 'utf8');
  const prose = text.replace(/^```[\s\S]*?^```$/gm, '');

  test(`${document} names only scripts of package.json`, () => {
    const named = [...text.matchAll(/npm run ([a-z][\w:-]*)/g)].map(([, name = '']) => name);
    assert.equal(
      named.filter((name) => !(name in scripts)),
      [],
    );
  });

  test(`${document} names only files that are there`, () => {
    const named = [...prose.matchAll(PATH)].map(([name]) => name);
    const linked = [...prose.matchAll(/\]\(((?!https?:|#)[^)\s#]+)\)/g)].map(([, name = '']) =>
      path.join(path.dirname(document), name),
    );
    const gone = [...named, ...linked].filter(
      (name) => !existsSync(name) && !TO_COME.includes(name),
    );
    assert.equal(gone, []);
  });
}

test('SECURITY.md says of every limit what it is against', () => {
  const [, table = ''] = readFileSync('SECURITY.md', 'utf8').split('## What each limit protects');
  const rows = table.split('\n').filter((line) => line.startsWith('| `'));
  const told = rows.flatMap((row) => row.match(/(?<=`)\w+(?=`)/g) ?? []);
  assert.equal(told.sort(), Object.keys(limitsWith({})).sort());
});

test.run();
