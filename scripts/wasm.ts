/** `npm run wasm` compiles the engines into build/wasm; `--check` rebuilds and only compares. */
import { runCommand } from './command-line.ts';
import { runWasm, USAGE } from './wasm/command.ts';

await runCommand(USAGE, (args) => runWasm(args, console.log));
