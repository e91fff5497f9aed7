/** Servers that end, freeze or stop while people edit: nothing acknowledged is lost, and all have the same text. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as Y from 'yjs';
import { bundle } from '../../scripts/bundle.ts';
import { closing } from '../support/closing.ts';
import { freePort } from '../support/free-port.ts';
import { startPostgres } from '../support/postgres.ts';
import { BUNDLE, type Program, start, waitFor } from '../support/program.ts';
import { Editor } from '../support/sites.ts';
import { until } from '../support/until.ts';

/** How often each is done: `ROUNDS=50 npm run test:cluster -- test/cluster/takeover.test.ts` for longer. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 1);
const SECRET = 'the same secret of all the servers of a test';
const SITES = ['ada', 'bob', 'cyd'];
const postgres = await startPostgres();
const folders: string[] = [];

await bundle();

/** One of the servers, which comes back in the same place. */
class Place {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'ensemble-place-'));
  readonly #database: string;
  readonly port: number;
  readonly address: string;
  program: Program | undefined;

  constructor(database: string, port: number, address: string) {
    this.#database = database;
    this.port = port;
    this.address = address;
    folders.push(this.folder);
  }

  async up(): Promise<void> {
    const program = start(
      [],
      {
        DATABASE_URL: this.#database,
        DATA_DIR: this.folder,
        PORT: String(this.port),
        NODE_ADDRESS: this.address,
        NODE_SECRET: SECRET,
        LIMITS: 'sites_per_address_hour=1000,sockets_per_address=1000,messages_per_second=1000',
      },
      BUNDLE,
    );
    this.program = program;
    await waitFor(program, /listening/);
  }

  /** Sends a signal, and waits until the server has ended. */
  async end(signal: NodeJS.Signals): Promise<void> {
    this.program?.child.kill(signal);
    await this.program?.ended;
  }
}

/** Somebody who writes, and comes back by another server when the connection is cut, with what they have. */
class Writer {
  readonly doc = new Y.Doc();
  readonly site: string;
  readonly #places: readonly Place[];
  #editor: Editor | undefined;
  #at: number;
  #last = 0;
  #done = false;
  /** What was acknowledged. */
  acknowledged = 0;

  constructor(site: string, places: readonly Place[], at: number) {
    this.site = site;
    this.#places = places;
    this.#at = at;
  }

  get #port(): number {
    return this.#places[this.#at % this.#places.length]?.port ?? 0;
  }

  #word(number: number): string {
    return `${this.doc.clientID}-${number};`;
  }

  /** Writes words until it is told to end. */
  async write(): Promise<void> {
    while (!this.#done) {
      const editor = await this.connect();
      let before = this.#last;
      while (!this.#done && editor.closed === undefined) {
        if (editor.settled) {
          this.acknowledged = before;
          this.#last += 1;
          before = this.#last;
          editor.insert(this.#word(this.#last));
        }
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      this.#at += 1;
    }
  }

  async connect(): Promise<Editor> {
    for (;;) {
      this.#editor?.cut();
      const editor = new Editor(this.#port, this.site, { doc: this.doc });
      this.#editor = editor;
      // The browser's editor gives up an attempt as well, and tries again.
      await until(() => editor.synced || editor.closed !== undefined, undefined, 10_000).catch(
        () => {},
      );
      if (editor.synced) return editor;
      this.#at += 1;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  end(): void {
    this.#done = true;
  }

  /** The words that were acknowledged and that `text` lacks. */
  missing(text: string): string[] {
    const words = Array.from({ length: this.acknowledged }, (_, index) => this.#word(index + 1));
    return words.filter((word) => !text.includes(word));
  }

  leave(): void {
    this.#editor?.cut();
  }
}

async function place(database: string): Promise<Place> {
  const made = new Place(database, await freePort(), `127.0.0.1:${await freePort()}`);
  await made.up();
  return made;
}

/** Runs `body` while people write by three servers, and compares what there is afterwards. */
async function whileWriting(
  body: (places: readonly Place[], database: string) => Promise<void>,
): Promise<void> {
  const database = await postgres.database();
  const url = postgres.url(database);
  const places = [await place(url), await place(url), await place(url)];
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

test('the database is killed and comes back', async () => {
  await whileWriting(async (places) => {
    await postgres.kill();
    await postgres.start();
    for (const one of places) {
      if (one.program?.child.exitCode !== null) await one.up();
    }
  });
});

closing(() => postgres.kill(), ...folders);

test.run();
