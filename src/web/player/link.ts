/** Links to the player that carry what an instrument was taught. */
import { modeSpec } from '../../shared/instrument/mode-spec.ts';
import { decodeTaughtLink, isTaughtLink, TaughtLinkError } from '../../shared/taught-link.ts';
import { errorSentence, type Model } from '../sound-mode/model.ts';
import { PLAYER_TEXT } from './text.ts';

const TEXT = PLAYER_TEXT.link;

/**
 * Teaches an instrument what the address carries, if it carries anything.
 *
 * @throws Error with a sentence if it cannot
 */
export function learnFromLink(model: Model, { hash }: Pick<Location, 'hash'>): void {
  if (!isTaughtLink(hash)) return;
  const { mode } = model;
  try {
    const { voiceSpace, taught } = decodeTaughtLink(hash, modeSpec(mode), mode.voiceSpaces.length);
    if (taught instanceof Uint8Array) {
      model.load(taught);
    } else {
      model.learnAfresh(
        taught.map(({ inputs, outputs }) => ({
          inputs: Uint16Array.from(inputs),
          params: Uint16Array.from(outputs),
        })),
      );
    }
    model.setVoiceSpace(voiceSpace);
  } catch (error) {
    const reason = error instanceof TaughtLinkError ? TEXT[error.fault] : errorSentence(error);
    throw new Error(reason);
  }
}
