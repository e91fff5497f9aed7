/** The teaching panel: pick a sound, teach it, train; forget, vary, explore, undo and redo. */
import { button, h, setAvailable } from '../dom.ts';
import { contradictedByLast } from './contradictions.ts';
import { ExplorePanel } from './explore-panel.ts';
import { errorSentence, isManual, type Model } from './model.ts';
import { LossPlot } from './plots.ts';
import { SOUND_MODE_TEXT } from './text.ts';

const TEXT = SOUND_MODE_TEXT.teach;
const EXPLORE_TEXT = SOUND_MODE_TEXT.explore;
const VARIATION = 4096; // an eighth of the initial weights' range

/** What shapes the sound of an instrument: a hand, notes, what it hears, or the instrument itself. */
function playedBy(channels: readonly string[]): keyof typeof TEXT.start {
  if (channels.some(isManual)) return 'place';
  if (channels.some((channel) => channel.startsWith('midi_'))) return 'notes';
  return channels.some((channel) => channel.startsWith('audio_')) ? 'sound' : 'itself';
}

/** How often progress is drawn. */
const PROGRESS_MS = 100;

export class TeachPanel {
  readonly element: HTMLDivElement;
  /** The progress of a training, once there was one. */
  readonly training: HTMLElement;
  readonly #model: Model;
  readonly #report: (text: string) => void;
  readonly #loss = new LossPlot();
  readonly #count = h('p', { class: 'count' });
  readonly #hint = h('p', { class: 'hint' });
  /** Whether progress was shown a moment ago. */
  #shown = false;
  /** Whether it was trained and not taught since. */
  #trained = false;
  readonly #lessons: HTMLElement;
  #exploring: ExplorePanel | undefined;
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
      vary: act(TEXT.vary, () => model.jitter(VARIATION), TEXT.varyHint),
      explore: act(EXPLORE_TEXT.begin, () => model.explore(), EXPLORE_TEXT.beginHint),
      undo: act(TEXT.undo, () => model.undo(), TEXT.undoHint),
      redo: act(TEXT.redo, () => model.redo(), TEXT.redoHint),
    };
    const { random, defaults, teach, release, train, forget, clear, explore, vary, undo, redo } =
      this.#buttons;
    this.#lessons = h(
      'div',
      { class: 'teach' },
      h('div', { class: 'row' }, random, defaults, teach, release, explore),
      h('div', { class: 'row' }, train, vary, undo, redo, forget, clear),
    );
    this.training = h(
      'div',
      { class: 'training', attributes: { hidden: true } },
      this.#loss.canvas,
      this.#progress,
    );
    this.element = h('div', { class: 'teach' }, this.#hint, this.#lessons, this.#count);
    // Whoever comes near Surprise me will want a sound soon.
    for (const event of ['pointerenter', 'focusin'] as const) {
      this.element.addEventListener(event, () => model.prepareRandom());
    }
    this.refresh();
  }

  /** Shows what was taught, forgotten or undone. */
  taught(): void {
    this.#trained = false;
    this.refresh();
  }

  /** Shows the current state. */
  refresh(): void {
    const { exampleCount, holding, isTraining, canUndo, canRedo } = this.#model;
    const { train, release, forget, clear, undo, redo } = this.#buttons;
    this.#count.textContent = TEXT.count(exampleCount);
    this.#showExploring();
    this.#hint.textContent = this.#hintNow();
    setAvailable(release, holding);
    setAvailable(forget, exampleCount > 0);
    setAvailable(clear, exampleCount > 0);
    setAvailable(undo, canUndo);
    setAvailable(redo, canRedo);
    if (train !== undefined) {
      train.textContent = isTraining ? TEXT.stop : TEXT.train;
      setAvailable(train, exampleCount > 0);
    }
  }

  #hintNow(): string {
    if (this.#exploring !== undefined) return EXPLORE_TEXT.hint;
    const { mode, exampleCount, holding } = this.#model;
    const by = playedBy(mode.channels);
    if (holding) return TEXT.holding[by];
    if (exampleCount < 2) return TEXT.start[by];
    return this.#trained ? TEXT.trained : TEXT.ready;
  }

  /** Shows the buttons of exploring instead of the lessons while a sound is explored. */
  #showExploring(): void {
    const exploring = this.#model.explored !== undefined;
    if (exploring && this.#exploring === undefined) {
      const attempt = (action: () => void) => this.#attempt(action);
      this.#exploring = new ExplorePanel(this.#model, attempt, this.#report);
      this.#lessons.replaceWith(this.#exploring.element);
      this.#report('');
    } else if (!exploring && this.#exploring !== undefined) {
      const focused = this.#exploring.element.matches(':focus-within');
      this.#exploring.element.replaceWith(this.#lessons);
      this.#exploring = undefined;
      if (focused) this.#buttons['explore']?.focus();
    }
    this.#exploring?.refresh();
  }

  /** Shows the progress of training, now and then, and reports its end. */
  followTraining(): void {
    if (this.#model.isTraining && this.#shown) return;
    const { state, iterations, error, errors } = this.#model.training;
    this.#shown = true;
    setTimeout(() => {
      this.#shown = false;
    }, PROGRESS_MS);
    this.training.hidden = false;
    // In a frame the page is laid out anyway; here it would be once more.
    requestAnimationFrame(() => this.#loss.draw(errors));
    this.#progress.value = iterations === 0 ? '' : TEXT.progress(iterations, error.toPrecision(3));
    this.#trained = state === 'converged';
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
    const earlier = contradictedByLast(this.#model.examples, this.#model.mode.channels);
    if (earlier !== undefined) this.#report(TEXT.contradicts(earlier + 1));
    else this.#report(replaced ? TEXT.replaced : '');
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
