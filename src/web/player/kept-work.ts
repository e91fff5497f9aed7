/**
 * What was taught in a player and not saved, kept in the browser as it changes.
 *
 * Each page writes an entry of its own and holds a lock of that name while it is open, so that pages never overwrite
 * each other, and what is offered was left by a page that is gone.
 */
import * as v from 'valibot';
import { UNIT_ONE } from '../../../build/ts/contract.ts';
import { decodeBase64, encodeBase64 } from '../sound-mode/base64.ts';
import type { Model } from '../sound-mode/model.ts';
import { PLAYER_TEXT } from './text.ts';

const PREFIX = 'ensemble.kept';
/** Entries of one instrument; the oldest go. */
const MAX_ENTRIES = 20;
/** Sliders and gestures move often; what is taught is kept at once. */
const DELAY_MS = 300;

const units = v.array(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(UNIT_ONE)));
const stored = v.object({
  /** When it was written, in milliseconds since 1970. */
  at: v.number(),
  /** A taught file in base64. */
  taught: v.string(),
  sounds: v.number(),
  voiceSpace: v.number(),
  /** Params set by hand and not taught yet. */
  held: v.optional(units),
  inputs: units,
  /** A loop of gestures, packed. */
  loop: v.optional(v.string()),
  spread: v.number(),
  settings: v.object({
    learning_rate: v.number(),
    max_iterations: v.number(),
    min_error: v.number(),
  }),
});

/** Work that a page left behind. */
export interface LeftWork extends v.InferOutput<typeof stored> {
  readonly key: string;
}

function stateOf(model: Model): v.InferOutput<typeof stored> {
  return {
    at: Date.now(),
    taught: encodeBase64(model.save()),
    sounds: model.exampleCount,
    voiceSpace: model.voiceSpace,
    ...(model.holding && { held: [...model.params] }),
    inputs: [...model.inputs],
    ...(model.loop !== '' && { loop: model.loop }),
    spread: model.spread,
    settings: model.trainConfig,
  };
}

/** Everything of a state that its person would miss; equal texts mean that nothing is to be kept. */
function worth(model: Model): string {
  const { at: _, inputs: __, ...rest } = stateOf(model);
  return JSON.stringify(rest);
}

export class KeptWork {
  readonly #place: string;
  readonly #key: string;
  readonly #failed: () => void;
  #model: Model | undefined;
  /** What is there without anybody's doing, or saved elsewhere. */
  #baseline = '';
  #timer = 0;
  #failureReported = false;

  /**
   * @param place names the instrument: a mode, or a site and an id
   * @param failed called when the browser has no room; once
   */
  constructor(place: string, failed: () => void) {
    this.#place = `${PREFIX} ${place} `;
    this.#key = this.#place + crypto.randomUUID();
    this.#failed = failed;
    // Never released: the browser does that when the page is gone, however that happens.
    void navigator.locks?.request(this.#key, () => new Promise(() => undefined));
    addEventListener('pagehide', () => this.#keep());
    document.addEventListener('visibilitychange', () => this.#keep());
  }

  /** The latest work on this instrument that no open page holds. */
  async left(): Promise<LeftWork | undefined> {
    const held = (await navigator.locks?.query())?.held ?? [];
    const open = new Set(held.map(({ name }) => name));
    return this.#entries().find(({ key }) => key !== this.#key && !open.has(key));
  }

  /** Keeps what changes from now on. */
  follow(model: Model): void {
    this.#model = model;
    this.#baseline = worth(model);
    model.listen((change) => {
      if (change === 'training') return;
      clearTimeout(this.#timer);
      if (['examples', 'network', 'loop'].includes(change)) this.#keep();
      else this.#timer = window.setTimeout(() => this.#keep(), DELAY_MS);
    });
  }

  /**
   * Brings back what was left. What was taught here meanwhile is set aside, to be offered another time.
   *
   * @throws Error if the instrument has changed since, or the browser has no room for both; then nothing changes
   */
  restore(left: LeftWork): void {
    const model = this.#model;
    if (model === undefined) return;
    const aside = this.#setAside();
    const taught = decodeBase64(left.taught);
    try {
      model.load(taught);
    } catch (error) {
      localStorage.removeItem(aside);
      throw error;
    }
    if (left.spread !== model.spread) {
      model.redraw(left.spread);
      model.load(taught);
    }
    model.setTrainConfig(left.settings);
    model.setVoiceSpace(left.voiceSpace);
    for (const [index, unit] of left.inputs.entries()) model.setInput(index, unit);
    if (left.held !== undefined) model.hold(left.held);
    if (left.loop !== undefined) model.keepLoop(left.loop);
    if (this.#keep()) this.discard(left);
  }

  discard({ key }: LeftWork): void {
    localStorage.removeItem(key);
  }

  /** What is there now is saved elsewhere, and need not be offered again. */
  saved(): void {
    if (this.#model !== undefined) this.#baseline = worth(this.#model);
    this.#keep();
  }

  /** Keeps the work of this page under a name that no page holds, if there is any. @returns the name */
  #setAside(): string {
    const key = this.#place + crypto.randomUUID();
    try {
      if (!this.#keep()) throw new Error('no room');
      const own = localStorage.getItem(this.#key);
      if (own !== null) localStorage.setItem(key, own);
      return key;
    } catch {
      throw new Error(PLAYER_TEXT.kept.full);
    }
  }

  /** @returns whether nothing would be lost if the page ended now */
  #keep(): boolean {
    const model = this.#model;
    if (model === undefined) return true;
    clearTimeout(this.#timer);
    try {
      if (worth(model) === this.#baseline) {
        localStorage.removeItem(this.#key);
        return true;
      }
      this.#write(stateOf(model));
      for (const { key } of this.#entries().slice(MAX_ENTRIES)) localStorage.removeItem(key);
      return true;
    } catch {
      if (!this.#failureReported) this.#failed();
      this.#failureReported = true;
      return false;
    }
  }

  /** Where there is no room for a loop too, what was taught is kept without it. */
  #write({ loop, ...state }: v.InferOutput<typeof stored>): void {
    if (loop !== undefined) {
      try {
        localStorage.setItem(this.#key, JSON.stringify({ ...state, loop }));
        return;
      } catch {
        // What is there stays until something smaller is in its place.
      }
    }
    localStorage.setItem(this.#key, JSON.stringify(state));
  }

  /** All work on this instrument, the latest first. */
  #entries(): LeftWork[] {
    const found: LeftWork[] = [];
    try {
      for (const key of Object.keys(localStorage).filter((one) => one.startsWith(this.#place))) {
        const entry = v.safeParse(stored, parsed(localStorage.getItem(key)));
        if (entry.success) found.push({ key, ...entry.output });
      }
    } catch {
      // A browser that keeps nothing has nothing to offer.
    }
    return found.sort((a, b) => b.at - a.at);
  }
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
