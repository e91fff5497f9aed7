/** SVG drawings of the response curves: the logo, the homepage picture and the icon of each site. */

import gallery from '../../build/gallery/pictures.json' with { type: 'json' };
import type { PrimaryInput } from '../../build/ts/mode.ts';
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
    // Points are densest at both ends, where log and √x bend most.
    const x = (1 - Math.cos((Math.PI * i) / steps)) / 2;
    return `${(pad + x * span).toFixed(1)} ${(size - pad - forward(x) * span).toFixed(1)}`;
  });
  return `M${points.join('L')}`.replaceAll('.0', '');
}

/** The platform's logo, an exponential curve, `size` pixels square. */
export function curveMark(size: number): Html {
  return html`<svg class="mark" width="${size}" height="${size}" viewBox="0 0 32 32" aria-hidden="true"><path d="${pathOf('exp', 32, 4)}"/></svg>`;
}

/** An icon of one or more curves, `size` pixels square. */
export function curveIcon(names: readonly CurveName[], size: number): Html {
  const paths = [...new Set(names)].map((name) => html`<path d="${pathOf(name, 48, 4)}"/>`);
  return html`<svg class="curve" width="${size}" height="${size}" viewBox="0 0 48 48" aria-hidden="true">${paths}</svg>`;
}

/** Path data in a 48 by 48 box for each primary input. */
const INPUTS: Readonly<Record<PrimaryInput, string>> = {
  xy_pad: 'M8 8H40V40H8ZM27 20a3 3 0 1 0 6 0a3 3 0 1 0-6 0',
  joystick: 'M8 34a16 8 0 1 0 32 0a16 8 0 1 0-32 0M24 34L30 15M26 11a5 5 0 1 0 10 0a5 5 0 1 0-10 0',
  sliders: 'M12 8V40M24 8V40M36 8V40M8 28H16M20 16H28M32 33H40',
  audio_in: 'M18 14a6 6 0 0 1 12 0V24a6 6 0 0 1-12 0ZM11 23a13 13 0 0 0 26 0M24 36V42',
  midi_in: 'M6 10H42V38H6ZM18 10V38M30 10V38M15 10V26H21V10M27 10V26H33V10',
  none: 'M5 30C10 10 15 10 20 24S31 40 35 24S41 14 43 16',
};

/** An icon of the control that an instrument is played with, `size` pixels square. */
export function inputIcon(input: PrimaryInput, size: number): Html {
  return html`<svg class="curve" width="${size}" height="${size}" viewBox="0 0 48 48" aria-hidden="true"><path d="${INPUTS[input]}"/></svg>`;
}

const PICTURES: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(gallery.pictures));

/** The spectrum of a mode's first preset, a line a moment; nothing if there is no picture of it. */
export function soundPicture(modeId: string): Html | false {
  const lines = PICTURES.get(modeId);
  if (lines === undefined) return false;
  return html`<svg class="sound" viewBox="0 -1 ${gallery.width} ${gallery.height + 2}" aria-hidden="true">${lines.map((line) => html`<path d="${line}"/>`)}</svg>`;
}

/** Picks a curve for a name; the same name always gets the same curve. */
export function curveOf(name: string): CurveName {
  let sum = 0;
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return BENT[sum % BENT.length] ?? 'exp';
}

const PICTURE_SIZE = 400;
const GRID = 4;

/** The homepage picture: all seven curves on one grid. */
export function curvePicture(): Html {
  const lines = Array.from({ length: GRID + 1 }, (_, i) => {
    const at = (i * PICTURE_SIZE) / GRID;
    return `M0 ${at}H${PICTURE_SIZE}M${at} 0V${PICTURE_SIZE}`;
  }).join('');
  const others = NAMES.slice(1).map(
    (name) => html`<path class="curve others" d="${pathOf(name, PICTURE_SIZE, 0)}"/>`,
  );
  return html`<svg viewBox="-10 -10 420 420" aria-hidden="true">
<path class="grid" d="${lines}"/>${others}
<path class="curve first" pathLength="1" d="${pathOf('exp', PICTURE_SIZE, 0)}"/>
${trusted(`<circle cx="0" cy="${PICTURE_SIZE}" r="7"/><circle cx="${PICTURE_SIZE}" cy="0" r="7"/>`)}
</svg>`;
}
