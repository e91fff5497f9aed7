/** Follows someone's cursor from file to file until one's own typing, a click in the code, or Escape. */
import type * as Y from 'yjs';
import { button, h } from '../dom.ts';
import { readUser } from '../people.ts';
import type { Session } from '../session.ts';
import { notice } from './dialog.ts';
import { EDITOR_TEXT } from './text.ts';
import type { WorkPane } from './work-pane.ts';

const TEXT = EDITOR_TEXT.people;

interface Change {
  readonly updated: readonly number[];
  readonly removed: readonly number[];
}

export class Follower {
  readonly #session: Session;
  readonly #work: WorkPane;
  readonly #changed: () => void;
  readonly #name = h('span');
  readonly #stop = button(TEXT.stopFollowing, () => this.stop(), { class: 'link' });
  readonly #chip = h('div', { class: 'following', attributes: { role: 'status' } });
  #client: number | undefined;
  #person = '';
  #timer = 0;

  /** @param changed called when somebody else is followed, or nobody any more */
  constructor(session: Session, work: WorkPane, changed: () => void) {
    this.#session = session;
    this.#work = work;
    this.#changed = changed;
    work.files.append(this.#chip);
    session.awareness.on('change', (change: Change) => this.#peersChanged(change));
    session.doc.on('afterTransaction', (transaction: Y.Transaction) => {
      if (this.#client === undefined || transaction.changed.size === 0) return;
      // A code view that passes on what is typed is still updating itself.
      if (transaction.local) queueMicrotask(() => this.stop());
      else this.#showSoon();
    });
    work.files.addEventListener('pointerdown', ({ target }) => {
      if (!(target instanceof Node && this.#chip.contains(target))) this.stop();
    });
    addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.stop();
    });
  }

  /** Awareness client id of the person who is followed. */
  get client(): number | undefined {
    return this.#client;
  }

  /** Follows this person, or nobody if that is who is followed. */
  toggle(client: number): void {
    if (client === this.#client) this.stop();
    else this.#follow(client);
  }

  /** Moves the focus to what ends it. */
  focus(): void {
    this.#stop.focus();
  }

  stop(): void {
    if (this.#client !== undefined) this.#follow(undefined);
  }

  get #state(): Record<string, unknown> | undefined {
    const { awareness } = this.#session;
    return this.#client === undefined ? undefined : awareness.getStates().get(this.#client);
  }

  #follow(client: number | undefined): void {
    this.#client = client;
    const state = this.#state;
    const { name, color } = readUser(state?.['user']);
    this.#person = name;
    this.#name.textContent = TEXT.following(name);
    this.#chip.replaceChildren(...(client === undefined ? [] : [this.#name, this.#stop]));
    this.#work.files.classList.toggle('followed', client !== undefined);
    this.#work.files.style.setProperty('--peer', color);
    this.#work.follow(client);
    if (state !== undefined) this.#work.showPeer(state);
    this.#changed();
  }

  #peersChanged({ updated, removed }: Change): void {
    const client = this.#client;
    if (client === undefined) return;
    if (removed.includes(client)) {
      notice(TEXT.followedLeft(this.#person));
      this.stop();
    } else if (updated.includes(client)) {
      this.#showSoon();
    }
  }

  /** Cursors and the text they are in arrive one after the other, and views cannot scroll while they take text. */
  #showSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      const state = this.#state;
      if (state !== undefined) this.#work.showPeer(state);
    }, 0);
  }
}
