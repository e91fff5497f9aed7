/** The document as the server has it, to tell its edits from those made here. */
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { guardDocument } from '../shared/site/integration-guard.ts';
import { Acknowledgements } from './acknowledgements.ts';
import { type Connection, type Link, UNREADABLE } from './connection.ts';

export type Connect = (
  doc: Y.Doc,
  awareness: Awareness,
  acknowledgements: Acknowledgements,
  changed: (link: Link) => void,
) => Connection;

/** Resolves with undefined if it cannot be merged by itself either. */
export function serverDocument(connect: Connect): Promise<Y.Doc | undefined> {
  const doc = new Y.Doc();
  guardDocument(doc);
  const awareness = new Awareness(doc);
  awareness.setLocalState(null);
  return new Promise((resolve) => {
    const connection = connect(doc, awareness, new Acknowledgements(doc), ({ loaded, code }) => {
      const unreadable = code === UNREADABLE;
      if (!loaded && !unreadable) return;
      connection.destroy();
      awareness.destroy();
      resolve(unreadable ? undefined : doc);
    });
    connection.connect();
  });
}
