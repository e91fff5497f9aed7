/** How a command ends: help with 0, wrong usage with 2, what cannot be done with 1, each in a sentence. */
import { systemSentence } from './system-error.ts';

/** A wish that cannot be met, in a sentence for the person who asked. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

const isOfParseArgs = (error: unknown): error is Error =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');

/** What parseArgs adds for those who wish to name a file `--help`. */
const ASIDE = / To specify a positional argument starting with a '-'.*$/s;

export interface Ending {
  readonly code: 0 | 1 | 2;
  readonly out: string;
  readonly err: string;
}

function endingOf(error: unknown, usage: string): Ending {
  if (isOfParseArgs(error)) {
    return { code: 2, out: '', err: `${error.message.replace(ASIDE, '')}\n${usage}` };
  }
  if (error instanceof Refusal) {
    const [first = ''] = usage.split('\n');
    const more = first === usage ? '' : '\n--help says more';
    return { code: 2, out: '', err: `${error.message}\n${first}${more}` };
  }
  const sentence = systemSentence(error);
  if (sentence !== undefined) return { code: 1, out: '', err: sentence };
  // What we throw ourselves says what to do; anything else is a mistake of ours and shows where it happened.
  const ours = error instanceof Error && [Error, RangeError].some((it) => error.constructor === it);
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { code: 1, out: '', err: ours ? error.message : text };
}

/**
 * Runs a command with its arguments.
 *
 * @param run gives what to print, or an exit code where it has printed itself.
 */
export async function endOf(
  args: readonly string[],
  usage: string,
  run: (args: readonly string[]) => Promise<string | 0 | 1>,
): Promise<Ending> {
  if (args.includes('--help') || args.includes('-h')) return { code: 0, out: usage, err: '' };
  try {
    const said = await run(args);
    return typeof said === 'string'
      ? { code: 0, out: said, err: '' }
      : { code: said, out: '', err: '' };
  } catch (error) {
    return endingOf(error, usage);
  }
}

/** Runs the command this process was started for. */
export async function runCommand(
  usage: string,
  run: (args: readonly string[]) => Promise<string | 0 | 1>,
): Promise<void> {
  const { code, out, err } = await endOf(process.argv.slice(2), usage, run);
  if (out !== '') console.log(out);
  if (err !== '') console.error(err);
  process.exitCode = code;
}
