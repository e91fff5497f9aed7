/** Settings from flags and the environment, checked before anything starts; flags win. */
import { readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import * as v from 'valibot';
import { SiteHosts } from './http/site-host.ts';
import { describeLimits, limitsWith } from './limits.ts';
import {
  BaseUrl,
  DatabaseUrl,
  Host,
  Key,
  LimitList,
  NodeAddress,
  NodeSecret,
  Port,
  Proxies,
  SitesUrl,
  Switch,
} from './setting-values.ts';

interface Setting {
  /** Name in the environment; as a flag it is lower-case with hyphens. */
  readonly name: string;
  readonly fallback: string;
  readonly about: string;
  /** Secrets, and where they are kept, have no flag: every user of the machine can read a command line. */
  readonly secret?: boolean;
  /** A flag without a value. */
  readonly bare?: boolean;
}

const SETTINGS: readonly Setting[] = [
  { name: 'PORT', fallback: '8080', about: 'port to listen on; 0 picks a free one' },
  { name: 'HOST', fallback: '127.0.0.1', about: 'address to listen on' },
  {
    name: 'BASE_URL',
    fallback: '',
    about: 'public address, if different from HOST and PORT',
  },
  {
    name: 'SITES_URL',
    fallback: '',
    about: 'hosts of sites, as in https://{name}.sites.example',
  },
  { name: 'DATA_DIR', fallback: 'data', about: 'data folder' },
  {
    name: 'DATABASE_URL',
    fallback: '',
    about: 'PostgreSQL database for the sites; if unset, they are in the data folder',
    secret: true,
  },
  {
    name: 'NODE_ADDRESS',
    fallback: '',
    about: 'host:port where other servers of the same database reach this one; shares it with them',
  },
  {
    name: 'NODE_SECRET',
    fallback: '',
    about: 'secret that all servers of a database share, with NODE_ADDRESS',
    secret: true,
  },
  {
    name: 'NODE_SECRET_FILE',
    fallback: '',
    about: 'or a file with that secret in its first line',
    secret: true,
  },
  { name: 'TLS_CERT', fallback: '', about: 'PEM file with the certificate chain; enables https' },
  { name: 'TLS_KEY', fallback: '', about: 'PEM file with its private key' },
  {
    name: 'TRUST_PROXY',
    fallback: '',
    about: 'proxies whose X-Forwarded-For is trusted: addresses, networks, "loopback"',
  },
  {
    name: 'ENSEMBLE_EDIT_KEY',
    fallback: '',
    about:
      'key required for editing; if unset, everyone who can reach the server may edit, unless EDITING is members',
    secret: true,
  },
  {
    name: 'ENSEMBLE_OPERATOR_KEY',
    fallback: '',
    about: 'key required for moderation; if unset, nobody can moderate',
    secret: true,
  },
  {
    name: 'ENSEMBLE_EDIT_KEY_FILE',
    fallback: '',
    about: 'or a file with that key in its first line',
    secret: true,
  },
  {
    name: 'ENSEMBLE_OPERATOR_KEY_FILE',
    fallback: '',
    about: 'or a file with that key in its first line',
    secret: true,
  },
  {
    name: 'EDITING',
    fallback: '',
    about:
      'who may edit: open (everyone), key (whoever has the edit key), members (people with a passkey here); if unset, key if there is one',
  },
  {
    name: 'ENSEMBLE_OPEN',
    fallback: '',
    about: '1 lets everyone edit, even though others can reach the server',
  },
  { name: 'LOG_LEVEL', fallback: 'info', about: 'debug, info, warn, error or silent' },
  { name: 'ACCESS_LOG', fallback: '', about: '1 logs every request', bare: true },
  {
    name: 'WELCOME',
    fallback: '',
    about: '1 creates a welcome site if there are no sites yet',
    bare: true,
  },
  { name: 'LIMITS', fallback: '', about: 'limits to change: name=value,name=value' },
];

const flagOf = ({ name }: Setting): string => `--${name.toLowerCase().replaceAll('_', '-')}`;

const ConfigSchema = v.strictObject({
  PORT: Port,
  HOST: Host,
  BASE_URL: BaseUrl,
  SITES_URL: SitesUrl,
  DATA_DIR: v.pipe(v.string(), v.minLength(1, 'must name a folder')),
  DATABASE_URL: DatabaseUrl,
  NODE_ADDRESS: NodeAddress,
  NODE_SECRET: NodeSecret,
  NODE_SECRET_FILE: v.string(),
  TLS_CERT: v.string(),
  TLS_KEY: v.string(),
  TRUST_PROXY: Proxies,
  ENSEMBLE_EDIT_KEY: Key,
  ENSEMBLE_OPERATOR_KEY: Key,
  ENSEMBLE_EDIT_KEY_FILE: v.string(),
  ENSEMBLE_OPERATOR_KEY_FILE: v.string(),
  EDITING: v.picklist(['', 'open', 'key', 'members'], 'must be open, key, members or unset'),
  ENSEMBLE_OPEN: Switch,
  LOG_LEVEL: v.picklist(
    ['debug', 'info', 'warn', 'error', 'silent'],
    'must be debug, info, warn, error or silent',
  ),
  ACCESS_LOG: Switch,
  WELCOME: Switch,
  LIMITS: LimitList,
});

export type Config = v.InferOutput<typeof ConfigSchema>;

/** An invalid setting; the message is for the operator and never contains a secret. */
export class ConfigError extends Error {
  readonly code = 'E_CONFIG';
}

export type CommandLine =
  | { readonly run: 'serve'; readonly config: Config }
  | { readonly run: 'print'; readonly text: string };

/** Reads flags and environment. @throws ConfigError with one sentence a problem */
export function readCommand(
  flags: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  version: string,
): CommandLine {
  if (flags.includes('--help') || flags.includes('-h')) return { run: 'print', text: help() };
  if (flags.includes('--version')) return { run: 'print', text: `${version}\n` };
  const given = readFlags(flags);
  const texts = Object.fromEntries(
    SETTINGS.map(({ name, fallback }) => [name, given.get(name) ?? environment[name] ?? fallback]),
  );
  for (const name of ['ENSEMBLE_EDIT_KEY', 'ENSEMBLE_OPERATOR_KEY', 'NODE_SECRET']) {
    const file = texts[`${name}_FILE`] ?? '';
    if (file !== '') texts[name] = keyIn(file, name, texts[name] ?? '');
  }
  const parsed = v.safeParse(ConfigSchema, texts);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.issues
        .map((issue) => sentence(v.getDotPath(issue) ?? '', issue.message, texts))
        .join('\n'),
    );
  }
  checkTogether(parsed.output);
  return { run: 'serve', config: parsed.output };
}

/** What is wrong with a setting, and what was received unless that is a secret. */
function sentence(name: string, fault: string, texts: Readonly<Record<string, string>>): string {
  const isSecret = SETTINGS.some((setting) => setting.name === name && setting.secret === true);
  const got = fault.startsWith('must ') && !isSecret ? `, got ${JSON.stringify(texts[name])}` : '';
  return `${name} ${fault}${got}.`.replace('..', '.');
}

/** The key in a file. An empty file is an error: without a key everyone could edit. */
function keyIn(file: string, name: string, given: string): string {
  if (given !== '') throw new ConfigError(`Set ${name} or ${name}_FILE, not both.`);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new ConfigError(`${name}_FILE names ${file}, which cannot be read.`);
  }
  const [key = ''] = text.split(/\r?\n/);
  if (key === '') throw new ConfigError(`${name}_FILE names ${file}, but its first line is empty.`);
  return key;
}

function readFlags(flags: readonly string[]): Map<string, string> {
  const given = new Map<string, string>();
  const waiting = [...flags];
  for (let flag = waiting.shift(); flag !== undefined; flag = waiting.shift()) {
    const [name = '', inline] = flag.split(/=(.*)/s);
    const setting = SETTINGS.find((known) => !known.secret && flagOf(known) === name);
    if (setting === undefined) throw new ConfigError(`Unknown flag "${name}"; see --help.`);
    const value = inline ?? (setting.bare === true ? '1' : waiting.shift());
    if (value === undefined) throw new ConfigError(`The flag "${name}" needs a value.`);
    given.set(setting.name, value);
  }
  return given;
}

/** True if only programs on this machine can connect to `host`. */
export function isLoopback(host: string): boolean {
  if (host.toLowerCase() === 'localhost') return true;
  const own = new BlockList();
  own.addSubnet('127.0.0.0', 8, 'ipv4');
  own.addAddress('::1', 'ipv6');
  const version = isIP(host);
  return version !== 0 && own.check(host, version === 6 ? 'ipv6' : 'ipv4');
}

function checkTogether(config: Config): void {
  if ((config.TLS_CERT === '') !== (config.TLS_KEY === '')) {
    throw new ConfigError('Set both TLS_CERT and TLS_KEY, or neither.');
  }
  checkSitesUrl(config);
  const { headers_timeout_ms, request_timeout_ms } = limitsWith(config.LIMITS);
  if (headers_timeout_ms > request_timeout_ms) {
    throw new ConfigError(
      `LIMITS: headers_timeout_ms (${headers_timeout_ms}) must not exceed request_timeout_ms (${request_timeout_ms}).`,
    );
  }
  checkEditing(config);
  checkNode(config);
}

/** The setting by which others can reach the server, and what it should be if they should not; if there is one. */
function exposure({ HOST, BASE_URL, TRUST_PROXY }: Config): [string, string] | undefined {
  if (!isLoopback(HOST)) return [`HOST is ${HOST}`, 'leave HOST at 127.0.0.1'];
  const { hostname } = new URL(BASE_URL ?? 'http://localhost');
  const isOwn = isLoopback(hostname.replace(/^\[|\]$/g, '')) || hostname.endsWith('.localhost');
  if (!isOwn) return [`BASE_URL is ${BASE_URL}`, 'unset BASE_URL'];
  return TRUST_PROXY.any ? ['TRUST_PROXY names a proxy', 'unset TRUST_PROXY'] : undefined;
}

function checkNode({ NODE_ADDRESS, NODE_SECRET, DATABASE_URL }: Config): void {
  if ((NODE_ADDRESS === '') !== (NODE_SECRET === '')) {
    throw new ConfigError('Set both NODE_ADDRESS and NODE_SECRET, or neither.');
  }
  if (NODE_ADDRESS !== '' && DATABASE_URL === '') {
    throw new ConfigError('NODE_ADDRESS needs DATABASE_URL, the database that the servers share.');
  }
}

function checkEditing(config: Config): void {
  const { EDITING, ENSEMBLE_EDIT_KEY, ENSEMBLE_OPERATOR_KEY, ENSEMBLE_OPEN } = config;
  if (EDITING === 'key' && ENSEMBLE_EDIT_KEY === '') {
    throw new ConfigError('EDITING is key, but there is no key. Set ENSEMBLE_EDIT_KEY.');
  }
  if ((EDITING === 'open' || EDITING === 'members') && ENSEMBLE_EDIT_KEY !== '') {
    throw new ConfigError(`EDITING is ${EDITING}, which needs no key. Unset ENSEMBLE_EDIT_KEY.`);
  }
  if (ENSEMBLE_EDIT_KEY !== '' && ENSEMBLE_OPERATOR_KEY === ENSEMBLE_EDIT_KEY) {
    throw new ConfigError(
      'ENSEMBLE_OPERATOR_KEY must differ from ENSEMBLE_EDIT_KEY, which every editor knows.',
    );
  }
  const exposed = exposure(config);
  const isDecided = ENSEMBLE_EDIT_KEY !== '' || ENSEMBLE_OPEN || EDITING !== '';
  if (exposed !== undefined && !isDecided) {
    const [why, instead] = exposed;
    throw new ConfigError(
      `${why}, so others can reach the server, and without ENSEMBLE_EDIT_KEY all of them could edit every site. Set ENSEMBLE_EDIT_KEY; or ENSEMBLE_OPEN=1 if that is what you want; or ${instead}.`,
    );
  }
}

function checkSitesUrl({ BASE_URL, SITES_URL }: Config): void {
  if (SITES_URL === undefined) return;
  if (BASE_URL === undefined) {
    throw new ConfigError('SITES_URL needs BASE_URL, the address of the editor and all else.');
  }
  if (BASE_URL.startsWith('https:') && !SITES_URL.startsWith('https:')) {
    throw new ConfigError('SITES_URL must be https like BASE_URL, or sites could not play sound.');
  }
  if (new SiteHosts(SITES_URL, BASE_URL).owns(new URL(BASE_URL).host)) {
    throw new ConfigError(
      `SITES_URL makes ${new URL(BASE_URL).host} the host of a site, and BASE_URL is there. Give sites a domain of their own.`,
    );
  }
}

/** What `--help` prints: every setting and every limit with its default. */
export function help(): string {
  const lines = SETTINGS.map((setting) => {
    const flag = setting.secret === true ? '' : `${flagOf(setting)}${setting.bare ? '' : ' …'}`;
    const fallback = setting.fallback === '' ? '' : ` (${setting.fallback})`;
    return `  ${setting.name.padEnd(26)} ${flag.padEnd(17)} ${setting.about}${fallback}`;
  });
  return `Usage: node dist/server.js [flags]

Serves websites that people create and edit together. Settings come from the
environment or from flags; flags win, secrets have none.

${lines.join('\n')}
  ${''.padEnd(26)} ${'--help, --version'.padEnd(17)} print and exit

Limits, changed by LIMITS:

${describeLimits()}
`;
}
