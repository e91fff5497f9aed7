/** The connections between nodes: only who knows the secret is let in, and only an owner is believed. */

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RelayConnector, RelayListener, splice, type Visitor } from '../../src/sites/relay.ts';
import type { RelayStream } from '../../src/sites/relay-session.ts';
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

/** A site of which the node cannot know who owns it. */
const UNKNOWN = 'unknown';

interface Running {
  readonly port: number;
  readonly taken: readonly Visitor[];
  /** How often the node was told that its lease is over. */
  readonly told: () => number;
  readonly warned: readonly { readonly facts: object; readonly message: string }[];
}

async function withListener(
  body: (running: Running) => Promise<void>,
  takes = true,
): Promise<void> {
  const port = await freePort();
  const taken: Visitor[] = [];
  let told = 0;
  const warned: { facts: object; message: string }[] = [];
  const listener = new RelayListener({
    host: '127.0.0.1',
    port,
    secret: SECRET,
    self: '7',
    connections: 200,
    log: { warn: (facts, message) => void warned.push({ facts, message }) },
    take: async (visitor) => {
      if (visitor.site === UNKNOWN) throw new Error('the database is away');
      taken.push(visitor);
      return takes ? (socket) => void socket.pipe(socket) : undefined;
    },
    leaseIsOver: () => {
      told += 1;
    },
  });
  await listener.listen();
  try {
    await body({ port, taken, warned, told: () => told });
  } finally {
    await listener.close();
  }
}

/** Asks the node at a port of this computer to take a visitor. */
const pass = (
  port: number,
  visitor = VISITOR,
  connector = new RelayConnector(SECRET),
): ReturnType<RelayConnector['passOn']> => connector.passOn({ host: '127.0.0.1', port }, visitor);

function streamOf(answer: Awaited<ReturnType<typeof pass>>): RelayStream {
  if (typeof answer === 'string') throw new Error(answer);
  return answer;
}

test('a visitor is passed on with their address, and bytes go both ways', async () => {
  await withListener(async ({ port, taken }) => {
    const owner = streamOf(await pass(port));
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

test('all visitors to a node share a connection, which ends with the last of them', async () => {
  await withListener(async ({ port }) => {
    let connections = 0;
    const counting = await between(port, (near, far) => {
      connections += 1;
      near.once('close', () => {
        connections -= 1;
      });
      near.pipe(far).pipe(near);
    });
    const connector = new RelayConnector(SECRET);
    const visitors = await Promise.all(
      Array.from({ length: 20 }, () => pass(counting, VISITOR, connector)),
    );
    assert.is(connections, 1);
    for (const visitor of visitors) streamOf(visitor).destroy();
    await until(() => connections === 0);
    streamOf(await pass(counting, VISITOR, connector)).destroy();
  });
});

test('after a visitor was not answered the next one has a new connection, and others keep theirs', async () => {
  await withListener(async ({ port }) => {
    let isLost = false;
    const failing = await between(port, (near, far) => {
      far.pipe(near);
      const isFirst = !isLost;
      near.on('data', (bytes: Buffer) => {
        if (!isFirst || !isLost) far.write(bytes);
      });
    });
    const connector = new RelayConnector(SECRET);
    const first = streamOf(await pass(failing, VISITOR, connector));
    isLost = true;
    assert.is(await pass(failing, VISITOR, connector), 'away');
    streamOf(await pass(failing, VISITOR, connector)).destroy();
    assert.not(first.destroyed);
    first.destroy();
  });
});

test('where it cannot be known who owns a site, visitors of other sites notice nothing', async () => {
  await withListener(async ({ port }) => {
    const connector = new RelayConnector(SECRET);
    const other = streamOf(await pass(port, VISITOR, connector));
    assert.is(await pass(port, { ...VISITOR, site: UNKNOWN }, connector), 'away');
    assert.is(other.destroyed, false);
    const heard = once(other, 'data');
    other.write('still here');
    assert.equal(await heard, [Buffer.from('still here')]);
    other.destroy();
  });
});

test('a node is told that its lease is over, beside its visitors, if it is the one that is meant', async () => {
  await withListener(async ({ port, taken, told }) => {
    const connector = new RelayConnector(SECRET);
    const other = streamOf(await pass(port, VISITOR, connector));
    await connector.tellOver({ host: '127.0.0.1', port }, VISITOR.to);
    assert.is(told(), 1);
    assert.is(other.destroyed, false);
    assert.is(taken.length, 1);
    other.destroy();
    await connector.tellOver({ host: '127.0.0.1', port }, 'another');
    await connector.tellOver({ host: '127.0.0.1', port: await freePort() }, VISITOR.to);
    assert.is(told(), 1);
  });
});

test('a node takes only so many visitors', async () => {
  await withListener(async ({ port }) => {
    const connector = new RelayConnector(SECRET);
    const all = await Promise.all(
      Array.from({ length: 201 }, () => pass(port, VISITOR, connector)),
    );
    assert.is(all.filter((one) => one === 'moved').length, 1);
    for (const one of all) if (typeof one !== 'string') one.destroy();
  });
});

test('a node that does not own the site says so', async () => {
  await withListener(async ({ port }) => {
    assert.is(await pass(port), 'moved');
  }, false);
});

test('without the secret nothing is taken, and the log says which setting differs, and where', async () => {
  await withListener(async ({ port, taken, warned }) => {
    const stranger = new RelayConnector('another secret of thirty-two characters');
    for (let time = 0; time < 3; time++) {
      assert.is(await pass(port, VISITOR, stranger), 'away');
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
    const asked = pass(port);
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
    assert.is(await pass(port, { ...VISITOR, to: '8' }), 'away');
    assert.is(await pass(port, { ...VISITOR, host: 'x'.repeat(1_500) }), 'away');
    assert.is(await pass(port, { ...VISITOR, host: 'x'.repeat(9_000) }), 'away');
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
    const owner = await pass(listening);
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
    assert.is(await pass(changing), 'away');
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
  assert.is(await pass(port), 'away');
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
    const owner = await pass(port);
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
  assert.is(await pass(port), 'away');
  mute.close();
  assert.is(await pass(await freePort()), 'away');
});

test.run();
