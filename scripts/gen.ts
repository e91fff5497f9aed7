/** Generates build/ from modes/: `npm run gen`; `npm run gen -- --check` only compares. */
import { existsSync } from 'node:fs';
import { loadEngines } from './generate/engines.ts';
import { generate } from './generate/generate.ts';
import { parseOptions, USAGE } from './generate/options.ts';
import { asJson, asText } from './generate/report.ts';
import { refusal } from './generate/tree.ts';

/** Runs once; gives the exit code: 0 fine, 1 problems in modes or stale files, 2 wrong usage. */
async function main(args: readonly string[]): Promise<number> {
  const options = parseOptions(args);
  if ('wrong' in options) {
    console.error(`${options.wrong}\n${USAGE}`);
    return 2;
  }
  const { modes, out, check } = options;
  const wrong = existsSync(modes) ? refusal(out) : `there is no folder ${modes}`;
  if (wrong !== undefined) {
    console.error(wrong);
    return 2;
  }
  const engines = await loadEngines();
  if (!engines) {
    console.error(
      'warning: no engines are compiled; rules that ask an engine and the drift test did not run',
    );
  }
  const outcome = await generate({ ...options, engines });
  const colour = process.stdout.isTTY === true && !process.env['NO_COLOR'];
  process.stdout.write(
    options.format === 'json' ? asJson(outcome) : asText(outcome, { check, out, colour }),
  );
  return outcome.ok ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
