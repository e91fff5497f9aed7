/** Several servers on one database, all of them in use: any takes any visitor, one owns each open site. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { closing } from '../support/closing.ts';
import { inFolders, type Node, SECRET, startNode, textOf, write } from '../support/cluster-node.ts';
import { freePort } from '../support/free-port.ts';
import { startPostgres } from '../support/postgres.ts';
import { Editor } from '../support/sites.ts';
import { until } from '../support/until.ts';

const postgres = await startPostgres();

/** Runs `body` with so many nodes on a new database. */
async function withNodes(
  count: number,
  body: (nodes: readonly [Node, Node, ...Node[]], database: string) => Promise<void>,
): Promise<void> {
  await inFolders(async (folder) => {
    const database = await postgres.database();
    const start = async () =>
      startNode(postgres.url(database), folder(), {
        address: `127.0.0.1:${await freePort()}`,
        secret: SECRET,
        // On a busy machine a server may get no processor time for longer than a lease of 5 seconds.
        leaseMs: 15_000,
      });
    const [first, second] = [await start(), await start()];
    const others: Node[] = [];
    while (others.length < count - 2) others.push(await start());
    const nodes = [first, second, ...others] as const;
    try {
      await body(nodes, database);
    } catch (error) {
      const logged = nodes.map((node, index) => `server ${index}: ${node.logged.join(', ')}`);
      throw new Error([String(error), ...logged].join('\n'), { cause: error });
    } finally {
      await Promise.all(nodes.map((node) => node.close()));
    }
    assert.equal(await postgres.query(database, 'SELECT site FROM ensemble.claims'), []);
  });
}

test('people on three servers edit one site together, and what they wrote is in the copy of each', async () => {
  await withNodes(3, async (nodes, database) => {
    const editors = await Promise.all(
      nodes.map(({ port }, index) => new Editor(port, 'ada', { name: `N${index}` }).ready()),
    );
    for (const [index, editor] of editors.entries()) editor.insert(`${index} `);
    await Promise.all(editors.map((editor) => editor.save()));
    const [first] = editors;
    await until(() => editors.every((editor) => editor.text() === first?.text()));
    assert.equal([...(first?.text() ?? '')].sort().join('').trim(), '012');
    const owners = nodes.filter(({ sites }) => sites.rooms.find('ada') !== undefined);
    assert.is(owners.length, 1, 'one owner');
    assert.is(owners[0]?.sites.sockets.connections, 3);
    for (const node of nodes) {
      await until(() => node.sites.list({ search: '', offset: 0, count: 9 }).total === 1);
    }
    for (const editor of editors) editor.cut();
    await until(() => nodes.every(({ sites }) => sites.rooms.open === 0));
    for (const node of nodes) {
      await until(async () => (await textOf(node, 'ada')) === first?.text());
    }
    await until(
      async () => (await postgres.query(database, 'SELECT site FROM ensemble.claims')).length === 0,
    );
  });
});

test('a site that one server had is opened by another with everything in it, again and again', async () => {
  await withNodes(2, async (nodes) => {
    const [first, second] = nodes;
    for (let time = 0; time < 6; time++) {
      await write(time % 2 === 0 ? first : second, 'ada', `${time}`);
    }
    const editor = await new Editor(second.port, 'ada').ready();
    assert.is(editor.text(), '543210');
    editor.cut();
  });
});

test('looking at a site that does not exist leaves nothing in the database', async () => {
  await withNodes(2, async ([first, second], database) => {
    const editor = await new Editor(first.port, 'nobody').ready();
    editor.cut();
    await until(() => first.sites.rooms.open === 0);
    assert.is((await second.sites.rooms.read('nobody')).seq, 0);
    await until(
      async () => (await postgres.query(database, 'SELECT site FROM ensemble.claims')).length === 0,
    );
    assert.equal(await postgres.query(database, `SELECT name FROM ensemble.items`), []);
  });
});

test('what is decided on one server holds on all: hidden sites, purged ones, blocks', async () => {
  await withNodes(2, async ([first, second]) => {
    await write(first, 'ada', 'a');
    await write(first, 'bob', 'b');
    await until(() => second.sites.list({ search: '', offset: 0, count: 9 }).total === 2);
    const moderate = (name: string, work: 'hide' | 'purge') =>
      first.sites.ownership.holding(name, async () => {
        const room = first.sites.rooms.enter(name);
        await room.run(() =>
          work === 'hide'
            ? first.sites.rooms.moderate(room, 'hide')
            : first.sites.rooms.purge(room),
        );
      });
    await moderate('ada', 'hide');
    await moderate('bob', 'purge');
    await until(() => second.sites.list({ search: '', offset: 0, count: 9 }).total === 0);
    assert.ok(second.sites.rooms.store.sites.get('ada')?.hidden);
    assert.not.ok(second.sites.rooms.store.sites.has('bob'));
    const editor = await new Editor(second.port, 'cyd', { from: '127.0.0.9' }).ready();
    await first.sites.rooms.block('127.0.0.9', Date.now() + 60_000);
    await editor.gone();
    assert.is(await new Editor(first.port, 'dan', { from: '127.0.0.9' }).gone(), 4403);
  });
});

test('an address is counted and blocked as itself by the owner of a site, however it came', async () => {
  await withNodes(2, async ([first, second]) => {
    const here = await new Editor(first.port, 'ada').ready();
    const relayed = await new Editor(second.port, 'ada', {
      from: '127.0.0.8',
      headers: { 'X-Forwarded-For': '198.51.100.1' },
    }).ready();
    await second.sites.rooms.block('127.0.0.8', Date.now() + 60_000);
    await relayed.gone();
    assert.is(here.closed, undefined);
    here.cut();
  });
});

test('a server that stops hands its sites on at once, and their editors come back by another', async () => {
  await withNodes(3, async ([first, second, ...others]) => {
    const [third] = others;
    const owner = await new Editor(first.port, 'ada').ready();
    const relayed = await new Editor(second.port, 'ada').ready();
    relayed.insert('kept');
    await relayed.save();
    await first.close();
    assert.ok([1001, 1006].includes(await owner.gone()));
    await relayed.gone();
    const again = await new Editor(third?.port ?? 0, 'ada').ready();
    assert.is(again.text(), 'kept');
    again.cut();
  });
});

test('a remix goes to a site that nobody has open elsewhere', async () => {
  await withNodes(2, async ([first, second]) => {
    const from = await new Editor(first.port, 'ada').ready();
    from.insert('song');
    await from.save();
    const busy = await new Editor(second.port, 'bob').ready();
    const refused = await from.request({ op: 'remix', to: 'bob' });
    assert.not.ok(refused.ok);
    assert.is((await from.request({ op: 'remix', to: 'cyd' })).ok, true);
    await until(() => second.sites.rooms.store.sites.has('cyd'));
    assert.is(await textOf(second, 'cyd'), 'song');
    busy.cut();
    from.cut();
  });
});

closing(() => postgres.kill());

test.run();
