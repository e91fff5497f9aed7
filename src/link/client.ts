/**
 * Asks an instrument over any byte wire (USB serial, Web Serial, the emulator's socket) and waits for
 * the answer that carries the same sequence number.
 */
import { BodyReader } from './bytes.ts';
import { encodeFrame, type Frame, FrameReceiver } from './frame.ts';
import { ANSWER_BIT, type LinkStatus, REFUSALS, type Refusal, STATUSES, TOLD } from './messages.ts';

/** A byte stream both ways. `closed` settles when the other side is gone. */
export interface Wire {
  send(bytes: Uint8Array): Promise<void>;
  onBytes(listener: (bytes: Uint8Array) => void): void;
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** Stable reasons a request fails: the wire's own, or what the instrument answered. */
export type LinkErrorCode = 'timeout' | 'closed' | 'bad_answer' | Exclude<LinkStatus, 'ok'>;

export class LinkError extends Error {
  override readonly name = 'LinkError';
  readonly code: LinkErrorCode;
  /** With code `refused`: the learning core's reason. */
  readonly refusal: Refusal | undefined;

  constructor(code: LinkErrorCode, message: string, refusal?: Refusal) {
    super(message);
    this.code = code;
    this.refusal = refusal;
  }
}

export interface Progress {
  /** False on the last message of a training. */
  readonly training: boolean;
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
  const reader = new BodyReader(frame.body);
  const status = STATUSES[reader.left > 0 ? reader.u8() : -1];
  if (status === undefined)
    return new LinkError('bad_answer', 'the answer carries no known status');
  if (status === 'ok') return reader;
  if (status !== 'refused') return new LinkError(status, `the instrument answered ${status}`);
  const refusal = REFUSALS[reader.left > 0 ? reader.u8() : -1] ?? 'ok';
  return new LinkError('refused', `the instrument refused: ${refusal}`, refusal);
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
    this.#events.progress?.({
      training: reader.u8() === 1,
      passes: reader.u32(),
      loss: reader.f32(),
    });
  }
}
