/** People who write while servers come and go, and what the servers then owe them. */
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import { Heartbeat, PING } from '../../../src/shared/site/heartbeat.ts';
import { Retry } from '../../../src/shared/site/retry.ts';
import { Editor } from '../../support/sites.ts';
import { until } from '../../support/until.ts';

/** As in the browser's connection (src/web/connection.ts). */
const CONNECT_TIMEOUT_MS = 10_000;
const LOOK_MS = 15;
/** A word every so many milliseconds. */
const TYPING_MS = [120, 360] as const;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const wordsOf = (text: string): string[] => text.split(';').filter((word) => word !== '');

/** A site, and the words that must be in it: those that were acknowledged, and those that anybody saw. */
export class Site {
  readonly name: string;
  /** Each word, and how it came to be owed. */
  readonly owed = new Map<string, string>();
  /** When words were acknowledged, and when the last of each was written. */
  #acknowledged: { readonly atMs: number; readonly writtenMs: number }[] = [];

  constructor(name: string) {
    this.name = name;
  }

  /** @param how whoever reads it can find the moment in what the servers logged */
  owe(word: string, how: string): void {
    if (!this.owed.has(word)) this.owed.set(word, `${how} at ${new Date().toISOString()}`);
  }

  acknowledge(words: readonly string[], writtenMs: number): void {
    for (const word of words) this.owe(word, 'acknowledged');
    this.#acknowledged.push({ atMs: performance.now(), writtenMs });
  }

  /** The faults before are over. */
  forget(): void {
    this.#acknowledged = this.#acknowledged.slice(-1);
  }

  /** Whether something that was written after `ms` is acknowledged. */
  since(ms: number): boolean {
    return (this.#acknowledged.at(-1)?.writtenMs ?? 0) > ms;
  }

  /** How long after `ms` something was acknowledged. */
  firstAfter(ms: number): number {
    return (this.#acknowledged.find(({ atMs }) => atMs > ms)?.atMs ?? Number.NaN) - ms;
  }

  /** The longest time without an acknowledgement until the first one of what was written after `ms`. */
  longestSilence(ms: number): number {
    let longest = 0;
    for (const [index, { atMs, writtenMs }] of this.#acknowledged.entries()) {
      const before = this.#acknowledged[index - 1];
      if (before !== undefined) longest = Math.max(longest, atMs - before.atMs);
      if (writtenMs > ms) break;
    }
    return longest;
  }
}

export interface PersonOptions {
  /** In the words of this person. */
  readonly id: number;
  readonly site: Site;
  /** Port of the proxy before the servers. */
  readonly port: number;
  readonly random: () => number;
}

/** Somebody who writes, and comes back when the connection is cut. */
export class Person {
  readonly site: Site;
  doc = new Y.Doc();
  readonly #options: PersonOptions;
  #editor: Editor | undefined;
  #words = 0;
  /** Written, and not acknowledged. */
  #open: string[] = [];
  #writtenMs = 0;
  readonly #retries = new Retry();
  #typing = true;
  #here = true;

  constructor(options: PersonOptions) {
    this.#options = options;
    this.site = options.site;
  }

  get #random(): number {
    return this.#options.random();
  }

  /** Writes, and comes back, until `leave`. */
  async run(): Promise<void> {
    while (this.#here) {
      const editor = await this.#connect();
      if (editor !== undefined) await this.#write(editor);
      if (!this.#here) break;
      // Half of those whose connection is cut load the page again.
      if (editor !== undefined && this.#random < 0.5) this.#forget();
      await pause(this.#retries.next(performance.now(), this.#random));
    }
    this.#editor?.cut();
  }

  async #connect(): Promise<Editor | undefined> {
    this.#editor?.cut();
    const editor = new Editor(this.#options.port, this.site.name, { doc: this.doc });
    this.#editor = editor;
    // In sync, and what was brought along is saved.
    const answered = () => editor.settled || editor.closed !== undefined;
    await until(answered, undefined, CONNECT_TIMEOUT_MS).catch(() => {});
    if (!editor.settled || editor.doc !== this.doc) return undefined;
    this.#retries.opened(performance.now());
    return editor;
  }

  async #write(editor: Editor): Promise<void> {
    const [from, to] = TYPING_MS;
    let next = performance.now();
    let heard = editor.heard.length;
    const ask = () => editor.ws.send(PING);
    const lost = () => editor.cut();
    const heartbeat = new Heartbeat({ bytesUnderWay: () => this.#open.length, ask, lost }, next);
    while (this.#here && editor.closed === undefined && editor === this.#editor) {
      if (editor.heard.length > heard) heartbeat.heard(performance.now());
      heard = editor.heard.length;
      heartbeat.look(performance.now());
      if (this.#open.length > 0 && editor.settled) {
        this.site.acknowledge(this.#open, this.#writtenMs);
        this.#open = [];
      }
      // What is written while the socket closes is not sent, and so never acknowledged.
      const isOpen = editor.ws.readyState === WebSocket.OPEN;
      if (this.#typing && isOpen && performance.now() > next) {
        next = performance.now() + from + this.#random * (to - from);
        const word = `${this.#options.id}-${++this.#words}`;
        this.#open.push(word);
        this.#writtenMs = performance.now();
        editor.insert(`${word};`, this.text().length);
      }
      await pause(LOOK_MS);
    }
  }

  /** Notes what this person saw: all words but their own that were not acknowledged. */
  note(): void {
    const open = new Set(this.#open);
    for (const word of wordsOf(this.text())) {
      if (!open.has(word)) this.site.owe(word, `seen by ${this.#options.id}`);
    }
  }

  #forget(): void {
    this.note();
    this.doc = new Y.Doc();
    this.#open = [];
  }

  /** Closes the page at once, and opens it again. */
  reload(): void {
    this.#editor?.cut();
    this.#editor = undefined;
    this.#forget();
  }

  text(): string {
    return this.doc.getText('index.html').toString();
  }

  /** Writes no more, and stays. */
  rest(): void {
    this.#typing = false;
  }

  get rested(): boolean {
    return !this.#typing && this.#open.length === 0 && this.#editor?.closed === undefined;
  }

  /** Why this person is not at rest. */
  get state(): string {
    const { closed, sent = 0, saved = 0 } = this.#editor ?? {};
    return `${this.#options.id} on ${this.site.name}: saved ${saved} of ${sent}, closed ${closed}`;
  }

  leave(): void {
    this.#here = false;
  }
}
