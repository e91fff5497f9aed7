/** Keeps random sounds ready: they are searched in slices between frames, because auditions take a while. */
import type { Mode } from '../../../build/ts/mode.ts';
import type { Abi } from '../../shared/instrument/abi.ts';
import { randomSound } from '../../shared/instrument/random-sound.ts';
import { toTheEnd } from '../../shared/instrument/to-the-end.ts';
import type { Locks } from '../../shared/locks.ts';
import { Slices } from './slices.ts';

/** One to take, and one for a button that is pressed again at once. */
const READY = 2;

/** Unit values of the params. */
type Sound = readonly number[];

interface Search {
  readonly voiceSpace: number;
  readonly locks: Locks;
  readonly found: Sound[];
  steps: Generator<undefined, Sound>;
}

export class RandomSounds {
  readonly #abi: Abi;
  readonly #mode: Mode;
  #search: Search | undefined;
  readonly #slices = new Slices((isOver) => this.#work(isOver));

  constructor(abi: Abi, mode: Mode) {
    this.#abi = abi;
    this.#mode = mode;
  }

  /** Searches sounds of a voice space around locked params, until enough are ready. */
  prepare(voiceSpace: number, locks: Locks): void {
    this.#in(voiceSpace, locks);
    this.#slices.start();
  }

  /** A sound that is ready; if there is none yet, one is searched now. */
  take(voiceSpace: number, locks: Locks): Sound {
    const search = this.#in(voiceSpace, locks);
    return search.found.shift() ?? this.#finish(search);
  }

  stop(): void {
    this.#slices.stop();
    // Runs what the search would do at its end: free its instrument.
    this.#search?.steps.return([]);
    this.#search = undefined;
  }

  #in(voiceSpace: number, locks: Locks): Search {
    const search = this.#search;
    if (search?.voiceSpace === voiceSpace && search.locks === locks) return search;
    this.stop();
    this.#search = { voiceSpace, locks, found: [], steps: this.#begin(voiceSpace, locks) };
    return this.#search;
  }

  #begin(voiceSpace: number, locks: Locks): Generator<undefined, Sound> {
    const seed = Math.floor(Math.random() * 2 ** 32);
    return randomSound(this.#abi, this.#mode, voiceSpace, seed, locks);
  }

  #finish(search: Search): Sound {
    const sound = toTheEnd(search.steps);
    search.steps = this.#begin(search.voiceSpace, search.locks);
    return sound;
  }

  #work(isOver: () => boolean): boolean {
    const search = this.#search;
    if (search === undefined) return false;
    while (search.found.length < READY && !isOver()) {
      const { done, value } = search.steps.next();
      if (done !== true) continue;
      search.found.push(value);
      search.steps = this.#begin(search.voiceSpace, search.locks);
    }
    return search.found.length < READY;
  }
}
