/** `npm run render -- paf_synth --voice-space 2 --gesture circle --seconds 4 out.wav` */
import { runCommand } from './command-line.ts';
import { runRender, USAGE } from './render/command.ts';

await runCommand(USAGE, (args) => runRender(args));
