/** The menu of presets: those of the mode, and what its page adds. It shows which of them the instrument is now. */
import { type Preset, presetsOf } from '../../shared/instrument/presets.ts';
import { withChoices } from '../../shared/taught.ts';
import { h } from '../dom.ts';
import type { Learned } from './learned.ts';
import type { Example } from './lessons.ts';
import type { Model } from './model.ts';
import { SOUND_MODE_TEXT } from './text.ts';

const TEXT = SOUND_MODE_TEXT.presets;

/** A named sound that the menu offers. */
export interface NamedSound extends Learned {
  readonly name: string;
}

const factorySound = ({ name, voiceSpace, examples }: Preset): NamedSound => ({
  name,
  voiceSpace,
  taught: examples,
});

/** The presets of a mode. */
export const factorySounds = (modeId: string): readonly NamedSound[] =>
  presetsOf(modeId).map(factorySound);

export const presetNamed = (modeId: string, name: string): NamedSound | undefined =>
  factorySounds(modeId).find((preset) => preset.name === name);

const equal = (a: ArrayLike<number>, b: ArrayLike<number>): boolean =>
  a.length === b.length && Array.prototype.every.call(a, (value, at) => value === b[at]);

/** Whether an instrument has learned what it would have after choosing this sound, whatever is locked, in any scale. */
export function isSound(model: Model, { voiceSpace, taught }: Learned): boolean {
  if (model.voiceSpace !== voiceSpace) return false;
  if (taught instanceof Uint8Array) return equal(withChoices(taught), withChoices(model.save()));
  const { examples } = model;
  const same = ({ inputs, params }: Example, at: number) =>
    equal(inputs, taught[at]?.inputs ?? []) && equal(params, taught[at]?.outputs ?? []);
  return examples.length === taught.length && examples.every(same) && model.followsFromExamples;
}

export class PresetMenu {
  readonly element: HTMLElement;
  readonly #model: Model;
  readonly #select = h('select', { attributes: { 'aria-label': TEXT.label } });
  readonly #factory: readonly NamedSound[];
  /** Stands for what is no preset. */
  readonly #other = h('option', { text: TEXT.untaught, attributes: { value: '' } });
  #own: readonly NamedSound[] = [];
  /** What was there before a preset was chosen. */
  #custom: Learned | undefined;

  constructor(model: Model) {
    this.#model = model;
    this.#factory = factorySounds(model.mode.modeId);
    this.element = h(
      'label',
      { class: 'preset', attributes: { part: 'preset' } },
      h('span', { text: TEXT.label }),
      this.#select,
    );
    this.#select.addEventListener('change', () => this.#choose(this.#select.value));
    model.listen((change) => {
      if (change === 'network' || change === 'voice-space') this.#show();
    });
    this.#fill();
  }

  /** Offers these beside the presets of the mode. */
  set own(sounds: readonly NamedSound[]) {
    this.#own = sounds;
    this.#fill();
  }

  get #sounds(): readonly NamedSound[] {
    return [...this.#factory, ...this.#own];
  }

  #fill(): void {
    const option = ({ name }: NamedSound, value: number) =>
      h('option', { text: name, attributes: { value } });
    const own = this.#own.map((sound, at) => option(sound, this.#factory.length + at));
    this.#select.replaceChildren(
      this.#other,
      ...this.#factory.map(option),
      ...(own.length === 0 ? [] : [h('optgroup', { attributes: { label: TEXT.own } }, ...own)]),
    );
    this.element.hidden = this.#sounds.length === 0;
    this.#show();
  }

  #choose(value: string): void {
    const model = this.#model;
    const chosen = value === '' ? this.#custom : this.#sounds[Number(value)];
    const { voiceSpace } = model;
    // Kept to return to; a preset is in the menu anyway.
    if (value !== '' && this.#current() < 0) this.#custom = { voiceSpace, taught: model.save() };
    if (chosen !== undefined) model.learn(chosen);
    this.#show();
  }

  #current(): number {
    return this.#sounds.findIndex((sound) => isSound(this.#model, sound));
  }

  #show(): void {
    const current = this.#current();
    // Under a preset, it says what to return to.
    if (current < 0) {
      this.#other.textContent = this.#model.exampleCount === 0 ? TEXT.untaught : TEXT.custom;
    }
    this.#select.value = current < 0 ? '' : String(current);
  }
}
