/** A picture of what a param does to the spectrum: the param from left to right, frequency from bottom to top. */
import { UNIT_ONE } from '../../../build/ts/contract.ts';
import { BANDS, type HeardSpectrum, spectrumOf } from '../../shared/instrument/slot-sound.ts';
import { stepsOf, unitOfStep } from '../../shared/instrument/values.ts';
import { h } from '../dom.ts';
import type { Model } from '../sound-mode/model.ts';
import { REFERENCE_TEXT } from './text.ts';

/** Places of the param that are heard, where it has no fewer steps. */
const MAX_COLUMNS = 16;
/** Sound of each place, after half a second in which it settles. */
const SECONDS = 0.6;
/** Below the strongest partial of the picture. */
const RANGE_DB = 54;

export class SlotPicture {
  readonly canvas = h('canvas', { attributes: { role: 'img' } });
  /** Whether the sound has changed since it was drawn. */
  stale = true;
  readonly #model: Model;
  readonly #index: number;

  constructor(model: Model, index: number) {
    this.#model = model;
    this.#index = index;
    this.canvas.setAttribute(
      'aria-label',
      REFERENCE_TEXT.picture(model.mode.params[index]?.label ?? ''),
    );
  }

  /** Listens to all places and draws them; pauses often. @returns what is heard at both ends */
  *draw(): Generator<undefined, readonly [HeardSpectrum, HeardSpectrum] | undefined> {
    this.stale = false;
    const heard: HeardSpectrum[] = [];
    for (const unit of this.#places()) {
      const move = { index: this.#index, from: unit, to: unit };
      heard.push(yield* spectrumOf(yield* this.#model.slotSound(move, SECONDS)));
      yield;
    }
    this.#paint(heard);
    const [first, last] = [heard[0], heard.at(-1)];
    return first && last && [first, last];
  }

  /** Unit values from the lowest to the highest. */
  #places(): number[] {
    const { mode, voiceSpace } = this.#model;
    const steps = stepsOf(mode, voiceSpace, this.#index);
    const columns = steps > 0 ? Math.min(steps, MAX_COLUMNS) : MAX_COLUMNS;
    return Array.from({ length: columns }, (_, column) => {
      const share = column / (columns - 1);
      if (steps === 0) return Math.round(share * UNIT_ONE);
      return unitOfStep(mode, voiceSpace, this.#index, Math.round(share * (steps - 1)));
    });
  }

  #paint(heard: readonly HeardSpectrum[]): void {
    const { canvas } = this;
    canvas.width = heard.length;
    canvas.height = BANDS;
    const context = canvas.getContext('2d');
    if (context === null) return;
    context.fillStyle = getComputedStyle(canvas).color;
    const strongest = Math.max(...heard.map(({ bands }) => Math.max(...bands)));
    for (const [column, { bands }] of heard.entries()) {
      for (const [band, db] of bands.entries()) {
        context.globalAlpha = Math.max(0, 1 - (strongest - db) / RANGE_DB) ** 1.5;
        context.fillRect(column, BANDS - 1 - band, 1, 1);
      }
    }
  }
}
