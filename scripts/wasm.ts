/** `npm run wasm` compiles the engines into build/wasm; `--check` rebuilds and only compares. */
import { runWasm } from './wasm/command.ts';

try {
  process.exitCode = await runWasm(process.argv.slice(2), console.log);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof TypeError ? 2 : 1;
}
