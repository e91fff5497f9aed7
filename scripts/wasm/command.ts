/** The command line of `npm run wasm`: build what is stale, or rebuild and only compare. */
import { parseArgs } from 'node:util';
import { buildArtefact, checkArtefact, staleReason, WASM_FOLDER } from './artefact.ts';

export const USAGE = `usage: npm run wasm -- [--check]

  --check  write nothing; recompile and fail if the committed bytes differ`;

/** Runs once; gives the exit code: 0 fine, 1 stale or different. @throws TypeError on wrong usage. */
export async function runWasm(
  args: readonly string[],
  print: (line: string) => void,
  folder = WASM_FOLDER,
): Promise<0 | 1> {
  const { values } = parseArgs({ args: [...args], options: { check: { type: 'boolean' } } });
  if (values.check) {
    const wrong = await checkArtefact(folder);
    for (const line of wrong) print(line);
    if (wrong.length === 0) print(`${folder} is up to date: a rebuild gives the same bytes`);
    return wrong.length === 0 ? 0 : 1;
  }
  const reason = staleReason(folder);
  if (reason === undefined) {
    print(`${folder} is up to date`);
    return 0;
  }
  const started = performance.now();
  const wasm = await buildArtefact(folder);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  print(`${folder}: ${wasm.length} bytes in ${seconds} s (${reason})`);
  return 0;
}
