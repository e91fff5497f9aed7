/** Draws a patch of Pure Data for a guide, as Pd itself shows it. */
import { html } from '../../dsl/emit/literals.ts';

interface Box {
  readonly kind: string;
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

const LETTER_PX = 7.2;
const HEIGHT_PX = 20;
const FONT = 'font-family="DejaVu Sans Mono, Menlo, monospace" font-size="12"';

/** [inlets, outlets] of objects that do not have one of each. */
const NOLETS: Readonly<Record<string, readonly [number, number]>> = {
  'ensemble~': [1, 3],
  'dac~': [2, 0],
  'osc~': [2, 1],
  metro: [2, 1],
  '*': [2, 1],
  '+': [2, 1],
  '*~': [2, 1],
  print: [1, 0],
};

const plain = (text: string): string => text.replace(/\\([,;$])/g, '$1').replace(/ ([,;])/g, '$1');

const widthOf = ({ text }: Box): number => Math.max(3, text.length) * LETTER_PX + 8;

const noletsOf = ({ kind, text }: Box): readonly [number, number] =>
  (kind === 'obj' ? NOLETS[text.split(' ')[0] ?? ''] : undefined) ?? [1, 1];

function noletX(box: Box, place: number, count: number): number {
  const room = widthOf(box) - 7;
  return box.x + (count > 1 ? (place * room) / (count - 1) : 0);
}

function boxSvg(box: Box): string {
  const { kind, x, y, text } = box;
  const words = `<text x="${x + 4}" y="${y + 14}" ${FONT} xml:space="preserve">${html(text)}</text>`;
  if (kind === 'text') return words;
  const width = Math.round(widthOf(box));
  const right = x + width;
  const bottom = y + HEIGHT_PX;
  const shape =
    kind === 'msg'
      ? `<path d="M${x} ${y}H${right + 4}L${right} ${y + 4}V${bottom - 4}L${right + 4} ${bottom}H${x}Z"`
      : `<rect x="${x}" y="${y}" width="${width}" height="${HEIGHT_PX}"`;
  const [inlets, outlets] = noletsOf(box);
  const bars = [
    ...Array.from({ length: inlets }, (_, i) => [noletX(box, i, inlets), y] as const),
    ...Array.from({ length: outlets }, (_, i) => [noletX(box, i, outlets), bottom - 2] as const),
  ].map(([left, top]) => `<path d="M${left.toFixed(1)} ${top}h7v2h-7z"/>`);
  return `${shape} fill="#fff" stroke="#000"/>${words}${bars.join('')}`;
}

function cordSvg(boxes: readonly Box[], numbers: readonly number[]): string {
  const [from = 0, outlet = 0, to = 0, inlet = 0] = numbers;
  const source = boxes[from];
  const target = boxes[to];
  if (source === undefined || target === undefined) throw new Error(`no object ${from} or ${to}`);
  const x1 = noletX(source, outlet, noletsOf(source)[1]) + 3.5;
  const x2 = noletX(target, inlet, noletsOf(target)[0]) + 3.5;
  const isSound = /~( |$)/.test(source.text) && !/^snapshot~/.test(source.text) && outlet < 2;
  const width = isSound ? 2 : 1;
  return `<path d="M${x1.toFixed(1)} ${source.y + HEIGHT_PX}L${x2.toFixed(1)} ${target.y}" stroke="#000" stroke-width="${width}"/>`;
}

/** Gives a patch without subpatches as an SVG. */
export function drawPatch(patch: string): string {
  const lines = patch.split(/;\n/);
  const [, width = 0, height = 0] =
    /^#N canvas \d+ \d+ (\d+) (\d+)/.exec(lines[0] ?? '')?.map(Number) ?? [];
  const boxes = lines.flatMap((line) => {
    const [, kind = '', x = '', y = '', text = ''] =
      /^#X (obj|msg|text) (\d+) (\d+) (.*)$/s.exec(line) ?? [];
    return kind === '' ? [] : [{ kind, x: Number(x), y: Number(y), text: plain(text) }];
  });
  const cords = lines.flatMap((line) => {
    const numbers = /^#X connect (.*)$/.exec(line)?.[1]?.split(' ').map(Number);
    return numbers === undefined ? [] : [cordSvg(boxes, numbers)];
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<title>A patch of Pure Data</title>
<rect width="${width}" height="${height}" fill="#fff"/>
${[...cords, ...boxes.map(boxSvg)].join('\n')}
</svg>
`;
}
