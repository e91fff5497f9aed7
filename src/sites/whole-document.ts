/**
 * What newcomers are sent: the document, encoded once for all who come in a while, and what was added to it since. One of
 * many pieces is encoded a few milliseconds at a time, while edits go on.
 */
import * as Y from 'yjs';
import { encodeStep2, encodeUpdate } from '../shared/site/protocol.ts';
import { SLICE_MS } from './charged-work.ts';
import { encodingOf } from './encode-document.ts';
import { binaryFrame, type Frames } from './frames.ts';
import { joinUpdates } from './join-updates.ts';
import type { LiveDocument } from './live-document.ts';

/** A document that takes this long to encode is kept, */
const WORTH_KEEPING_MS = 1;
/** for this long after somebody came, */
const KEPT_MS = 10_000;
/** while what was added since is at most this part of it. */
const ADDED_SHARE = 1 / 4;
/** So many updates are joined, and stay so. */
const JOINED_AT_ONCE = 64;
/** Fewer structs are encoded in some 10 ms. */
const MANY_STRUCTS = 10_000;

/** Does something while nothing is being stored. */
export type Between = <Result>(task: () => Result) => Promise<Result>;

interface Kept {
  readonly doc: Y.Doc;
  /** Of the encoded document; infinitely many while it is being encoded. */
  bytes: number;
  /** The encoded document, once it is, and updates. */
  readonly frames: Uint8Array[];
  /** Number of the last edit in it. */
  seq: number;
  addedBytes: number;
  /** Those of the added updates that are not among the frames. */
  recent: Uint8Array[];
}

function structsOf({ store }: Y.Doc): number {
  let count = 0;
  for (const { length } of store.clients.values()) count += length;
  return count;
}

const updateFrame = (updates: readonly Uint8Array[]): Frames =>
  binaryFrame(encodeUpdate(joinUpdates(updates)));

export class WholeDocument {
  readonly #document: LiveDocument;
  readonly #keptMs: number;
  #kept: Kept | undefined;
  #dropping: NodeJS.Timeout | undefined;
  #preparing: Promise<void> | undefined;

  /** @param keptMs how long the encoded document is kept after somebody came, in milliseconds */
  constructor(document: LiveDocument, keptMs = KEPT_MS) {
    this.#document = document;
    this.#keptMs = keptMs;
  }

  /** To be told every update, in order, once it is stored. */
  add(updates: readonly Uint8Array[]): void {
    const kept = this.#kept;
    if (kept === undefined) return;
    kept.seq += updates.length;
    kept.recent.push(...updates);
    for (const { length } of updates) kept.addedBytes += length;
    if (kept.addedBytes > kept.bytes * ADDED_SHARE) this.#drop();
    else if (kept.recent.length >= JOINED_AT_ONCE) {
      kept.frames.push(...updateFrame(kept.recent));
      kept.recent = [];
    }
  }

  /**
   * Undefined if `frames` takes little time now, else resolves when it does.
   * @param between runs the parts of the work, between which edits may be stored
   * @param charge told how long each part took, in milliseconds, if this call causes it
   */
  prepare(between: Between, charge: (ms: number) => void): Promise<void> | undefined {
    if (this.#preparing !== undefined) return this.#preparing;
    if (this.#ready !== undefined || structsOf(this.#document.doc) < MANY_STRUCTS) return undefined;
    this.#preparing = this.#prepare(between, charge).finally(() => {
      this.#preparing = undefined;
    });
    return this.#preparing;
  }

  async #prepare(between: Between, charge: (ms: number) => void): Promise<void> {
    this.#drop();
    const { doc, seq } = this.#document;
    const bytes = Number.POSITIVE_INFINITY;
    const kept: Kept = { doc, bytes, frames: [], seq, addedBytes: 0, recent: [] };
    this.#kept = kept;
    const steps = encodingOf(doc);
    const go = () => {
      const started = performance.now();
      const last = steps(() => performance.now() - started >= SLICE_MS);
      charge(performance.now() - started);
      return last;
    };
    for (;;) {
      const last = await between(go);
      // Whoever could not wait had it encoded at once, or it was opened anew.
      if (this.#kept !== kept || this.#document.doc !== doc) return;
      if (last === undefined) continue;
      kept.bytes = last.value.length;
      kept.frames.unshift(...binaryFrame(encodeStep2(last.value)));
      this.#dropLater();
      return;
    }
  }

  /** What is kept, if it is the document. */
  get #ready(): Kept | undefined {
    const { doc, seq } = this.#document;
    const kept = this.#kept;
    const isReady = kept?.doc === doc && kept.seq === seq && kept.bytes < Number.POSITIVE_INFINITY;
    return isReady ? kept : undefined;
  }

  /** A step-2 with the document, and updates that follow it. Not while edits are being stored. */
  frames(): Frames {
    const kept = this.#ready;
    if (kept === undefined) return this.#encoded();
    this.#dropLater();
    const recent = kept.recent.length === 0 ? [] : updateFrame(kept.recent);
    return [...kept.frames, ...recent];
  }

  #encoded(): Frames {
    this.#drop();
    const { doc, seq } = this.#document;
    const started = performance.now();
    const step2 = encodeStep2(Y.encodeStateAsUpdate(doc));
    const frames = binaryFrame(step2);
    if (performance.now() - started > WORTH_KEEPING_MS) {
      const bytes = step2.length;
      this.#kept = { doc, bytes, frames: [...frames], seq, addedBytes: 0, recent: [] };
      this.#dropLater();
    }
    return frames;
  }

  #dropLater(): void {
    clearTimeout(this.#dropping);
    this.#dropping = setTimeout(() => this.#drop(), this.#keptMs);
    this.#dropping.unref();
  }

  #drop(): void {
    clearTimeout(this.#dropping);
    this.#kept = undefined;
  }
}
