/** Who a request is from, and whose pages may edit. */
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { addressKey, ProxyTrust } from '../../src/http/address.ts';
import { hostAllowed, originAllowed } from '../../src/http/origin.ts';

/** A request as the parser leaves it, from `address`. */
function requestFrom(address: string, fields: Readonly<Record<string, string>>): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: address });
  const request = new IncomingMessage(socket);
  for (const [name, value] of Object.entries(fields)) {
    request.rawHeaders.push(name, value);
    request.headers[name.toLowerCase()] = value;
  }
  return request;
}

/** [trusted, connection, X-Forwarded-For, client] */
const CLIENTS: readonly (readonly [string, string, string | undefined, string])[] = [
  ['', '10.0.0.1', '1.2.3.4', '10.0.0.1'],
  ['loopback', '127.0.0.1', '1.2.3.4', '1.2.3.4'],
  ['loopback', '::ffff:127.0.0.1', '1.2.3.4', '1.2.3.4'],
  ['loopback', '::1', '2001:db8::1', '2001:db8::1'],
  ['loopback', '10.0.0.1', '1.2.3.4', '10.0.0.1'],
  ['loopback', '127.0.0.1', undefined, '127.0.0.1'],
  ['loopback', '127.0.0.1', 'nonsense', '127.0.0.1'],
  ['loopback', '127.0.0.1', '6.6.6.6, 1.2.3.4', '1.2.3.4'],
  ['loopback,10.0.0.0/8', '127.0.0.1', '6.6.6.6, 1.2.3.4, 10.9.9.9', '1.2.3.4'],
  ['10.0.0.0/8', '10.0.0.1', '10.0.0.2', '10.0.0.2'],
  ['loopback', '127.0.0.1', '1.2.3.4:5678', '1.2.3.4'],
  ['loopback', '127.0.0.1', '[2001:db8::1]:443', '2001:db8::1'],
  ['loopback', '127.0.0.1', '[2001:db8::1]', '2001:db8::1'],
  ['loopback', '127.0.0.1', '1.2.3.4:x', '127.0.0.1'],
  ['2001:db8::/32', '2001:db8::5', '1.2.3.4', '1.2.3.4'],
];

for (const [trusted, connection, forwarded, client] of CLIENTS) {
  test(`trusting "${trusted}", ${connection} with "${forwarded ?? 'nothing'}" is ${client}`, () => {
    const fields = forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded };
    assert.is(new ProxyTrust(trusted).clientOf(requestFrom(connection, fields)), client);
  });
}

for (const wrong of ['nonsense', '10.0.0.0/33', '10.0.0.0/x', '::1/129', '10.0.0.0/-1', '10.0.0']) {
  test(`"${wrong}" is no proxy to trust`, () => {
    assert.throws(
      () => new ProxyTrust(wrong),
      (error: Error) => error.message.includes(`"${wrong}" is not an IP address`),
    );
  });
}

/** [address, what limits count it as] */
const KEYS: readonly (readonly [string, string])[] = [
  ['1.2.3.4', '1.2.3.4'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
];
for (const [address, key] of KEYS) {
  test(`"${address}" counts as "${key}"`, () => assert.is(addressKey(address), key));
}

/** [what it is, Origin, Host, BASE_URL, loopback only, allowed] */
const ORIGINS: readonly (readonly [
  string,
  string | undefined,
  string,
  string | undefined,
  boolean,
  boolean,
])[] = [
  ['no origin, so no browser', undefined, 'x', undefined, true, true],
  ['ours', 'http://localhost:8080', 'localhost:8080', undefined, true, true],
  ['ours over https', 'https://localhost:8080', 'localhost:8080', undefined, true, true],
  ['ours by address', 'http://127.0.0.1:8080', '127.0.0.1:8080', undefined, true, true],
  ['ours by IPv6', 'http://[::1]:8080', '[::1]:8080', undefined, true, true],
  ['a sandboxed site', 'null', 'localhost:8080', undefined, true, false],
  ['another port', 'http://localhost:81', 'localhost:8080', undefined, true, false],
  ['a foreign page', 'http://evil.example', 'localhost:8080', undefined, true, false],
  [
    'a foreign name that resolves here',
    'http://evil.example',
    'evil.example',
    undefined,
    true,
    false,
  ],
  ['our name on a network', 'http://ensemble.example', 'ensemble.example', undefined, false, true],
  ['the base', 'https://a.example', 'inner:8080', 'https://a.example', true, true],
  ['not the base', 'https://inner:8080', 'inner:8080', 'https://a.example', false, false],
  ['no host', 'http://', '', undefined, false, false],
];
for (const [what, origin, host, base, loopbackOnly, allowed] of ORIGINS) {
  test(`${what}: ${allowed ? 'may' : 'may not'} edit`, () => {
    const fields = { Host: host, ...(origin !== undefined && { Origin: origin }) };
    assert.is(originAllowed(requestFrom('127.0.0.1', fields), { base, loopbackOnly }), allowed);
  });
}

/** [Host, names of the server, whether it may be asked so] */
const HOSTS: readonly (readonly [string, readonly string[] | undefined, boolean])[] = [
  ['evil.example', ['studio'], false],
  ['evil.example:8080', ['studio'], false],
  ['127.0.0.1.evil.example', ['studio'], false],
  ['localhost.evil.example', ['studio'], false],
  ['evil.example.', ['studio'], false],
  ['studio:8080', ['studio'], true],
  ['Studio', ['studio'], true],
  ['localhost:1', ['studio'], true],
  ['127.0.0.1:1', ['studio'], true],
  ['192.168.1.7:8080', ['studio'], true],
  ['[fe80::1]:8080', ['studio'], true],
  ['', ['studio'], true],
  ['evil.example', undefined, true],
];
for (const [host, hosts, allowed] of HOSTS) {
  const named = hosts === undefined ? 'any name' : hosts.join(' ');
  test(`Host "${host}" ${allowed ? 'is' : 'is not'} one of a server with ${named}`, () => {
    const rule = { base: undefined, loopbackOnly: false, hosts };
    assert.is(hostAllowed(requestFrom('127.0.0.1', { Host: host }), rule), allowed);
  });
}

test.run();
