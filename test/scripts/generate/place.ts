/** A place to run the generator in, and the generator as a function of its arguments. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Measure } from '../../../dsl/measure.ts';
import { command } from '../../../scripts/generate/command.ts';
import { CATALOGUE } from '../../dsl/fixtures/engines.ts';
import { soundMode } from '../../dsl/fixtures/modes.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Place {
  readonly modes: string;
  readonly out: string;
  readonly write: (name: string, text: string) => void;
  readonly gen: (args?: readonly string[], measure?: Measure, colour?: boolean) => Promise<Ran>;
  /** The same, with compiled engines that are not those of the sources. */
  readonly stale: string[];
}

export const glass = JSON.stringify(soundMode(), null, 2);
export const CLEAN: Measure = () => [];

/** Acts with a folder of its own, in which one mode waits to be generated; clears it away. */
export function inPlace(act: (place: Place) => Promise<void>): () => Promise<void> {
  return async () => {
    const root = mkdtempSync(path.join(tmpdir(), 'gen-'));
    const modes = path.join(root, 'modes');
    const out = path.join(root, 'build');
    mkdirSync(modes);
    const write = (name: string, text: string) => writeFileSync(path.join(modes, name), text);
    write('glass.json', glass);
    const stale: string[] = [];
    const gen = async (
      args: readonly string[] = [],
      measure = CLEAN,
      colour = false,
    ): Promise<Ran> => {
      const said = { out: '', err: '' };
      const code = await command(['--modes', modes, '--out', out, ...args], {
        print: (text) => {
          said.out += text.replaceAll(root, '');
        },
        warn: (text) => {
          said.err += text.replaceAll(root, '');
        },
        colour,
        interrupted: () => AbortSignal.abort(),
        engines: async () => ({ catalogue: CATALOGUE, measure, stale }),
      });
      return { code, ...said };
    };
    try {
      await act({ modes, out, write, gen, stale });
    } finally {
      rmSync(root, { recursive: true });
    }
  };
}
