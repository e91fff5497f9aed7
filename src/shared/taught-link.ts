/**
 * What an instrument was taught, as the fragment of its player's address: `#taught=1.<base64url>`. The examples suffice
 * where the network follows from them; otherwise the link holds the taught file.
 *
 * The bytes, little-endian: kind (0: examples, 1: taught file), voice space, learning hash (u32). Then the taught file;
 * or the number of examples, each one's inputs and outputs (u16), and a CRC-32 of all before it. Version 2 has locks
 * between the examples and the CRC, version 3 a scale and perhaps locks (src/shared/choices.ts); a link without either is
 * of version 1.
 */
import { fromBase64UrlEncoded, toBase64UrlEncoded } from 'lib0/buffer';
import { MAX_EXAMPLES, UNIT_ONE } from '../../build/ts/contract.ts';
import { ByteReader, ByteWriter } from './bytes.ts';
import {
  CHOICES_VERSION,
  type Choices,
  NO_CHOICES,
  readChoices,
  versionOf,
  writeChoices,
} from './choices.ts';
import { crc32 } from './crc32.ts';
import { NO_SCALE } from './scale.ts';
import { type LearningShape, learningHash, type TaughtExample } from './taught.ts';

const LINK = /^#?taught=(\d{1,6})\.([\w-]*)$/;
const CRC_BYTES = 4;

/** The choices are those beside examples; a taught file has its own. */
export interface TaughtLink extends Partial<Choices> {
  readonly voiceSpace: number;
  /** Either what a new instrument is to learn, in this order, or everything that one has learned. */
  readonly taught: readonly TaughtExample[] | Uint8Array;
}

/** Why a link is refused. */
export type TaughtLinkFault = 'newer' | 'foreign' | 'damaged';

export class TaughtLinkError extends Error {
  override readonly name = 'TaughtLinkError';
  readonly fault: TaughtLinkFault;

  constructor(fault: TaughtLinkFault) {
    super(`the link is ${fault}`);
    this.fault = fault;
  }
}

/** Whether a fragment claims to be of this kind, of any version. */
export function isTaughtLink(fragment: string): boolean {
  return /^#?taught=/.test(fragment);
}

/** Gives the fragment, with its `#`. */
export function encodeTaughtLink(
  shape: LearningShape,
  { voiceSpace, taught, ...chosen }: TaughtLink,
): string {
  const choices = { ...NO_CHOICES, ...chosen };
  const whole = taught instanceof Uint8Array;
  const bytes = new ByteWriter()
    .u8(whole ? 1 : 0)
    .u8(voiceSpace)
    .u32(learningHash(shape));
  if (whole) {
    bytes.bytes(taught);
  } else {
    bytes.u8(taught.length);
    for (const { inputs, outputs } of taught) {
      for (const unit of [...inputs, ...outputs]) bytes.u16(unit);
    }
    writeChoices(bytes, shape.params.length, choices);
    bytes.u32(crc32(bytes.done()));
  }
  const version = whole ? 1 : versionOf(choices);
  return `#taught=${version}.${toBase64UrlEncoded(bytes.done())}`;
}

/**
 * Reads a fragment for a mode with this many voice spaces. A taught file in it is not read.
 *
 * @throws TaughtLinkError if it is of a later version, belongs to another instrument, or is incomplete
 */
export function decodeTaughtLink(
  fragment: string,
  shape: LearningShape,
  voiceSpaces: number,
): TaughtLink {
  const [, version, text = ''] = LINK.exec(fragment) ?? [];
  if (version === undefined) throw new TaughtLinkError('damaged');
  if (Number(version) > CHOICES_VERSION) throw new TaughtLinkError('newer');
  try {
    return readLink(fromBase64UrlEncoded(text), shape, voiceSpaces, Number(version));
  } catch (error) {
    throw error instanceof TaughtLinkError ? error : new TaughtLinkError('damaged');
  }
}

function readLink(
  bytes: Uint8Array,
  shape: LearningShape,
  voiceSpaces: number,
  version: number,
): TaughtLink {
  const from = new ByteReader(bytes);
  const kind = from.u8();
  const voiceSpace = from.u8();
  const hash = from.u32();
  if (kind > 1) throw new TaughtLinkError('damaged');
  if (kind === 0 && !isWhole(bytes)) throw new TaughtLinkError('damaged');
  if (hash !== learningHash(shape)) throw new TaughtLinkError('foreign');
  if (voiceSpace >= Math.max(1, voiceSpaces)) throw new TaughtLinkError('damaged');
  if (kind === 1 && version > 1) throw new TaughtLinkError('damaged');
  if (kind === 1) return { voiceSpace, taught: from.bytes(from.left) };
  const units = (count = 0): number[] => Array.from({ length: count }, () => from.u16());
  const count = from.u8();
  const taught = Array.from({ length: Math.min(count, MAX_EXAMPLES) }, () => ({
    inputs: units(shape.layers[0]),
    outputs: units(shape.layers.at(-1)),
  }));
  const valid = taught.every((one) =>
    [...one.inputs, ...one.outputs].every((unit) => unit <= UNIT_ONE),
  );
  const choices = readChoices(from, shape.params.length, version, CRC_BYTES);
  if (from.left !== CRC_BYTES || !valid || choices === undefined) {
    throw new TaughtLinkError('damaged');
  }
  const { locks, scale } = choices;
  return {
    voiceSpace,
    taught,
    ...(locks.size > 0 && { locks }),
    ...(scale !== NO_SCALE && { scale }),
  };
}

function isWhole(bytes: Uint8Array): boolean {
  const end = bytes.length - CRC_BYTES;
  return new ByteReader(bytes.slice(end)).u32() === crc32(bytes.slice(0, end));
}
