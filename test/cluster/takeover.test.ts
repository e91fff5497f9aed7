/** Servers that end, freeze or stop while people edit: nothing acknowledged is lost, and all have the same text. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bundle } from '../../scripts/bundle.ts';
import { closing } from '../support/closing.ts';
import { Place } from '../support/cluster-node.ts';
import { Writer } from '../support/cluster-writer.ts';
import { startPostgres } from '../support/postgres.ts';
import { Editor } from '../support/sites.ts';
import { until } from '../support/until.ts';

/** How often each is done: `ROUNDS=50 npm run test:cluster -- test/cluster/takeover.test.ts` for longer. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 1);
const SITES = ['ada', 'bob', 'cyd'];
const postgres = await startPostgres();

await bundle();

/** Runs `body` while people write by three servers, and compares what there is afterwards. */
async function whileWriting(
  body: (places: readonly Place[], database: string) => Promise<void>,
): Promise<void> {
  const database = await postgres.database();
  const url = postgres.url(database);
  const settings = {
    DATABASE_URL: url,
    LIMITS: 'sites_per_address_hour=1000,sockets_per_address=1000,messages_per_second=1000',
  };
  const places = [
    await Place.start(settings),
    await Place.start(settings),
    await Place.start(settings),
  ];
  const writers = Array.from(
    { length: 9 },
    (_, index) => new Writer(SITES[index % 3] ?? 'ada', places, Math.floor(index / 3)),
  );
  const writing = writers.map((writer) => writer.write());
  try {
    await until(() => writers.every(({ acknowledged }) => acknowledged > 5));
    for (let round = 0; round < ROUNDS; round++) await body(places, database);
    const sofar = writers.map(({ acknowledged }) => acknowledged);
    await until(() => writers.every((one, index) => one.acknowledged > (sofar[index] ?? 0)));
  } finally {
    for (const writer of writers) writer.end();
  }
  await Promise.all(writing);
  for (const writer of writers) writer.leave();
  await compare(writers, places);
  await Promise.all(places.map((one) => one.end('SIGTERM')));
  for (const one of places) one.remove();
  assert.equal(await postgres.query(database, 'SELECT * FROM ensemble.claims'), []);
}

/** Everyone gone, each site has the same text by each server, with every word that was acknowledged. */
async function compare(writers: readonly Writer[], places: readonly Place[]): Promise<void> {
  for (const site of SITES) {
    const editors = await Promise.all(
      places.map(({ port }) => new Editor(port, site, { name: 'reader' }).ready()),
    );
    const [first, ...others] = editors.map((editor) => editor.text());
    for (const other of others) assert.is(other, first);
    for (const writer of writers.filter((one) => one.site === site)) {
      assert.equal(writer.missing(first ?? ''), []);
    }
    for (const editor of editors) editor.cut();
  }
}

test('servers that are killed: others take their sites, and they come back', async () => {
  await whileWriting(async (places) => {
    for (const one of places) {
      await one.end('SIGKILL');
      await one.up();
    }
  });
});

test('servers that stop for an update, one after the other', async () => {
  await whileWriting(async (places) => {
    for (const one of places) {
      await one.end('SIGTERM');
      assert.is(one.program?.child.exitCode, 0);
      await one.up();
    }
  });
});

test('a server that freezes is replaced, and ends when it wakes up', async () => {
  await whileWriting(async (places, database) => {
    const [owner] = await postgres.query(
      database,
      'SELECT address FROM ensemble.claims JOIN ensemble.nodes ON node = number LIMIT 1',
    );
    const frozen = places.find(({ address }) => address === owner?.['address']);
    const program = frozen?.program;
    if (frozen === undefined || program === undefined) throw new Error('no server owns a site');
    program.child.kill('SIGSTOP');
    const replaced = async () => {
      const nodes = await postgres.query(
        database,
        `SELECT ended FROM ensemble.nodes WHERE address = '${frozen.address}'`,
      );
      return nodes.every(({ ended }) => ended === true);
    };
    await until(replaced);
    program.child.kill('SIGCONT');
    assert.is(await program.ended, 1);
    assert.match(program.output(), /another server has taken over; stopping/);
    await frozen.up();
  });
});

test('who was passed on to a server that freezes is cut off once its lease is over, though nobody asks', async () => {
  const DATABASE_URL = postgres.url(await postgres.database());
  const [frozen, near] = [await Place.start({ DATABASE_URL }), await Place.start({ DATABASE_URL })];
  try {
    const owner = await new Editor(frozen.port, 'ada').ready();
    const passedOn = await new Editor(near.port, 'ada').ready();
    frozen.program?.child.kill('SIGSTOP');
    await passedOn.gone();
    // Nobody has taken the site over yet.
    assert.is(owner.closed, undefined);
    const again = await new Editor(near.port, 'ada').ready();
    for (const editor of [owner, again]) editor.cut();
  } finally {
    await frozen.end('SIGKILL');
    await near.end('SIGTERM');
    for (const place of [frozen, near]) place.remove();
  }
});

test('the database is killed and comes back', async () => {
  await whileWriting(async (places) => {
    await postgres.kill();
    await postgres.start();
    for (const one of places) {
      if (one.program?.child.exitCode !== null) await one.up();
    }
  });
});

closing(() => postgres.kill());

test.run();
