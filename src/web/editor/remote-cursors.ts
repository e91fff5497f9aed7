/** Draws other people's cursors and selections in a file, with their names and colours. */
import { type Extension, type Range, StateEffect } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view';
import type { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { readUser, type User } from '../people.ts';
import { memberMark } from './member-mark.ts';
import { cursorIn } from './peer-cursor.ts';

/** How long the name beside a cursor stays visible after the cursor moved. */
const NAME_SHOWN_MS = 2500;

interface Peer {
  readonly client: number;
  readonly user: User;
  readonly anchor: number;
  readonly head: number;
  readonly movedAt: number;
}

class Caret extends WidgetType {
  readonly #user: User;
  readonly #fresh: boolean;

  constructor(user: User, fresh: boolean) {
    super();
    this.#user = user;
    this.#fresh = fresh;
  }

  override eq(other: Caret): boolean {
    const [one, two] = [this.#user, other.#user];
    return (
      one.name === two.name &&
      one.color === two.color &&
      one.member === two.member &&
      this.#fresh === other.#fresh
    );
  }

  override toDOM(): HTMLElement {
    const caret = document.createElement('span');
    caret.className = this.#fresh ? 'peer-caret fresh' : 'peer-caret';
    caret.style.setProperty('--peer', this.#user.color);
    caret.setAttribute('aria-hidden', 'true');
    const name = document.createElement('span');
    name.className = 'peer-name';
    // Drawn by the style: a browser that replaces a selection with a cursor in it would keep text, in the file.
    name.dataset['name'] = this.#user.name;
    if (this.#user.member === true) name.append(memberMark());
    caret.append(name);
    return caret;
  }

  override get estimatedHeight(): number {
    return -1;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

const theme = EditorView.baseTheme({
  '.peer-selection': { backgroundColor: 'color-mix(in srgb, var(--peer) 28%, transparent)' },
  '.followed-line': {
    backgroundColor: 'color-mix(in srgb, var(--peer) 14%, transparent)',
    boxShadow: 'inset 3px 0 var(--peer)',
  },
  '.peer-caret': {
    position: 'relative',
    display: 'inline',
    borderInlineStart: '2px solid var(--peer)',
    marginInline: '-1px',
    pointerEvents: 'none',
  },
  '.peer-caret::before, .peer-caret::after': { content: '"\u2060"' },
  '.peer-name::before': { content: 'attr(data-name) " "' },
  '.peer-name': {
    position: 'absolute',
    insetBlockStart: '-1.25em',
    insetInlineStart: '-2px',
    padding: '0 .35em',
    borderRadius: '.3em .3em .3em 0',
    background: 'var(--peer)',
    color: '#fff',
    font: '600 .75em/1.5 system-ui, sans-serif',
    whiteSpace: 'nowrap',
    opacity: '0',
    zIndex: '20',
    transition: 'opacity .3s',
  },
  '.peer-caret.fresh .peer-name': { opacity: '1' },
  // There is no room above the first line, so names are below it there.
  '.cm-line:first-child .peer-name': { insetBlockStart: '1.3em', borderRadius: '0 .3em .3em .3em' },
});

const changed = StateEffect.define<null>();
/** Follows this person's cursor from now on, or nobody's. */
export const followPeer = StateEffect.define<number | undefined>();

class RemoteCursors {
  decorations: DecorationSet = Decoration.none;
  readonly #view: EditorView;
  readonly #awareness: Awareness;
  readonly #text: Y.Text;
  readonly #file: string;
  readonly #seen = new Map<number, { key: string; at: number }>();
  #timer = 0;
  #followed: number | undefined;

  constructor(view: EditorView, awareness: Awareness, text: Y.Text, file: string) {
    this.#view = view;
    this.#awareness = awareness;
    this.#text = text;
    this.#file = file;
    this.#awareness.on('change', this.#redraw);
    this.decorations = this.#draw();
  }

  update(update: ViewUpdate): void {
    const effects = update.transactions.flatMap((transaction) => transaction.effects);
    const peersChanged = effects.some((effect) => effect.is(changed) || effect.is(followPeer));
    for (const effect of effects) if (effect.is(followPeer)) this.#followed = effect.value;
    if (peersChanged) this.decorations = this.#draw();
    else if (update.docChanged) this.decorations = this.decorations.map(update.changes);
    if (update.docChanged || update.selectionSet || update.focusChanged) this.#announce();
  }

  destroy(): void {
    clearTimeout(this.#timer);
    this.#awareness.off('change', this.#redraw);
  }

  /** Also redraws after document updates of peers, whose cursors arrive separately from their text. */
  readonly #redraw = (): void => {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#view.dispatch({ effects: changed.of(null) }), 0);
  };

  /** Announces this browser's cursor to the others. */
  #announce(): void {
    if (!this.#view.hasFocus) return;
    const { anchor, head } = this.#view.state.selection.main;
    const cursor = { file: this.#file, anchor: this.#relative(anchor), head: this.#relative(head) };
    const own = this.#awareness.getLocalState()?.['cursor'];
    if (JSON.stringify(own) !== JSON.stringify(cursor)) {
      this.#awareness.setLocalStateField('cursor', cursor);
    }
  }

  #relative(index: number): unknown {
    return JSON.parse(JSON.stringify(Y.createRelativePositionFromTypeIndex(this.#text, index)));
  }

  #peers(): Peer[] {
    const peers: Peer[] = [];
    for (const [client, state] of this.#awareness.getStates()) {
      if (client === this.#awareness.clientID) continue;
      const peer = this.#peer(client, state);
      if (peer !== undefined) peers.push(peer);
    }
    return peers;
  }

  #peer(client: number, state: Record<string, unknown>): Peer | undefined {
    const cursor = cursorIn(state, this.#file, this.#text);
    if (cursor === undefined) return undefined;
    const key = JSON.stringify(state['cursor']);
    const last = this.#seen.get(client);
    const at = last?.key === key ? last.at : Date.now();
    this.#seen.set(client, { key, at });
    return { client, user: readUser(state['user']), ...cursor, movedAt: at };
  }

  #draw(): DecorationSet {
    const length = this.#view.state.doc.length;
    const marks: Range<Decoration>[] = [];
    let oldest = Number.POSITIVE_INFINITY;
    for (const { client, user, anchor, head, movedAt } of this.#peers()) {
      const followed = client === this.#followed;
      const [from, to] = [Math.min(anchor, head, length), Math.min(Math.max(anchor, head), length)];
      if (from < to) {
        const attributes = { style: `--peer: ${user.color}` };
        marks.push(Decoration.mark({ class: 'peer-selection', attributes }).range(from, to));
      }
      const moved = Date.now() - movedAt < NAME_SHOWN_MS;
      if (moved) oldest = Math.min(oldest, movedAt);
      const widget = new Caret(user, moved || followed);
      if (followed) marks.push(this.#lineOf(Math.min(head, length), user));
      const side = head > anchor ? -1 : 1;
      marks.push(Decoration.widget({ widget, side }).range(Math.min(head, length)));
    }
    if (Number.isFinite(oldest)) this.#fade(oldest + NAME_SHOWN_MS - Date.now());
    return Decoration.set(marks, true);
  }

  /** The whole line of the person who is followed. */
  #lineOf(head: number, { color }: User): Range<Decoration> {
    const attributes = { style: `--peer: ${color}` };
    const { from } = this.#view.state.doc.lineAt(head);
    return Decoration.line({ class: 'followed-line', attributes }).range(from);
  }

  #fade(after: number): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(
      () => this.#view.dispatch({ effects: changed.of(null) }),
      Math.max(after, 50),
    );
  }
}

/** @param file name of the text's file, which peers announce with their cursors */
export function remoteCursors(awareness: Awareness, text: Y.Text, file: string): Extension {
  const plugin = ViewPlugin.define((view) => new RemoteCursors(view, awareness, text, file), {
    decorations: ({ decorations }) => decorations,
  });
  return [theme, plugin];
}
