/** The command line of the generator. */
import { parseArgs } from 'node:util';

export const USAGE = `usage: npm run gen -- [--check] [--modes DIR] [--out DIR] [--strict] [--watch] [--format text|json]

  --check   write nothing; fail on every stale, missing or orphan file
  --modes   folder of the mode files (modes)
  --out     folder to generate into (build)
  --strict  warnings fail too
  --watch   generate again whenever a mode changes, until interrupted
  --format  how problems are told: text for people, json for tools
`;

export interface Options {
  readonly check: boolean;
  readonly modes: string;
  readonly out: string;
  readonly strict: boolean;
  readonly watch: boolean;
  readonly format: 'text' | 'json';
}

/** Gives the options, or the sentence that says what is wrong with them. */
export function parseOptions(args: readonly string[]): Options | { readonly wrong: string } {
  try {
    const { values } = parseArgs({
      args: [...args],
      allowPositionals: false,
      options: {
        check: { type: 'boolean', default: false },
        modes: { type: 'string', default: 'modes' },
        out: { type: 'string', default: 'build' },
        strict: { type: 'boolean', default: false },
        watch: { type: 'boolean', default: false },
        format: { type: 'string', default: 'text' },
      },
    });
    const { format } = values;
    if (format !== 'text' && format !== 'json') {
      return { wrong: `--format is text or json, not ${JSON.stringify(format)}` };
    }
    if (values.check && values.watch) return { wrong: '--check and --watch exclude each other' };
    return { ...values, format };
  } catch (error) {
    return { wrong: error instanceof Error ? error.message : String(error) };
  }
}
