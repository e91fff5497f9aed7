/** Taught files: the reader in TypeScript and the compiled one come to the same verdict. */
import { readFileSync } from 'node:fs';
import { crc32 } from '../../../src/shared/crc32.ts';
import { Abi, InstrumentError } from '../../../src/shared/instrument/abi.ts';
import { WasmInstrument } from '../../../src/shared/instrument/wasm-instrument.ts';
import {
  decodeTaught,
  encodeTaught,
  learningHash,
  type Taught,
  TaughtError,
} from '../../../src/shared/taught.ts';
import { TAUGHT_SPEC } from '../../support/taught-spec.ts';
import { mutateBytes } from '../bytes.ts';
import { pick, type Random } from '../random.ts';
import { must, type Target } from '../target.ts';

const HEAD_BYTES = 12;

function sealed(bytes: Uint8Array): Uint8Array {
  if (bytes.length < HEAD_BYTES) return bytes;
  const copy = bytes.slice();
  const counted = new Uint8Array([...copy.subarray(0, 8), ...copy.subarray(HEAD_BYTES)]);
  new DataView(copy.buffer).setUint32(8, crc32(counted), true);
  return copy;
}

/** Changes the numbers between the head and the end, of two or four bytes where they stand. */
function mutateNumbers(input: Uint8Array, random: Random): Uint8Array {
  const copy = input.slice();
  if (copy.length < HEAD_BYTES + 8) return copy;
  const at = HEAD_BYTES + random(copy.length - HEAD_BYTES - 4);
  const view = new DataView(copy.buffer);
  const edges = [0, 1, 32_767, 32_768, 32_769, 65_535, 2 ** 30, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1];
  if (random(2) === 0) view.setUint16(at, pick(edges, random), true);
  else view.setUint32(at, pick(edges, random), true);
  return copy;
}

function mutate(input: Uint8Array, random: Random, other: Uint8Array): Uint8Array {
  const kind = random(3);
  const changed = kind === 0 ? mutateNumbers(input, random) : mutateBytes(input, random, other);
  return random(8) === 0 ? changed : sealed(changed);
}

/** The status of a call, `ok` where it was none. */
function statusOf(action: () => unknown): string {
  try {
    action();
    return 'ok';
  } catch (error) {
    if (error instanceof InstrumentError || error instanceof TaughtError) return error.code;
    throw error;
  }
}

const HASH = learningHash(TAUGHT_SPEC);

/** What a file that is sound in itself is to the instrument. */
function fit({ learning_hash, layers, examples }: Taught): string {
  const same = learning_hash === HASH && layers.join() === TAUGHT_SPEC.layers.join();
  if (!same) return 'file_mismatch';
  return examples.length > (TAUGHT_SPEC.example_capacity ?? 0) ? 'examples_full' : 'ok';
}

class Readers {
  readonly #instrument: WasmInstrument;
  readonly #untouched: Uint8Array;

  constructor(module: WebAssembly.Module) {
    this.#instrument = new WasmInstrument(new Abi(new WebAssembly.Instance(module)), TAUGHT_SPEC);
    this.#untouched = this.#instrument.save();
  }

  run(input: Uint8Array): string {
    let read: Taught | undefined;
    const here = statusOf(() => {
      read = decodeTaught(input);
    });
    const core = statusOf(() => this.#instrument.load(input));
    const expected = read === undefined ? here : fit(read);
    // The core looks at what fits it before it looks at the rest.
    const agree = core === expected || (core === 'file_mismatch' && expected === 'file_damaged');
    must(agree, `TypeScript says ${expected}, the core ${core}`);
    if (core !== 'ok') {
      const same = Buffer.compare(this.#instrument.save(), this.#untouched) === 0;
      must(same, 'a file that is refused changes nothing');
    } else this.#instrument.load(this.#untouched);
    if (read !== undefined) {
      must(Buffer.compare(encodeTaught(read), canonical(input)) === 0, 'it is written as it was');
    }
    return `${expected}, ${core}, ${read?.examples.length}`;
  }
}

/** Bytes 6 and 7 are reserved: readers ignore them, writers write zeros. */
function canonical(input: Uint8Array): Uint8Array {
  const copy = input.slice();
  copy.fill(0, 6, 8);
  return sealed(copy);
}

export const taught = (): Target => {
  const readers = new Readers(new WebAssembly.Module(readFileSync('build/wasm/ensemble.wasm')));
  const made = new WasmInstrument(
    new Abi(
      new WebAssembly.Instance(new WebAssembly.Module(readFileSync('build/wasm/ensemble.wasm'))),
    ),
    TAUGHT_SPEC,
  );
  const untaught = made.save();
  made.addExample([0, 32768], [100, 20000, 32768]);
  made.addExample([32768, 16384], [30000, 5, 1234]);
  const lessons = made.save();
  made.setParam(0, 32768);
  made.locks.lock(0);
  made.locks.lock(2);
  const withLocks = made.save();
  made.tuning.setScale((2 << 12) | 1709);
  return {
    seeds: [untaught, lessons, withLocks, made.save()],
    mutate,
    run: (input) => readers.run(input),
  };
};
