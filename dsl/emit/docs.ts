/** Reference cards for people: one self-contained HTML page a mode, curves plotted, and a page of them all. */
import type { ResolvedMode, ResolvedParam } from '../resolved-mode.ts';
import type { CurveName } from '../schema/curve.ts';
import { UNITS } from '../units.ts';
import { STYLE } from './docs-style.ts';
import { groupsOf } from './groups.ts';
import { html } from './literals.ts';
import { htmlMark, modeSource } from './mark.ts';
import { readable, withUnit } from './numbers.ts';
import { CURVE_DEFINITIONS, networkDrawing, paramPlot } from './plot.ts';

function page(source: string, title: string, body: string): string {
  return `<!doctype html>
${htmlMark(source)}<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${html(title)}</title>
<style>
${STYLE}
</style>
<body>
${body}</body>
</html>
`;
}

/** Gives the id of a mode as a title: `paf_synth` → "paf synth". */
const titleOf = (mode: ResolvedMode): string => mode.modeId.split('_').filter(Boolean).join(' ');

const symbolOf = (param: ResolvedParam): string =>
  param.unit === undefined ? '' : UNITS[param.unit].symbol;

const note = (text: string | undefined): string =>
  text === undefined || text === '' ? '' : `<p class="soft">${html(text)}</p>\n`;

interface Deviation {
  readonly space: string;
  readonly curve: CurveName;
}

function deviationsOf(mode: ResolvedMode, index: number): Deviation[] {
  const own = mode.params[index]?.curve;
  return mode.voiceSpaces.flatMap(({ name = '', curves }) => {
    const curve = curves[index];
    return curve === undefined || curve === own ? [] : [{ space: name, curve }];
  });
}

/** What the engine reads of a param, where that is not any value: "25 steps", in which voice spaces. */
function stepsText(mode: ResolvedMode, index: number): string {
  const counts = mode.voiceSpaces.map(({ steps }) => steps[index] ?? 0);
  if (counts.every((count) => count === 0)) return '';
  if (new Set(counts).size === 1) return `<p>${counts[0]} steps</p>\n`;
  const lines = mode.voiceSpaces.map(({ name = '' }, ordinal) => {
    const count = counts[ordinal] ?? 0;
    return `<bdi>${html(name)}</bdi>: ${count === 0 ? 'any value' : `${count} steps`}`;
  });
  return `<p class="soft">${lines.join(' · ')}</p>\n`;
}

const tuningText = ({ isPitch }: ResolvedParam): string =>
  isPitch ? '<p>Snaps to the scale you choose</p>\n' : '';

function paramCard(mode: ResolvedMode, param: ResolvedParam): string {
  const symbol = symbolOf(param);
  const index = mode.params.indexOf(param);
  const deviations = deviationsOf(mode, index);
  const others = [...new Set(deviations.map(({ curve }) => curve))];
  const elsewhere = deviations.map(
    ({ space, curve }) =>
      `<p class="soft"><bdi>${html(space)}</bdi>: <span class="tag other">${curve}</span></p>\n`,
  );
  return `<li>
<h3>${html(param.label)}</h3>
<code>${param.name}</code>
<div class="figure"><span>${withUnit(param.max, symbol)}</span><span>${withUnit(param.min, symbol)}</span>${paramPlot(param, others)}</div>
<p><span class="tag">${param.curve}</span> · starts at ${withUnit(param.default, symbol)}</p>
${elsewhere.join('')}${stepsText(mode, index)}${tuningText(param)}${note(param.note)}</li>
`;
}

function groupSection(mode: ResolvedMode, group: string): string {
  const params = mode.params.filter((param) => param.group === group);
  return `<h2>${html(group)}</h2>
<ul class="cards">
${params.map((param) => paramCard(mode, param)).join('')}</ul>
`;
}

function voiceSpaceSection(mode: ResolvedMode): string {
  if (mode.voiceSpaces.some((space) => space.name === undefined)) return '';
  const rows = mode.voiceSpaces.map((space, ordinal) => {
    const count = mode.params.filter((param, i) => space.curves[i] !== param.curve).length;
    const what = count === 0 ? 'the default curves' : `${count} of ${mode.params.length} deviate`;
    return `<tr><td>${ordinal}</td><th scope="row">${html(space.name ?? '')}</th><td>${what}${note(space.note)}</td></tr>\n`;
  });
  return `<section>
<h2>Voice spaces</h2>
<div class="scroll"><table>
<thead><tr><th>Ordinal</th><th>Name</th><th>Curves</th></tr></thead>
<tbody>
${rows.join('')}</tbody>
</table></div>
</section>
`;
}

function channelSection(mode: ResolvedMode): string {
  const rows = mode.channels.map(
    ({ label, name, zero, half, one }) =>
      `<tr><th scope="row">${label}<br><code>${name}</code></th><td>${zero}</td><td>${half}</td><td>${one}</td></tr>\n`,
  );
  return `<section>
<h2>Inputs</h2>
<div class="scroll"><table class="inputs">
<thead><tr><th>Channel</th><th>0</th><th>½</th><th>1</th></tr></thead>
<tbody>
${rows.join('')}</tbody>
</table></div>
</section>
`;
}

const INPUT_WORDS = {
  xy_pad: 'XY pad',
  joystick: 'joystick',
  sliders: 'sliders',
  audio_in: 'sound at the input',
  midi_in: 'MIDI',
  none: 'plays itself',
} as const;

function facts(mode: ResolvedMode): string {
  const rows: [string, string][] = [
    ['Engine', `<code>${mode.engineId}</code>`],
    ['Played with', INPUT_WORDS[mode.ui.primaryInput]],
    ['Network', mode.layers.join(' → ')],
    ['Spread', readable(mode.defaultSpread)],
    ['Params', String(mode.params.length)],
  ];
  if (mode.microphone) rows.push(['Listens', 'to the microphone']);
  return `<dl>\n${rows.map(([term, text]) => `<dt>${term}</dt><dd>${text}</dd>\n`).join('')}</dl>\n`;
}

/** Gives build/docs/modes/<mode_id>.html. */
export function docsMode(mode: ResolvedMode): string {
  const head = `<header class="head">
<div>
<p><a href="../index.html">All modes</a></p>
<h1>${html(titleOf(mode))}</h1>
<code>${mode.modeId}</code>
${note(mode.note)}${facts(mode)}</div>
${networkDrawing(mode)}
</header>
`;
  const groups = groupsOf(mode).map((group) => groupSection(mode, group));
  const body = `${CURVE_DEFINITIONS}${head}<div class="pair">
${channelSection(mode)}${voiceSpaceSection(mode)}</div>
${groups.join('')}`;
  return page(modeSource(mode.modeId), `${titleOf(mode)} · reference card`, body);
}

/** Gives what the page of all modes shows of one: small, so that thousands of modes need not stay in memory. */
export function docsEntry(mode: ResolvedMode): string {
  const count = `${mode.params.length} param${mode.params.length === 1 ? '' : 's'}`;
  return `<li>
${networkDrawing(mode)}
<h3><a href="modes/${mode.modeId}.html">${html(titleOf(mode))}</a></h3>
<p class="soft">${INPUT_WORDS[mode.ui.primaryInput]} · ${count}</p>
${note(mode.note)}</li>
`;
}

/** Gives build/docs/index.html from the entries of all modes. */
export function docsIndex(entries: readonly string[]): string {
  const list =
    entries.length === 0
      ? '<p class="soft">None yet.</p>\n'
      : `<ul class="cards modes">\n${entries.join('')}</ul>\n`;
  return page(
    'modes/',
    'Modes · reference cards',
    `<h1>Modes</h1>\n<h2>Reference cards</h2>\n${list}`,
  );
}
