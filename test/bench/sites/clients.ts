/**
 * People on one document or several, as cheap as can be so that the servers are what is measured: each makes real Yjs
 * updates in a document of its own, and finds its neighbour's edits by a mark in the text, without applying them.
 */
import { once } from 'node:events';
import * as encoding from 'lib0/encoding';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import { encodeHello, encodeStep1, encodeUpdate } from '../../../src/shared/site/protocol.ts';

/** How a server wants to be spoken to. */
export interface Dialect {
  readonly path: string;
  readonly greeting: readonly Uint8Array[];
  readonly wrap: (message: Uint8Array) => Uint8Array;
}

const named = (site: string, message: Uint8Array): Uint8Array => {
  const encoder = encoding.createEncoder();
  encoding.writeVarString(encoder, site);
  encoding.writeUint8Array(encoder, message);
  return encoding.toUint8Array(encoder);
};

const emptyStep1 = encodeStep1(Y.encodeStateVector(new Y.Doc()));

/** Hocuspocus' authentication message with an empty token: type 2, token 0. */
const token = (): Uint8Array => {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, 2);
  encoding.writeVarUint(encoder, 0);
  encoding.writeVarString(encoder, '');
  encoding.writeVarString(encoder, '4.7.0');
  return encoding.toUint8Array(encoder);
};

/** How each server is spoken to about a site. */
export const DIALECTS = {
  ensemble: (site) => ({
    path: `/member/${site}`,
    greeting: [encodeHello('', ''), emptyStep1],
    wrap: (message) => message,
  }),
  'y-websocket': (site) => ({
    path: `/${site}`,
    greeting: [emptyStep1],
    wrap: (message) => message,
  }),
  hocuspocus: (site) => ({
    path: '',
    greeting: [named(site, token()), named(site, emptyStep1)],
    wrap: (message) => named(site, message),
  }),
} satisfies Record<string, (site: string) => Dialect>;

export interface Outcome {
  readonly editsPerSecond: number;
  readonly edits: number;
  /** Edit made to edit seen by the neighbour. */
  readonly p50Ms: number;
  readonly p95Ms: number;
}

/** Where a person edits. */
interface Address {
  readonly port: number;
  readonly dialect: Dialect;
}

class Person {
  readonly index: number;
  readonly ws: WebSocket;
  readonly #doc = new Y.Doc();
  readonly #dialect: Dialect;
  #update: Uint8Array = new Uint8Array();
  #edit = 0;

  constructor(index: number, { port, dialect }: Address) {
    this.index = index;
    this.#dialect = dialect;
    this.#doc.on('update', (update: Uint8Array) => {
      this.#update = update;
    });
    this.ws = new WebSocket(`ws://127.0.0.1:${port}${dialect.path}`);
    this.ws.on('open', () => {
      for (const message of dialect.greeting) this.ws.send(message);
    });
  }

  /** Makes an edit of 200 bytes and gives the mark it can be known by. */
  edit(): string {
    this.#edit += 1;
    const mark = `<${this.index}:${this.#edit}>`;
    const text = this.#doc.getText('index.html');
    text.insert(text.length, mark.padEnd(200, '.'));
    this.ws.send(this.#dialect.wrap(encodeUpdate(this.#update)));
    // The document is only there to make updates; it must not grow the client's work.
    if (text.length > 40_000) text.delete(0, 30_000);
    return mark;
  }
}

interface Awaited {
  readonly mark: string;
  readonly sentMs: number;
}

export interface Times {
  /** Seconds of the same work on ten other sites first, which several servers own in equal parts. */
  readonly warmUpSeconds: number;
  readonly seconds: number;
}

/** Servers run for months, so what they compile in their first half minute is not measured. */
export const TIMES = { warmUpSeconds: 25, seconds: 10 };
export const QUICK_TIMES = { warmUpSeconds: 2, seconds: 2 };
const WARM_UP_SITES = 10;
/** Before measuring, sites are opened and edited for this share of the measured time. */
const SETTLING = 1 / 3;

export interface Load extends Times {
  /** People take the servers in turns. */
  readonly ports: readonly number[];
  readonly dialect: (site: string) => Dialect;
  readonly people: number;
  /** Sites, with as many people each. Default 1. */
  readonly sites?: number;
  /** Called when measuring begins. */
  readonly begins: () => void;
  /** Edits a second of all together; undefined: each makes the next when its last was seen. */
  readonly rate?: number;
  /** Whether people connect one after the other, so that several servers own equal parts of the sites. Default false. */
  readonly isSpread?: boolean;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Has no factor in common with the number of people: the next edit is made on another site. */
const STRIDE = 7;

/** Makes `rate` edits a second, by all in turns, until `over`. */
async function keepPace(
  rate: number,
  crowd: readonly Person[],
  make: (person: Person) => void,
  over: number,
) {
  const started = performance.now();
  for (let made = 0; performance.now() < over; ) {
    const due = ((performance.now() - started) / 1000) * rate;
    for (; made < due; made++) {
      const person = crowd[(made * STRIDE) % crowd.length];
      if (person !== undefined) make(person);
    }
    await pause(1);
  }
}

export async function apply(load: Load): Promise<Outcome> {
  const { dialect, warmUpSeconds } = load;
  const elsewhere = (site: string) => dialect(`warm-up-${site}`);
  const seconds = warmUpSeconds;
  const warmUp = { sites: WARM_UP_SITES, seconds, begins: () => {}, isSpread: true };
  await edit({ ...load, ...warmUp, dialect: elsewhere });
  return edit(load);
}

async function edit(load: Load): Promise<Outcome> {
  const { ports, dialect, people, sites = 1, seconds, begins, rate, isSpread = false } = load;
  const each = people / sites;
  const siteOf = (index: number): number => Math.floor(index / each);
  const crowd: Person[] = [];
  const come = async (): Promise<void> => {
    const index = crowd.length;
    const port = ports[index % ports.length] ?? 0;
    const person = new Person(index, { port, dialect: dialect(`bench-${siteOf(index)}`) });
    crowd.push(person);
    await once(person.ws, 'open');
  };
  if (isSpread) while (crowd.length < people) await come();
  else await Promise.all(Array.from({ length: people }, come));
  const lost: number[] = [];
  for (const { ws } of crowd) ws.on('close', (code) => lost.push(code));
  await pause(500);
  const waiting: Awaited[][] = crowd.map(() => []);
  const latencies: number[] = [];
  let running = true;
  const make = (person: Person) => {
    waiting[person.index]?.push({ mark: person.edit(), sentMs: performance.now() });
  };
  crowd.forEach((person, index) => {
    const neighbour = crowd[siteOf(index) * each + ((index + 1) % each)];
    neighbour?.ws.on('message', (data) => {
      const queue = waiting[index];
      if (!(data instanceof Buffer) || queue === undefined) return;
      while (queue[0] !== undefined && data.includes(queue[0].mark)) {
        latencies.push(performance.now() - queue[0].sentMs);
        queue.shift();
        if (rate === undefined && running) make(person);
      }
    });
  });
  let started = performance.now();
  const settlingMs = seconds * SETTLING * 1000;
  const over = started + settlingMs + seconds * 1000;
  setTimeout(() => {
    latencies.length = 0;
    started = performance.now();
    begins();
  }, settlingMs);
  if (rate === undefined) {
    for (const person of crowd) make(person);
    await pause(over - performance.now());
  } else {
    await keepPace(rate, crowd, make, over);
  }
  running = false;
  const edits = latencies.length;
  const tookS = (performance.now() - started) / 1000;
  await pause(200);
  if (lost.length > 0) throw new Error(`the server closed ${lost.length} of ${people}: ${lost[0]}`);
  for (const { ws } of crowd) ws.terminate();
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
  return { editsPerSecond: edits / tookS, edits, p50Ms: at(0.5), p95Ms: at(0.95) };
}
