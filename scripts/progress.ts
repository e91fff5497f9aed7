/** Shows how far a command has come: a line for each step that is done and, on a terminal, one below for what runs now. */

/** Where lines go; a terminal's last line can be written over. */
export interface Screen {
  readonly write: (text: string) => void;
  /** Columns of the terminal; undefined where it is none. */
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

  /** Ends the step before, which gets its line and time, and begins one. */
  step(name: string): void {
    this.end();
    this.#running = { name, since_ms: this.#clock() };
    this.now(`${name} …`);
  }

  /** Ends the last step. */
  end(): void {
    if (this.#running === undefined) return;
    const { name, since_ms } = this.#running;
    this.#running = undefined;
    this.line(`${name}, ${((this.#clock() - since_ms) / 1000).toFixed(1)} s`);
  }

  /** Writes a line that stays. */
  line(text: string): void {
    this.#screen.write(`${this.#screen.columns === undefined ? '' : CLEAR_LINE}${text}\n`);
  }

  /** Says what goes on now, as far as one line of the terminal holds; elsewhere nothing. */
  now(text: string): void {
    const { columns } = this.#screen;
    if (columns !== undefined) this.#screen.write(CLEAR_LINE + text.slice(0, columns - 1));
  }
}

/** The screen of a stream of this process. */
export function screenOf(stream: NodeJS.WriteStream): Screen {
  return {
    write: (text) => {
      stream.write(text);
    },
    columns: stream.isTTY ? stream.columns || 80 : undefined,
  };
}
