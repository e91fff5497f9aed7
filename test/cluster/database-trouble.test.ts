/** A database that runs and does not write: full, read-only, with another password. Nothing is lost, and all is well again by itself. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { closing } from '../support/closing.ts';
import { inFolders, type Node, startNode, textOf } from '../support/cluster-node.ts';
import { startPostgres } from '../support/postgres.ts';
import { Editor } from '../support/sites.ts';
import { until } from '../support/until.ts';

const postgres = await startPostgres();

await postgres.query('postgres', `CREATE ROLE keeper LOGIN SUPERUSER PASSWORD 'first'`);

const endConnections = (database: string) =>
  postgres.query(
    'postgres',
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`,
  );

/** Edits before, during and after a trouble; what was written is in the database afterwards. */
async function survives(
  begin: (database: string, url: string) => Promise<unknown>,
  end: (database: string) => Promise<unknown>,
  told: RegExp,
  urlOf = (database: string): string => postgres.url(database),
): Promise<void> {
  await inFolders(async (folder) => {
    const database = await postgres.database();
    const url = urlOf(database);
    const node: Node = await startNode(url, folder());
    const editor = await new Editor(node.port, 'ada').ready();
    editor.insert('before ');
    await editor.save();
    await begin(database, url);
    editor.insert('during ');
    await until(
      () => node.logged.some((line) => told.test(line)),
      () => `${told} in ${node.logged.join('; ')}`,
    );
    await until(() => !node.sites.health().writable);
    assert.not(editor.settled, 'nothing is acknowledged that is not stored');
    await end(database);
    await until(() => node.sites.health().writable);
    await editor.save();
    editor.insert('after ');
    await editor.save();
    editor.cut();
    await node.close();
    const again = await startNode(postgres.url(database), folder());
    assert.is(await textOf(again, 'ada'), 'after during before ');
    await again.close();
  });
}

test('a full database', async () => {
  // What PostgreSQL answers when its disk is full, at the tables that edits go to.
  await survives(
    (database) =>
      postgres.query(
        database,
        `CREATE FUNCTION public.full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
         CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON ensemble.items EXECUTE FUNCTION public.full_disk()`,
      ),
    (database) => postgres.query(database, 'DROP FUNCTION public.full_disk CASCADE'),
    /cannot write to the store; editing is paused/,
  );
});

test('a database that becomes read-only, as one does that another has replaced', async () => {
  await survives(
    async (database) => {
      await postgres.query(
        'postgres',
        `ALTER DATABASE ${database} SET default_transaction_read_only = on`,
      );
      await endConnections(database);
    },
    (database) =>
      postgres.query('postgres', `ALTER DATABASE ${database} RESET default_transaction_read_only`),
    /read-only/,
  );
});

test('another password, until it is the old one again', async () => {
  await survives(
    async (database) => {
      await postgres.query('postgres', `ALTER ROLE keeper PASSWORD 'rotated'`);
      await endConnections(database);
    },
    () => postgres.query('postgres', `ALTER ROLE keeper PASSWORD 'first'`),
    /refuses the login of DATABASE_URL/,
    (database) => postgres.url(database).replace(/ensemble:[^@]*@/, 'keeper:first@'),
  );
});

test('a new password in the file of PGPASSFILE', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ensemble-password-'));
  const file = path.join(folder, 'pgpass');
  const keep = (password: string): void =>
    writeFileSync(file, `127.0.0.1:${postgres.port}:*:keeper:${password}\n`, { mode: 0o600 });
  keep('first');
  process.env['PGPASSFILE'] = file;
  try {
    await survives(
      async (database) => {
        await postgres.query('postgres', `ALTER ROLE keeper PASSWORD 'second'`);
        await endConnections(database);
      },
      async () => keep('second'),
      /refuses the login of DATABASE_URL/,
      (database) => postgres.url(database).replace(/ensemble:[^@]*@/, 'keeper@'),
    );
  } finally {
    delete process.env['PGPASSFILE'];
    rmSync(folder, { recursive: true });
  }
});

closing(() => postgres.kill());

test.run();
