/** Where another person's cursor is, as their browser announces it. */
import * as v from 'valibot';
import * as Y from 'yjs';

/** A Yjs relative position, which Yjs validates when it resolves it. */
const position = v.record(v.string(), v.unknown());
const cursorState = v.object({ file: v.string(), anchor: position, head: position });

/** A file, and a line of it from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

export interface PeerCursor {
  readonly anchor: number;
  readonly head: number;
}

/** The name of the text in the document that someone's cursor is in. A malformed cursor is none. */
export function fileOf(state: Record<string, unknown>): string | undefined {
  const cursor = v.safeParse(cursorState, state['cursor']);
  return cursor.success ? cursor.output.file : undefined;
}

/** Someone's cursor in this text of that name; undefined if it is elsewhere, or its text has not arrived. */
export function cursorIn(
  state: Record<string, unknown>,
  file: string,
  text: Y.Text,
): PeerCursor | undefined {
  const cursor = v.safeParse(cursorState, state['cursor']);
  if (!cursor.success || cursor.output.file !== file) return undefined;
  try {
    const anchor = absolute(text, cursor.output.anchor);
    const head = absolute(text, cursor.output.head);
    return anchor === undefined || head === undefined ? undefined : { anchor, head };
  } catch {
    return undefined;
  }
}

function absolute(text: Y.Text, relative: Record<string, unknown>): number | undefined {
  if (text.doc === null) return undefined;
  const found = Y.createAbsolutePositionFromRelativePosition(
    Y.createRelativePositionFromJSON(relative),
    text.doc,
  );
  return found?.type === text ? found.index : undefined;
}
