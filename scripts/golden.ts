/** `npm run golden` writes what every mode sounds like as hashes; `--check` only compares. */
import { runGolden } from './golden/command.ts';

try {
  process.exitCode = await runGolden(process.argv.slice(2), console.log);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof TypeError ? 2 : 1;
}
