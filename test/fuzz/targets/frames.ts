/** Frames of the editing socket, as the server and as the editor read them. */
import * as p from '../../../src/shared/site/protocol.ts';
import { mutateBytes } from '../bytes.ts';
import { must, refusal, type Target } from '../target.ts';

const bytes = Uint8Array.of(1, 2, 3);
const permission = { access: 'edit', reason: '' } as const;

const SEEDS: readonly Uint8Array[] = [
  p.encodeHello('a key', 'Ada 🎹'),
  p.encodeStep1(bytes),
  p.encodeStep2(bytes),
  p.encodeUpdate(bytes),
  p.encodeAwareness(bytes),
  p.encodeRequest(7, { op: 'history', before: 9 }),
  p.encodeWelcome(true, permission, 'incarnation'),
  p.encodeAccess({ access: 'read', reason: 'locked' }),
  p.encodeSaved(300),
  p.encodeDenied('no'),
  p.encodeReply(9, false, { code: 'version', message: 'none' }, bytes),
  p.encodeComment({
    id: 1,
    thread: 1,
    kind: 'comment',
    by: 'Ada',
    member: true,
    mine: false,
    atMs: 1,
    text: 'Hi',
  }),
  Uint8Array.of(3),
];

/** Frames of the client that have only one encoding are written again as they were meant. */
function again(message: p.ClientMessage): Uint8Array | undefined {
  switch (message.kind) {
    case 'step1':
      return p.encodeStep1(message.stateVector);
    case 'step2':
      return p.encodeStep2(message.update);
    case 'update':
      return p.encodeUpdate(message.update);
    case 'awareness':
      return p.encodeAwareness(message.update);
    case 'hello':
      return p.encodeHello(message.key, message.name, message.version);
    default:
      return undefined;
  }
}

function read<T>(decode: (input: Uint8Array) => T, input: Uint8Array): T | string {
  try {
    return decode(input);
  } catch (error) {
    return refusal(error, p.ProtocolError);
  }
}

function run(input: Uint8Array): string {
  const before = input.slice();
  const message = read(p.decodeClientMessage, input);
  const answer = read(p.decodeServerMessage, input);
  must(Buffer.compare(before, input) === 0, 'reading a frame leaves its bytes as they are');
  if (typeof message === 'object') {
    const written = again(message);
    const meant = written && p.decodeClientMessage(written);
    must(
      meant === undefined || JSON.stringify(meant) === JSON.stringify(message),
      'a frame that was read is written with the same meaning',
    );
  }
  const tell = (one: typeof message | typeof answer) => (typeof one === 'string' ? one : one.kind);
  return `${tell(message)}, ${tell(answer)}`;
}

export const frames = (): Target => ({ seeds: SEEDS, mutate: mutateBytes, run });
