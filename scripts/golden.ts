/** `npm run golden` writes what every mode sounds like as hashes; `--check` only compares. */
import { runCommand } from './command-line.ts';
import { runGolden, USAGE } from './golden/command.ts';

await runCommand(USAGE, (args) => runGolden(args, console.log));
