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
  report: (text: string) => void,
): HTMLElement {
  const when = new Date(left.at).toLocaleString(undefined, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  const restore = async (): Promise<void> => {
    // A second click would set aside what the first one brought back.
    offer.inert = true;
    try {
      await kept.restore(left);
      offer.remove();
      report(TEXT.restored);
    } catch (error) {
      report(errorSentence(error));
      offer.inert = false;
    }
  };
  const discard = async (): Promise<void> => {
    // A page that is left before the browser has deleted it would offer it again.
    await kept.discard(left);
    offer.remove();
    report(TEXT.discarded);
  };
  const offer = h(
    'section',
    { class: 'offer', attributes: { 'aria-label': TEXT.label } },
    h('p', { text: TEXT.offer(left.sounds, when) }),
    h(
      'div',
      { class: 'row' },
      button(TEXT.restore, () => void restore(), { class: 'button' }),
      button(TEXT.discard, () => void discard(), { class: 'button quiet' }),
    ),
  );
  return offer;
}
