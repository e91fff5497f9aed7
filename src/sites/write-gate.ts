/**
 * Keeps the process from ending within a transaction of the writing thread. LMDB would then wait forever for a lock that
 * the thread, stopped in the middle, still holds: the process would neither serve nor end.
 */

const FREE = 0;
const WRITING = 1;
const ENDING = 2;

/** A transaction takes milliseconds; one that takes longer waits for a disk that does not answer. */
const MAX_WAIT_MS = 5_000;

/** Made where the process ends, and again in the thread from the same memory. */
export class WriteGate {
  readonly memory: SharedArrayBuffer;
  readonly #state: Int32Array;

  constructor(memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#state = new Int32Array(memory);
  }

  /** Runs `work` unless the process is ending; then, nothing is done any more. */
  pass(work: () => void): void {
    if (Atomics.compareExchange(this.#state, 0, FREE, WRITING) !== FREE) return;
    try {
      work();
    } finally {
      Atomics.store(this.#state, 0, FREE);
      Atomics.notify(this.#state, 0);
    }
  }

  /** Waits until no work is under way, and none can begin any more. @returns false where it takes too long */
  end(maxWaitMs = MAX_WAIT_MS): boolean {
    while (Atomics.compareExchange(this.#state, 0, FREE, ENDING) === WRITING) {
      if (Atomics.wait(this.#state, 0, WRITING, maxWaitMs) === 'timed-out') return false;
    }
    return true;
  }
}

const gates = new Set<WriteGate>();

/** However the process ends, but for a signal that ends it at once. */
process.on('exit', () => {
  for (const gate of gates) if (!gate.end()) process.kill(process.pid, 'SIGKILL');
});

/** A gate that the end of the process waits for, until it is given up. */
export function openGate(): WriteGate {
  const gate = new WriteGate();
  gates.add(gate);
  return gate;
}

export const giveUpGate = (gate: WriteGate): void => void gates.delete(gate);
