/** Whom the database is asked about when visitors come to a site that another node owns, or owned. */
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ClusterOwnership } from '../../src/sites/cluster-ownership.ts';
import { until } from '../support/until.ts';

const SECRET = 'a secret of at least thirty-two characters';

/** A node whose database says that another one, which is away, owns a site until it is found to have ended. */
class SecondNode {
  /** What the database was asked, and when a moment had passed after it said that the other node has ended. */
  readonly steps: string[] = [];
  /** How often the other node was asked to take a visitor. */
  asked = 0;
  #ended = false;
  readonly ownership: ClusterOwnership;

  constructor() {
    const count = (): void => {
      this.asked += 1;
    };
    const other = {
      number: 2,
      get address(): string {
        count();
        return '127.0.0.1:1';
      },
    };
    this.ownership = new ClusterOwnership({
      claims: {
        node: { number: 1 },
        isCertain: true,
        claim: async () => {
          this.steps.push('claim');
          return this.#ended ? { number: 1, address: '' } : other;
        },
        end: async () => {
          this.steps.push('end');
          this.#ended = true;
          setTimeout(() => this.steps.push('timer'), 0);
          return true;
        },
        release: async () => {},
        follow: async () => {},
      },
      database: 'd',
      secret: SECRET,
      isOpen: () => false,
      log: { info: () => {} },
    });
  }

  /** The other node owns the site again. */
  restore(): void {
    this.#ended = false;
  }

  /** Resolves when a visitor was let in here. */
  async visit(): Promise<void> {
    let admitted = false;
    const socket = new Socket();
    const handshake = {
      request: new IncomingMessage(socket),
      take: () => socket,
      head: Buffer.alloc(0),
      parameter: 'ada',
      query: '',
      address: '',
      refuse: () => assert.unreachable(),
    };
    this.ownership.connect(handshake, (_handshake, left) => {
      admitted = true;
      left();
    });
    await until(() => admitted);
  }
}

test('a node whose lease is over is not asked to take a visitor', async () => {
  const node = new SecondNode();
  await node.visit();
  assert.is(node.asked, 1);
  const over = [{ number: 2, address: '127.0.0.1:1' }];
  node.ownership.known({ living: new Set([1]), over, nextOverMs: 1_000 });
  node.restore();
  await node.visit();
  assert.is(node.asked, 1);
});

test('whoever finds that the owner has ended asks again before anything else happens', async () => {
  const node = new SecondNode();
  await node.visit();
  await until(() => node.steps.includes('timer'));
  assert.equal(node.steps, ['claim', 'end', 'claim', 'claim', 'timer']);
});

test.run();
