/** `npm run store`: what it lists, what it finds damaged, and that an export brings every version back. */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { open } from 'lmdb';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as Y from 'yjs';
import { runStore } from '../../scripts/store/command.ts';
import { lockData } from '../../src/sites/data-lock.ts';
import { LmdbStore } from '../../src/sites/lmdb-store.ts';
import { type Key, lmdbOptions } from '../../src/sites/lmdb-tables.ts';
import { seal, sealBlock, sealSite } from '../../src/sites/records.ts';
import { readExport, StoreFileError } from '../../src/sites/store-file.ts';
import { closing } from '../support/closing.ts';
import { withFolder } from '../support/folder.ts';
import { Editor, startSites } from '../support/sites.ts';
import { until } from '../support/until.ts';

/** A store with ada (40 edits, one of them named, compacted) and bob (1 edit), and a blocked address. */
async function makeFilled(directory: string): Promise<string> {
  const running = await startSites({ directory, keys: { operator: 'operator-key-of-the-tests' } });
  const ada = await new Editor(running.port, 'ada').ready();
  for (let edit = 0; edit < 40; edit++) {
    ada.insert(`${edit} `);
    await ada.save();
  }
  await ada.request({ op: 'label', at: 40, label: 'Forty' });
  const bob = await new Editor(running.port, 'bob').ready();
  bob.insert('of bob');
  await bob.save();
  ada.cut();
  bob.cut();
  await until(() => running.sites.rooms.open === 0);
  await running.close();
  const store = new LmdbStore({ directory });
  await store.block('192.0.2.1', Date.now() + 1e9);
  await store.close();
  return directory;
}

const filled = makeFilled(mkdtempSync(path.join(tmpdir(), 'ensemble-filled-')));

async function fill(directory: string): Promise<void> {
  cpSync(await filled, directory, { recursive: true });
}

async function command(...args: string[]): Promise<{ code: number; said: string }> {
  const lines: string[] = [];
  const code = await runStore(args, (line) => lines.push(line));
  return { code, said: lines.join('\n') };
}

const message = async (work: () => unknown): Promise<string> => {
  try {
    await work();
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
  return 'no error';
};

/** Every version of a site: its line in the list, and what it says. */
async function versionsOf(directory: string, site: string): Promise<readonly string[]> {
  const { said } = await command('versions', site, '--data-dir', directory);
  const store = new LmdbStore({ directory, readOnly: true });
  const found = said.split('\n').map((line) => {
    const doc = new Y.Doc();
    for (const update of store.loadAt(site, Number.parseInt(line, 10))) Y.applyUpdate(doc, update);
    return `${line}: ${doc.getText('index.html')}`;
  });
  await store.close();
  return found;
}

/** Everything a store holds, as text. */
async function contents(directory: string): Promise<string> {
  const store = new LmdbStore({ directory, readOnly: true });
  const sites = [...store.sites.values()].map((record) => [
    record,
    store.load(record.name),
    [...store.heads(record.name)],
    [...store.labels(record.name)],
    [...store.heads(record.name)].map(({ to }) => store.loadAt(record.name, to)),
  ]);
  const text = JSON.stringify([sites, [...store.blocks]]);
  await store.close();
  return text;
}

test('list, verify, export; import elsewhere gives the same store, and never overwrites', () =>
  withFolder(async (folder) => {
    const from = path.join(folder, 'from');
    const to = path.join(folder, 'to');
    const file = path.join(folder, 'all.ensemble');
    await fill(from);
    const listed = await command('list', '--data-dir', from);
    assert.match(listed.said, /^bob {2}1 edit {2}\d+ bytes {2}\d{4}-.*\nada {2}40 edits/);
    assert.match(listed.said, /\n2 sites, \d+ bytes$/);
    const verified = await command('verify', '--data-dir', from);
    assert.equal(verified, { code: 0, said: '2 sites OK, 0 damaged' });
    assert.is((await command('export', file, '--data-dir', from)).code, 0);
    assert.match(
      await message(() => command('export', file, '--data-dir', from)),
      /already exists/,
    );
    assert.is((await command('import', file, '--data-dir', to)).code, 0);
    assert.is(await contents(to), await contents(from));
    const before = await contents(to);
    const again = await message(() => command('import', file, '--data-dir', to));
    assert.match(again, /ada, bob already exist; nothing was imported/);
    assert.is(await contents(to), before);
    lockData(to)();
    assert.is((await command('verify', '--data-dir', to)).code, 0);
  }));

test('a history that was thinned verifies, and is exported and imported with every version', () =>
  withFolder(async (folder) => {
    const from = path.join(folder, 'from');
    const to = path.join(folder, 'to');
    const file = path.join(folder, 'thinned.ensemble');
    await fill(from);
    const before = await versionsOf(from, 'ada');
    const thinned = await command('thin', 'ada', '--data-dir', from);
    assert.match(thinned.said, /every version kept; [1-9]\d* single edits gone/);
    assert.equal(await versionsOf(from, 'ada'), before);
    assert.equal(await command('verify', '--data-dir', from), {
      code: 0,
      said: '2 sites OK, 0 damaged',
    });
    assert.is((await command('export', file, '--data-dir', from)).code, 0);
    assert.is((await command('import', file, '--data-dir', to)).code, 0);
    assert.is(await contents(to), await contents(from));
    assert.is((await command('verify', '--data-dir', to)).code, 0);
    // Edits go on where it was imported.
    const running = await startSites({ directory: to });
    const ada = await new Editor(running.port, 'ada').ready();
    ada.insert('after it ');
    await ada.save();
    await running.close();
    assert.is((await command('verify', '--data-dir', to)).code, 0);
  }));

test('one site alone can be exported, and edited on where it was imported', () =>
  withFolder(async (folder) => {
    const from = path.join(folder, 'from');
    const to = path.join(folder, 'to');
    const file = path.join(folder, 'bob.ensemble');
    await fill(from);
    assert.equal(await command('export', file, 'bob', '--data-dir', from), {
      code: 0,
      said: `1 site exported to ${file}`,
    });
    assert.equal([...readExport(file).keys()], ['bob']);
    const none = await message(() => command('export', `${file}2`, 'zoe', '--data-dir', from));
    assert.match(none, /no site zoe/);
    await command('import', file, '--data-dir', to);
    const running = await startSites({ directory: to });
    const bob = await new Editor(running.port, 'bob').ready();
    assert.is(bob.text(), 'of bob');
    bob.insert('more ');
    await bob.save();
    // Looking and exporting go on beside a server.
    const beside = path.join(folder, 'beside.ensemble');
    assert.is((await command('export', beside, '--data-dir', to)).code, 0);
    assert.is(readExport(beside).get('bob')?.seq, 2);
    bob.insert('still ');
    await bob.save();
    await running.close();
    assert.match((await command('list', '--data-dir', to)).said, /^bob {2}3 edits/);
  }));

test('an import keeps members and blocks that the store has: what was revoked since stays revoked', () =>
  withFolder(async (folder) => {
    const [from, to] = [path.join(folder, 'from'), path.join(folder, 'to')];
    const [file, ada] = [path.join(folder, 'all.ensemble'), path.join(folder, 'ada.ensemble')];
    await fill(from);
    const member = { name: '', createdMs: 1, passkeys: [], sessions: [], codes: ['a code'] };
    const backedUp = new LmdbStore({ directory: from });
    for (const id of ['ann', 'ben']) await backedUp.saveMember({ ...member, id });
    await backedUp.close();
    await command('export', file, '--data-dir', from);
    await command('export', ada, 'ada', '--data-dir', from);
    assert.is((await command('import', ada, '--data-dir', to)).code, 0);
    const store = new LmdbStore({ directory: to });
    await store.saveMember({ ...member, id: 'ann', codes: [] });
    await store.block('192.0.2.1', 7e15);
    await store.close();
    assert.match(
      await message(() => command('import', file, 'bob', 'zoe', '--data-dir', to)),
      /^StoreFileError: There is no site zoe in /,
    );
    assert.is(
      (await command('import', file, 'bob', '--data-dir', to)).said,
      `1 site imported into ${to}`,
    );
    for (const name of ['ada', 'bob']) await command('purge', name, '--data-dir', to);
    assert.is(
      (await command('import', file, '--data-dir', to)).said,
      `2 sites imported into ${to}\n1 member kept as in the store\n1 block kept as in the store`,
    );
    const after = new LmdbStore({ directory: to, readOnly: true });
    assert.equal(after.members.get('ann')?.codes, []);
    assert.equal(after.members.get('ben')?.codes, ['a code'], 'one that is missing is imported');
    assert.is(after.blocks.get('192.0.2.1'), 7e15);
    await after.close();
    assert.is((await command('verify', '--data-dir', to)).code, 0);
  }));

test('an export for which there is no room, or a folder to import, is named, and nothing is left', () =>
  withFolder(async (folder) => {
    await fill(folder);
    const run = (...args: string[]) =>
      spawnSync(
        'sh',
        ['-c', 'ulimit -f 2; exec "$@"', 'sh', process.execPath, '--import', 'tsx', ...args],
        { encoding: 'utf8', env: { PATH: process.env['PATH'], DATA_DIR: folder } },
      ).stderr;
    const file = path.join(folder, 'all.ensemble');
    assert.is(run('scripts/store.ts', 'export', file), `${file}: file too large\n`);
    assert.equal(
      readdirSync(folder).filter((name) => name.startsWith('all')),
      [],
    );
    const said = run('scripts/store.ts', 'import', tmpdir());
    assert.is(said, `${tmpdir()}: illegal operation on a directory\n`);
  }));

test('damage is named and ends with 1; the rest is exported all the same', () =>
  withFolder(async (folder) => {
    const from = path.join(folder, 'from');
    await fill(from);
    const root = open<Buffer, Key>(lmdbOptions(from, false));
    const log = root.openDB<Buffer, Key>({ name: 'log', encoding: 'binary' });
    const bad = Buffer.from(log.get(['bob', 1]) ?? Buffer.alloc(9));
    bad[bad.length - 1] = (bad[bad.length - 1] ?? 0) ^ 1;
    log.putSync(['bob', 1], bad);
    const sites = root.openDB<Buffer, Key>({ name: 'sites', encoding: 'binary' });
    sites.putSync('zoe', Buffer.from('no record'));
    const access = root.openDB<Buffer, Key>({ name: 'access', encoding: 'binary' });
    access.putSync('bob', Buffer.from('no record'));
    const members = root.openDB<Buffer, Key>({ name: 'members', encoding: 'binary' });
    members.putSync('someone', Buffer.from('no record'));
    await root.close();
    const { code, said } = await command('verify', '--data-dir', from);
    assert.is(code, 1);
    assert.match(said, /bob: a stored value fails its checksum/);
    assert.match(said, /zoe: /);
    assert.match(said, /member someone: a stored value fails its checksum/);
    assert.match(said, /1 site OK, 3 damaged/);
    const listed = (await command('list', '--data-dir', from)).said;
    assert.match(listed, /zoe {2}damaged/);
    assert.match(listed, /bob {2}damaged/);
    const file = path.join(folder, 'rest.ensemble');
    const exported = await command('export', file, '--data-dir', from);
    assert.is(exported.code, 1);
    assert.match(exported.said, /bob not exported/);
    assert.match(exported.said, /member someone not exported/);
    assert.equal([...readExport(file).keys()], ['ada']);
  }));

test('a history that lacks edits is found, though every value is intact', () =>
  withFolder(async (folder) => {
    await fill(folder);
    const root = open<Buffer, Key>(lmdbOptions(folder, false));
    const log = root.openDB<Buffer, Key>({ name: 'log', encoding: 'binary' });
    log.removeSync(['bob', 1]);
    for (const key of [...log.getKeys({ start: ['ada', 0], end: ['ada', 1000] })])
      log.removeSync(key);
    await root.close();
    const { code, said } = await command('verify', '--data-dir', folder);
    assert.is(code, 1, said);
    assert.match(said, /bob: /);
    assert.match(said, /ada: /);
  }));

test('an export that is cut, changed or of another kind is refused, and no store is made', () =>
  withFolder(async (folder) => {
    const from = path.join(folder, 'from');
    const good = path.join(folder, 'good.ensemble');
    const bad = path.join(folder, 'bad.ensemble');
    await fill(from);
    await command('export', good, '--data-dir', from);
    const lines = readFileSync(good, 'utf8').trimEnd().split('\n');
    const record = { name: '../x', incarnation: 'i', createdMs: 1, editedMs: 1, seq: 0, bytes: 0 };
    const site = { ...record, displayName: '', locked: false, hidden: false, removedMs: 0 };
    const strange = JSON.stringify(['sites', '../x', sealSite(site).toString('base64')]);
    const first = lines[1] ?? '';
    const one = JSON.stringify({ values: 1 });
    const block = JSON.stringify([
      'blocks',
      '192.0.2.9',
      seal(Buffer.from('{}')).toString('base64'),
    ]);
    const cases: readonly (readonly [readonly string[], RegExp])[] = [
      [[], /truncated/],
      [['hello'], /Line 1 is not/],
      [['{"ensemble":"store","format":99}', '{"values":0}'], /format 99/],
      [lines.slice(0, -1), /truncated/],
      [lines.toSpliced(3, 1), /values|missing/],
      [[...lines, lines[1] ?? ''], /follows the end/],
      [lines.with(1, '["sites",1,"x"]'), /Line 2 is not/],
      [lines.with(1, first.replace(/"[^"]{8}([^"]*)"]$/, '"AAAAAAAA$1"]')), /Line 2: .*checksum/],
      [[lines[0] ?? '', strange, one], /wrong name/],
      [[lines[0] ?? '', first, first, JSON.stringify({ values: 2 })], /appears twice/],
      [[lines[0] ?? '', first, one], /Edits of ada are missing/],
      [[lines[0] ?? '', lines[2] ?? '', one], /must come first/],
      [[lines[0] ?? '', block, one], /another shape/],
    ];
    for (const [changed, sentence] of cases) {
      writeFileSync(bad, changed.join('\n'));
      const said = await message(() => command('import', bad, '--data-dir', `${folder}/none`));
      assert.match(said, sentence);
    }
    assert.not.ok(existsSync(path.join(folder, 'none', 'data.mdb')));
    const block9 = ['blocks', '192.0.2.9', sealBlock(1).toString('base64')];
    writeFileSync(bad, [lines[0], JSON.stringify(block9), one].join('\n'));
    assert.is((await command('import', bad, '--data-dir', `${folder}/blocks`)).code, 0);
    assert.equal(readdirSync(`${folder}/blocks`).includes('data.mdb'), true);
  }));

test('an import waits for no server: a store in use is refused', () =>
  withFolder(async (folder) => {
    const file = path.join(folder, 'x');
    writeFileSync(file, '');
    const unlock = lockData(folder);
    const said = await message(() => command('import', file, '--data-dir', folder));
    unlock();
    assert.match(said, /in use by process \d+/);
  }));

test('an unknown command or argument is a usage error', async () => {
  const wrong = [[], ['repair'], ['list', 'x'], ['verify', 'x'], ['export'], ['import']];
  for (const args of [...wrong, ['list', '--data-dir', '']]) {
    const said = await message(() => command(...args));
    assert.match(said, /^UsageError: /, args.join(' '));
  }
  assert.match(await message(() => command('list', '--fast')), /^TypeError: .*--fast/);
  assert.match(await message(() => command('list', '--data-dir', '/nonexistent')), /no store in/);
  assert.is(new StoreFileError('x').code, 'E_STORE_FILE');
});

test('the command exits with 2 and its usage on a bad argument, with 1 and a sentence without a store', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['--import', 'tsx', 'scripts/store.ts', ...args], {
      encoding: 'utf8',
      env: { ...process.env, DATA_DIR: '/nonexistent' },
    });
  const bad = run('repair');
  assert.is(bad.status, 2);
  assert.match(bad.stderr, /unknown command repair\nusage: npm run store/);
  const none = run('list');
  assert.is(none.status, 1);
  assert.is(none.stderr, 'There is no store in /nonexistent.\n');
});

closing(async () => rmSync(await filled, { recursive: true }));

test.run();
