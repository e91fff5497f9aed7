/**
 * Presets of one's own: kept in this browser for each instrument, and exported as one JSON file.
 *
 * Both have the same form. What a preset sounds like is written as in a link to the player: the examples, or the taught
 * file where the network does not follow from them.
 */
import * as v from 'valibot';
import type { Mode } from '../../../build/ts/mode.ts';
import { modeSpec } from '../../shared/instrument/mode-spec.ts';
import {
  MAX_NAME_CHARACTERS,
  MAX_PRESETS,
  PresetName,
  PresetsFileError,
  type PresetsOwner,
  readPresets,
  writePresets,
} from '../../shared/presets-file.ts';
import { forget, keep, recall } from '../browser-storage.ts';
import type { NamedSound } from '../sound-mode/preset-menu.ts';
import { PLAYER_TEXT } from './text.ts';

const TEXT = PLAYER_TEXT.presets;

const ownerOf = (mode: Mode): PresetsOwner => ({
  modeId: mode.modeId,
  shape: modeSpec(mode),
  voiceSpaces: mode.voiceSpaces.length,
});

function sentenceOf({ fault, subject }: PresetsFileError): string {
  switch (fault) {
    case 'notPresets':
      return TEXT.notPresets;
    case 'newer':
      return TEXT.newer;
    case 'damaged':
      return TEXT.damaged(subject);
    case 'otherMode':
      return TEXT.otherMode(subject);
    case 'sound newer':
      return TEXT.sound.newer(subject);
    case 'sound foreign':
      return TEXT.sound.foreign(subject);
    case 'sound damaged':
      return TEXT.sound.damaged(subject);
  }
}

/** @throws Error with a sentence if the text is no list of presets of this mode */
function read(mode: Mode, text: string): readonly NamedSound[] {
  try {
    return readPresets(ownerOf(mode), text);
  } catch (error) {
    throw error instanceof PresetsFileError ? new Error(sentenceOf(error)) : error;
  }
}

/** A name that none of these has: with a number behind it if need be. */
function unusedName(wanted: string, presets: readonly NamedSound[]): string {
  const taken = new Set(presets.map((preset) => preset.name));
  if (!taken.has(wanted)) return wanted;
  for (let count = 2; ; count += 1) {
    const number = ` ${count}`;
    const candidate = wanted.slice(0, MAX_NAME_CHARACTERS - number.length) + number;
    if (!taken.has(candidate)) return candidate;
  }
}

/** The presets of one instrument in this browser. Every change is stored before it counts. */
export class OwnPresets {
  readonly #mode: Mode;
  readonly #key: string;
  /** The stored text before and after the last change that was made here. */
  #change: { readonly before: string | null; readonly after: string } | undefined;

  constructor(mode: Mode) {
    this.#mode = mode;
    this.#key = `ensemble.presets ${mode.modeId}`;
  }

  /** Calls `listener` when another page of this browser changed them. */
  follow(listener: () => void): void {
    addEventListener('storage', ({ key }) => {
      if (key === this.#key || key === null) listener();
    });
  }

  /** @throws Error with a sentence if what is stored cannot be read; it is left as it is */
  list(): readonly NamedSound[] {
    const text = this.#text();
    return text === null ? [] : read(this.#mode, text);
  }

  /** Adds a preset at the end, or replaces the one of this name. @returns whether it replaced one */
  save(preset: NamedSound): boolean {
    const presets = this.#changeable();
    const at = presets.findIndex((one) => one.name === preset.name);
    this.#store(at < 0 ? [...presets, preset] : presets.with(at, preset));
    return at >= 0;
  }

  /** @throws Error with a sentence if the name is empty, too long or taken; then nothing changes */
  rename(from: string, to: string): void {
    const wanted = to.trim();
    if (wanted === from) return;
    if (!v.is(PresetName, wanted)) throw new Error(TEXT.nameRule);
    const presets = this.#changeable();
    if (presets.some((one) => one.name === wanted)) throw new Error(TEXT.nameTaken(wanted));
    this.#store(presets.map((one) => (one.name === from ? { ...one, name: wanted } : one)));
  }

  /** Moves a preset by so many places, within the list. */
  move(moved: string, by: -1 | 1): void {
    const presets = [...this.#changeable()];
    const at = presets.findIndex((one) => one.name === moved);
    const to = at + by;
    const [one, other] = [presets[at], presets[to]];
    if (one === undefined || other === undefined) return;
    presets[at] = other;
    presets[to] = one;
    this.#store(presets);
  }

  delete(deleted: string): void {
    this.#store(this.#changeable().filter((one) => one.name !== deleted));
  }

  /** Whether the last change was made here and can be undone: other pages may have changed them since. */
  get canUndo(): boolean {
    return this.#change !== undefined && this.#change.after === this.#text();
  }

  /** Undoes the last change made here. @throws Error with a sentence if it cannot be undone */
  undo(): void {
    const change = this.canUndo ? this.#change : undefined;
    this.#change = undefined;
    if (change === undefined) throw new Error(TEXT.changedElsewhere);
    if (change.before === null) forget(this.#key);
    else this.#write(change.before);
  }

  /** All of them as the text of a file, also if they cannot be read here; empty if there are none. */
  exported(): string {
    return this.#text() ?? '';
  }

  /**
   * Adds the presets of an exported file behind those there are; a name that is taken gets a number.
   *
   * @returns how many
   * @throws Error with a sentence if it is no such file; then nothing changes
   */
  import(text: string): number {
    const added = read(this.#mode, text);
    const presets = [...this.#changeable()];
    for (const one of added) presets.push({ ...one, name: unusedName(one.name, presets) });
    this.#store(presets);
    return added.length;
  }

  /** What a change begins from: a list that cannot be read is set aside, not overwritten. */
  #changeable(): readonly NamedSound[] {
    try {
      return this.list();
    } catch {
      const text = this.#text();
      if (text !== null) this.#write(text, `${this.#key} unreadable`);
      return [];
    }
  }

  #text(): string | null {
    return recall(this.#key) ?? null;
  }

  #store(presets: readonly NamedSound[]): void {
    if (presets.length > MAX_PRESETS) throw new Error(TEXT.tooMany(MAX_PRESETS));
    const before = this.#text();
    const after = writePresets(ownerOf(this.#mode), presets);
    this.#write(after);
    this.#change = { before, after };
  }

  #write(text: string, key = this.#key): void {
    if (!keep(key, text)) throw new Error(TEXT.full);
  }
}
