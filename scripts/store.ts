/** `npm run store -- list|verify|export|import`: an operator's look into the data folder. */
import { runStore, USAGE, UsageError } from './store/command.ts';

try {
  process.exitCode = await runStore(process.argv.slice(2), console.log, process.env['DATA_DIR']);
} catch (error) {
  const usage = error instanceof UsageError;
  console.error(error instanceof Error ? error.message : error);
  if (usage) console.error(USAGE);
  process.exitCode = usage ? 2 : 1;
}
