/** A server that freezes gives its sites to others; test/cluster/faults has all that can end, with many people. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bundle } from '../../scripts/bundle.ts';
import { closing } from '../support/closing.ts';
import { Place } from '../support/cluster-node.ts';
import { startPostgres } from '../support/postgres.ts';
import { Editor } from '../support/sites.ts';

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

closing(() => postgres.kill());

test.run();
