/**
 * What was taught in a player and not saved, kept in the browser as it changes.
 *
 * Each page writes an entry of its own and holds a lock of that name while it is open, so that pages never overwrite
 * each other, and what is offered was left by a page that is gone. What is taught is kept at once and, a moment later,
 * on the disk. Where the browser has no room for it, the page says so, and the browser asks before it leaves the page.
 */
import * as v from 'valibot';
import { UNIT_ONE } from '../../../build/ts/contract.ts';
import { decodeBase64, encodeBase64 } from '../sound-mode/base64.ts';
import type { Learned } from '../sound-mode/learned.ts';
import type { Model } from '../sound-mode/model.ts';
import { KeptStore } from './kept-store.ts';
import { SavedSounds } from './saved-sounds.ts';
import { PLAYER_TEXT } from './text.ts';

const PREFIX = 'ensemble.kept';
/** Entries of one instrument; the oldest go. */
const MAX_ENTRIES = 20;
/** Sliders and gestures move often; what is taught is kept at once, and the network that learned it next. */
const DELAY_MS = 300;

const units = v.array(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(UNIT_ONE)));
const stored = v.object({
  /** When it was written, in milliseconds since 1970. */
  at: v.number(),
  /** A taught file in base64. */
  taught: v.string(),
  /** Taught and not saved. */
  sounds: v.number(),
  voiceSpace: v.number(),
  /** Params set by hand and not taught yet. */
  held: v.optional(units),
  inputs: units,
  /** A loop of gestures, packed. */
  loop: v.optional(v.string()),
  settings: v.object({
    learning_rate: v.number(),
    max_iterations: v.number(),
    min_error: v.number(),
  }),
});

type Stored = v.InferOutput<typeof stored>;

/** Work that a page left behind. */
export interface LeftWork extends Stored {
  readonly key: string;
}

function stateOf(model: Model): Stored {
  return {
    at: Date.now(),
    taught: encodeBase64(model.save()),
    sounds: model.exampleCount,
    voiceSpace: model.voiceSpace,
    ...(model.holding && { held: [...model.params] }),
    inputs: [...model.inputs],
    ...(model.loop !== '' && { loop: model.loop }),
    settings: model.trainConfig,
  };
}

export class KeptWork {
  readonly #place: string;
  readonly #key: string;
  readonly #failed: () => void;
  readonly #store = new KeptStore();
  #model: Model | undefined;
  #saved: SavedSounds | undefined;
  #timer = 0;
  /** Whether something changed that is to be on the disk, too. */
  #lasting = false;
  #failureReported = false;
  /** Keeps are numbered, so that one that ends late does not count for a later one. */
  #keeps = 0;
  /** Whether something would be lost if the page ended now. */
  #losing = false;

  /**
   * @param place names the instrument: a mode, or a site and an id
   * @param failed called when the browser has no room; once for each lesson and loop
   */
  constructor(place: string, failed: () => void) {
    this.#place = `${PREFIX} ${place} `;
    this.#key = this.#place + crypto.randomUUID();
    this.#failed = failed;
    // Never released: the browser does that when the page is gone, however that happens.
    void navigator.locks?.request(this.#key, () => new Promise(() => undefined));
    addEventListener('pagehide', () => void this.#keep());
    // A phone may end a hidden page, and its browser, without a word.
    document.addEventListener('visibilitychange', () => void this.#keep(document.hidden));
    addEventListener('beforeunload', (event) => {
      if (this.#losing) event.preventDefault();
    });
  }

  /** The latest work on this instrument that no open page holds. */
  async left(): Promise<LeftWork | undefined> {
    const held = (await navigator.locks?.query())?.held ?? [];
    const open = new Set(held.map(({ name }) => name));
    const left = (await this.#entries()).filter(({ key }) => key !== this.#key && !open.has(key));
    for (const entry of left.slice(MAX_ENTRIES)) await this.discard(entry);
    return left[0];
  }

  /** Keeps what changes from now on. */
  follow(model: Model): void {
    this.#model = model;
    this.#saved = new SavedSounds(model);
    this.#saved.add(stateOf(model).taught);
    model.listen((change) => {
      if (change === 'training') return;
      if (change === 'saved') return this.saved();
      if (change === 'examples' || change === 'loop') {
        this.#failureReported = false;
        void this.#keep(true);
      }
      this.#lasting ||= change !== 'inputs' && change !== 'held';
      const delay_ms = change === 'network' ? 0 : DELAY_MS;
      this.#timer ||= window.setTimeout(() => void this.#keep(), delay_ms);
    });
  }

  /**
   * Brings back what was left. What was taught here meanwhile is set aside, to be offered another time.
   *
   * @throws Error if the instrument has changed since, or the browser has no room for both; then nothing changes
   */
  async restore(left: LeftWork): Promise<void> {
    const model = this.#model;
    if (model === undefined) return;
    const aside = await this.#setAside(model);
    const taught = decodeBase64(left.taught);
    try {
      model.load(taught);
    } catch (error) {
      await this.#store.remove(aside);
      throw error;
    }
    model.setTrainConfig(left.settings);
    model.setVoiceSpace(left.voiceSpace);
    for (const [index, unit] of left.inputs.entries()) model.setInput(index, unit);
    if (left.held !== undefined) model.hold(left.held);
    if (left.loop !== undefined) model.keepLoop(left.loop);
    if (await this.#keep()) await this.discard(left);
  }

  discard({ key }: LeftWork): Promise<void> {
    return this.#store.remove(key);
  }

  /** Undoes `discard`. @throws Error if the browser has no room for it any more */
  async bringBack({ key, ...state }: LeftWork): Promise<void> {
    if (!(await this.#put(key, state, true))) throw new Error(PLAYER_TEXT.kept.full);
  }

  /** What was learned so far is saved elsewhere, and need not be offered again. */
  saved(): void {
    if (this.#model !== undefined) this.#saved?.add(stateOf(this.#model).taught);
    void this.#keep(true);
  }

  /** A person's presets as they are now; what equals one of them is saved. */
  set presets(presets: readonly Learned[]) {
    if (this.#saved !== undefined) this.#saved.own = presets;
    void this.#keep(true);
  }

  /** What of this model its person would miss; undefined where that is nothing. */
  #worth(model: Model): Stored | undefined {
    const state = stateOf(model);
    const saved = this.#saved?.judge(state.taught);
    if (saved?.whole && !model.holdsOwn && model.loop === '') return undefined;
    return saved?.sounds ? { ...state, sounds: 0 } : state;
  }

  /** Keeps the work of this page under a name that no page holds, if there is any. @returns the name */
  async #setAside(model: Model): Promise<string> {
    const key = this.#place + crypto.randomUUID();
    const state = this.#worth(model);
    if (state === undefined || (await this.#put(key, state, true))) return key;
    throw new Error(PLAYER_TEXT.kept.full);
  }

  /** @returns whether nothing would be lost if the page ended now */
  async #keep(lasting = this.#lasting): Promise<boolean> {
    const model = this.#model;
    if (model === undefined) return true;
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#lasting = false;
    this.#keeps += 1;
    const turn = this.#keeps;
    const state = this.#worth(model);
    const kept = state === undefined ? this.#forget() : this.#put(this.#key, state, lasting);
    const losing = !(await kept);
    if (turn === this.#keeps) this.#losing = losing;
    if (losing && !this.#failureReported) this.#failed();
    this.#failureReported ||= losing;
    return !losing;
  }

  async #forget(): Promise<true> {
    await this.#store.remove(this.#key);
    return true;
  }

  /** Where there is no room for a loop too, what was taught is kept without it. */
  async #put(key: string, state: Stored, lasting: boolean): Promise<boolean> {
    if (await this.#store.put(key, JSON.stringify(state), lasting)) return true;
    const { loop, ...rest } = state;
    return loop !== undefined && this.#store.put(key, JSON.stringify(rest), lasting);
  }

  /** All work on this instrument, the latest first, and of each the latest. */
  async #entries(): Promise<LeftWork[]> {
    const found = new Map<string, LeftWork>();
    for (const [key, text] of await this.#store.all(this.#place)) {
      const entry = v.safeParse(stored, parsed(text));
      if (!entry.success || entry.output.at <= (found.get(key)?.at ?? -1)) continue;
      found.set(key, { key, ...entry.output });
    }
    return [...found.values()].sort((a, b) => b.at - a.at);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
