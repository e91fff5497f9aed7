/** The teaching panel: pick a sound, teach it, train; forget, explore and undo. */
import { button, h } from '../dom.ts';
import { errorSentence, type Model } from './model.ts';
import { LossPlot } from './plots.ts';
import { SOUND_MODE_TEXT } from './text.ts';

const TEXT = SOUND_MODE_TEXT.teach;
const EXPLORE = 4096; // an eighth of the initial weights' range

export class TeachPanel {
  readonly element: HTMLDivElement;
  readonly #model: Model;
  readonly #report: (text: string) => void;
  readonly #loss = new LossPlot();
  readonly #count = h('p', { class: 'count' });
  readonly #hint = h('p', { class: 'hint' });
  readonly #training: HTMLElement;
  readonly #progress = h('output', { class: 'progress', attributes: { 'aria-live': 'off' } });
  readonly #buttons: Readonly<Record<string, HTMLButtonElement>>;

  /** @param report shows a message to the person */
  constructor(model: Model, report: (text: string) => void) {
    this.#model = model;
    this.#report = report;
    const act = (label: string, action: () => void, title: string, kind = 'quiet') =>
      button(label, () => this.#attempt(action), { title, class: kind });
    this.#buttons = {
      random: act(TEXT.random, () => model.holdRandom(), TEXT.randomHint),
      defaults: act(TEXT.default, () => model.holdDefaults(), TEXT.defaultHint),
      teach: act(TEXT.teach, () => this.#teach(), TEXT.teachHint, 'main'),
      release: act(TEXT.release, () => model.release(), TEXT.releaseHint),
      train: act(TEXT.train, () => this.#train(), TEXT.trainHint, 'main'),
      forget: act(TEXT.forget, () => this.#forget(() => model.removeNearest()), TEXT.forgetHint),
      clear: act(
        TEXT.forgetAll,
        () => this.#forget(() => model.clearExamples()),
        TEXT.forgetAllHint,
      ),
      explore: act(TEXT.explore, () => model.jitter(EXPLORE), TEXT.exploreHint),
      undo: act(TEXT.undo, () => model.undo(), TEXT.undoHint),
    };
    const { random, defaults, teach, release, train, forget, clear, explore, undo } = this.#buttons;
    this.#training = h(
      'div',
      { class: 'training', attributes: { hidden: true } },
      this.#loss.canvas,
      this.#progress,
    );
    this.element = h(
      'div',
      { class: 'teach' },
      this.#hint,
      h('div', { class: 'row' }, random, defaults, teach, release),
      h('div', { class: 'row' }, train, explore, undo, forget, clear),
      this.#count,
      this.#training,
    );
    this.refresh();
  }

  /** Shows the current state. */
  refresh(): void {
    const { exampleCount, holding, isTraining } = this.#model;
    const { train, release, forget, clear } = this.#buttons;
    this.#count.textContent = TEXT.count(exampleCount);
    this.#hint.textContent = holding ? TEXT.holding : exampleCount < 2 ? TEXT.start : TEXT.ready;
    release?.toggleAttribute('disabled', !holding);
    forget?.toggleAttribute('disabled', exampleCount === 0);
    clear?.toggleAttribute('disabled', exampleCount === 0);
    if (train !== undefined) {
      train.textContent = isTraining ? TEXT.stop : TEXT.train;
      train.toggleAttribute('disabled', exampleCount === 0);
    }
  }

  /** Shows the progress of training and reports its end. */
  training(): void {
    const { state, iterations, error, errors } = this.#model.training;
    this.#training.hidden = false;
    this.#loss.draw(errors);
    this.#progress.value = iterations === 0 ? '' : TEXT.progress(iterations, error.toPrecision(3));
    this.refresh();
    if (state === 'converged') {
      this.#report(iterations === 1 ? TEXT.nothingToTrain : TEXT.learned(iterations));
    }
    if (state === 'exhausted') this.#reportWorst(iterations);
  }

  #reportWorst(iterations: number): void {
    const { worst } = this.#model;
    const advice = worst === undefined ? '' : ` ${TEXT.worst(worst + 1)}`;
    this.#report(`${TEXT.notLearned(iterations)}${advice}`);
  }

  #teach(): void {
    const replaced = this.#model.teach();
    this.#report(replaced ? TEXT.replaced : '');
  }

  #forget(action: () => void): void {
    const before = this.#model.exampleCount;
    action();
    this.#report(TEXT.forgotten(before - this.#model.exampleCount));
  }

  #train(): void {
    if (this.#model.isTraining) this.#model.cancelTraining();
    else this.#model.train();
  }

  #attempt(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.#report(errorSentence(error));
    }
  }
}
