/** Tidies the code of a file, in a worker whose script is loaded when it is first needed. */
import * as v from 'valibot';
import { restoreText } from '../../shared/site/restore.ts';
import { textOfFile } from '../../shared/site/text-files.ts';
import { FormatReply, type FormatRequest } from '../format-worker/messages.ts';
import type { Session } from '../session.ts';
import { notice } from './dialog.ts';
import { FORMAT_TEXT as TEXT } from './format-text.ts';
import { askWorker, workerUrl } from './own-worker.ts';
import { changeOnce, type FileUndos, undoneInFiles } from './single-change.ts';

/** The longest that a file may take; a page of 200 KB takes two seconds on slow machines. */
const LIMIT_MS = 30_000;
/** Of a file in which others write meanwhile. */
const TRIES = 3;

export interface FormatOptions {
  readonly session: Session;
  readonly undos: FileUndos;
  /** The file whose tab is selected. */
  readonly file: string;
  reveal(file: string, line: number): void;
}

let script: Promise<URL | string> | undefined;

async function loadScript(username: string): Promise<URL | string> {
  const answer = await fetch(`/member/${username}?format`);
  if (!answer.ok) throw new Error(answer.statusText);
  return workerUrl(await answer.text());
}

/** Undefined where it takes too long. */
async function tidied(script: URL | string, request: FormatRequest) {
  return v.parse(v.optional(FormatReply), await askWorker(script, request, LIMIT_MS));
}

const endingOf = (file: string): FormatRequest['ending'] | undefined =>
  (['html', 'css', 'js'] as const).find((ending) => file.endsWith(`.${ending}`));

/** Tidies a file as one edit that can be undone; lines that stay keep their authors. Says what became of it. */
export async function formatFile(options: FormatOptions): Promise<void> {
  const { session, undos, file, reveal } = options;
  const ending = endingOf(file);
  const text = textOfFile(session.doc, file);
  if (ending === undefined || text === undefined) return notice(TEXT.notCode, 'problem');
  script ??= loadScript(session.username);
  const address = await script.catch(() => undefined);
  if (address === undefined) {
    script = undefined;
    return notice(TEXT.notLoaded, 'problem');
  }
  for (let turn = 0; turn < TRIES; turn += 1) {
    const before = text.toString();
    const reply = await tidied(address, { ending, text: before });
    if (reply === undefined) return notice(TEXT.slow(file), 'problem');
    if ('problem' in reply) {
      if (reply.line !== undefined) reveal(file, reply.line);
      return notice(TEXT.problem(file, reply.problem, reply.line), 'problem');
    }
    if (reply.text === before) return notice(TEXT.tidy(file));
    if (text.toString() !== before) continue;
    const problem = changeOnce(session, (origin) => {
      undoneInFiles(undos, origin, () => {
        session.doc.transact(() => restoreText(text, reply.text), origin);
      });
      return TEXT.done(file);
    });
    return problem === undefined ? undefined : notice(problem, 'problem');
  }
  notice(TEXT.busy(file), 'problem');
}

/** Tidies when Alt, Shift and F are pressed anywhere on the page. */
export function listenForFormat(format: () => void): void {
  addEventListener('keydown', (event) => {
    const { code, altKey, shiftKey, ctrlKey, metaKey } = event;
    if (code !== 'KeyF' || !altKey || !shiftKey || ctrlKey || metaKey) return;
    event.preventDefault();
    if (document.querySelector('dialog[open]') === null) format();
  });
}
