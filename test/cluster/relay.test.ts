/** The connections between nodes: only who knows the secret is let in, and only an owner is believed. */

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { passOn, RelayListener, splice, type Visitor } from '../../src/sites/relay.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';

const SECRET = 'a secret of at least thirty-two characters';
const VISITOR: Visitor = {
  to: '7',
  site: 'ada',
  address: '192.0.2.1',
  host: 'example.org',
  origin: 'https://example.org',
  key: 'x',
};

interface Running {
  readonly port: number;
  readonly taken: readonly Visitor[];
  readonly warned: readonly { readonly facts: object; readonly message: string }[];
}

async function withListener(
  body: (running: Running) => Promise<void>,
  takes = true,
): Promise<void> {
  const port = await freePort();
  const taken: Visitor[] = [];
  const warned: { facts: object; message: string }[] = [];
  const listener = new RelayListener({
    host: '127.0.0.1',
    port,
    secret: SECRET,
    self: '7',
    connections: 200,
    log: { warn: (facts, message) => void warned.push({ facts, message }) },
    take: async (visitor) => {
      taken.push(visitor);
      return takes ? (socket) => void socket.pipe(socket) : undefined;
    },
  });
  await listener.listen();
  try {
    await body({ port, taken, warned });
  } finally {
    await listener.close();
  }
}

const to = (port: number) => ({ host: '127.0.0.1', port });

test('a visitor is passed on with their address, and bytes go both ways', async () => {
  await withListener(async ({ port, taken }) => {
    const owner = await passOn(to(port), SECRET, VISITOR);
    if (typeof owner === 'string') throw new Error(owner);
    assert.equal(taken, [VISITOR]);
    const front = createServer((socket) => splice(socket, owner, Buffer.from('first ')));
    front.listen(0, '127.0.0.1');
    await once(front, 'listening');
    const address = front.address();
    const visitor = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1');
    let heard = '';
    visitor.on('data', (bytes) => {
      heard += bytes.toString();
    });
    visitor.write('then');
    await until(() => heard === 'first then');
    // A relay that is cut ends the visitor's connection at once.
    owner.destroy();
    await once(visitor, 'close');
    front.close();
  });
});

test('a node that does not own the site says so', async () => {
  await withListener(async ({ port }) => {
    assert.is(await passOn(to(port), SECRET, VISITOR), 'moved');
  }, false);
});

test('without the secret nothing is taken, and the log says which setting differs, and where', async () => {
  await withListener(async ({ port, taken, warned }) => {
    for (let time = 0; time < 3; time++) {
      assert.is(await passOn(to(port), 'another secret of thirty-two characters', VISITOR), 'away');
    }
    assert.equal(taken, []);
    assert.is(warned.length, 1);
    assert.match(warned[0]?.message ?? '', /does not know NODE_SECRET/);
    assert.equal(warned[0]?.facts, { from: '127.0.0.1', refused: 1 });
  });
});

test('a node that gave up before it was answered is not said to lack the secret', async () => {
  await withListener(async ({ port, warned }) => {
    const gone = connect(port, '127.0.0.1');
    await once(gone, 'connect');
    gone.resetAndDestroy();
    // A server that is frozen answers nothing until it wakes up, when whoever asked has left.
    const asked = passOn(to(port), SECRET, VISITOR);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
    assert.is(await asked, 'away');
    const silent = connect(port, '127.0.0.1');
    silent.on('error', () => {});
    await once(silent, 'close');
    assert.equal(warned, []);
  });
});

test('a message for another node, one that is too long or no JSON is refused', async () => {
  await withListener(async ({ port, taken }) => {
    assert.is(await passOn(to(port), SECRET, { ...VISITOR, to: '8' }), 'away');
    assert.is(await passOn(to(port), SECRET, { ...VISITOR, host: 'x'.repeat(1_500) }), 'away');
    assert.is(await passOn(to(port), SECRET, { ...VISITOR, host: 'x'.repeat(9_000) }), 'away');
    assert.equal(taken, []);
  });
});

/** Listens between a node and the owner, and does what it likes with what they say. */
async function between(port: number, work: (near: Socket, far: Socket) => void): Promise<number> {
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    near.on('error', () => {});
    far.on('error', () => {});
    work(near, far);
  });
  server.listen(0, '127.0.0.1');
  server.unref();
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

test('what was overheard cannot be sent again, or changed', async () => {
  await withListener(async ({ port, taken }) => {
    let said = Buffer.alloc(0);
    const listening = await between(port, (near, far) => {
      near.on('data', (bytes) => {
        said = Buffer.concat([said, bytes]);
      });
      near.pipe(far).pipe(near);
    });
    const owner = await passOn(to(listening), SECRET, VISITOR);
    assert.is.not(typeof owner, 'string');
    assert.is(taken.length, 1);
    assert.not(said.includes('192.0.2.1'), 'it cannot be read');
    const again = connect(port, '127.0.0.1');
    again.on('error', () => {});
    again.write(said);
    await once(again.resume(), 'close');
    const changing = await between(port, (near, far) => {
      // The last byte of each piece, once hands are shaken.
      let pieces = 0;
      near.on('data', (bytes) => {
        const last = bytes.at(-1) ?? 0;
        if (++pieces > 2) bytes[bytes.length - 1] = last ^ 1;
        far.write(bytes);
      });
      far.pipe(near);
    });
    assert.is(await passOn(to(changing), SECRET, VISITOR), 'away');
    assert.is(taken.length, 1);
    if (typeof owner !== 'string') owner.destroy();
  });
});

test('somebody else at the address of a node is not believed, and gets nothing of the visitor', async () => {
  let got = Buffer.alloc(0);
  const impostor = createSecureServer({
    ciphers: 'ECDHE-PSK-CHACHA20-POLY1305',
    maxVersion: 'TLSv1.2',
    pskCallback: () => Buffer.alloc(32),
  });
  impostor.on('connection', (socket: Socket) => {
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      got = Buffer.concat([got, bytes]);
    });
  });
  impostor.on('secureConnection', (socket) => socket.write(Buffer.of(1)));
  impostor.listen(0, '127.0.0.1');
  await once(impostor, 'listening');
  const address = impostor.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  assert.is(await passOn(to(port), SECRET, VISITOR), 'away');
  assert.not(got.includes('192.0.2.1'));
  impostor.close();
});

test('silent connections are cut off, and do not keep nodes from being heard', async () => {
  await withListener(async ({ port, taken }) => {
    const silent = Array.from({ length: 100 }, () => {
      const socket = connect(port, '127.0.0.1').resume();
      return socket.on('error', () => {});
    });
    await Promise.all(silent.map((socket) => once(socket, 'close')));
    const owner = await passOn(to(port), SECRET, VISITOR);
    assert.is(taken.length, 1);
    if (typeof owner !== 'string') owner.destroy();
  });
});

test('a node that says nothing is away, and so is one that is not there', async () => {
  const mute = createServer(() => {});
  mute.listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const address = mute.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  assert.is(await passOn(to(port), SECRET, VISITOR), 'away');
  mute.close();
  assert.is(await passOn(to(await freePort()), SECRET, VISITOR), 'away');
});

test.run();
