/** One change of a site with an Undo of its own, in the notice that says what was done. */
import * as Y from 'yjs';
import type { Session } from '../session.ts';
import { WEB_TEXT } from '../text.ts';
import { notice } from './dialog.ts';
import { errorSentence } from './error-sentence.ts';
import { EDITOR_TEXT } from './text.ts';

/** The undo managers of the files, where Undo takes back what was changed there. */
export type FileUndos = readonly Y.UndoManager[];

/** Makes a change of an origin that Undo takes back in every file, as a step of its own. */
export function undoneInFiles<Result>(
  undos: FileUndos,
  origin: object,
  make: () => Result,
): Result {
  for (const undo of undos) {
    undo.addTrackedOrigin(origin);
    undo.stopCapturing();
  }
  try {
    return make();
  } finally {
    for (const undo of undos) {
      undo.stopCapturing();
      undo.removeTrackedOrigin(origin);
    }
  }
}

/**
 * Makes one change and offers to undo exactly that, whatever is edited meanwhile, for as long as the notice is shown.
 *
 * @param make makes it as edits of the origin it is given, and gives what the notice says; throws an Error with a sentence,
 *   and changes nothing, where it cannot be made
 * @returns the sentence where it is not made
 */
export function changeOnce(
  { doc, writable }: Session,
  make: (origin: object) => string,
): string | undefined {
  if (!writable) return WEB_TEXT.notEditable;
  const origin = {};
  const undo = new Y.UndoManager(doc, { trackedOrigins: new Set([origin]) });
  const discard = (): void => undo.destroy();
  try {
    const run = (): void => void undo.undo();
    notice(make(origin), 'info', { label: EDITOR_TEXT.files.undo, run, discard });
  } catch (error) {
    discard();
    return errorSentence(error);
  }
  return undefined;
}
