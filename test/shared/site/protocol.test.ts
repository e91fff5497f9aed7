/** The socket's codec: every message survives its bytes, and nothing outside the grammar gets through. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as p from '../../../src/shared/site/protocol.ts';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

test('every client message is read back as it was written', () => {
  const update = bytes(1, 2, 3);
  assert.equal(p.decodeClientMessage(p.encodeHello('schlüssel', 'Ada 🎹')), {
    kind: 'hello',
    version: 1,
    key: 'schlüssel',
    name: 'Ada 🎹',
  });
  assert.equal(p.decodeClientMessage(p.encodeStep1(update)), {
    kind: 'step1',
    stateVector: update,
  });
  assert.equal(p.decodeClientMessage(p.encodeStep2(update)), { kind: 'step2', update });
  assert.equal(p.decodeClientMessage(p.encodeUpdate(update)), { kind: 'update', update });
  assert.equal(p.decodeClientMessage(p.encodeAwareness(update)), { kind: 'awareness', update });
  assert.equal(p.decodeClientMessage(bytes(3)), { kind: 'query-awareness' });
  assert.equal(p.decodeClientMessage(p.encodeRequest(7, { op: 'version', at: 3 })), {
    kind: 'request',
    id: 7,
    json: '{"op":"version","at":3}',
  });
});

test('every server message is read back as it was written', () => {
  const permission = { access: 'read', reason: 'storage' } as const;
  assert.equal(p.decodeServerMessage(p.encodeWelcome(true, permission, 'life')), {
    kind: 'welcome',
    version: 1,
    exists: true,
    ...permission,
    incarnation: 'life',
  });
  assert.equal(p.decodeServerMessage(p.encodeSaved(300)), { kind: 'saved', count: 300 });
  assert.equal(p.decodeServerMessage(p.encodeAccess(permission)), {
    kind: 'access',
    ...permission,
  });
  assert.equal(p.decodeServerMessage(p.encodeDenied('no')), { kind: 'denied', reason: 'no' });
  assert.equal(p.decodeServerMessage(p.encodeReply(9, false, { code: 'x' }, bytes(5))), {
    kind: 'reply',
    id: 9,
    ok: false,
    json: '{"code":"x"}',
    bytes: bytes(5),
  });
  assert.equal(p.decodeServerMessage(p.encodeStep2(bytes(0, 0))).kind, 'step2');
  assert.equal(p.decodeServerMessage(p.encodeAwareness(bytes(0))).kind, 'awareness');
});

/** What is wrong, a frame, and what is said. */
const refused: readonly (readonly [string, Uint8Array, RegExp])[] = [
  ['nothing', bytes(), /^the message is empty$/],
  ['a type of the server', p.encodeSaved(1), /no message of type 66/],
  ['an unknown type', bytes(63), /no message of type 63/],
  ['a sync step that is none', bytes(0, 3, 0), /sync step 3/],
  ['a length beyond the frame', bytes(0, 2, 200, 1), /^the message ends too early$/],
  ['no end of its first number', bytes(200), /^the message ends too early$/],
  ['a text that is not UTF-8', bytes(64, 1, 1, 255, 0), /^a text is not UTF-8$/],
  ['a number that never ends', bytes(...Array.from({ length: 20 }, () => 255)), /over 2\^53 - 1$/],
  ['bytes after the message', bytes(3, 0), /bytes are left/],
  ['a key that is too long', p.encodeHello('k'.repeat(257), ''), /the key is longer than 256/],
  ['a name that is too long', p.encodeHello('', 'n'.repeat(65)), /the name is longer than 64/],
];
for (const [what, frame, said] of refused) {
  test(`a client frame with ${what} is a ProtocolError that says so`, () => {
    assert.throws(
      () => p.decodeClientMessage(frame),
      (error: unknown) => error instanceof p.ProtocolError && said.test(error.message),
    );
  });
}

test('a server frame that is none is a ProtocolError', () => {
  for (const frame of [bytes(2, 1), bytes(67, 9, 0), bytes(64, 1, 0, 0), bytes(66)]) {
    assert.throws(
      () => p.decodeServerMessage(frame),
      (error: unknown) => error instanceof p.ProtocolError,
    );
  }
});

test('any bytes are a message or a ProtocolError, in both directions', () => {
  for (const decode of [p.decodeClientMessage, p.decodeServerMessage]) {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (frame) => {
        try {
          decode(frame);
        } catch (error) {
          return error instanceof p.ProtocolError;
        }
        return true;
      }),
      { numRuns: 2000 },
    );
  }
});

test('a part of a message does not keep the frame it came in', () => {
  const frame = p.encodeUpdate(bytes(1, 2, 3));
  const message = p.decodeClientMessage(frame);
  frame.fill(9);
  assert.equal(message, { kind: 'update', update: bytes(1, 2, 3) });
});

test('codes 1009 and 4400 to 4499 are permanent, the others are not', () => {
  for (const code of [1009, 4400, 4401, 4403, 4410, 4413, 4426, 4499]) {
    assert.ok(p.isPermanentClose(code), String(code));
  }
  for (const code of [1000, 1001, 1006, 1011, 4503, 4508, 4529]) {
    assert.not(p.isPermanentClose(code), String(code));
  }
});

test.run();
