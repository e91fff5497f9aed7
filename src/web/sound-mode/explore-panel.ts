/** The buttons of exploring by ear, in place of those of teaching. */
import { button, h, setAvailable } from '../dom.ts';
import { contradictedByLast } from './contradictions.ts';
import type { Model } from './model.ts';
import { SOUND_MODE_TEXT } from './text.ts';

const TEXT = SOUND_MODE_TEXT.explore;

export class ExplorePanel {
  readonly element: HTMLElement;
  readonly #model: Model;
  readonly #undo: HTMLButtonElement;

  /** @param attempt runs an action and reports why it failed; @param report shows a message to the person */
  constructor(model: Model, attempt: (action: () => void) => void, report: (text: string) => void) {
    this.#model = model;
    const act = (label: string, action: () => void, title: string, kind = 'quiet') =>
      button(label, () => attempt(action), { title, class: kind });
    const keep = (): void => {
      const replaced = model.teach();
      const earlier = contradictedByLast(model.examples, model.mode.channels);
      if (earlier !== undefined) report(SOUND_MODE_TEXT.teach.contradicts(earlier + 1));
      else report(replaced ? TEXT.keptInstead : TEXT.kept);
    };
    this.#undo = act(TEXT.undo, () => model.undoExploring(), TEXT.undoHint);
    this.element = h(
      'div',
      { class: 'row' },
      act(TEXT.like, () => model.like(), TEXT.likeHint, 'main'),
      act(TEXT.dislike, () => model.dislike(), TEXT.dislikeHint),
      act(TEXT.keep, keep, TEXT.keepHint, 'main'),
      this.#undo,
      act(TEXT.done, () => model.stopExploring(), TEXT.doneHint),
    );
    this.refresh();
  }

  refresh(): void {
    setAvailable(this.#undo, (this.#model.explored?.presses ?? 0) > 0);
  }
}
