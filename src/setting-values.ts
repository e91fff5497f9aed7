/** What the values of settings look like, and what they become. */
import * as v from 'valibot';
import { isDatabaseUrl } from './database-url.ts';
import { ProxyTrust } from './http/address.ts';
import { greatest, isLimitName, type LimitChanges, type LimitName } from './limits.ts';

const KEY_CHARACTERS = 16;
const SECRET_CHARACTERS = 32;

export const Key = v.pipe(
  v.string(),
  v.check(
    (text) => text === '' || text.length >= KEY_CHARACTERS,
    `must have at least ${KEY_CHARACTERS} characters, or be unset`,
  ),
);
export const NodeSecret = v.pipe(
  v.string(),
  v.check(
    (text) => text === '' || text.length >= SECRET_CHARACTERS,
    `must have at least ${SECRET_CHARACTERS} characters, or be unset`,
  ),
);
export const NodeAddress = v.pipe(
  v.string(),
  v.check((text) => {
    const [, port = ''] = /^(?:\[[\da-f:.]+\]|[\w.-]+):(\d{1,5})$/i.exec(text) ?? [];
    return text === '' || (Number(port) > 0 && Number(port) < 65_536);
  }, 'must be a host and a port, as in 10.0.0.5:9080'),
);
export const Switch = v.pipe(
  v.picklist(['', '0', '1', 'true', 'false'], 'must be 1, 0 or unset'),
  v.transform((text) => text === '1' || text === 'true'),
);
export const Port = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535'),
  v.transform(Number),
  v.maxValue(65_535, 'must be a port number from 0 to 65535'),
);

export const Host = v.pipe(
  v.string(),
  v.regex(/^[^\s/]+$/, 'must be an address or a host name'),
  // An IPv6 address as URLs have it.
  v.transform((text) => text.replace(/^\[(.*)\]$/, '$1')),
);
export const DatabaseUrl = v.pipe(
  v.string(),
  v.check(
    (text) => text === '' || isDatabaseUrl(text),
    'must look like postgresql://user:password@host:5432/database',
  ),
);

/** http or https, host, port, and nothing behind them: the pages know their own paths. */
export const BaseUrl = v.pipe(
  v.string(),
  v.check(
    (text) => text === '' || (/^https?:\/\/[^/?#@\s]+\/?$/i.test(text) && URL.canParse(text)),
    'must be http:// or https:// with a host and no path, as in https://example.org',
  ),
  v.transform((text) => (text === '' ? undefined : new URL(text).origin)),
);

/** As BASE_URL, and the first label of the host is `{name}`, which stands for the site's. */
export const SitesUrl = v.pipe(
  v.string(),
  v.check((text) => {
    const [, scheme = '', host = ''] =
      /^(https?:\/\/)\{name\}\.([^/?#@\s{}]+)\/?$/i.exec(text) ?? [];
    if (text === '') return true;
    const one = `${scheme}a.${host}`;
    return host !== '' && URL.canParse(one) && new URL(one).hostname.length < 190;
  }, 'must be http:// or https:// with {name} as the first part of a host and no path, as in https://{name}.sites.example'),
  v.transform((text) => (text === '' ? undefined : text.replace(/\/$/, '').toLowerCase())),
);

export const Proxies = v.pipe(
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

export const LimitList = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const changes: { [Name in LimitName]?: number } = {};
    for (const item of dataset.value.split(',').filter((text) => text.trim() !== '')) {
      const [, name = '', value = ''] = /^\s*(\w+)\s*=\s*([1-9]\d{0,14})\s*$/.exec(item) ?? [];
      const fault = !isLimitName(name)
        ? 'must be a known limit (see --help) and a positive integer'
        : changes[name] !== undefined
          ? 'is set twice'
          : Number(value) > greatest(name) && `must be at most ${greatest(name)}`;
      if (fault !== false || !isLimitName(name)) {
        addIssue({ message: `"${item}" ${fault}` });
        return NEVER;
      }
      changes[name] = Number(value);
    }
    const result: LimitChanges = changes;
    return result;
  }),
);
