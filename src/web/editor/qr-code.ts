/** An address as a QR code, drawn in the page: no service elsewhere learns of it. */
import { encode } from 'uqr';
import { setAttributes } from '../dom.ts';

const SPACE = 'http://www.w3.org/2000/svg';

/** @param label what it leads to, for people who do not see it */
export function qrCode(address: string, label: string): SVGSVGElement {
  const { size, data } = encode(address, { ecc: 'M', border: 4 });
  const svg = document.createElementNS(SPACE, 'svg');
  const attributes = { viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': label };
  setAttributes(svg, { ...attributes, class: 'qr', 'shape-rendering': 'crispEdges' });
  const path = document.createElementNS(SPACE, 'path');
  const squares = data.flatMap((row, y) =>
    row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')),
  );
  path.setAttribute('d', squares.join(''));
  svg.append(path);
  return svg;
}
