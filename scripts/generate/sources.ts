/** Reads the mode files of a folder, and the presets in it. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Code, Diagnostic } from '../../dsl/diagnostics.ts';
import type { ModeSource } from '../../dsl/resolve.ts';
import { systemSentence } from '../system-error.ts';

export interface ModeFolder {
  readonly sources: readonly ModeSource[];
  /** Files of presets. */
  readonly presets: readonly ModeSource[];
  /** What is in the folder but is not a mode file. */
  readonly strangers: readonly Diagnostic[];
}

const NO_MODE = 'this folder is for <mode_id>.json files only; move this elsewhere';

/** The folder of presets, beside the modes. */
const PRESETS = 'presets';

/** What editors and systems leave behind is nobody's mode. */
const LEFT_BEHIND = /^\.|~$|^#.*#$|^Thumbs\.db$/;

function stranger(file: string, code: Code, message: string): Diagnostic {
  return { code, severity: 'error', file, line: 1, column: 1, pointer: '', message };
}

/** Gives what stands at a place; undefined where it is no file. Throws where it cannot be read. */
const contentOf = (place: string): Buffer | undefined =>
  statSync(place).isFile() ? readFileSync(place) : undefined;

/** Reads `<folder>/*.json` and `<folder>/presets/*.json` in the order of their names; throws if the folder is not there. */
export function readModes(folder: string): ModeFolder {
  const { sources, strangers } = readFiles(folder, PRESETS);
  const inside = path.join(folder, PRESETS);
  const isThere = statSync(inside, { throwIfNoEntry: false })?.isDirectory() === true;
  const presets = isThere ? readFiles(inside) : { sources: [], strangers: [] };
  return { sources, presets: presets.sources, strangers: [...strangers, ...presets.strangers] };
}

/** @param except a folder that may be in this one */
function readFiles(folder: string, except?: string): Omit<ModeFolder, 'presets'> {
  const sources: ModeSource[] = [];
  const strangers: Diagnostic[] = [];
  for (const name of readdirSync(folder).sort()) {
    if (LEFT_BEHIND.test(name)) continue;
    const place = path.join(folder, name);
    if (name === except && statSync(place, { throwIfNoEntry: false })?.isDirectory()) continue;
    const file = place.replaceAll('\\', '/');
    try {
      const content = name.endsWith('.json') ? contentOf(place) : undefined;
      if (content) sources.push({ file, content });
      else strangers.push(stranger(file, 'E_FILE_NAME', NO_MODE));
    } catch (error) {
      const sentence = systemSentence(error);
      if (sentence === undefined) throw error;
      strangers.push(stranger(file, 'E_FILE', `this cannot be read: ${sentence}`));
    }
  }
  return { sources, strangers };
}
