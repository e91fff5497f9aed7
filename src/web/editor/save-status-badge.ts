/** Shows the save status: a badge in the app bar, and a banner if a sentence is needed. */
import { h } from '../dom.ts';
import { badgeText, bannerText, type SaveStatus } from '../save-status.ts';
import { WEB_TEXT } from '../text.ts';

const CLASSES = {
  connecting: 'waiting',
  saved: 'saved',
  saving: 'waiting',
  offline: 'offline',
  busy: 'offline',
  reading: 'stopped',
  stopped: 'stopped',
} as const;

/**
 * While someone types, the status alternates between saving and saved many times a second. "Saved" is
 * shown with this delay so that the badge does not flicker; everything else is shown at once.
 */
const SAVED_DELAY_MS = 250;

export class SaveStatusBadge {
  readonly element = h('span', { class: 'save-status waiting', text: WEB_TEXT.status.connecting });
  readonly banner = h('p', { class: 'banner', attributes: { role: 'alert', hidden: true } });
  #shown: SaveStatus['kind'] = 'connecting';
  #timer = 0;

  show(status: SaveStatus): void {
    clearTimeout(this.#timer);
    if (status.kind === 'saved' && this.#shown === 'saving') {
      this.#timer = window.setTimeout(() => this.#write(status), SAVED_DELAY_MS);
    } else {
      this.#write(status);
    }
  }

  #write(status: SaveStatus): void {
    this.#shown = status.kind;
    this.element.className = `save-status ${CLASSES[status.kind]}`;
    this.element.dataset['state'] = status.kind;
    const text = badgeText(status);
    if (this.element.textContent !== text) this.element.textContent = text;
    const banner = bannerText(status);
    if (this.banner.textContent !== banner) this.banner.textContent = banner;
    this.banner.hidden = banner === '';
  }
}
