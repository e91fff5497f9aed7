/** What an instrument is made of, and how it is written into the module's memory as an EnsConfig. */
import { type Abi, InstrumentError, UNIT_ONE } from './abi.ts';

/** The seed every target starts from, so that an untaught instrument sounds the same wherever it is. */
export const FIRST_SEED = 1;

/** Examples an instrument holds unless told otherwise. */
export const EXAMPLE_CAPACITY = 64;

/** Settings of training; ranges in firmware/wasm/abi.h. */
export interface TrainConfig {
  readonly learning_rate: number;
  readonly max_iterations: number;
  readonly min_error: number;
}

/** What an instrument is made of. */
export interface InstrumentSpec {
  readonly engine_id: string;
  readonly mode_id: string;
  readonly channels: readonly string[];
  /** Names of engine slots. */
  readonly params: readonly string[];
  /** Sizes: inputs, hidden…, outputs. */
  readonly layers: readonly number[];
  /** 24000, 32000, 44100 or 48000; any other becomes 48000. */
  readonly sample_rate_hz: number;
  readonly seed: number;
  /** Of the first weights, 0…1. */
  readonly default_spread: number;
  readonly training: TrainConfig;
  readonly example_capacity: number;
}

/** Words of an EnsConfig. */
const CONFIG_FIELDS = 13;

/** A whole number as a word holds it; anything else becomes 0, which the core refuses. */
export function wholeNumber(value: number): number {
  return Number.isInteger(value) && value >= 0 && value < 2 ** 32 ? value : 0;
}

/** Writes a spec, its names and its layers into one block. @returns the block. */
export function writeSpec(abi: Abi, spec: InstrumentSpec): number {
  const texts = [spec.engine_id, spec.mode_id, ...spec.channels, ...spec.params];
  for (const text of texts) {
    if (!/^[a-z][a-z0-9_]*$/.test(text)) throw new TypeError(`not a name: ${JSON.stringify(text)}`);
  }
  const words = CONFIG_FIELDS + spec.channels.length + spec.params.length + spec.layers.length;
  const letters = texts.reduce((sum, text) => sum + text.length + 1, 0);
  const block = abi.allocate(words * 4 + letters);
  let letter = block + words * 4;
  const put = (text: string): number => {
    const start = letter;
    for (let i = 0; i < text.length; i += 1) abi.bytes[letter + i] = text.charCodeAt(i);
    abi.bytes[letter + text.length] = 0;
    letter += text.length + 1;
    return start;
  };
  let word = block + CONFIG_FIELDS * 4;
  const list = (values: readonly number[]): number => {
    const start = word;
    for (const value of values) {
      abi.data.setUint32(word, value, true);
      word += 4;
    }
    return start;
  };
  const { data } = abi;
  data.setUint32(block, put(spec.engine_id), true);
  data.setUint32(block + 4, put(spec.mode_id), true);
  data.setUint32(block + 8, list(spec.channels.map(put)), true);
  data.setUint32(block + 12, list(spec.params.map(put)), true);
  data.setUint32(block + 16, list(spec.layers), true);
  data.setUint32(block + 20, spec.layers.length, true);
  data.setFloat32(block + 24, spec.sample_rate_hz, true);
  data.setUint32(block + 28, spec.seed, true);
  data.setUint32(block + 32, Math.round(spec.default_spread * UNIT_ONE), true);
  data.setFloat32(block + 36, spec.training.learning_rate, true);
  data.setUint32(block + 40, wholeNumber(spec.training.max_iterations), true);
  data.setFloat32(block + 44, spec.training.min_error, true);
  data.setUint32(block + 48, wholeNumber(spec.example_capacity), true);
  return block;
}

function checkSizes(spec: InstrumentSpec): void {
  const [inputs] = spec.layers;
  const outputs = spec.layers.at(-1);
  if (inputs !== spec.channels.length || outputs !== spec.params.length) {
    throw new InstrumentError(4, 'ens_create');
  }
}

/** Bytes the C side needs for an instrument of this spec, known before it is made. */
export function instanceBytes(abi: Abi, spec: InstrumentSpec): number {
  checkSizes(spec);
  const config = writeSpec(abi, spec);
  const status = abi.allocate(4);
  try {
    const bytes = abi.call.ens_instance_bytes(config, status) >>> 0;
    if (bytes === 0) {
      throw new InstrumentError(abi.data.getInt32(status, true), 'ens_instance_bytes');
    }
    return bytes;
  } finally {
    abi.free(status);
    abi.free(config);
  }
}
