/** Letters as strokes, because VCV Rack draws no text of an SVG: capitals and digits on a grid of 4 by 6. */

/** Lines from point to point; two digits are a point, x then y from the top. */
const GLYPHS: Readonly<Record<string, string>> = {
  A: '0602204246 0444',
  B: '060030414233 0333 3344453606',
  C: '4130100105163645',
  D: '06003041453606',
  E: '40000646 0333',
  F: '400006 0333',
  G: '41301001051636454323',
  H: '0006 4046 0343',
  I: '1030 2026 1636',
  J: '4045361605',
  K: '0006 400346',
  L: '000646',
  M: '0600234046',
  N: '06004640',
  O: '103041453616050110',
  P: '06003041423303',
  Q: '103041453616050110 2446',
  R: '06003041423303 2346',
  S: '413010010213334445361605',
  T: '0040 2026',
  U: '000516364540',
  V: '002640',
  W: '0016223640',
  X: '0046 4006',
  Y: '002340 2326',
  Z: '00400646',
  0: '103041453616050110',
  1: '112026 1636',
  2: '01103041420646',
  3: '0110304142334445361605 1333',
  4: '36300444',
  5: '400003334445361605',
  6: '413010010516364544331304',
  7: '004016',
  8: '103041423313020110 1304051636454433',
  9: '051636454130100102133342',
  '-': '1333',
  _: '0646',
  '/': '0640',
  '.': '2526',
  '%': '0640 0010110100 3545463635',
  '+': '2125 0343',
  "'": '2022',
  '(': '30111536',
  ')': '10313516',
};

/** By letter: lines, of points. */
const STROKES = new Map(
  Object.entries(GLYPHS).map(([letter, lines]) => [
    letter,
    lines
      .split(' ')
      .map((line) => (line.match(/../g) ?? []).map(([x, y]) => [Number(x), Number(y)] as const)),
  ]),
);

const ADVANCE = 5.5;
const HEIGHT = 6;

/** Gives what can be written of a text: accents fall off, what has no strokes becomes a space. */
const writable = (text: string): string =>
  [...text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()]
    .map((letter) => (STROKES.has(letter) ? letter : ' '))
    .join('')
    .replace(/ +/g, ' ')
    .trim();

const millimetres = (value: number): string => String(Number(value.toFixed(2)));

function linePath(line: string, middle: number, bottom: number, scale: number): string {
  const left = middle - ((line.length * ADVANCE - 1.5) * scale) / 2;
  let path = '';
  for (const [place, letter] of [...line].entries()) {
    for (const stroke of STROKES.get(letter) ?? []) {
      for (const [index, [x, y]] of stroke.entries()) {
        const across = millimetres(left + (place * ADVANCE + x) * scale);
        const down = millimetres(bottom - (HEIGHT - y) * scale);
        path += `${index === 0 ? 'M' : 'L'}${across} ${down}`;
      }
    }
  }
  return path;
}

/** The words on one line or two, so that the longest line is as short as it can be. */
function broken(text: string): readonly string[] {
  const words = text.split(' ');
  const ways = words.map((_, at) =>
    [words.slice(0, at).join(' '), words.slice(at).join(' ')].filter(Boolean),
  );
  const longest = (lines: readonly string[]): number => Math.max(...lines.map((l) => l.length));
  return ways.reduce((best, way) => (longest(way) < longest(best) ? way : best), [text]);
}

/**
 * Gives the path of a text around `middle`, on at most two lines above `bottom`, no wider than `width`; empty where there
 * is nothing to write. Lengths in millimetres.
 */
export function strokedText(
  text: string,
  middle: number,
  bottom: number,
  size: { readonly height: number; readonly width: number; readonly lines: 1 | 2 },
): string {
  const plain = writable(text);
  if (plain === '') return '';
  const whole = size.height / HEIGHT;
  const fits = (line: string): boolean => line.length * ADVANCE * whole <= size.width;
  const lines = size.lines === 1 || fits(plain) ? [plain] : broken(plain);
  const longest = Math.max(...lines.map((line) => line.length));
  const scale = Math.min(whole, size.width / (longest * ADVANCE));
  return lines
    .map((line, place) => {
      const above = (lines.length - 1 - place) * 1.45 * HEIGHT * scale;
      return linePath(line, middle, bottom - above, scale);
    })
    .join('');
}
