/** The client's address: that of the connection, or the one that trusted proxies forward. */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

const IPV4_IN_IPV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** An IPv4 address with a port, or an IPv6 address in brackets, as some proxies write them. */
const WITH_PORT = /^(?:([\d.]+):\d{1,5}|\[([^\]]+)\](?::\d{1,5})?)$/;

/** An address as limits count it: IPv4 as it is, IPv6 as its /64 network, which usually belongs to one customer. */
export function addressKey(address: string): string {
  const plain = IPV4_IN_IPV6.exec(address)?.[1] ?? address;
  if (isIP(plain) !== 6) return plain;
  const [left = '', right] = plain.replace(/%.*$/, '').split('::');
  const groups = left === '' ? [] : left.split(':');
  const tail = right === undefined || right === '' ? [] : right.split(':');
  const filled =
    right === undefined
      ? groups
      : [
          ...groups,
          ...Array<string>(Math.max(0, 8 - groups.length - tail.length)).fill('0'),
          ...tail,
        ];
  const network = filled.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

export class ProxyTrust {
  readonly #trusted = new BlockList();
  /** False if no proxy is trusted, so no header is read. */
  readonly any: boolean;

  /**
   * @param list addresses, networks in CIDR form, or `loopback`, separated by commas
   * @throws Error naming the invalid entry
   */
  constructor(list = '') {
    const entries = list.split(',').map((entry) => entry.trim());
    for (const entry of entries.filter((text) => text !== '')) this.#add(entry);
    this.any = entries.some((text) => text !== '');
  }

  #add(entry: string): void {
    if (entry === 'loopback') {
      this.#trusted.addSubnet('127.0.0.0', 8, 'ipv4');
      this.#trusted.addAddress('::1', 'ipv6');
      return;
    }
    const [address = '', bits] = entry.split('/');
    const version = isIP(address);
    const width = version === 6 ? 128 : 32;
    const prefix = bits === undefined ? width : Number(bits);
    const sound = bits === undefined || (/^\d{1,3}$/.test(bits) && prefix <= width);
    if (version === 0 || !sound) {
      throw new Error(`"${entry}" is not an IP address, a network like 10.0.0.0/8, or "loopback".`);
    }
    this.#trusted.addSubnet(address, prefix, version === 6 ? 'ipv6' : 'ipv4');
  }

  trusts(address: string): boolean {
    const plain = IPV4_IN_IPV6.exec(address)?.[1] ?? address;
    const version = isIP(plain);
    return version !== 0 && this.#trusted.check(plain, version === 6 ? 'ipv6' : 'ipv4');
  }

  /**
   * The client's address. `X-Forwarded-For` is read from the right, skipping trusted proxies, so
   * whatever the client itself put in front is never trusted.
   */
  clientOf(request: IncomingMessage): string {
    let address = request.socket.remoteAddress ?? '';
    if (!this.any) return address;
    const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',');
    while (this.trusts(address)) {
      const next = withoutPort(forwarded.pop()?.trim() ?? '');
      if (isIP(next) === 0) break;
      address = next;
    }
    return address;
  }
}

function withoutPort(entry: string): string {
  const parts = WITH_PORT.exec(entry);
  return parts?.[1] ?? parts?.[2] ?? entry;
}
