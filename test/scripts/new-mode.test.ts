/** A new mode in one step: the draft of every engine is valid, wrong wishes are told. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hasErrors, strictly } from '../../dsl/diagnostics.ts';
import { resolveModes } from '../../dsl/resolve.ts';
import { PRIMARY_INPUTS } from '../../dsl/schema/ui.ts';
import { UsageError } from '../../scripts/command-line.ts';
import { loadEngines } from '../../scripts/generate/engines.ts';
import { readModes } from '../../scripts/generate/sources.ts';
import { runNewMode } from '../../scripts/new-mode/command.ts';
import { formatMode, groupOf, inputFor, labelOf, shortest } from '../../scripts/new-mode/draft.ts';

const { catalogue, measure } = await loadEngines();

async function inFolder(run: (folder: string) => Promise<void>): Promise<void> {
  mkdirSync('out', { recursive: true });
  const folder = mkdtempSync('out/modes-');
  try {
    await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function refused(pattern: RegExp, ...args: readonly string[]): Promise<void> {
  try {
    await runNewMode(args);
  } catch (error) {
    assert.ok(error instanceof UsageError || error instanceof TypeError);
    assert.match(error.message, pattern);
    return;
  }
  assert.unreachable(`accepted: ${args.join(' ')}`);
}

test('the draft of every engine passes the generator, strictly and measured', async () => {
  await inFolder(async (folder) => {
    for (const { engine_id } of catalogue.engines) {
      const said = await runNewMode([`my_${engine_id}`, '--engine', engine_id, '--modes', folder]);
      assert.match(said, /next: npm run gen/);
    }
    const { modes, diagnostics } = resolveModes(readModes(folder).sources, catalogue);
    assert.equal(strictly(diagnostics), []);
    assert.is(modes.length, catalogue.engines.length);
    assert.equal(await measure(modes), []);
  });
});

test('an engine that only keys play is drafted for keys; one that also sounds by itself, for a gesture', () => {
  const inputOf = (id: string) =>
    catalogue.engines.filter(({ engine_id }) => engine_id === id).map(inputFor);
  assert.equal(inputOf('fm_voice'), ['midi_in']);
  assert.equal(inputOf('paf_synth'), ['xy_pad']);
  assert.equal(inputOf('granular'), ['audio_in']);
});

test('every primary input drafts a mode with channels of its own', async () => {
  await inFolder(async (folder) => {
    for (const input of PRIMARY_INPUTS) {
      await runNewMode([
        `my_${input}`,
        '--engine',
        'paf_synth',
        '--input',
        input,
        '--modes',
        folder,
      ]);
    }
    const { modes, diagnostics } = resolveModes(readModes(folder).sources, catalogue);
    assert.not.ok(hasErrors(diagnostics));
    assert.equal(
      new Set(modes.map((mode) => mode.channels[0]?.family)).size,
      PRIMARY_INPUTS.length,
    );
  });
});

test('an existing file is kept', async () => {
  await inFolder(async (folder) => {
    const args = ['my_pad', '--engine', 'paf_synth', '--modes', folder];
    await runNewMode(args);
    const before = readFileSync(path.join(folder, 'my_pad.json'), 'utf8');
    await refused(/already exists/, ...args);
    assert.is(readFileSync(path.join(folder, 'my_pad.json'), 'utf8'), before);
  });
});

test('wrong usage is reported', async () => {
  await refused(/name one mode/);
  await refused(/name one mode/, 'a', 'b', '--engine', 'paf_synth');
  await refused(/a mode id must be a lower-case letter/, 'My-Pad', '--engine', 'paf_synth');
  await refused(/name an engine/, 'my_pad');
  await refused(/unknown engine "paf_synt".*"paf_synth"/, 'my_pad', '--engine', 'paf_synt');
  await refused(/--input must be one of/, 'my_pad', '--engine', 'paf_synth', '--input', 'nose');
  await refused(/nose/, 'my_pad', '--nose');
});

test('float32 numbers are written short', () => {
  assert.is(shortest(Math.fround(0.1)), 0.1);
  assert.is(shortest(20000), 20000);
  assert.is(shortest(Math.fround(-0.333)), -0.333);
  assert.ok(Number.isNaN(shortest(Number.NaN)));
});

test('names become labels and groups', () => {
  assert.is(labelOf('low_pass_hz'), 'Low pass');
  assert.is(labelOf('hz'), 'Hz');
  assert.is(groupOf('low_hz', ['low_hz', 'low_db', 'mix_pct']), 'Low');
  assert.is(groupOf('mix_pct', ['low_hz', 'low_db', 'mix_pct']), 'Sound');
});

test('lists of plain values stand on one line where they fit', () => {
  assert.is(
    formatMode({ a: [1, 2], b: ['x'], c: [{ d: 1 }] }),
    '{\n  "a": [1, 2],\n  "b": ["x"],\n  "c": [\n    {\n      "d": 1\n    }\n  ]\n}\n',
  );
  const long = Array.from({ length: 30 }, (_, i) => `name_${i}`);
  assert.match(formatMode({ long }), /\n {4}"name_0",\n/);
});

test('what would fail later fails at once', async () => {
  await inFolder(async (folder) => {
    const words = ['--engine', 'paf_synth', '--modes', folder];
    await refused(/"no\/such": no such folder/, 'x', '--engine', 'paf_synth', '--modes', 'no/such');
    await refused(/"package\.json": no such folder/, 'x', ...words.slice(0, 3), 'package.json');
    await refused(/at most 64 characters, got 65/, 'x'.repeat(65), ...words);
    await runNewMode(['a_b', ...words]);
    await refused(
      /"a_b" .*both become aBMode in TypeScript.*choose another name/,
      'a__b',
      ...words,
    );
    assert.equal(readdirSync(folder), ['a_b.json']);
  });
});

test('the draft names the schema as seen from its folder, and the command that generates from there', async () => {
  await inFolder(async (folder) => {
    const said = await runNewMode(['my_pad', '--engine', 'paf_synth', '--modes', folder]);
    assert.match(said, `next: npm run gen -- --modes ${folder} --out DIR`);
    const { $schema } = JSON.parse(readFileSync(path.join(folder, 'my_pad.json'), 'utf8'));
    assert.ok(existsSync(path.join(folder, $schema)), $schema);
  });
});

test.run();
