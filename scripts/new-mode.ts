/** `npm run new-mode -- my_pad --engine paf_synth` writes modes/my_pad.json and tells the next command. */
import { Refusal } from './instrument/modes.ts';
import { runNewMode, USAGE } from './new-mode/command.ts';

try {
  console.log(await runNewMode(process.argv.slice(2)));
} catch (error) {
  const usage = error instanceof Refusal || error instanceof TypeError;
  console.error(error instanceof Error ? error.message : error);
  if (usage) console.error(USAGE);
  process.exitCode = usage ? 2 : 1;
}
