/**
 * Takes every rule of the mode language away, one at a time, and runs the tests against what is left.
 *
 *     npm run test:mutants -- [text of a mutant ...]
 *
 * Each mutant is one change of one source file: a bound dropped, a field no longer required, an object no
 * longer strict, a name missing from a list, a rule not applied. A mutant that no test notices is a
 * rule nobody would miss; it is printed and the run fails. The drift of the emitters from each other is the
 * hostile test's business, not this one's.
 */
import { spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';

export interface Mutant {
  readonly file: string;
  /** What is changed, as a person reads it. */
  readonly what: string;
  readonly text: string;
}

interface Change {
  readonly files: RegExp;
  readonly find: RegExp;
  readonly put: (found: string) => string;
}

const SCHEMA =
  /^dsl\/schema\/(ml|mode|param|voice-space|ui|curve|identifier|train-config|json-object)\.ts$/;
const RULES = /^dsl\/rules\/(?!subject).*\.ts$/;
const RESOLVE = /^dsl\/resolve\.ts$/;

const nothing = (): string => '';

/** Every way a rule is written, and what is left when it is taken away. */
const CHANGES: readonly Change[] = [
  // Bounds and patterns of the schema, one call each.
  { files: SCHEMA, find: /v\.(?:min|max|gt)(?:Length|Value|Entries)\([^)]*\),?/g, put: nothing },
  { files: SCHEMA, find: /v\.(?:finite|integer)\(\),?/g, put: nothing },
  { files: SCHEMA, find: /v\.regex\([^)]*\),/g, put: nothing },
  { files: SCHEMA, find: /v\.strictObject\(/g, put: () => 'v.object(' },
  // A kind of value: anything goes. (`integer` says `number` by itself.)
  {
    files: SCHEMA,
    find: /v\.(?:string|boolean)\(\)|v\.number\(\)(?!,\s*v\.integer)/g,
    put: () => 'v.any()',
  },
  { files: SCHEMA, find: /v\.picklist\([^)]*\)/g, put: () => 'v.string()' },
  // Fields that must be there, and those that need not.
  {
    files: SCHEMA,
    find: /^ {4}(?:\w+): (?=v\.pipe\(|identifier\(|CurveSchema|MlSchema|UiSchema|declared)/gm,
    put: (found) => found.replace(':', '_gone:'),
  },
  { files: SCHEMA, find: /v\.exactOptional\(/g, put: () => 'v.nonOptional(' },
  // Names in lists.
  {
    files: SCHEMA,
    find: /'(?:linear|exp|log|square|sqrt|sigmoid|cubic|xy_pad|joystick|sliders|audio_in|midi_in|none)',/g,
    put: nothing,
  },
  // Objects as JSON knows them.
  { files: SCHEMA, find: /!Array\.isArray\(input\)/g, put: () => 'true' },
  { files: SCHEMA, find: /Object\.values\(input\)\.every\([^;]*?item\)\)/g, put: () => 'true' },
  // The two forms of a voice space.
  { files: SCHEMA, find: /(?:Bare|Deviating)VoiceSpaceSchema(?=[,\]])/g, put: nothing },
  // Rules: each not applied, each condition never met.
  { files: RESOLVE, find: /^ {2}[a-zA-Z]+,$(?=[\s\S]*^\];)/gm, put: nothing },
  { files: RULES, find: /report\('[EW]_\w+/g, put: (found) => `(() => {})(); if (0) ${found}` },
  { files: RULES, find: /if \((?!0)([^\n]*)\) (?=return|continue)/g, put: () => 'if (false) ' },
  { files: RULES, find: /\b(?:limit\(subject, [^;]*;)/g, put: nothing },
  {
    files: RESOLVE,
    find: /'E_FILE_NAME'|twice\(\n/g,
    put: (found) =>
      found.startsWith('twice') ? '((..._: unknown[]) => undefined)(\n' : "'E_JSON'",
  },
  {
    files: RESOLVE,
    find: /\.filter\(\(\{ pointer \}\) => !text\.unheld\.has\(pointer\)\)/g,
    put: nothing,
  },
  { files: /^dsl\/json-text\.ts$/, find: /report\(\{[^}]*\}\);/g, put: nothing },
  {
    files: /^dsl\/json-text\.ts$/,
    find: /if \((?:text\.startsWith|text\.trim|text\.length|deep >= 0|first)/g,
    put: (found) => found.replace('if (', 'if (0 as number && '),
  },
];

const FILES = [
  ...[
    'ml',
    'mode',
    'param',
    'voice-space',
    'ui',
    'curve',
    'identifier',
    'train-config',
    'json-object',
  ].map((name) => `dsl/schema/${name}.ts`),
  ...['engine', 'identifiers', 'network', 'params', 'voice-spaces'].map(
    (name) => `dsl/rules/${name}.ts`,
  ),
  'dsl/resolve.ts',
  'dsl/json-text.ts',
];

/** What notices: the tables of rules. They take half a second; the property tests would take minutes. */
const TESTS = ['schema.test.ts', 'rules.test.ts', 'resolve.test.ts', 'json-text.test.ts'];

/** The test most likely to notice goes first. */
const testsFor = (file: string): readonly string[] => {
  const first = file.includes('schema') ? 0 : file.includes('json-text') ? 2 : 1;
  return TESTS.toSorted((a, b) => Number(b === TESTS[first]) - Number(a === TESTS[first]));
};
const TIMEOUT_MS = 60_000;

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** Gives every mutant of the sources as they are. */
export function mutants(): Mutant[] {
  return FILES.flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    return CHANGES.filter((change) => change.files.test(file)).flatMap((change) =>
      [...source.matchAll(change.find)].flatMap((found) => {
        const put = change.put(found[0]);
        if (put === found[0]) return [];
        const text =
          source.slice(0, found.index) + put + source.slice(found.index + found[0].length);
        const what = `${file}:${lineOf(source, found.index)} ${found[0].trim().replace(/\s+/g, ' ')}`;
        return [{ file, what, text }];
      }),
    );
  });
}

/** Copies what the tests need; packages are linked. */
function copyTo(folder: string): void {
  for (const part of ['dsl', 'test/dsl', 'build/schema', 'package.json', 'tsconfig.json']) {
    mkdirSync(path.dirname(path.join(folder, part)), { recursive: true });
    cpSync(part, path.join(folder, part), { recursive: true });
  }
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
}

/** Runs the tests in a folder until one fails; true if none does. */
async function passes(folder: string, tests: readonly string[]): Promise<boolean> {
  for (const name of tests) {
    const { NODE_V8_COVERAGE: _, ...env } = process.env;
    const child = spawn(process.execPath, ['--import', 'tsx', `test/dsl/${name}`], {
      cwd: folder,
      env,
      stdio: 'ignore',
      timeout: TIMEOUT_MS,
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    if (code !== 0) return false;
  }
  return true;
}

/** Gives the mutants no test notices. Throws if the tests fail on the sources as they are. */
export async function survivors(all: readonly Mutant[]): Promise<Mutant[]> {
  const queue = [...all];
  const alive: Mutant[] = [];
  const work = async (): Promise<void> => {
    const folder = mkdtempSync(path.join(tmpdir(), 'mutants-'));
    try {
      copyTo(folder);
      if (!(await passes(folder, TESTS))) throw new Error('the tests fail without any change');
      for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
        writeFileSync(path.join(folder, mutant.file), mutant.text);
        if (await passes(folder, testsFor(mutant.file))) alive.push(mutant);
        cpSync(mutant.file, path.join(folder, mutant.file));
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return alive;
}

if (process.argv[1]?.endsWith('mutants.ts')) {
  const wanted = process.argv.slice(2);
  const all = mutants().filter(({ what }) => wanted.every((text) => what.includes(text)));
  const alive = await survivors(all);
  for (const { what } of alive) console.log(`survives: ${what}`);
  console.log(`${all.length - alive.length} passed, ${alive.length} failed`);
  process.exitCode = all.length > 0 && alive.length === 0 ? 0 : 1;
}
