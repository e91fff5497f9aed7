/** `npm run gen` as a function: arguments in, exit code out. */
import { existsSync } from 'node:fs';
import { type ModeValidator, modeValidator } from '../../dsl/validate.ts';
import { type Engines, loadEngines } from './engines.ts';
import { generate } from './generate.ts';
import { type Options, parseOptions, USAGE } from './options.ts';
import { asJson, asText } from './report.ts';
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

/** Gives the exit code: 0 fine, 1 problems in modes or files that differ, 2 wrong usage. */
export async function command(
  args: readonly string[],
  surroundings: Surroundings,
): Promise<0 | 1 | 2> {
  const options = parseOptions(args);
  if ('wrong' in options) {
    surroundings.warn(`${options.wrong}\n${USAGE}`);
    return 2;
  }
  const { modes, out, check } = options;
  const wrong = existsSync(modes) ? refusal(out, check) : `there is no folder ${modes}`;
  if (wrong !== undefined) {
    surroundings.warn(wrong);
    return 2;
  }
  const validate = modeValidator();
  const act = (): Promise<boolean> => once(options, surroundings, validate);
  if (!options.watch) return (await act()) ? 0 : 1;
  await watchFolder(modes, surroundings.interrupted(), async () => {
    try {
      await act();
    } catch (error) {
      // Engines that do not compile, a disk that is full: told, and tried again at the next change.
      surroundings.warn(error instanceof Error ? error.message : String(error));
    }
    surroundings.warn(`watching ${modes}; Ctrl-C ends`);
  });
  return 0;
}
