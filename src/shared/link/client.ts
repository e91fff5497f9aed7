/**
 * Sends requests to a board over any byte wire (USB serial, Web Serial, the emulator's socket) and waits for
 * the answer with the same sequence number.
 */
import {
  type AnswerFields,
  EVENT_NAMES,
  EVENTS,
  type EventFields,
  type EventName,
  REQUESTS,
  type RequestFields,
  type RequestName,
  STATUS_MESSAGES,
  type StatusName,
  statusName,
  WIRE_ANSWER_BIT,
} from '../../../build/ts/contract.ts';
import { ByteReader, ByteWriter } from '../bytes.ts';
import { encodeFrame, type Frame, FrameReceiver } from './frame.ts';

/** A byte stream in both directions. `closed` resolves when the connection closes. */
export interface Wire {
  send(bytes: Uint8Array): Promise<void>;
  onBytes(listener: (bytes: Uint8Array) => void): void;
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** Why a request failed: the connection, or the status the board answered. The codes are stable. */
export type LinkErrorCode =
  | 'timeout'
  | 'bad_version'
  | 'closed'
  | 'bad_answer'
  | Exclude<StatusName, 'ok'>;

export class LinkError extends Error {
  override readonly name = 'LinkError';
  readonly code: LinkErrorCode;

  constructor(code: LinkErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Called with what a board sends by itself. */
export type LinkEvents = {
  readonly [Name in EventName]?: (fields: EventFields[Name]) => void;
};

export interface LinkOptions {
  /** How long to wait for an answer. Default 2000. */
  readonly timeout_ms?: number;
}

interface Pending {
  readonly type: number;
  readonly settle: (result: ByteReader | LinkError) => void;
}

function answerOf({ body }: Frame): ByteReader | LinkError {
  const status = body[0] === undefined ? undefined : statusName(body[0]);
  if (status === undefined) {
    return new LinkError('bad_answer', `the board answered with an unknown status: ${body[0]}`);
  }
  if (status === 'ok') return new ByteReader(body.subarray(1));
  return new LinkError(status, STATUS_MESSAGES[status]);
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
        settle(new LinkError('closed', 'the connection to the board was lost'));
      }
    });
  }

  /** Frames dropped on this side, by cause. */
  get faults(): Readonly<FrameReceiver['faults']> {
    return this.#receiver.faults;
  }

  /** Sends one request and gives the fields of its answer. @throws LinkError */
  async request<Name extends RequestName>(
    name: Name,
    fields: RequestFields[Name],
  ): Promise<AnswerFields[Name]> {
    const { code, write, read } = REQUESTS[name];
    const body = new ByteWriter();
    write(body, fields);
    const answer = await this.send(code, body.done());
    try {
      return read(answer);
    } catch {
      throw new LinkError('bad_answer', `the answer to "${name}" is too short or malformed`);
    }
  }

  /** Sends one frame and gives the body of its answer, behind the status. @throws LinkError */
  async send(type: number, body: Uint8Array): Promise<ByteReader> {
    const sequence = this.#freeSequence();
    const result = await new Promise<ByteReader | LinkError>((resolve) => {
      const timer = setTimeout(() => settle(this.#late()), this.#timeout_ms);
      const settle = (outcome: ByteReader | LinkError): void => {
        clearTimeout(timer);
        this.#pending.delete(sequence);
        resolve(outcome);
      };
      this.#pending.set(sequence, { type: type | WIRE_ANSWER_BIT, settle });
      this.#wire.send(encodeFrame({ type, sequence, body })).catch(() => {
        settle(new LinkError('closed', 'cannot write to the board'));
      });
    });
    if (result instanceof LinkError) throw result;
    return result;
  }

  #late(): LinkError {
    const late = `no answer within ${this.#timeout_ms} ms`;
    if (this.faults.bad_version === 0) return new LinkError('timeout', late);
    const cause = 'the board speaks another version of the serial protocol';
    return new LinkError('bad_version', `${late}: ${cause}; update its firmware or this software`);
  }

  close(): Promise<void> {
    return this.#wire.close();
  }

  /** 1…255, round robin; 0 is for events. */
  #freeSequence(): number {
    do this.#sequence = (this.#sequence % 255) + 1;
    while (this.#pending.has(this.#sequence) && this.#pending.size < 255);
    return this.#sequence;
  }

  #take(frame: Frame): void {
    for (const name of EVENT_NAMES) this.#deliver(name, frame);
    const pending = this.#pending.get(frame.sequence);
    if (pending?.type === frame.type) pending.settle(answerOf(frame));
  }

  #deliver<Name extends EventName>(name: Name, frame: Frame): void {
    const { code, read } = EVENTS[name];
    if (frame.type !== code) return;
    try {
      this.#events[name]?.(read(new ByteReader(frame.body)));
    } catch (error) {
      // An event of newer firmware that this version cannot read.
      if (!(error instanceof RangeError)) throw error;
    }
  }
}
