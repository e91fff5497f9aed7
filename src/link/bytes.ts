/** Reading and writing the little-endian fields of a message body. */

/** A body ended before its fields did, or held more than them. */
export class BodyError extends Error {
  override readonly name = 'BodyError';
}

export class BodyReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

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
  f32(): number {
    return this.#view.getFloat32(this.#skip(4), true);
  }
  /** One length byte, then UTF-8. */
  text(): string {
    return new TextDecoder().decode(this.bytes(this.u8()));
  }
  bytes(count: number): Uint8Array {
    const from = this.#skip(count);
    return this.#bytes.slice(from, from + count);
  }

  /** Every field was read and nothing is left over. */
  end(): void {
    if (this.left > 0) throw new BodyError(`${this.left} bytes too many`);
  }

  #skip(count: number): number {
    if (this.left < count) throw new BodyError(`${count - this.left} bytes too few`);
    const from = this.#at;
    this.#at += count;
    return from;
  }
}

export class BodyWriter {
  readonly #bytes: number[] = [];

  u8(value: number): this {
    this.#bytes.push(value & 0xff);
    return this;
  }
  u16(value: number): this {
    return this.u8(value).u8(value >>> 8);
  }
  u32(value: number): this {
    return this.u16(value).u16(value >>> 16);
  }
  f32(value: number): this {
    return this.bytes(new Uint8Array(Float32Array.of(value).buffer));
  }
  bytes(bytes: Uint8Array): this {
    this.#bytes.push(...bytes);
    return this;
  }

  done(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }
}
