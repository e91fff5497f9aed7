/** A host and boards that do not answer as they should. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { WIRE_VERSION } from '../../../build/ts/contract.ts';
import { crc32 } from '../../../src/shared/crc32.ts';
import { LinkClient, LinkError, type Wire } from '../../../src/shared/link/client.ts';
import { cobsEncode } from '../../../src/shared/link/cobs.ts';

/** A frame of a log event, of that version of the wire. */
function logOf(version: number): Uint8Array {
  const raw = Uint8Array.of(version, 0xf1, 0, 0x68, 0x69);
  const crc = new Uint8Array(4);
  new DataView(crc.buffer).setUint32(0, crc32(raw), true);
  return Uint8Array.of(...cobsEncode(Uint8Array.of(...raw, ...crc)), 0);
}

/** A board that says one thing by itself and answers nothing. */
function wireThatSays(bytes: Uint8Array): Wire {
  return {
    send: () => Promise.resolve(),
    onBytes: (listener) => listener(bytes),
    closed: new Promise(() => {}),
    close: () => Promise.resolve(),
  };
}

const SILENT: readonly (readonly [string, Uint8Array, string, RegExp])[] = [
  ['nothing', new Uint8Array(), 'timeout', /^no answer within 5 ms$/],
  ['an event', logOf(WIRE_VERSION), 'timeout', /^no answer within 5 ms$/],
  ['a frame of another version', logOf(WIRE_VERSION + 1), 'bad_version', /another version.*update/],
];
for (const [what, bytes, code, said] of SILENT) {
  test(`a board that sends only ${what} is an error ${code}`, async () => {
    const link = new LinkClient(wireThatSays(bytes), {}, { timeout_ms: 5 });
    const error = await link.request('hello', {}).catch((reason: unknown) => reason);
    assert.instance(error, LinkError);
    assert.is(error instanceof LinkError && error.code, code);
    assert.match(String(error instanceof Error && error.message), said);
  });
}

test.run();
