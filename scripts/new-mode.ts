/** `npm run new-mode -- my_pad --engine paf_synth` writes modes/my_pad.json and tells the next command. */
import { runCommand } from './command-line.ts';
import { runNewMode, USAGE } from './new-mode/command.ts';

await runCommand(USAGE, runNewMode);
