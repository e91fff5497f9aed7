/** Starts threads and child processes from a file in this folder: its source, or its bundle in dist/. */
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/** Names the folder where a run of tests has bundles: to load TypeScript takes each thread most of a second. */
export const TEST_BUNDLES = 'TEST_BUNDLES';

const IS_SOURCE = import.meta.url.endsWith('.ts');
const BUNDLES = IS_SOURCE ? process.env[TEST_BUNDLES] : undefined;
const FROM_SOURCE = IS_SOURCE && BUNDLES === undefined;

/** The file of module `name`, in the folder of this module. */
function moduleUrl(name: string): URL {
  if (BUNDLES !== undefined) return pathToFileURL(path.resolve(BUNDLES, `${name}.js`));
  return new URL(`./${name}${FROM_SOURCE ? '.ts' : '.js'}`, import.meta.url);
}

/** What makes node run `name` in a process of its own: its options and the file. */
export function nodeArguments(name: string): string[] {
  const options = BUNDLES === undefined ? process.execArgv : [];
  return [...options, fileURLToPath(moduleUrl(name))];
}

/** Starts a thread running `name`. */
export function startThread(name: string, workerData: unknown): Worker {
  const file = moduleUrl(name);
  if (!IS_SOURCE) return new Worker(file, { workerData });
  // The options of the process would load TypeScript's loader, which would serve no import of a thread.
  const options = { workerData, execArgv: [] };
  if (!FROM_SOURCE) return new Worker(file, options);
  const loader = import.meta.resolve('tsx/esm/api');
  const code = `import { register } from ${JSON.stringify(loader)};
    register();
    await import(${JSON.stringify(file.href)});`;
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`), options);
}
