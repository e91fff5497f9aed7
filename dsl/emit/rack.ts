/** A plugin for VCV Rack 2: what it reads to list the modules, and the drawings of their panels. */
import type { ResolvedMode } from '../resolved-mode.ts';
import { MARK, modeSource } from './mark.ts';
import {
  PANEL_HEIGHT_MM,
  RACK_INPUTS,
  RACK_OUTPUTS,
  type RackKind,
  type RackPart,
  rackPanel,
} from './rack-parts.ts';
import { strokedText } from './stroke-font.ts';

/** The name that patches remember the plugin by; neither it nor the name may use that of the host. */
export const RACK_SLUG = 'Ensemble';

/** The first number is that of the host's version. */
export const RACK_VERSION = '2.0.0';

const RACK_THEMES = {
  light: { panel: '#ece9e2', ink: '#1f2328', plate: '#3a4048', plateInk: '#f4f2ee' },
  dark: { panel: '#22262b', ink: '#e3e5e8', plate: '#cfd3d8', plateInk: '#1b1e22' },
} as const;

type RackTheme = keyof typeof RACK_THEMES;

/** Words of the host's own list, by which its users find modules. */
function tags(mode: ResolvedMode): readonly string[] {
  const kind = mode.listens ? 'Effect' : mode.sendsMidi ? 'Sequencer' : 'Synth voice';
  return [kind, 'Polyphonic'];
}

/** Gives build/rack/plugin.json. */
export function rackPlugin(modes: readonly ResolvedMode[]): string {
  const plugin = {
    $comment: `${MARK} from modes/ by \`npm run gen\`. Do not edit: change the source and generate again.`,
    slug: RACK_SLUG,
    name: 'Ensemble',
    version: RACK_VERSION,
    license: 'MIT',
    brand: 'Ensemble',
    author: 'Ensemble',
    description: 'Instruments that learn by example: controls move a small neural network.',
    modules: modes.map((mode) => ({
      slug: mode.modeId,
      name: mode.modeId,
      ...(mode.note === undefined ? {} : { description: mode.note }),
      tags: tags(mode),
    })),
  };
  return `${JSON.stringify(plugin, null, 2)}\n`;
}

/** From the middle of a part up to the bottom of its label. */
const LABEL_ABOVE_MM: Readonly<Record<RackKind, number>> = {
  knob: 6,
  trimmer: 4,
  button: 4.2,
  latch: 4.2,
  input: 5,
  output: 5,
  light: 3,
};

const LABEL = { height: 1.5, width: 11.4, lines: 2 } as const;

const label = (part: RackPart): string =>
  strokedText(part.label ?? '', part.x, part.y - LABEL_ABOVE_MM[part.kind], LABEL);

const stroke = (path: string, colour: string, width: number): string =>
  path === ''
    ? ''
    : `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>\n`;

const near = (value: number): string => String(Number(value.toFixed(2)));

/** Outputs stand on plates, so that they are not taken for inputs. */
const plate = (part: RackPart, colour: string): string =>
  `<rect x="${near(part.x - 5.9)}" y="${near(part.y - 9)}" width="11.8" height="12.8" rx="1.2" fill="${colour}"/>\n`;

/** What the host puts on a part, as simple shapes. */
const SHAPES: Readonly<Record<RackKind, (x: string, y: string) => string>> = {
  knob: (x, y) =>
    `<circle cx="${x}" cy="${y}" r="5" fill="#17191c"/><path d="M${x} ${y}v-4.4" stroke="#fff" stroke-width=".6"/>`,
  trimmer: (x, y) =>
    `<circle cx="${x}" cy="${y}" r="3" fill="#4a4f57"/><path d="M${x} ${y}v-2.6" stroke="#fff" stroke-width=".5"/>`,
  button: (x, y) =>
    `<circle cx="${x}" cy="${y}" r="3.1" fill="#9aa0a8"/><circle cx="${x}" cy="${y}" r="2.4" fill="#d5d8dc"/>`,
  latch: (x, y) =>
    `<circle cx="${x}" cy="${y}" r="3.1" fill="#9aa0a8"/><circle cx="${x}" cy="${y}" r="2.4" fill="#f0e6b0"/>`,
  input: (x, y) =>
    `<circle cx="${x}" cy="${y}" r="4.1" fill="#b9bec5"/><circle cx="${x}" cy="${y}" r="2.1" fill="#111"/>`,
  output: (x, y) =>
    `<circle cx="${x}" cy="${y}" r="4.1" fill="#b9bec5"/><circle cx="${x}" cy="${y}" r="2.1" fill="#111"/>`,
  light: (x, y) => `<circle cx="${x}" cy="${y}" r="1.6" fill="#8a6d1f"/>`,
};

/** Two slow oscillators that every copy of the host has: their number of the sine, and of the frequency. */
const OSCILLATOR = { plugin: 'Fundamental', model: 'LFO', bipolar: 0, frequency: 2, sine: 0 };

const HERTZ = [0.11, 0.07] as const;

/** Gives build/rack/first-lesson.vcv: the oscillators move the first two controls, and it is heard. */
export function rackPatch(mode: ResolvedMode): string {
  const version = RACK_VERSION;
  const jacks = rackPanel(mode).parts.filter(
    ({ kind, id }) => kind === 'input' && id >= RACK_INPUTS.length,
  );
  const moved = jacks.slice(0, HERTZ.length);
  const instrument = HERTZ.length + 1;
  const sound = instrument + 1;
  const oscillators = HERTZ.map((hertz, place) => ({
    id: place + 1,
    ...{ plugin: OSCILLATOR.plugin, model: OSCILLATOR.model, version },
    params: [
      { id: OSCILLATOR.bipolar, value: 0 },
      { id: OSCILLATOR.frequency, value: Number(Math.log2(hertz).toFixed(4)) },
    ],
    pos: [10 * place, 0],
  }));
  const cable = (id: number, from: readonly number[], to: readonly number[]) => ({
    id,
    ...{ outputModuleId: from[0], outputId: from[1], inputModuleId: to[0], inputId: to[1] },
    color: '#f3374b',
  });
  const patch = {
    $comment: `${MARK} from ${modeSource(mode.modeId)} by \`npm run gen\`. Do not edit: change the source and generate again.`,
    version,
    modules: [
      ...oscillators,
      ...[{ id: instrument, plugin: RACK_SLUG, model: mode.modeId, version, pos: [20, 0] }],
      ...[{ id: sound, plugin: 'Core', model: 'AudioInterface2', version, pos: [60, 0] }],
    ],
    cables: [
      ...moved.map(({ id }, place) =>
        cable(place + 1, [place + 1, OSCILLATOR.sine], [instrument, id]),
      ),
      ...RACK_OUTPUTS.map((_, side) => cable(10 + side, [instrument, side], [sound, side])),
    ],
  };
  return `${JSON.stringify(patch, null, 2)}\n`;
}

/** Gives a function that draws the panel of a mode in a theme: what it says is drawn stroke by stroke only once. */
function drawPanel(mode: ResolvedMode): (theme: RackTheme, onTop?: string) => string {
  const { widthMm, parts } = rackPanel(mode);
  const outputs = parts.filter(({ kind }) => kind === 'output');
  const others = parts.filter(({ kind }) => kind !== 'output');
  const width = near(widthMm);
  const across = { width: widthMm - 20, lines: 1 } as const;
  const title = strokedText(mode.modeId, widthMm / 2, 8.5, { height: 3, ...across });
  const foot = strokedText('Ensemble', widthMm / 2, 125, { height: 2, ...across });
  const [labels, plateLabels] = [others.map(label).join(''), outputs.map(label).join('')];
  return (theme, onTop = '') => {
    const { panel, ink, plate: plateColour, plateInk } = RACK_THEMES[theme];
    return `<!-- ${MARK} from ${modeSource(mode.modeId)} by \`npm run gen\`.
     Do not edit: change the source and generate again. -->
<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${PANEL_HEIGHT_MM}mm" viewBox="0 0 ${width} ${PANEL_HEIGHT_MM}">
<rect width="${width}" height="${PANEL_HEIGHT_MM}" fill="${panel}"/>
${outputs.map((part) => plate(part, plateColour)).join('')}${stroke(title, ink, 0.45)}${stroke(foot, ink, 0.3)}${stroke(labels, ink, 0.22)}${stroke(plateLabels, plateInk, 0.22)}${onTop}</svg>
`;
  };
}

/** Gives [path below build/rack, text] of the drawings: one for each theme of the host, and one with its parts, for guides. */
export function rackDrawings(mode: ResolvedMode): readonly (readonly [string, string])[] {
  const draw = drawPanel(mode);
  const parts = rackPanel(mode).parts.map(({ kind, x, y }) => SHAPES[kind](near(x), near(y)));
  return [
    [`res/${mode.modeId}.svg`, draw('light')],
    [`res/${mode.modeId}-dark.svg`, draw('dark')],
    [`pictures/${mode.modeId}.svg`, draw('light', `${parts.join('\n')}\n`)],
  ];
}
