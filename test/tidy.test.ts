/** Rules about the repository itself: test traps, what no file may say. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { transformSync } from 'esbuild';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(file));

const read = (file: string): string => readFileSync(file, 'utf8');
const under = (folder: string, ending: RegExp): string[] =>
  files.filter((file) => file.startsWith(`${folder}/`) && ending.test(file));

test('dsl is pure: no file system, process, clock or network', () => {
  const wrong = under('dsl', /\.ts$/).filter((file) =>
    /from 'node:|Date\.now|new Date\(|Math\.random|process\.|fetch\(/.test(read(file)),
  );
  assert.equal(wrong, []);
});

const tests = under('test', /\.test\.ts$/);

test('every test file runs its tests: uvu passes a file that forgets .run()', () => {
  const wrong = tests.filter(
    (file) => /from 'uvu'/.test(read(file)) && !/^\s*[\w.]*\.run\(\);/m.test(read(file)),
  );
  assert.equal(wrong, []);
});

test('what closes the servers and browsers of a file comes after its tests', () => {
  const wrong = tests.filter((file) => /^closing\([\s\S]*\btest\(/m.test(read(file)));
  assert.equal(wrong, []);
});

test('no suite has a before hook: uvu reports a throwing one as success', () => {
  const wrong = tests.filter((file) => /^\s*[\w]+\.before\(/m.test(read(file)));
  assert.equal(wrong, []);
});

test('assert.throws is given a check, not a label: uvu takes a string as a label', () => {
  const wrong = tests.filter((file) => /assert\.throws\([^;]*,\s*['"`][^;]*\);/m.test(read(file)));
  assert.equal(wrong, []);
});

test('no test is skipped or run alone', () => {
  const wrong = tests.filter((file) => /\b\w+\.(skip|only)\(/.test(read(file)));
  assert.equal(wrong, []);
});

test('nothing names a path of one machine or the host of a registry', () => {
  const hosts = ['registry', 'npmjs'].join('.');
  const place = new RegExp(['/(?:home|root|work|Users)', '/[a-z]'].join(''));
  const wrong = files
    .filter((file) => !/\.(png|wasm|wav|taught|mdb|gz)$/.test(file))
    .filter((file) => place.test(read(file)) || read(file).includes(hosts));
  assert.equal(wrong, []);
});

/** Names the code had once and must not have again: [the old name, what it is called now]. */
const OLD_NAMES: readonly (readonly [old: RegExp, now: string])[] = [
  [/\bIntake\b/, 'EditQueue'],
  [/\bAuthorship\b/, 'client-id owners'],
  [/\bStructAgreement\b|struct agreement/i, 'struct conflicts'],
  [/\bclass Gate\b/, 'SocketServer'],
  [/#noted\b/, 'observedUpdates'],
  [/\btoldPermission\b|#told\b/, 'lastSentPermission'],
  [/\bStateSign\b|\bclass Standing\b/, 'SaveStatusBadge, SaveStatus'],
  [/\bPageShelf\b/, 'PageCache'],
  [/\bclass Growth\b/, 'SiteCreationLimiter'],
  [/#obey\b|\b(?:type|class|interface|const) Order\b/, 'a command, #handle'],
  [/\bLateness\b/, 'UnderrunMeter'],
  [/\bPATIENCE/, 'TIMEOUT'],
  [/\b(?:MOST_[A-Z]|LONGEST|DEEPEST)/, 'MAX_'],
  [/\bunsure\b/, 'acknowledged'],
  [/\bis_sound\b/, 'is_valid'],
  [/\bnearest\(0\./, 'from_ratio, or a value in the unit of the slot'],
  [/\b(?:type|class|interface) (?:Ask|Told)\b/, 'Request, Event'],
  [/\bENS_(?:SELDOM|OFTEN)\b/, 'ENS_COLD, ENS_HOT'],
  [/firmware\/wasm\b/, 'firmware/abi'],
  [/\b(?:enum class|type|class|interface) (?:Press|Refusal|Wish)\b/, 'what it is in the field'],
];

test('names that were replaced do not come back', () => {
  const sources = files.filter(
    (file) => /\.(?:ts|cc|h|md)$/.test(file) && file !== 'test/tidy.test.ts',
  );
  const wrong = sources.flatMap((file) =>
    OLD_NAMES.filter(([old]) => old.test(read(file))).map(([, now]) => `${file}: say ${now}`),
  );
  assert.equal(wrong, []);
});

/** These mean one thing each: the run time of a mode in C++, and the public class of the ES module. */
const ONE_MEANING: Readonly<Record<string, readonly string[]>> = {
  Instrument: ['firmware/instrument/instrument.h', 'src/web/ensemble/main.ts'],
  Refusal: [],
  Command: [],
};

test('Instrument, Refusal and Command are not declared twice, nor are their files', () => {
  for (const [name, places] of Object.entries(ONE_MEANING)) {
    const declared = new RegExp(`^(?:export )?(?:class|interface|type|enum class) ${name}\\b`, 'm');
    const found = files.filter(
      (file) =>
        /\.(?:ts|cc|h)$/.test(file) && !file.startsWith('build/') && declared.test(read(file)),
    );
    assert.equal(found, places, name);
  }
  const called = files.filter((file) => /\/(?:spec|instrument)\.ts$/.test(file));
  assert.equal(called, []);
});

test('enumerators of C++ are written kLikeThis; those of the C ABI ENS_LIKE_THIS', () => {
  const sources = under('firmware', /\.(?:h|cc)$/);
  const wrong = sources.flatMap((file) => {
    const text = read(file).replaceAll(/\/\/.*|\/\*[\s\S]*?\*\//g, '');
    const enums = [...text.matchAll(/\benum\b[^{;()]*\{([^}]*)\}/g)];
    const names = enums.flatMap(([, body = '']) => [...body.matchAll(/(?:^|,)\s*(\w+)/g)]);
    return names
      .map(([, name = '']) => name)
      .filter((name) => !/^k[A-Z0-9]/.test(name) && !/^ENS_[A-Z]/.test(name))
      .map((name) => `${file}: ${name}`);
  });
  assert.equal(wrong, []);
});

const functionOf = (lines: number): string =>
  `export function f(x: number): void {\n${'  console.log(x);\n'.repeat(lines - 2)}}\n`;
const importOf = (name: string): string =>
  `import type { T } from './${name}.ts';\nexport type U = T;\n`;

test('the linter refuses functions over 70 lines and import cycles, those of types included', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ensemble-lint-'));
  try {
    for (const file of ['biome.json', '.gitignore']) copyFileSync(file, path.join(folder, file));
    for (const [file, text] of [
      ['src/screen.ts', functionOf(70)],
      ['src/long.ts', functionOf(71)],
      ['dsl/long.ts', functionOf(71)],
      ['scripts/long.ts', functionOf(71)],
      ['src/there.ts', importOf('back')],
      ['src/back.ts', importOf('there')],
    ] as const) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    }
    const biome = path.resolve('node_modules/.bin/biome');
    const { stdout, stderr } = spawnSync(biome, ['lint'], { cwd: folder, encoding: 'utf8' });
    const found = [...`${stdout}${stderr}`.matchAll(/^(\S+\.ts):\S+ lint\/\w+\/(\w+)/gm)];
    assert.equal(found.map(([, file, rule]) => `${file} ${rule}`).sort(), [
      'dsl/long.ts noExcessiveLinesPerFunction',
      'scripts/long.ts noExcessiveLinesPerFunction',
      'src/back.ts noImportCycles',
      'src/long.ts noExcessiveLinesPerFunction',
      'src/there.ts noImportCycles',
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('files left out of coverage hold types only, or test:cluster counts them', () => {
  const { exclude } = JSON.parse(read('.c8rc.json'));
  const named = exclude.filter((name: string) => !name.includes('*'));
  const running = named.filter(
    (file: string) => transformSync(read(file), { loader: 'ts' }).code.trim() !== '',
  );
  assert.ok(named.length > 0);
  const { include, lines } = JSON.parse(read('.c8rc-cluster.json'));
  assert.equal(running, include);
  assert.ok(lines >= 95);
});

test('top level is what the owner asked for, beside documents and dotfiles', () => {
  const allowed = new Set(
    'package.json package-lock.json tsconfig.json biome.json src dsl modes build firmware scripts test LICENSE'.split(
      ' ',
    ),
  );
  const wrong = [...new Set(files.map((file) => file.split('/')[0] ?? ''))].filter(
    (name) => !allowed.has(name) && !name.startsWith('.') && !name.endsWith('.md'),
  );
  assert.equal(wrong, []);
});

const cpp = under('firmware', /\.(?:h|cc)$/);

/** Bodies that open behind a `)` at the end of a line, in lines; strings and comments hold no lone brace. */
function bodiesOf(text: string): { readonly at: number; readonly lines: number }[] {
  const lines = text.split('\n').map((line) => line.replace(/"(?:\\.|[^"\\])*"|'.'|\/\/.*/g, ''));
  return lines.flatMap((line, at) => {
    if (!/\)[^;=()]*\{\s*$/.test(line)) return [];
    let open = 0;
    const end = lines.findIndex((later, index) => {
      if (index < at) return false;
      const from = index === at ? later.slice(later.lastIndexOf('{')) : later;
      for (const brace of from.matchAll(/[{}]/g)) open += brace[0] === '{' ? 1 : -1;
      return open <= 0;
    });
    return [{ at: at + 1, lines: end - at + 1 }];
  });
}

test('no C++ function is longer than 70 lines', () => {
  const of = (body: number) =>
    bodiesOf(`int f() {\n${'  g("}");\n'.repeat(body)}}\n`).map(({ lines }) => lines);
  assert.equal([of(68), of(69)], [[70], [71]]);
  const found = cpp.map((file) => ({ file, bodies: bodiesOf(read(file)) }));
  assert.ok(found.reduce((sum, { bodies }) => sum + bodies.length, 0) > 500);
  const wrong = found.flatMap(({ file, bodies }) =>
    bodies
      .filter(({ lines }) => lines > 70)
      .map(({ at, lines }) => `${file}:${at}: ${lines} lines`),
  );
  assert.equal(wrong, []);
});

test('no file of source or tests is longer than 400 lines', () => {
  const written = /^(?:src|dsl|scripts|firmware|test)\/.*\.(?:ts|css|h|cc)$/;
  const long = files.filter((file) => written.test(file) && read(file).split('\n').length > 401);
  assert.equal(long, []);
});

test('the adapter for VCV Rack has under 500 lines of code: what hosts share is in firmware/host', () => {
  const code = cpp
    .filter((file) => file.startsWith('firmware/rack/'))
    .flatMap((file) => read(file).split('\n'))
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('//'));
  assert.ok(code.length > 300 && code.length < 500, `${code.length} lines`);
});

test('enumerators of the sound code are named kLikeThis', () => {
  const wrong = cpp
    .filter((file) => /^firmware\/(?:core|dsp|engines|instrument)\//.test(file))
    .flatMap((file) =>
      [
        ...read(file)
          .replaceAll(/\/\/.*/g, '')
          .matchAll(/\benum\b[^{;]*\{([^}]*)\}/g),
      ]
        .flatMap(([, body = '']) => body.split(',').map((entry) => entry.trim()))
        .filter((entry) => entry !== '' && !/^k[A-Z]/.test(entry))
        .map((entry) => `${file}: ${entry}`),
    );
  assert.equal(wrong, []);
});

test.run();
