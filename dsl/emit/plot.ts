/** The drawings of a reference card, as SVG that takes its colours from the page around it. */
import { shape, unshape } from '../curves.ts';
import type { ResolvedMode, ResolvedParam } from '../resolved-mode.ts';
import { CURVE_NAMES, type CurveName } from '../schema/curve.ts';
import { html } from './literals.ts';

const SEGMENTS = 48;
/** Units of a plot, with room around for a line that is thick at the edges. */
const WIDTH = 160;
const HEIGHT = 100;
const MARGIN = 6;

// Two decimals of a hundredth of the plot: finer than a pixel, coarser than the last bit of any Math.exp.
const round = (value: number): string => String(Number(value.toFixed(2)));

function curvePath(curve: CurveName): string {
  const points = Array.from({ length: SEGMENTS + 1 }, (_, index) => {
    const x = index / SEGMENTS;
    return `${round(x * WIDTH)} ${round((1 - shape(curve, x)) * HEIGHT)}`;
  });
  return `M${points.join('L')}`;
}

/** One invisible drawing that holds every curve once; plots refer to it. */
export const CURVE_DEFINITIONS = `<svg class="defs" aria-hidden="true" width="0" height="0"><defs>
${CURVE_NAMES.map(
  (name) => `<path id="curve-${name}" d="${curvePath(name)}" vector-effect="non-scaling-stroke"/>`,
).join('\n')}
</defs></svg>
`;

const inUnit = (value: number): number => Math.min(1, Math.max(0, value));

/** Where the default stands: position of the control and height in the range, both 0 to 1. */
export function defaultPoint(param: ResolvedParam): { readonly x: number; readonly y: number } {
  // The span of two finite doubles may not be finite; halves of the smallest are nothing.
  const whole = (param.default - param.min) / (param.max - param.min);
  const halves = (param.default / 2 - param.min / 2) / (param.max / 2 - param.min / 2);
  const y = inUnit(Number.isFinite(param.max - param.min) ? whole : halves);
  return { x: unshape(param.curve, y), y };
}

function grid(): string {
  const lines = [0.25, 0.5, 0.75].map(
    (at) => `M${at * WIDTH} 0V${HEIGHT}M0 ${at * HEIGHT}H${WIDTH}`,
  );
  return `<path class="grid" d="${lines.join('')}"/><path class="frame" d="M0 0V${HEIGHT}H${WIDTH}"/>`;
}

/**
 * Gives the plot of a param: control from left to right, value from bottom to top. The line of the default
 * curve is full, those of voice spaces that deviate are dashed; the dot is the default.
 */
export function paramPlot(param: ResolvedParam, deviations: readonly CurveName[]): string {
  const { x, y } = defaultPoint(param);
  const box = `${-MARGIN} ${-MARGIN} ${WIDTH + 2 * MARGIN} ${HEIGHT + 2 * MARGIN}`;
  const dashed = deviations.map((name) => `<use class="other" href="#curve-${name}"/>`).join('');
  const words = [param.curve, ...deviations].join(', ');
  return (
    `<svg class="plot" viewBox="${box}" role="img" aria-label="${html(`${param.label}: ${words}`)}">` +
    `${grid()}${dashed}<use class="own" href="#curve-${param.curve}"/>` +
    `<circle cx="${round(x * WIDTH)}" cy="${round((1 - y) * HEIGHT)}" r="4.5"/></svg>`
  );
}

const LAYER_STEP = 90;
const LAYER_WIDTH = 14;
const HIGHEST = 120;

/** Gives the network as bars, one a layer, as high as its width on a square-root scale. */
export function networkDrawing(mode: ResolvedMode): string {
  const most = Math.max(...mode.layers);
  const height = (size: number): number => Math.max(8, Math.sqrt(size / most) * HIGHEST);
  const bars = mode.layers.map((size, index) => {
    const tall = height(size);
    const x = index * LAYER_STEP;
    const top = (HIGHEST - tall) / 2;
    return (
      `<rect x="${x}" y="${round(top)}" width="${LAYER_WIDTH}" height="${round(tall)}" rx="4"/>` +
      `<text x="${x + LAYER_WIDTH / 2}" y="${HIGHEST + 22}">${size}</text>`
    );
  });
  const flows = mode.layers.slice(1).map((size, index) => {
    const [from, to] = [height(mode.layers[index] ?? 1), height(size)];
    const [left, right] = [index * LAYER_STEP + LAYER_WIDTH, (index + 1) * LAYER_STEP];
    const corner = (x: number, y: number): string => `${x} ${round(y)}`;
    const middle = HIGHEST / 2;
    return `<path d="M${corner(left, middle - from / 2)}L${corner(right, middle - to / 2)}V${round(middle + to / 2)}L${corner(left, middle + from / 2)}z"/>`;
  });
  const width = (mode.layers.length - 1) * LAYER_STEP + LAYER_WIDTH;
  const label = `Network with layers of ${mode.layers.join(', ')} neurons`;
  return (
    `<svg class="network" viewBox="-12 -4 ${width + 24} ${HIGHEST + 34}" role="img" aria-label="${label}">` +
    `${flows.join('')}${bars.join('')}</svg>`
  );
}
