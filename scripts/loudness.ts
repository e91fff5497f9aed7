/** `npm run loudness` prints how loud every mode rests; `--fit` renews what evens an engine out. */
import { runCommand } from './command-line.ts';
import { runLoudness, USAGE } from './loudness/command.ts';

await runCommand(USAGE, (args) => runLoudness(args, console.log));
