/** How many pixels a picture has by its header, before anything decodes it: a few kilobytes may claim gigapixels. */

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** A picture with more pixels than this takes over half a gigabyte while it is decoded. Phones take up to 108 million. */
export const MAX_PIXELS = 120_000_000;

/** Bytes of a header; 0 beyond its end. */
class Header {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get length(): number {
    return this.#bytes.length;
  }

  /** A whole number of `count` bytes, the largest first. */
  big(at: number, count: number): number {
    let value = 0;
    for (let i = 0; i < count; i += 1) value = value * 256 + (this.#bytes[at + i] ?? 0);
    return value;
  }

  /** The same, the smallest byte first. */
  little(at: number, count: number): number {
    let value = 0;
    for (let i = count - 1; i >= 0; i -= 1) value = value * 256 + (this.#bytes[at + i] ?? 0);
    return value;
  }

  text(at: number, count: number): string {
    return String.fromCharCode(...this.#bytes.subarray(at, at + count));
  }
}

/** ITU-T T.81, B.2.2: the frame header, C0 to CF but tables (C4), JPG (C8) and arithmetic conditioning (CC). */
function jpegSize(header: Header): PictureSize | undefined {
  for (let at = 2; at + 9 <= header.length; ) {
    if (header.big(at, 1) !== 0xff) return undefined;
    const marker = header.big(at + 1, 1);
    // Fill bytes, and markers without a segment.
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { height: header.big(at + 5, 2), width: header.big(at + 7, 2) };
    } else at += 2 + Math.max(2, header.big(at + 2, 2));
  }
  return undefined;
}

/** RFC 9649: a simple, a lossless or an extended file. */
function webpSize(header: Header): PictureSize | undefined {
  const kind = header.text(12, 4);
  if (kind === 'VP8 ') {
    return { width: header.little(26, 2) & 0x3fff, height: header.little(28, 2) & 0x3fff };
  }
  if (kind === 'VP8L') {
    const bits = header.little(21, 4);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (kind === 'VP8X') {
    return { width: header.little(24, 3) + 1, height: header.little(27, 3) + 1 };
  }
  return undefined;
}

/** ISO/IEC 23008-12, 6.5.3: the largest of the extents that AVIF and HEIF files declare, of the whole and of its tiles. */
function heifSize(header: Header): PictureSize | undefined {
  let largest: PictureSize | undefined;
  for (let at = 0; at + 16 <= header.length; at += 1) {
    if (header.big(at, 1) !== 0x69 || header.text(at, 4) !== 'ispe') continue;
    const size = { width: header.big(at + 8, 4), height: header.big(at + 12, 4) };
    if (pixelsOf(size) > (largest === undefined ? 0 : pixelsOf(largest))) largest = size;
  }
  return largest;
}

export const pixelsOf = ({ width, height }: PictureSize): number => width * height;

/**
 * The size that the first bytes of a JPEG, PNG, GIF, WebP, AVIF or HEIF file declare, whatever it is called; undefined
 * where it is none of these, or says nothing.
 */
export function pictureSize(bytes: Uint8Array): PictureSize | undefined {
  const header = new Header(bytes);
  if (header.big(0, 2) === 0xffd8) return jpegSize(header);
  if (header.text(1, 3) === 'PNG') return { width: header.big(16, 4), height: header.big(20, 4) };
  if (header.text(0, 3) === 'GIF') {
    return { width: header.little(6, 2), height: header.little(8, 2) };
  }
  if (header.text(0, 4) === 'RIFF' && header.text(8, 4) === 'WEBP') return webpSize(header);
  return header.text(4, 4) === 'ftyp' ? heifSize(header) : undefined;
}
