/** `npm run gen` as a function: arguments in, exit code out. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { tsContract } from '../../dsl/emit/contract-ts.ts';
import { type ModeValidator, modeValidator } from '../../dsl/validate.ts';
import { quote } from '../../dsl/wording.ts';
import { systemSentence } from '../system-error.ts';
import { DOCUMENTS } from './documents.ts';
import type { Engines } from './engines.ts';
import { generate } from './generate.ts';
import { DEFAULT_OUT, type Options, parseOptions, USAGE, wantsJson } from './options.ts';
import { asJson, asText, errorAsJson } from './report.ts';
import { misuse } from './tree.ts';
import { watchFolders } from './watch.ts';

/** What the engines are compiled from, beside what no author of an engine touches. */
const ENGINE_SOURCES: readonly string[] = ['firmware/engines', 'firmware/dsp', 'firmware/core'];

export interface Surroundings {
  readonly print: (text: string) => void;
  readonly warn: (text: string) => void;
  readonly colour: boolean;
  /** Asked once a watch begins: what ends it. */
  readonly interrupted: () => AbortSignal;
  readonly engines?: (check: boolean) => Promise<Engines>;
}

/** Loaded late: engines are read through build/ts/contract.ts, which may have to be written first. */
const loadEngines = async (check: boolean): Promise<Engines> =>
  (await import('./engines.ts')).loadEngines({ check });

/**
 * Writes the contract that the generator itself imports, so that new names and a lost file are no trouble. Gives the
 * file if it differed.
 */
function writeContract(out: string): string[] {
  const file = path.join(out, 'ts/contract.ts');
  const text = tsContract();
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return [];
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return [file];
}

const filesIn = (folder: string, ending: string): number =>
  readdirSync(folder).filter((name) => name.endsWith(ending)).length;

/** A folder without a mode (a wrong path, half a checkout) never removes what was generated. */
function emptyFolder({ modes, out }: Options): string | undefined {
  const written = path.join(out, 'cpp/modes');
  if (filesIn(modes, '.json') > 0 || !existsSync(written) || filesIn(written, '.h') === 0) {
    return undefined;
  }
  return `there is no mode file in ${quote(modes)}, but ${out} holds what was generated from modes; pass the folder with your modes, or remove ${out} yourself`;
}

async function once(
  options: Options,
  surroundings: Surroundings,
  validate: ModeValidator,
): Promise<boolean> {
  const { print, colour } = surroundings;
  const engines = surroundings.engines ?? loadEngines;
  const { check, out } = options;
  const empty = emptyFolder(options);
  if (empty !== undefined) throw new Error(empty);
  // Generating elsewhere leaves the repository's documents alone.
  const isOurs = path.resolve(out) === path.resolve(DEFAULT_OUT);
  const documents = isOurs ? DOCUMENTS : [];
  const written = isOurs && !check ? writeContract(out) : [];
  const outcome = await generate({ ...options, engines, validate, documents, written });
  print(options.format === 'json' ? asJson(outcome) : asText(outcome, { ...options, colour }));
  return outcome.ok;
}

/** Gives what kept a run from judging, for its user; throws on what can only be a mistake of ours. */
function trouble(error: unknown): string {
  const sentence = systemSentence(error);
  if (sentence !== undefined) return sentence;
  // What we throw ourselves is a plain Error and says what to do.
  if (error instanceof Error && error.constructor === Error) return error.message;
  throw error;
}

function wrongFolders({ modes, out, check }: Options): string | undefined {
  if (!existsSync(modes))
    return `there is no folder ${quote(modes)}; pass the folder with your modes`;
  if (!statSync(modes).isDirectory()) return `${modes} is a file; pass the folder it is in`;
  return misuse(out, modes, check);
}

/** Gives the exit code: 0 fine, 1 problems in modes or files that differ, 2 wrong usage or trouble. */
export async function command(
  args: readonly string[],
  surroundings: Surroundings,
): Promise<0 | 1 | 2> {
  const { print, warn } = surroundings;
  const refuse = (sentence: string, usage = ''): 2 => {
    if (wantsJson(args)) print(errorAsJson(sentence));
    else warn(`${sentence}${usage}`);
    return 2;
  };
  const options = parseOptions(args);
  if (options === undefined) {
    print(`${USAGE}\n`);
    return 0;
  }
  if ('wrong' in options) return refuse(options.wrong, `\n${USAGE}`);
  try {
    const wrong = wrongFolders(options);
    if (wrong !== undefined) return refuse(wrong);
    const validate = modeValidator();
    const act = (): Promise<boolean> => once(options, surroundings, validate);
    if (options.watch) return await watching(options, surroundings, act);
    return (await act()) ? 0 : 1;
  } catch (error) {
    return refuse(trouble(error));
  }
}

async function watching(
  { modes }: Options,
  { warn, interrupted }: Surroundings,
  act: () => Promise<boolean>,
): Promise<0> {
  await watchFolders([modes, ...ENGINE_SOURCES], interrupted(), async () => {
    try {
      await act();
    } catch (error) {
      // Engines that do not compile, a full disk: reported, and retried at the next change.
      warn(error instanceof Error ? (systemSentence(error) ?? error.message) : String(error));
    }
    warn(`watching ${modes} and the sources of the engines; press Ctrl-C to stop`);
  });
  return 0;
}
