/** Whatever comes over a socket, ws reports the same with the assembler before it as without. */
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { WebSocketServer } from 'ws';
import { assembleMessages, MessageAssembler } from '../../src/sites/message-assembler.ts';
import { randomOf } from '../support/made-update.ts';

const MAX_BYTES = 200_000;
const KEEPS_ALL = { retain: () => true, release: () => {} };

interface FrameOptions {
  readonly opcode: number;
  readonly bytes: number;
  readonly isFinal?: boolean;
  readonly reserved?: number;
  readonly isMasked?: boolean;
  /** Of the length that is told, if not the shortest. */
  readonly lengthBytes?: 0 | 2 | 8;
  /** The length that is told, if not that of the payload. */
  readonly told?: bigint;
}

const TEXT = 1;
const BINARY = 2;
const CLOSE = 8;
const PING = 9;

function frame({ opcode, bytes, isFinal = true, reserved = 0, ...options }: FrameOptions): Buffer {
  const { isMasked = true, lengthBytes = bytes < 126 ? 0 : bytes < 65_536 ? 2 : 8 } = options;
  const head = Buffer.alloc(2 + lengthBytes);
  head[0] = (isFinal ? 0x80 : 0) | reserved | opcode;
  head[1] = (isMasked ? 0x80 : 0) | (lengthBytes === 0 ? bytes : lengthBytes === 2 ? 126 : 127);
  if (lengthBytes === 2) head.writeUInt16BE(bytes, 2);
  if (lengthBytes === 8) head.writeBigUInt64BE(options.told ?? BigInt(bytes), 2);
  const mask = Buffer.from(isMasked ? [17, 4, 99, 250] : []);
  const payload = Buffer.alloc(bytes);
  for (let at = 0; at < bytes; at++) payload[at] = (0x61 + (at % 26)) ^ (mask[at % 4] ?? 0);
  return Buffer.concat([head, mask, payload]);
}

const SERVERS = [false, true] as const;

/** Everything that ws reports for these bytes, which arrive in these chunks. */
async function toldBy(chunks: readonly Buffer[], isAssembled: boolean): Promise<string[]> {
  const told: string[] = [];
  const server = new WebSocketServer({ port: 0, maxPayload: MAX_BYTES, perMessageDeflate: false });
  await once(server, 'listening');
  const closed = new Promise<void>((resolve) => {
    server.on('connection', (ws, { socket }) => {
      if (isAssembled) assembleMessages(ws, socket, MAX_BYTES, KEEPS_ALL);
      ws.on('message', (data: Buffer, isBinary) =>
        told.push(`message ${isBinary} ${data.length} ${data.toString('latin1')}`),
      );
      ws.on('ping', (data) => told.push(`ping ${data.length}`));
      ws.on('error', (error) => told.push(`error ${error.message}`));
      ws.on('close', (code) => {
        told.push(`close ${code}`);
        resolve();
      });
    });
  });
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').setNoDelay();
  socket.on('error', () => {}).resume();
  socket.write(
    'GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );
  await once(socket, 'data');
  for (const chunk of chunks) {
    if (socket.destroyed) break;
    socket.write(chunk);
    await new Promise(setImmediate);
  }
  socket.end();
  await closed;
  socket.destroy();
  server.close();
  return told;
}

async function assertSame(bytes: Buffer, cuts: readonly number[], what: string): Promise<void> {
  const chunks = [0, ...cuts].map((from, index) => bytes.subarray(from, cuts[index]));
  const [expected, given] = await Promise.all(SERVERS.map((is) => toldBy(chunks, is)));
  assert.equal(given, expected, what);
}

const part = (bytes: number, isFinal = false): Buffer => frame({ opcode: 0, bytes, isFinal });
const begun = (bytes: number, opcode = BINARY): Buffer => frame({ opcode, bytes, isFinal: false });
const ping = frame({ opcode: PING, bytes: 5 });
const after = frame({ opcode: BINARY, bytes: 3 });

const sequences: Readonly<Record<string, readonly Buffer[]>> = {
  'short messages': [
    after,
    frame({ opcode: BINARY, bytes: 300 }),
    frame({ opcode: TEXT, bytes: 9 }),
  ],
  'a long message between short ones': [after, frame({ opcode: BINARY, bytes: 150_000 }), after],
  'a message of as many bytes as there may be': [
    frame({ opcode: BINARY, bytes: MAX_BYTES }),
    after,
  ],
  'a long text': [frame({ opcode: TEXT, bytes: 70_000 })],
  'a short message with a long length': [
    frame({ opcode: BINARY, bytes: 5, lengthBytes: 8 }),
    after,
  ],
  'empty messages': [frame({ opcode: BINARY, bytes: 0 }), frame({ opcode: TEXT, bytes: 0 }), after],
  'an empty message with a long length': [
    frame({ opcode: BINARY, bytes: 0, lengthBytes: 8 }),
    after,
  ],
  'an empty message in parts': [begun(0), part(0), part(0, true), after],
  'a message in parts, with pings between': [
    begun(9),
    ping,
    part(70_000),
    ping,
    part(300, true),
    after,
  ],
  'a text in parts': [begun(4, TEXT), part(100), part(2, true), after],
  'a message over the limit': [frame({ opcode: BINARY, bytes: MAX_BYTES + 1 }), after],
  'parts that are over the limit together': [
    begun(150_000),
    part(MAX_BYTES - 149_999, true),
    after,
  ],
  'parts up to the limit': [begun(150_000), part(MAX_BYTES - 150_000, true), after],
  'more bytes than there are numbers': [
    frame({ opcode: BINARY, bytes: 9, lengthBytes: 8, told: 2n ** 64n - 1n }),
  ],
  'a part of nothing': [after, part(9, true), after],
  'a message within another': [begun(9), frame({ opcode: BINARY, bytes: 9 }), part(9, true)],
  'reserved bits': [frame({ opcode: BINARY, bytes: 9, reserved: 0x20 }), after],
  'compressed, which was not agreed': [frame({ opcode: BINARY, bytes: 9, reserved: 0x40 }), after],
  'reserved bits in a part': [begun(9), frame({ opcode: 0, bytes: 70_000, reserved: 0x10 })],
  'an opcode that nobody knows': [frame({ opcode: 3, bytes: 9 }), after],
  'a message without a mask': [after, frame({ opcode: BINARY, bytes: 70_000, isMasked: false })],
  'a ping that is too long': [frame({ opcode: PING, bytes: 126 }), after],
  'a ping in parts': [frame({ opcode: PING, bytes: 5, isFinal: false }), after],
  'a message behind the end': [after, frame({ opcode: CLOSE, bytes: 0 }), after],
  'an end within a message': [begun(70_000), frame({ opcode: CLOSE, bytes: 0 }), part(9, true)],
  'a message that breaks off': [frame({ opcode: BINARY, bytes: 150_000 }).subarray(0, 100_000)],
  'a head that breaks off': [after, frame({ opcode: BINARY, bytes: 150_000 }).subarray(0, 9)],
};

for (const [what, frames] of Object.entries(sequences)) {
  test(`${what}: ws reports the same`, async () => {
    const bytes = Buffer.concat(frames);
    await assertSame(bytes, [], 'at once');
    const cuts: number[] = [];
    for (const { length } of frames) cuts.push((cuts.at(-1) ?? 0) + length);
    await assertSame(bytes, cuts, 'each frame by itself');
    await assertSame(bytes, [1, 3, 7, 12, 13, 14, 15], 'a few bytes of the first frame, then all');
    await assertSame(bytes, [bytes.length - 1], 'the last byte by itself');
  });
}

test('frames of any kind, in chunks of any size: ws reports the same', async () => {
  const any = randomOf(22);
  for (let round = 0; round < 60; round++) {
    const frames = Array.from({ length: 1 + any(12) }, () =>
      frame({
        opcode: [0, BINARY, BINARY, TEXT, PING, any(16)][any(6)] ?? 0,
        bytes: [0, any(126), any(70_000), any(4)][any(4)] ?? 0,
        isFinal: any(2) === 0,
        reserved: any(50) === 0 ? 0x10 : 0,
        ...(any(10) === 0 && { lengthBytes: 8 as const }),
      }),
    );
    const bytes = Buffer.concat(frames);
    const cuts = Array.from({ length: any(9) }, () => any(bytes.length)).sort((a, b) => a - b);
    await assertSame(bytes, cuts, `round ${round}`);
  }
});

test('what comes of a message is unmasked at once, and given as one piece at the end', () => {
  const bytes = 7_000_000;
  for (const frames of [
    [frame({ opcode: BINARY, bytes })],
    [begun(bytes - 2_000_000), part(1_000_000), part(1_000_000, true)],
  ]) {
    const passed: Buffer[] = [];
    const assembler = new MessageAssembler(2 * bytes, (piece) => passed.push(piece), KEEPS_ALL);
    const all = Buffer.concat(frames);
    for (let at = 0; at < all.length; at += 65_536) {
      assert.equal(passed, []);
      const chunk = Buffer.from(all.subarray(at, at + 65_536));
      assert.is(assembler.write(chunk), at + 65_536 < all.length);
      chunk.fill(0);
    }
    const [head, payload] = passed;
    assert.is(passed.length, 2);
    assert.equal(head?.subarray(10), Buffer.alloc(4), 'ws has nothing to unmask');
    assert.is(payload?.length, bytes);
    assert.is(payload?.toString('latin1', 26, 52), 'abcdefghijklmnopqrstuvwxyz');
  }
});

/** An assembler that may keep so many bytes, how many it keeps, and what it passes on. */
function counted(most = Number.POSITIVE_INFINITY) {
  const passed: Buffer[] = [];
  const kept = { bytes: 0 };
  const assembler = new MessageAssembler(MAX_BYTES, (piece) => passed.push(Buffer.from(piece)), {
    retain: (bytes) => {
      kept.bytes += bytes;
      return kept.bytes <= most;
    },
    release: (bytes) => {
      kept.bytes -= bytes;
    },
  });
  return { assembler, kept, passed: () => Buffer.concat(passed) };
}

test('bytes of a message are counted until it is complete, breaks a rule, or its socket closes', () => {
  const ends: readonly ((assembler: MessageAssembler) => void)[] = [
    (assembler) => assembler.write(part(10, true)),
    (assembler) => assembler.write(begun(10)),
    (assembler) => assembler.write(part(MAX_BYTES)),
    (assembler) => assembler.end(),
  ];
  for (const end of ends) {
    const { assembler, kept } = counted();
    assembler.write(Buffer.concat([ping, begun(9), part(70_000)]));
    assert.is(kept.bytes, 70_009);
    end(assembler);
    assert.is(kept.bytes, 0);
    assembler.end();
    assert.is(kept.bytes, 0);
  }
});

test('once the socket is closing, long messages are discarded, and its close frame still arrives', () => {
  const { assembler, kept, passed } = counted(70_000);
  const close = frame({ opcode: CLOSE, bytes: 0 });
  const long = frame({ opcode: BINARY, bytes: 150_000 });
  const rest = Buffer.concat([part(70_000), ping, part(9, true), long, close]);
  for (let at = 0; at < 3; at++) assembler.write(begun(0).subarray(at * 2, at * 2 + 2));
  for (let at = 0; at < rest.length; at += 1_000) assembler.write(rest.subarray(at, at + 1_000));
  assert.is(kept.bytes, 0);
  assert.equal(passed(), Buffer.concat([ping, close]));
});

test.run();
