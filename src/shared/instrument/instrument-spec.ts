/** What an instrument is made of, and how it is written into the module's memory as an EnsConfig. */
import {
  INSTRUMENT_CONFIG_BYTES,
  STATUS,
  type TrainConfig,
  UNIT_ONE,
  writeInstrumentConfig,
} from '../../../build/ts/contract.ts';
import { type Abi, InstrumentError } from './abi.ts';

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

/** An integer as a 32-bit word; anything else becomes 0, which the core rejects. */
export function wholeNumber(value: number): number {
  return Number.isInteger(value) && value >= 0 && value < 2 ** 32 ? value : 0;
}

/** Writes a spec, its names and its layers into one block. @returns the block. */
export function writeSpec(abi: Abi, spec: InstrumentSpec): number {
  const texts = [spec.engine_id, spec.mode_id, ...spec.channels, ...spec.params];
  for (const text of texts) {
    if (!/^[a-z][a-z0-9_]*$/.test(text)) throw new TypeError(`not a name: ${JSON.stringify(text)}`);
  }
  const words = spec.channels.length + spec.params.length + spec.layers.length;
  const letters = texts.reduce((sum, text) => sum + text.length + 1, 0);
  const block = abi.allocate(INSTRUMENT_CONFIG_BYTES + words * 4 + letters);
  let word = block + INSTRUMENT_CONFIG_BYTES;
  let letter = word + words * 4;
  const put = (text: string): number => {
    const start = letter;
    for (let i = 0; i < text.length; i += 1) abi.bytes[letter + i] = text.charCodeAt(i);
    abi.bytes[letter + text.length] = 0;
    letter += text.length + 1;
    return start;
  };
  const list = (values: readonly number[]): number => {
    const start = word;
    for (const value of values) {
      abi.data.setUint32(word, value, true);
      word += 4;
    }
    return start;
  };
  writeInstrumentConfig(abi.data, block, {
    engine_id: put(spec.engine_id),
    mode_id: put(spec.mode_id),
    channels: list(spec.channels.map(put)),
    params: list(spec.params.map(put)),
    layers: list(spec.layers),
    layer_count: spec.layers.length,
    sample_rate_hz: spec.sample_rate_hz,
    seed: spec.seed,
    default_spread: Math.round(spec.default_spread * UNIT_ONE),
    learning_rate: spec.training.learning_rate,
    max_iterations: wholeNumber(spec.training.max_iterations),
    min_error: spec.training.min_error,
    example_capacity: wholeNumber(spec.example_capacity),
  });
  return block;
}

function checkSizes(spec: InstrumentSpec): void {
  const [inputs] = spec.layers;
  const outputs = spec.layers.at(-1);
  if (inputs !== spec.channels.length || outputs !== spec.params.length) {
    throw new InstrumentError(STATUS.bad_shape, 'ens_create');
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
