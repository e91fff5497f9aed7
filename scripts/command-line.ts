/** How a command exits: 0 after --help or success, 2 on wrong usage, 1 on failure; errors are one sentence. */
import { systemSentence } from './system-error.ts';

/** Wrong usage, as a sentence for the person who typed the command. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const isOfParseArgs = (error: unknown): error is Error =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');

/** A hint by parseArgs that only helps with file names like `--help`. */
const HINT = / To specify a positional argument starting with a '-'.*$/s;

export interface Exit {
  readonly code: 0 | 1 | 2;
  readonly out: string;
  readonly err: string;
}

function exitAfter(error: unknown, usage: string): Exit {
  if (isOfParseArgs(error)) {
    return { code: 2, out: '', err: `${error.message.replace(HINT, '')}\n${usage}` };
  }
  if (error instanceof UsageError) {
    const [first = ''] = usage.split('\n');
    const more = first === usage ? '' : '\nSee --help.';
    return { code: 2, out: '', err: `${error.message}\n${first}${more}` };
  }
  const sentence = systemSentence(error);
  if (sentence !== undefined) return { code: 1, out: '', err: sentence };
  if (!(error instanceof Error)) return { code: 1, out: '', err: String(error) };
  // Errors thrown on purpose say what to do; any other is a bug, and shows where it happened.
  const deliberate =
    [Error, RangeError].some((it) => error.constructor === it) ||
    ('code' in error && String(error.code).startsWith('E_'));
  return { code: 1, out: '', err: deliberate ? error.message : (error.stack ?? error.message) };
}

/**
 * Runs a command with its arguments.
 *
 * @param run returns what to print, or an exit code if it has printed its own output.
 */
export async function exitOf(
  args: readonly string[],
  usage: string,
  run: (args: readonly string[]) => Promise<string | 0 | 1>,
): Promise<Exit> {
  if (args.includes('--help') || args.includes('-h')) return { code: 0, out: usage, err: '' };
  try {
    const result = await run(args);
    return typeof result === 'string'
      ? { code: 0, out: result, err: '' }
      : { code: result, out: '', err: '' };
  } catch (error) {
    return exitAfter(error, usage);
  }
}

/** Runs the command this process was started for. */
export async function runCommand(
  usage: string,
  run: (args: readonly string[]) => Promise<string | 0 | 1>,
): Promise<void> {
  const { code, out, err } = await exitOf(process.argv.slice(2), usage, run);
  if (out !== '') console.log(out);
  if (err !== '') console.error(err);
  process.exitCode = code;
}
