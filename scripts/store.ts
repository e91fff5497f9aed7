/** `npm run store`: what an operator does about stored sites. */
import { runStore, USAGE, UsageError } from './store/command.ts';

try {
  const { DATA_DIR, ENSEMBLE_OPERATOR_KEY } = process.env;
  process.exitCode = await runStore(
    process.argv.slice(2),
    console.log,
    DATA_DIR,
    ENSEMBLE_OPERATOR_KEY,
  );
} catch (error) {
  const usage = error instanceof UsageError;
  console.error(error instanceof Error ? error.message : error);
  if (usage) console.error(USAGE);
  process.exitCode = usage ? 2 : 1;
}
