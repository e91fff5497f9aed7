/** The card of one param: its range, its curve, and what it does to the spectrum. */
import { UNIT_ONE } from '../../../build/ts/contract.ts';
import { type CURVES, shape } from '../../../dsl/curves.ts';
import type { HeardSpectrum } from '../../shared/instrument/slot-sound.ts';
import { paramText, stepsOf, unitOfValue } from '../../shared/instrument/values.ts';
import { button, h, setAttributes } from '../dom.ts';
import type { SoundModeElement } from '../sound-mode/element.ts';
import type { Model } from '../sound-mode/model.ts';
import { SlotPicture } from './slot-picture.ts';
import { playSweep, SWEEP_S } from './sweep.ts';
import { REFERENCE_TEXT as TEXT } from './text.ts';

type CurveName = keyof typeof CURVES;

/** The instrument of the page. */
type Player = Pick<SoundModeElement, 'stop' | 'volume'>;

const SVG = 'http://www.w3.org/2000/svg';
const POINTS = 24;

/** The curves of a param: that of the chosen voice space full, those of others dashed. */
function curvePlot(own: CurveName, others: readonly CurveName[]): SVGSVGElement {
  const plot = document.createElementNS(SVG, 'svg');
  setAttributes(plot, { viewBox: '-1 -1 42 42', class: 'curve', 'aria-hidden': 'true' });
  for (const name of [...others, own]) {
    const path = document.createElementNS(SVG, 'path');
    const points = Array.from({ length: POINTS + 1 }, (_, at) => {
      const x = at / POINTS;
      return `${(40 * x).toFixed(1)} ${(40 - 40 * shape(name, x)).toFixed(1)}`;
    });
    setAttributes(path, { d: `M${points.join('L')}`, ...(name !== own && { class: 'other' }) });
    plot.append(path);
  }
  return plot;
}

export class SlotCard {
  readonly element: HTMLLIElement;
  /** Undefined where the instrument makes no sound. */
  readonly picture: SlotPicture | undefined;
  readonly #model: Model;
  readonly #index: number;
  readonly #facts = h('dl');
  readonly #heard = h('dl', { class: 'heard' });
  readonly #figure = h('figure');
  readonly #playhead = h('span', { class: 'playhead', attributes: { hidden: true } });
  readonly #hear: HTMLButtonElement;
  #stop: (() => void) | undefined;

  /** @param player gives the volume, and is stopped when a card plays */
  constructor(model: Model, index: number, player: Player) {
    const { label = '', name = '' } = model.mode.params[index] ?? {};
    this.#model = model;
    this.#index = index;
    this.#hear = button('', () => this.#toggle(player), { class: 'button quiet' });
    this.picture = model.sounds ? new SlotPicture(model, index) : undefined;
    this.element = h(
      'li',
      { class: 'card' },
      h('h3', { text: label }),
      h('code', { text: name }),
      this.#facts,
      ...(this.picture === undefined
        ? []
        : [
            h('div', { class: 'spectrum' }, this.picture.canvas, this.#playhead),
            this.#heard,
            this.#hear,
          ]),
    );
    this.#facts.before(this.#figure);
    this.#playhead.style.animationDuration = `${SWEEP_S}s`;
    this.#showPlaying(false);
    this.#showHeard();
    this.show();
  }

  /** Shows range, curve and start of the chosen voice space. */
  show(): void {
    const { mode, voiceSpace } = this.#model;
    const param = mode.params[this.#index];
    if (param === undefined) return;
    const text = (unit: number): string => paramText(mode, voiceSpace, this.#index, unit);
    const curveIn = (space: number): CurveName =>
      mode.voiceSpaces[space]?.curves[this.#index] ?? param.curve;
    const own = curveIn(voiceSpace);
    const others = [...mode.voiceSpaces.keys()].map(curveIn).filter((name) => name !== own);
    this.#figure.replaceChildren(curvePlot(own, [...new Set(others)]));
    const steps = stepsOf(mode, voiceSpace, this.#index);
    const start = unitOfValue(mode, voiceSpace, this.#index, param.default);
    this.#list(this.#facts, [
      [TEXT.range, TEXT.to(text(0), text(UNIT_ONE))],
      [TEXT.starts, text(start)],
      [TEXT.curve, steps > 0 ? `${own}, ${TEXT.steps(steps)}` : own],
    ]);
  }

  /** Draws the picture again; pauses often. */
  *draw(): Generator<undefined, void> {
    const { picture } = this;
    if (picture === undefined) return;
    this.#showHeard();
    this.#showHeard(yield* picture.draw());
  }

  /** Shows what is heard at both ends, once it is known. */
  #showHeard(ends?: readonly [HeardSpectrum, HeardSpectrum]): void {
    const { drawing } = TEXT;
    this.#list(this.#heard, [
      [TEXT.level, ends ? TEXT.to(TEXT.lufs(ends[0].lufs), TEXT.lufs(ends[1].lufs)) : drawing],
      [
        TEXT.centroid,
        ends ? TEXT.to(TEXT.hz(ends[0].centroid_hz), TEXT.hz(ends[1].centroid_hz)) : drawing,
      ],
    ]);
  }

  /** Stops the sound if this card plays. */
  silence(): void {
    this.#stop?.();
  }

  #list(list: HTMLElement, rows: readonly (readonly [string, string])[]): void {
    list.replaceChildren(
      ...rows.map(([term, text]) => h('div', {}, h('dt', { text: term }), h('dd', { text }))),
    );
  }

  #toggle(player: Player): void {
    if (this.#stop !== undefined) {
      this.#stop();
      return;
    }
    this.#showPlaying(true);
    void player.stop();
    this.#stop = playSweep(this.#model, this.#index, player.volume, {
      started: () => {
        this.#playhead.hidden = false;
      },
      ended: () => {
        this.#stop = undefined;
        this.#showPlaying(false);
      },
    });
  }

  #showPlaying(playing: boolean): void {
    const { label = '' } = this.#model.mode.params[this.#index] ?? {};
    this.#hear.textContent = playing ? TEXT.stop : TEXT.hear;
    const full = playing ? TEXT.stopLabel(label) : TEXT.hearLabel(label);
    this.#hear.setAttribute('aria-label', full);
    if (!playing) this.#playhead.hidden = true;
  }
}
