/** LV2 plugins in Turtle: what hosts read to list them, one file for each mode and one that names them all. */
import type { ResolvedMode } from '../resolved-mode.ts';
import { number } from './literals.ts';
import { LV2_GROUPS, type Lv2Port, lv2Ports } from './lv2-ports.ts';
import { modeSource, turtleMark } from './mark.ts';

const PREFIXES: Readonly<Record<string, string>> = {
  atom: 'http://lv2plug.in/ns/ext/atom#',
  doap: 'http://usefulinc.com/ns/doap#',
  foaf: 'http://xmlns.com/foaf/0.1/',
  log: 'http://lv2plug.in/ns/ext/log#',
  lv2: 'http://lv2plug.in/ns/lv2core#',
  midi: 'http://lv2plug.in/ns/ext/midi#',
  owl: 'http://www.w3.org/2002/07/owl#',
  pg: 'http://lv2plug.in/ns/ext/port-groups#',
  pprops: 'http://lv2plug.in/ns/ext/port-props#',
  pset: 'http://lv2plug.in/ns/ext/presets#',
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  state: 'http://lv2plug.in/ns/ext/state#',
  urid: 'http://lv2plug.in/ns/ext/urid#',
};

/** Gives the lines that say what these prefixes stand for. */
export const lv2Prefixes = (names: readonly string[]): string =>
  names.map((name) => `@prefix ${name}: <${PREFIXES[name]}> .\n`).join('');

/** The name that a host remembers a plugin by. */
export const lv2Uri = (modeId: string): string => `urn:ensemble:mode:${modeId}`;

/** Gives text as a Turtle literal on one line; what a line cannot show becomes a space. */
export function turtleString(text: string): string {
  const plain = text.replace(/[\s\p{Cc}\p{Noncharacter_Code_Point}]+/gu, ' ').trim();
  return `"${plain.replace(/["\\]/g, (character) => `\\${character}`)}"`;
}

/** Numbers of Turtle: a decimal has a point, so that hosts read it as one. */
function decimal(value: number): string {
  const digits = number(value);
  return /[.e]/.test(digits) ? digits : `${digits}.0`;
}

const KINDS: Readonly<Record<Lv2Port['kind'], string>> = {
  audio: 'lv2:AudioPort',
  control: 'lv2:ControlPort',
  midi: 'atom:AtomPort',
};

function valueLines({ range, properties = [], points = [] }: Lv2Port, direction: string): string[] {
  if (range === undefined) return [];
  const whole = properties.includes('lv2:integer') || properties.includes('lv2:toggled');
  const text = whole ? number : decimal;
  const [min, max, rest] = range;
  const latency = properties.includes('lv2:reportsLatency');
  return [
    `lv2:minimum ${text(min)}`,
    `lv2:maximum ${text(max)}`,
    ...(direction === 'input' ? [`lv2:default ${text(rest)}`] : []),
    ...(properties.length > 0 ? [`lv2:portProperty ${properties.join(' , ')}`] : []),
    ...(latency ? ['lv2:designation lv2:latency'] : []),
    ...points.map(
      ([value, label]) =>
        `lv2:scalePoint [ rdfs:label ${turtleString(label || '-')} ; rdf:value ${text(value)} ]`,
    ),
  ];
}

function portText(port: Lv2Port, index: number, uri: string): string {
  const side = port.direction === 'input' ? 'lv2:InputPort' : 'lv2:OutputPort';
  const lines = [
    `a ${side} , ${KINDS[port.kind]}`,
    `lv2:index ${index}`,
    `lv2:symbol "${port.symbol}"`,
    `lv2:name ${turtleString(port.name || port.symbol)}`,
    ...(port.kind === 'midi'
      ? ['atom:bufferType atom:Sequence', 'atom:supports midi:MidiEvent']
      : []),
    ...(port.symbol === 'midi_in' ? ['lv2:designation lv2:control'] : []),
    ...valueLines(port, port.direction),
    ...(port.comment === undefined ? [] : [`rdfs:comment ${turtleString(port.comment)}`]),
    ...(port.group === undefined ? [] : [`pg:group <${uri}#${port.group}>`]),
  ];
  return `  lv2:port [\n${lines.map((line) => `    ${line}`).join(' ;\n')}\n  ]`;
}

/** What hosts sort plugins by: an instrument is played by notes, a generator sounds by itself. */
function classOf(mode: ResolvedMode): string {
  if (mode.listens) return 'lv2:Plugin';
  return `lv2:Plugin , lv2:${mode.followsMidi ? 'InstrumentPlugin' : 'GeneratorPlugin'}`;
}

/** The groups that ports name; each is of inputs or of outputs. */
function groupTexts(uri: string, ports: readonly Lv2Port[]): string {
  const used = new Set(ports.flatMap(({ group }) => group ?? []));
  return [...used]
    .map((group) => {
      const kind = ['status', 'now'].includes(group) ? 'pg:OutputGroup' : 'pg:InputGroup';
      return `\n<${uri}#${group}>\n  a ${kind} ;\n  lv2:symbol "${group}" ;\n  lv2:name ${turtleString(LV2_GROUPS[group])} .\n`;
    })
    .join('');
}

/** Gives build/lv2/<mode>.ttl. */
export function lv2Plugin(mode: ResolvedMode): string {
  const uri = lv2Uri(mode.modeId);
  const ports = lv2Ports(mode);
  const lines = [
    `a ${classOf(mode)}`,
    `doap:name ${turtleString(`Ensemble ${mode.modeId}`)}`,
    'doap:license <https://spdx.org/licenses/MIT>',
    'lv2:project [ a doap:Project ; doap:name "Ensemble" ; doap:maintainer [ foaf:name "Ensemble" ] ]',
    ...(mode.note === undefined ? [] : [`rdfs:comment ${turtleString(mode.note)}`]),
    'lv2:minorVersion 0',
    'lv2:microVersion 1',
    'lv2:requiredFeature urid:map',
    'lv2:optionalFeature lv2:hardRTCapable , log:log',
    'lv2:extensionData state:interface',
  ];
  const head = lines.map((line) => `  ${line} ;\n`).join('');
  const body = ports.map((port, index) => portText(port, index, uri)).join(' ;\n');
  return `${turtleMark(modeSource(mode.modeId))}${lv2Prefixes(Object.keys(PREFIXES).filter((name) => !['owl', 'pset'].includes(name)))}
<${uri}>
${head}${body} .
${groupTexts(uri, ports)}`;
}

/** Gives build/lv2/manifest.ttl: the plugins of the bundle, where each is described, and these presets. */
export function lv2Manifest(modeIds: readonly string[], presets = ''): string {
  const plugins = modeIds.map(
    (modeId) =>
      `\n<${lv2Uri(modeId)}>\n  a lv2:Plugin ;\n  lv2:binary <ensemble.so> ;\n  rdfs:seeAlso <${modeId}.ttl> .\n`,
  );
  return `${turtleMark('modes/')}${lv2Prefixes(['lv2', 'owl', 'pset', 'rdf', 'rdfs'])}${plugins.join('')}${presets}`;
}
