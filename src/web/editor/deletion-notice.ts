/** Tells people that somebody else has deleted a file they work in, and brings it back. */
import { bringBack, type DeletedFile } from '../../shared/site/deleted-files.ts';
import type { Session } from '../session.ts';
import { notice } from './dialog.ts';
import { changeOnce } from './single-change.ts';
import { EDITOR_TEXT } from './text.ts';

const TEXT = EDITOR_TEXT.files;

/**
 * @param isKept whether it has text that was written while it was deleted
 * @param open shows the file once it is back
 */
export function tellOfDeletion(
  session: Session,
  file: DeletedFile,
  isKept: boolean,
  open: () => void,
): void {
  const run = (): void => {
    const problem = changeOnce(session, (origin) => {
      bringBack(session.doc, file, origin);
      return TEXT.broughtBack(file.name);
    });
    if (problem === undefined) open();
    else notice(problem, 'problem');
  };
  const text = isKept ? TEXT.deletedMeanwhile : TEXT.deletedByOthers;
  notice(text(file.name), 'problem', { label: TEXT.bringBack, run });
}
