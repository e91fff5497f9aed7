/** Lists, checks, backs up and moderates stored sites: `npm run store`. */
import { runCommand } from './command-line.ts';
import { runStore, USAGE } from './store/command.ts';

const { DATA_DIR, ENSEMBLE_OPERATOR_KEY, DATABASE_URL } = process.env;
await runCommand(USAGE, (args) =>
  runStore(args, console.log, DATA_DIR, ENSEMBLE_OPERATOR_KEY, DATABASE_URL),
);
