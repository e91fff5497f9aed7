/** Presets of LV2 plugins: what hosts list, and what choosing one sets; its number is what the plugin learns. */
import type { ResolvedPreset } from '../presets.ts';
import type { ResolvedMode } from '../resolved-mode.ts';
import { lv2Prefixes, lv2Uri, turtleString } from './lv2.ts';
import { lv2PortIndex, lv2Ports } from './lv2-ports.ts';
import { turtleMark } from './mark.ts';

const presetUri = (modeId: string, at: number): string => `${lv2Uri(modeId)}#preset_${at + 1}`;

const portValue = (symbol: string, value: number): string =>
  `  lv2:port [ lv2:symbol "${symbol}" ; pset:value ${value.toFixed(1)} ] ;\n`;

/** What the state of a preset holds. */
const PROPERTY = 'urn:ensemble:preset';

/** Gives the lines of build/lv2/manifest.ttl that say what the state of a preset holds. */
export const lv2PresetProperty = (): string =>
  `\n<${PROPERTY}>\n  a rdf:Property , owl:DatatypeProperty ;\n  rdfs:label "preset" ;\n` +
  '  rdfs:comment "Number of a preset of its mode, from 0, which the plugin learns." .\n';

/** Gives the lines of build/lv2/manifest.ttl that list the presets of a mode. */
export function lv2PresetList(modeId: string, presets: readonly ResolvedPreset[]): string {
  return presets
    .map(
      ({ name }, at) =>
        `\n<${presetUri(modeId, at)}>\n  a pset:Preset ;\n  lv2:appliesTo <${lv2Uri(modeId)}> ;\n` +
        `  rdfs:label ${turtleString(name)} ;\n  rdfs:seeAlso <${modeId}-presets.ttl> .\n`,
    )
    .join('');
}

/** Gives build/lv2/<mode>-presets.ttl: nothing held, the voice space, and what is learned. */
export function lv2Presets(mode: ResolvedMode, presets: readonly ResolvedPreset[]): string {
  const hasSpaces = lv2PortIndex(lv2Ports(mode), 'voice_space') !== undefined;
  const entries = presets.map(({ name, voiceSpace }, at) =>
    [
      `\n<${presetUri(mode.modeId, at)}>\n  a pset:Preset ;\n  lv2:appliesTo <${lv2Uri(mode.modeId)}> ;\n`,
      `  rdfs:label ${turtleString(name)} ;\n`,
      ...['hold', 'explore'].map((symbol) => portValue(symbol, 0)),
      hasSpaces ? portValue('voice_space', voiceSpace) : '',
      `  state:state [ <${PROPERTY}> ${at} ] .\n`,
    ].join(''),
  );
  const source = turtleMark(`modes/presets/${mode.modeId}.json`);
  return `${source}${lv2Prefixes(['lv2', 'pset', 'rdfs', 'state'])}${entries.join('')}`;
}
