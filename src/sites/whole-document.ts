/** What newcomers are sent: the document, encoded once for all who come in a while, and what was added to it since. */
import * as Y from 'yjs';
import { encodeStep2, encodeUpdate } from '../shared/site/protocol.ts';
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

interface Kept {
  readonly doc: Y.Doc;
  readonly bytes: number;
  readonly frames: Uint8Array[];
  /** Number of the last edit in it. */
  seq: number;
  addedBytes: number;
  /** Those of the added updates that are not among the frames. */
  recent: Uint8Array[];
}

const updateFrame = (updates: readonly Uint8Array[]): Frames =>
  binaryFrame(encodeUpdate(joinUpdates(updates)));

export class WholeDocument {
  readonly #document: LiveDocument;
  readonly #keptMs: number;
  #kept: Kept | undefined;
  #dropping: NodeJS.Timeout | undefined;

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

  /** A step-2 with the document, and updates that follow it. Not while edits are being stored. */
  frames(): Frames {
    const { doc, seq } = this.#document;
    const kept = this.#kept;
    if (kept?.doc !== doc || kept.seq !== seq) return this.#encoded();
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
