/** Teaching: hold a sound, find its place, teach; then train and watch; forget, take back, explore. */
import { button, h } from '../dom.ts';
import { type Model, sentenceFor } from './model.ts';
import { LossPlot } from './plots.ts';

const EXPLORE = 4096; // an eighth of a first draw

export class TeachPanel {
  readonly element: HTMLDivElement;
  readonly #model: Model;
  readonly #say: (sentence: string) => void;
  readonly #loss = new LossPlot();
  readonly #count = h('p', { class: 'count' });
  readonly #hint = h('p', { class: 'hint' });
  readonly #course: HTMLElement;
  readonly #progress = h('output', { class: 'progress', attributes: { 'aria-live': 'off' } });
  readonly #buttons: Readonly<Record<string, HTMLButtonElement>>;

  /** `say` tells the player a sentence. */
  constructor(model: Model, say: (sentence: string) => void) {
    this.#model = model;
    this.#say = say;
    const act = (label: string, action: () => void, title: string, kind = 'quiet') =>
      button(label, () => this.#attempt(action), { title, class: kind });
    this.#buttons = {
      random: act('Surprise me', () => model.holdRandom(), 'Hold a sound nobody chose'),
      plain: act(
        'Plain sound',
        () => model.holdDefaults(),
        'Hold the sound the instrument declares',
      ),
      teach: act('Teach here', () => this.#teach(), 'Here it shall sound as it sounds now', 'main'),
      release: act('Let go', () => model.release(), 'The gesture plays again'),
      train: act('Train', () => this.#train(), 'Learn all taught sounds', 'main'),
      forget: act('Forget nearest', () => model.removeNearest(), 'Forget the nearest taught sound'),
      clear: act('Forget all', () => model.clearExamples(), 'Forget every taught sound'),
      explore: act('Explore', () => model.jitter(EXPLORE), 'Move the whole map a little'),
      undo: act(
        'Undo',
        () => model.undo(),
        'Take back the last training or exploring; again to redo',
      ),
    };
    const { random, plain, teach, release, train, forget, clear, explore, undo } = this.#buttons;
    this.#course = h(
      'div',
      { class: 'training', attributes: { hidden: true } },
      this.#loss.canvas,
      this.#progress,
    );
    this.element = h(
      'div',
      { class: 'teach' },
      this.#hint,
      h('div', { class: 'row' }, random, plain, teach, release),
      h('div', { class: 'row' }, train, explore, undo, forget, clear),
      this.#count,
      this.#course,
    );
    this.refresh();
  }

  /** Shows how things stand. */
  refresh(): void {
    const { exampleCount, holding, isTraining } = this.#model;
    const { train, release, forget, clear } = this.#buttons;
    const one = exampleCount === 1;
    this.#count.textContent = `${exampleCount} ${one ? 'sound' : 'sounds'} taught`;
    this.#hint.textContent = holding
      ? 'This sound is held. Move to where it belongs, then teach it here.'
      : exampleCount < 2
        ? 'Find a sound, move to its place, teach it. Teach another elsewhere, then train.'
        : 'Train, and between the taught places lie the sounds between.';
    release?.toggleAttribute('disabled', !holding);
    forget?.toggleAttribute('disabled', exampleCount === 0);
    clear?.toggleAttribute('disabled', exampleCount === 0);
    if (train !== undefined) {
      train.textContent = isTraining ? 'Stop' : 'Train';
      train.toggleAttribute('disabled', exampleCount === 0);
    }
  }

  /** Draws the training's way so far; tells its end. */
  training(): void {
    const { state, iterations, error, errors } = this.#model.training;
    this.#course.hidden = false;
    this.#loss.draw(errors);
    this.#progress.value =
      iterations === 0 ? '' : `${iterations} passes, error ${error.toPrecision(3)}`;
    this.refresh();
    if (state === 'converged') this.#say(`Learned in ${iterations} passes.`);
    if (state === 'exhausted') this.#tellWorst();
  }

  #tellWorst(): void {
    const { worst } = this.#model;
    const which =
      worst === undefined ? '' : ` Sound ${worst + 1} fits worst: forget it, or teach it again.`;
    this.#say(`The sounds lie too close together, or ask more than this network can hold.${which}`);
  }

  #teach(): void {
    const anew = this.#model.teach();
    this.#say(anew ? 'The sound that was taught here before is replaced.' : '');
  }

  #train(): void {
    if (this.#model.isTraining) this.#model.cancelTraining();
    else this.#model.train();
  }

  #attempt(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.#say(sentenceFor(error));
    }
  }
}
