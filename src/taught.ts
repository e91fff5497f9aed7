/**
 * The taught file (`.taught`): what a player taught an instrument. firmware/core/taught.h writes and reads
 * the same bytes; firmware/README.md says what each is. Works in Node and in browsers.
 */
import { crc32 } from './crc32.ts';

const TAUGHT_VERSION = 1;
const MAGIC = [0x45, 0x4e, 0x53, 0x54]; // "ENST"
const VERSION_AT = 4;
const CRC_AT = 8;
const HASH_AT = 12;
const MODE_ID_AT = 16;
const UNIT_ONE = 32768;
/** Inputs, at most eight hidden layers and outputs, none wider: the limits of the core. */
const MOST_LAYERS = 10;
const WIDEST = 256;
const MOST_EXAMPLES = 0xffff;
const MODE_ID = /^[a-z][a-z0-9_]{0,63}$/;

export interface TaughtExample {
  /** Unit values 0…32768, one a channel. */
  readonly inputs: readonly number[];
  /** Unit values 0…32768, one a param. */
  readonly outputs: readonly number[];
}

export interface Taught {
  readonly mode_id: string;
  /** CRC-32 of all that must be equal for a file to fit; see learningHash. */
  readonly learning_hash: number;
  /** Inputs, hidden layers, outputs. */
  readonly layers: readonly number[];
  /** Q4.27, layer by layer: rows of one output each, then biases. */
  readonly weights: Int32Array;
  readonly examples: readonly TaughtExample[];
}

/** Why a file is refused; the same names as on the wire and in the C ABI. */
export type TaughtFault = 'file_foreign' | 'file_damaged' | 'file_newer';

export class TaughtError extends Error {
  override readonly name = 'TaughtError';
  readonly code: TaughtFault;

  constructor(code: TaughtFault, message: string) {
    super(message);
    this.code = code;
  }
}

/** What a mode's lessons hang on. */
export interface LearningShape {
  readonly engine_id: string;
  readonly channels: readonly string[];
  readonly layers: readonly number[];
  readonly params: readonly string[];
}

/** Gives the learning hash of a mode: engine, channels, layers and param names, in order. */
export function learningHash({ engine_id, channels, layers, params }: LearningShape): number {
  const named = (texts: readonly string[]) => texts.map((text) => `${text}\0`).join('');
  const encoder = new TextEncoder();
  const sizes = layers.flatMap((size) => [size & 255, size >> 8]);
  return crc32(
    Uint8Array.from([
      ...encoder.encode(named([engine_id, ...channels])),
      ...sizes,
      ...encoder.encode(named(params)),
    ]),
  );
}

const areLayers = (sizes: readonly number[]): boolean =>
  sizes.length >= 3 &&
  sizes.length <= MOST_LAYERS &&
  sizes.every((size) => Number.isInteger(size) && size >= 1 && size <= WIDEST);

const isUnit = (value: number): boolean =>
  Number.isInteger(value) && value >= 0 && value <= UNIT_ONE;

/** Weights and biases of a network of these layers. */
function weightCount(layers: readonly number[]): number {
  return layers.slice(1).reduce((sum, size, at) => sum + size * ((layers[at] ?? 0) + 1), 0);
}

function crcOf(file: Uint8Array): number {
  const counted = new Uint8Array(file.length - 4);
  counted.set(file.subarray(0, CRC_AT));
  counted.set(file.subarray(HASH_AT), CRC_AT);
  return crc32(counted);
}

/** @throws RangeError where a part does not fit the others or the format. */
export function encodeTaught(taught: Taught): Uint8Array {
  const { mode_id, learning_hash, layers, weights, examples } = taught;
  const [inputs = 0, outputs = 0] = [layers[0], layers.at(-1)];
  if (!MODE_ID.test(mode_id)) throw new RangeError(`not a mode id of up to 64 letters: ${mode_id}`);
  if (!areLayers(layers)) throw new RangeError(`not the layers of a network: ${layers.join('-')}`);
  if (examples.length > MOST_EXAMPLES) throw new RangeError(`at most ${MOST_EXAMPLES} examples`);
  if (weights.length !== weightCount(layers)) {
    throw new RangeError(`expected ${weightCount(layers)} weights, received ${weights.length}`);
  }
  const size =
    MODE_ID_AT +
    4 +
    mode_id.length +
    2 * layers.length +
    4 * weights.length +
    2 * examples.length * (inputs + outputs);
  const file = new Uint8Array(size);
  const view = new DataView(file.buffer);
  file.set(MAGIC);
  view.setUint16(VERSION_AT, TAUGHT_VERSION, true);
  view.setUint32(HASH_AT, learning_hash, true);
  let at = MODE_ID_AT;
  const u16 = (value: number) => {
    view.setUint16(at, value, true);
    at += 2;
  };
  file[at++] = mode_id.length;
  file.set(new TextEncoder().encode(mode_id), at);
  at += mode_id.length;
  file[at++] = layers.length;
  layers.forEach(u16);
  u16(examples.length);
  for (const weight of weights) {
    view.setInt32(at, weight, true);
    at += 4;
  }
  for (const example of examples) {
    if (example.inputs.length !== inputs || example.outputs.length !== outputs) {
      throw new RangeError(`an example has ${inputs} inputs and ${outputs} outputs`);
    }
    if (![...example.inputs, ...example.outputs].every(isUnit)) {
      throw new RangeError(`an example holds whole numbers from 0 to ${UNIT_ONE}`);
    }
    [...example.inputs, ...example.outputs].forEach(u16);
  }
  view.setUint32(CRC_AT, crcOf(file), true);
  return file;
}

/** @throws TaughtError where the file is foreign, damaged or newer. */
export function decodeTaught(file: Uint8Array): Taught {
  if (MAGIC.some((byte, at) => file[at] !== byte)) {
    throw new TaughtError('file_foreign', 'this is not a taught file: it does not begin with ENST');
  }
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.length <= MODE_ID_AT || view.getUint32(CRC_AT, true) !== crcOf(file)) {
    throw new TaughtError('file_damaged', 'the taught file is damaged: its CRC does not fit');
  }
  const version = view.getUint16(VERSION_AT, true);
  if (version === 0) throw new TaughtError('file_damaged', 'the taught file has no version');
  if (version > TAUGHT_VERSION) {
    throw new TaughtError('file_newer', `the taught file has version ${version}, newer than this`);
  }
  try {
    return readBody(file, view);
  } catch (error) {
    if (error instanceof TaughtError) throw error;
    throw new TaughtError('file_damaged', 'the taught file ends before its contents do');
  }
}

/** A sound CRC says that the bytes are those that were written, not that they were written well. */
function readBody(file: Uint8Array, view: DataView): Taught {
  const damaged = (what: string) => new TaughtError('file_damaged', `the taught file ${what}`);
  let at = MODE_ID_AT;
  const u16 = () => {
    at += 2;
    return view.getUint16(at - 2, true);
  };
  const idLength = view.getUint8(at++);
  const mode_id = new TextDecoder().decode(file.subarray(at, at + idLength));
  if (!MODE_ID.test(mode_id)) throw damaged('names no mode');
  at += idLength;
  const layers = Array.from({ length: view.getUint8(at++) }, u16);
  const [inputs = 0, outputs = 0] = [layers[0], layers.at(-1)];
  if (!areLayers(layers)) throw damaged('has no layers a network can have');
  const count = u16();
  const values = count * (inputs + outputs);
  // Before anything is made of that size: a short file may claim a network of gigabytes.
  const length = 4 * weightCount(layers) + 2 * values;
  if (file.length - at !== length) throw damaged('has the wrong length');
  const weights = new Int32Array(weightCount(layers));
  for (let index = 0; index < weights.length; index += 1, at += 4) {
    weights[index] = view.getInt32(at, true);
  }
  const examples = Array.from({ length: count }, () => ({
    inputs: Array.from({ length: inputs }, u16),
    outputs: Array.from({ length: outputs }, u16),
  }));
  if (!examples.every((one) => [...one.inputs, ...one.outputs].every(isUnit))) {
    throw damaged('holds a value above 1');
  }
  return { mode_id, learning_hash: view.getUint32(HASH_AT, true), layers, weights, examples };
}
