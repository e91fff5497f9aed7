/** Links an instrument of the page to the editor's teaching tools, and asks the editor to open them. */

/** What `<sound-mode>` offers for this; commands and reports are its own affair. */
interface Link {
  follow(commands: unknown): void;
  end(): void;
}
interface InstrumentElement extends HTMLElement {
  link(report: (state: unknown) => void): Link | undefined;
}

const isInstrument = (element: Element | null): element is InstrumentElement =>
  element !== null && 'link' in element;

export class TeachingLink {
  readonly #tell: (message: Record<string, unknown>) => void;
  #id = '';
  #element: Element | undefined;
  #link: Link | undefined;

  /** @param tell sends a message to the editor */
  constructor(tell: (message: Record<string, unknown>) => void) {
    this.#tell = tell;
    addEventListener('teach', ({ target }) => {
      if (!(target instanceof Element)) return;
      const [id, mode] = ['taught', 'mode'].map((name) => target.getAttribute(name) ?? '');
      tell({ ensemble: 'teach', id, mode });
    });
    // An instrument that was built anew, as after a change of its attributes, stands where it began.
    addEventListener('ready', ({ target }) => {
      if (target === this.#find()) this.#begin();
    });
  }

  #find(): Element | undefined {
    if (this.#id === '') return undefined;
    return document.querySelector(`sound-mode[taught="${CSS.escape(this.#id)}"]`) ?? undefined;
  }

  /** Links the instrument that keeps what it learns under an id; none for an empty one. */
  to(id: string): void {
    this.#id = id;
    this.#begin();
  }

  /** Call it after the page has changed: the instrument may be gone, or have come. */
  check(): void {
    if (this.#find() !== this.#element) this.#begin();
  }

  #begin(): void {
    this.#link?.end();
    this.#link = undefined;
    this.#element = this.#find();
    const id = this.#id;
    if (id === '') return;
    const element = this.#element ?? null;
    const report = (state: unknown): void => this.#tell({ ensemble: 'instrument', id, state });
    if (isInstrument(element)) this.#link = element.link(report);
    if (this.#link === undefined) this.#tell({ ensemble: 'instrument', id });
  }

  follow(commands: unknown): void {
    this.#link?.follow(commands);
  }
}
