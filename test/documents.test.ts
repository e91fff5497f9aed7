/** All documents name only commands, files and headings that exist. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { documents } from './support/readme.ts';

const DOCUMENTS = documents();

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

const LINK = /\]\(([^)\s]+)\)/g;

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(document: string): string[] {
  const headings = [...readFileSync(document, 'utf8').matchAll(/^#+ (.+)$/gm)];
  return headings.map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Whether a relative link of a document leads to a file there is, and to a heading of it if it names one. */
function leadsSomewhere(document: string, target: string): boolean {
  const [name = '', anchor] = target.split('#');
  const file = name === '' ? document : path.join(path.dirname(document), name);
  return existsSync(file) && (anchor === undefined || anchorsOf(file).includes(anchor));
}

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

  test(`${document} names only files that exist`, () => {
    const named = [...prose.matchAll(PATH)].map(([name]) => name);
    const gone = named.filter((name) => !existsSync(name) && !TO_COME.includes(name));
    assert.equal(gone, []);
  });

  test(`${document} links only to files and headings that exist`, () => {
    const broken = [...prose.matchAll(LINK)]
      .map(([, target = '']) => target)
      .filter((target) => !/^https?:/.test(target) && !leadsSomewhere(document, target));
    assert.equal(broken, []);
  });
}

/** The tests that SECURITY.md names: file without `test/` and `.test.ts`, and name. */
const NAMED = /Test: `([\w/-]+)`, _([^_]+)_\./g;

test('every threat names its test, which is there', () => {
  const [, models = ''] = readFileSync('SECURITY.md', 'utf8').split('## Threat models');
  const text = models.replace(/\s+/g, ' ');
  const threats = text.match(/- \*\*[A-Z]\d+ /g) ?? [];
  const named = [...text.matchAll(NAMED)];
  assert.ok(threats.length > 0);
  assert.is(named.length, threats.length);
  const missing = named.filter(([, file, name = '']) => {
    const place = `test/${file}.test.ts`;
    return !existsSync(place) || !readFileSync(place, 'utf8').includes(name);
  });
  assert.equal(missing, []);
});

test('a link to a missing file or heading is found', () => {
  assert.ok(leadsSomewhere('src/web/README.md', '../../PROTOCOL.md#the-editing-socket'));
  assert.not(leadsSomewhere('src/web/README.md', '../../PROTOCOL.md#the-editing-sockets'));
  assert.not(leadsSomewhere('src/web/README.md', 'PROTOCOL.md'));
});

test.run();
