/** The command line of the generator. */
import { parseArgs } from 'node:util';

/** Where the repository's own files are generated. */
export const DEFAULT_OUT = 'build';
const DEFAULT_MODES = 'modes';

export const USAGE = `usage: npm run gen -- [--check] [--modes DIR] [--out DIR] [--strict] [--watch] [--format text|json]

  --check   write nothing; fail on every stale, missing or orphan file
  --modes   folder of the mode files (${DEFAULT_MODES})
  --out     folder to generate into (${DEFAULT_OUT}, with the tables in the documents)
  --strict  treat warnings as errors
  --watch   generate again whenever a mode changes, until interrupted
  --format  format of the report: text for people, json for tools

exit codes: 0 success; 1 problems in modes, or outdated files; 2 wrong usage or another failure`;

export interface Options {
  readonly check: boolean;
  readonly modes: string;
  readonly out: string;
  readonly strict: boolean;
  readonly watch: boolean;
  readonly format: 'text' | 'json';
}

const inShell = (word: string): string =>
  /^[\w./~@:+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** The command that writes what a check of the same folders compares. */
export function commandFor({ modes, out }: Pick<Options, 'modes' | 'out'>): string {
  const options = [
    ...(modes === DEFAULT_MODES ? [] : ['--modes', inShell(modes)]),
    ...(out === DEFAULT_OUT ? [] : ['--out', inShell(out)]),
  ];
  return ['npm run gen', ...(options.length > 0 ? ['--', ...options] : [])].join(' ');
}

/** Whether a tool reads us, asked of arguments that may be wrong otherwise. */
export const wantsJson = (args: readonly string[]): boolean =>
  args.some(
    (arg, index) => arg === '--format=json' || (arg === 'json' && args[index - 1] === '--format'),
  );

/** Gives the options, or the sentence that says what is wrong with them; undefined when help was asked for. */
export function parseOptions(
  args: readonly string[],
): Options | { readonly wrong: string } | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      allowPositionals: false,
      options: {
        check: { type: 'boolean', default: false },
        modes: { type: 'string', default: DEFAULT_MODES },
        out: { type: 'string', default: DEFAULT_OUT },
        strict: { type: 'boolean', default: false },
        watch: { type: 'boolean', default: false },
        format: { type: 'string', default: 'text' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const { help, ...options } = values;
    if (help) return undefined;
    const { format } = options;
    if (format !== 'text' && format !== 'json') {
      return { wrong: `--format must be text or json, got ${JSON.stringify(format)}` };
    }
    if (options.check && options.watch) return { wrong: '--check and --watch cannot be combined' };
    return { ...options, format };
  } catch (error) {
    return { wrong: error instanceof Error ? error.message : String(error) };
  }
}
