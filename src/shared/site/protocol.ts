/**
 * The messages of an editing socket (PROTOCOL.md, "The editing socket") as bytes and as objects.
 * Runs in the browser and in Node; it knows the frame, never the document.
 */
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import type { CommentRequest, SiteComment } from './comment-protocol.ts';
import type { PeopleRequest } from './member-protocol.ts';

/** The version a `hello` names; a server refuses those it does not speak with `CLOSE.version`. */
export const PROTOCOL_VERSION = 1;

const TYPE = {
  sync: 0,
  awareness: 1,
  auth: 2,
  queryAwareness: 3,
  hello: 64,
  welcome: 65,
  saved: 66,
  access: 67,
  request: 68,
  reply: 69,
  comment: 70,
} as const;

const SYNC = { step1: 0, step2: 1, update: 2 } as const;

/** What a socket may do, weakest first; on the wire the index in this list. */
const ACCESS = ['read', 'edit', 'operate'] as const;
export type Access = (typeof ACCESS)[number];

/** Why a socket may only read; empty where it may edit. */
export const REASONS = [
  '',
  'key',
  'locked',
  'hidden',
  'removed',
  'storage',
  'damaged',
  'full',
  'growth',
  'invited',
  'member',
] as const;
export type Reason = (typeof REASONS)[number];

/**
 * Close codes. 4400 to 4499, and 1009 (message too big), are permanent: a client tells the person and does not
 * come back by itself. All others are worth another try with growing pauses.
 */
export const CLOSE = {
  goingAway: 1001,
  tooBig: 1009,
  malformed: 4400,
  key: 4401,
  blocked: 4403,
  conflict: 4409,
  removed: 4410,
  siteFull: 4413,
  version: 4426,
  storage: 4503,
  slow: 4508,
  busy: 4529,
} as const;

/** True where a client must not connect again by itself. */
export function isPermanentClose(code: number): boolean {
  return code === CLOSE.tooBig || (code >= 4400 && code <= 4499);
}

const MAX_KEY_CHARACTERS = 256;
export const MAX_NAME_CHARACTERS = 64;
const MAX_INCARNATION_CHARACTERS = 64;
/** A comment of control characters takes six for each in JSON. */
const MAX_REQUEST_CHARACTERS = 16_384;

export interface Hello {
  readonly kind: 'hello';
  readonly version: number;
  /** The edit key or the operator's key; empty for none. */
  readonly key: string;
  /** What the person calls themselves, for the timeline; empty for nothing. */
  readonly name: string;
}

export interface RequestMessage {
  readonly kind: 'request';
  /** Chosen by the client, repeated by the reply; `json` is the text of a `SiteRequest`. */
  readonly id: number;
  readonly json: string;
}

export type Sync =
  | { readonly kind: 'step1'; readonly stateVector: Uint8Array }
  | { readonly kind: 'step2'; readonly update: Uint8Array }
  | { readonly kind: 'update'; readonly update: Uint8Array };

export type AwarenessMessage = { readonly kind: 'awareness'; readonly update: Uint8Array };

export type ClientMessage =
  | Hello
  | RequestMessage
  | Sync
  | AwarenessMessage
  | { readonly kind: 'query-awareness' };

export interface Permission {
  readonly access: Access;
  readonly reason: Reason;
}

export interface Welcome extends Permission {
  readonly kind: 'welcome';
  readonly version: number;
  /** Whether the site has been edited before. */
  readonly exists: boolean;
  /** Names one life of the site: another one after a purge. */
  readonly incarnation: string;
}

export type ServerMessage =
  | Sync
  | AwarenessMessage
  | { readonly kind: 'denied'; readonly reason: string }
  | Welcome
  | { readonly kind: 'saved'; readonly count: number }
  | ({ readonly kind: 'access' } & Permission)
  | {
      readonly kind: 'reply';
      readonly id: number;
      readonly ok: boolean;
      /** JSON text: the result, or `{code, message}` where `ok` is false. */
      readonly json: string;
      /** What JSON cannot carry: a document state as a Yjs update; often empty. */
      readonly bytes: Uint8Array;
    }
  /** Somebody commented, or changed a comment; `json` is a `SiteComment`. Only to those who asked for comments. */
  | { readonly kind: 'comment'; readonly json: string };

/** What a client may ask over the socket; each is answered by exactly one reply. */
export type SiteRequest =
  | {
      readonly op: 'history';
      readonly before?: number;
      readonly limit?: number;
      readonly author?: string;
    }
  | { readonly op: 'edits'; readonly from: number }
  | { readonly op: 'sites'; readonly search?: string }
  | { readonly op: 'version' | 'prune'; readonly at: number }
  | { readonly op: 'restore'; readonly at: number; readonly file?: string }
  | { readonly op: 'label'; readonly at: number; readonly label: string }
  | { readonly op: 'remix'; readonly to: string }
  | { readonly op: 'lock' | 'unlock' | 'hide' | 'show' | 'remove' | 'recover' | 'purge' | 'thin' }
  | { readonly op: 'moderation' }
  | { readonly op: 'block'; readonly client: number; readonly hours: number }
  | { readonly op: 'block'; readonly address: string; readonly hours: number }
  | { readonly op: 'unblock'; readonly address: string }
  | CommentRequest
  | PeopleRequest;

/** A frame that the grammar does not allow. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  readonly code = 'E_PROTOCOL';
}

const fail = (message: string): never => {
  throw new ProtocolError(message);
};

function readString(decoder: decoding.Decoder, what: string, most: number): string {
  const text = decoding.readVarString(decoder);
  return text.length <= most ? text : fail(`${what} is longer than ${most} characters`);
}

/** A copy, so that a small part never keeps a big frame in memory; what is most of it stays where it is. */
function readBytes(decoder: decoding.Decoder): Uint8Array {
  const bytes = decoding.readVarUint8Array(decoder);
  return bytes.length > bytes.buffer.byteLength / 2 ? bytes : bytes.slice();
}

function readSync(decoder: decoding.Decoder): Sync {
  const step = decoding.readVarUint(decoder);
  const bytes = readBytes(decoder);
  if (step === SYNC.step1) return { kind: 'step1', stateVector: bytes };
  if (step === SYNC.step2) return { kind: 'step2', update: bytes };
  if (step === SYNC.update) return { kind: 'update', update: bytes };
  return fail(`sync step ${step} is not 0, 1 or 2`);
}

function readPermission(decoder: decoding.Decoder): Permission {
  const access = ACCESS[decoding.readVarUint(decoder)];
  const reason = REASONS[decoding.readVarUint(decoder)];
  if (access === undefined || reason === undefined) return fail('unknown access or reason');
  return { access, reason };
}

/** Why lib0 could not read on. */
function breakOf(error: unknown, bytes: Uint8Array): string {
  if (bytes.length === 0) return 'the message is empty';
  if (error instanceof TypeError) return 'a text is not UTF-8';
  const isOutOfRange = error instanceof Error && error.message === 'Integer out of Range';
  return isOutOfRange ? 'a number is over 2^53 - 1' : 'the message ends too early';
}

function whole<T>(bytes: Uint8Array, read: (decoder: decoding.Decoder, type: number) => T): T {
  const decoder = decoding.createDecoder(bytes);
  let message: T;
  try {
    message = read(decoder, decoding.readVarUint(decoder));
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    return fail(breakOf(error, bytes));
  }
  return decoding.hasContent(decoder) ? fail('bytes are left after the message') : message;
}

/** Reads one frame of a client. Throws `ProtocolError` for all the grammar does not allow. */
export function decodeClientMessage(bytes: Uint8Array): ClientMessage {
  return whole<ClientMessage>(bytes, (decoder, type) => {
    switch (type) {
      case TYPE.sync:
        return readSync(decoder);
      case TYPE.awareness:
        return { kind: 'awareness', update: readBytes(decoder) };
      case TYPE.queryAwareness:
        return { kind: 'query-awareness' };
      case TYPE.hello:
        return {
          kind: 'hello',
          version: decoding.readVarUint(decoder),
          key: readString(decoder, 'the key', MAX_KEY_CHARACTERS),
          name: readString(decoder, 'the name', MAX_NAME_CHARACTERS),
        };
      case TYPE.request:
        return {
          kind: 'request',
          id: decoding.readVarUint(decoder),
          json: readString(decoder, 'a request', MAX_REQUEST_CHARACTERS),
        };
      default:
        return fail(`a client sends no message of type ${type}`);
    }
  });
}

/** Reads one frame of a server. Throws `ProtocolError` for all the grammar does not allow. */
export function decodeServerMessage(bytes: Uint8Array): ServerMessage {
  return whole<ServerMessage>(bytes, (decoder, type) => {
    switch (type) {
      case TYPE.sync:
        return readSync(decoder);
      case TYPE.awareness:
        return { kind: 'awareness', update: readBytes(decoder) };
      case TYPE.auth:
        if (decoding.readVarUint(decoder) !== 0) return fail('unknown auth message');
        return { kind: 'denied', reason: decoding.readVarString(decoder) };
      case TYPE.welcome:
        return {
          kind: 'welcome',
          version: decoding.readVarUint(decoder),
          exists: decoding.readVarUint(decoder) === 1,
          ...readPermission(decoder),
          incarnation: readString(decoder, 'the incarnation', MAX_INCARNATION_CHARACTERS),
        };
      case TYPE.saved:
        return { kind: 'saved', count: decoding.readVarUint(decoder) };
      case TYPE.access:
        return { kind: 'access', ...readPermission(decoder) };
      case TYPE.reply:
        return {
          kind: 'reply',
          id: decoding.readVarUint(decoder),
          ok: decoding.readVarUint(decoder) === 1,
          json: decoding.readVarString(decoder),
          bytes: readBytes(decoder),
        };
      case TYPE.comment:
        return { kind: 'comment', json: decoding.readVarString(decoder) };
      default:
        return fail(`a server sends no message of type ${type}`);
    }
  });
}

type WriteBody = (encoder: encoding.Encoder) => void;

/** @param bytes what the message ends with, after their length: they may be a whole site, and are copied once only */
function frame(type: number, write: WriteBody, bytes?: Uint8Array): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, type);
  write(encoder);
  if (bytes === undefined) return encoding.toUint8Array(encoder);
  encoding.writeVarUint(encoder, bytes.length);
  const message = new Uint8Array(encoding.length(encoder) + bytes.length);
  message.set(encoding.toUint8Array(encoder));
  message.set(bytes, message.length - bytes.length);
  return message;
}

const syncFrame = (step: number, bytes: Uint8Array): Uint8Array =>
  frame(TYPE.sync, (encoder) => encoding.writeVarUint(encoder, step), bytes);

export const encodeStep1 = (stateVector: Uint8Array): Uint8Array =>
  syncFrame(SYNC.step1, stateVector);
export const encodeStep2 = (update: Uint8Array): Uint8Array => syncFrame(SYNC.step2, update);
export const encodeUpdate = (update: Uint8Array): Uint8Array => syncFrame(SYNC.update, update);

export const encodeAwareness = (update: Uint8Array): Uint8Array =>
  frame(TYPE.awareness, () => {}, update);

export function encodeHello(key: string, name: string, version = PROTOCOL_VERSION): Uint8Array {
  return frame(TYPE.hello, (encoder) => {
    encoding.writeVarUint(encoder, version);
    encoding.writeVarString(encoder, key);
    encoding.writeVarString(encoder, name);
  });
}

export function encodeRequest(id: number, request: SiteRequest): Uint8Array {
  return frame(TYPE.request, (encoder) => {
    encoding.writeVarUint(encoder, id);
    encoding.writeVarString(encoder, JSON.stringify(request));
  });
}

function writePermission(encoder: encoding.Encoder, permission: Permission): void {
  encoding.writeVarUint(encoder, ACCESS.indexOf(permission.access));
  encoding.writeVarUint(encoder, REASONS.indexOf(permission.reason));
}

export function encodeWelcome(
  exists: boolean,
  permission: Permission,
  incarnation: string,
): Uint8Array {
  return frame(TYPE.welcome, (encoder) => {
    encoding.writeVarUint(encoder, PROTOCOL_VERSION);
    encoding.writeVarUint(encoder, exists ? 1 : 0);
    writePermission(encoder, permission);
    encoding.writeVarString(encoder, incarnation);
  });
}

export function encodeAccess(permission: Permission): Uint8Array {
  return frame(TYPE.access, (encoder) => writePermission(encoder, permission));
}

/** `count`: how many of the socket's `step2` and `update` messages are on disk. */
export function encodeSaved(count: number): Uint8Array {
  return frame(TYPE.saved, (encoder) => encoding.writeVarUint(encoder, count));
}

/** The permission-denied message standard Yjs providers know. */
export function encodeDenied(reason: string): Uint8Array {
  return frame(TYPE.auth, (encoder) => {
    encoding.writeVarUint(encoder, 0);
    encoding.writeVarString(encoder, reason);
  });
}

export function encodeReply(id: number, ok: boolean, value: unknown, bytes?: Uint8Array) {
  const write: WriteBody = (encoder) => {
    encoding.writeVarUint(encoder, id);
    encoding.writeVarUint(encoder, ok ? 1 : 0);
    encoding.writeVarString(encoder, JSON.stringify(value ?? null));
  };
  return frame(TYPE.reply, write, bytes ?? new Uint8Array());
}

export const encodeComment = (comment: SiteComment): Uint8Array =>
  frame(TYPE.comment, (encoder) => encoding.writeVarString(encoder, JSON.stringify(comment)));
