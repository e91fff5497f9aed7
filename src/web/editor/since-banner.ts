/** Tells once who changed the site since the last visit, with a way to what they changed. */
import { button, h } from '../dom.ts';
import type { Session } from '../session.ts';
import { LastVisit } from './last-visit.ts';
import { EDITOR_TEXT } from './text.ts';

const TEXT = EDITOR_TEXT.since;

export class SinceBanner {
  readonly element = h('p', { class: 'banner', attributes: { hidden: true, role: 'status' } });
  readonly #visit: LastVisit;
  readonly #open: (since: number) => void;
  #shown = false;

  /** @param open shows what changed since an edit */
  constructor(session: Session, open: (since: number) => void) {
    this.#visit = new LastVisit(session);
    this.#open = open;
  }

  /** Call this once the site is loaded. */
  async tell(): Promise<void> {
    if (this.#shown) return;
    this.#shown = true;
    try {
      const missed = await this.#visit.missed();
      if (missed === undefined) return;
      const hide = () => {
        this.element.hidden = true;
      };
      const show = () => {
        hide();
        this.#open(missed.since);
      };
      const words = TEXT.changed(missed.people);
      this.element.append(words, button(TEXT.show, show), button(TEXT.dismiss, hide));
      this.element.hidden = false;
    } catch {
      this.#shown = false;
    }
  }

  /** Call this after every edit. */
  changed(): void {
    this.#visit.changed();
  }
}
