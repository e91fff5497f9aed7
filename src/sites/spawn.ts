/** Starts threads and child processes from a file in this folder: its source, or its bundle in dist/. */
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/** Names the folder of bundles in a run of tests: a thread takes most of a second to load TypeScript. */
export const TEST_BUNDLES = 'TEST_BUNDLES';

const IS_SOURCE = import.meta.url.endsWith('.ts');
const BUNDLES = IS_SOURCE ? process.env[TEST_BUNDLES] : undefined;
const FOLDER =
  BUNDLES === undefined ? new URL('.', import.meta.url) : pathToFileURL(path.join(BUNDLES, '/'));
const ENDING = IS_SOURCE && BUNDLES === undefined ? '.ts' : '.js';

const moduleUrl = (name: string): URL => new URL(`${name}${ENDING}`, FOLDER);

/** Returns the arguments with which node runs module `name` in a process of its own. */
export function nodeArguments(name: string): string[] {
  const options = BUNDLES === undefined ? process.execArgv : [];
  return [...options, fileURLToPath(moduleUrl(name))];
}

/** Starts a thread running module `name`. */
export function startThread(name: string, workerData: unknown): Worker {
  const file = moduleUrl(name);
  if (!IS_SOURCE) return new Worker(file, { workerData });
  // By default, a thread gets the options of its process, which would load tsx although its hooks do not work there.
  const options = { workerData, execArgv: [] };
  if (ENDING === '.js') return new Worker(file, options);
  const loader = import.meta.resolve('tsx/esm/api');
  const code = `import { register } from ${JSON.stringify(loader)};
    register();
    await import(${JSON.stringify(file.href)});`;
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`), options);
}
