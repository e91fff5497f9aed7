/**
 * Sites on hosts of their own (SITES_URL): which host a username has, and back.
 *
 * A host label has letters, digits and hyphens, a username also `.` and `_`. Every sign between becomes a hyphen,
 * and where one was no hyphen, `--` and a letter for each sign follows: `a.b_c` is `a-b-c--du`. So labels never begin like
 * `xn--`, and each is of one username at most. A label of more than 63 characters would be none: then it is `long--` and a
 * hash of the username, which the address gives as well.
 */
import { createHash } from 'node:crypto';

const LABEL_CHARACTERS = 63;
const LETTERS: Readonly<Record<string, string>> = { '.': 'd', _: 'u', '-': 'h' };
const SIGNS: Readonly<Record<string, string>> = { d: '.', u: '_', h: '-' };
const LONG = 'long--';
/** Enough of SHA-256 that nobody finds two usernames of one label. */
const HASH_CHARACTERS = 52;

/** The host label of a username. */
export function labelOf(username: string): string {
  const plain = username.replace(/[._]/g, '-');
  const signs = [...username].map((sign) => LETTERS[sign] ?? '').join('');
  const label = plain === username ? username : `${plain}--${signs}`;
  if (label.length <= LABEL_CHARACTERS) return label;
  return LONG + createHash('sha256').update(username).digest('hex').slice(0, HASH_CHARACTERS);
}

/** The username of a label; undefined where it is of none, or of one too long to be read out of it. */
export function usernameOf(label: string): string | undefined {
  const [plain = '', signs, ...more] = label.split('--');
  if (more.length > 0) return undefined;
  let at = 0;
  const username =
    signs === undefined ? plain : plain.replaceAll('-', () => SIGNS[signs.charAt(at++)] ?? '/');
  return labelOf(username) === label ? username : undefined;
}

export class SiteHosts {
  readonly #pattern: string;
  readonly #suffix: string;
  readonly #platform: string;

  /**
   * @param pattern SITES_URL: `https://{name}.sites.example`, perhaps with a port
   * @param platform BASE_URL
   */
  constructor(pattern: string, platform: string) {
    this.#pattern = pattern;
    this.#platform = platform;
    this.#suffix = new URL(pattern.replace('{name}', 'name')).host.slice('name'.length);
  }

  /** Address of a site. */
  addressOf(username: string): string {
    const label = labelOf(username);
    const site = `${this.#pattern.replace('{name}', label)}/`;
    return label.startsWith(LONG) ? `${site}?name=${username}` : site;
  }

  /** Address of a site's page on the platform, with a query. */
  platformOf(username: string, query: string): string {
    return `${this.#platform}/member/${username}${query === '' ? '' : `?${query}`}`;
  }

  /** Whether a Host is one of sites. */
  owns(host: string): boolean {
    return this.#labelOf(host) !== undefined;
  }

  /** Whose site a request asks for; undefined where the host names nobody. */
  siteOf(host: string, query: string): string | undefined {
    const label = this.#labelOf(host);
    if (label === undefined) return undefined;
    if (!label.startsWith(LONG)) return usernameOf(label);
    const username = new URLSearchParams(query).get('name') ?? '';
    return labelOf(username) === label ? username : undefined;
  }

  #labelOf(host: string): string | undefined {
    const name = host.toLowerCase();
    if (!name.endsWith(this.#suffix)) return undefined;
    const label = name.slice(0, -this.#suffix.length);
    return label === '' || label.includes('.') ? undefined : label;
  }
}
