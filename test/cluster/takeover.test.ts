/** A server that freezes gives its sites to others; test/cluster/faults has all that can end, with many people. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bundle } from '../../scripts/bundle.ts';
import { closing } from '../support/closing.ts';
import { Place } from '../support/cluster-node.ts';
import { Cuttable } from '../support/cuttable.ts';
import { startPostgres } from '../support/postgres.ts';
import { Editor } from '../support/sites.ts';
import { until } from '../support/until.ts';

const postgres = await startPostgres();

await bundle();

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

test('a server that is cut off from the database alone lets its visitors go to those that are not', async () => {
  const database = await postgres.database();
  const way = await Cuttable.to(postgres.port);
  const DATABASE_URL = postgres.url(database);
  const cut = await Place.start({
    DATABASE_URL: DATABASE_URL.replace(`:${postgres.port}/`, `:${way.port}/`),
  });
  const near = await Place.start({ DATABASE_URL });
  try {
    const owner = await new Editor(cut.port, 'ada').ready();
    const passedOn = await new Editor(near.port, 'ada').ready();
    way.cut();
    await Promise.all([owner.gone(), passedOn.gone()]);
    const again = await new Editor(near.port, 'ada').ready();
    again.insert('while it is cut off');
    await until(() => again.settled);
    again.cut();
    await until(() => cut.program?.child.exitCode === 1);
    assert.match(cut.program?.output() ?? '', 'which other servers can');
  } finally {
    way.close();
    await near.end('SIGTERM');
    for (const place of [cut, near]) place.remove();
  }
});

closing(() => postgres.kill());

test.run();
