/**
 * Runs test files, each in a process of its own, and counts what they report.
 *
 * As many files run at once as there are processors, one more in browsers, but for those that share an emulator, a
 * port or a clock.
 *
 * uvu alone passes a file that runs nothing and a suite whose `before` throws, so a file counts
 * as green only if it exits 0, reports at least one test, and passed every test it reports.
 *
 * With TEST_RETRIES=1, as in CI, up to three files that failed run once more when nothing else does: real audio,
 * browsers and emulators are late on a busy machine. What passed only then is named at the end.
 *
 *     node --import tsx test/support/run.ts [folder or file ...]
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { bundleService } from '../../scripts/bundle-service.ts';
import { Progress, screenOf } from '../../scripts/progress.ts';
import { TEST_BUNDLES } from '../../src/sites/spawn.ts';
import { RUN_FOLDER } from './once.ts';

/** Folders that need more than node, npm, g++ and cmake; each has a script of its own. */
const SEPARATE = [
  'test/browser',
  'test/cluster',
  'test/device',
  'test/end-to-end',
  'test/hosts',
  'test/load',
  'test/system',
];
/** Folders of which one file runs at a time. */
const ONE_AT_A_TIME = SEPARATE.filter((folder) => folder !== 'test/browser');
/** Files that measure what other work delays, such as real sound; they run last, one at a time. */
const ALONE = [
  'audio-thread',
  'hero',
  'instrument-on-site',
  'latency',
  'pages',
  'play-on',
  'player',
].map((name) => `test/browser/${name}.test.ts`);
/** Files whose threads run from source rather than from bundles, so that coverage includes them. */
const FROM_SOURCE = ['compactor', 'damage', 'page-maker', 'writer-thread'].map(
  (name) => `test/sites/${name}.test.ts`,
);
// A name that is no file would not be noticed.
for (const file of [...ALONE, ...FROM_SOURCE]) statSync(file);
const FILE_TIMEOUT_MS = 10 * 60_000;
/** A test that failed may leave open what keeps its process from ending. */
const FAILED_TIMEOUT_MS = 10_000;
/** What a failed test left may keep the next one waiting for good, and no test waits for a state for this long. */
const SILENT_TIMEOUT_MS = Number(process.env['TEST_SILENT_MS'] ?? 120_000);
/** With more failures than this, it is not the machine. */
const MAX_RETRIED_FILES = 3;

interface Outcome {
  readonly file: string;
  readonly passed: number;
  readonly failed: number;
  readonly output: string;
  readonly seconds: number;
}

function find(place: string): string[] {
  const found = statSync(place, { throwIfNoEntry: false });
  if (found === undefined) {
    console.error(
      `${place} is neither a file nor a folder: give a path, such as test/server.test.ts`,
    );
    process.exit(1);
  }
  if (found.isFile()) return [place];
  return readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
    .map((name) => path.join(place, name));
}

function count(output: string, label: string): number {
  const lines = [...output.matchAll(new RegExp(`^\\s*${label}:\\s+(\\d+)`, 'gm'))];
  return lines.reduce((sum, line) => sum + Number(line[1]), 0);
}

function judge(file: string, code: number | null, output: string, seconds: number): Outcome {
  const total = count(output, 'Total');
  const passed = count(output, 'Passed');
  const skipped = count(output, 'Skipped');
  const lost = total - passed + skipped;
  const silent = total === 0 || (code !== 0 && lost === 0) ? 1 : 0;
  return { file, passed, failed: lost + silent, output, seconds };
}

function run(file: string): Promise<Outcome> {
  const started = performance.now();
  return new Promise((resolve) => {
    const bundles = FROM_SOURCE.includes(file) ? undefined : process.env[TEST_BUNDLES];
    const child = spawn(process.execPath, ['--import', 'tsx', file], {
      env: { ...process.env, FORCE_COLOR: '0', [TEST_BUNDLES]: bundles },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let failed: NodeJS.Timeout | undefined;
    const stopAfter = (ms: number, what: string): NodeJS.Timeout =>
      setTimeout(() => {
        output += `\nstopped: ${what} for ${ms / 1000} s\n`;
        child.kill('SIGKILL');
      }, ms);
    const keep = (chunk: Buffer) => {
      output += chunk.toString();
      clearTimeout(failed);
      const ended = /Duration:.*\s*$/.test(output);
      if (ended ? count(output, 'Passed') < count(output, 'Total') : output.includes('✘')) {
        const limit_ms = ended ? FAILED_TIMEOUT_MS : SILENT_TIMEOUT_MS;
        failed = stopAfter(limit_ms, 'no more output after a test failed,');
      }
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const timer = stopAfter(FILE_TIMEOUT_MS, 'no result');
    child.on('close', (code) => {
      clearTimeout(failed);
      clearTimeout(timer);
      resolve(judge(file, code, output, (performance.now() - started) / 1000));
    });
  });
}

const progress = new Progress(screenOf(process.stdout));

function report({ file, passed, failed, seconds, output }: Outcome): void {
  const verdict = failed === 0 ? 'ok  ' : 'FAIL';
  const done = `${String(outcomes.length).padStart(String(files.length).length)}/${files.length}`;
  progress.line(`${verdict} ${done} ${file} (${passed} tests, ${seconds.toFixed(1)} s)`);
  if (failed > 0) progress.line(output);
}

const running = new Set<string>();

/** Shows which files are running: the slowest take minutes. */
function showRunning(): void {
  const failing = outcomes.filter(({ failed }) => failed > 0).length;
  const wrong = failing > 0 ? `, ${failing} files failed` : '';
  progress.now(`${outcomes.length} of ${files.length}${wrong}; running ${[...running].join(', ')}`);
}

const places = process.argv.slice(2);
const files = [...new Set((places.length > 0 ? places : ['test']).flatMap(find))]
  .filter((file) => places.length > 0 || !SEPARATE.some((folder) => file.startsWith(`${folder}/`)))
  .sort();
const outcomes: Outcome[] = [];
mkdirSync('out', { recursive: true });
const shared = mkdtempSync('out/run-');
process.env[RUN_FOLDER] = shared;
// The test of this runner starts it again.
if (process.env[TEST_BUNDLES] === undefined) {
  const service = path.resolve(shared, 'service');
  await bundleService(service);
  process.env[TEST_BUNDLES] = service;
}

/** Runs files, `width` at a time. */
async function runAll(queue: string[], width: number): Promise<void> {
  const next = async (): Promise<void> => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      running.add(file);
      showRunning();
      const outcome = await run(file);
      running.delete(file);
      outcomes.push(outcome);
      report(outcome);
    }
  };
  await Promise.all(Array.from({ length: width }, next));
}

const isAlone = (file: string): boolean =>
  ALONE.includes(file) || ONE_AT_A_TIME.some((folder) => file.startsWith(`${folder}/`));
const together = files.filter((file) => !isAlone(file));
// Tests in browsers wait for half of their time.
const waits = together.every((file) => file.startsWith('test/browser/')) ? 1 : 0;
await runAll(together, availableParallelism() + waits);
await runAll(files.filter(isAlone), 1);
const late: string[] = [];
const failures = outcomes.filter((outcome) => outcome.failed > 0);
if (process.env['TEST_RETRIES'] === '1' && failures.length <= MAX_RETRIED_FILES) {
  for (const failure of failures) {
    const second = await run(failure.file);
    if (second.failed === 0) late.push(failure.file);
    outcomes.splice(outcomes.indexOf(failure), 1, second);
    report(second);
  }
}
rmSync(shared, { recursive: true, force: true });
for (const file of late) progress.line(`passed only when it ran again: ${file}`);
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
progress.line(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
