/** Bundles the server and the browser code into dist/: `npm run build`. */
import { runBuild, USAGE } from './build/command.ts';
import { Refusal } from './instrument/modes.ts';

try {
  await runBuild(process.argv.slice(2));
} catch (error) {
  const usage = error instanceof Refusal || error instanceof TypeError;
  console.error(error instanceof Error ? error.message : error);
  if (usage) console.error(USAGE);
  process.exitCode = usage ? 2 : 1;
}
