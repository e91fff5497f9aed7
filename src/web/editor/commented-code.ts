/** The comments of a site in its code views: where they are now, and how to get there. */
import type * as Y from 'yjs';
import { anchorOf, commentPlaces, foundAgain } from '../../shared/site/comment-places.ts';
import type { CommentAnchor } from '../../shared/site/comment-protocol.ts';
import type { Thread } from '../comments.ts';
import { WEB_TEXT } from '../text.ts';
import type { CommentEvents, CommentRange } from './code-comments.ts';
import type { CodeView } from './code-view.ts';
import { COMMENT_TEXT } from './comment-text.ts';
import type { ThreadPlace } from './comment-thread.ts';
import { notice } from './dialog.ts';

/** Text that somebody wants to comment on. */
export interface Subject {
  readonly anchor: CommentAnchor;
  readonly quote: string;
  readonly file: string;
  readonly line: number;
}

interface Listener {
  comment(subject: Subject): void;
  open(thread: number): void;
}

export class CommentedCode {
  readonly #doc: Y.Doc;
  /** By root. */
  readonly #views: ReadonlyMap<string, CodeView>;
  readonly #show: (file: string) => void;
  #listener: Listener | undefined;

  /** @param show opens the tab of a file */
  constructor(doc: Y.Doc, views: ReadonlyMap<string, CodeView>, show: (file: string) => void) {
    this.#doc = doc;
    this.#views = views;
    this.#show = show;
  }

  listen(listener: Listener): void {
    this.#listener = listener;
  }

  /** What the view of this text tells. */
  eventsOf(root: string): CommentEvents {
    return {
      comment: (from, to) => {
        const subject = this.#subject(root, from, to);
        if (subject !== undefined) this.#listener?.comment(subject);
      },
      open: (thread) => this.#listener?.open(thread),
      noText: () => notice(COMMENT_TEXT.noText),
    };
  }

  #subject(root: string, from: number, to: number): Subject | undefined {
    const view = this.#views.get(root);
    const text = this.#doc.getText(root);
    if (view === undefined || to > text.length) return undefined;
    const quote = text.toString().slice(from, to);
    return {
      anchor: anchorOf(text, root, from, to),
      quote,
      file: view.file,
      line: view.lineAt(from),
    };
  }

  /** Marks the open threads in the code. Gives where all are. */
  draw(threads: readonly Thread[]): Map<number, ThreadPlace> {
    const places = new Map<number, ThreadPlace>();
    const byRoot = new Map<string, Thread[]>();
    for (const thread of threads) {
      const { anchor, file = '' } = thread.first;
      if (anchor === undefined) continue;
      places.set(thread.id, { file, line: undefined, fileGone: !this.#views.has(anchor.root) });
      byRoot.set(anchor.root, [...(byRoot.get(anchor.root) ?? []), thread]);
    }
    for (const [root, view] of this.#views) {
      const ranges: CommentRange[] = [];
      for (const [thread, { from, to }] of this.#ranges(root, byRoot.get(root) ?? [])) {
        const line = to > from ? view.lineAt(from) : undefined;
        places.set(thread.id, { file: view.file, line, fileGone: false });
        if (to === from || thread.resolved) continue;
        const said = thread.entries.filter(({ kind, deleted }) => kind === 'comment' && !deleted);
        const title = COMMENT_TEXT.mark(thread.first.by || WEB_TEXT.someone, said.length - 1);
        ranges.push({ id: thread.id, from, to, title });
      }
      view.showComments(ranges);
    }
    return places;
  }

  #ranges(root: string, threads: readonly Thread[]): [Thread, { from: number; to: number }][] {
    if (threads.length === 0) return [];
    const shared = this.#doc.getText(root);
    const anchors = new Map<Thread, CommentAnchor>();
    for (const thread of threads) {
      if (thread.first.anchor !== undefined) anchors.set(thread, thread.first.anchor);
    }
    const text = shared.toString();
    return [...commentPlaces(shared, anchors)].map(([thread, place]) => [
      thread,
      foundAgain(text, place, thread.first.quote ?? ''),
    ]);
  }

  /** Shows the text of a thread, and puts the cursor there. */
  go(thread: Thread): void {
    const { anchor } = thread.first;
    const view = anchor && this.#views.get(anchor.root);
    if (anchor === undefined || view === undefined) return;
    const [found] = this.#ranges(anchor.root, [thread]);
    if (found === undefined) return;
    this.#show(view.file);
    view.reveal(view.lineAt(found[1].from));
  }

  /** The text of this thread stands out; undefined: none does. */
  choose(thread: number | undefined): void {
    for (const view of this.#views.values()) view.chooseComment(thread);
  }
}
