/** Bundles the server and the browser code into dist/: `npm run build`. */
import { runBuild, USAGE } from './build/command.ts';
import { runCommand } from './command-line.ts';

await runCommand(USAGE, async (args) => {
  await runBuild(args);
  return 0;
});
