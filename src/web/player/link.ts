/** Links to the player that carry what an instrument was taught, and the button that copies one. */
import { modeSpec } from '../../shared/instrument/mode-spec.ts';
import {
  decodeTaughtLink,
  encodeTaughtLink,
  isTaughtLink,
  TaughtLinkError,
} from '../../shared/taught-link.ts';
import { button, h } from '../dom.ts';
import type { Learned } from '../sound-mode/learned.ts';
import { errorSentence, type Model } from '../sound-mode/model.ts';
import { PLAYER_TEXT } from './text.ts';

const TEXT = PLAYER_TEXT.link;

/** Whether the address carries anything. */
export function isLink({ hash }: Pick<Location, 'hash'>): boolean {
  return isTaughtLink(hash);
}

/**
 * Teaches an instrument what the address carries.
 *
 * @returns whether it carries anything
 * @throws Error with a sentence if that cannot be used
 */
export function learnFromLink(model: Model, { hash }: Pick<Location, 'hash'>): boolean {
  if (!isTaughtLink(hash)) return false;
  const { mode } = model;
  try {
    model.learn(decodeTaughtLink(hash, modeSpec(mode), mode.voiceSpaces.length));
    return true;
  } catch (error) {
    const reason = error instanceof TaughtLinkError ? TEXT[error.fault] : errorSentence(error);
    throw new Error(reason);
  }
}

/** What an instrument learned, to the bit: its examples if the rest follows from them, or else all of it; its locks and its scale. */
export function learnedOf(model: Model): Learned {
  const { voiceSpace, examples, locks, scale } = model;
  const taught = model.followsFromExamples
    ? examples.map(({ inputs, params }) => ({ inputs: [...inputs], outputs: [...params] }))
    : model.save();
  return { voiceSpace, taught, ...(locks.size > 0 && { locks }), ...(scale > 0 && { scale }) };
}

/**
 * The address of a player that plays what this instrument learned, to the bit. It is short where that follows from the
 * examples; after exploring or more training it does not.
 */
function linkOf(model: Model): string {
  const { mode } = model;
  const fragment = encodeTaughtLink(modeSpec(mode), learnedOf(model));
  return `${location.origin}/?play=${mode.modeId}${fragment}`;
}

/** The panel that copies a link; where the browser does not copy, it shows it. */
export function sharePanel(
  model: () => Model | undefined,
  report: (text: string) => void,
): HTMLElement {
  const shown = h('input', {
    class: 'link',
    attributes: { readonly: true, hidden: true, 'aria-label': TEXT.label },
  });
  const copy = async (): Promise<void> => {
    const current = model();
    if (current === undefined) return;
    const link = linkOf(current);
    shown.value = link;
    try {
      await navigator.clipboard.writeText(link);
      shown.hidden = true;
      report(TEXT.copied);
    } catch {
      shown.hidden = false;
      shown.select();
      report(TEXT.copyIt);
    }
  };
  return h(
    'section',
    { class: 'panel' },
    h('h2', { text: TEXT.title }),
    h(
      'div',
      { class: 'row' },
      button(TEXT.copy, () => void copy(), { class: 'button quiet', title: TEXT.hint }),
      shown,
    ),
  );
}
