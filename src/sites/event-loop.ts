/**
 * Work of open sites in pieces, and how many of them fit in one turn of the event loop: requests and other people have
 * their turn after a few milliseconds, however many sites have something to do.
 */

/** No piece is begun in a turn that took this long already. */
const SLICE_MS = 8;
/** Less than this is checked, merged or stored in a few milliseconds; 7 MB would take 0.1 s in one go. */
const LARGE_BYTES = 1_048_576;

/** What was left for the next turn gains so much priority each time, so that it is done in the end. */
const AGEING = 50;

interface Piece {
  readonly priority: () => number;
  readonly begin: () => void;
  turns: number;
}

export class EventLoop {
  #waiting: Piece[] = [];
  /** What waited when this turn began, the last first. */
  #due: Piece[] = [];
  #scheduled = false;
  #endMs = 0;
  /** The last turn had no time for pieces. */
  #rested = false;
  #spentMs = 0;
  #counting = false;
  /** Messages took long in this turn, and are over. */
  #wasBusy = false;

  /**
   * Waits for a turn with time for another piece of work. At least every other turn has one.
   * @param priority asked in each turn: of those that wait, the one with the most comes first; 0 by default
   */
  turn(priority = () => 0): Promise<void> {
    return new Promise((begin) => {
      this.#waiting.push({ priority, begin, turns: 0 });
      this.#schedule();
    });
  }

  /** Waits for a turn if the work before was on so many bytes. */
  async yieldAfter(bytes: number): Promise<void> {
    if (bytes >= LARGE_BYTES) await this.turn();
  }

  /** Notes that messages took so long; what is read in a turn comes before its pieces. */
  spend(ms: number): void {
    this.#spentMs += ms;
    if (this.#counting) return;
    this.#counting = true;
    setImmediate(() => {
      this.#counting = false;
      this.#wasBusy = this.isBusy;
      this.#spentMs = 0;
      // Before the pieces of the next turn: those that wait now are scheduled after this.
      if (this.#wasBusy) setImmediate(() => (this.#wasBusy = false));
    });
  }

  /** Whether messages took so long in this turn that further ones should wait for the next. */
  get isBusy(): boolean {
    return this.#spentMs >= SLICE_MS;
  }

  #schedule(): void {
    if (this.#scheduled || this.#waiting.length + this.#due.length === 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#rested = (this.isBusy || this.#wasBusy) && !this.#rested;
      if (this.#rested) {
        this.#scheduled = false;
        this.#schedule();
        return;
      }
      this.#endMs = performance.now() + SLICE_MS;
      for (const piece of this.#due) piece.turns += 1;
      this.#due = inOrder([...this.#waiting.reverse(), ...this.#due]);
      this.#waiting = [];
      this.#next();
    });
  }

  #next(): void {
    this.#due.pop()?.begin();
    // Everything up to its next wait is done in microtasks, and so before this.
    queueMicrotask(() => process.nextTick(() => this.#goOn()));
  }

  #goOn(): void {
    if (this.#due.length > 0 && performance.now() < this.#endMs) {
      this.#next();
      return;
    }
    this.#scheduled = false;
    this.#schedule();
  }
}

/** The last comes first. */
function inOrder(pieces: Piece[]): Piece[] {
  if (pieces.length < 2) return pieces;
  const ranked = pieces.map((piece) => ({ piece, rank: piece.priority() + piece.turns * AGEING }));
  return ranked.sort((one, other) => one.rank - other.rank).map(({ piece }) => piece);
}

/** The one of this thread. */
export const eventLoop = new EventLoop();
