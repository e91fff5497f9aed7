/** Who may write what: a node that was ended stores nothing more, and no node stores what another one owns. */
import type { ClientBase } from 'pg';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as v from 'valibot';
import type { Key, Write } from '../../src/sites/lmdb-tables.ts';
import { joinDatabase } from '../../src/sites/open-postgres-sites.ts';
import { commitBatch } from '../../src/sites/pg-batch.ts';
import {
  BATCHES,
  batchesAfter,
  changesOf,
  hasBatch,
  PAGE,
  type SeenBatches,
  seenAfter,
} from '../../src/sites/pg-changes.ts';
import { DatabaseError } from '../../src/sites/pg-connect.ts';
import { beat, claim, endNode, lockNode, release } from '../../src/sites/pg-nodes.ts';
import { type Batch, headOf } from '../../src/sites/pg-schema.ts';
import { closing } from '../support/closing.ts';
import { startPostgres, withClient } from '../support/postgres.ts';
import { claimOne, edit, LEASE_MS, withTwoNodes } from '../support/two-nodes.ts';
import { until } from '../support/until.ts';

const X = Buffer.from('x');

const postgres = await startPostgres();
const withTwo = (body: Parameters<typeof withTwoNodes>[1]): Promise<void> =>
  withTwoNodes(postgres, body);

const stored = (url: string): Promise<unknown[]> =>
  postgres.query(
    new URL(url).pathname.slice(1),
    `SELECT name, convert_from(value, 'UTF8') AS value FROM ensemble.items ORDER BY name`,
  );

/** Keys and values that were changed after a batch. */
async function changed(client: ClientBase, { batch }: Batch, seen: SeenBatches = new Map()) {
  const all: (readonly [key: Key, value: string | undefined])[] = [];
  const batches = await batchesAfter(client, batch, seen);
  for await (const writes of changesOf(client, batches)) {
    for (const [, key, value] of writes) all.push([key, value?.toString()]);
  }
  return all;
}

test('a node writes only what it owns, and owns what it claimed until it gives it up', async () => {
  await withTwo(async (first, second, url) => {
    assert.is(await commitBatch(first.client, first.node, 1, edit('ada')), undefined, 'unclaimed');
    assert.is((await claimOne(first, 'ada'))?.number, first.node.number);
    assert.is((await claimOne(second, 'ada'))?.number, first.node.number);
    assert.is(await commitBatch(second.client, second.node, 1, edit('ada')), undefined);
    assert.ok(await commitBatch(first.client, first.node, 1, edit('ada', 'mine')));
    const mixed = [...edit('ada'), ...edit('bob')];
    assert.is(await commitBatch(first.client, first.node, 2, mixed), undefined, 'half of it');
    assert.equal(await stored(url), [{ name: 'ada', value: 'mine' }]);
    await release(first.client, first.node, 'ada');
    assert.is((await claimOne(second, 'ada'))?.number, second.node.number);
    assert.is(await commitBatch(first.client, first.node, 2, edit('ada')), undefined);
    assert.ok(await commitBatch(second.client, second.node, 1, edit('ada', 'yours')));
    assert.equal(await stored(url), [{ name: 'ada', value: 'yours' }]);
  });
});

test('a frozen owner that wakes up stores nothing after its successor, though nobody told it', async () => {
  await withTwo(async (first, second, url) => {
    await claimOne(second, 'ada');
    assert.ok(await commitBatch(second.client, second.node, 1, edit('ada', 'before')));
    // It is frozen: its connections and locks are as they were, and it does not renew its lease.
    await until(() => endNode(first.client, second.node.number));
    assert.is((await claimOne(first, 'ada'))?.number, first.node.number);
    assert.ok(await commitBatch(first.client, first.node, 1, edit('ada', 'after')));
    assert.is(await commitBatch(second.client, second.node, 2, edit('ada', 'late')), undefined);
    assert.is(await beat(second.client, second.node), undefined, 'it learns that it was replaced');
    assert.equal(await stored(url), [{ name: 'ada', value: 'after' }]);
    assert.is((await claimOne(second, 'new'))?.number, undefined);
  });
});

test('a node joins while another one takes over the sites of one that has ended', async () => {
  await withTwo(async (first, second, url) => {
    await claim(second.client, second.node, ['ada', 'bob']);
    await until(() => endNode(first.client, second.node.number));
    await first.client.query('BEGIN');
    await claimOne(first, 'bob');
    const joining = joinDatabase(url, { address: 'c:1', leaseMs: LEASE_MS });
    // Time to wait for the row of bob, while it has that of ada.
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.is((await claimOne(first, 'ada'))?.number, first.node.number);
    await first.client.query('COMMIT');
    const third = await joining;
    const owners = await claim(third.client, third.node, ['ada', 'bob']);
    assert.equal(
      [...owners.values()].map(({ number }) => number),
      [1, 1],
    );
    await third.client.end();
  });
});

test('a node that was ended stores nothing, even what nobody has claimed since', async () => {
  await withTwo(async (first, second) => {
    await claimOne(second, 'ada');
    await until(() => endNode(first.client, second.node.number));
    assert.is(await commitBatch(second.client, second.node, 1, edit('ada')), undefined);
  });
});

test('nobody ends a node that is alive: not while its lease lasts and its lock is held', async () => {
  await withTwo(async (first, second, url) => {
    const long = await joinDatabase(url, { address: 'c:1', leaseMs: 3_600_000 });
    await postgres.query(
      new URL(url).pathname.slice(1),
      `UPDATE ensemble.nodes SET lease = '0.01 s' WHERE number = ${long.node.number}`,
    );
    assert.not(await endNode(first.client, long.node.number), 'its lock is held');
    await long.client.end();
    await until(() => endNode(first.client, long.node.number));
    assert.ok(await beat(second.client, second.node));
  });
});

test('after the database has started, a node that came back is replaced as soon as it ends, and no other is', async () => {
  const url = postgres.url(await postgres.database());
  const join = (address: string) => joinDatabase(url, { address, leaseMs: 3_600_000 });
  const nodes = [await join('a:1'), await join('b:1')] as const;
  for (const { client } of nodes) client.on('error', () => {});
  const [back, away] = nodes;
  await postgres.kill();
  await postgres.start();
  await withClient(url, async (other) => {
    await withClient(url, async (again) => {
      assert.ok(await lockNode(again, back.node));
      assert.not(await endNode(other, back.node.number), 'it has its lock');
    });
    await until(() => endNode(other, back.node.number));
    assert.not(await endNode(other, away.node.number), 'it may be on its way');
  });
});

test('of a batch that is being stored and a takeover one comes first, never both', async () => {
  await withTwo(async (first, second, url) => {
    await claimOne(second, 'ada');
    let last = 0;
    const writing = (async () => {
      for (let batch = 1; batch < 1_000; batch++) {
        const done = await commitBatch(second.client, second.node, batch, edit('ada', `${batch}`));
        if (done === undefined) return;
        last = batch;
        await postgres.query(
          new URL(url).pathname.slice(1),
          `UPDATE ensemble.nodes SET expires = now() - interval '1 s' WHERE number = ${second.node.number}`,
        );
      }
    })();
    await until(() => endNode(first.client, second.node.number));
    const atTakeover = await stored(url);
    await writing;
    assert.equal(await stored(url), atTakeover);
    assert.equal(atTakeover, [{ name: 'ada', value: `${last}` }]);
  });
});

test('a batch is stored once, however often it is sent', async () => {
  await withTwo(async (first) => {
    await claimOne(first, 'ada');
    assert.ok(await commitBatch(first.client, first.node, 1, edit('ada', 'once')));
    assert.is(await commitBatch(first.client, first.node, 1, edit('ada', 'twice')), undefined);
  });
});

test('a copy that follows gets what others wrote and removed, and knows another past', async () => {
  await withTwo(async (first, second, url) => {
    const start = await headOf(first.client);
    await claim(second.client, second.node, ['ada', 'bob', 'cyd']);
    await claimOne(first, 'own');
    await commitBatch(second.client, second.node, 1, [...edit('ada', '1'), ...edit('bob')]);
    await commitBatch(second.client, second.node, 2, [['sites', 'bob'], ...edit('ada', '2')]);
    await commitBatch(second.client, second.node, 3, [['sites', 'cyd']]);
    await commitBatch(second.client, second.node, 4, edit('cyd', 'back'));
    await commitBatch(first.client, first.node, 1, edit('own'));
    const own = new Map([[first.node.number, Number.MAX_SAFE_INTEGER]]);
    assert.equal(await changed(first.client, start, own), [
      ['bob', undefined],
      ['ada', '2'],
      ['cyd', 'back'],
    ]);
    await withClient(url, async (reader) => {
      const head = await headOf(reader);
      assert.ok(await hasBatch(reader, start));
      assert.ok(await hasBatch(reader, head));
      assert.not(await hasBatch(reader, { ...head, token: start.token }));
      assert.not(await hasBatch(reader, { ...head, batch: head.batch + 1 }));
    });
  });
});

test('what takes several questions is there once, and whole', async () => {
  const values = 2 * PAGE + 1;
  const batches = BATCHES + 1;
  await withTwo(async (first, second) => {
    const start = await headOf(first.client);
    await claim(second.client, second.node, ['ada']);
    const many = Array.from({ length: values }, (_, seq): Write => ['log', ['ada', seq], X]);
    await commitBatch(second.client, second.node, 1, many);
    for (let written = 2; written <= batches; written++) {
      const seq = values + written;
      const writes: Write[] = [
        ['log', ['ada', seq], X],
        ['log', ['ada', written - 2]],
      ];
      await commitBatch(second.client, second.node, written, writes);
    }
    const all = await changed(first.client, start);
    const keys = all.map(([key]) => JSON.stringify(key));
    assert.is(new Set(keys).size, keys.length);
    assert.is(all.filter(([, value]) => value === undefined).length, batches - 1);
    assert.is(all.filter(([, value]) => value === 'x').length, values);
  });
});

test('a node that is storing a batch keeps no other from storing its own', async () => {
  await withTwo(async (first, second, url) => {
    await claimOne(first, 'ada');
    await claimOne(second, 'bob');
    const start = await headOf(first.client);
    await first.client.query('BEGIN');
    const slow = await commitBatch(first.client, first.node, 1, edit('ada'));
    const fast = await commitBatch(second.client, second.node, 1, edit('bob'));
    assert.ok(slow && fast && slow.batch < fast.batch, 'in the order in which they began');
    await withClient(url, async (reader) => {
      // What is stored is seen at once, and what began before it is not taken for seen.
      assert.equal(await headOf(reader), { ...start, isLast: false });
      assert.equal(await changed(reader, start), [['bob', 'x']]);
      const seen = seenAfter(start.batch, new Map(), await batchesAfter(reader, start.batch));
      assert.equal(seen, new Map([[second.node.number, fast.batch]]));
      assert.equal(await changed(reader, start, seen), []);
      await first.client.query('COMMIT');
      assert.equal(await headOf(reader), { ...start, ...fast, isLast: true });
      assert.equal(await changed(reader, start, seen), [['ada', 'x']]);
    });
  });
});

test('batches go on counting where a backup is restored into another installation', async () => {
  const database = await postgres.database();
  const url = postgres.url(database);
  const first = await joinDatabase(url);
  const stored = await commitBatch(first.client, first.node, 1, edit('ada'));
  await first.client.end();
  // Another installation has had fewer transactions than the one of the backup.
  const far = 1_000_000_000_000;
  await postgres.query(database, `UPDATE ensemble.batches SET batch = ${far} + batch`);
  const again = await joinDatabase(url);
  assert.is(again.head.batch, far + (stored?.batch ?? 0));
  assert.ok(again.head.isLast);
  const next = await commitBatch(again.client, again.node, 1, edit('bob'));
  assert.ok(next && next.batch > again.head.batch);
  assert.equal(await headOf(again.client), { ...again.head, ...next, isLast: true });
  await again.client.end();
});

test('tables in which batches took turns are brought to this version, and their servers end', async () => {
  const database = await postgres.database();
  const url = postgres.url(database);
  const old = await joinDatabase(url, { address: 'a:1', leaseMs: 3_600_000 });
  await claimOne(old, 'ada');
  await postgres.query(
    database,
    `UPDATE ensemble.store SET batch_offset = 70, format = 2;
     ALTER TABLE ensemble.store RENAME COLUMN batch_offset TO batch;
     ALTER TABLE ensemble.nodes DROP COLUMN locked;
     INSERT INTO ensemble.batches (batch, node, gone_kinds, gone_names, gone_places) VALUES (70, 1, '{}', '{}', '{}')`,
  );
  const next = await joinDatabase(url, { address: 'b:1' });
  assert.is(next.head.batch, 70);
  assert.is(await beat(old.client, old.node), undefined, 'it learns that it was replaced');
  assert.is((await claimOne(next, 'ada'))?.number, next.node.number);
  const stored = await commitBatch(next.client, next.node, 1, edit('ada'));
  assert.ok(stored && stored.batch > 70);
  await old.client.end();
  await next.client.end();
});

test('100,000 batches are kept, and those that are not settled', async () => {
  const database = await postgres.database();
  const url = postgres.url(database);
  const { client, node } = await joinDatabase(url);
  const kept = async () => {
    const counted = await postgres.query(
      database,
      'SELECT count(*)::int AS n FROM ensemble.batches',
    );
    return v.parse(v.tuple([v.object({ n: v.number() })]), counted)[0].n;
  };
  await postgres.query(
    database,
    `INSERT INTO ensemble.batches (batch, node, gone_kinds, gone_names, gone_places)
       SELECT -number, 0, '{}', '{}', '{}' FROM generate_series(1, 100100) AS number;
     UPDATE ensemble.nodes SET written = 998`,
  );
  const before = await kept();
  await commitBatch(client, node, 999, []);
  assert.is(await kept(), before + 1, 'once in a thousand');
  await commitBatch(client, node, 1_000, []);
  assert.is(await kept(), 100_000 + 1, 'and the one that forgot them');
  await client.end();
});

test('two nodes with one address are refused, unless the first one has ended', async () => {
  const url = postgres.url(await postgres.database());
  const first = await joinDatabase(url, { address: 'a:1', leaseMs: 60_000 });
  const again = () => joinDatabase(url, { address: 'a:1', leaseMs: LEASE_MS });
  await again().then(
    () => assert.unreachable(),
    (error: unknown) => {
      assert.ok(error instanceof DatabaseError && error.code === 'E_NODE_ADDRESS');
      assert.match(String(error), /NODE_ADDRESS is a:1, which .*process \d+.* uses\. Each server/);
    },
  );
  await first.client.end();
  // A node of its own lease ended with its connection; the lease of the database's start has passed for a short one.
  await postgres.query(new URL(url).pathname.slice(1), `UPDATE ensemble.nodes SET lease = '0.1 s'`);
  const next = await again();
  assert.ok(next.node.number > first.node.number);
  await next.client.end();
});

test('a server without NODE_ADDRESS shares a database with no other', async () => {
  const url = postgres.url(await postgres.database());
  const refused = (address: string, says: RegExp) =>
    joinDatabase(url, { address }).then(
      () => assert.unreachable(),
      (error: unknown) => assert.match(String(error), says),
    );
  const alone = await joinDatabase(url);
  await refused('a:1', /in use by .*It has no NODE_ADDRESS/);
  await alone.client.end();
  const shared = await joinDatabase(url, { address: 'a:1' });
  await refused('', /in use by .*give each of them a NODE_ADDRESS/);
  // The connection that wrote is gone before another one has its locks.
  await withClient(url, async (other) => {
    assert.not(await lockNode(other, shared.node));
    await shared.client.end();
    await until(() => lockNode(other, shared.node));
  });
});

closing(() => postgres.kill());

test.run();
