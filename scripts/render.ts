/** `npm run render -- paf_synth --voice-space 2 --gesture circle --seconds 4 out.wav` */
import { InstrumentError } from '../src/web/instrument/abi.ts';
import { Refusal } from './instrument/modes.ts';
import { runRender, USAGE } from './render/command.ts';

try {
  console.log(await runRender(process.argv.slice(2)));
} catch (error) {
  const usage = error instanceof Refusal || error instanceof TypeError;
  console.error(error instanceof Error ? error.message : error);
  if (usage) console.error(USAGE);
  process.exitCode = usage || error instanceof InstrumentError ? 2 : 1;
}
