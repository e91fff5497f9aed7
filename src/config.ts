/** Settings from the environment and flags, judged before anything starts; flags win. */
import { readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import * as v from 'valibot';
import { ProxyTrust } from './http/address.ts';
import {
  describeLimits,
  greatest,
  isLimitName,
  type LimitChanges,
  type LimitName,
  limitsWith,
} from './limits.ts';

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
  { name: 'PORT', fallback: '8080', about: 'port to listen on; 0 takes a free one' },
  { name: 'HOST', fallback: '127.0.0.1', about: 'address to listen on' },
  {
    name: 'BASE_URL',
    fallback: '',
    about: 'public address, where it is another than HOST and PORT',
  },
  { name: 'DATA_DIR', fallback: 'data', about: 'folder of the store' },
  { name: 'TLS_CERT', fallback: '', about: 'PEM file of the certificate chain; serves https' },
  { name: 'TLS_KEY', fallback: '', about: 'PEM file of its private key' },
  {
    name: 'TRUST_PROXY',
    fallback: '',
    about: 'proxies whose X-Forwarded-For counts: addresses, networks, "loopback"',
  },
  {
    name: 'ENSEMBLE_EDIT_KEY',
    fallback: '',
    about: 'what editors must know; unset, all who reach the server may edit',
    secret: true,
  },
  {
    name: 'ENSEMBLE_OPERATOR_KEY',
    fallback: '',
    about: 'what moderators must know; unset, nobody moderates',
    secret: true,
  },
  {
    name: 'ENSEMBLE_EDIT_KEY_FILE',
    fallback: '',
    about: 'or a file whose first line is what editors must know',
    secret: true,
  },
  {
    name: 'ENSEMBLE_OPERATOR_KEY_FILE',
    fallback: '',
    about: 'or a file whose first line is what moderators must know',
    secret: true,
  },
  {
    name: 'ENSEMBLE_OPEN',
    fallback: '',
    about: '1 lets everybody edit although others can reach the server',
  },
  { name: 'LOG_LEVEL', fallback: 'info', about: 'debug, info, warn, error or silent' },
  { name: 'ACCESS_LOG', fallback: '', about: '1 logs a line for every request', bare: true },
  {
    name: 'WELCOME',
    fallback: '',
    about: '1 makes a welcome site where the store is empty',
    bare: true,
  },
  { name: 'LIMITS', fallback: '', about: 'limits to change: name=value,name=value' },
];

const flagOf = ({ name }: Setting): string => `--${name.toLowerCase().replaceAll('_', '-')}`;

const KEY_CHARACTERS = 16;

const Key = v.pipe(
  v.string(),
  v.check(
    (text) => text === '' || text.length >= KEY_CHARACTERS,
    `must have at least ${KEY_CHARACTERS} characters, or be unset`,
  ),
);
const Switch = v.pipe(
  v.picklist(['', '0', '1', 'true', 'false'], 'must be 1, 0 or unset'),
  v.transform((text) => text === '1' || text === 'true'),
);
const Port = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535'),
  v.transform(Number),
  v.maxValue(65_535, 'must be a port number from 0 to 65535'),
);

/** http or https, host, port, and nothing behind them: the pages know their own paths. */
const BaseUrl = v.pipe(
  v.string(),
  v.check(
    (text) => text === '' || (/^https?:\/\/[^/?#@\s]+\/?$/i.test(text) && URL.canParse(text)),
    'must be http:// or https:// with a host and no path, as in https://example.org',
  ),
  v.transform((text) => (text === '' ? undefined : new URL(text).origin)),
);

const Proxies = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    try {
      return new ProxyTrust(dataset.value);
    } catch (error) {
      addIssue({ message: error instanceof Error ? error.message : String(error) });
      return NEVER;
    }
  }),
);

const LimitList = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const changes: { [Name in LimitName]?: number } = {};
    for (const item of dataset.value.split(',').filter((text) => text.trim() !== '')) {
      const [, name = '', value = ''] = /^\s*(\w+)\s*=\s*([1-9]\d{0,14})\s*$/.exec(item) ?? [];
      const fault = !isLimitName(name)
        ? 'is not a limit of --help and a whole number above 0'
        : changes[name] !== undefined
          ? 'names a limit a second time'
          : Number(value) > greatest(name) && `is more than ${greatest(name)}`;
      if (fault !== false || !isLimitName(name)) {
        addIssue({ message: `has "${item}", which ${fault}` });
        return NEVER;
      }
      changes[name] = Number(value);
    }
    const result: LimitChanges = changes;
    return result;
  }),
);

const ConfigSchema = v.strictObject({
  PORT: Port,
  HOST: v.pipe(v.string(), v.regex(/^[^\s/]+$/, 'must be an address or a host name')),
  BASE_URL: BaseUrl,
  DATA_DIR: v.pipe(v.string(), v.minLength(1, 'must name a folder')),
  TLS_CERT: v.string(),
  TLS_KEY: v.string(),
  TRUST_PROXY: Proxies,
  ENSEMBLE_EDIT_KEY: Key,
  ENSEMBLE_OPERATOR_KEY: Key,
  ENSEMBLE_EDIT_KEY_FILE: v.string(),
  ENSEMBLE_OPERATOR_KEY_FILE: v.string(),
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

/** A setting that cannot be used; the message is for the operator and never holds a secret's value. */
export class ConfigError extends Error {
  readonly code = 'E_CONFIG';
}

export type Command =
  | { readonly run: 'serve'; readonly config: Config }
  | { readonly run: 'print'; readonly text: string };

/** Reads flags and environment. @throws ConfigError with one sentence a problem */
export function readCommand(
  flags: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  version: string,
): Command {
  if (flags.includes('--help') || flags.includes('-h')) return { run: 'print', text: help() };
  if (flags.includes('--version')) return { run: 'print', text: `${version}\n` };
  const given = readFlags(flags);
  const texts = Object.fromEntries(
    SETTINGS.map(({ name, fallback }) => [name, given.get(name) ?? environment[name] ?? fallback]),
  );
  for (const name of ['ENSEMBLE_EDIT_KEY', 'ENSEMBLE_OPERATOR_KEY']) {
    const file = texts[`${name}_FILE`] ?? '';
    if (file !== '') texts[name] = keyIn(file, name, texts[name] ?? '');
  }
  const parsed = v.safeParse(ConfigSchema, texts);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.issues
        .map((issue) => `${v.getDotPath(issue)} ${issue.message}.`.replace('..', '.'))
        .join('\n'),
    );
  }
  checkTogether(parsed.output);
  return { run: 'serve', config: parsed.output };
}

/** The key in a file. A file that holds none is refused: unset, the key would let everybody in. */
function keyIn(file: string, name: string, given: string): string {
  if (given !== '') throw new ConfigError(`Set ${name} or ${name}_FILE, not both.`);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new ConfigError(`${name}_FILE names ${file}, which cannot be read.`);
  }
  const [key = ''] = text.split(/\r?\n/);
  if (key === '') throw new ConfigError(`${name}_FILE names ${file}, whose first line is empty.`);
  return key;
}

function readFlags(flags: readonly string[]): Map<string, string> {
  const given = new Map<string, string>();
  const waiting = [...flags];
  for (let flag = waiting.shift(); flag !== undefined; flag = waiting.shift()) {
    const [name = '', inline] = flag.split(/=(.*)/s);
    const setting = SETTINGS.find((known) => !known.secret && flagOf(known) === name);
    if (setting === undefined) throw new ConfigError(`There is no flag "${name}"; see --help.`);
    const value = inline ?? (setting.bare === true ? '1' : waiting.shift());
    if (value === undefined) throw new ConfigError(`The flag "${name}" needs a value.`);
    given.set(setting.name, value);
  }
  return given;
}

/** True if only programs of this machine can connect to `host`. */
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
    throw new ConfigError('TLS_CERT and TLS_KEY belong together: set both, or neither.');
  }
  const { headers_timeout_ms, request_timeout_ms } = limitsWith(config.LIMITS);
  if (headers_timeout_ms > request_timeout_ms) {
    throw new ConfigError(
      `LIMITS makes headers_timeout_ms ${headers_timeout_ms}, more than request_timeout_ms, which is ${request_timeout_ms}: a head is part of its request.`,
    );
  }
  const { HOST, ENSEMBLE_EDIT_KEY, ENSEMBLE_OPEN } = config;
  if (!isLoopback(HOST) && ENSEMBLE_EDIT_KEY === '' && !ENSEMBLE_OPEN) {
    throw new ConfigError(
      `HOST is ${HOST}, so others can reach the server, and without ENSEMBLE_EDIT_KEY all of them could edit every site. Set ENSEMBLE_EDIT_KEY; or ENSEMBLE_OPEN=1 if that is what you want; or leave HOST at 127.0.0.1.`,
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
  ${''.padEnd(26)} ${'--help, --version'.padEnd(17)} print and stop

Limits, changed by LIMITS:

${describeLimits()}
`;
}
