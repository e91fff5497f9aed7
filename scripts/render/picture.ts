/** A picture in memory: points, boxes and small letters, written as PNG (W3C PNG, third edition). */
import { deflateSync } from 'node:zlib';

/** Red, green, blue, 0…255. */
export type Colour = readonly [number, number, number];

const GLYPH_ROWS = 5;
const GLYPH_COLUMNS = 3;
/** Rows of each letter from the top, three points wide, as bits. */
const GLYPHS: Readonly<Record<string, string>> = {
  '0': '75557',
  '1': '26227',
  '2': '71747',
  '3': '71717',
  '4': '55711',
  '5': '74717',
  '6': '74757',
  '7': '71122',
  '8': '75757',
  '9': '75717',
  '.': '00002',
  '-': '00700',
  '+': '02720',
  ':': '02020',
  a: '25755',
  b: '65656',
  c: '34443',
  d: '65556',
  e: '74647',
  f: '74644',
  g: '34553',
  h: '55755',
  i: '72227',
  j: '11152',
  k: '55655',
  l: '44447',
  m: '57755',
  n: '65555',
  o: '25552',
  p: '65644',
  q: '25563',
  r: '65655',
  s: '34216',
  t: '72222',
  u: '55557',
  v: '55552',
  w: '55775',
  x: '55255',
  y: '55222',
  z: '71247',
};

export class Picture {
  readonly width: number;
  readonly height: number;
  readonly #points: Uint8Array;

  constructor(width: number, height: number, background: Colour) {
    this.width = width;
    this.height = height;
    this.#points = new Uint8Array(width * height * 3);
    this.box(0, 0, width, height, background);
  }

  /** Points outside are dropped. */
  point(x: number, y: number, colour: Colour): void {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return;
    this.#points.set(colour, (y * this.width + x) * 3);
  }

  colourAt(x: number, y: number): Colour {
    const at = (y * this.width + x) * 3;
    return [this.#points[at] ?? 0, this.#points[at + 1] ?? 0, this.#points[at + 2] ?? 0];
  }

  box(x: number, y: number, width: number, height: number, colour: Colour): void {
    for (let row = y; row < y + height; row += 1) {
      for (let column = x; column < x + width; column += 1) this.point(column, row, colour);
    }
  }

  /** Letters a–z (capitals are drawn small), digits and . - + : at a scale; others are blank. */
  text(x: number, y: number, text: string, colour: Colour, scale = 2): void {
    for (const [index, letter] of [...text.toLowerCase()].entries()) {
      const rows = GLYPHS[letter] ?? '00000';
      for (let row = 0; row < GLYPH_ROWS; row += 1) {
        const bits = Number(rows[row]);
        for (let column = 0; column < GLYPH_COLUMNS; column += 1) {
          if ((bits & (4 >> column)) === 0) continue;
          const left = x + (index * (GLYPH_COLUMNS + 1) + column) * scale;
          this.box(left, y + row * scale, scale, scale, colour);
        }
      }
    }
  }

  png(): Buffer {
    const header = Buffer.alloc(13);
    header.writeUInt32BE(this.width, 0);
    header.writeUInt32BE(this.height, 4);
    header.set([8, 2, 0, 0, 0], 8);
    const stride = this.width * 3;
    const rows = Buffer.alloc((stride + 1) * this.height);
    for (let y = 0; y < this.height; y += 1) {
      rows.set(this.#points.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
    }
    return Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(rows, { level: 9 })),
      chunk('IEND', Buffer.alloc(0)),
    ]);
  }
}

/** Width in points of a text at a scale. */
export function textWidth(text: string, scale = 2): number {
  return text.length * (GLYPH_COLUMNS + 1) * scale;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(named.length + 8);
  whole.writeUInt32BE(data.length, 0);
  named.copy(whole, 4);
  whole.writeUInt32BE(crc32(named), named.length + 4);
  return whole;
}

/** CRC-32 as PNG and taught files use it (polynomial 0xEDB88320). */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
