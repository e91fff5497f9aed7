/** `npm run wasm` compiles the engines into build/wasm; `--check` rebuilds and only compares. */
import { parseArgs } from 'node:util';
import { buildArtefact, checkArtefact, staleReason, WASM_FOLDER } from './wasm/artefact.ts';

async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { check: { type: 'boolean' } } });
  if (values.check) {
    const wrong = await checkArtefact();
    for (const line of wrong) console.error(line);
    if (wrong.length === 0) console.log(`${WASM_FOLDER} is fresh`);
    return wrong.length === 0 ? 0 : 1;
  }
  const reason = staleReason();
  if (reason === undefined) {
    console.log(`${WASM_FOLDER} is fresh`);
    return 0;
  }
  const started = performance.now();
  const wasm = await buildArtefact();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${WASM_FOLDER}: ${wasm.length} bytes in ${seconds} s (${reason})`);
  return 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof TypeError ? 2 : 1;
}
