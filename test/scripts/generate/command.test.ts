/** The generator as an author uses it: what it prints, what it writes, what it answers. */
import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Measure } from '../../../dsl/measure.ts';
import { command } from '../../../scripts/generate/command.ts';
import { commandFor } from '../../../scripts/generate/options.ts';
import { CATALOGUE } from '../../dsl/fixtures/engines.ts';
import { changed } from '../../dsl/fixtures/modes.ts';
import { CLEAN, glass, inPlace } from './place.ts';

test(
  'a first run writes every file and names it, a second one has nothing to do',
  inPlace(async ({ gen }) => {
    const first = await gen();
    assert.is(first.code, 0);
    assert.match(first.out, /wrote \/build\/cpp\/mode\.h\nwrote \/build\/cpp\/modes\/glass\.h\n/);
    assert.match(first.out, /\/build now holds 1 mode\n$/);
    assert.equal(await gen(), { code: 0, out: '/build is up to date with 1 mode\n', err: '' });
    assert.equal(await gen(['--check']), {
      code: 0,
      out: '/build is up to date with 1 mode\n',
      err: '',
    });
  }),
);

/** A check repeats the folders that it was given. */
const ADVICE = 'run `npm run gen -- --modes /modes --out /build` and commit the result\n';

test(
  'a check fails on a byte edited, on a mode edited, on an orphan and on a file missing, and names each',
  inPlace(async ({ gen, out, write }) => {
    await gen();
    const header = path.join(out, 'cpp/modes/glass.h');
    const good = readFileSync(header, 'utf8');
    writeFileSync(header, good.replace('20000.0', '20001.0'));
    assert.equal(await gen(['--check']), {
      code: 1,
      out: `stale /build/cpp/modes/glass.h\n${ADVICE}`,
      err: '',
    });
    writeFileSync(header, good);
    write('glass.json', changed(['params', 0, 'default'], 900));
    const edited = await gen(['--check']);
    assert.is(edited.code, 1);
    for (const file of ['cpp/modes/glass.h', 'ts/modes/glass.ts', 'docs/modes/glass.html']) {
      assert.match(edited.out, `stale /build/${file}\n`);
    }
    assert.is(readFileSync(header, 'utf8'), good, 'a check writes nothing');
    write('glass.json', glass);
    cpSync(header, path.join(out, 'cpp/modes/orphan.h'));
    rmSync(path.join(out, 'ts/registry.ts'));
    assert.match(
      (await gen(['--check'])).out,
      'missing /build/ts/registry.ts\norphan /build/cpp/modes/orphan.h\n',
    );
    assert.is((await gen()).code, 0);
    assert.is((await gen(['--check'])).code, 0);
  }),
);

test(
  'a check fails on compiled engines that are not those of the sources; an error in a mode hides no file written',
  inPlace(async ({ gen, stale, write }) => {
    await gen();
    stale.push('build/wasm/ensemble.wasm');
    const check = { code: 1, out: `stale build/wasm/ensemble.wasm\n${ADVICE}`, err: '' };
    assert.equal(await gen(['--check']), check);
    write('glass.json', '{');
    assert.match(
      (await gen()).out,
      /wrote build\/wasm\/ensemble.wasm\nnothing else was written\n$/,
    );
    assert.match((await gen(['--check'])).out, /file\nstale build\/wasm\/ensemble.wasm\n$/);
    stale.pop();
    assert.match((await gen()).out, /file\nnothing was written\n$/);
  }),
);

test('a check of the usual folders advises the plain command, and quotes a folder with a space', () => {
  assert.is(commandFor({ modes: 'modes', out: 'build' }), 'npm run gen');
  assert.is(commandFor({ modes: 'my modes', out: 'build' }), "npm run gen -- --modes 'my modes'");
});

test(
  'files of a mode that is gone disappear',
  inPlace(async ({ gen, modes, out, write }) => {
    write('harp.json', glass.replace('"glass"', '"harp"'));
    await gen();
    assert.ok(existsSync(path.join(out, 'docs/modes/harp.html')));
    rmSync(path.join(modes, 'harp.json'));
    assert.match((await gen()).out, 'removed /build/cpp/modes/harp.h\n');
    assert.not(existsSync(path.join(out, 'docs/modes/harp.html')));
  }),
);

test(
  'one problem anywhere keeps everything as it was; all problems of all files are told together',
  inPlace(async ({ gen, out, write }) => {
    await gen();
    write('glass.json', changed(['params', 0, 'default'], 900));
    write('harp.json', '{');
    write('organ.json', glass.replace('"glass"', '"organ"').replace('"exp"', '"exq"'));
    const { code, out: said } = await gen();
    assert.is(code, 1);
    assert.is(
      said,
      '/modes/harp.json:1:2 E_JSON\n  expected "}" to close the object\n' +
        '/modes/organ.json:24:16 E_SCHEMA /params/0/curve\n' +
        '  expected one of linear, exp, log, square, sqrt, sigmoid, cubic; received "exq"; did you mean "exp"?\n' +
        '2 errors in 3 mode files\nnothing was written\n',
    );
    assert.match(readFileSync(path.join(out, 'cpp/modes/glass.h'), 'utf8'), '800.0');
  }),
);

test(
  'on a terminal a problem shows the line it stands in, elsewhere it does not',
  inPlace(async ({ gen, write }) => {
    write('glass.json', glass.replace('"exp"', '"exq"'));
    write('latin.json', '{"é": 1');
    const { out } = await gen([], CLEAN, true);
    assert.match(
      out,
      '\u001b[2m  24 │       "curve": "exq",\u001b[0m\n\u001b[2m     │                ^\u001b[0m\n',
    );
    assert.match(out, '  1 │ {"é": 1');
    assert.not.match((await gen()).out, '│');
  }),
);

test(
  'the folder of modes holds modes and nothing else, but what editors leave behind is no matter',
  inPlace(async ({ gen, modes, write }) => {
    write('.glass.json.swp', '');
    write('glass.json~', '');
    write('.DS_Store', '');
    assert.is((await gen()).code, 0);
    write('notes.txt', '');
    mkdirSync(path.join(modes, 'more.json'));
    const { code, out } = await gen();
    assert.is(code, 1);
    assert.match(out, '/modes/more.json:1:1 E_FILE_NAME\n');
    assert.match(
      out,
      '/modes/notes.txt:1:1 E_FILE_NAME\n  this folder is for <mode_id>.json files only',
    );
  }),
);

test(
  'warnings are told and pass; under --strict they fail',
  inPlace(async ({ gen, write }) => {
    write('glass.json', changed(['params', 0, 'min'], 30));
    const lenient = await gen();
    assert.is(lenient.code, 0);
    assert.match(lenient.out, 'W_RANGE /params/0/min');
    assert.match(lenient.out, '0 errors, 1 warning in 1 mode file\n');
    assert.is((await gen(['--strict'])).code, 1);
  }),
);

test(
  'a drift fails the run at the curve that declares it',
  inPlace(async ({ gen }) => {
    const drifting: Measure = (modes) =>
      modes.map(({ modeId }) => ({
        modeId,
        voiceSpace: 0,
        param: 'decay_ms',
        message: 'declared "square", measured "cubic"',
        measured: 'cubic',
      }));
    const { code, out } = await gen([], drifting);
    assert.is(code, 1);
    assert.match(
      out,
      'E_DRIFT /params/2/curve\n  pluck, slot "decay_ms" in voice space "warm": ' +
        'declared "square", measured "cubic"; give this voice space a curve override, "decay_ms": "cubic"\n',
    );
  }),
);

test(
  'JSON is one object for tools, whole also when all is well',
  inPlace(async ({ gen, write }) => {
    const first: unknown = JSON.parse((await gen(['--format', 'json'])).out);
    assert.ok(typeof first === 'object' && first !== null && 'missing' in first && 'ok' in first);
    assert.is(first.ok, true);
    write('glass.json', '[]');
    const { code, out } = await gen(['--format', 'json']);
    assert.is(code, 1);
    assert.equal(JSON.parse(out), {
      ok: false,
      diagnostics: [
        {
          code: 'E_SCHEMA',
          severity: 'error',
          file: JSON.parse(out).diagnostics[0].file,
          line: 1,
          column: 1,
          pointer: '',
          message: 'expected an object; received an empty array',
        },
      ],
    });
  }),
);

test(
  'somebody else’s file in our folders stops the run and stays',
  inPlace(async ({ gen, out, write }) => {
    await gen();
    writeFileSync(path.join(out, 'docs/mine.md'), 'mine');
    write('glass.json', changed(['params', 0, 'default'], 900));
    const { code, out: said } = await gen();
    assert.is(code, 1);
    assert.is(
      said,
      'not generated, so not removed: /build/docs/mine.md\nmove your own files out of /build; nothing was written\n',
    );
    assert.ok(existsSync(path.join(out, 'docs/mine.md')));
  }),
);

test(
  'no mode at all is fine',
  inPlace(async ({ gen, modes }) => {
    rmSync(path.join(modes, 'glass.json'));
    assert.is((await gen()).code, 0);
    assert.is((await gen(['--check'])).code, 0);
  }),
);

/** Waits until a sentence has been said, at most a minute. */
async function heard(said: () => string, sentence: string): Promise<void> {
  for (let tries = 0; tries < 2400 && !said().includes(sentence); tries += 1) await pause(25);
  assert.match(said(), sentence);
}

test(
  'a folder without a mode removes nothing that was generated',
  inPlace(async ({ gen, modes, out }) => {
    await gen();
    rmSync(path.join(modes, 'glass.json'));
    const { code, err } = await gen();
    assert.is(code, 2);
    assert.match(err, 'there is no mode file in');
    assert.ok(existsSync(path.join(out, 'cpp/modes/glass.h')));
  }),
);

test(
  'watching generates at once, again after every change, tells problems and ends when interrupted',
  inPlace(async ({ modes, out, write }) => {
    let said = '';
    let fails = false;
    const end = new AbortController();
    const watching = command(['--modes', modes, '--out', out, '--watch'], {
      print: (text) => {
        said += text;
      },
      warn: (text) => {
        said += `${text}\n`;
      },
      colour: false,
      interrupted: () => end.signal,
      engines: async () => {
        if (fails) throw new Error('the engines do not compile');
        return { catalogue: CATALOGUE, measure: CLEAN };
      },
    });
    await heard(
      () => said,
      `watching ${modes} and the sources of the engines; press Ctrl-C to stop`,
    );
    assert.match(said, 'now holds 1 mode');
    said = '';
    write('glass.json', changed(['params', 0, 'default'], 900));
    await heard(() => said, 'now holds 1 mode');
    assert.match(readFileSync(path.join(out, 'cpp/modes/glass.h'), 'utf8'), '900.0');
    said = '';
    write('glass.json', '{');
    await heard(() => said, 'E_JSON');
    said = '';
    fails = true;
    write('glass.json', glass);
    await heard(() => said, 'the engines do not compile');
    said = '';
    fails = false;
    rmSync(path.join(modes, 'glass.json'));
    await heard(() => said, 'there is no mode file in');
    assert.ok(existsSync(path.join(out, 'cpp/modes/glass.h')));
    end.abort();
    assert.is(await watching, 0);
  }),
);

test('the command line passes exit codes on', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['--import', 'tsx', 'scripts/gen.ts', ...args], {
      encoding: 'utf8',
    });
  assert.is(run('--nope').status, 2);
  const { status, stderr } = run('--modes', 'no/such/folder');
  assert.is(status, 2);
  assert.is(stderr, 'there is no folder "no/such/folder"; pass the folder with your modes\n');
});

/** A generation of many modes in a process of its own, to be killed. */
const KILLED = `
  import { generate } from ${JSON.stringify(path.resolve('scripts/generate/generate.ts'))};
  import { CATALOGUE } from ${JSON.stringify(path.resolve('test/dsl/fixtures/engines.ts'))};
  const [modes, out] = process.argv.slice(-2);
  console.log('begun');
  await generate({ modes, out, check: false, strict: false, engines: async () => ({ catalogue: CATALOGUE, measure: () => [] }) });
  console.log('done');
`;

const bytes = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.\w+$/.test(name))
    .sort()
    .map((name) => `${name}\n${readFileSync(path.join(folder, name), 'utf8')}`)
    .join();

test(
  'killed at any moment, the folder is wholly the old one or wholly the new one',
  inPlace(async ({ gen, modes, out, write }) => {
    const script = path.join(path.dirname(out), 'killed.mts');
    writeFileSync(script, KILLED);
    const all = (label: string) => {
      for (let i = 0; i < 30; i += 1) {
        write(`m${i}.json`, glass.replace('"glass"', `"m${i}"`).replaceAll('Cutoff', label));
      }
    };
    all('Old');
    await gen();
    const old = bytes(out);
    all('New');
    await gen();
    const fresh = bytes(out);
    for (const after of [0, 10, 30, 90]) {
      all('Old');
      await gen();
      all('New');
      const child = spawn(process.execPath, ['--import', 'tsx', script, modes, out], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = new Promise((resolve) => child.once('close', resolve));
      await Promise.race([ended, new Promise((resolve) => child.stdout.once('data', resolve))]);
      await pause(after);
      child.kill('SIGKILL');
      await ended;
      // Between two renames there is no folder at all; whatever runs next puts it back, also a check.
      await gen(['--check']);
      const now = bytes(out);
      assert.ok(now === old || now === fresh, `killed after ${after} ms`);
    }
    await gen();
    assert.is(bytes(out), fresh);
    assert.equal(readdirSync(path.dirname(out)).sort(), ['build', 'killed.mts', 'modes']);
  }),
);

test.run();
