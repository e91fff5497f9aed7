/** The frame in which the editor and the live page show a site: `?preview` in a sandbox. */
import * as v from 'valibot';
import { h } from './dom.ts';
import { type Report, reportMessage } from './preview-messages.ts';

/**
 * Less than a published site may do: no windows over the editor, no pop-ups, and like there never
 * allow-same-origin.
 */
const SANDBOX = 'allow-scripts allow-pointer-lock';

export class PreviewFrame {
  readonly element: HTMLIFrameElement;
  readonly #listen: (report: Report) => void;
  #ready = false;
  #waiting: string | undefined;
  #drawn = '';

  /** @param address the `?preview` page, @param listen hears what the drawn document reports */
  constructor(address: string, title: string, listen: (report: Report) => void) {
    this.#listen = listen;
    this.element = h('iframe', {
      class: 'preview',
      title,
      attributes: { sandbox: SANDBOX, allow: 'autoplay; fullscreen', src: address },
    });
    addEventListener('message', this.#hear);
  }

  /** Shows a whole HTML document; the same one twice is drawn once. */
  draw(html: string): void {
    if (html === this.#drawn) return;
    this.#drawn = html;
    if (this.#ready) this.#post(html);
    else this.#waiting = html;
  }

  /** Draws the last document again, running its scripts from the start. */
  redraw(): void {
    if (this.#ready && this.#drawn !== '') this.#post(this.#drawn);
  }

  remove(): void {
    removeEventListener('message', this.#hear);
    this.element.remove();
  }

  readonly #hear = ({ source, data }: MessageEvent<unknown>): void => {
    if (source === null || source !== this.element.contentWindow) return;
    const report = v.safeParse(reportMessage, data);
    if (!report.success) return;
    if (report.output.ensemble === 'ready') {
      this.#ready = true;
      const html = this.#waiting ?? this.#drawn;
      this.#waiting = undefined;
      if (html !== '') this.#post(html);
    }
    this.#listen(report.output);
  };

  /** The frame has an opaque origin, so no narrower target than `*` exists; nothing here is secret. */
  #post(html: string): void {
    this.element.contentWindow?.postMessage({ ensemble: 'draw', html }, '*');
  }
}
