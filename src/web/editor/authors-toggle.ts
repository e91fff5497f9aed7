/** Whether the code is coloured by its authors, and keeps that up to date while it is. */
import type { Session } from '../session.ts';
import type { SiteHistory } from '../site-history.ts';
import { notice } from './dialog.ts';
import { EDITOR_TEXT } from './text.ts';
import type { WorkPane } from './work-pane.ts';

/** New text gets its colours after this pause. */
const DELAY_MS = 1_000;

export class AuthorsToggle {
  readonly #session: Session;
  readonly #edits: SiteHistory;
  readonly #work: WorkPane;
  #shown = false;
  #timer = 0;

  constructor(session: Session, edits: SiteHistory, work: WorkPane) {
    this.#session = session;
    this.#edits = edits;
    this.#work = work;
  }

  get shown(): boolean {
    return this.#shown;
  }

  async toggle(): Promise<void> {
    this.#shown = !this.#shown;
    if (this.#shown) await this.#draw();
    else this.#work.showAuthors(undefined);
  }

  /** Call this after every edit. */
  changed(): void {
    if (!this.#shown) return;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#draw(), DELAY_MS);
  }

  async #draw(): Promise<void> {
    if (this.#session.saveStatus.kind === 'saving') {
      this.changed();
      return;
    }
    try {
      await this.#edits.load();
    } catch {
      this.#shown = false;
      notice(EDITOR_TEXT.history.notPlayable, 'problem');
    }
    this.#work.showAuthors(this.#shown ? this.#edits.weave : undefined);
  }
}
