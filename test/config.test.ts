/** Settings: what is taken, what is refused, and in which words. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Config, ConfigError, help, isLoopback, readCommand } from '../src/config.ts';

type Environment = Readonly<Record<string, string | undefined>>;

function configOf(flags: readonly string[], environment: Environment = {}): Config {
  const command = readCommand(flags, environment, '1.2.3');
  if (command.run !== 'serve') throw new Error('expected to serve');
  return command.config;
}

const KEY = 'sixteen characters';

test('nothing set: loopback, port 8080, everybody on this machine edits', () => {
  const config = configOf([]);
  assert.equal([config.HOST, config.PORT, config.DATA_DIR], ['127.0.0.1', 8080, 'data']);
  assert.equal([config.ENSEMBLE_EDIT_KEY, config.ACCESS_LOG], ['', false]);
  assert.is(config.BASE_URL, undefined);
});

test('flags win over the environment', () => {
  assert.is(configOf(['--port', '1'], { PORT: '2' }).PORT, 1);
  assert.is(configOf(['--port=1'], { PORT: '2' }).PORT, 1);
  assert.is(configOf([], { PORT: '2' }).PORT, 2);
});

test('a switch needs no value', () => {
  const config = configOf(['--access-log', '--port', '3']);
  assert.equal([config.ACCESS_LOG, config.PORT], [true, 3]);
});

test('limits are changed by name', () => {
  const { LIMITS } = configOf([], { LIMITS: 'connections=5, sites = 7' });
  assert.equal([LIMITS.connections, LIMITS.sites, LIMITS.store_bytes], [5, 7, undefined]);
});

test('BASE_URL is kept as an origin', () => {
  assert.is(
    configOf(['--base-url', 'HTTPS://Example.ORG/', '--editing', 'open']).BASE_URL,
    'https://example.org',
  );
});

/** [what it is, flags, environment, words of the refusal] */
const REFUSED: readonly (readonly [string, readonly string[], Environment, RegExp])[] = [
  ['a port that is none', ['--port', '70000'], {}, /^PORT must be a port number/],
  ['a port in words', [], { PORT: 'http' }, /^PORT must be a port .* 65535, got "http"\.$/],
  ['a base with a path', [], { BASE_URL: 'http://a/b' }, /^BASE_URL must be http/],
  ['a base of another scheme', [], { BASE_URL: 'ftp://a' }, /^BASE_URL must be http/],
  ['a host with a slash', [], { HOST: 'a/b' }, /^HOST must be .*, got "a\/b"\.$/],
  ['a database that is none', [], { DATABASE_URL: 'foo' }, /^DATABASE_URL must look .*database\.$/],
  ['a certificate alone', [], { TLS_CERT: 'a.pem' }, /or neither/],
  ['a key alone', [], { TLS_KEY: 'a.pem' }, /or neither/],
  [
    'a proxy that is none',
    [],
    { TRUST_PROXY: 'nginx' },
    /TRUST_PROXY "nginx" is not an IP address/,
  ],
  ['a short key', [], { ENSEMBLE_EDIT_KEY: 'short' }, /ENSEMBLE_EDIT_KEY must have at least 16/],
  [
    'a node without a secret',
    [],
    { DATABASE_URL: 'postgresql://x', NODE_ADDRESS: 'a:9080' },
    /Set both NODE_ADDRESS and NODE_SECRET/,
  ],
  [
    'a node without a database',
    [],
    { NODE_ADDRESS: 'a:9080', NODE_SECRET: 'x'.repeat(32) },
    /NODE_ADDRESS needs DATABASE_URL/,
  ],
  ['a node without a port', [], { NODE_ADDRESS: '10.0.0.5' }, /NODE_ADDRESS must be a host and a/],
  ['a node with port 0', [], { NODE_ADDRESS: '10.0.0.5:0' }, /NODE_ADDRESS must be a host and a/],
  ['a short secret', [], { NODE_SECRET: 'x'.repeat(31) }, /NODE_SECRET must have at least 32/],
  ['a short operator key', [], { ENSEMBLE_OPERATOR_KEY: 'x' }, /ENSEMBLE_OPERATOR_KEY must have/],
  ['a switch in words', [], { ENSEMBLE_OPEN: 'please' }, /ENSEMBLE_OPEN must be 1, 0/],
  ['a level that is none', [], { LOG_LEVEL: 'loud' }, /LOG_LEVEL must be debug/],
  ['a limit that is none', [], { LIMITS: 'constructor=1' }, /LIMITS "constructor=1"/],
  ['a limit of nothing', [], { LIMITS: 'sites=0' }, /LIMITS "sites=0"/],
  ['a limit in words', [], { LIMITS: 'sites=many' }, /LIMITS "sites=many"/],
  ['a base with a port that is none', [], { BASE_URL: 'http://a:99999' }, /^BASE_URL must be http/],
  ['a base with half an address', [], { BASE_URL: 'http://[::' }, /^BASE_URL must be http/],
  [
    'sites without a name',
    [],
    { SITES_URL: 'https://s.example', BASE_URL: 'https://p.example' },
    /^SITES_URL must be http/,
  ],
  [
    'sites with a path',
    [],
    { SITES_URL: 'https://{name}.s.example/x', BASE_URL: 'https://p.example' },
    /^SITES_URL must be/,
  ],
  [
    'sites with half a label',
    [],
    { SITES_URL: 'https://a{name}.s.example', BASE_URL: 'https://p.example' },
    /^SITES_URL must be/,
  ],
  [
    'sites with two names',
    [],
    { SITES_URL: 'https://{name}.{name}.example', BASE_URL: 'https://p.example' },
    /^SITES_URL must be/,
  ],
  [
    'sites without a base',
    [],
    { SITES_URL: 'https://{name}.s.example' },
    /^SITES_URL needs BASE_URL/,
  ],
  [
    'plain sites of a secure base',
    [],
    { SITES_URL: 'http://{name}.s.example', BASE_URL: 'https://p.example' },
    /^SITES_URL must be https/,
  ],
  [
    'a base that would be a site',
    [],
    { SITES_URL: 'https://{name}.s.example', BASE_URL: 'https://www.s.example' },
    /^SITES_URL makes www.s.example the host of a site/,
  ],
  ['a limit with two values', [], { LIMITS: 'sites=5=6' }, /LIMITS "sites=5=6"/],
  ['a limit twice', [], { LIMITS: 'sites=5,sites=6' }, /"sites=6" is set twice/],
  [
    'a time that no timer can wait',
    [],
    { LIMITS: 'drain_ms=2147483648' },
    /LIMITS "drain_ms=2147483648" must be at most 2147483647/,
  ],
  [
    'a head that may take longer than its request',
    [],
    { LIMITS: 'headers_timeout_ms=10001' },
    /LIMITS: headers_timeout_ms \(10001\) must not exceed request_timeout_ms \(10000\)/,
  ],
  ['no folder', [], { DATA_DIR: '' }, /DATA_DIR must name a folder/],
  ['a flag nobody knows', ['--prot', '1'], {}, /Unknown flag "--prot"; see --help/],
  ['a secret as a flag', ['--ensemble-edit-key', KEY], {}, /Unknown flag "--ensemble-edit-key"/],
  ['a word that is no flag', ['serve'], {}, /Unknown flag "serve"/],
  ['a flag without its value', ['--port'], {}, /"--port" needs a value/],
  [
    'all addresses without a key',
    ['--host', '0.0.0.0'],
    {},
    /HOST is 0\.0\.0\.0, so others can reach/,
  ],
  ['another address without a key', ['--host', '::'], {}, /Set ENSEMBLE_EDIT_KEY/],
  ['a name without a key', ['--host', 'example.org'], {}, /or ENSEMBLE_OPEN=1/],
  [
    'a public address without a key',
    [],
    { BASE_URL: 'https://sites.example.org', TRUST_PROXY: 'loopback' },
    /^BASE_URL is https:\/\/sites\.example\.org, so others .* or unset BASE_URL\.$/,
  ],
  [
    'a proxy without a key',
    [],
    { TRUST_PROXY: 'loopback', BASE_URL: 'http://[::1]:8080' },
    /^TRUST_PROXY names a proxy, so others can reach .* or unset TRUST_PROXY\.$/,
  ],
  [
    'one key for editors and operators',
    [],
    { ENSEMBLE_EDIT_KEY: KEY, ENSEMBLE_OPERATOR_KEY: KEY },
    /^ENSEMBLE_OPERATOR_KEY must differ from ENSEMBLE_EDIT_KEY, which every editor knows\.$/,
  ],
  ['a policy it does not know', [], { EDITING: 'all' }, /EDITING must be open, key, members/],
  ['the policy key without one', [], { EDITING: 'key' }, /Set ENSEMBLE_EDIT_KEY/],
  ['a key nobody asks for', [], { EDITING: 'members', ENSEMBLE_EDIT_KEY: KEY }, /needs no key/],
  ['two things at once', [], { PORT: 'x', LOG_LEVEL: 'y' }, /^PORT .*\nLOG_LEVEL /],
];
for (const [what, flags, environment, message] of REFUSED) {
  test(`refuses ${what}`, () => {
    assert.throws(
      () => configOf(flags, environment),
      (error: unknown) => error instanceof ConfigError && message.test(error.message),
    );
  });
}

test('a refusal never says a secret', () => {
  assert.throws(
    () => configOf([], { ENSEMBLE_EDIT_KEY: 'hunter2', DATABASE_URL: 'hunter2' }),
    (error: Error) => !error.message.includes('hunter2'),
  );
});

test('others may reach the server with a key, or by the explicit word', () => {
  assert.is(configOf(['--host', '0.0.0.0'], { ENSEMBLE_EDIT_KEY: KEY }).HOST, '0.0.0.0');
  assert.is(configOf(['--host', '::'], { ENSEMBLE_OPEN: '1' }).ENSEMBLE_OPEN, true);
  assert.is(configOf(['--host', '::'], { EDITING: 'members' }).EDITING, 'members');
  assert.is(configOf(['--host', '::', '--editing', 'open']).EDITING, 'open');
  const proxied = { BASE_URL: 'https://sites.example.org', TRUST_PROXY: 'loopback' };
  assert.is(configOf([], { ...proxied, ENSEMBLE_EDIT_KEY: KEY }).BASE_URL, proxied.BASE_URL);
  assert.is(configOf([], { ...proxied, EDITING: 'members' }).BASE_URL, proxied.BASE_URL);
});

test('an address of this computer alone needs no key', () => {
  for (const BASE_URL of ['http://localhost:8080', 'http://[::1]', 'http://p.localhost']) {
    assert.is(configOf([], { BASE_URL }).BASE_URL, BASE_URL);
  }
});

test('an IPv6 address may have brackets', () => {
  assert.is(configOf([], { HOST: '[::1]' }).HOST, '::1');
});

const folder = mkdtempSync(path.join(tmpdir(), 'ensemble-keys-'));
const keyFile = (name: string, text: string): string => {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
};

test('a key may come from a file: its first line, however that ends', () => {
  for (const text of [KEY, `${KEY}\n`, `${KEY}\r\nnot this\n`]) {
    const file = keyFile('key', text);
    assert.is(configOf([], { ENSEMBLE_EDIT_KEY_FILE: file }).ENSEMBLE_EDIT_KEY, KEY);
    assert.is(configOf([], { ENSEMBLE_OPERATOR_KEY_FILE: file }).ENSEMBLE_OPERATOR_KEY, KEY);
  }
});

/** [what it is, environment, words of the refusal]: never taken for no key, which lets all in */
const REFUSED_FILES: readonly (readonly [string, Environment, RegExp])[] = [
  ['is empty', { ENSEMBLE_EDIT_KEY_FILE: keyFile('empty', '\n') }, /its first line is empty/],
  ['is short', { ENSEMBLE_EDIT_KEY_FILE: keyFile('short', 'hunter2\n') }, /at least 16 characters/],
  ['is missing', { ENSEMBLE_OPERATOR_KEY_FILE: path.join(folder, 'none') }, /cannot be read/],
  [
    'comes beside a key',
    { ENSEMBLE_EDIT_KEY: KEY, ENSEMBLE_EDIT_KEY_FILE: keyFile('both', KEY) },
    /Set ENSEMBLE_EDIT_KEY or ENSEMBLE_EDIT_KEY_FILE, not both/,
  ],
];
for (const [what, environment, message] of REFUSED_FILES) {
  test(`refuses a key file that ${what}`, () => {
    assert.throws(
      () => configOf([], environment),
      (error: unknown) =>
        error instanceof ConfigError &&
        message.test(error.message) &&
        !error.message.includes('hunter2'),
    );
  });
}

test('key files are cleared away', () => {
  rmSync(folder, { recursive: true });
});

/** [host, loopback] */
const HOSTS: readonly (readonly [string, boolean])[] = [
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['10.0.0.1', false],
  ['localhost.example', false],
];
for (const [host, loopback] of HOSTS) {
  test(`${host} is ${loopback ? '' : 'not '}this machine alone`, () =>
    assert.is(isLoopback(host), loopback));
}

test('--help tells every setting and limit; --version the version', () => {
  const text = help();
  for (const name of [
    'PORT',
    'ENSEMBLE_EDIT_KEY',
    'TRUST_PROXY',
    'LIMITS',
    'header_bytes',
    'sites',
  ]) {
    assert.ok(text.includes(name), name);
  }
  assert.not.match(text, /--ensemble-edit-key/);
  const editing = /^ *EDITING .*/m.exec(text)?.[0] ?? '';
  for (const value of ['open (', 'key (', 'members (']) assert.ok(editing.includes(value), value);
  assert.equal(readCommand(['--help'], {}, '1'), { run: 'print', text });
  assert.equal(readCommand(['-h'], {}, '1'), { run: 'print', text });
  assert.equal(readCommand(['--version'], {}, '1.2.3'), { run: 'print', text: '1.2.3\n' });
});

test.run();
