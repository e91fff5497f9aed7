/** Reads the mode files of a folder. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Diagnostic } from '../../dsl/diagnostics.ts';
import type { ModeSource } from '../../dsl/resolve.ts';

export interface ModeFolder {
  readonly sources: readonly ModeSource[];
  /** What stands in the folder and is no mode file. */
  readonly strangers: readonly Diagnostic[];
}

/** What editors and systems leave behind is nobody's mode. */
const LEFT_BEHIND = /^\.|~$|^#.*#$|^Thumbs\.db$/;

/** Reads `<folder>/*.json` in the order of their names; throws if the folder is not there. */
export function readModes(folder: string): ModeFolder {
  const sources: ModeSource[] = [];
  const strangers: Diagnostic[] = [];
  for (const name of readdirSync(folder).sort()) {
    if (LEFT_BEHIND.test(name)) continue;
    const place = path.join(folder, name);
    const file = place.replaceAll('\\', '/');
    if (name.endsWith('.json') && statSync(place).isFile()) {
      sources.push({ file, content: readFileSync(place) });
    } else {
      const message =
        'this folder holds <mode_id>.json files and nothing else; move this elsewhere';
      strangers.push({
        code: 'E_FILE_NAME',
        severity: 'error',
        file,
        line: 1,
        column: 1,
        pointer: '',
        message,
      });
    }
  }
  return { sources, strangers };
}
