/** Progress of a command: a line for each finished step and, on a terminal, a status line below. */

/** Where lines go; on a terminal the last line can be overwritten. */
export interface Screen {
  readonly write: (text: string) => void;
  /** Columns of the terminal; undefined if it is not a terminal. */
  readonly columns: number | undefined;
}

const CLEAR_LINE = '\r\x1b[2K';

export class Progress {
  readonly #screen: Screen;
  readonly #clock: () => number;
  #running: { readonly name: string; readonly since_ms: number } | undefined;

  constructor(screen: Screen, clock: () => number = () => performance.now()) {
    this.#screen = screen;
    this.#clock = clock;
  }

  /** Finishes the previous step, printing its time, and starts the next. */
  step(name: string): void {
    this.end();
    this.#running = { name, since_ms: this.#clock() };
    this.now(`${name} …`);
  }

  /** Finishes the last step. */
  end(): void {
    if (this.#running === undefined) return;
    const { name, since_ms } = this.#running;
    this.#running = undefined;
    this.line(`${name}, ${((this.#clock() - since_ms) / 1000).toFixed(1)} s`);
  }

  /** Prints a permanent line. */
  line(text: string): void {
    this.#screen.write(`${this.#screen.columns === undefined ? '' : CLEAR_LINE}${text}\n`);
  }

  /** Shows a status line, cut to the terminal's width; nothing elsewhere. */
  now(text: string): void {
    const { columns } = this.#screen;
    if (columns !== undefined) this.#screen.write(CLEAR_LINE + text.slice(0, columns - 1));
  }
}

/** The screen behind a stream of this process. */
export function screenOf(stream: NodeJS.WriteStream): Screen {
  return {
    write: (text) => {
      stream.write(text);
    },
    columns: stream.isTTY ? stream.columns || 80 : undefined,
  };
}
