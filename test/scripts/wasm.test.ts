/** The committed wasm artefact: told fresh from stale, rebuilt byte for byte. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadEngines } from '../../scripts/generate/engines.ts';
import {
  checkArtefact,
  compilerVersion,
  freshArtefact,
  staleReason,
  WASM_FOLDER,
} from '../../scripts/wasm/artefact.ts';
import { runWasm } from '../../scripts/wasm/command.ts';
import { hashSources, readSources, unitsOf } from '../../scripts/wasm/sources.ts';

mkdirSync('out', { recursive: true });

/** Runs something on a copy of the artefact. */
async function onCopy<T>(run: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync('out/wasm-');
  try {
    cpSync(WASM_FOLDER, folder, { recursive: true });
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const edit = (file: string, from: string | RegExp, to: string): void => {
  const text = readFileSync(file, 'utf8');
  const changed = text.replace(from, to);
  assert.is.not(changed, text);
  writeFileSync(file, changed);
};

test('the committed artefact is that of the sources', () => {
  assert.is(staleReason(), undefined);
});

test('a stale one is rebuilt before it is used, byte for byte what is committed', async () => {
  await onCopy(async (folder) => {
    writeFileSync(path.join(folder, 'ensemble.wasm'), 'old');
    const said: string[] = [];
    assert.is(await runWasm(['--check'], (line) => said.push(line), folder), 1);
    assert.is(await runWasm([], (line) => said.push(line), folder), 0);
    assert.match(
      said.join('\n'),
      /is stale: the file is not what was built; run npm run wasm\n.* bytes in /,
    );
    for (const name of ['ensemble.wasm', 'ensemble.json']) {
      const committed = readFileSync(path.join(WASM_FOLDER, name));
      assert.ok(committed.equals(readFileSync(path.join(folder, name))), name);
    }
    assert.is(await runWasm([], (line) => said.push(line), folder), 0);
    assert.match(String(said.at(-1)), /is up to date/);
  });
});

test('a build that comes out otherwise is told', async () => {
  const manifest = readFileSync(path.join(WASM_FOLDER, 'ensemble.json'), 'utf8');
  const wasm = Uint8Array.from(readFileSync(path.join(WASM_FOLDER, 'ensemble.wasm')));
  assert.equal(await checkArtefact(WASM_FOLDER, async () => ({ wasm, manifest })), []);
  const other = { wasm: Uint8Array.of(0), manifest: `${manifest} ` };
  const wrong = await checkArtefact(WASM_FOLDER, async () => other);
  assert.is(wrong.length, 2);
  assert.match(wrong.join(), /differs from a rebuild/);
});

test('every way to be stale is told', async () => {
  const cases: readonly [RegExp, (folder: string) => void][] = [
    [/there is none/, (folder) => rmSync(path.join(folder, 'ensemble.wasm'))],
    [/there is none/, (folder) => rmSync(path.join(folder, 'ensemble.json'))],
    [/there is none/, (folder) => writeFileSync(path.join(folder, 'ensemble.json'), '{')],
    [
      /made by @yowasp\/clang 1/,
      (folder) => edit(path.join(folder, 'ensemble.json'), /clang 2\d/, 'clang 1'),
    ],
    [
      /sources have changed/,
      (folder) =>
        edit(
          path.join(folder, 'ensemble.json'),
          /"source_sha256": "\w{8}/,
          '"source_sha256": "00000000',
        ),
    ],
    [/not what was built/, (folder) => writeFileSync(path.join(folder, 'ensemble.wasm'), 'x')],
  ];
  for (const [reason, damage] of cases) {
    await onCopy(async (folder) => {
      damage(folder);
      assert.match(String(staleReason(folder)), reason);
      const wrong = await checkArtefact(folder);
      assert.match(wrong.join(), /is stale/);
    });
  }
});

test('a check rebuilds a stale artefact in memory, names what differs and writes nothing', async () => {
  await onCopy(async (folder) => {
    const place = path.join(folder, 'ensemble.wasm');
    const wasm = Uint8Array.from(readFileSync(place));
    const manifest = readFileSync(path.join(folder, 'ensemble.json'), 'utf8');
    const rebuild = async () => ({ wasm, manifest });
    writeFileSync(place, 'old');
    const checked = await loadEngines({ folder, check: true, rebuild });
    assert.equal(checked.stale, [place]);
    assert.ok(checked.catalogue.engines.length > 0, 'judged with the engines of the sources');
    assert.is(readFileSync(place, 'utf8'), 'old');
    assert.equal((await loadEngines({ folder, rebuild })).stale, [place]);
    assert.is(staleReason(folder), undefined);
  });
});

test('a fresh artefact is read, not compiled', async () => {
  const { wasm, stale } = await freshArtefact({
    rebuild: () => Promise.reject(new Error('compiled')),
  });
  assert.equal(stale, []);
  assert.equal([...wasm.subarray(0, 4)], [0, 0x61, 0x73, 0x6d]);
});

test('the hash follows every path, every letter and the compiler', () => {
  const sources = readSources();
  const compiler = compilerVersion();
  assert.match(compiler, /^@yowasp\/clang \d/);
  const base = hashSources(sources, compiler);
  assert.is(hashSources(new Map(sources), compiler), base);
  assert.is.not(hashSources(sources, `${compiler}x`), base);
  const [first] = sources.keys();
  const changed = new Map(sources).set(first ?? '', `${sources.get(first ?? '')} `);
  assert.is.not(hashSources(changed, compiler), base);
  assert.is.not(hashSources(new Map(sources).set('core/more.h', ''), compiler), base);
});

test('the sources are what an instrument is made of, headers included, boards not', () => {
  const files = [...readSources().keys()];
  assert.ok(files.includes('abi/abi.h') && files.includes('core/mlp.h'));
  assert.ok(files.includes('engines/registry.cc'));
  assert.equal(
    files.filter((file) => /^(board|device)\//.test(file)),
    [],
  );
  assert.ok(unitsOf(readSources()).every((file) => file.endsWith('.cc')));
});

test.run();
