/**
 * The taught file (`.taught`): what an instrument was taught. firmware/core/taught.h reads and writes the same
 * bytes; firmware/README.md describes them. Works in Node and in browsers.
 */
import {
  MAX_EXAMPLES,
  MAX_LAYER_SIZE,
  MAX_LAYERS,
  type StatusName,
  UNIT_ONE,
} from '../../build/ts/contract.ts';
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

const MAGIC = [0x45, 0x4e, 0x53, 0x54]; // "ENST"
const VERSION_AT = MAGIC.length;
const CRC_AT = 8;
const HASH_AT = 12;
const MODE_ID_AT = 16;
const MODE_ID = /^[a-z][a-z0-9_]{0,63}$/;

export interface TaughtExample {
  /** Unit values 0…32768, one a channel. */
  readonly inputs: readonly number[];
  /** Unit values 0…32768, one a param. */
  readonly outputs: readonly number[];
}

export interface Taught extends Choices {
  readonly mode_id: string;
  /** CRC-32 of everything that must be equal for the file to fit; see learningHash. */
  readonly learning_hash: number;
  /** Inputs, hidden layers, outputs. */
  readonly layers: readonly number[];
  /** Q4.27, layer by layer: rows of one output each, then biases. */
  readonly weights: Int32Array;
  readonly examples: readonly TaughtExample[];
}

/** Why a file is refused, as a status of the contract. */
export type TaughtFault = Extract<StatusName, 'file_foreign' | 'file_damaged' | 'file_newer'>;

export class TaughtError extends Error {
  override readonly name = 'TaughtError';
  readonly code: TaughtFault;

  constructor(code: TaughtFault, message: string) {
    super(message);
    this.code = code;
  }
}

/** What must be equal for a taught file to fit a mode. */
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
  sizes.length <= MAX_LAYERS &&
  sizes.every((size) => Number.isInteger(size) && size >= 1 && size <= MAX_LAYER_SIZE);

const isUnit = (value: number): boolean =>
  Number.isInteger(value) && value >= 0 && value <= UNIT_ONE;

/** Weights and biases of a network of these layers. */
function weightCount(layers: readonly number[]): number {
  return layers.slice(1).reduce((sum, size, at) => sum + size * ((layers[at] ?? 0) + 1), 0);
}

const BIAS_BITS = 29;

/** A weight of a layer with so many inputs has at most these bits and a sign: firmware/core/shape.h says why. */
function weightBits(inputs: number, first: boolean): number {
  let bits = 30;
  while (inputs * 2 ** bits > (first ? 120 : 60) * 2 ** 27) bits -= 1;
  return bits;
}

const isWithin = (value: number, bits: number): boolean =>
  value >= -(2 ** bits) && value < 2 ** bits;

/** Whether every weight and bias is one that the core could have learned. */
function areWeights(weights: Int32Array, layers: readonly number[]): boolean {
  let from = 0;
  return layers.slice(1).every((outputs, at) => {
    const inputs = layers[at] ?? 0;
    const biases = from + inputs * outputs;
    const [start, end] = [from, biases + outputs];
    from = end;
    const bits = weightBits(inputs, at === 0);
    return (
      weights.subarray(start, biases).every((one) => isWithin(one, bits)) &&
      weights.subarray(biases, end).every((one) => isWithin(one, BIAS_BITS))
    );
  });
}

function crcOf(file: Uint8Array): number {
  const counted = new Uint8Array(file.length - 4);
  counted.set(file.subarray(0, CRC_AT));
  counted.set(file.subarray(HASH_AT), CRC_AT);
  return crc32(counted);
}

/** @throws RangeError when a part does not fit the others or the format. */
export function encodeTaught(taught: Taught): Uint8Array {
  const { mode_id, learning_hash, layers, weights, examples } = taught;
  const [inputs = 0, outputs = 0] = [layers[0], layers.at(-1)];
  if (!MODE_ID.test(mode_id))
    throw new RangeError(`not a mode id of up to 64 characters: ${mode_id}`);
  if (!areLayers(layers)) throw new RangeError(`not the layers of a network: ${layers.join('-')}`);
  if (examples.length > MAX_EXAMPLES) throw new RangeError(`at most ${MAX_EXAMPLES} examples`);
  if (weights.length !== weightCount(layers)) {
    throw new RangeError(`expected ${weightCount(layers)} weights, received ${weights.length}`);
  }
  if (!areWeights(weights, layers)) throw new RangeError('a weight is beyond its limit');
  const body = new ByteWriter().u8(mode_id.length).string(mode_id).u8(layers.length);
  for (const size of layers) body.u16(size);
  body.u16(examples.length);
  for (const weight of weights) body.u32(weight);
  for (const example of examples) {
    if (example.inputs.length !== inputs || example.outputs.length !== outputs) {
      throw new RangeError(`an example must have ${inputs} inputs and ${outputs} outputs`);
    }
    const values = [...example.inputs, ...example.outputs];
    if (!values.every(isUnit)) {
      throw new RangeError(`the values of an example must be integers from 0 to ${UNIT_ONE}`);
    }
    for (const value of values) body.u16(value);
  }
  writeChoices(body, outputs, taught);
  const file = (crc: number): Uint8Array =>
    new ByteWriter()
      .bytes(Uint8Array.from(MAGIC))
      .u16(versionOf(taught))
      .u16(0)
      .u32(crc)
      .u32(learning_hash)
      .bytes(body.done())
      .done();
  return file(crcOf(file(0)));
}

/** @throws TaughtError when the file is foreign, damaged or newer. */
export function decodeTaught(file: Uint8Array): Taught {
  if (MAGIC.some((byte, at) => file[at] !== byte)) {
    throw new TaughtError('file_foreign', 'this is not a taught file: it does not begin with ENST');
  }
  const at = (place: number) => new ByteReader(file.subarray(place));
  if (file.length <= MODE_ID_AT || at(CRC_AT).u32() !== crcOf(file)) {
    throw new TaughtError('file_damaged', 'the taught file is damaged: its checksum is wrong');
  }
  const version = at(VERSION_AT).u16();
  if (version === 0) throw new TaughtError('file_damaged', 'the taught file has no version');
  if (version > CHOICES_VERSION) {
    throw new TaughtError('file_newer', `the taught file has version ${version}, newer than this`);
  }
  try {
    return readBody(at(HASH_AT), version);
  } catch (error) {
    if (error instanceof TaughtError) throw error;
    throw new TaughtError('file_damaged', 'the taught file is incomplete');
  }
}

/** A correct CRC proves that the bytes arrived as written, not that they were valid. */
function readBody(from: ByteReader, version: number): Taught {
  const damaged = (what: string) => new TaughtError('file_damaged', `the taught file ${what}`);
  const u16 = () => from.u16();
  const learning_hash = from.u32();
  const mode_id = from.string(from.u8());
  if (!MODE_ID.test(mode_id)) throw damaged('names no mode');
  const layers = Array.from({ length: from.u8() }, u16);
  const [inputs = 0, outputs = 0] = [layers[0], layers.at(-1)];
  if (!areLayers(layers)) throw damaged('has layers that no network can have');
  const count = from.u16();
  // Checked before anything of that size is allocated: a short file may claim a network of gigabytes.
  const length = 4 * weightCount(layers) + 2 * count * (inputs + outputs);
  if (from.left < length) throw damaged('has the wrong length');
  const weights = Int32Array.from({ length: weightCount(layers) }, () => from.i32());
  if (!areWeights(weights, layers)) throw damaged('holds a weight beyond its limit');
  const examples = Array.from({ length: count }, () => ({
    inputs: Array.from({ length: inputs }, u16),
    outputs: Array.from({ length: outputs }, u16),
  }));
  if (!examples.every((one) => [...one.inputs, ...one.outputs].every(isUnit))) {
    throw damaged('holds a value above 1');
  }
  const choices = readChoices(from, outputs, version);
  if (choices === undefined) throw damaged('holds no scale, or locks of no param or above 1');
  if (from.left > 0) throw damaged('has the wrong length');
  return { mode_id, learning_hash, layers, weights, examples, ...choices };
}

/** A taught file with other choices, or none. @throws TaughtError when the file is foreign, damaged or newer */
export function withChoices(file: Uint8Array, choices: Choices = NO_CHOICES): Uint8Array {
  const taught = decodeTaught(file);
  const plain = versionOf(taught) === 1 && versionOf(choices) === 1;
  return plain ? file : encodeTaught({ ...taught, locks: choices.locks, scale: choices.scale });
}
