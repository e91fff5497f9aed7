/** What a node does beside its writing: it keeps its lease, hears of the others and follows what they store. */
import type { Client } from 'pg';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { joinDatabase } from '../../src/sites/open-postgres-sites.ts';
import { commitBatch } from '../../src/sites/pg-batch.ts';
import { PgCluster } from '../../src/sites/pg-cluster.ts';
import { connect } from '../../src/sites/pg-connect.ts';
import { endNode, type KnownNodes } from '../../src/sites/pg-nodes.ts';
import { closing } from '../support/closing.ts';
import { startPostgres } from '../support/postgres.ts';
import { claimOne, edit, withTwoNodes } from '../support/two-nodes.ts';
import { until } from '../support/until.ts';

const postgres = await startPostgres();

/** Runs `body` with a third node that keeps its lease and follows, and with what it took over and heard of the others. */
async function withCluster(
  url: string,
  body: (cluster: PgCluster, taken: unknown[][], heard: readonly KnownNodes[]) => Promise<void>,
  connects: () => Promise<Client> = () => connect(url),
): Promise<void> {
  const { client, ...joined } = await joinDatabase(url, { address: 'c:1', leaseMs: 3_600_000 });
  const taken: unknown[][] = [];
  const heard: KnownNodes[] = [];
  const cluster = new PgCluster({
    ...joined,
    leaseMs: 3_600_000,
    connect: connects,
    follow: async (writes) => {
      taken.push(writes.filter(([table]) => table !== 'meta').map(([, key]) => key));
    },
    copied: () => 0,
    log: { error: (_facts, message) => assert.unreachable(message) },
    replaced: () => assert.unreachable(),
    known: (nodes) => void heard.push(nodes),
  });
  try {
    await body(cluster, taken, heard);
  } finally {
    await cluster.close();
    await client.end();
  }
}

test('a node learns that the lease of another one is over when it is, not when it renews its own', async () => {
  await withTwoNodes(postgres, async (_first, second, url) => {
    await postgres.query(
      new URL(url).pathname.slice(1),
      `UPDATE ensemble.nodes SET expires = now() + interval '5 s' WHERE number = ${second.node.number}`,
    );
    await withCluster(url, async (_cluster, _taken, heard) => {
      await until(() => heard.at(-1)?.over.length === 2);
      assert.ok(heard[0]?.living.has(second.node.number));
      const overMs = heard[0]?.nextOverMs ?? 0;
      assert.ok(overMs > 0 && overMs <= 5_000, `${overMs}`);
      assert.ok(heard.length <= 3, `asked ${heard.length} times`);
    });
  });
});

test('a node takes over once what was stored while an earlier batch was not, and then that one', async () => {
  await withTwoNodes(postgres, async (first, second, url) => {
    await claimOne(first, 'ada');
    await claimOne(second, 'bob');
    await withCluster(url, async (cluster, taken) => {
      await first.client.query('BEGIN');
      await commitBatch(first.client, first.node, 1, edit('ada'));
      await commitBatch(second.client, second.node, 1, edit('bob'));
      for (let times = 0; times < 3; times += 1) await cluster.follow();
      await first.client.query('COMMIT');
      await cluster.follow();
      assert.equal(taken.flat(), ['bob', 'ada']);
    });
  });
});

test('whoever wants what others stored shares the next look at the database, and none after one that failed', async () => {
  await withTwoNodes(postgres, async (_first, _second, url) => {
    let isAway = true;
    const connects = async () => {
      if (isAway) throw new Error('away');
      return connect(url);
    };
    await withCluster(
      url,
      async (cluster) => {
        const [one, other] = [cluster.follow(), cluster.follow()];
        assert.is(one, other);
        const failed = await one.then(
          () => false,
          () => true,
        );
        assert.ok(failed);
        isAway = false;
        await cluster.follow();
      },
      connects,
    );
  });
});

test('sites that are opened at once are claimed with one statement, and what has an owner is only read', async () => {
  await withTwoNodes(postgres, async (first, second, url) => {
    await claimOne(first, 'ada');
    await claimOne(second, 'bob');
    const asked: string[] = [];
    const timesAsked = (words: string) => asked.filter((text) => text.includes(words)).length;
    const connects = async () => {
      const client = await connect(url);
      const query = client.query.bind(client);
      const note = (text: string, values: unknown[]) => {
        asked.push(text);
        return query(text, values);
      };
      return Object.assign(client, { query: note });
    };
    await withCluster(
      url,
      async (cluster) => {
        const claim = (names: readonly string[]) =>
          Promise.all(names.map(async (name) => (await cluster.claim(name))?.number));
        asked.length = 0;
        const mine = cluster.node.number;
        const [one, two] = [first.node.number, second.node.number];
        assert.equal(await claim(['cyd', 'ada', 'dan', 'bob', 'eve']), [
          mine,
          one,
          mine,
          two,
          mine,
        ]);
        assert.is(timesAsked('INSERT'), 1);
        asked.length = 0;
        assert.equal(await claim(['ada', 'cyd']), [one, mine]);
        assert.is(timesAsked('INSERT'), 0);
        asked.length = 0;
        await until(() => endNode(first.client, two));
        assert.equal(await Promise.all([two, mine, two].map((number) => cluster.end(number))), [
          true,
          false,
          true,
        ]);
        assert.is(timesAsked('SET ended'), 2);
      },
      connects,
    );
  });
});

closing(() => postgres.kill());

test.run();
