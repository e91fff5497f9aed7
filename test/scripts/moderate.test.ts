/** `npm run store -- lock …`: moderation from the command line, of a running server and of a stopped store. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { WebSocketServer } from 'ws';
import { UsageError } from '../../scripts/command-line.ts';
import { runStore } from '../../scripts/store/command.ts';
import { moderate } from '../../scripts/store/moderate.ts';
import { encodeWelcome } from '../../src/shared/site/protocol.ts';
import { LmdbStore } from '../../src/sites/lmdb-store.ts';
import { Editor, type RunningSites, startSites } from '../support/sites.ts';
import { until } from '../support/until.ts';

const KEY = 'operator-key-of-the-tests';

/** A store with ada, who wrote "one " and then "two "; the version after the first is named. */
async function fill(directory: string): Promise<void> {
  const running = await startSites({ directory });
  const ada = await new Editor(running.port, 'ada', { name: 'Ada' }).ready();
  ada.insert('one ');
  await ada.save();
  await ada.request({ op: 'label', at: 1, label: 'First' });
  ada.insert('two ', 4);
  await ada.save();
  ada.cut();
  await until(() => running.sites.rooms.open === 0);
  await running.close();
}

type RunWords = (...words: string[]) => Promise<string[]>;

/** Runs `body` with a command for the store, and with the server that has it open, if one has. */
async function inPlace(
  live: boolean,
  body: (command: RunWords, running: RunningSites | undefined, directory: string) => Promise<void>,
): Promise<void> {
  const directory = mkdtempSync(path.join(tmpdir(), 'ensemble-moderate-'));
  let running: RunningSites | undefined;
  try {
    await fill(directory);
    if (live) {
      running = await startSites({ directory, keys: { operator: KEY } });
    }
    const server = running && ['--server', `http://127.0.0.1:${running.port}`];
    const command: RunWords = async (...words) => {
      const lines: string[] = [];
      const args = [...words, ...(server ?? [])];
      assert.is(await runStore(args, (line) => lines.push(line), directory, KEY), 0);
      return lines;
    };
    await body(command, running, directory);
  } finally {
    await running?.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Looks at the store, in which no server is. */
async function look<Seen>(directory: string, see: (store: LmdbStore) => Seen): Promise<Seen> {
  const store = new LmdbStore({ directory, readOnly: true });
  const seen = see(store);
  await store.close();
  return seen;
}

const said = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'it was done',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

for (const live of [false, true]) {
  const where = live ? 'a running server' : 'a stopped store';

  test(`${where}: a site is locked, hidden, removed, and all of it undone`, () =>
    inPlace(live, async (command, running, directory) => {
      const record = async () =>
        running
          ? running.sites.rooms.store.sites.get('ada')
          : await look(directory, (store) => store.sites.get('ada'));
      assert.equal(await command('lock', 'ada'), ['ada: lock done']);
      assert.ok((await record())?.locked);
      await command('unlock', 'ada');
      await command('hide', 'ada');
      const hidden = await record();
      assert.equal([hidden?.locked, hidden?.hidden], [false, true]);
      await command('show', 'ada');
      await command('remove', 'ada');
      const removed = await record();
      assert.ok(removed !== undefined && !removed.hidden && removed.removedMs > 0);
      await command('recover', 'ada');
      assert.is((await record())?.removedMs, 0);
      await command('purge', 'ada');
      assert.is(await record(), undefined);
    }));

  test(`${where}: versions are listed, and one of them is restored as a new edit`, () =>
    inPlace(live, async (command, running, directory) => {
      const versions = await command('versions', 'ada');
      assert.is(versions.length, 2);
      assert.match(versions[0] ?? '', /^2 {2}\d{4}-\S+Z {2}edit {2}\+\d+ -0 {2}Ada$/);
      assert.match(versions[1] ?? '', /^1 {2}\d{4}-\S+Z {2}edit {2}\+\d+ -0 {2}Ada {2}"First"$/);
      assert.equal(await command('revert', 'ada', '1'), [
        'ada: version 1 restored',
        '  index.html: 1 line removed, 1 line added',
        'To undo: revert ada 2',
      ]);
      assert.match(
        (await command('versions', 'ada'))[0] ?? '',
        /^3 .* restore {2}\+\d+ -\d+ {2}Operator$/,
      );
      const read = async ({ port }: RunningSites) => {
        const reader = await new Editor(port, 'ada').ready();
        assert.is(reader.text(), 'one ');
        reader.cut();
      };
      if (running) return read(running);
      const opened = await startSites({ directory });
      await read(opened);
      await opened.close();
    }));

  test(`${where}: a history is thinned, which keeps its versions, and pruned`, () =>
    inPlace(live, async (command) => {
      const versions = await command('versions', 'ada');
      // What there is to join are versions of one edit each.
      const none = 'ada: every version kept; 0 single edits gone, 0 bytes free';
      assert.equal(await command('thin', 'ada'), [none]);
      assert.equal(await command('versions', 'ada'), versions);
      assert.equal(await command('prune', 'ada', '2'), ['ada: history before 2 erased']);
      assert.is((await command('versions', 'ada')).length, 1);
    }));

  test(`${where}: an address is blocked and unblocked`, () =>
    inPlace(live, async (command, running, directory) => {
      const blocks = async (): Promise<[string, number][]> =>
        running
          ? [...running.sites.rooms.store.blocks]
          : await look(directory, (store) => [...store.blocks]);
      await command('block', '2001:db8::7', '2');
      const [[address, untilMs] = ['', 0]] = await blocks();
      assert.is(address, '2001:db8:0:0::/64');
      assert.ok(Math.abs(untilMs - Date.now() - 7_200_000) < 60_000);
      await command('block', '192.0.2.1');
      assert.is((await blocks()).length, 2);
      await command('unblock', '2001:db8:0:0::/64');
      await command('unblock', '192.0.2.1');
      assert.equal(await blocks(), []);
      assert.match(await said(command('unblock', '192.0.2.1')), /not blocked/);
    }));

  test(`${where}: what does not exist is reported`, () =>
    inPlace(live, async (command) => {
      assert.is(await said(command('lock', 'bob')), 'There is no site bob.');
      assert.match(await said(command('revert', 'ada', '99')), /no such version/);
    }));
}

test('what happens to people at a running server: the blocked leave, the locked read', () =>
  inPlace(true, async (command, running) => {
    if (running === undefined) throw new Error('no server');
    const ada = await new Editor(running.port, 'ada').ready();
    await command('lock', 'ada');
    await until(() => ada.permission?.reason === 'locked');
    await command('block', '127.0.0.1', '1');
    assert.is(await ada.gone(), 4403);
  }));

test('a blocked address is listed with the sites', () =>
  inPlace(false, async (command) => {
    await command('block', '192.0.2.1');
    const lines = await command('list');
    assert.match(lines.join('\n'), /192\.0\.2\.1 {2}blocked until \d{4}-/);
  }));

test('a store that a server has open is not touched', () =>
  inPlace(false, async (command, _, directory) => {
    const running = await startSites({ directory, checked: true });
    try {
      assert.match(await said(command('lock', 'ada')), /in use by process .*--server/);
    } finally {
      await running.close();
    }
  }));

test('a wrong key, no key and no server are reported', () =>
  inPlace(true, async (_, running, directory) => {
    const at = ['--server', `http://127.0.0.1:${running?.port}`];
    const ask = (key: string, server = at) =>
      said(
        Promise.resolve().then(() =>
          runStore(['lock', 'ada', ...server], () => {}, directory, key),
        ),
      );
    assert.match(await ask('wrong'), /4401 the key is wrong/);
    assert.match(await ask(''), /Set ENSEMBLE_OPERATOR_KEY/);
    assert.match(
      await ask(KEY, ['--server', 'http://127.0.0.1:1']),
      /127\.0\.0\.1:1: .*ECONNREFUSED/,
    );
  }));

test('a server that does not answer may still carry out the command, and that is said', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (socket) => socket.on('error', () => {}));
  try {
    await once(server, 'listening');
    const address = server.address();
    assert.ok(typeof address === 'object' && address !== null);
    const url = `http://127.0.0.1:${address.port}`;
    const target = { server: url, key: KEY, directory: '', timeoutMs: 500 };
    const ask = () => said(moderate(target, 'lock', ['ada'], () => {}));
    assert.is(await ask(), `${url} did not answer within 0.5 s.`);
    server.on('connection', (socket) =>
      socket.send(encodeWelcome(true, { access: 'operate', reason: '' }, 'a')),
    );
    assert.is(
      await ask(),
      `${url} did not answer within 0.5 s. It may still carry out the command: look before you repeat it.`,
    );
  } finally {
    for (const socket of server.clients) socket.terminate();
    server.close();
  }
});

const WRONG: readonly (readonly [words: string[], says: RegExp])[] = [
  [['lock'], /lock needs a site/],
  [['lock', 'ada', 'bob'], /lock needs a site/],
  [['lock', 'Ada'], /Ada is not a valid site name/],
  [['revert', 'ada'], /revert needs a version/],
  [['revert', 'ada', 'first'], /first is not a version/],
  [['block'], /block needs an address/],
  [['block', '192.0.2.1', '1.5'], /1\.5 is not a number of hours/],
  [['block', '192.0.2.1', '999999999'], /block takes at most 8760 hours, got 999999999/],
  [['block', '10.0.0.0/8'], /10\.0\.0\.0\/8 is not an address; block takes one IP address, or an/],
  [['unblock', 'nobody'], /nobody is not an address; unblock takes one/],
  [['thin', 'ada', '2'], /thin needs a site/],
  [['versions'], /versions needs a site/],
  [['lock', 'ada', '--server', 'ftp://x'], /ftp:\/\/x is not the address/],
  [['list', '--server', 'http://127.0.0.1:1'], /--server works only with/],
];

test('wrong arguments are usage errors', () =>
  inPlace(false, async (_, __, directory) => {
    for (const [words, says] of WRONG) {
      const caught = await Promise.resolve()
        .then(() => runStore(words, () => {}, directory, KEY))
        .catch((error: unknown) => error);
      assert.instance(caught, UsageError, words.join(' '));
      assert.match(caught instanceof Error ? caught.message : '', says);
    }
  }));

test.run();
