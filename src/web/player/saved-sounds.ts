/** Knows whether what an instrument learned is saved elsewhere: in a preset, a file or a site. */
import { type Choices, NO_CHOICES } from '../../shared/choices.ts';
import { decodeTaught } from '../../shared/taught.ts';
import type { Learned } from '../sound-mode/learned.ts';
import type { Model } from '../sound-mode/model.ts';
import { factorySounds, isSound } from '../sound-mode/preset-menu.ts';

/** Of a taught file: whether all of it is saved, or only its sounds, and not what is locked or the scale. */
export interface Judgement {
  readonly whole: boolean;
  readonly sounds: boolean;
}

const choicesOf = ({ taught, locks, scale }: Learned): Choices =>
  taught instanceof Uint8Array
    ? decodeTaught(taught)
    : { locks: locks ?? NO_CHOICES.locks, scale: scale ?? NO_CHOICES.scale };

const sameChoices = (a: Choices, b: Choices): boolean =>
  a.scale === b.scale &&
  a.locks.size === b.locks.size &&
  [...a.locks].every(([index, unit]) => b.locks.get(index) === unit);

export class SavedSounds {
  readonly #model: Model;
  /** Taught files in base64. */
  readonly #files = new Set<string>();
  readonly #factory: readonly Learned[];
  #own: readonly Learned[] = [];
  /** The last one, because comparing with presets takes a while. */
  #judged: (Judgement & { readonly taught: string }) | undefined;

  constructor(model: Model) {
    this.#model = model;
    this.#factory = factorySounds(model.mode.modeId);
  }

  set own(presets: readonly Learned[]) {
    this.#own = presets;
    this.#judged = undefined;
  }

  /** @param taught a file in base64 that is saved elsewhere */
  add(taught: string): void {
    this.#files.add(taught);
    this.#judged = undefined;
  }

  /** @param taught what the instrument learned now, in base64 */
  judge(taught: string): Judgement {
    if (this.#judged?.taught !== taught) this.#judged = { taught, ...this.#judge(taught) };
    return this.#judged;
  }

  #judge(taught: string): Judgement {
    if (this.#files.has(taught)) return { whole: true, sounds: true };
    const model = this.#model;
    const { voiceSpace } = model;
    const same = [...this.#factory, ...this.#own].filter((preset) =>
      isSound(model, { ...preset, voiceSpace }),
    );
    const whole = same.some((preset) => sameChoices(choicesOf(preset), model));
    return { whole, sounds: same.length > 0 };
  }
}
