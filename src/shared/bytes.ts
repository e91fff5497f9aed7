/** Little-endian numbers and texts, one after another, for files and messages. */

/** Reads from the start of `bytes`; every method throws a RangeError when too few are left. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Bytes that were not read yet. */
  get left(): number {
    return this.#bytes.length - this.#at;
  }

  u8(): number {
    return this.#view.getUint8(this.#skip(1));
  }
  u16(): number {
    return this.#view.getUint16(this.#skip(2), true);
  }
  u32(): number {
    return this.#view.getUint32(this.#skip(4), true);
  }
  i32(): number {
    return this.#view.getInt32(this.#skip(4), true);
  }
  f32(): number {
    return this.#view.getFloat32(this.#skip(4), true);
  }
  /** UTF-8 text of `bytes` bytes. */
  string(bytes: number): string {
    return new TextDecoder().decode(this.bytes(bytes));
  }
  /** A copy of the next `count` bytes. */
  bytes(count: number): Uint8Array {
    const from = this.#skip(count);
    return this.#bytes.slice(from, from + count);
  }

  #skip(count: number): number {
    if (this.left < count) throw new RangeError(`${count - this.left} bytes are missing`);
    const from = this.#at;
    this.#at += count;
    return from;
  }
}

/** Writes into memory that grows; values are taken modulo the size of their field. */
export class ByteWriter {
  #view = new DataView(new ArrayBuffer(64));
  #size = 0;

  u8(value: number): this {
    const at = this.#grow(1);
    this.#view.setUint8(at, value);
    return this;
  }
  u16(value: number): this {
    const at = this.#grow(2);
    this.#view.setUint16(at, value, true);
    return this;
  }
  u32(value: number): this {
    const at = this.#grow(4);
    this.#view.setUint32(at, value, true);
    return this;
  }
  f32(value: number): this {
    const at = this.#grow(4);
    this.#view.setFloat32(at, value, true);
    return this;
  }
  /** UTF-8 without a length. */
  string(text: string): this {
    return this.bytes(new TextEncoder().encode(text));
  }
  bytes(bytes: Uint8Array): this {
    const from = this.#grow(bytes.length);
    new Uint8Array(this.#view.buffer).set(bytes, from);
    return this;
  }

  /** A copy of what was written so far. */
  done(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#view.buffer.slice(0, this.#size));
  }

  /** Makes room for `count` bytes. @returns where they begin. */
  #grow(count: number): number {
    const from = this.#size;
    this.#size += count;
    if (this.#size > this.#view.byteLength) {
      const larger = new Uint8Array(2 * this.#size);
      larger.set(new Uint8Array(this.#view.buffer));
      this.#view = new DataView(larger.buffer);
    }
    return from;
  }
}
