/** Puts a passage of an old version back where it was in the text, as an edit that can be undone. */
import { rootOfFile } from '../../shared/site/text-files.ts';
import type { Session } from '../session.ts';
import type { SiteHistory } from '../site-history.ts';
import { EDITOR_TEXT } from './text.ts';

/**
 * Replaces what is left of a passage, and what was written into it since, by what it was after `edit`.
 * Throws a sentence where edits made here are not saved yet.
 */
export async function restorePassage(
  { doc }: Session,
  history: SiteHistory,
  edit: number,
  file: string,
  range: { readonly from: number; readonly to: number },
): Promise<void> {
  await history.load();
  const { weave } = history;
  const root = weave.rootAt(file, edit);
  // A file that was deleted since, even if there is a new one of its name, has no place for the passage.
  if (root === undefined || rootOfFile(doc, file) !== root) {
    throw new Error(EDITOR_TEXT.history.fileGone(file));
  }
  const text = doc.getText(root);
  if (weave.textAt(file, weave.last).text !== text.toString()) {
    throw new Error(EDITOR_TEXT.history.unsaved);
  }
  const passage = weave.textAt(file, edit).text.slice(range.from, range.to);
  const place = weave.placeAt(root, edit, range, weave.last);
  doc.transact(() => {
    if (place.to > place.from) text.delete(place.from, place.to - place.from);
    text.insert(place.from, passage);
  });
}
