/** Files that somebody deletes while others have them open: what was deleted of them, and how it comes back. */
import * as Y from 'yjs';
import { deletedName, FILE_MAP, isTextRoot } from './text-files.ts';

/** Characters that were deleted side by side, and where. */
interface Piece {
  readonly words: string;
  readonly place: Y.RelativePosition;
}

export interface DeletedFile {
  readonly root: string;
  readonly name: string;
  readonly pieces: readonly Piece[];
}

/** What a transaction deleted of a text, from first to last. */
function piecesOf(text: Y.Text, { deleteSet }: Y.Transaction): Piece[] {
  const pieces: Piece[] = [];
  let words = '';
  let index = 0;
  const end = () => {
    if (words !== '') {
      pieces.push({ words, place: Y.createRelativePositionFromTypeIndex(text, index) });
    }
    words = '';
  };
  for (let item = text._start; item !== null; item = item.right) {
    if (!item.deleted) {
      end();
      index += item.length;
    } else if (item.content instanceof Y.ContentString && Y.isDeleted(deleteSet, item.id)) {
      words += item.content.str;
    }
  }
  end();
  return pieces;
}

/** The files that a transaction deleted. To be asked in `afterTransaction`: then Yjs still knows what they said. */
export function filesDeletedBy(transaction: Y.Transaction): DeletedFile[] {
  const { doc, changed } = transaction;
  const files = doc.getMap(FILE_MAP);
  const [, keys = []] = [...changed].find(([type]: readonly unknown[]) => type === files) ?? [];
  return [...keys].flatMap((key) => {
    const root = String(key);
    const name = deletedName(files.get(root));
    if (name === undefined || !isTextRoot(root)) return [];
    return [{ root, name, pieces: piecesOf(doc.getText(root), transaction) }];
  });
}

/** Brings a deleted file back, with what was written in it since. Does nothing where somebody else has brought it back. */
export function bringBack(doc: Y.Doc, { root, name, pieces }: DeletedFile, origin: unknown): void {
  const files = doc.getMap(FILE_MAP);
  const text = doc.getText(root);
  const now = text.toString();
  const isBack = pieces.every(({ words }) => now.includes(words));
  doc.transact(() => {
    if (deletedName(files.get(root)) !== undefined) files.set(root, name);
    if (isBack) return;
    for (const { words, place } of [...pieces].reverse()) {
      const at = Y.createAbsolutePositionFromRelativePosition(place, doc)?.index ?? text.length;
      text.insert(at, words);
    }
  }, origin);
}

/**
 * A deleted file in which somebody goes on writing stays, also once it is empty. To be called after every transaction of
 * this document.
 */
export function keepWritten({ doc, local, changed }: Y.Transaction): void {
  if (!local) return;
  const files = doc.getMap(FILE_MAP);
  const types = new Set<unknown>(changed.keys());
  if (types.has(files)) return;
  for (const [root, value] of files) {
    const name = deletedName(value);
    if (name === undefined || !isTextRoot(root) || !doc.share.has(root)) continue;
    if (types.has(doc.getText(root))) files.set(root, name);
  }
}
