/** The response curves as drawings: the mark, the picture of the homepage, the sign of a site. */
import { CURVES } from '../../dsl/curves.ts';
import { type Html, html, trusted } from '../http/html.ts';

type CurveName = keyof typeof CURVES;

const NAMES: readonly CurveName[] = ['exp', 'linear', 'log', 'square', 'sqrt', 'sigmoid', 'cubic'];
const BENT = NAMES.filter((name) => name !== 'linear');
const STEPS = 32;

/** Path data of a curve in a box of `size`, the origin at the bottom left, `pad` inside the edges. */
function pathOf(name: CurveName, size: number, pad: number): string {
  const { forward } = CURVES[name];
  const span = size - 2 * pad;
  const steps = name === 'linear' ? 1 : STEPS;
  const points = Array.from({ length: steps + 1 }, (_, i) => {
    // Closest at both ends, where log and √x turn fastest.
    const x = (1 - Math.cos((Math.PI * i) / steps)) / 2;
    return `${(pad + x * span).toFixed(1)} ${(size - pad - forward(x) * span).toFixed(1)}`;
  });
  return `M${points.join('L')}`.replaceAll('.0', '');
}

/** The exponential curve, the platform's mark, in a box of `size` pixels. */
export function curveMark(size: number): Html {
  return html`<svg class="mark" width="${size}" height="${size}" viewBox="0 0 32 32" aria-hidden="true"><path d="${pathOf('exp', 32, 4)}"/></svg>`;
}

/** One or several curves in a small box. */
export function curveSign(names: readonly CurveName[], size: number): Html {
  const paths = [...new Set(names)].map((name) => html`<path d="${pathOf(name, 48, 4)}"/>`);
  return html`<svg class="curve" width="${size}" height="${size}" viewBox="0 0 48 48" aria-hidden="true">${paths}</svg>`;
}

/** A curve that goes with a name: always the same one for the same name. */
export function curveOf(name: string): CurveName {
  let sum = 0;
  for (const sign of name) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 65_521;
  return BENT[sum % BENT.length] ?? 'exp';
}

const ART = 400;
const GRID = 4;

/** All seven between the same two corners, the way an instrument bends a gesture. */
export function curvePicture(): Html {
  const lines = Array.from({ length: GRID + 1 }, (_, i) => {
    const at = (i * ART) / GRID;
    return `M0 ${at}H${ART}M${at} 0V${ART}`;
  }).join('');
  const others = NAMES.slice(1).map(
    (name) => html`<path class="curve others" d="${pathOf(name, ART, 0)}"/>`,
  );
  return html`<svg viewBox="-10 -10 420 420" aria-hidden="true">
<path class="grid" d="${lines}"/>${others}
<path class="curve first" pathLength="1" d="${pathOf('exp', ART, 0)}"/>
${trusted(`<circle cx="0" cy="${ART}" r="7"/><circle cx="${ART}" cy="0" r="7"/>`)}
</svg>`;
}
