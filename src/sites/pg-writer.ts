/**
 * Writes to PostgreSQL on behalf of one server: all that waits becomes one batch, which is in the database, and then in
 * the server's own copy (pg-copy.ts), before anything is answered.
 *
 * A connection can be lost while a batch is being stored. Whether it was is known once this server has its locks again,
 * which the old connection holds as long as it can still write; until then the batch waits, and so does whoever made the
 * edits. No answer is ever taken back.
 */
import type { Client } from 'pg';
import type { Write } from './lmdb-tables.ts';
import { commitBatch, lastBatchOf, planOnce } from './pg-batch.ts';
import {
  answerOf,
  codeOf,
  type DatabaseError,
  explain,
  READ_ONLY,
  requireWrites,
} from './pg-connect.ts';
import { type Joined, leave, lockNode, writtenBy } from './pg-nodes.ts';
import type { Batch, Head } from './pg-schema.ts';
import { StoreError } from './store.ts';
import { APART_MS, StorePace } from './store-pace.ts';
import type { WriteThrough } from './write-through.ts';
import { bytesOf } from './writer-thread.ts';

/** A batch is closed at this many bytes; limits how long it makes the others wait. */
const BATCH_BYTES = 8_388_608;
const RETRY_MS = 250;
/** How often an idle server makes sure that the database is there, and still its own. */
const BEAT_MS = 5_000;
/** After so long without a connection editing is paused, and `/health` says so. */
const STALL_MS = 2_000;

/** Stores writes together in the server's own copy. */
export type WriteHere = (writes: readonly Write[]) => Promise<void>;

export interface WriterOptions extends Joined {
  /** Opens a connection. */
  readonly connect: () => Promise<Client>;
  /** The connection that joined. */
  readonly client: Client;
  readonly writeHere: WriteHere;
  readonly log: {
    info(facts: object, message: string): void;
    error(facts: object, message: string): void;
  };
  /** Another server has replaced this one, which can do nothing more. */
  readonly replaced: () => void;
  /** Default 5,000 ms. */
  readonly beatMs?: number;
}

interface Waiting {
  readonly writes: readonly Write[];
  readonly resolve: () => void;
  readonly reject: (error: StoreError) => void;
}

/** Up to where the copy of a server has everything. */
export function stampOf({ id, batch, token }: Head): Write {
  return ['meta', 'postgres', Buffer.from(JSON.stringify({ id, batch, token }))];
}

/** The last batch of its own that the copy of a server has, which may be beyond that. */
export function ownStampOf({ batch, token }: Batch): Write {
  return ['meta', 'own', Buffer.from(JSON.stringify({ batch, token }))];
}

/** SQLSTATE disk_full. */
const DISK_FULL = '53100';

/**
 * A lost connection leaves open whether the batch was stored, and so does a database that is shutting down; any other
 * error that the database answers says that it was not. One that is read-only may have been replaced by its standby, which
 * another connection finds.
 */
function isRefusal(error: unknown): boolean {
  const answer = answerOf(error);
  return answer !== '' && !/^(08|57P)/.test(answer) && answer !== READ_ONLY;
}

function refusal(error: unknown): StoreError {
  const code = codeOf(error);
  const full = code === DISK_FULL ? '; its disk is full' : '';
  return new StoreError(`the database refuses to write (${code})${full}`);
}

const REPLACED = new StoreError('another server has taken over');

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export class PgWriter implements WriteThrough {
  readonly #options: WriterOptions;
  #client: Client | undefined;
  /** The connection on which batches are planned once. */
  #prepared: Client | undefined;
  /** Batches that this server has written. */
  #written = 0;
  #copied = 0;
  #waiting: Waiting[] = [];
  readonly #pace = new StorePace(APART_MS, () => this.#waiting.length);
  /** Stored in the database, and not in the copy, whose disk refused it: nobody was told, and it is written with the next. */
  #behind: Write[] = [];
  #working = false;
  readonly #beating: NodeJS.Timeout;
  #closing = false;
  #replaced = false;
  /** What was last said of a database that cannot be used. */
  #said = '';
  /** Called with why nothing can be stored, once that has lasted. */
  stalled: (error: StoreError) => void = () => {};

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#use(options.client);
    this.#beating = setInterval(() => this.#beat(), options.beatMs ?? BEAT_MS);
    this.#beating.unref();
  }

  /** How many of the batches of this server, from its first one on, its copy has. */
  get copied(): number {
    return this.#copied;
  }

  #use(client: Client): void {
    if (this.#client === client) return;
    this.#client = client;
    client.once('end', () => this.#ended(client, undefined));
  }

  #beat(): void {
    const client = this.#client;
    if (client === undefined || this.#working || this.#closing) return;
    client.query('SELECT').catch((error: unknown) => this.#ended(client, error));
  }

  /** A batch of nothing finds out, or waits for, whatever has to be known after the connection was lost. */
  #ended(client: Client, error: unknown): void {
    if (this.#client !== client || this.#working || this.#closing) return;
    this.#lost(client, error);
    this.write([]).catch(() => {});
  }

  /** Resolves when all of `writes` are stored; rejects with `StoreError` when none is. */
  write(writes: readonly Write[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ writes, resolve, reject });
      this.#pace.arrived(writes);
      if (!this.#working) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#working = true;
    // Everything that arrives in this turn of the event loop is taken together.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) {
      await this.#pace.next();
      const taken = this.#take();
      try {
        await this.#store(taken.flatMap(({ writes }) => writes));
        for (const { resolve } of taken) resolve();
      } catch (error) {
        const why = error instanceof StoreError ? error : new StoreError(String(error));
        for (const { reject } of taken) reject(why);
      }
    }
    this.#working = false;
  }

  #take(): Waiting[] {
    let bytes = 0;
    const end = this.#waiting.findIndex(({ writes }, index) => {
      bytes += bytesOf(writes);
      return index > 0 && bytes > BATCH_BYTES;
    });
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end);
  }

  async #store(writes: readonly Write[]): Promise<void> {
    const { writeHere } = this.#options;
    const stored = await this.#storeThere(writes);
    this.#written += 1;
    this.#behind.push(...writes);
    await writeHere([...this.#behind, ...this.#stampsOf(stored)]);
    this.#behind = [];
    this.#copied = this.#written;
  }

  /** Beside other nodes the copy has what they wrote before a batch only once it has followed them (pg-cluster.ts). */
  #stampsOf(stored: Batch | undefined): Write[] {
    const { node, head } = this.#options;
    if (stored === undefined) return [];
    return [node.address === '' ? stampOf({ ...head, ...stored }) : ownStampOf(stored)];
  }

  /** Until the batch is in the database. Throws `StoreError` when it is known not to be. */
  async #storeThere(writes: readonly Write[]): Promise<Batch | undefined> {
    const { node } = this.#options;
    const next = this.#written + 1;
    for (;;) {
      const known = this.#client;
      const client = known ?? (await this.#reconnect());
      try {
        // The connection that may have stored it has ended.
        const written = known === undefined ? await writtenBy(client, node) : this.#written;
        this.#use(client);
        if (this.#prepared !== client) await planOnce(client);
        this.#prepared = client;
        if (written === next) return await lastBatchOf(client, node);
        const stored =
          written === this.#written ? await commitBatch(client, node, next, writes) : undefined;
        if (stored !== undefined) return stored;
        this.#tellReplaced();
        throw REPLACED;
      } catch (error) {
        if (error === REPLACED) throw error;
        if (isRefusal(error)) throw refusal(error);
        this.#lost(client, error);
      }
    }
  }

  #lost(client: Client, error: unknown): void {
    this.#client = undefined;
    void client.end().catch(() => {});
    const why = codeOf(error) || 'connection lost';
    this.#options.log.error({ why }, 'lost the database; edits wait');
  }

  /** A connection that has the locks of this server, however long that takes. */
  async #reconnect(): Promise<Client> {
    const stall = new StoreError('the database cannot be reached');
    const timer = setTimeout(() => this.stalled(stall), STALL_MS);
    timer.unref();
    this.#said = '';
    try {
      for (;;) {
        if (this.#closing) throw stall;
        const client = await this.#tryConnect();
        if (this.#replaced) throw REPLACED;
        if (client !== undefined) {
          this.#options.log.info({}, 'the database is back');
          return client;
        }
        await pause(RETRY_MS);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  async #tryConnect(): Promise<Client | undefined> {
    let client: Client | undefined;
    try {
      client = await this.#options.connect();
      await requireWrites(client);
      const { node } = this.#options;
      if ((await writtenBy(client, node)) === undefined) this.#tellReplaced();
      else if (await lockNode(client, node)) return client;
    } catch (error) {
      // The next attempt may succeed.
      this.#tell(explain(error));
    }
    await client?.end().catch(() => {});
    return undefined;
  }

  /** Says what is wrong with the database, once, where it is more than that it is away. */
  #tell({ code, message }: DatabaseError): void {
    if (code === 'E_DATABASE_UNREACHABLE' || code === 'E_DATABASE' || message === this.#said)
      return;
    this.#said = message;
    this.#options.log.error({ code }, message);
  }

  /** Nothing more can be written here. */
  #tellReplaced(): void {
    if (this.#replaced) return;
    this.#replaced = true;
    this.#options.log.error({}, 'another server has taken over; stopping');
    this.#options.replaced();
  }

  /** From now on nothing waits for a database that is away: what is not stored is refused. */
  giveUp(): void {
    this.#closing = true;
  }

  async close(): Promise<void> {
    this.#closing = true;
    clearInterval(this.#beating);
    while (this.#working) await pause(5);
    const client = this.#client;
    if (client !== undefined) await leave(client, this.#options.node).catch(() => {});
    await client?.end().catch(() => {});
    this.#client = undefined;
  }
}
