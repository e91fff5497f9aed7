/** Mutation of plain bytes and texts, and inputs that hold several messages. */
import { pick, type Random } from './random.ts';

/** Inputs are never longer than this. */
const MAX_INPUT_BYTES = 65_536;

const joined = (...parts: readonly Uint8Array[]): Uint8Array =>
  new Uint8Array(Buffer.concat(parts)).slice(0, MAX_INPUT_BYTES);

/** Bytes with one change: a bit, a byte, a piece removed, doubled or taken from `other`. */
export function mutateBytes(input: Uint8Array, random: Random, other: Uint8Array): Uint8Array {
  const at = random(input.length + 1);
  const size = 1 + random(random(4) === 0 ? 256 : 8);
  const [head, tail] = [input.subarray(0, at), input.subarray(at)];
  const changed = input.slice();
  switch (random(7)) {
    case 0:
      changed[at] = (changed[at] ?? 0) ^ (1 << random(8));
      return changed;
    case 1:
      changed[at] = pick([0, 1, 0x7f, 0x80, 0xfe, 0xff, random(256)], random);
      return changed;
    case 2:
      return joined(head, tail.subarray(size));
    case 3:
      return joined(head, tail.subarray(0, size), tail);
    case 4:
      return joined(
        head,
        Uint8Array.from({ length: size }, () => random(256)),
        tail,
      );
    case 5:
      return joined(head, other.subarray(random(other.length)).subarray(0, size), tail);
    default:
      return random(4) === 0 ? head.slice() : joined(head, other.subarray(random(other.length)));
  }
}

/** A text with one change; `words` are pieces that mean something in its language. */
export function mutateText(
  text: string,
  random: Random,
  other: string,
  words: readonly string[],
): string {
  const at = random(text.length + 1);
  const size = 1 + random(random(4) === 0 ? 400 : 12);
  const [head, tail] = [text.slice(0, at), text.slice(at)];
  switch (random(7)) {
    case 0:
      return head + tail.slice(size);
    case 1:
      return head + tail.slice(0, size) + tail;
    case 2:
      return head + pick(words, random).repeat(random(8) === 0 ? 1 + random(300) : 1) + tail;
    case 3:
      return head + String.fromCharCode(random(random(2) === 0 ? 128 : 65_536)) + tail.slice(1);
    case 4:
      return head + other.slice(random(other.length)).slice(0, size) + tail;
    case 5:
      return random(4) === 0 ? head : head + other.slice(random(other.length));
    default:
      return head + pick(words, random) + tail.slice(size);
  }
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();
export const textOf = (bytes: Uint8Array): string => decoder.decode(bytes);
export const bytesOf = (text: string): Uint8Array => encoder.encode(text);

/** Several messages as one input: each with its length before it, two bytes, little-endian. */
export function pack(messages: readonly Uint8Array[]): Uint8Array {
  const fitting = messages.filter(({ length }) => length < 65_536);
  return joined(
    ...fitting.flatMap((message) => [
      Uint8Array.of(message.length & 255, message.length >> 8),
      message,
    ]),
  );
}

/** The messages in an input; the last one may be cut short. */
export function unpack(input: Uint8Array): Uint8Array[] {
  const messages: Uint8Array[] = [];
  for (let at = 0; at + 2 <= input.length; ) {
    const length = (input[at] ?? 0) | ((input[at + 1] ?? 0) << 8);
    messages.push(input.slice(at + 2, at + 2 + length));
    at += 2 + length;
  }
  return messages;
}
