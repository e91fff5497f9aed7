/** `npm run gen` as a function: arguments in, exit code out. */
import { existsSync, statSync } from 'node:fs';
import { type ModeValidator, modeValidator } from '../../dsl/validate.ts';
import { quote } from '../../dsl/wording.ts';
import { systemSentence } from '../system-error.ts';
import { type Engines, loadEngines } from './engines.ts';
import { generate } from './generate.ts';
import { type Options, parseOptions, USAGE, wantsJson } from './options.ts';
import { asJson, asText, errorAsJson } from './report.ts';
import { refusal } from './tree.ts';
import { watchFolder } from './watch.ts';

export interface Surroundings {
  readonly print: (text: string) => void;
  readonly warn: (text: string) => void;
  readonly colour: boolean;
  /** Asked once a watch begins: what ends it. */
  readonly interrupted: () => AbortSignal;
  readonly engines?: () => Promise<Engines>;
}

async function once(
  options: Options,
  surroundings: Surroundings,
  validate: ModeValidator,
): Promise<boolean> {
  const { print, colour } = surroundings;
  const engines = await (surroundings.engines ?? loadEngines)();
  const outcome = await generate({ ...options, engines, validate });
  const { check, out } = options;
  print(options.format === 'json' ? asJson(outcome) : asText(outcome, { check, out, colour }));
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
  if (!existsSync(modes)) return `there is no folder ${quote(modes)}; name the one of your modes`;
  if (!statSync(modes).isDirectory()) return `${modes} is a file; name the folder it is in`;
  return refusal(out, modes, check);
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
  await watchFolder(modes, interrupted(), async () => {
    try {
      await act();
    } catch (error) {
      // Engines that do not compile, a disk that is full: told, and tried again at the next change.
      warn(error instanceof Error ? (systemSentence(error) ?? error.message) : String(error));
    }
    warn(`watching ${modes}; Ctrl-C ends`);
  });
  return 0;
}
