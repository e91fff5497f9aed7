/**
 * Links an instrument of a previewed page to teaching tools in another frame: they hear where it stands, and it follows
 * their commands.
 */
import type { LinkReport } from '../link-report.ts';
import type { InstrumentView } from './instrument-view.ts';
import type { LinkCommand } from './remote-sound.ts';

/** One report a frame, also where the page is not drawn and so has none. */
const REPORT_MS = 16;

export class PageLink {
  readonly #element: EventTarget;
  readonly #view: InstrumentView;
  readonly #report: (report: LinkReport) => void;
  readonly #forget: () => void;
  #timer = 0;

  /** @param element sends `play` and `pause` */
  constructor(element: EventTarget, view: InstrumentView, report: (report: LinkReport) => void) {
    this.#element = element;
    this.#view = view;
    this.#report = report;
    this.#forget = view.model.listen((change) => {
      if (change === 'inputs') this.#changed();
    });
    for (const event of ['play', 'pause']) element.addEventListener(event, this.#changed);
    view.linked = true;
    this.#send(true);
  }

  readonly #changed = (): void => {
    if (this.#timer !== 0) return;
    this.#timer = window.setTimeout(() => this.#send(false), REPORT_MS);
  };

  #send(fresh: boolean): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const { playing, shown, model } = this.#view;
    this.#report({ fresh, playing, shown, inputs: [...model.inputs] });
  }

  follow(commands: readonly LinkCommand[]): void {
    const { model } = this.#view;
    for (const command of commands) {
      if (command.do === 'play') void this.#view.start();
      else if (command.do === 'pause') void this.#view.stop();
      else if (command.do === 'midi') this.#view.play(command.message);
      else if (command.do === 'release') model.release();
      else model.restore([command]);
    }
  }

  /** Ends the link; the sound goes on, with what was learned. */
  end(): void {
    clearTimeout(this.#timer);
    this.#forget();
    for (const event of ['play', 'pause']) this.#element.removeEventListener(event, this.#changed);
    this.#view.linked = false;
    this.#view.model.release();
  }
}
