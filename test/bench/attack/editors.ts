/** Honest people who edit one site, each from an address of their own, and how soon the others see what they write. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import { encodeHello, encodeStep1, encodeUpdate } from '../../../src/shared/site/protocol.ts';

const EMPTY = encodeStep1(Y.encodeStateVector(new Y.Doc()));
/** An edit that nobody saw after this never will be seen. */
const LOST_MS = 30_000;

interface Awaited {
  readonly mark: string;
  readonly sentMs: number;
}

class Person {
  readonly ws: WebSocket;
  readonly #doc = new Y.Doc();
  #edits = 0;
  #mark = '';

  constructor(port: number, site: string, index: number) {
    this.#doc.on('update', (update: Uint8Array) => this.ws.send(encodeUpdate(update)));
    const localAddress = `127.0.9.${1 + index}`;
    this.ws = new WebSocket(`ws://127.0.0.1:${port}/member/${site}`, { localAddress });
    this.ws.on('open', () => {
      for (const message of [encodeHello('', `Person ${index}`), EMPTY]) this.ws.send(message);
    });
  }

  /**
   * Replaces what this person wrote last, and gives the mark that the new words are known by. The document then stays as
   * small as it is: what memory is taken besides is not theirs.
   */
  edit(): string {
    this.#edits += 1;
    const mark = `<${this.ws.url.length}${this.#doc.clientID}:${this.#edits}>`;
    const text = this.#doc.getText('index.html');
    const { length } = this.#mark;
    const at = length === 0 ? text.length : text.toString().indexOf(this.#mark);
    this.#doc.transact(() => {
      text.insert(at + length, mark);
      text.delete(at, length);
    });
    this.#mark = mark;
    return mark;
  }
}

export class Editors {
  readonly #people: readonly Person[];
  readonly #waiting: Awaited[][];
  readonly #timer: NodeJS.Timeout;
  #latencies: number[] = [];
  #lost = 0;

  /** @param everyMs between two edits, by all in turns */
  private constructor(people: readonly Person[], everyMs: number) {
    this.#people = people;
    this.#waiting = people.map(() => []);
    for (const [index, { ws }] of people.entries()) {
      const neighbour = people[(index + 1) % people.length];
      neighbour?.ws.on('message', (data) => this.#saw(index, data));
      ws.on('close', () => {
        this.#lost += 1;
      });
    }
    let turn = 0;
    this.#timer = setInterval(() => {
      turn = (turn + 1) % people.length;
      const sentMs = performance.now();
      const mark = people[turn]?.edit();
      if (mark !== undefined) this.#waiting[turn]?.push({ mark, sentMs });
    }, everyMs);
  }

  static async join(port: number, site: string, count: number, everyMs: number): Promise<Editors> {
    const people = Array.from({ length: count }, (_, index) => new Person(port, site, index));
    await Promise.all(people.map(({ ws }) => once(ws, 'open')));
    return new Editors(people, everyMs);
  }

  #saw(index: number, data: unknown): void {
    const queue = this.#waiting[index];
    if (!(data instanceof Buffer) || queue === undefined) return;
    while (queue[0] !== undefined && data.includes(queue[0].mark)) {
      this.#latencies.push(performance.now() - queue[0].sentMs);
      queue.shift();
    }
  }

  /** Milliseconds from an edit until a neighbour saw it, sorted, since this was last asked. */
  latencies(): number[] {
    const late = this.#waiting.flat().filter(({ sentMs }) => performance.now() - sentMs > LOST_MS);
    if (this.#lost > 0 || late.length > 0) {
      throw new Error(`${this.#lost} honest editors were closed, ${late.length} edits were lost`);
    }
    const latencies = this.#latencies;
    this.#latencies = [];
    return latencies.sort((a, b) => a - b);
  }

  leave(): void {
    clearInterval(this.#timer);
    for (const { ws } of this.#people) {
      ws.removeAllListeners('close');
      ws.terminate();
    }
  }
}
