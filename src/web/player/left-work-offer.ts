/** Offers to bring back what was taught in a page that is gone. */
import { button, h } from '../dom.ts';
import { errorSentence } from '../sound-mode/model.ts';
import type { KeptWork, LeftWork } from './kept-work.ts';
import { PLAYER_TEXT } from './text.ts';

const TEXT = PLAYER_TEXT.kept;

/** @param report shows a message to the person */
export function offerOf(
  kept: KeptWork,
  left: LeftWork,
  report: (...content: readonly (Node | string)[]) => void,
): HTMLElement {
  const when = new Date(left.at).toLocaleString(undefined, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  let isBusy = false;
  const answer = async (work: () => Promise<void>, done: () => void): Promise<void> => {
    // A second click on Restore would set aside what the first one brought back.
    if (isBusy) return;
    isBusy = true;
    try {
      // Until it is done: a page that is left before the browser has deleted the work would offer it again.
      await work();
      done();
    } catch (error) {
      report(errorSentence(error));
    }
    isBusy = false;
  };
  const restored = (): void => {
    offer.hidden = true;
    report(TEXT.restored);
  };
  const discarded = (): void => {
    offer.hidden = true;
    const undo = button(TEXT.undo, () => void answer(() => kept.bringBack(left), offered), {
      class: 'button quiet',
    });
    report(TEXT.discarded, undo);
    // By keys, too, it is at hand.
    undo.focus();
  };
  const offered = (): void => {
    offer.hidden = false;
    report('');
  };
  const restore = () => void answer(() => kept.restore(left), restored);
  const discard = () => void answer(() => kept.discard(left), discarded);
  const offer = h(
    'section',
    { class: 'offer', attributes: { 'aria-label': TEXT.label } },
    h('p', { text: TEXT.offer(left.sounds, when) }),
    h(
      'div',
      { class: 'row' },
      button(TEXT.restore, restore, { class: 'button' }),
      button(TEXT.discard, discard, { class: 'button quiet' }),
    ),
  );
  return offer;
}
