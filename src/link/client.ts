/**
 * Asks an instrument over any byte wire (USB serial, Web Serial, the emulator's socket) and waits for
 * the answer that carries the same sequence number.
 */
import { BodyReader } from './bytes.ts';
import { encodeFrame, type Frame, FrameReceiver } from './frame.ts';
import {
  ANSWER_BIT,
  type Refusal,
  refusalOf,
  TOLD,
  TRAINING_STATES,
  type TrainingState,
} from './messages.ts';

/** Why the instrument said no, and what to do. */
const REASONS: Readonly<Record<Refusal, string>> = {
  no_examples: 'nothing has been taught yet: add an example first',
  examples_full: 'the store of examples is full: remove one, or clear it',
  bad_config:
    'out of range: learning_rate is over 0 to 100, max_iterations 1 to 1000000, min_error 0 to 1',
  bad_shape: 'the network has another shape',
  bad_value: 'there is no such index, or a value is above 1',
  no_memory: 'the instrument has no memory for this mode',
  training: 'a training is under way: wait for its end, or cancel it',
  not_training: 'no training is under way',
  nothing_to_undo: 'there is no change to take back',
  buffer_too_small: 'the file is too large for the instrument',
  file_foreign: 'this is not a taught file',
  file_damaged: 'the file is damaged',
  file_newer: 'the file was written by newer software: update the firmware',
  file_mismatch: 'the file was taught for another mode: select that mode first',
  queue_full: 'too many notes at once: this one was dropped',
  unknown_type: 'this firmware does not know the question: update it',
  bad_body: 'the question was malformed',
  not_on_this_board: 'this board cannot do that',
  flash_full: 'the flash has no room left: forget what another mode keeps',
  flash_failed: 'the flash could not be written; what it kept before is still there',
};

/** A byte stream both ways. `closed` settles when the other side is gone. */
export interface Wire {
  send(bytes: Uint8Array): Promise<void>;
  onBytes(listener: (bytes: Uint8Array) => void): void;
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** Stable reasons a request fails: on the way, or what the instrument answered. */
export type LinkErrorCode = 'timeout' | 'closed' | 'bad_answer' | Refusal;

export class LinkError extends Error {
  override readonly name = 'LinkError';
  readonly code: LinkErrorCode;

  constructor(code: LinkErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

export interface Progress {
  /** `running`, but on the last message of a training. */
  readonly state: TrainingState;
  readonly passes: number;
  /** Mean squared error of the last pass, 0…1. */
  readonly loss: number;
}

export interface LinkEvents {
  progress?(progress: Progress): void;
  log?(text: string): void;
}

export interface LinkOptions {
  /** How long to wait for one answer. Default 2000. */
  readonly timeout_ms?: number;
}

interface Pending {
  readonly type: number;
  readonly settle: (result: BodyReader | LinkError) => void;
}

function answerOf(frame: Frame): BodyReader | LinkError {
  const [status, ...body] = frame.body;
  if (status === 0) return new BodyReader(Uint8Array.from(body));
  const refusal = status === undefined ? undefined : refusalOf(status);
  if (refusal !== undefined) return new LinkError(refusal, REASONS[refusal]);
  return new LinkError('bad_answer', `the instrument answered ${status ?? 'nothing'}`);
}

export class LinkClient {
  readonly #wire: Wire;
  readonly #events: LinkEvents;
  readonly #timeout_ms: number;
  readonly #receiver = new FrameReceiver();
  readonly #pending = new Map<number, Pending>();
  #sequence = 0;

  constructor(wire: Wire, events: LinkEvents = {}, options: LinkOptions = {}) {
    this.#wire = wire;
    this.#events = events;
    this.#timeout_ms = options.timeout_ms ?? 2000;
    wire.onBytes((bytes) => {
      for (const frame of this.#receiver.take(bytes)) this.#take(frame);
    });
    void wire.closed.then(() => {
      for (const { settle } of this.#pending.values()) {
        settle(new LinkError('closed', 'the connection to the instrument is closed'));
      }
    });
  }

  /** Frames thrown away on this side, by cause. */
  get faults(): Readonly<FrameReceiver['faults']> {
    return this.#receiver.faults;
  }

  /** Sends one question; the reader stands behind the status byte. Throws LinkError. */
  async ask(type: number, body: Uint8Array = new Uint8Array()): Promise<BodyReader> {
    const sequence = this.#freeSequence();
    const result = await new Promise<BodyReader | LinkError>((resolve) => {
      const late = new LinkError('timeout', `no answer within ${this.#timeout_ms} ms`);
      const timer = setTimeout(() => settle(late), this.#timeout_ms);
      const settle = (outcome: BodyReader | LinkError): void => {
        clearTimeout(timer);
        this.#pending.delete(sequence);
        resolve(outcome);
      };
      this.#pending.set(sequence, { type: type | ANSWER_BIT, settle });
      this.#wire.send(encodeFrame({ type, sequence, body })).catch(() => {
        settle(new LinkError('closed', 'the instrument cannot be written to'));
      });
    });
    if (result instanceof LinkError) throw result;
    return result;
  }

  close(): Promise<void> {
    return this.#wire.close();
  }

  /** 1…255, round robin; 0 belongs to what nobody asked for. */
  #freeSequence(): number {
    do this.#sequence = (this.#sequence % 255) + 1;
    while (this.#pending.has(this.#sequence) && this.#pending.size < 255);
    return this.#sequence;
  }

  #take(frame: Frame): void {
    if (frame.type === TOLD.progress) this.#tellProgress(new BodyReader(frame.body));
    if (frame.type === TOLD.log) this.#events.log?.(new TextDecoder().decode(frame.body));
    const pending = this.#pending.get(frame.sequence);
    if (pending?.type === frame.type) pending.settle(answerOf(frame));
  }

  #tellProgress(reader: BodyReader): void {
    if (reader.left !== 9) return;
    const state = TRAINING_STATES[reader.u8()];
    if (state === undefined) return;
    this.#events.progress?.({
      state,
      passes: reader.u32(),
      loss: reader.f32(),
    });
  }
}
