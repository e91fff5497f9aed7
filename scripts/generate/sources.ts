/** Reads the mode files of a folder, and the presets and templates in it. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Code, Diagnostic } from '../../dsl/diagnostics.ts';
import type { ModeSource } from '../../dsl/resolve.ts';
import { systemSentence } from '../system-error.ts';

export interface ModeFolder {
  readonly sources: readonly ModeSource[];
  /** Files of presets. */
  readonly presets: readonly ModeSource[];
  /** Templates of synths. */
  readonly templates: readonly ModeSource[];
  /** What is in the folder but is not a mode file. */
  readonly strangers: readonly Diagnostic[];
}

const NO_MODE = 'this folder is for <mode_id>.json files only; move this elsewhere';

/** The folders beside the modes. */
const PRESETS = 'presets';
const TEMPLATES = 'templates';

/** What editors and systems leave behind is nobody's mode. */
const LEFT_BEHIND = /^\.|~$|^#.*#$|^Thumbs\.db$/;

function stranger(file: string, code: Code, message: string): Diagnostic {
  return { code, severity: 'error', file, line: 1, column: 1, pointer: '', message };
}

/** Gives what stands at a place; undefined where it is no file. Throws where it cannot be read. */
const contentOf = (place: string): Buffer | undefined =>
  statSync(place).isFile() ? readFileSync(place) : undefined;

/** Reads a folder beside the modes, if it is there. */
function readInside(folder: string, name: string): ReturnType<typeof readFiles> {
  const inside = path.join(folder, name);
  const isThere = statSync(inside, { throwIfNoEntry: false })?.isDirectory() === true;
  return isThere ? readFiles(inside) : { sources: [], strangers: [] };
}

/** Reads `*.json` of a folder, of `presets` and of `templates` in it, in the order of their names; throws if it is not there. */
export function readModes(folder: string): ModeFolder {
  const { sources, strangers } = readFiles(folder, [PRESETS, TEMPLATES]);
  const presets = readInside(folder, PRESETS);
  const templates = readInside(folder, TEMPLATES);
  return {
    sources,
    presets: presets.sources,
    templates: templates.sources,
    strangers: [...strangers, ...presets.strangers, ...templates.strangers],
  };
}

/** @param except folders that may be in this one */
function readFiles(
  folder: string,
  except: readonly string[] = [],
): Pick<ModeFolder, 'sources' | 'strangers'> {
  const sources: ModeSource[] = [];
  const strangers: Diagnostic[] = [];
  for (const name of readdirSync(folder).sort()) {
    if (LEFT_BEHIND.test(name)) continue;
    const place = path.join(folder, name);
    if (except.includes(name) && statSync(place, { throwIfNoEntry: false })?.isDirectory())
      continue;
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
