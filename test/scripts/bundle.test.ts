/** What `npm run build` promises about dist/. */
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runBuild } from '../../scripts/build/command.ts';
import { bundle, inlineable } from '../../scripts/bundle.ts';
import { command as generate } from '../../scripts/generate/command.ts';
import { runNewMode } from '../../scripts/new-mode/command.ts';

test('a bundled script can stand inside a script element', () => {
  assert.is(inlineable('a("<!--<script>")'), 'a("\\x3c!--<script>")');
});

test('building twice leaves the files of the first build untouched', async () => {
  await bundle();
  const server = await stat('dist/server.js');
  await bundle();
  assert.is((await stat('dist/server.js')).mtimeMs, server.mtimeMs);
});

test('two builds at a time end in whole files', async () => {
  await Promise.all([bundle(), bundle()]);
  const text = await readFile('dist/server.js', 'utf8');
  assert.match(text, /sourceMappingURL/);
});

/** A folder with modes of its own, and how to generate from them. */
async function withModes(
  body: (modes: string, generated: string, generateAll: () => Promise<void>) => Promise<void>,
): Promise<void> {
  mkdirSync('out', { recursive: true });
  const folder = mkdtempSync('out/bundle-');
  const [modes, generated] = [path.join(folder, 'modes'), path.join(folder, 'build')];
  mkdirSync(modes);
  const said: string[] = [];
  const generateAll = async () => {
    const code = await generate(['--modes', modes, '--out', generated], {
      print: (text) => said.push(text),
      warn: (text) => said.push(text),
      colour: false,
      interrupted: () => new AbortController().signal,
    });
    assert.is(code, 0, said.join(''));
  };
  try {
    await body(modes, generated, generateAll);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('a build of other modes has them in server and pages, and leaves dist as it is', async () => {
  await bundle();
  const ours = await stat('dist/server.js');
  await withModes(async (modes, generated, generateAll) => {
    cpSync('modes', modes, { recursive: true });
    await runNewMode(['harbour_bell', '--engine', 'paf_synth', '--modes', modes]);
    await generateAll();
    const out = path.join(path.dirname(generated), 'dist');
    await runBuild(['--generated', generated, '--out', out]);
    for (const file of ['server.js', 'web/sound-mode.js', 'web/player.js']) {
      assert.match(await readFile(path.join(out, file), 'utf8'), 'harbour_bell', file);
      assert.not.match(await readFile(path.join('dist', file), 'utf8'), 'harbour_bell', file);
    }
    assert.equal(await readFile(`${out}/welcome.json`), await readFile('dist/welcome.json'));
  });
  assert.is((await stat('dist/server.js')).mtimeMs, ours.mtimeMs);
});

test('modes without the instrument of the welcome site are refused in a sentence', async () => {
  await withModes(async (modes, generated, generateAll) => {
    copyFileSync('modes/drone.json', path.join(modes, 'drone.json'));
    await generateAll();
    const out = path.join(path.dirname(generated), 'dist');
    try {
      await runBuild(['--generated', generated, '--out', out]);
      assert.unreachable('it was built');
    } catch (error) {
      assert.match(
        String(error),
        /the welcome site needs the mode drum_sequencer, which is not in/,
      );
    }
  });
});

test.run();
